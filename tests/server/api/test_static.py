"""The files of the page: types, ETags, packing, and nothing beside them."""

import gzip
import os
from pathlib import Path

import httpx
import pytest

from aquaromana.server.api.static import TYPES, WEB, find


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "js").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "x" * 1000)
    (tmp_path / "js" / "app.js").write_text("export {}")
    (tmp_path / "js" / "types.d.ts").write_text("secret")
    (tmp_path / ".hidden.js").write_text("secret")
    return tmp_path


@pytest.mark.parametrize(
    "path",
    [
        *("nothing.js", "js", "js/", "../" + "index.html", "js/../index.html", "js//app.js", ".hidden.js"),
        *("js/types.d.ts", "index.html\0", "js\\app.js", "INDEX.html/", "/index.html", "%2e%2e/index.html"),
    ],
)
def test_only_files_of_the_page_are_found(root: Path, path: str) -> None:
    assert find(path, root) is None


def test_a_file_has_its_type_and_is_read_again_when_it_changes(root: Path) -> None:
    page = find("", root)
    script = find("js/app.js", root)
    assert page is not None
    assert script is not None
    assert page.media_type == TYPES[".html"]
    assert gzip.decompress(page.zipped) == page.content == (root / "index.html").read_bytes()
    assert (script.media_type, script.zipped) == (TYPES[".js"], b"")
    (root / "js" / "app.js").write_text("export {a}")
    os.utime(root / "js" / "app.js", (1, 1))
    changed = find("js/app.js", root)
    assert changed is not None
    assert changed.content == b"export {a}"
    assert changed.etag != script.etag


def test_every_kind_of_file_of_the_page_can_be_served() -> None:
    files = [path for path in WEB.rglob("*") if path.is_file() and not path.name.endswith(".d.ts")]
    assert {path.suffix for path in files} <= set(TYPES)


def test_the_page_is_kept_and_asked_for_again(client: httpx.Client) -> None:
    first = client.get("/art/theme.css")
    assert first.status_code == 200
    assert first.headers["content-type"] == "text/css; charset=utf-8"
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["vary"] == "Accept-Encoding"
    assert first.headers["cache-control"] == "no-cache"
    etag = first.headers["etag"]
    for known in (etag, f'"other", W/{etag}'):
        again = client.get("/art/theme.css", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    plain = client.get("/art/theme.css", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.headers["etag"] != etag
    assert plain.text == first.text


def test_symbols_and_colors_are_what_a_page_draws_with(client: httpx.Client) -> None:
    symbols = client.get("/art/symbols.svg")
    assert symbols.headers["content-type"] == "image/svg+xml"
    assert "<symbol" in symbols.text or "<g id=" in symbols.text
    assert "--aq-" in client.get("/art/theme.css").text
