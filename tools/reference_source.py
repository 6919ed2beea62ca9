"""Read the sources for the reference: sections, the order of members, and signatures with types.

Order and sections are those of the source, Cython or Python, whose layout is the same:
a section starts with a comment that stands alone, `# Title.`, perhaps with a remark.
Types come from the stub for what is compiled, and from the source for the rest.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = "kiwipete._core.core"
MAX_LINE = 100

_SECTION = re.compile(r"(?<=\n\n)    # ([A-Z][^.\n]*)\.(?: (.+))?(?=\n\n)")
_MEMBER = re.compile(r"^    def ([a-z]\w*)\(", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Member:
    """A public method or property of a class, as its source shows it."""

    name: str
    owner: type  # the class that defines it
    section: str  # "" before the first one
    remark: str  # what the section's comment says beside its title
    signature: str
    is_property: bool
    is_settable: bool

    @property
    def text(self) -> str:
        """The docstring."""
        return inspect.getdoc(inspect.getattr_static(self.owner, self.name)) or ""


def is_ours(cls: type) -> bool:
    """Tell whether a class is one of Kiwipete's."""
    return cls.__module__.split(".")[0] == "kiwipete"


def owner_of(cls: type, name: str) -> type:
    """Return the class, this one or a base, that defines an attribute."""
    return next(base for base in cls.__mro__ if name in vars(base))


def members_of(cls: type) -> Iterator[Member]:
    """Go through the public members of a class and its bases of ours, the bases first."""
    for base in filter(is_ours, reversed(cls.__mro__)):
        for member in _members_in_source(base):
            if owner_of(cls, member.name) is base:
                yield member


def class_signature(cls: type) -> str:
    """Write the call that makes an object, or the bare name if there is nothing to say."""
    if dataclasses.is_dataclass(cls):
        return cls.__name__ + str(inspect.signature(cls)).replace("'", "").partition(" ->")[0]
    for base in filter(is_ours, cls.__mro__):
        for name in ("__init__", "__new__"):
            for function in _definitions(base, name):
                call = _call(function, cls.__name__, _defaults(base, name))
                return call.partition(" ->")[0]
    return cls.__name__


def functions_in(module: str) -> Iterator[tuple[str, str]]:
    """Yield (name, signature) for each public function of a module, in its order."""
    for node in _parse(_path(module)).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name, _call(node, node.name, {})


@functools.cache
def _members_in_source(cls: type) -> list[Member]:
    """List the members that a class itself defines."""
    body = _class_body(cls)
    marks = [*_SECTION.finditer(body), *_MEMBER.finditer(body)]
    section = remark = ""
    members: dict[str, Member] = {}
    for mark in sorted(marks, key=re.Match.start):
        if mark.re is _SECTION:
            section, remark = mark[1], mark[2] or ""
        elif mark[1] not in members:  # a setter comes second
            members[mark[1]] = _member(cls, mark[1], section, remark)
    return list(members.values())


def _member(cls: type, name: str, section: str, remark: str) -> Member:
    forms = list(_definitions(cls, name))
    if not forms:
        raise LookupError(f"{_typed_path(cls).name} lacks {cls.__name__}.{name}")
    decorators = {ast.unparse(node) for form in forms for node in form.decorator_list}
    is_property = "property" in decorators
    if is_property:
        signature = f"{name}: {_text(forms[0].returns)}"
    else:
        prefix = f"{cls.__name__}." if decorators & {"classmethod", "staticmethod"} else ""
        defaults = _defaults(cls, name)
        signature = "\n".join(_call(form, prefix + name, defaults) for form in forms)
    return Member(
        name, cls, section, remark, signature, is_property, f"{name}.setter" in decorators
    )


def _defaults(cls: type, name: str) -> dict[str, str]:
    """Find the defaults of a method in the source, for the stub may say `...`."""
    head = re.search(rf"^    def {name}\(([^)]*)\)", _class_body(cls), re.MULTILINE)
    return dict(re.findall(r"(\w+)=([\w.]+)", head[1])) if head else {}


@functools.cache
def _class_body(cls: type) -> str:
    """Find the text of a class, up to the next line that is not indented."""
    if cls.__module__ == CORE:
        paths = sorted((ROOT / "src" / "kiwipete" / "_core").glob("*.pxi"))
    else:
        paths = [_path(cls.__module__)]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    head = rf"^(?:cdef )?class {cls.__name__}\b.*\n"
    found = re.search(rf"{head}((?: .*\n|\n)*)", text, re.MULTILINE)
    if found is None:
        raise LookupError(f"no source of {cls.__module__}.{cls.__name__}")
    return found[1]


def _path(module: str) -> Path:
    path = (ROOT / "src").joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _typed_path(cls: type) -> Path:
    path = _path(cls.__module__)
    return path.with_suffix(".pyi") if cls.__module__ == CORE else path


@functools.cache
def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _definitions(cls: type, name: str) -> Iterator[ast.FunctionDef]:
    """Yield the definitions of a method with types: overloads, or a getter and its setter."""
    for node in _parse(_typed_path(cls)).body:
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and item.name == name:
                    yield item


def _text(node: ast.expr | None) -> str:
    """Write an expression as users know it: our quotes, public classes, no private names."""
    text = "None" if node is None else ast.unparse(node).replace("'", '"')
    text = re.sub(r"\b(?:Position|Game)Board\b", "Board", text)
    return re.sub(r"\b_(?=[A-Za-z])", "", text)


def _call(function: ast.FunctionDef, name: str, defaults: dict[str, str]) -> str:
    """Write a signature as it is called, broken into lines if it is long."""
    parameters = _parameters(function.args)
    if parameters[:1] in (["self"], ["cls"]):
        del parameters[0]
    for i, parameter in enumerate(parameters):
        if parameter.endswith(" = ..."):
            parameters[i] = parameter[:-3] + defaults.get(parameter.partition(":")[0], "...")
    result = _text(function.returns)
    line = f"{name}({', '.join(parameters)}) -> {result}"
    if len(line) <= MAX_LINE:
        return line
    return "\n".join([f"{name}(", *(f"    {one}," for one in parameters), f") -> {result}"])


def _parameters(arguments: ast.arguments) -> list[str]:
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults
    parts = list(map(_parameter, plain, defaults))
    if arguments.posonlyargs:
        parts.insert(len(arguments.posonlyargs), "/")
    if arguments.vararg:
        parts.append("*" + _parameter(arguments.vararg))
    elif arguments.kwonlyargs:
        parts.append("*")
    parts += map(_parameter, arguments.kwonlyargs, arguments.kw_defaults)
    if arguments.kwarg:
        parts.append("**" + _parameter(arguments.kwarg))
    return parts


def _parameter(argument: ast.arg, default: ast.expr | None = None) -> str:
    text = argument.arg
    if argument.annotation is not None:
        text += f": {_text(argument.annotation)}"
    return text if default is None else f"{text} = {_text(default)}"
