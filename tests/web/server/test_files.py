from __future__ import annotations

import pytest

from kiwipete.web.server.files import Files


@pytest.fixture
def root(tmp_path):
    for name in ("page/index.html", "page/views/a.js", "board/b.css", "board/c.svg", "secret.js"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    (tmp_path / "page" / "notes.md").write_text("")
    (tmp_path / "page" / "program.py").write_text("")
    return tmp_path


def test_a_fixed_list_with_types(root):
    files = Files(root)
    assert sorted(files.addresses) == [
        "/",
        "/board/b.css",
        "/board/c.svg",
        "/page/index.html",
        "/page/views/a.js",
    ]
    assert files.read("/") == (b"page/index.html", "text/html; charset=utf-8")
    assert files.read("/page/views/a.js") == (b"page/views/a.js", "text/javascript; charset=utf-8")
    assert files.read("/board/b.css")[1] == "text/css; charset=utf-8"
    assert files.read("/board/c.svg")[1] == "image/svg+xml"


@pytest.mark.parametrize(
    "address", ["/secret.js", "/page/../secret.js", "page/index.html", "/page/program.py", "", "//"]
)
def test_nothing_else(root, address):
    assert Files(root).read(address) is None


def test_a_file_that_has_gone(root):
    files = Files(root)
    (root / "board" / "b.css").unlink()
    assert files.read("/board/b.css") is None
