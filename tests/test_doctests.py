"""Every example in a docstring runs; every public name has one."""

import doctest
import importlib

import pytest

import kiwipete

MODULES = [
    "kiwipete",
    "kiwipete._core.core",
    "kiwipete.attack_tables",
    "kiwipete.bitboards",
    "kiwipete.board",
    "kiwipete.piece",
    "kiwipete.square_set",
    "kiwipete.squares",
    "kiwipete.status",
    "kiwipete.svg",
    "kiwipete.svg_canvas",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    module = importlib.import_module(name)
    result = doctest.testmod(
        module, extraglobs={"kiwipete": kiwipete}, optionflags=doctest.ELLIPSIS
    )
    assert result.attempted > 0
    assert result.failed == 0


def public_methods(cls):
    """The methods that a class and its bases of ours define."""
    for base in cls.__mro__:
        if base.__module__.startswith("kiwipete"):
            for name, value in vars(base).items():
                if not name.startswith("_") and callable(getattr(cls, name)):
                    yield name, getattr(value, "__doc__", None)


@pytest.mark.parametrize("cls", [kiwipete.Board, kiwipete.Move])
def test_public_methods_have_an_example(cls):
    lacking = [name for name, text in public_methods(cls) if ">>>" not in (text or "")]
    assert lacking == []
