"""The pages: their sessions run, their links lead somewhere, and what they say about the code is so."""

import ast
import doctest
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from aquaromana import Decision, Game, Kind, Phase, __version__
from aquaromana.rules import Position, actions, hashing, named_layout, standard_layout
from aquaromana.rules.errors import CATALOGUE
from aquaromana.rules.geometry import (
    FOUNTAINS,
    PATH,
    SIDE_NAMES,
    SIGHT,
    SQUARES,
    column_of,
    parse_port,
    parse_square,
    port_name,
    row_of,
    square_name,
)
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.moves import DECISIONS, Build, Close, Extra, Move, Place, Take
from aquaromana.rules.notation import FACE_LETTERS, PHASE_LETTERS, parse_position
from aquaromana.rules.tiles import CHANNELS, FACE_NAMES, FACES
from aquaromana.rules.turn import destination
from tests.docs.pages import DOCS, PAGES, anchors_of, cells, codes, page_name, prose_of, table, text_of
from tests.support.house import ROOT
from tests.support.positions import OUT_OF_SIGHT, built, plays

CLAUSES = {1: 6, 2: 5, 3: 6, 4: 9, 5: 3, 6: 4, 7: 0, 8: 5, 9: 0}
"""How many clauses each part of the rules has."""

WORDS = {
    *("board", "square", "side", "path", "fountain", "tile", "kind", "channel", "reservoir", "outlet", "aqueduct"),
    *("workman", "builder", "joker", "reserve", "stock", "podium", "seat", "color", "turn", "decision"),
}
"""The vocabulary of the source."""

EXAMPLES: list[dict[str, Any]] = tomllib.loads((DOCS / "examples.toml").read_text("utf-8"))["example"]
BY_NAME = {example["name"]: example for example in EXAMPLES}
KEYS = {
    *("name", "clause", "position", "region", "squares", "paths", "workmen", "before", "last_move", "caption"),
    *("lengths", "closed", "legal", "illegal"),
}


# the pages


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_session_in_a_page_is_true(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 0 or ">>>" not in text_of(page)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", prose_of(page)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link
        assert not anchor or anchor in anchors_of(target), link


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_picture_says_what_it_shows(page: Path) -> None:
    for alternative, _ in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text_of(page)):
        assert len(alternative) > 20


