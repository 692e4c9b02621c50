"""Observations: the planes against their table, the core against the twin in Python, and what must not matter."""

from collections import Counter

import numpy as np
import pytest

from aquaromana import Game
from aquaromana.engine import native
from aquaromana.engine.batch import Batch
from aquaromana.engine.observation import BOARD_PLANES, GLOBALS, PATH_PLANES, SIZE, Plane, observe, views
from aquaromana.rules import Layout, Phase, Position
from aquaromana.rules.geometry import PATH, SQUARES, parse_port, parse_square
from aquaromana.rules.layout import AQUEDUCTS, standard_layout
from aquaromana.rules.notation import parse_position
from aquaromana.rules.position import HAND
from tests.support.golden import PERFT, Counted, perft_lines
from tests.support.house import ROOT
from tests.support.random_play import CUSTOM, POLICIES, played, sampled
from tests.support.sizes import LongSize

COMPARED = LongSize("observation", ci=2_000, long=100_000)

PAGE = ROOT / "docs" / "observation.md"
PARTS = {"board": BOARD_PLANES, "path": PATH_PLANES, "globals": GLOBALS}


def numbers(position: Position) -> dict[str, "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]"]:
    """The observation by the names of its planes."""
    parts = views(np.frombuffer(observe(position), np.uint8))
    return {
        f"{part} {plane.name}": values
        for part, array in zip(PARTS, parts, strict=True)
        for plane, values in zip(PARTS[part], array, strict=True)
    }


def written(part: str, planes: tuple[Plane, ...]) -> str:
    """The table of a part as the page has it."""
    head = f"| {part} | name | most | meaning |\n|---|---|---|---|\n"
    return head + "".join(
        f"| {number} | `{plane.name}` | {plane.most} | {plane.meaning} |\n" for number, plane in enumerate(planes)
    )


@pytest.mark.parametrize("part", PARTS)
def test_the_page_has_a_line_for_each_plane(part: str) -> None:
    table = written(part, PARTS[part])
    assert table in PAGE.read_text("utf-8"), f"docs/observation.md should have:\n\n{table}"


def test_the_page_knows_the_sizes() -> None:
    page = PAGE.read_text("utf-8")
    for size in (len(BOARD_PLANES), len(PATH_PLANES), len(GLOBALS), SIZE):
        assert f"{size:,}" in page or str(size) in page


@pytest.mark.parametrize("part", PARTS)
def test_names_differ(part: str) -> None:
    names = Counter(plane.name for plane in PARTS[part])
    assert names.most_common(1)[0][1] == 1


@pytest.mark.usefixtures("core")
def test_the_core_has_the_same_sizes() -> None:
    from aquaromana import _core

    assert tuple(map(len, PARTS.values())) == (_core.BOARD_PLANES, _core.PATH_PLANES, _core.GLOBALS)
    assert _core.OBSERVATION_SIZE == SIZE == len(observe(Game(2).position))


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@COMPARED.mark
def test_the_core_sees_the_same() -> None:
    phases: Counter[Phase] = Counter()
    used: set[int] = set()
    for layout in (standard_layout(2), standard_layout(3), standard_layout(4), CUSTOM):
        batch = Batch(1, layout=layout)
        compared, seed = 0, 0
        while compared < COMPARED.value // 4:
            policy = list(POLICIES)[seed % len(POLICIES)]
            for game in played(Game(layout=layout), seed, POLICIES[policy]):
                if (len(game.moves) + seed) % 3 and game.phase not in (Phase.EXTRA, Phase.CLAIM, Phase.OVER):
                    continue
                batch.set_position(0, game.position)
                core, python = batch.observations()[0], np.frombuffer(observe(game.position), np.uint8)
                assert np.array_equal(core, python), f"{game}: {_where(core, python)}"
                phases[game.phase] += 1
                compared += 1
                used |= set(np.flatnonzero(python).tolist())
            seed += 1
    assert set(phases) == set(Phase)
    ever = np.zeros(SIZE, np.uint8)
    ever[list(used)] = 1
    never = [
        f"{part} {plane.name}"
        for part, array in zip(PARTS, views(ever), strict=True)
        for plane, values in zip(PARTS[part], array, strict=True)
        if not values.any()
    ]
    assert not [name for name in never if not name.startswith(RARE)], "these planes are always empty"


