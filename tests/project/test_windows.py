"""What Windows lacks is never needed to load a module.

Windows itself isn't tried here. A process hides the modules and functions that exist only on
POSIX, claims to run on Windows, and imports everything.
"""

from __future__ import annotations

import subprocess
import sys

_IMPORT_ALL = """
import importlib, pkgutil, sys
import kiwipete
names = [m.name for m in pkgutil.walk_packages(kiwipete.__path__, "kiwipete.", onerror=print)]
names = [name for name in names if not name.endswith("__main__") and "._core." not in name]
def import_all():
    for name in names:
        importlib.import_module(name)
    assert len(names) > 150, len(names)
"""

# The standard library has to be loaded before, because it looks at the platform itself.
_STANDARD = f"""{_IMPORT_ALL}
import_all()
print(*(name for name in sys.modules if name.partition(".")[0] in sys.stdlib_module_names))
"""

_HIDE = """
import contextlib, importlib, os, signal, sys, types
for name in {standard!r}.split():
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
for name in ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
for module, names in {{
    os: "chown fork forkpty getpgid getuid geteuid killpg sched_getaffinity set_blocking setpgid "
        "setsid sysconf uname waitid WEXITED WNOHANG WNOWAIT P_ALL O_NONBLOCK O_CLOEXEC",
    signal: "SIGALRM SIGHUP SIGKILL SIGPIPE SIGUSR1 alarm setitimer pthread_kill",
}}.items():
    for name in names.split():
        delattr(module, name)
sys.platform = "win32"
{import_all}
import_all()
"""


def test_every_module_loads_without_posix():
    def run(program: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            timeout=300,
        ).stdout

    run(_HIDE.format(standard=run(_STANDARD), import_all=_IMPORT_ALL))
