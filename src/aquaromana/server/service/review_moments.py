"""Moments of finished games: what could have been played there, looked at and judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

import msgspec

from aquaromana.records.replay import Replay
from aquaromana.rules import AquaError, Decision, Position
from aquaromana.rules.notation import position_text
from aquaromana.server.bots.reviews import Try
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import views
from aquaromana.server.protocol.facts import fact
from aquaromana.server.protocol.messages import Answer, Choices, Hello, Preview, Previewed, State
from aquaromana.server.protocol.review import AskTry, Line, Practice, Practiced, ReviewStatus, Verdict
from aquaromana.server.service.cache import TableCache
from aquaromana.server.service.questions import Questions
from aquaromana.server.service.reviews import Reviews
from aquaromana.server.table import creation
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table

if TYPE_CHECKING:
    from aquaromana.analysis.review import TurnReview


AGAIN: Final = 3
"""Attempts at judging a try: bots that need the process can end it without an answer."""
BOT: Final = "try"
"""The name under which the pool measures how long tries take."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a finished game, for any thread."""

    start: Position
    moves: tuple[Decision, ...]
    """Those before it."""
    version: int
    """Of the table."""

    @classmethod
    def of(cls, game: Table, ply: int) -> Self:
        """The game after so many decisions; Refusal if it has fewer."""
        if not 0 <= ply <= game.ply:
            raise game.refusal("table/ply", ply=ply, decisions=game.ply)
        return cls(game.start, tuple(game.moves[:ply]), game.version)

    def line(self, moves: Sequence[str]) -> Line:
        """Decisions from there on; Refusal if they are not legal. A long line takes a while: not for the event loop."""
        replay = Replay(self.start)
        for earlier in self.moves:
            replay.push(earlier)
        before, turn, ply = replay.game.position, replay.turn, len(self.moves)
        shown = [views.view(before)]
        made: list[Decision] = []
        for move in moves:
            try:
                decision = Decision(move)
                replay.play(decision)
            except AquaError as error:
                raise Refusal.by_rules(error, version=self.version) from None
            made.append(decision)
            shown.append(views.view(replay.game.position))
        return Line(views=shown, steps=views.steps(before, made, ply, ply=ply, turn=turn))


class Moments:
    """Shows what could have been played in finished games, and judges what people would rather have played."""

    def __init__(self, cache: TableCache, reviews: Reviews, questions: Questions) -> None:
        self._cache = cache
        self._reviews = reviews
        self._questions = questions

    async def at(self, table: str, ply: int) -> Moment:
        """A moment of the game; Refusal if there is none, or the game cannot be reviewed."""
        async with self._cache.using(table) as loaded:
            await self._reviews.check_reviewable(loaded.table)
            return Moment.of(loaded.table, ply)

    async def practice(self, table: str, ask: Practice) -> Practiced:
        """Answer a message about a moment of the game, as a table would to the player who decided there."""
        async with self._cache.using(table) as loaded:
            await self._reviews.check_reviewable(loaded.table)
            copy = _practice_table(loaded.table, ask.ply)
        message = ask.message
        if isinstance(message, Hello):
            found: list[State | Choices | Previewed | Answer] = [copy.state(None, {copy.position.mover})]
            choices = copy.choices()
            return Practiced(messages=found + ([choices] if choices else []))
        if isinstance(message, Preview):
            return Practiced(messages=[copy.preview(message)])
        return Practiced(messages=[copy.ask(message)])

    async def judged(self, table: str, ask: AskTry, owner: str) -> Verdict:
        """Whether a stretch at some moment is as good as the best; judged afresh."""
        async with self._cache.using(table) as loaded:
            game = loaded.table
            await self._reviews.check_reviewable(game)
            copy = _practice_table(game, ask.ply)
            made, complete = copy.ahead(copy.version, ask.moves)
            if not complete:
                raise copy.refusal("table/incomplete", seat=copy.position.mover, asked=str(copy.position.phase))
            status = await self._reviews.known(game)
            best = _best_at(status, ask.ply)
            asked = Try(
                game.id,
                position_text(game.start),
                tuple(map(int, game.moves[: ask.ply])),
                tuple(map(int, made)),
                tuple(int(Decision(move)) for move in best),
                status.depth or "normal",
            )
            return _verdict_of(await self._judged(asked, owner), game, ask.ply)

    async def _judged(self, asked: Try, owner: str) -> TurnReview:
        for _ in range(AGAIN):
            tried = await self._questions.answer(
                lambda worker: worker.ask(asked), owner=owner, bot=BOT, table=asked.table, urgent=True
            )
            if tried.found:
                return tried.found
        raise Refusal.of("study/busy")


class _Best(msgspec.Struct):
    moves: list[str] = []


class _Turn(msgspec.Struct):
    ply: int
    best: _Best


class _Turns(msgspec.Struct):
    turns: list[_Turn]


def _practice_table(game: Table, ply: int) -> Table:
    """A table that nobody keeps: the game as it was after so many decisions, to be played by people."""
    seats = [Seating("person", player.name) for player in game.players]
    return creation.fork(game, ply, seats, None, lobby=False)[0]


def _best_at(status: ReviewStatus, ply: int) -> list[str]:
    """What a review found to be best at the turn that begins there; nothing if it has not come to it."""
    if status.review is None:
        return []
    turns = msgspec.json.decode(bytes(status.review), type=_Turns).turns
    return next((turn.best.moves for turn in turns if turn.ply == ply), [])


def _verdict_of(found: TurnReview, game: Table, ply: int) -> Verdict:
    """What a try is worth, as a browser shows it."""
    right = found.grade.rank == 0
    made = found.played.stretch
    reply = None if right else Moment.of(game, ply).line([str(move) for move in (*made, *found.answer)])
    return Verdict(
        right=right,
        sure=found.loss.sure,
        played=tuple(game.moves[ply : ply + len(made)]) == made,
        grade=str(found.grade),
        share=round(found.loss.share, 3),
        points=round(found.loss.points, 1),
        shares=[round(share, 3) for share in found.played.shares],
        facts=[fact(each) for each in found.reasons],
        gave_away=fact(found.gave_away) if found.gave_away else None,
        reply=reply,
    )
