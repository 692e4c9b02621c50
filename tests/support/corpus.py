"""The corpus of rare positions, `tests/corpus/rare.txt`: its lines, and the oracle brought to a position of it.

A line is `TAGS ; POSITION ; DECISION`: what is rare there, the position just before it, and the decision by which it
comes about, or `none` where the position itself is rare already. Lines that begin with `#` say what the tags mean.
Written by `scripts/hunt`, see tests/support/hunt.py.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from aquaromana.rules import Decision, Kind, Phase, Position
from aquaromana.rules.geometry import port_name, square_name
from aquaromana.rules.notation import parse_position
from aquaromana.rules.position import HAND
from aquaromana.rules.tiles import FACE_NAMES, FACES, KIND_LETTERS
from tests.support import oracle

RARE = Path(__file__).resolve().parents[1] / "corpus" / "rare.txt"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the corpus."""

    tags: tuple[str, ...]
    text: str
    decision: Decision | None

    def __str__(self) -> str:
        return f"{' '.join(self.tags)} ; {self.text} ; {self.decision or 'none'}"

    @property
    def position(self) -> Position:
        """The position, parsed again."""
        return parse_position(self.text)


def parse_entry(line: str) -> Entry:
    """The entry in a line."""
    tags, text, decision = (part.strip() for part in line.split(";"))
    return Entry(tuple(tags.split()), text, None if decision == "none" else Decision(decision))


def entries(path: Path = RARE) -> Iterator[Entry]:
    """Every entry of the corpus."""
    for line in path.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield parse_entry(line)


PHASES = {
    Phase.SETUP: "setup",
    Phase.RESERVE: "reserve",
    Phase.BUILD: "build",
    Phase.EXTRA: "extra",
    Phase.CLOSE: "close",
    Phase.CLAIM: "claim",
    Phase.OVER: "over",
}
"""The oracle's words."""


def oracle_at(position: Position) -> oracle.Oracle:
    """The oracle as if it had played to a position after the set-up: what lies and stands is copied, nothing else."""
    layout = position.layout
    reservoirs = [
        " ".join([*map(square_name, reservoir.squares), *map(port_name, reservoir.outlets)])
        for reservoir in layout.reservoirs
    ]
    other = oracle.Oracle(layout.players, reservoirs)
    for square, (content, start) in enumerate(zip(position.board, layout.start_board, strict=True)):
        if content in FACES and not start:
            face = FACE_NAMES[content]
            other.board[oracle.square_of(square_name(square))] = oracle.FACES[face]
            other.stock[face[0]] -= 1
    outlets = [oracle.port_of(port_name(outlet)) for outlet in layout.outlets]
    other.workmen = [outlet for aqueduct, outlet in enumerate(outlets) if position.on_board >> aqueduct & 1]
    other.path = {path: KIND_LETTERS[kind] for path, kind in enumerate(position.path) if kind}
    other.set_up = Counter()
    for seat in range(layout.players):
        other.hands[seat] = Counter({KIND_LETTERS[kind]: position.held[seat * HAND + kind] for kind in Kind})
    for builder in [*other.path.values(), *(builder for hand in other.hands for builder in hand.elements())]:
        other.reserve[builder] += 1
    other.reserve = Counter(dict.fromkeys("CDSB", 4)) + Counter("J") - (other.reserve - Counter("CDSBJ"))
    for value, colors in enumerate(position.podiums):
        if colors:
            other.podiums[value] = [layout.color_seats[color] for color in colors]
    other.phase = PHASES[position.phase]
    other.turn, other.to_move = position.turn, position.mover
    # the oracle counts a turn without a tile when it ends
    began = position.phase in (Phase.CLOSE, Phase.CLAIM) and position.dry > 0
    other.turns_without_tile = position.dry - began
    if position.phase is Phase.EXTRA:
        other.laid = KIND_LETTERS[position.laid]
    elif position.phase in (Phase.CLOSE, Phase.CLAIM) and not position.dry:
        other.laid = "C"  # any: only whether a tile was laid matters from here on
    if position.phase is Phase.CLOSE:
        other.waiting = [outlet for outlet in other.workmen if other.is_closed(outlet)]
    order = [(position.turn + step) % layout.players for step in range(layout.players)]
    other.claims = [seat for seat in order for _ in range(position.due[seat])]
    return other
