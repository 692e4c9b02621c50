"""The C++ core: loading it, and holding it to the Python rules decision by decision."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest

from aquaromana import Game
from aquaromana.engine import NativeMissingError, Search, native
from aquaromana.rules import IllegalMove, Layout, Phase
from aquaromana.rules.actions import ACTIONS
from aquaromana.rules.layout import parse_layout
from aquaromana.rules.notation import parse_position
from aquaromana.rules.perft import perft
from tests.support.golden import PERFT, Counted, perft_lines
from tests.support.random_play import CUSTOM, POLICIES, played, sampled
from tests.support.sizes import LongSize

if TYPE_CHECKING:
    from aquaromana import _core

DECISIONS = LongSize("core-differential", ci=100_000, long=1_000_000)
ILLEGAL = LongSize("core-illegal", ci=10_000, long=100_000)


def _four(players: int) -> Layout:
    return parse_layout(
        f"""
        players = {players}
        name = "crowded"
        yellow = {{ squares = ["G4", "G3"], outlets = ["G4w", "G3w", "G3n"] }}
        red = {{ squares = ["F5", "F6"], outlets = ["F5n", "F6e", "F6w"] }}
        blue = {{ squares = ["E4", "D4"], outlets = ["E4e", "D4w", "D4s"] }}
        green = {{ squares = ["I7", "J7"], outlets = ["I7w", "J7n", "J7s"] }}
        """
    )


LAYOUTS: tuple[tuple[int, Layout | None], ...] = (
    (2, None),
    (3, None),
    (4, None),
    (3, CUSTOM),
    (2, _four(2)),
    (4, _four(4)),
)
"""The standard layouts, one away from the edge, and one in which four aqueducts soon face one square."""


def differences(game: Game, state: "_core.State") -> list[str]:
    """The names of everything in which the core differs."""
    position = game.position
    podiums = bytes(sum((color + 1) << 4 * slot for slot, color in enumerate(colors)) for colors in position.podiums)
    pairs = {
        "hash": (state.state_hash, position.hash),
        "phase": (state.phase, position.phase),
        "mover": (state.to_move, position.mover),
        "turn": (state.turn, position.turn),
        "dry": (state.dry, position.dry),
        "laid": (state.laid, position.laid),
        "legal": (state.legal_moves(), list(game.legal_moves())),
        "ends": (state.ends, position.ends),
        "lengths": (state.lengths, position.lengths),
        "blocked": (state.blocked, position.blocked),
        "on_board": (state.on_board, position.on_board),
        "board": (state.board, position.board),
        "path": (state.path, position.path),
        "fed": (state.fed, position.fed),
        "stock": (state.stock, position.stock),
        "reserve": (state.reserve, position.reserve),
        "held": (state.held, position.held),
        "podiums": (state.podiums, podiums),
        "over": (state.is_over, game.is_over),
        "scores": (tuple(state.scores()), game.scores()),
    }
    return [name for name, (core, python) in pairs.items() if core != python]


def games(first: int, step: int) -> Iterator[tuple[Game, int, str]]:
    """Games without end, over all layouts and policies."""
    for seed in count(first, step):
        players, layout = LAYOUTS[seed % len(LAYOUTS)]
        yield Game(players, layout=layout), seed, list(POLICIES)[seed // len(LAYOUTS) % len(POLICIES)]


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@DECISIONS.mark
@pytest.mark.parametrize("part", range(4))
def test_core_and_rules_agree_at_every_decision(part: int) -> None:
    compared: Counter[Phase] = Counter()
    policies: Counter[str] = Counter()
    for game, seed, policy in games(part, 5):  # 5 has no factor in common with the lists, so that all combine
        state = native.core_state(game.position)
        known = 0
        for now in played(game, seed, POLICIES[policy]):
            for decision in now.moves[known:]:
                state.play(decision)
            known = len(now.moves)
            assert not differences(now, state), f"seed {seed}, {policy}, after {' '.join(map(str, now.moves))}"
            compared[now.phase] += 1
        policies[policy] += 1
        if compared.total() >= DECISIONS.value // 4:
            break
    assert set(compared) == set(Phase)
    assert set(policies) == set(POLICIES)


@pytest.mark.slow
@pytest.mark.usefixtures("core")
def test_a_position_taken_over_in_the_middle_is_the_same() -> None:
    for game in sampled(350, layouts=(None,)):
        assert not differences(game, native.core_state(game.position)), str(game)


@pytest.mark.usefixtures("core")
def test_a_new_game_is_the_same() -> None:
    from aquaromana import _core

    for players, layout in LAYOUTS:
        game = Game(players, layout=layout)
        assert not differences(game, _core.State(native.core_layout(game.layout)))


@pytest.mark.usefixtures("core")
def test_a_copy_of_a_state_goes_its_own_way() -> None:
    game = Game(2)
    state = native.core_state(game.position)
    other = state.copy()
    other.play(game.legal_moves()[0])
    assert not differences(game, state)
    game.play(game.legal_moves()[0])
    assert not differences(game, other)


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@ILLEGAL.mark
def test_both_reject_illegal_decisions() -> None:
    rng = Random(1)
    positions = sampled(280)
    elsewhere = [move for game in positions for move in game.legal_moves()]
    refused = 0
    while refused < ILLEGAL.value:
        game = rng.choice(positions)
        action = rng.choice(elsewhere) if rng.random() < 0.8 else rng.randrange(ACTIONS)
        if action in game.legal_moves():
            continue
        state = native.core_state(game.position)
        with pytest.raises(IllegalMove):
            game.play(action)
        with pytest.raises(ValueError, match="legal"):
            state.play(action)
        assert not differences(game, state)
        refused += 1


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("action", [-1, ACTIONS, 65536, 2**31 - 1])
def test_numbers_that_are_not_decisions_are_rejected(action: int) -> None:
    state = native.core_state(Game(2).position)
    with pytest.raises(ValueError, match="legal"):
        state.play(action)


FIELDS = ("board", "path", "held", "podiums", "due", "on_board", "clock")


def changed(game: Game, field: str, index: int, value: int) -> list[bytes | int]:
    """The fields of a position as the core takes them, one number changed."""
    fields: list[bytes | int] = list(native.core_fields(game.position))
    place = FIELDS.index(field)
    old = fields[place]
    if isinstance(old, bytes):
        fields[place] = old[:index] + bytes([value]) + old[index + 1 :]
    else:
        fields[place] = value
    return fields


def refusal(layout: Layout, fields: list[bytes | int]) -> str:
    """What the core says to these fields, both for a single game and in a batch; nothing if it takes them."""
    from aquaromana import _core

    make: Any = _core.State.make
    said = []
    for attempt in (
        lambda: make(native.core_layout(layout), *fields),
        lambda: _core.Batch(native.core_layout(layout), 1, 0, 1).set_fields(0, cast(Any, tuple(fields))),
    ):
        try:
            attempt()
        except ValueError as error:
            said.append(str(error))
        else:
            said.append("")
    assert said[0] == said[1]
    return said[0]


def after_set_up(players: int) -> Game:
    """The first position of a random game in which something is built."""
    return next(game for game in played(Game(players), 1, POLICIES["anything"]) if game.phase is Phase.BUILD)


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(
    ("field", "index", "value", "why"),
    [
        ("board", 40, 10, "no such board"),
        ("board", 0, 0, "no such board"),
        ("board", 40, 255, "no such board"),
        ("path", 0, 1, "begins with square 1"),
        ("path", 1, 6, "no such builder"),
        ("held", 0, 1, "no such hand"),
        ("held", 2, 5, "no such hand"),
        ("held", 1, 4, "too many builders"),
        ("podiums", 0, 1, "no podium 0"),
        ("podiums", 9, 5, "no such podium"),
        ("podiums", 9, 0x12, "no such podium"),
        ("podiums", 7, 0x10, "no such podium"),
        ("podiums", 9, 0x21, "too full"),
        ("podiums", 9, 1, "on a podium and on the board"),
        ("due", 0, 1, "nobody takes a builder"),
        ("due", 1, 200, "more reserve builders are due"),
        ("on_board", 0, 1 << 12, "no such workman"),
        ("on_board", 0, -1, "no such workman"),
        ("on_board", 0, 0, "goes on without workmen"),
        ("clock", 0, 7, "no such clock"),
        ("clock", 0, Phase.SETUP, "set-up is complete"),
        ("clock", 0, Phase.RESERVE, "holds no builder"),
        ("clock", 0, Phase.EXTRA, "laid for an extra tile"),
        ("clock", 0, Phase.CLAIM, "another seat has to decide"),
        ("clock", 0, Phase.OVER, "over with workmen"),
        ("clock", 1, 2, "no such clock"),
        ("clock", 1, 1, "another seat has to decide"),
        ("clock", 2, 3, "no such clock"),
        ("clock", 3, 3, "no such clock"),
        ("clock", 3, 2, "goes on without tiles"),
        ("clock", 4, 5, "no such clock"),
        ("clock", 4, 1, "laid for an extra tile"),
    ],
)
def test_fields_that_are_not_a_position_are_rejected(field: str, index: int, value: int, why: str) -> None:
    game = after_set_up(2)
    assert why in refusal(game.layout, changed(game, field, index, value))


@pytest.mark.usefixtures("core")
def test_a_seat_that_builds_needs_a_workman() -> None:
    game = after_set_up(4)
    assert refusal(game.layout, changed(game, "on_board", 0, game.layout.owned[0])) == ""
    assert "the seat has no workman" in refusal(game.layout, changed(game, "on_board", 0, game.layout.owned[1]))


@pytest.mark.usefixtures("core")
def test_fields_of_the_wrong_size_are_refused() -> None:
    game = after_set_up(3)
    for place, field in enumerate(native.core_fields(game.position)):
        if isinstance(field, bytes):
            for wrong in (field[:-1], field + b"\0", b""):
                fields: list[bytes | int] = list(native.core_fields(game.position))
                fields[place] = wrong
                assert "has the wrong size" in refusal(game.layout, fields)


@pytest.mark.slow
@pytest.mark.usefixtures("core")
def test_a_position_with_any_number_changed_is_refused_or_can_be_played() -> None:
    from aquaromana import _core

    rng = Random(1)
    outcomes: Counter[bool] = Counter()
    for game in sampled(140):
        for _ in range(20):
            place = rng.randrange(len(FIELDS))
            old = native.core_fields(game.position)[place]
            index = rng.randrange(len(old)) if isinstance(old, bytes) else 0
            value = rng.choice((*range(16), 17, 33, 255)) if isinstance(old, bytes) else rng.randrange(1 << 12)
            fields = changed(game, FIELDS[place], index, value)
            refused = bool(refusal(game.layout, fields))
            outcomes[refused] += 1
            if refused:
                continue
            make: Any = _core.State.make
            state = make(native.core_layout(game.layout), *fields)
            for _ in range(300):
                moves = state.legal_moves()
                assert bool(moves) != state.is_over
                if not moves:
                    break
                state.play(rng.choice(moves))
            assert state.is_over
    assert min(outcomes.values()) > 50


@pytest.mark.usefixtures("core")
def test_a_layout_whose_water_has_no_reservoir_is_refused() -> None:
    from aquaromana import _core

    layout = Game(2).layout
    outlets = list(layout.outlets)
    for wrong in ([outlets[1], *outlets[1:]], [160, *outlets[1:]], [-1, *outlets[1:]], [352, *outlets[1:]]):
        with pytest.raises(ValueError, match=r"layout|outlet"):
            _core.Layout(2, wrong, layout.colors, layout.color_seats, layout.start_board)


@pytest.mark.slow
@pytest.mark.usefixtures("core")
def test_perft_of_positions_in_every_phase() -> None:
    for game in sampled(70):
        depth = 2 if len(game.legal_moves()) < 60 else 1
        state = native.core_state(game.position)
        assert [state.perft(n) for n in range(depth + 1)] == [perft(game, n) for n in range(depth + 1)], str(game)


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("path", sorted(PERFT.glob("*.perft")), ids=lambda path: path.stem)
def test_perft_files(path: Path) -> None:
    lines = [line for line in perft_lines(path) if isinstance(line, Counted)]
    assert lines
    for line in lines:
        state = native.core_state(parse_position(line.position))
        assert {depth: state.perft(depth) for depth in line.counts} == line.counts, line.position


BROKEN = """
import sys, types
fake = sys.argv[1]
if fake == "missing":
    sys.modules["aquaromana._core"] = None
