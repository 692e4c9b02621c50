"""The rules and the oracle of tests/support play the same games in lock-step and must agree at every decision.

The policies steer games to where two readings of RULES.md could part: each names the rare clauses it is there to
reach, and a run that does not reach them fails.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pytest

from aquaromana import Game
from aquaromana.rules.errors import LayoutError
from aquaromana.rules.geometry import port_name, square_name
from aquaromana.rules.layout import parse_layout
from aquaromana.rules.tiles import FACE_NAMES, KIND_LETTERS, RESERVOIR
from tests.support.oracle import COLUMNS, FACES, FOUNTAINS, STANDARD, STEP, Oracle, beyond, name_of
from tests.support.sizes import LongSize

DIFFERENTIAL: Final = LongSize("differential", ci=1, long=100)
"""How many times over each policy plays its games."""

Chooser = Callable[[random.Random, Oracle, Sequence[str]], str]
COLORS: Final = ("yellow", "red", "blue", "green")
TRIED: Final = 6  # how many decisions a policy that looks ahead tries out
HEAP: Final = {str(path) for path in (38, *range(1, 12))}
LOOPS: Final = {"+Csw@B1", "+Cne@A2", "+Ces@J1", "+Cnw@K2", "+Cnw@B8", "+Ces@A7", "+Cne@J8", "+Csw@K7"}
LOOP_SQUARES: Final = {("B", 2), ("J", 2), ("B", 7), ("J", 7)}  # two sides of it meet over a corner and two of LOOPS
JUMPERS: Final = {
    *(f"C@{path}" for path in (18, 29, 37)),
    *(f"{kind}@{path}" for kind in "DSB" for path in FOUNTAINS),
    *(f"{kind}@{path}" for kind in "DB" for path in (3, 14, 22, 33)),
}
"""Curves that pass a fountain at their first step, and double tiles in sight of the outlets of LOOP_LAYOUTS."""

LOOP_LAYOUTS: Final = {
    3: ("C2 D2 C2w D2e D2s D2n", "B3 B4 B3n B4s B4e B3e", "I7 H7 I7e H7w H7n H7s"),
    4: ("C2 D2 C2w D2e D2s", "B3 B4 B3n B4s B4e", "I7 H7 I7e H7w H7n", "J6 J5 J6s J5n J5w"),
}
"""Two outlets face B2 and, with four reservoirs, J7. Two players use the table for four."""

CROWD_LAYOUTS: Final = {
    3: ("G4 G3 G4w G3w G3n G4e", "F5 F6 F5n F6e F6w F6s", "E4 D4 E4e D4w D4s D4n"),
    4: ("G4 G3 G4w G3w G3n", "F5 F6 F5n F6e F6w", "E4 D4 E4e D4w D4s", "I7 J7 I7w J7n J7s"),
}
"""Three outlets face F4, and a curve on F3 brings a fourth end there. Two players use the table for four."""


# Policies: the texts of the legal decisions come in sorted, one of them goes out.


def uniform(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    return rng.choice(legal)


def patient(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    """Never closes by choice, so that boards fill."""
    return "-" if "-" in legal else rng.choice(legal)


def hasty(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    """Closes whenever it may."""
    return rng.choice([text for text in legal if text[0] == "x"] or legal)


def one_kind(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    """Lays straights wherever it can, and bridges when they are gone: the stock of both runs out."""
    for sign in (".S", "+S", ".B", "+B", "*J"):
        wanted = [text for text in legal if sign in text]
        if wanted:
            return rng.choice(wanted)
    return patient(rng, oracle, legal)


def packed(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    """Heaps the builders up along the top edge: few are in sight, and the last of the row passes two fountains."""
    heap = [text for text in legal if text.partition("@")[2] in HEAP]
    jumping = [text for text in legal if ".38." in text]
    return patient(rng, oracle, heap or jumping or legal)


def crowded(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    """Brings as many ends as it can before one empty square."""
    return _best(rng, oracle, legal, _crowd)


def long_aqueducts(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    """Lets every aqueduct grow and stay open."""
    return _best(rng, oracle, legal, lambda after: (len(after.workmen), sum(after.lengths().values())))


def looping(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    """Leads two sides of an empty square to one another, over a corner and two extra curves, and builds there."""
    if oracle.phase == "setup":
        return rng.choice([text for text in legal if text in JUMPERS] or legal)
    if wanted := [text for text in legal if text in LOOPS]:
        return rng.choice(wanted)
    if oracle.phase != "build" or legal[0][0] == ">":
        return patient(rng, oracle, legal)
    if into := [text for text in legal if text[-2] in "DB" and _returns(oracle, _ahead(text))]:
        return rng.choice(into)
    apart = [text for text in legal if _ahead(text) not in LOOP_SQUARES]
    jumping = [text for text in apart if text[-2] == "C" and _jumps(oracle, text)]
    return rng.choice(jumping or apart or legal)


def filling(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    """Takes every extra tile it can get and keeps workmen on the board, until no square is left for one."""
    return _best(rng, oracle, legal, lambda after: (len(after.workmen), after.phase == "extra"))


def fickle(rng: random.Random, oracle: Oracle, legal: Sequence[str]) -> str:
    """Another policy at every decision."""
    return rng.choice([uniform, patient, hasty, one_kind, packed, crowded, looping, filling])(rng, oracle, legal)


def _best(
    rng: random.Random, oracle: Oracle, legal: Sequence[str], worth: Callable[[Oracle], tuple[int, ...] | int]
) -> str:
    if oracle.phase not in {"build", "extra"}:
        return patient(rng, oracle, legal)
    tried = rng.sample(legal, min(TRIED, len(legal)))
    after = {text: oracle.copy() for text in tried}
    for text, one in after.items():
        one.push(text)
    return max(tried, key=lambda text: worth(after[text]))


def _crowd(oracle: Oracle) -> tuple[int, ...]:
    ahead = [beyond(oracle.end(outlet)) for outlet in oracle.owner]
    crowds = Counter(square for square in ahead if oracle.is_empty(square))
    return (max(crowds.values(), default=0), sum(count**2 for count in crowds.values()))


def _ahead(build: str) -> tuple[str, int]:
    return beyond(((build[0], int(build[1])), build[2]))


def _returns(oracle: Oracle, square: tuple[str, int]) -> bool:
    """Whether some side of an empty square leads back to it over tiles."""
    return any(beyond(end) == square for passed, end in (oracle.trace((square, side)) for side in STEP) if passed)


def _jumps(oracle: Oracle, build: str) -> bool:
    return oracle.copy()._move_builder(int(build.split(".")[1])) > 0


@dataclass(frozen=True, slots=True)
class Policy:
    choose: Chooser
    reaches: tuple[str, ...] = ()
    """The events of the oracle that must come up, in the small size too."""
    layouts: Mapping[int, Sequence[str]] | None = None
    """Reservoirs that help it to reach them, played in addition to the standard and the random ones."""
    games: int = 1
    """How many in the small size, of each layout and number of players: fewer where it looks ahead."""
    loose: bool = False
    """Whether loose tiles are strewn over the board after the set-up."""

    @property
    def name(self) -> str:
        return self.choose.__name__ + "_among_loose_tiles" * self.loose


POLICIES: Final = (
    Policy(uniform, ("R4.8 no tile", "R6.1 turn without workmen"), games=2),
    Policy(patient, ("R4.1 without workmen", "R5.3 inside a rival's turn"), games=2),
    Policy(patient, ("R4.7 no square",), games=2, loose=True),
    Policy(hasty, ("R5.2 length 0", "R5.3 reserve empty", "R6.1 no workman left"), games=2),
    Policy(one_kind, ("R4.4 build", "R4.4 extra tile", "R6.2 open at the end"), games=2),
    Policy(packed, ("R4.7 two fountains",), games=2),
    Policy(crowded, ("R3.5 only joining tiles", "R5.2 over 20"), CROWD_LAYOUTS),
    Policy(long_aqueducts, ("R4.5 several squares", "R8.3 several aqueducts")),
    Policy(looping, ("R3.2 new tile passed twice", "R3.4 only by both channels"), LOOP_LAYOUTS, games=2),
    Policy(filling, ("R5.2 none free below",)),
    Policy(fickle, games=2),
)


# Layouts


def toml(players: int, reservoirs: Sequence[str]) -> str:
    lines = [f"players = {players}"]
    for color, reservoir in zip(COLORS, reservoirs, strict=False):
        names = reservoir.split()
        lines += [f"[{color}]", f"squares = {names[:2]}", f"outlets = {names[2:]}"]
    return "\n".join(lines)


def random_reservoirs(rng: random.Random, players: int, width: int, height: int) -> list[str]:
    """Reservoirs anywhere in a window of the board, often impossible ones."""
    left, top = rng.randint(0, 11 - width), rng.randint(1, 9 - height)
    window = [(COLUMNS[left + x], top + y) for x in range(width) for y in range(height)]
    reservoirs = []
    for _ in range(3 if players == 3 else 4):
        first = rng.choice(window)
        neighbors = {beyond((first, side)) for side in STEP} & set(window)
        second = rng.choice(sorted(neighbors))
        around = [(square, side) for square in (first, second) for side in STEP]
        outer = [name_of(port) for port in around if beyond(port) not in {first, second}]
        outlets = rng.sample(outer, 4 if players == 3 else 3)
        reservoirs.append(" ".join([f"{column}{row}" for column, row in (first, second)] + outlets))
    return reservoirs


def layouts_for(rng: random.Random, players: int, policy: Policy) -> Iterator[Sequence[str]]:
    """The standard layout, the one that the policy asks for, and a random one."""
    yield STANDARD[players]
    if policy.layouts:
        yield policy.layouts[3 if players == 3 else 4]
    width, height = rng.choice([(11, 8), (6, 5), (5, 4)])
    while oracle_refuses(players, reservoirs := random_reservoirs(rng, players, width, height)):
        pass
    yield reservoirs


# The comparison


def state_of_game(game: Game) -> dict[str, Any]:
    position, layout = game.position, game.layout
    outlets = [port_name(port) for port in layout.outlets]
    held = [position.held[seat * 6 : seat * 6 + 6] for seat in range(game.players)]
    return {
        "legal": [str(decision) for decision in sorted(game.legal_moves(), key=str)],
        "mover": game.to_move,
        "phase": game.phase.name.lower(),
        "scores": game.scores(),
        "podium points": game.podium_points(),
        "scores if ended": game.scores_if_ended(),
        "ends": {outlet: port_name(end) for outlet, end in zip(outlets, position.ends, strict=True)},
        "lengths": dict(zip(outlets, position.lengths, strict=True)),
        "workmen": {outlet for aqueduct, outlet in enumerate(outlets) if position.on_board >> aqueduct & 1},
        "podiums": {
            value: sorted(layout.color_seats[color] for color in colors)
            for value, colors in enumerate(position.podiums)
            if colors
        },
        "hands": [_builders(hand) for hand in held],
        "reserve": _builders(position.reserve),
        "stock": {kind: position.stock[KIND_LETTERS.index(kind)] for kind in "CDSB"},
        "path": {path: KIND_LETTERS[kind] for path, kind in enumerate(position.path) if kind},
        "board": {
            square_name(square): FACE_NAMES[face] for square, face in enumerate(position.board) if 0 < face < RESERVOIR
        },
    }


def state_of_oracle(oracle: Oracle) -> dict[str, Any]:
    face_of = {channels: face for face, channels in FACES.items()}
    return {
        "legal": sorted(oracle.legal()),
        "mover": oracle.to_move,
        "phase": oracle.phase,
        "scores": oracle.scores(),
        "podium points": oracle.podium_points(),
        "scores if ended": oracle.scores_if_ended(),
        "ends": oracle.ends(),
        "lengths": oracle.lengths(),
        "workmen": {name_of(outlet) for outlet in oracle.workmen},
        "podiums": {value: sorted(seats) for value, seats in oracle.podiums.items() if seats},
        "hands": [oracle.hand(seat) for seat in range(oracle.players)],
        "reserve": "".join(sorted(oracle.reserve.elements())),
        "stock": dict(oracle.stock),
        "path": oracle.path,
        "board": {f"{a}{b}": face_of[channels] for (a, b), channels in oracle.board.items() if channels},
    }


def _builders(counts: Sequence[int]) -> str:
    return "".join(sorted(KIND_LETTERS[kind] * count for kind, count in enumerate(counts)))


def compare(game: Game, oracle: Oracle) -> list[str]:
    """Hold both states against each other; return the legal decisions, sorted."""
    ours, theirs = state_of_game(game), state_of_oracle(oracle)
    for field, value in theirs.items():
        assert ours[field] == value, (
            f"{field} after {' '.join(map(str, game.moves))} from {Game.from_position(game.start)}"
        )
    legal: list[str] = theirs["legal"]
    return legal


def strew(rng: random.Random, game: Game, oracle: Oracle) -> Game:
    """Lay tiles where extra tiles may lie, on up to all such squares, in the oracle and in a copy of the game."""
    position = game.position.copy()
    for square in rng.sample(range(88), rng.choice([20, 50, 88])):
        face = rng.choice([face for face in FACES if oracle.stock[face[0]]])
        oracle.laid = face[0]
        if f"+{face}@{square_name(square)}" in oracle._extras():
            oracle._lay((square_name(square)[0], int(square_name(square)[1])), face)
            position.board[square] = FACE_NAMES.index(face)
            position.stock[KIND_LETTERS.index(face[0])] -= 1
    oracle.laid = ""
    position.refresh()
    return Game.from_position(position)


def play_in_lock_step(rng: random.Random, players: int, reservoirs: Sequence[str], policy: Policy) -> Oracle:
    """Play one game to its end. Returns the oracle, for the events it saw."""
    game = Game(layout=parse_layout(toml(players, reservoirs)))
    oracle = Oracle(players, reservoirs)
    legal_before: Sequence[str] = []
    while legal := compare(game, oracle):
        stale = [text for text in legal_before if text not in legal]
        for text in rng.sample(stale, min(2, len(stale))):
            assert game.reason(text) is not None, f"{text} has no reason to be illegal in {game}"
        legal_before, before = legal, oracle.phase
        text = policy.choose(rng, oracle, legal)
        game.play(text)
        oracle.push(text)
        if policy.loose and (before, oracle.phase) == ("setup", "build"):
            game = strew(rng, game, oracle)
    assert game.is_over
    return oracle


@DIFFERENTIAL.mark
@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_rules_and_oracle_agree(policy: Policy) -> None:
    events = Counter[str]()
    for players, number in itertools.product((2, 3, 4), range(policy.games * DIFFERENTIAL.value)):
        rng = random.Random(f"{policy.name} {players} {number}")
        for reservoirs in layouts_for(rng, players, policy):
            events += play_in_lock_step(rng, players, reservoirs, policy).events
    assert set(policy.reaches) <= set(events)


@DIFFERENTIAL.mark
@pytest.mark.parametrize("players", [2, 3, 4])
def test_layouts_are_refused_alike(players: int) -> None:
    """R2.2, mostly in narrow windows, where outlets come to face each other, walls and shared squares."""
    outcomes = Counter[bool]()
    for number in range(100 * DIFFERENTIAL.value):
        rng = random.Random(f"{players} {number}")
        reservoirs = random_reservoirs(rng, players, *rng.choice([(11, 8), (5, 4), (4, 4)]))
        refused = oracle_refuses(players, reservoirs)
        assert rules_refuse(players, reservoirs) == refused, reservoirs
        outcomes[refused] += 1
    assert outcomes[True]
    assert outcomes[False]


@pytest.mark.parametrize(("north", "refused"), [("F3s", True), ("F2n", False)])
def test_four_outlets_before_one_square_are_refused_alike(north: str, refused: bool) -> None:
    """R2.2 with R3.5: no tile could take up any of the four without joining two."""
    reservoirs = ("G4 H4 G4w H4n H4s", "F5 F6 F5n F6e F6w", "E4 D4 E4e D4w D4s", f"F2 F3 {north} F2e F2w")
    assert oracle_refuses(4, reservoirs) == rules_refuse(4, reservoirs) == refused


def oracle_refuses(players: int, reservoirs: Sequence[str]) -> bool:
    try:
        Oracle(players, reservoirs)
    except ValueError:
        return True
    return False


def rules_refuse(players: int, reservoirs: Sequence[str]) -> bool:
    try:
        parse_layout(toml(players, reservoirs))
    except LayoutError:
        return True
    return False
