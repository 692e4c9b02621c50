"""The documentation as a site: built without a warning, whole, and without anything from elsewhere."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import FunctionType
from urllib.parse import unquote

import pytest
from assemble import LANGUAGES, SITE, packages, rules_page, site_pages, site_text, without_missing

from tests.docs.pages import text_of
from tests.support.house import ROOT

BUILD = "import sys; from pathlib import Path; from build_site import build; sys.exit(build(Path(sys.argv[1])))"
SECTIONS = ("players", "bots", "researchers", "developers")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; a warning of the generator fails all tests here."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)],
        cwd=SITE,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder / "html"


class References(HTMLParser):
    """What a page loads, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attributes}
        self.ids.add(facts.get("id", ""))
        self.loaded += [facts[name] for name in ("src", "srcset", "poster", "data") if name in facts and tag != "a"]
        if tag == "link" and facts.get("rel") not in ("index", "search", "next", "prev", "canonical"):
            self.loaded.append(facts["href"])
        if tag == "a" and "href" in facts:
            self.links.append(facts["href"])


@pytest.fixture(scope="module")
def references(site: Path) -> dict[Path, References]:
    return {path: References(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}


@pytest.mark.slow
def test_nothing_is_fetched_from_elsewhere(site: Path, references: dict[Path, References]) -> None:
    for path, page in references.items():
        for place in page.loaded:
            assert not re.match(r"\w+:|//", place) or place.startswith("data:"), (path, place)
            assert (path.parent / unquote(place).partition("?")[0]).is_file(), (path, place)
    for style in site.rglob("*.css"):
        assert not re.search(r"@import|url\(\s*[\"']?(?:https?:)?//", style.read_text("utf-8")), style
    for script in site.rglob("*.js"):
        assert not re.search(r"(?:fetch|import)\(\s*[\"'](?:https?:)?//", script.read_text("utf-8")), script


@pytest.mark.slow
def test_every_link_in_the_site_leads_somewhere(references: dict[Path, References]) -> None:
    checked = 0
    for path, page in references.items():
        for link in page.links:
            if re.match(r"https?:|mailto:", link):
                continue
            place, _, anchor = unquote(link).partition("#")
            target = (path.parent / place).resolve() if place else path
            assert target.is_file(), (path, link)
            if anchor and target in references:
                assert anchor in references[target].ids, (path, link)
            checked += 1
    assert checked > 1000


@pytest.mark.slow
def test_every_page_is_in_a_section_and_can_be_searched(site: Path) -> None:
    index = (site / "searchindex.js").read_text("utf-8")
    for page in [*site_pages().values(), *(f"rules-{language}.md" for language in LANGUAGES)]:
        assert (site / page).with_suffix(".html").is_file()
        assert f'"{page.removesuffix(".md")}"' in index
    listed = "".join(text_of(SITE / f"{name}.md") for name in SECTIONS)
    for page in site_pages().values():
        assert f"]({page})" in listed, f"list docs/{page} in one of docs/site/*.md"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_those_of_the_browser_in_every_language(site: Path, language: str) -> None:
    page = (site / f"rules-{language}.html").read_text("utf-8")
    assert re.search(rf'<html[^>]* lang="{language}"', page)
    source = (ROOT / "src" / "aquaromana" / "web" / "rules" / f"{language}.html").read_text("utf-8")
    figures = re.findall(r'data-example="([\w-]+)"', source)
    assert figures
    for name in figures:
        assert f'src="pictures/rules/{name}.svg"' in page
        assert (site / "pictures" / "rules" / f"{name}.svg").is_file()
    for heading in re.findall(r"<h[23][^>]*>(.*?)</h[23]>", source, re.DOTALL):
        assert re.sub(r"\s+", " ", heading)[:40] in page


@pytest.mark.slow
def test_the_reference_has_every_public_name(site: Path) -> None:
    from importlib import import_module

    for package in packages():
        page = (site / "api" / f"{package}.html").read_text("utf-8")
        module = import_module(f"aquaromana.{package}")
        for name in getattr(module, "__all__", ()):  # not envs, whose modules need extras
            if isinstance(getattr(module, name), type | FunctionType):
                assert re.search(rf'id="aquaromana[\w.]*\.{name}"', page), (package, name)


def test_a_page_keeps_its_links_and_loses_those_that_lead_out() -> None:
    text = (
        "[clause](rules.md#R4.2), [`core`](../cpp/README.md), [file](../src/aquaromana/cli/play.py), [x](https://a.b)"
    )
    assert site_text(text, "docs/engine.md") == "[clause](#R4.2), [`core`](cpp.md), file, [x](https://a.b)"
    assert site_text("![A picture](docs/pictures/table.png)", "README.md") == "![A picture](pictures/table.png)"
    assert site_text("```sh\n[a](b)\n```", "README.md") == "```sh\n[a](b)\n```"


def test_clauses_become_targets() -> None:
    assert site_text('## R1 Board\n<a id="R1"></a>\n', "docs/rules.md") == "(R1)=\n## R1 Board\n"
    assert site_text('<a id="R1.1"></a>**R1.1 A.** B', "docs/rules.md") == "(R1.1)=\n**R1.1 A.** B"


def test_clauses_that_the_rules_mention_are_links() -> None:
    page = rules_page("de")
    assert "(de-R4.3)=\n" in page
    assert '<a href="#de-r4-3">R4.3</a>' in page


def test_the_page_about_keys_lists_them_as_the_game_does() -> None:
    import json

    keys = (ROOT / "src" / "aquaromana" / "web" / "js" / "table" / "model" / "keys.js").read_text("utf-8")
    words = json.loads((ROOT / "src" / "aquaromana" / "web" / "locale" / "en" / "table.json").read_text("utf-8"))
    listed = re.findall(r'^  \["(\w+)", "([^"]+)"\],$', keys, re.MULTILINE)
    page = ROOT / "docs" / "keyboard.md"
    start = text_of(page).index("## Keys at the table")
    end = text_of(page).index("## Moving on the board")
    rows = re.findall(r"^\| (`.+?) \| (.+) \|$", text_of(page)[start:end], re.MULTILINE)
    assert rows == [
        (" ".join(key if key == "–" else f"`{key}`" for key in caps.split()), words[f"key.{name}"])
        for name, caps in listed
    ]


def test_a_section_leaves_out_the_lines_about_pages_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "there.md").touch()
    section = """# Section

- [A page](there.md): what it is about
- [Another page](gone.md): what it was about

```{toctree}
there
gone
PACKAGES
```
"""
    kept = without_missing(section, tmp_path)
    assert kept.splitlines() == [line for line in section.splitlines() if "gone" not in line]
    (tmp_path / "gone.md").touch()
    assert without_missing(section, tmp_path) == section
