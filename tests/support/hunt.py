"""Hunts rare positions with the fast core and keeps some of each kind in `tests/corpus/rare.txt`.

Games are steered by policies (tests/support/steering.py). Each step is looked at through the core's
own fields; whatever is rare is kept until there is enough of it for each number of players. The position texts are
then made by the Python rules, which play the same decisions. Everything follows from the seeds.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from aquaromana.engine import native
from aquaromana.rules import Decision, Game, Kind, Layout, Phase, standard_layout
from aquaromana.rules.actions import CLOSE, EXTRA, LAY_FACE, LAY_KIND, LAYS, MOVE, PASS, PLACE
from aquaromana.rules.geometry import NEIGHBOR, SIGHT, SQUARES
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.position import PODIUM_ROOM
from aquaromana.rules.tiles import CHANNELS, THROUGH
from aquaromana.rules.water import ALL_SIDES, ALLOWED, follow
from tests.support.corpus import RARE, Entry
from tests.support.house import ROOT
from tests.support.random_play import PLAYERS
from tests.support.steering import POLICIES, POPCOUNT, Policy, builder_of, passed_fountains

if TYPE_CHECKING:
    from aquaromana import _core

TAGS = {
    "four-facing": "the decision brings a fourth aqueduct to one square: all four are closed (R3.5)",
    "four-facing-closed": "the same, and one of the four had lost its workman before (R3.5)",
    "three-facing": "three aqueducts face one square, and the player to move may build there (R3.4)",
    "loose-loop": "two aqueducts face a square whose dry sides a loose loop joins, and that forbids a tile (R3.4)",
    "comes-back": "the water leaves the new tile and comes back through it (R3.2)",
    "same-reservoir": "two aqueducts of one reservoir face a square, and a builder is in sight (R3.4)",
    "closed-before": "an open aqueduct faces the same square as one scored before, and a builder is in sight (R3.4)",
    "closed-grows": "the decision lengthens an aqueduct that was scored before (R3.5)",
    "gap-filled": "the tile joins an aqueduct to at least four squares of loose tiles (R4.5)",
    "two-fountains": "the builder passes two fountains in one step of a build (R4.7)",
    "step-over-fountain": "a builder is moved over a fountain in a turn without a tile (R4.8)",
    "stock-build": "the builder's kind is out of stock, another kind is laid (R4.4)",
    "stock-joker": "the joker is in sight and a kind is out of stock (R4.3)",
    "stock-extra": "an extra tile of a kind that is out of stock (R4.7, R4.4)",
    "no-extra-square": "the builder passes a fountain, but no square is free for the extra tile (R4.7)",
    "sees-but-cannot": "a builder is in sight, but no tile of his may be laid: one is moved (R4.8)",
    "claims-capped": "more aqueducts are closed than builders are in reserve, and some are there (R5.3)",
    "reserve-empty": "an aqueduct is closed and the reserve is empty (R5.3)",
    "claims-of-three": "three seats take builders in one turn (R5.3)",
    "several-seats": "aqueducts of three seats are closed in one turn (R5.1)",
    "contested": "two seats' aqueducts closed in one turn want one podium, and the later in number goes first (R5.1)",
    "two-colors": "a seat closes aqueducts of two colors, and the longer one takes the podium of the other (R5.2)",
    "hand-without-workmen": "a seat without workmen places reserve builders (R4.1)",
    "last-hand": "a seat without workmen places its last reserve builder, and that ends the game (R6.1)",
    "over-20": "an aqueduct of more than 20 is closed in a game that goes on (R5.2)",
    "over-20-taken": "the same with podium 20 taken (R5.2)",
    "no-podium": "an aqueduct is closed, but no podium of its length or below is free (R5.2)",
    "length-0": "an outlet without a tile is closed (R3.6)",
    "second-on-podium": "a second workman goes to podium 3 or 7 (R1.6)",
    "twice-on-podium": "a second workman of the same color goes to podium 3 or 7 (R1.6)",
    "third-on-podium": "an aqueduct of 3 or 7 is closed, but two stand on its podium (R1.6)",
    "last-claims": "claims are made in a turn that ends the game (R5.3, R6.1)",
    "open-at-end": "the game ends with open aqueducts of two seats (R6.2)",
    "one-left": "only one player has workmen left, and cannot build (R6.1)",
    "nobody-left": "the last workman leaves the board (R6.1)",
}
"""What is rare, in words."""

KEEP = 5
"""Positions for each tag and number of players."""


@dataclass(slots=True)
class Look:
    """What the core shows of a position, read once."""

    phase: int
    turn: int
    mover: int
    dry: int
    laid: int
    on_board: int
    blocked: int
    board: bytes
    path: bytes
    fed: bytes
    lengths: bytes
    stock: bytes
    reserve: bytes
    held: bytes
    podiums: bytes
    ends: list[int]


def look(state: _core.State) -> Look:
    """Read a state."""
    return Look(
        state.phase,
        state.turn,
        state.to_move,
        state.dry,
        state.laid,
        state.on_board,
        state.blocked,
        state.board,
        state.path,
        state.fed,
        state.lengths,
        state.stock,
        state.reserve,
        state.held,
        state.podiums,
        state.ends,
    )


# What is rare


def bits(mask: int) -> list[int]:
    """The aqueducts in a mask."""
    return [aqueduct for aqueduct in range(AQUEDUCTS) if mask >> aqueduct & 1]


def places_of(now: Look) -> Iterator[tuple[int, int, int]]:
    """Every aqueduct that faces an empty square, with the square and the side by which it enters."""
    for aqueduct, end in enumerate(now.ends):
        beyond = NEIGHBOR[end]
        if beyond >= 0 and not now.board[beyond >> 2]:
            yield aqueduct, beyond >> 2, beyond & 3


def in_sight(now: Look, port: int) -> list[int]:
    """The kinds of the builders that a workman sees."""
    return [now.path[path] for path in SIGHT[port >> 2] if now.path[path]]


def rare_to_decide(now: Look, layout: Layout) -> Iterator[str]:
    """The tags of positions that are rare before anything is decided."""
    own = layout.owned[now.turn] & now.on_board
    if now.phase == Phase.RESERVE and not own:
        yield "hand-without-workmen"
    if now.phase == Phase.EXTRA and not now.stock[now.laid]:
        yield "stock-extra"
    if now.phase == Phase.CLAIM and (not now.on_board or now.dry >= layout.players):
        yield "last-claims"
    if now.phase == Phase.BUILD:
        yield from _rare_to_build(now, layout, own)


def _rare_to_build(now: Look, layout: Layout, own: int) -> Iterator[str]:
    if 0 in now.stock[1:] and any(Kind.JOKER in in_sight(now, now.ends[aqueduct]) for aqueduct in bits(own)):
        yield "stock-joker"
    counts = now.fed.translate(POPCOUNT)
    if not (2 in counts or 3 in counts):
        return
    facing: dict[int, list[int]] = {}
    for aqueduct, square, _ in places_of(now):
        facing.setdefault(square, []).append(aqueduct)
    for square, aqueducts in facing.items():
        movers = [aqueduct for aqueduct in aqueducts if own >> aqueduct & 1 and in_sight(now, now.ends[aqueduct])]
        if not movers or len(aqueducts) not in (2, 3):
            continue
        if len(aqueducts) == 3:
            yield "three-facing"
        if any(not now.on_board >> aqueduct & 1 for aqueduct in aqueducts):
            yield "closed-before"
        if len({layout.colors[aqueduct] for aqueduct in aqueducts}) < len(aqueducts):
            yield "same-reservoir"
        if len(aqueducts) == 2:
            first, second = (side for side in range(4) if not now.fed[square] >> side & 1)
            looped = follow(now.board, square * 4 + first)[2] == square * 4 + second
            if looped and any(_loop_matters(now, aqueduct) for aqueduct in movers):
                yield "loose-loop"


def _loop_matters(now: Look, aqueduct: int) -> bool:
    """Whether a loop forbids a tile that a builder in sight would let the workman lay."""
    beyond = NEIGHBOR[now.ends[aqueduct]]
    row = now.fed[beyond >> 2] * 4 + (beyond & 3)
    wanted = in_sight(now, now.ends[aqueduct])
    short = any(kind == Kind.JOKER or not now.stock[kind] for kind in wanted)
    kinds = [kind for kind in range(1, 5) if now.stock[kind] and (short or kind in wanted)]
    return any(ALLOWED[row][kind] != ALLOWED[16 * 4 + row][kind] for kind in kinds)


def rare_decision(before: Look, action: int, after: Look, layout: Layout) -> Iterator[str]:
    """The tags of a decision."""
    if action < PLACE:
        yield from _rare_tile(before, after)
    if action < EXTRA:
        yield from _rare_build(before, action, after)
    elif MOVE <= action < CLOSE:
        own = layout.owned[before.turn] & before.on_board
        if passed_fountains(before.path, action - MOVE + 1):
            yield "step-over-fountain"
        if any(in_sight(before, before.ends[aqueduct]) for aqueduct in bits(own)):
            yield "sees-but-cannot"
        if own == before.on_board:
            yield "one-left"
    elif PLACE <= action < MOVE and after.phase == Phase.OVER:
        yield "last-hand"
    if before.on_board != after.on_board:
        yield from _rare_closing(before, action, after, layout)


def _rare_tile(before: Look, after: Look) -> Iterator[str]:
    grown = [aqueduct for aqueduct in range(AQUEDUCTS) if after.lengths[aqueduct] > before.lengths[aqueduct]]
    if ALL_SIDES in after.fed and after.fed.count(ALL_SIDES) > before.fed.count(ALL_SIDES):
        yield "four-facing"
        for square in range(SQUARES):
            around = [aqueduct for aqueduct, faced, _ in places_of(after) if faced == square]
            if len(around) == 4 and any(not before.on_board >> aqueduct & 1 for aqueduct in around):
                yield "four-facing-closed"
    if any(not before.on_board >> aqueduct & 1 for aqueduct in grown):
        yield "closed-grows"
    if grown and max(after.lengths[aqueduct] - before.lengths[aqueduct] for aqueduct in grown) > 4:
        yield "gap-filled"


def _rare_build(before: Look, action: int, after: Look) -> Iterator[str]:
    beyond, lay = NEIGHBOR[action // (4 * LAYS)], action % LAYS
    path = builder_of(action)
    kind = before.path[path]
    if kind not in (Kind.JOKER, LAY_KIND[lay]):
        yield "stock-build"
    passed = passed_fountains(before.path, path)
    if passed > 1:
        yield "two-fountains"
    if passed and not after.laid:
        yield "no-extra-square"
    face = LAY_FACE[(beyond & 3) * LAYS + lay]
    if len(CHANNELS[face]) == 2:
        leave = beyond & ~3 | THROUGH[face * 4 + (beyond & 3)]
        if follow(before.board, leave)[2] >> 2 == beyond >> 2:
            yield "comes-back"


def _rare_closing(before: Look, action: int, after: Look, layout: Layout) -> Iterator[str]:
    gone = bits(before.on_board & ~after.on_board)
    closed = [aqueduct for aqueduct in gone if after.blocked >> aqueduct & 1]
    if CLOSE <= action < PASS:
        closed += [aqueduct for aqueduct in gone if before.ends[aqueduct] == action - CLOSE]
    if len(gone) > len(closed):
        if len({layout.seats[aqueduct] for aqueduct in gone if aqueduct not in closed}) > 1:
            yield "open-at-end"
        return
    if not after.on_board:
        yield "nobody-left"
    seats = {layout.seats[aqueduct] for aqueduct in closed}
    reserve = sum(before.reserve)
    if len(seats) > 2:
        yield "several-seats"
        if reserve >= len(closed):
            yield "claims-of-three"
    if 0 < reserve < len(closed):
        yield "claims-capped"
    if not reserve:
        yield "reserve-empty"
    yield from _rare_podium(before, closed, after, layout)


def _rare_podium(before: Look, closed: list[int], after: Look, layout: Layout) -> Iterator[str]:
    room = PODIUM_ROOM
    for aqueduct in closed:
        length = after.lengths[aqueduct]
        podium = before.podiums[length] if length < len(room) else 0
        if length == 0:
            yield "length-0"
        elif length > 20:
            yield "over-20"
            if before.podiums[20]:
                yield "over-20-taken"
        elif all(before.podiums[value] >> 4 * (room[value] - 1) for value in range(1, length + 1)):
            yield "no-podium"
        if len(closed) == 1 and length in (3, 7):
            if podium > 15:
                yield "third-on-podium"
            elif podium:
                yield "second-on-podium"
                if podium == layout.colors[aqueduct] + 1:
                    yield "twice-on-podium"
    if len(closed) == 2:
        one, two = sorted(closed, key=lambda aqueduct: layout.seats[aqueduct])
        seats = layout.seats[one], layout.seats[two]
        first = min(seats, key=lambda seat: (seat - before.turn) % layout.players)
        lengths = {after.lengths[one], after.lengths[two]}
        if first == seats[1] != seats[0] and len(lengths) == 1 and 0 < max(lengths) < 21:
            value = max(lengths)
            if room[value] == 1 and not before.podiums[value]:
                yield "contested"
        if seats[0] == seats[1] and len(lengths) == 2 and layout.colors[one] != layout.colors[two]:
            free = [value for value in range(1, 21) if not before.podiums[value] >> 4 * (room[value] - 1)]
            highest = max((value for value in free if value <= max(lengths)), default=0)
            if 0 < highest <= min(lengths) and (room[highest] == 1 or before.podiums[highest]):
                yield "two-colors"


# The hunt


def hunted(players: int) -> dict[Entry, None]:
    """The entries for a number of players, in the order in which they were found."""
    layout = standard_layout(players)
    kept: Counter[str] = Counter()
    found: dict[Entry, None] = {}
    for policy, games in POLICIES.items():
        for seed in range(games):
            for entry in _from_game(layout, policy(Random(f"{policy.__name__} {players} {seed}"), layout), kept):
                found[entry] = None
    return found


def _from_game(layout: Layout, policy: Policy, kept: Counter[str]) -> list[Entry]:
    """Play one game and keep what is rare in it and not kept often enough: each tag at most once a game."""
    from aquaromana import _core

    state = _core.State(native.core_layout(layout))
    decisions: list[Decision] = []
    chosen: dict[tuple[int, bool], list[str]] = {}
    new: set[str] = set()
    before = look(state)
    while not state.is_over:
        decision = policy.choose(state)
        state.play(decision)
        after = look(state)
        tags = [(tag, False) for tag in rare_to_decide(before, layout)]
        tags += [(tag, True) for tag in rare_decision(before, decision, after, layout)]
        for tag, by_decision in tags:
            if tag not in new and kept[tag] < KEEP:
                new.add(tag)
                chosen.setdefault((len(decisions), by_decision), []).append(tag)
        decisions.append(decision)
        before = after
    kept.update(new)
    return _entries(layout, decisions, chosen)


def _entries(layout: Layout, decisions: list[Decision], chosen: dict[tuple[int, bool], list[str]]) -> list[Entry]:
    """The entries at the steps chosen, their texts made by the Python rules."""
    if not chosen:
        return []
    made = []
    game = Game(layout=layout)
    for step, decision in enumerate(decisions):
        made += [
            Entry(tuple(sorted(tags)), str(game), decision if by_decision else None)
            for by_decision in (False, True)
            if (tags := chosen.get((step, by_decision)))
        ]
        game.push(decision)
    return made


def corpus() -> str:
    """The text of the corpus."""
    native.demand()
    lines = [
        "# Rare positions, found by scripts/hunt: TAGS ; POSITION ; DECISION, see tests/support/corpus.py.",
        *(f"# {tag}: {words}" for tag, words in TAGS.items()),
    ]
    with ProcessPoolExecutor() as pool:
        for players, found in zip(PLAYERS, pool.map(hunted, PLAYERS), strict=True):
            lines += ["", f"# {players} players", *map(str, found)]
    return "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Write the corpus, or tell whether it differs."""
    parser = argparse.ArgumentParser(prog="scripts/hunt", description="Find rare positions and rewrite the corpus.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the file would change")
    check = parser.parse_args().check
    text = corpus()
    name = RARE.relative_to(ROOT).as_posix()
    if RARE.exists() and RARE.read_text("utf-8") == text:
        return
    if check:
        sys.exit(f"differs: {name}")
    RARE.write_text(text, "utf-8", newline="\n")
    sys.stdout.write(f"written: {name}\n")


if __name__ == "__main__":
    main()
