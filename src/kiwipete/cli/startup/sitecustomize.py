"""Turn the switch on in every Python that a program under `kiwipete run` starts.

Python imports this at startup: its folder stands first in PYTHONPATH. A sitecustomize that it
hides is imported after it, and the program finds its sys.path as if this were not there.
"""

import os
import sys


class ChessOnDemand:
    """Turns the switch on when somebody imports chess, and costs nobody else a thing."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Find chess by Kiwipete's own finder."""
        if name != "chess":
            return None
        from importlib.util import find_spec

        from kiwipete import use_as_chess

        use_as_chess()
        sys.meta_path.remove(ChessOnDemand)
        return find_spec(name)


# Another Python, started by the program, may have no Kiwipete: it is left as it is.
if os.environ.get("KIWIPETE_AS_CHESS") == os.path.realpath(sys.prefix):
    sys.meta_path.insert(0, ChessOnDemand)

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != here]
del sys.modules["sitecustomize"]
import sitecustomize  # noqa: E402, F401  (where there is none, Python takes the error for that)