else:
    module = types.ModuleType("aquaromana._core")
    module.version = fake
    sys.modules["aquaromana._core"] = module
    import aquaromana
    aquaromana._core = module
from aquaromana import Game
from aquaromana.engine import Budget, Search
for seed in range(2):
    print(Search(seed=seed).think(Game(2), Budget(playouts=3)).playouts)
"""


def without_core(fake: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Search twice in a process in which the core is missing or has another version."""
    environment = {name: value for name, value in os.environ.items() if name != "AQUA_REQUIRE_NATIVE"}
    return subprocess.run(
        [sys.executable, "-c", BROKEN, fake],
        env={**environment, **variables, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_without_core_the_fallback_plays_and_says_so_once() -> None:
    done = without_core("missing")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "3\n3\n"
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("Bots are weaker than they could be: ")


def test_a_core_of_another_version_is_not_used() -> None:
    done = without_core("0.0.1")
    assert done.stdout == "3\n3\n", done.stderr
    assert "was built from version 0.0.1" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("fake", ["missing", "0.0.1"])
def test_a_required_core_that_is_missing_is_an_error(fake: str) -> None:
    done = without_core(fake, AQUA_REQUIRE_NATIVE="1")
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].startswith("aquaromana.engine.native.NativeMissingError: The C++ core")


def test_the_core_can_be_demanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "why_missing", lambda: "there is none")
    with pytest.raises(NativeMissingError, match="There is none"):
        Search(core="native")