RARE = ("globals on-podium", "globals held", "globals due", "globals turn", "globals lengths", "board loop")
"""What a few games need not show, or not for every seat."""


@pytest.mark.usefixtures("core")
def test_the_core_sees_the_same_in_rare_positions() -> None:
    looped = 0
    for path in sorted(PERFT.glob("*.perft")):
        for line in perft_lines(path):
            if isinstance(line, Counted):
                position = parse_position(line.position)
                batch = Batch(1, layout=position.layout)
                batch.set_position(0, position)
                assert batch.observations().tobytes() == observe(position), line.position
                looped += bool(numbers(position)["board loop"].any())
    assert looped


def _where(first: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]", second: object) -> list[str]:
    """The planes in which two observations differ."""
    return [
        f"{part} {plane.name}"
        for part, array in zip(PARTS, views(first != second), strict=True)
        for plane, values in zip(PARTS[part], array, strict=True)
        if values.any()
    ]


@pytest.mark.slow
def test_no_plane_goes_beyond_its_most() -> None:
    for game in sampled(210, layouts=(None, CUSTOM)):
        for part, array in zip(PARTS, views(np.frombuffer(observe(game.position), np.uint8)), strict=True):
            for plane, values in zip(PARTS[part], array, strict=True):
                assert values.max() <= plane.most, f"{part} {plane.name} in {game}"


def rotated(position: Position) -> Position:
    """The same with every color handed on to the next seat, and everything else with it."""
    layout = position.layout
    reservoirs = (layout.reservoirs[-1], *layout.reservoirs[:-1])
    new = Position(Layout(layout.players, reservoirs))
    colors, per_color = len(reservoirs), AQUEDUCTS // len(reservoirs)
    new.board = bytearray(content if content < 10 else 10 + (content - 10 + 1) % colors for content in position.board)
    new.path = position.path[:]
    new.held = position.held[-HAND:] + position.held[:-HAND]
    new.due = position.due[-1:] + position.due[:-1]
    new.on_board = sum(
        (position.on_board >> aqueduct & 1) << (aqueduct + per_color) % AQUEDUCTS for aqueduct in range(AQUEDUCTS)
    )
    new.podiums = tuple(tuple(sorted((color + 1) % colors for color in podium)) for podium in position.podiums)
    new.phase, new.dry, new.laid = position.phase, position.dry, position.laid
    new.mover, new.turn = (position.mover + 1) % layout.players, (position.turn + 1) % layout.players
    new.refresh()
    return new


@pytest.mark.slow
def test_seats_are_relative_to_the_mover() -> None:
    for game in sampled(210, layouts=(None, CUSTOM)):
        position = game.position
        for _ in range(position.players):
            turned = rotated(position)
            assert turned.mover != position.mover
            assert observe(turned) == observe(position), str(game)
            position = turned


@pytest.mark.slow
@pytest.mark.usefixtures("core")
def test_every_seat_can_look() -> None:
    """Another seat sees what it would see if it were to move, except the mask; the core and the twin agree."""
    seen = np.empty(SIZE, np.uint8)
    for game in sampled(60, layouts=(None, CUSTOM)):
        state = native.core_state(game.position)
        for seat in range(game.players):
            state.observation(seat, seen)
            assert seen.tobytes() == observe(game.position, seat), f"{game} from {seat}"
            turned = game.position.copy()
            turned.mover = seat
            assert observe(game.position, seat) == observe(turned), f"{game} from {seat}"
        for wrong in (-1, game.players):
            with pytest.raises(ValueError, match="no such seat"):
                state.observation(wrong, seen)
    with pytest.raises(ValueError, match="the wrong size"):
        native.core_state(Game(2).position).observation(0, np.empty(5, np.uint8))


@pytest.mark.slow
def test_seats_that_do_not_play_have_nothing() -> None:
    for game in sampled(70):
        absent = {str(seat) for seat in range(game.players, 4)}
        for name, values in numbers(game.position).items():
            _, group, *rest = name.split()
            by_seat = {"reservoir", "water", "workman", "fed", "watched", "turn", "held", "due", "workmen"}
            by_seat |= {"on-podium", "points", "points-if-ended", "lengths"}
            if group in by_seat and rest[0] in absent:
                assert not values.any(), f"{name} in {game}"


