"""Lines of play for proofs: everything here goes through `Game` alone, and shares nothing with the predicates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from aquaromana.analysis.facts.fact import Fact
from aquaromana.rules import Build, Close, Decision, Extra, Game, Kind, Move, Phase, Position
from aquaromana.rules.geometry import parse_port, path_place, port_name
from aquaromana.rules.layout import AQUEDUCTS, COLOR_NAMES


class TooManyLinesError(Exception):
    """A proof would take too long."""


class Replay:
    """A stretch played through `Game.play`: the game before each decision, and after the last.

    `line` is what is expected after it.
    """

    def __init__(self, position: Position, stretch: Sequence[Decision], line: Sequence[Decision] = ()) -> None:
        game = Game.from_position(position)
        self.seat = game.to_move
        self.stretch = tuple(stretch)
        self.line = tuple(line)
        self.games = [game.copy()]
        for decision in stretch:
            game.play(decision)
            self.games.append(game.copy())

    @property
    def before(self) -> Game:
        """The game before the first decision."""
        return self.games[0]

    @property
    def end(self) -> Game:
        """The game after the last decision."""
        return self.games[-1]

    @cached_property
    def after(self) -> Game:
        """The game after the turn, if the seat closes nothing else; an extra tile is laid at the first place."""
        return turn_ended(self.end, self.seat)

    @cached_property
    def before_settled(self) -> Game:
        """The game if the turn had ended before the stretch; as it is where a turn has not begun."""
        return turn_ended(self.before, self.seat)

    def at(self, type_: str) -> int:
        """The first step with a decision of this type, -1 for none."""
        return next((step for step, decision in enumerate(self.stretch) if decision.type == type_), -1)

    def around(self, type_: str) -> tuple[Position, Position]:
        """The positions before and after the first decision of a type."""
        step = self.at(type_)
        return self.games[step].position, self.games[step + 1].position

    def others(self) -> list[Replay]:
        """The other decisions that could begin the stretch."""
        start = self.before.position
        return [Replay(start, [other]) for other in self.before.legal_moves() if other != self.stretch[0]]


def turn_ended(game: Game, seat: int) -> Game:
    """The game after the seat's `close nothing`, where that is asked; an extra tile still due is left out."""
    game = game.copy()
    extra = game.legal_moves()[0] if game.phase is Phase.EXTRA else None
    if extra is not None:
        game.play(extra)
    if game.phase is Phase.CLOSE and game.to_move == seat:
        game.play("-")
    if not isinstance(extra, Extra):
        return game
    position = game.position.copy()
    position.board[extra.square] = 0
    position.refresh()
    return Game.from_position(position)


def in_turn(game: Game, seat: int) -> Game:
    """The game as if this seat had to build now, with what it holds or may take left aside."""
    position = game.position.copy()
    position.phase, position.turn, position.mover = Phase.BUILD, seat, seat
    position.due = bytearray(len(position.due))
    position.dry = 0
    return Game.from_position(position)


def with_claims(game: Game, seat: int) -> Iterator[Game]:
    """The games in which this seat begins its turn with its reserve builders, after each way of taking what is due."""
    position = game.position.copy()
    position.dry = 0
    if position.due[seat] and sum(position.reserve):
        position.due = bytearray(count if other == seat else 0 for other, count in enumerate(position.due))
        position.phase, position.turn, position.mover = Phase.CLAIM, seat, seat
        position.refresh()
        waiting = [Game.from_position(position)]
        while waiting:
            claiming = waiting.pop()
            for decision in claiming.legal_moves():
                later = claiming.copy()
                later.play(decision)
                if later.phase is Phase.CLAIM:
                    waiting.append(later)
                else:
                    yield _holding(later, seat)
        return
    position.due = bytearray(len(position.due))
    yield _holding(Game.from_position(position), seat)


def _holding(game: Game, seat: int) -> Game:
    position = game.position.copy()
    position.phase = Phase.RESERVE if position.holds(seat) else Phase.BUILD
    position.turn = position.mover = seat
    position.due = bytearray(len(position.due))
    position.dry = 0
    return Game.from_position(position)


def turns(game: Game, seat: int, limit: int) -> Iterator[Game]:
    """The game after every way to play one turn of the seat to move, up to its claims.

    Extra tiles face no end, so one of them stands for all. TooManyLinesError after so many decisions.
    """
    waiting = [game]
    for _ in range(limit):
        if not waiting:
            return
        now = waiting.pop()
        if now.is_over or now.phase is Phase.CLAIM or now.to_move != seat:
            yield now
            continue
        begun = now.phase is not Phase.RESERVE
        for decision in now.legal_moves()[: 1 if now.phase is Phase.EXTRA else None]:
            later = now.copy()
            later.play(decision)
            if begun and later.phase in (Phase.RESERVE, Phase.BUILD) and later.to_move == seat:
                yield later  # the others have no workmen: the next turn is the same seat's
            else:
                waiting.append(later)
    if waiting:
        raise TooManyLinesError


