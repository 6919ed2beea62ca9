from __future__ import annotations

import re
from pathlib import Path

import pytest

from kiwipete.cli.commands import load
from kiwipete.lab import adapter
from kiwipete.lab.engines import ADAPTERS

HELP = load("adapter")


@pytest.mark.parametrize("language", ADAPTERS)
def test_the_adapter_is_all_that_is_printed(kiwipete, language):
    assert kiwipete("adapter", language) == (0, adapter(language), "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name a language: python, c, cpp, rust, java, go, js"),
        (["perl"], "no adapter for 'perl', only for python, c, cpp, rust, java, go and js"),
        (["../collection"], "no adapter for '../collection', only for python"),
        (["c", "cpp"], "adapter has no use for 'cpp'"),
        (["c", "--uci"], "unknown option --uci"),
    ],
)
def test_bad_usage(kiwipete, words, message):
    code, out, err = kiwipete("adapter", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"kiwipete: {message}")
    assert err.count("\n") == 1


def test_the_help_names_every_language_and_its_file(kiwipete):
    code, out, err = kiwipete("adapter", "--help")
    assert (code, err) == (0, "")
    saved = re.findall(r"^  kiwipete adapter (\w+) > (\S+)$", HELP.examples, re.MULTILINE)
    assert sorted(saved) == sorted(ADAPTERS.items())
    assert HELP.examples in out
    assert re.search(r"^  LANGUAGE +python, c, cpp, rust, java, go or js$", out, re.MULTILINE)


@pytest.mark.parametrize("language", ["c", "python"])
def test_the_help_shows_the_commands_of_the_adapter(language):
    shown = re.findall(r"^      ((?:cc|kiwipete hunt) .*)$", HELP.examples, re.MULTILINE)
    assert [command for command in shown if f"{command}\n" in adapter(language)]


def test_the_documentation_shows_the_adapter_in_c():
    page = (Path(__file__).parents[3] / "docs" / "hunt.md").read_text(encoding="utf-8")
    section = page.partition("## Adapters\n")[2].partition("\n## ")[0]
    marked = re.search(r"```c\n(.*?)```", section, re.DOTALL)
    typed = re.findall(r"^(?:cc|\./adapter|kiwipete hunt) .*$", section, re.MULTILINE)
    assert marked is not None
    assert marked[1] in adapter("c")
    assert len(typed) == 3
    assert all(f" *     {line}\n" in adapter("c") for line in typed)
