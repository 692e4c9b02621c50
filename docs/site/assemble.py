"""The pages of the site, made from what is there: docs/*.md, the rules of the browser, docstrings.

The Markdown stays readable where it lies. Here it gets what the generator needs: targets for clauses, links between
pages that lie elsewhere in the site, and plain text for links to files that are not part of it.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
SITE: Final = ROOT / "docs" / "site"
WEB: Final = ROOT / "src" / "aquaromana" / "web"
LANGUAGES: Final = {"en": "English", "de": "Deutsch", "fr": "Français"}
TITLES: Final = {"en": "The rules", "de": "Die Regeln", "fr": "Les règles"}
PACKAGES: Final = ("rules", "records", "drawing", "engine", "bots", "arena", "analysis", "datasets", "envs")
MODULES: Final = {
    "engine": ("observation", "protocol", "solve"),
    "envs": ("aqua_romana_v0", "gymnasium", "openspiel", "vector"),
}
"""Modules that are public beside what their package exports."""
ELSEWHERE: Final = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "cpp/README.md": "cpp.md",
    "docs/dataset/README.md": "dataset-card.md",
}
"""Pages that do not lie in docs, and their names in the site."""
COPIED: Final = (
    "docs/pictures",
    "docs/plots",
    "docs/examples.toml",
    "docs/analysis.schema.json",
    "deploy",
    "examples",
    "LICENSE",
)
"""What pages show or link to, beside other pages."""

LINK: Final = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
PICTURE: Final = re.compile(r"(!\[[^\]]*\]\()([^)\s]+)(\))")
ANCHORED_HEADING: Final = re.compile(r'^(#+ .+)\n<a id="([^"]+)"></a>$', re.MULTILINE)
ANCHOR: Final = re.compile(r'^<a id="([^"]+)"></a>', re.MULTILINE)
CODE: Final = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)

UNCOLORED: Final = ("analysis", "ebnf", "js", "transcript")
"""Code that the generator does not know how to color, or stumbles over."""


def assemble(target: Path) -> None:
    """Write all pages and what they show into an empty folder."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(SITE, target, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copy(SITE / "conf.py", target)
    for name in COPIED:
        source, place = ROOT / name, target / name.removeprefix("docs/")
        if source.is_dir():
            shutil.copytree(source, place)
        else:
            shutil.copy(source, place)
    shutil.copytree(ROOT / "docs" / "pictures" / "rules", target / "extra" / "pictures" / "rules")
    for name, page in site_pages().items():
        (target / page).write_text(site_text((ROOT / name).read_text("utf-8"), name), "utf-8")
    for language in LANGUAGES:
        (target / f"rules-{language}.md").write_text(rules_page(language), "utf-8")
    (target / "api").mkdir()
    for package in packages():
        (target / "api" / f"{package}.md").write_text(api_page(package), "utf-8")
    for section in target.glob("*.md"):
        if (SITE / section.name).exists():
            section.write_text(without_missing(section.read_text("utf-8"), target), "utf-8")
    listed = "\n".join(f"api/{package}" for package in packages())
    section = target / "reference.md"
    section.write_text(section.read_text("utf-8").replace("PACKAGES", listed), "utf-8")


def site_pages() -> dict[str, str]:
    """Every page of Markdown, by its path in the project, with its name in the site."""
    docs = {f"docs/{path.name}": path.name for path in sorted((ROOT / "docs").glob("*.md"))}
    return docs | ELSEWHERE


def without_missing(text: str, folder: Path) -> str:
    """A section without the lines about pages that are not there."""
    lines = []
    for line in text.splitlines():
        named = re.fullmatch(r"- \[.*?\]\(([\w-]+)\.md\).*|([\w-]+)", line)
        if not named or named[0].isupper() or (folder / f"{named[1] or named[2]}.md").exists():
            lines.append(line)
    return "\n".join(lines) + "\n"


def packages() -> list[str]:
    return [name for name in PACKAGES if (ROOT / "src" / "aquaromana" / name).is_dir()]


def site_text(text: str, name: str) -> str:
    """A page as the generator takes it."""
    text = ANCHORED_HEADING.sub(r"(\2)=\n\1", text)
    text = ANCHOR.sub(r"(\1)=\n", text)
    parts = CODE.split(text)  # every second part is code
    for number in range(0, len(parts), 2):
        parts[number] = LINK.sub(lambda match: _link(match, name), parts[number])
        parts[number] = PICTURE.sub(lambda match: match[1] + _place(match[2], name) + match[3], parts[number])
    return re.sub(rf"^```(?:{'|'.join(UNCOLORED)})$", "```text", "".join(parts), flags=re.MULTILINE)