def podiums_of(before: Position, later: Position, seat: int) -> set[int]:
    """The podiums that workmen of a seat have mounted between two positions."""
    colors = [color for color, owner in enumerate(before.layout.color_seats) if owner == seat]
    return {
        podium
        for podium in range(1, len(before.podiums))
        for color in colors
        if later.podiums[podium].count(color) > before.podiums[podium].count(color)
    }


def reachable(game: Game, seat: int, limit: int = 4000) -> set[int]:
    """Every podium that a seat can mount in one turn with the builders on the path, by its own closings."""
    start = in_turn(game, seat)
    found = [podiums_of(start.position, later.position, seat) for later in turns(start, seat, limit)]
    return set().union(*found)


def reachable_with_reserve(game: Game, seat: int, limit: int = 20_000) -> set[int]:
    """The same with every way to take and place the reserve builders that the seat holds or may take."""
    found: set[int] = set()
    for start in with_claims(game, seat):
        for later in turns(start, seat, limit):
            found |= podiums_of(start.position, later.position, seat)
    return found


def can_lay(game: Game, seat: int) -> bool:
    """Whether a seat could lay a tile if its turn came now, its reserve builders included."""
    if game.is_over or not game.position.own(seat):
        return False
    for start in with_claims(game, seat):
        waiting, seen = [start], set()
        while waiting:
            now = waiting.pop()
            if now.phase is Phase.RESERVE and now.to_move == seat:
                for decision in now.legal_moves():
                    later = now.copy()
                    later.play(decision)
                    if later.state_hash not in seen:
                        seen.add(later.state_hash)
                        waiting.append(later)
                if len(seen) > 20_000:
                    raise TooManyLinesError
            elif now.phase is Phase.BUILD and any(move.type == "build" for move in now.legal_moves()):
                return True
    return False


def aqueduct_at(position: Position, port: str) -> int:
    """The aqueduct that ends at a port."""
    return position.ends.index(parse_port(port))


def color_of(position: Position, aqueduct: int) -> str:
    """The color of an aqueduct."""
    return COLOR_NAMES[position.layout.colors[aqueduct]]


def workmen(position: Position, seat: int | None = None) -> list[int]:
    """The aqueducts whose workman is on the board, of one seat or of all."""
    found = [aqueduct for aqueduct in range(AQUEDUCTS) if position.on_board >> aqueduct & 1]
    return [aqueduct for aqueduct in found if seat in (None, position.layout.seats[aqueduct])]


def would_get(game: Game, aqueduct: int) -> int:
    """The podium that an open aqueduct gets if its owner closes it by choice now."""
    position = game.position.copy()
    seat = position.layout.seats[aqueduct]
    position.phase, position.turn, position.mover = Phase.CLOSE, seat, seat
    position.due = bytearray(len(position.due))
    position.dry = 0
    closing = Game.from_position(position)
    closing.play(f"x{port_name(position.ends[aqueduct])}")
    mounted = podiums_of(position, closing.position, seat)
    return max(mounted, default=0)


def got(before: Position, later: Position, aqueduct: int) -> int | None:
    """The podium that an aqueduct of a color got between two positions; None if its workman is still on the board.

    Of one color the longest aqueduct is scored first, so that lengths and new podiums go down together.
    """
    if later.on_board >> aqueduct & 1:
        return None
    color = before.layout.colors[aqueduct]
    gone = [other for other in workmen(before) if not later.on_board >> other & 1]
    gone = [other for other in gone if before.layout.colors[other] == color]
    gone.sort(key=lambda other: -later.lengths[other])
    podiums = range(len(before.podiums) - 1, 0, -1)
    fresh = [
        podium
        for podium in podiums
        for _ in range(later.podiums[podium].count(color) - before.podiums[podium].count(color))
    ]
    return [*fresh, *[0] * len(gone)][gone.index(aqueduct)]


def sees(position: Position, aqueduct: int) -> set[int]:
    """The path squares with a builder in the row or the column of a workman, found on the grid around the board."""
    square = position.ends[aqueduct] >> 2
    column, row = square % 11, square // 11
    found = set()
    for path in range(1, 39):
        across, down = path_place(path)
        if position.path[path] and (across == column or down == row):
            found.add(path)
    return found


