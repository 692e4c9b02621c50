"""The page docs/facts.md: its tables are written from the catalogue of facts by `scripts/golden`."""

import inspect
import json
import re
from pathlib import Path

from aquaromana.analysis.facts import FACTS
from tests.support.house import ROOT

PAGE = ROOT / "docs" / "facts.md"
ENGLISH = ROOT / "src" / "aquaromana" / "web" / "locale" / "en" / "facts.json"
HEAD = ("| code | clause | grade | true if | sentence |", "|---|---|---|---|---|")


def fresh_page() -> tuple[Path, str]:
    """The page with its tables as the catalogue is now."""
    text = PAGE.read_text("utf-8")
    for name, negative in (("for", False), ("against", True)):
        mark = f"<!-- facts {name}: written by scripts/golden -->"
        before, _, rest = text.partition(f"{mark}\n")
        after = rest.partition("\n\n")[2]
        text = f"{before}{mark}\n{table(negative=negative)}\n\n{after}"
    return PAGE, text


def table(*, negative: bool) -> str:
    """The facts for or against a decision, a row each, the most telling first."""
    sentences = json.loads(ENGLISH.read_text("utf-8"))
    rows = []
    for code, entry in FACTS.items():
        if entry.negative == negative:
            sentence = sentences[code] if isinstance(sentences[code], str) else sentences[code]["other"]
            clause = f"[{entry.clause}](rules.md#{entry.clause})"
            shown = re.sub(r"[{}]", "`", sentence)
            rows.append(f"| `{code}` | {clause} | {entry.grade} | {_meaning(code)} | {shown} |")
    return "\n".join([*HEAD, *rows])


def _meaning(code: str) -> str:
    """The first paragraph of the predicate's docstring, in one line."""
    doc = inspect.getdoc(FACTS[code].holds) or ""
    return " ".join(doc.partition("\n\n")[0].split())
