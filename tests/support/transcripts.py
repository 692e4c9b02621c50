"""Conversations with an engine as text: `>` is said to it, `<` is its answer, `#` begins a remark.

They are the files of `tests/stdio/transcripts` and the blocks marked `transcript` of docs/engine-protocol.md; in the
same form, `tests/stdio/transcripts/analyze` and the blocks marked `analysis` of docs/analysis-protocol.md have queries
of `aqua analyze`. All are written by `scripts/golden`, where there is a C++ core.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from aquaromana.stdio.analyze import AnalysisHost
from aquaromana.stdio.engine import EngineHost
from aquaromana.version import __version__

_ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPTS = _ROOT / "tests" / "stdio" / "transcripts"
QUERIES = TRANSCRIPTS / "analyze"
PAGE = _ROOT / "docs" / "engine-protocol.md"
QUERY_PAGE = _ROOT / "docs" / "analysis-protocol.md"

_QUERY_BLOCK = re.compile(r"(?<=^```analysis\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"(?<=^```transcript\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_TIME = re.compile(r"\btime \d+")
_NAME = re.compile(r"^< id name Aqua Romana \S+$", re.MULTILINE)


def answered(text: str) -> str:
    """A conversation held again. Reports before the last of a search depend on the machine: they are left out."""
    lines: list[str] = []
    answers: list[str] = []
    host = EngineHost(answers.append)
    endless = False
    for written in text.splitlines():
        if written.startswith("#"):
            lines.append(written)
        if not written.startswith(">"):
            continue
        line = written.removeprefix("> ")
        lines.append(written)
        host.hear(line)
        endless = endless or line.startswith("go infinite")
        if not endless or line == "stop":
            host.wait()
        lines += [f"< {answer}" for answer in last_reports(answers, keep=not endless)]
        answers.clear()
        endless = endless and line != "stop"
    host.leave()
    return plain("\n".join(lines) + "\n")


def last_reports(answers: list[str], *, keep: bool) -> list[str]:
    """The answers without reports that a later one replaces, or without any."""
    searched = [answer for answer in answers if " nodes " in answer and answer.startswith("info ")]
    most = max((_nodes(answer) for answer in searched), default=0)
    return [answer for answer in answers if answer not in searched or (keep and _nodes(answer) == most)]


def _nodes(answer: str) -> int:
    found = re.search(r" nodes (\d+)", answer)
    assert found is not None
    return int(found[1])


def plain(text: str) -> str:
    """A conversation without what differs from run to run and from version to version."""
    return _TIME.sub("time 0", _NAME.sub(f"< id name Aqua Romana {__version__}", text))


def analyzed(text: str) -> str:
    """Queries asked again, one after the other."""
    lines: list[str] = []
    host = AnalysisHost(lambda line: lines.append(f"< {line}"))
    for line in text.splitlines():
        if not line.startswith("<"):
            lines.append(line)
        if line.startswith(">"):
            host.hear(line.removeprefix("> "))
            host.wait()
    host.leave()
    return plain_analysis("\n".join(lines) + "\n")


def plain_analysis(text: str) -> str:
    """Queries and answers without what differs from run to run and from version to version."""
    text = re.sub(r'"seconds":[0-9.]+', '"seconds":0.0', text)
    return re.sub(r'"version":"[^"]+"', f'"version":"{__version__}"', text)


def fresh_page() -> str:
    """The page with every conversation held again."""
    return _BLOCK.sub(lambda block: answered(block[0]), PAGE.read_text("utf-8"))


def fresh_query_page() -> str:
    """The page with every query asked again."""
    return _QUERY_BLOCK.sub(lambda block: analyzed(block[0]), QUERY_PAGE.read_text("utf-8"))


def fresh_transcripts() -> Iterator[tuple[Path, str]]:
    """Every conversation held again: its file, and how that should be."""
    for path in sorted(TRANSCRIPTS.glob("*.txt")):
        yield path, answered(path.read_text("utf-8"))
    for path in sorted(QUERIES.glob("*.txt")):
        yield path, analyzed(path.read_text("utf-8"))
    yield PAGE, fresh_page()
    yield QUERY_PAGE, fresh_query_page()