def _place(path: str, name: str) -> str:
    """Where a file lies in the site that a page links to."""
    found = (ROOT / name).parent / path
    inside = found.resolve().relative_to(ROOT).as_posix()
    return site_pages().get(inside, inside.removeprefix("docs/"))


def _link(match: re.Match[str], name: str) -> str:
    words, link = match[1], match[2]
    if "://" in link:
        return match[0]
    path, _, anchor = link.partition("#")
    if anchor and re.fullmatch(r"R[\d.]+|AQR[\d.]+", anchor):
        return f"[{words}](#{anchor})"
    if not path:
        return match[0]
    place = _place(path, name)
    if place.endswith(".md") and place in site_pages().values():
        return f"[{words}]({place}{'#' + anchor if anchor else ''})"
    is_copied = any(Path(place).is_relative_to(copied.removeprefix("docs/")) for copied in COPIED)
    return f"[{words}]({place})" if is_copied and Path(place).suffix else words


# the rules of the browser


def rules_page(language: str) -> str:
    """The rules in one language, from the text that the browser shows."""
    text = (WEB / "rules" / f"{language}.html").read_text("utf-8")
    examples = json.loads((WEB / "rules" / "examples.json").read_text("utf-8"))
    others = [f"[{LANGUAGES[other]}](rules-{other}.md)" for other in LANGUAGES if other != language]
    head = f"# {TITLES[language]}\n\n{' · '.join(others)}\n\n"
    return head + _markdown(text, language, examples)


def _markdown(text: str, language: str, examples: Mapping[str, Mapping[str, object]]) -> str:
    """HTML of headings, paragraphs, lists, tables and figures as Markdown with blocks of HTML."""

    def heading(match: re.Match[str]) -> str:
        label = f"({language}-{match['id']})=\n" if match["id"] else ""
        return f"\n\n{label}{'#' * int(match['depth'])} {' '.join(match['words'].split())}\n\n"

    def figure(match: re.Match[str]) -> str:
        example = examples[match[1]]
        size = f'width="{example["width"]}" height="{example["height"]}"'
        return f'<figure class="drawing"><img src="pictures/rules/{match[1]}.svg" alt="" {size}>'

    text = re.sub(r'<h(?P<depth>[23])(?: id="(?P<id>[^"]+)")?>(?P<words>.*?)</h[23]>', heading, text, flags=re.DOTALL)
    text = re.sub(r'<figure data-example="([\w-]+)">', figure, text)
    text = re.sub(r"</?section[^>]*>", "\n", text)
    blocks = re.split(r"(\n\n\(.*?\)=\n#+ .*?\n\n|\n\n#+ .*?\n\n)", text)
    kept = []
    for number, block in enumerate(blocks):
        if number % 2:
            kept.append(block)
        elif block.strip():
            lines = "\n".join(line for line in block.splitlines() if line.strip())  # an empty line would end the HTML
            kept.append(f"```{{raw}} html\n{_linked(lines, language)}\n```\n")
    return "".join(kept)


def _linked(html: str, language: str) -> str:
    """Make every clause that is mentioned a link, as the browser does; not in notation."""
    parts = re.split(r"(<code>.*?</code>|<[^>]+>)", html, flags=re.DOTALL)
    for number in range(0, len(parts), 2):
        parts[number] = re.sub(
            r"\bR[1-9](?:\.[1-9])?\b",
            lambda match: f'<a href="#{language}-{match[0].lower().replace(".", "-")}">{match[0]}</a>',
            parts[number],
        )
    return "".join(parts)


def api_page(package: str) -> str:
    """The page about a package, from its docstrings."""
    name = f"aquaromana.{package}"
    options = ":members:\n:imported-members:\n:undoc-members:\n:member-order: bysource"
    page = f"# `{name}`\n\n```{{eval-rst}}\n.. automodule:: {name}\n{_indented(options)}\n```\n"
    for module in MODULES.get(package, ()):
        inner = f"{name}.{module}"
        options = ":members:\n:member-order: bysource"
        page += f"\n## `{inner}`\n\n```{{eval-rst}}\n.. automodule:: {inner}\n{_indented(options)}\n```\n"
    return page


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in text.splitlines())
