"""One script out of several modules."""

from __future__ import annotations

import re

import pytest

from kiwipete.web import bundle as bundling
from kiwipete.web.bundle import bundle


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(bundling, "_FOLDER", tmp_path)
    return tmp_path


def write(folder, **modules):
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return bundling.bundle.__wrapped__("main.js")


MODULES = {
    "main": (
        'import { one, two as second } from "./numbers.js";\n'
        'import "./side.js";\n'
        "import {\n  three,\n} from './more.js';\n"
        "const css = 1;\n"
        "globalThis.result = [one, second, three(), css];\n"
    ),
    "numbers": (
        "const css = 2;\nexport const one = 1;\nexport let two = 2;\nexport { css as style };\n"
    ),
    "more": 'export { one as uno } from "./numbers.js";\nexport function three() { return 3; }\n',
    "side": "globalThis.side = true;\n",
}


def test_each_module_comes_once_and_after_those_it_needs(folder):
    script = write(folder, **MODULES)
    names = re.findall(r"^const (\$\w+) = \(\(\) =>", script, re.MULTILINE)
    assert names == ["$numbers", "$more", "$side", "$main"]
    assert "const { one, two: second } = $numbers;" in script
    assert "return { uno: $numbers.one, three };" in script
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)


@pytest.mark.parametrize(
    "text",
    [
        'import * as all from "./numbers.js";',
        'import def from "./numbers.js";',
        "export default 1;",
    ],
)
def test_other_forms_are_refused(folder, text):
    with pytest.raises(ValueError, match="cannot bundle"):
        write(folder, main=f"{text}\n", numbers="export const one = 1;\n")


def test_a_circle_is_refused(folder):
    with pytest.raises(ValueError, match="import each other"):
        write(folder, main='import "./other.js";\n', other='import "./main.js";\n')


def test_the_element_is_one_script():
    script = bundle("board/kiwipete-board.js")
    assert 'customElements.define("kiwipete-board"' in script
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)
    assert "</script" not in script.lower()