def test_the_changelog_knows_the_version() -> None:
    versions = re.findall(r"^## \[([^\]]+)\]", text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert versions[0] == "Unreleased"
    newest, here = ([*map(int, version.split("."))] for version in (versions[1], __version__))
    assert here >= newest, "the version is that of the last release, or of the one that is being made"


# the rules


def test_the_clauses_are_complete_and_in_order() -> None:
    found = re.findall(r'<a id="(R[0-9.]+)"></a>', text_of(DOCS / "rules.md"))
    wanted = []
    for part, count in CLAUSES.items():
        wanted += [f"R{part}", *(f"R{part}.{number}" for number in range(1, count + 1))]
    assert found == wanted


def test_every_clause_shows_its_number_beside_its_anchor() -> None:
    rules = text_of(DOCS / "rules.md")
    for part, count in CLAUSES.items():
        assert re.search(rf'^## R{part} .+\n<a id="R{part}"></a>$', rules, re.MULTILINE)
        for number in range(1, count + 1):
            clause = f"R{part}.{number}"
            assert re.search(rf'^<a id="{clause}"></a>\*\*{clause} [A-Z][^*]+\.\*\* \S', rules, re.MULTILINE), clause


def test_every_clause_that_the_source_cites_can_be_looked_up() -> None:
    anchors = anchors_of(DOCS / "rules.md")
    for source in sorted((ROOT / "src").rglob("*.py")):
        cited = set(re.findall(r"\bR[1-9](?:\.[0-9]+)?\b", text_of(source)))
        assert cited <= anchors, source
    assert {clause for clause, _ in CATALOGUE.values()} <= anchors


def test_the_table_of_layouts_is_the_one_in_use() -> None:
    header = ("color", "squares", "outlets with 2 or 4 players", "squares", "outlets with 3 players")
    rows = table(DOCS / "rules.md", *header)
    balanced = table(DOCS / "rules.md", "color", "squares", "outlets of `balanced` with 2 players")
    assert [row[0] for row in rows] == [row[0] for row in balanced] == list(COLOR_NAMES)
    standards = [(standard_layout(players), rows, at) for players, at in ((2, 1), (4, 1), (3, 3))]
    for layout, lines, at in [*standards, (named_layout("balanced", 2), balanced, 1)]:
        shown = [(line[at].split(), line[at + 1].split()) for line in lines if line[at] != "–"]
        used = [
            ([square_name(square) for square in reservoir.squares], [port_name(port) for port in reservoir.outlets])
            for reservoir in layout.reservoirs
        ]
        assert shown == used
    assert all(named_layout("balanced", players).is_standard for players in (3, 4))


@pytest.mark.parametrize(
    ("page", "header"),
    [("rules.md", ("decision", "written as", "example")), ("notation.md", ("decision", "form", "example"))],
)
def test_the_examples_of_notation_are_decisions_of_every_type(page: str, header: tuple[str, ...]) -> None:
    shown = [text for row in table(DOCS / page, *header) for text in codes(row[2])]
    assert [str(Decision(text)) for text in shown] == shown
    assert {Decision(text).type for text in shown} == {decision.type for decision in DECISIONS}


# the drawings in the rules


def position_of(example: dict[str, Any]) -> Position:
    return parse_position(example["position"])


def squares_of(region: str) -> set[int]:
    """The squares of a region like C2-F4."""
    first, last = map(parse_square, region.split("-"))
    columns = range(column_of(first), column_of(last) + 1)
    rows = range(row_of(first), row_of(last) + 1)
    return {square for square in range(SQUARES) if column_of(square) in columns and row_of(square) in rows}


def pictures_of(text: str) -> list[tuple[str, str]]:
    """The drawings that a text shows: caption and name."""
    return re.findall(r"!\[([^\]]*)\]\(pictures/rules/([\w-]+)\.svg\)", text)


def test_the_rules_show_every_drawing_once_with_its_caption() -> None:
    story, clauses = text_of(DOCS / "rules.md").split("\n## R1 ")
    captions = [(example["caption"], example["name"]) for example in EXAMPLES]
    assert len(BY_NAME) == len(EXAMPLES)
    assert pictures_of(clauses) == captions
    assert set(pictures_of(story)) <= set(captions)


def test_the_first_turn_is_as_the_rules_tell_it() -> None:
    story = text_of(DOCS / "rules.md").partition("## A first turn")[2].partition("\n## ")[0]
    game = Game.from_position(BY_NAME["build"]["position"])
    workmen = [port_name(game.position.ends[aqueduct]) for aqueduct in game.position.open_aqueducts(0)]
    assert {(text.split(".")[0], text.split(".")[1]) for text in map(str, game.legal_moves())} == {
        ("C1w", "28"),
        ("D1s", "4"),
        ("D1e", "4"),
    }
    assert len(workmen) == 3
    for decision in codes(story):
        game.play(decision)
    assert [str(move) for move in game.moves] == ["D1s.4.Ce", "-"]
    assert game.to_move == 1
    assert SIGHT[parse_square("D2")][1] == 13
    assert game.position.path[13] == Kind.DOUBLE


def test_the_drawing_of_the_walk_shows_builders_all_the_way_and_a_fountain() -> None:
    before = parse_position(BY_NAME["walk"]["before"])
    assert all(before.path[path] for path in (9, 10, 11, 12))
    assert destination(before, 9) == (13, True)
    assert 11 in FOUNTAINS


# rulings of the project that no clause states by itself


def test_scoring_goes_on_from_the_player_whose_turn_it_is() -> None:
    game = built(phase="t", turn=2, due="1101", gone="D1s H1s D8n")
    order = []
    while game.phase is Phase.CLAIM:
        order.append(game.to_move)
        game.push(game.legal_moves()[0])
    assert order == [3, 0, 1]


def test_seats_without_workmen_have_their_turns_before_the_game_ends() -> None:
    game = built(players=2, turn=1, builders="C@12", rest=OUT_OF_SIGHT, gone="H1w H1s D8e D8n C8w I8e H8n H8w")
    plays(game, "I1e.12.Cn *J")
    assert (game.to_move, game.phase) == (0, Phase.BUILD)
    plays(game, ">14 -")
    assert (game.to_move, game.phase, game.position.dry) == (1, Phase.RESERVE, 1)
    plays(game, "J@1")
    assert game.is_over
    assert game.to_move == game.position.turn == 1, "whose turn was the last, though no workman is left"


@pytest.mark.parametrize("example", EXAMPLES, ids=BY_NAME)
def test_a_drawing_can_be_drawn(example: dict[str, Any]) -> None:
    assert set(example) <= KEYS
    assert str(Game.from_position(example["position"])) == example["position"]
    assert example["clause"] in anchors_of(DOCS / "rules.md")
    region = squares_of(example["region"])
    assert region
    assert {parse_square(name) for name in example.get("squares", [])} <= region
    assert set(example.get("paths", [])) <= set(range(1, PATH + 1))
    assert {parse_port(name) for name in example.get("workmen", [])} <= set(position_of(example).ends)


@pytest.mark.parametrize("example", EXAMPLES, ids=BY_NAME)
def test_a_drawing_shows_what_its_caption_says(example: dict[str, Any]) -> None:
    position, game = position_of(example), Game.from_position(example["position"])
    for end, length in example.get("lengths", {}).items():
        assert position.lengths[position.ends.index(parse_port(end))] == length
    blocked = {port_name(end) for aqueduct, end in enumerate(position.ends) if position.blocked >> aqueduct & 1}
    assert blocked == set(example.get("closed", []))
    assert not any(game.reason(decision) for decision in example.get("legal", []))
    assert all(game.reason(decision) for decision in example.get("illegal", []))


@pytest.mark.parametrize("name", [example["name"] for example in EXAMPLES if "last_move" in example])
def test_a_drawing_shows_what_a_decision_leads_to(name: str) -> None:
    example = BY_NAME[name]
    game = Game.from_position(example["before"])
    game.play(example["last_move"])
    assert game == Game.from_position(example["position"])


def test_forbidden_tiles_are_forbidden_because_they_join() -> None:
    for name in ("join", "loop"):
        game = Game.from_position(BY_NAME[name]["position"])
        for decision in BY_NAME[name]["illegal"]:
            reason = game.reason(decision)
            assert reason is not None
            assert (reason.code, reason.clause) == ("build/joins", "R3.4")


def test_the_drawing_of_the_extra_tile_marks_the_squares_that_ends_face() -> None:
    position = position_of(BY_NAME["extra"])
    faced = [square_name(square) for square in range(SQUARES) if position.fed[square]]
    assert BY_NAME["extra"]["squares"] == faced
    game = Game.from_position("4.b.0d0.88.1C6DC2S3DB3C1B3D3S3B1S.---.ooo-ooo-ooo-ooo.-")
    game.play("D1e.38.Se")
    assert game.position == position


# the notation


def test_the_table_of_faces() -> None:
    rows = table(DOCS / "notation.md", "face", "name", "letter", "joins")
    words = dict(zip(SIDE_NAMES, ("north", "east", "south", "west"), strict=True))
    names = [words[side] for side in SIDE_NAMES]
    for row, face in zip(rows, FACES, strict=True):
        joins = ", ".join(f"{names[a]} with {names[b]}" for a, b in CHANNELS[face])
        assert row == [str(face), f"`{FACE_NAMES[face]}`", f"`{FACE_LETTERS[face]}`", joins]


def test_the_table_of_actions() -> None:
    rows = table(DOCS / "notation.md", "first", "decision", "offset", "example")
    firsts = [actions.BUILD, actions.EXTRA, actions.PLACE, actions.MOVE, actions.CLOSE, actions.PASS, actions.TAKE]
    assert [int(row[0]) for row in rows] == firsts
    for row in rows:
        (text,) = codes(row[3])
        assert row[3] == f"`{text}` is {int(Decision(text))}"
    assert f"from 0 to {actions.ACTIONS - 1}" in text_of(DOCS / "notation.md")


def parts_of(decision: Decision) -> dict[str, int]:
    """The names that the formulas of the table use."""
    match decision:
        case Build():
            return {"port": decision.workman, "look": decision.look, "lay": decision.lay}
        case Extra():
            return {"square": decision.square, "face": decision.face}
        case Place():
            return {"kind": decision.kind, "path": decision.path}
        case Move():
            return {"path": decision.path}
        case Close():
            return {"port": decision.workman}
        case Take():
            return {"kind": decision.kind}
        case _:
            return {}


def test_the_formulas_of_the_table_give_every_action() -> None:
    rows = table(DOCS / "notation.md", "first", "decision", "offset", "example")
    formulas = {Decision(codes(row[3])[0]).type: compile(f"{row[0]} + {codes(row[2])[0]}", "", "eval") for row in rows}
    for decision in DECISIONS:
        assert eval(formulas[decision.type], parts_of(decision)) == int(decision)


def test_the_table_of_lays() -> None:
    rows = table(DOCS / "notation.md", "lay", "tile", "quarter-turns clockwise from entry to exit")
    sides = {1: " to the left", 3: " to the right", 2: ""}
    for lay, row in enumerate(rows):
        turn = actions.LAY_TURN[lay]
        assert row == [str(lay), actions.LAY_KIND[lay].label + sides[turn], str(turn)]
    assert len(rows) == actions.LAYS


def test_the_table_of_the_hash_and_its_seed() -> None:
    rows = table(DOCS / "notation.md", "start", "feature", "offset", "present")
    starts = {name.lower(): value for name, value in vars(hashing).items() if name.isupper() and type(value) is int}
    blocks = {name: start for name, start in starts.items() if name not in ("seed", "features", "_mask")}
    assert {row[1]: int(row[0]) for row in rows} == blocks
    assert f"{hashing.SEED:#X}".replace("X", "x") in text_of(DOCS / "notation.md")


def test_the_table_of_fields_names_every_phase() -> None:
    (phase,) = (row for row in table(DOCS / "notation.md", "field", "content", "example") if row[0] == "2 phase")
    assert "".join(codes(phase[1])) == PHASE_LETTERS


# the glossary and the architecture


def test_the_glossary_has_every_word_in_three_languages() -> None:
    text = text_of(DOCS / "glossary.md")
    rows = [cells(line) for line in text.splitlines() if line.startswith("| ") and not line.startswith("| word")]
    assert all(len(row) == 4 and all(row) for row in rows)
    words = [row[0] for row in rows]
    assert set(words) >= WORDS
    assert len(set(words)) == len(words)
    for part in text.split("\n## ")[1:]:
        shown = re.findall(r"^\| ([\w -]+) \|", part, re.MULTILINE)[1:]
        assert shown == sorted(shown, key=str.lower)


def test_the_packages_are_listed_from_the_ground_floor_up() -> None:
    listed = re.findall(r"^      (\w+)/ ", text_of(DOCS / "architecture.md"), re.MULTILINE)
    listed.remove("web")  # no package of Python
    assert set(listed) == {path.parent.name for path in (ROOT / "src" / "aquaromana").glob("*/__init__.py")}
    contracts = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["importlinter"]["contracts"]
    floors = [re.findall(r"\w+", layer) for layer in reversed(contracts[0]["layers"])]
    heights = [next(height for height, floor in enumerate(floors) if name in floor) for name in listed]
    assert heights == sorted(heights)


@pytest.mark.parametrize("header", [("what", "where"), ("where", "what happens")])
def test_every_file_that_the_architecture_names_is_there_and_has_what_it_says(header: tuple[str, str]) -> None:
    source = ROOT / "src" / "aquaromana"
    bases = (source, source / "server", source / "server" / "service", source / "web" / "js" / "table", ROOT)
    named = 0
    for row in table(DOCS / "architecture.md", *header):
        place = row[header.index("where")]
        for path in (code for code in codes(place) if "/" in code or code.endswith((".py", ".js"))):
            found = [base / f"{path}{end}" for base in bases for end in ("", ".py") if (base / f"{path}{end}").exists()]
            assert found or any(source.rglob(path)), path
            named += 1
        for name, path in re.findall(r"`(?:\w+[.])?(\w+)`(?: asks)? (?:in|of) `([\w./]+)`", place):
            assert name in (source / path).read_text("utf-8"), f"{name} in {path}"
            named += 1
    assert named >= 15


def test_the_modules_of_the_rules_are_listed_in_the_order_of_their_imports() -> None:
    package = ROOT / "src" / "aquaromana" / "rules"
    listed = [codes(row[0])[0] for row in table(DOCS / "architecture.md", "module", "what it holds")]
    assert set(listed) == {source.stem for source in package.glob("[!_]*.py")}
    for number, name in enumerate(listed):
        tree = ast.parse(text_of(package / f"{name}.py"))
        imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]  # not those inside of functions
        modules = {(node.module or "").removeprefix("aquaromana.rules.") for node in imports}
        modules |= {alias.name for node in imports if node.module == "aquaromana.rules" for alias in node.names}
        assert modules & set(listed) <= set(listed[:number]), name
