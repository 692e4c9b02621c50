"""Golden files: what is written once, read by people in a diff, and compared by the tests.

All are rewritten by `scripts/golden`, or those of some kinds by `scripts/golden KIND…`:

- `tests/perft/*.perft`: lines of play counted. A line is a position, then for each depth a semicolon, the depth and
  the number of lines of play of that length: `POSITION ; 1 152 ; 2 22496`. Lines that begin with `#` say what the
  position shows, blank lines separate. To add a position, write it with `?` for the counts.
- `tests/playthroughs/*.txt`: one random game each, decision by decision.
- `tests/envs/playthroughs/*.txt`: a random game each, as OpenSpiel sees it. They need the C++ core and OpenSpiel.
- `tests/engine/data/frozen.txt` and `champion.txt` beside it: what the levels of the search and the champion decide, by
  seed; `tests/support/frozen.py` has more. They are left alone where there is no C++ core.
- `tests/stdio/transcripts/*.txt` and the transcripts in docs/engine-protocol.md: conversations with an engine;
  `tests/support/transcripts.py` has more. These, too, need the core.
- the tables in docs/facts.md, from the catalogue of facts; see `tests/support/facts_page.py`.
"""

import argparse
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random

from aquaromana.engine import native
from aquaromana.rules import Decision, Game, Phase, Position
from aquaromana.rules.geometry import PATH, port_name, square_name
from aquaromana.rules.layout import AQUEDUCTS, COLOR_NAMES
from aquaromana.rules.perft import perft
from aquaromana.rules.position import HAND
from aquaromana.rules.tiles import FACE_NAMES, KIND_LETTERS, Kind
from tests.support.facts_page import fresh_page
from tests.support.frozen import CHAMPION, FROZEN, fresh_champion, fresh_frozen
from tests.support.openspiel import fresh_playthroughs
from tests.support.positions import drawing_of
from tests.support.random_play import CUSTOM, Policy, anything, long_lived, never_closing
from tests.support.transcripts import fresh_transcripts

TESTS = Path(__file__).resolve().parents[1]
PERFT = TESTS / "perft"
PLAYTHROUGHS = TESTS / "playthroughs"


class Counted:
    """A line of a perft file: a position and the counts by depth, None where one is still asked for."""

    def __init__(self, line: str) -> None:
        self.position, *parts = (part.strip() for part in line.split(";"))
        self.counts: dict[int, int | None] = {}
        for part in parts:
            depth, count = part.split()
            self.counts[int(depth)] = None if count == "?" else int(count)

    def __str__(self) -> str:
        return " ; ".join([self.position, *(f"{depth} {count}" for depth, count in self.counts.items())])

    def recount(self) -> "Counted":
        """The same line with fresh counts."""
        fresh = Counted(self.position)
        fresh.counts = {depth: perft(Game.from_position(self.position), depth) for depth in self.counts}
        return fresh


def perft_lines(path: Path) -> list[str | Counted]:
    """The lines of a perft file, remarks and blank lines as they are."""
    lines = path.read_text("utf-8").splitlines()
    return [line if not line.strip() or line.startswith("#") else Counted(line) for line in lines]


def fresh_perft(path: Path) -> str:
    """A perft file with all counts recomputed."""
    lines = (line.recount() if isinstance(line, Counted) else line for line in perft_lines(path))
    return "".join(f"{line}\n" for line in lines)


PLAYED: Mapping[str, tuple[Game, int, Policy, str]] = {
    "two-players": (Game(2), 2, never_closing, "closing nothing by choice"),
    "three-players": (Game(3), 3, anything, "deciding anything"),
    "four-players": (Game(4), 4, long_lived, "keeping the water running, closing nothing by choice"),
    "custom-layout": (Game(layout=CUSTOM), 5, never_closing, "closing nothing by choice"),
}
"""The playthroughs: a new game, a seed, a policy and the policy in words."""

PHASES = {
    Phase.SETUP: "set-up",
    Phase.RESERVE: "reserve",
    Phase.BUILD: "build",
    Phase.EXTRA: "extra",
    Phase.CLOSE: "close",
    Phase.CLAIM: "claim",
    Phase.OVER: "over",
}


def playthrough(name: str) -> str:
    """The text of one playthrough."""
    start, seed, policy, words = PLAYED[name]
    game, rng = start.copy(), Random(seed)
    lines = [
        f"A random game of {game.players}, {words} (seed {seed}). Written by scripts/golden.",
        "Each decision: number, seat, phase, legal decisions, the one made; then what it changed and the state's hash.",
        "",
        *_situation(game),
    ]
    while not game.is_over:
        decision = policy(game, rng)
        lines += ["", _head(game, decision)]
        before = game.position
        game.push(decision)
        lines += [f"     {change}" for change in changes(before, game.position)]
        lines.append(f"     hash {game.state_hash:016x}")
        if len(game.moves) % 25 == 0 or game.is_over:
            lines += ["", *_situation(game)]
    scores, places = game.scores(), game.places()
    lines += ["", *(f"seat {seat}: {scores[seat]} points, place {places[seat]}" for seat in range(game.players))]
    return "\n".join(lines) + "\n"