def room(position: Position, podium: int) -> int:
    """How many more workmen a podium holds (R1.6)."""
    return (2 if podium in (3, 7) else 1) - len(position.podiums[podium])


def cannot_be_extended(position: Position, aqueduct: int) -> bool:
    """Whether R3.5 closes an aqueduct: it faces no empty square, or one that leads back to outlets on all sides."""
    square = position.facing(aqueduct)
    return square < 0 or sum(position.facing(other) == square for other in range(AQUEDUCTS)) == 4


def rivals_of(game: Game, seat: int) -> list[int]:
    """The other seats with workmen, in turn order."""
    order = [(seat + step) % game.players for step in range(1, game.players)]
    return [rival for rival in order if workmen(game.position, rival)]


def rivals_reach(game: Game, fact: Fact, seat: int) -> bool:
    """Whether each rival that a fact names has a line to its podium, and there are as many as it says."""
    rivals = fact.args["rivals"]
    assert isinstance(rivals, tuple)
    named = len(rivals) == fact.number("count") > 0 and set(rivals) <= set(rivals_of(game, seat))
    return named and all(fact.args["podium"] in reachable(game, rival) for rival in rivals)


def anybody_reaches(replay: Replay, podium: int) -> bool:
    """Whether a rival has a line to a podium in one turn from the end of a replay, reserve builders included."""
    rivals = rivals_of(replay.after, replay.seat)
    return any(podium in reachable_with_reserve(replay.after, rival) for rival in rivals)


def foreign(replay: Replay) -> list[int]:
    """Rivals' aqueducts whose workmen are on the board before and after a replay."""
    before, later = replay.before_settled.position, replay.after.position
    return [a for a in workmen(before) if a in workmen(later) and before.layout.seats[a] != replay.seat]


def closes_on(game: Game, decision: Decision) -> int:
    """The podium that a closing by choice gets, apart from what the end of the game would score after it."""
    assert isinstance(decision, Close)
    position = game.position.copy()
    position.dry = 0
    aqueduct = position.ends.index(decision.workman)
    return got(position, played(Game.from_position(position), decision).position, aqueduct) or 0


def instead_of_closing(replay: Replay) -> Game:
    """The game if nothing had been closed by choice."""
    return played(replay.games[replay.at("close")], Decision("-"))


def next_podiums(game: Game, seat: int, aqueduct: int) -> Iterator[tuple[int, bool]]:
    """The podiums that an aqueduct can get in the seat's next turn, each with whether a tile was laid."""
    start = in_turn(game, seat)
    for later in turns(start, seat, 4000):
        podium = got(start.position, later.position, aqueduct)
        if podium is not None:
            yield podium, sum(later.position.stock) < sum(start.position.stock)


def walker(replay: Replay) -> int:
    """The path square that the builder used or moved leaves."""
    for decision in replay.stretch:
        if isinstance(decision, Build):
            return decision.builder
        if isinstance(decision, Move):
            return decision.path
    return 0


def stays_open(position: Position, aqueduct: int) -> list[bool]:
    """Whether an aqueduct stays open after each tile in stock that its workman may lay, as if the joker stood by."""
    position = position.copy()
    position.path = bytearray(len(position.path))
    position.path[1 + (position.ends[aqueduct] >> 2) % 11] = Kind.JOKER
    position.phase, position.laid = Phase.BUILD, 0
    position.turn = position.mover = position.layout.seats[aqueduct]
    position.due = bytearray(len(position.due))
    position.dry = 0
    game = Game.from_position(position)
    builds = [build for build in game.legal_moves() if isinstance(build, Build)]
    return [
        not cannot_be_extended(played(game, build).position, aqueduct)
        for build in builds
        if build.workman == position.ends[aqueduct]
    ]


def growth(game: Game, build: Build) -> int:
    """How many squares longer a build makes the aqueduct of its workman."""
    aqueduct = game.position.ends.index(build.workman)
    return played(game, build).position.lengths[aqueduct] - game.position.lengths[aqueduct]


def watching(replay: Replay, fact: Fact) -> tuple[int, int]:
    """How many workmen of the seat and of others see a builder just placed."""
    path = fact.args["path"]
    placed = [decision.type == "place" and str(decision).endswith(f"@{path}") for decision in replay.stretch]
    position = replay.games[placed.index(True) + 1].position
    seers = [a for a in workmen(position) if path in sees(position, a)]
    own = sum(position.layout.seats[a] == replay.seat for a in seers)
    return own, len(seers) - own


def played(game: Game, decision: Decision) -> Game:
    """A copy of the game after a decision."""
    later = game.copy()
    later.play(decision)
    return later