def test_a_new_game_in_words() -> None:
    seen = numbers(Game(2).position)
    at = {
        name: seen[f"board {name}"].reshape(SQUARES) for name in ("reservoir 0", "reservoir 1", "outlet e", "fed 0 w")
    }
    assert np.flatnonzero(at["reservoir 0"]).tolist() == sorted(map(parse_square, ("C1", "D1", "H8", "I8")))
    assert np.flatnonzero(at["reservoir 1"]).tolist() == sorted(map(parse_square, ("H1", "I1", "C8", "D8")))
    assert np.flatnonzero(at["outlet e"]).tolist() == sorted(map(parse_square, ("D1", "I1", "I8", "D8")))
    assert np.flatnonzero(at["fed 0 w"]).tolist() == sorted(map(parse_square, ("E1", "J8")))  # from D1e and I8e
    assert seen["globals players 2"] == seen["globals phase setup"] == seen["globals turn 0"] == 1
    assert seen["globals empty-squares"] == 84 - 8
    assert [int(seen[f"globals setup {kind}"]) for kind in "CDSB"] == [3, 3, 3, 3]
    assert [int(seen[f"globals lengths 0 {rank}"]) for rank in range(6)] == [1] * 6
    assert seen["path free"].all()


def test_a_builder_is_seen_along_his_line() -> None:
    game = Game(2)
    game.play("C@4")
    game.play("S@38")
    seen = numbers(game.position)
    assert [index + 1 for index in np.flatnonzero(seen["path builder C"])] == [4]
    assert seen["board sees C n"].sum(axis=0).tolist() == [0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]
    assert seen["board sees S w"].sum(axis=1).tolist() == [11, 0, 0, 0, 0, 0, 0, 0]
    assert not seen["board sees S n"].any()
    assert seen["board sees-crossing w"].sum() == 11  # a fountain lies between 38 and 1 (R1.2)
    assert not seen["board sees-crossing n"].any()
    assert seen["path walk"][[3, 37]].tolist() == [1, 1]
    assert seen["path watched 0"][3] == 2  # the workmen at D1s and D1e (R4.2)


def test_water_and_ends_by_side() -> None:
    position = Game(2).position.copy()
    position.board[parse_square("E1")] = 9  # a bridge east of D1: the water runs on to F1
    position.refresh()
    seen = numbers(position)
    assert seen["board water 0 w"].reshape(SQUARES)[parse_square("E1")] == 1
    assert seen["board water 0 e"].reshape(SQUARES)[parse_square("E1")] == 1
    assert seen["board water 0 s"].reshape(SQUARES)[parse_square("E1")] == 0
    end = parse_port("E1e")
    assert seen["board workman 0 e"].reshape(SQUARES)[end >> 2] == 1
    assert seen["board length e"].reshape(SQUARES)[end >> 2] == 1
    assert seen["board podium e"].reshape(SQUARES)[end >> 2] == 1
    assert seen["board fed 0 w"].reshape(SQUARES)[parse_square("F1")] == 1
    assert seen["board fed-length w"].reshape(SQUARES)[parse_square("F1")] == 1
    # from E2 water could run north through the bridge, where the edge shuts it
    assert seen["board loose n"].reshape(SQUARES)[parse_square("E2")] == 1
    assert seen["board shut n"].reshape(SQUARES)[parse_square("E2")] == 1


def test_views_share_the_memory() -> None:
    one = np.zeros(SIZE, np.uint8)
    parts = views(one)
    assert parts.board.shape == (len(BOARD_PLANES), 8, 11)
    assert parts.path.shape == (len(PATH_PLANES), PATH)
    assert parts.globals.shape == (len(GLOBALS),)
    parts.board[:] = 1
    parts.path[:] = 2
    parts.globals[:] = 3
    assert Counter(one.tolist()) == {1: len(BOARD_PLANES) * SQUARES, 2: len(PATH_PLANES) * PATH, 3: len(GLOBALS)}
    assert views(np.zeros((2, 3, SIZE))).board.shape == (2, 3, len(BOARD_PLANES), 8, 11)
    with pytest.raises(ValueError, match=r"shape \(…, 11418\), not \(5,\)"):
        views(np.zeros(5))


def test_the_twin_needs_no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "why_missing", lambda: "there is none")
    assert len(observe(Game(4).position)) == SIZE