def _head(game: Game, decision: Decision) -> str:
    number, count = len(game.moves) + 1, len(game.legal_moves())
    return f"{number:>3}. seat {game.to_move}, {PHASES[game.phase]}, {count} legal: {decision}"


def _situation(game: Game) -> Iterator[str]:
    position = game.position
    yield str(game)
    yield from drawing_of(position).splitlines()
    yield "stock " + " ".join(f"{KIND_LETTERS[kind]}{position.stock[kind]}" for kind in range(1, 5))
    yield "reserve " + ("".join(KIND_LETTERS[kind] for kind in Kind for _ in range(position.reserve[kind])) or "-")


def changes(before: Position, after: Position) -> Iterator[str]:
    """What a decision changed, in words."""
    for square, (old, new) in enumerate(zip(before.board, after.board, strict=True)):
        if old != new:
            yield f"tile {FACE_NAMES[new]} on {square_name(square)}"
    left = [path for path in range(1, PATH + 1) if before.path[path] and not after.path[path]]
    came = [path for path in range(1, PATH + 1) if after.path[path] and not before.path[path]]
    for path in came:
        source = f"from {left[0]}" if left else "is placed"
        yield f"builder {KIND_LETTERS[after.path[path]]} {source} {'to' if left else 'on'} {path}"
    for aqueduct in range(AQUEDUCTS):
        yield from _aqueduct(before, after, aqueduct)
    for value, (old_colors, new_colors) in enumerate(zip(before.podiums, after.podiums, strict=True)):
        for color, name in enumerate(COLOR_NAMES):
            if new_colors.count(color) > old_colors.count(color):
                yield f"podium {value}: {name}"
    for seat in range(before.players):
        for kind in Kind:
            if after.held[seat * HAND + kind] > before.held[seat * HAND + kind]:
                yield f"seat {seat} takes {kind.letter} from the reserve"
        if after.phase is Phase.CLAIM and before.phase is not Phase.CLAIM and after.due[seat]:
            yield f"seat {seat} may take {after.due[seat]}"
    if after.dry != before.dry:
        yield f"turns without a tile: {after.dry}"
    if after.turn != before.turn and after.phase is not Phase.SETUP:
        yield f"turn of seat {after.turn}"
    if after.phase is Phase.OVER:
        yield "the game is over"


def _aqueduct(before: Position, after: Position, aqueduct: int) -> Iterator[str]:
    color = COLOR_NAMES[after.layout.colors[aqueduct]]
    end, length = port_name(after.ends[aqueduct]), after.lengths[aqueduct]
    bit = 1 << aqueduct
    if before.ends[aqueduct] != after.ends[aqueduct]:
        yield f"{color} {port_name(before.ends[aqueduct])} runs to {end}, length {length}"
    if after.blocked & ~before.blocked & bit:
        yield f"{color} {end} is blocked"
    if before.on_board & ~after.on_board & bit:
        yield f"{color} {end} is scored with length {length}"


def _fresh_perfts() -> Iterator[tuple[Path, str]]:
    for path in sorted(PERFT.glob("*.perft")):
        yield path, fresh_perft(path)


def _fresh_playthroughs() -> Iterator[tuple[Path, str]]:
    for name in PLAYED:
        yield PLAYTHROUGHS / f"{name}.txt", playthrough(name)


KINDS: Mapping[str, Callable[[], Iterable[tuple[Path, str]]]] = {
    "perft": _fresh_perfts,
    "playthroughs": _fresh_playthroughs,
    "facts": lambda: [fresh_page()],
    "frozen": lambda: [(FROZEN, fresh_frozen())],
    "champion": lambda: [(CHAMPION, fresh_champion())],
    "transcripts": fresh_transcripts,
    "envs": fresh_playthroughs,
}
"""The files of each kind as they should be."""

NEED_CORE = frozenset({"frozen", "champion", "transcripts", "envs"})


def fresh(kinds: Collection[str] = ()) -> Iterator[tuple[Path, str]]:
    """The golden files of these kinds, or of all that can be made here, as they should be."""
    for kind in kinds or KINDS:
        if kind not in NEED_CORE or native.available():
            yield from KINDS[kind]()
        elif kinds:
            sys.exit(f"The files of the kind {kind} need the C++ core: {native.why_missing()}")


def main() -> None:
    """Write the golden files, or tell which ones differ."""
    parser = argparse.ArgumentParser(prog="scripts/golden", description="Rewrite the golden files.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"only files of this kind: {', '.join(KINDS)}")
    wanted = parser.parse_args()
    if unknown := next((kind for kind in wanted.kinds if kind not in KINDS), None):
        parser.error(f"there is no kind {unknown!r}: there are {', '.join(KINDS)}")
    changed = []
    for path, text in fresh(wanted.kinds):
        if not path.exists() or path.read_text("utf-8") != text:
            changed.append(path.relative_to(TESTS.parent).as_posix())
            if not wanted.check:
                path.write_text(text, "utf-8", newline="\n")
    sys.stdout.write("".join(f"{'differs' if wanted.check else 'written'}: {name}\n" for name in changed))
    if wanted.check and changed:
        sys.exit(1)


if __name__ == "__main__":
    main()
