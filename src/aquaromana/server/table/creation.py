"""Creates tables: new ones, forks, rematches, and imported records."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from aquaromana.records import Record
from aquaromana.rules import Game, Phase, Position, named_layout
from aquaromana.rules.layout import SEAT_COLORS, STANDARD, LayoutName
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import Resigned
from aquaromana.server.protocol.table_info import Match, Options
from aquaromana.server.table import lesson_table, option_limits, outcomes, puzzle_table
from aquaromana.server.table.changes import LogEntry
from aquaromana.server.table.credentials import Credentials
from aquaromana.server.table.ids import new_id
from aquaromana.server.table.members import Members
from aquaromana.server.table.seating import Seating, known_bots, seatings_of
from aquaromana.server.table.table import Table


def new(
    players: Sequence[Seating],
    start: Position | None,
    options: Options | None,
    *,
    lobby: bool,
    layout: LayoutName = STANDARD,
) -> Table:
    """A new table, from the beginning on this layout or from a position; Refusal if it cannot be."""
    agreed = _agreed(players, options, lobby=lobby, whole=start is None)
    if start is not None and start.players != len(players):
        raise Refusal.of("table/start", needed=start.players, players=len(players))
    if start is not None and start.phase is Phase.OVER:
        raise Refusal.of("table/over")
    seatings = [seating.checked() for seating in players]
    first = start or Position(named_layout(layout, len(players)))
    origin: Final = "position" if start else "new"
    return Table(new_id(), seatings, first, created=time.time(), origin=origin, options=agreed)


def lesson(id: str) -> Table:  # noqa: A002 - it is the lesson's id everywhere
    """A table for a lesson; Refusal if there is none with this id."""
    given = lesson_table.found(id)
    name, bot = lesson_table.RIVAL
    return Table(
        new_id(),
        [Seating("person"), Seating("bot", name, bot)],
        given.steps[0].position,
        created=time.time(),
        origin="lesson",
        lesson=lesson_table.reference(given),
    )


def puzzle(id: str) -> Table:  # noqa: A002 - it is the puzzle's id everywhere
    """A table for a puzzle; Refusal if there is none with this id."""
    given = puzzle_table.found(id)
    rivals = iter(puzzle_table.RIVALS)
    seatings = [
        Seating("person") if seat == given.seat else Seating("bot", next(rivals), puzzle_table.BOT)
        for seat in range(given.players)
    ]
    return Table(
        new_id(),
        seatings,
        given.start(),
        created=time.time(),
        origin="puzzle",
        lesson=puzzle_table.reference(given),
    )


def fork(
    parent: Table, ply: int, players: Sequence[Seating], options: Options | None, *, lobby: bool
) -> tuple[Table, list[LogEntry]]:
    """A table that goes on from where another one was after so many decisions, with its log."""
    agreed = _agreed(players, options, lobby=lobby, whole=False)
    seatings = [seating.checked() for seating in players]
    if len(parent.players) != len(players):
        raise Refusal.of("table/start", needed=len(parent.players), players=len(players))
    if parent.at(ply).phase is Phase.OVER:
        raise Refusal.of("table/over")
    forked = Table(
        new_id(), seatings, parent.start, created=time.time(), origin="fork", options=agreed, parent=parent.id
    )
    entries = parent.log.copied(ply, at=forked.created)
    forked.replay(entries)
    forked.first = ply
    return forked, entries


def _agreed(players: Sequence[Seating], options: Options | None, *, lobby: bool, whole: bool) -> Options:
    """The options of a new table; Refusal if they cannot be, or not so many can play."""
    if len(players) not in SEAT_COLORS:
        raise Refusal.of("table/players", players=len(players))
    return option_limits.checked(options or Options(), lobby=lobby, players=len(players), whole=whole)


def rematch(table: Table) -> Table:
    """The table of the next game: everybody sits one seat further, so that another one begins."""
    players, known = table.players[1:] + table.players[:1], known_bots()
    bots = [outcomes.STAND_IN if player.kind == "bot" and player.bot not in known else player.bot for player in players]
    seatings = [Seating(player.kind, player.name, bot) for player, bot in zip(players, bots, strict=True)]
    return Table(
        new_id(),
        seatings,
        Game(layout=table.start.layout).position,
        created=time.time(),
        origin="rematch",
        options=replace(table.options, lots=False, match=_next_game(table)),
        waiting=table.options.clock is not None or any(seating.kind == "open" for seating in seatings),
        parent=table.id,
    )


def _next_game(table: Table) -> Match | None:
    """The match as it goes on after a game that is over; after the last one a new match begins."""
    match = table.options.match
    if match is None or match.game >= match.games:
        return match and Match(games=match.games)
    brought = match.points or [0] * len(table.players)
    totals = [
        before + (0 if player.resigned else points)
        for player, before, points in zip(table.players, brought, table.info().points, strict=True)
    ]
    return Match(games=match.games, game=match.game + 1, points=totals[1:] + totals[:1])


def followed(members: Members, credentials: Credentials) -> Credentials:
    """The credentials for a rematch, by those for the game before."""
    seats = len(members.players)
    chairs = {(members.seat_of(chair) - 1) % seats: 0 for chair in members.chairs(credentials)}
    return Credentials(chairs, host=0 if members.is_host(credentials) else None, watch=0)


def continued(record: Record) -> tuple[Table, list[LogEntry]]:
    """The table that continues a record, and its log."""
    now = time.time()
    entries = [LogEntry(step.ply, step.seat, step.move, now) for step in record.steps()]
    decisions = len(entries)
    gave_up = _gave_up(record)
    seatings = seatings_of(record, over=record.game().is_over or record.players - len(gave_up) <= 1)
    table = Table(new_id(), seatings, record.start, created=now, origin="import")
    bot = outcomes.STAND_IN if record.players - len(gave_up) > 1 else ""
    entries += [
        LogEntry(decisions + number, seat, Resigned(seat=seat, bot=bot), now) for number, seat in enumerate(gave_up)
    ]
    table.replay(entries)
    table.first = decisions
    return table, entries


def _gave_up(record: Record) -> list[int]:
    """The seats that resigned, by the tag with which tables write it; anything that is not a seat is ignored."""
    tagged = set(record.tags.get("Resigned", "").split())
    return [seat for seat in range(record.players) if str(seat) in tagged]
