"""Hints and the coach: who may have them, what a process thinks about, and how much of it is shown.

At each table at most one position is analyzed at a time. The analysis of a position is kept until the game moves on, so
that the rungs of a hint come from the same analysis, and the coach can compare with it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import msgspec

from aquaromana.rules import Decision
from aquaromana.rules.notation import position_text
from aquaromana.server.bots.advice import Advise, Check
from aquaromana.server.bots.client import BotWorker, NoAnswer
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import views
from aquaromana.server.protocol.advice import AskCoach, AskHint, Hint, Idea, Judgement, Spot
from aquaromana.server.protocol.events import Hinted
from aquaromana.server.protocol.facts import fact, plain_args
from aquaromana.server.protocol.table_info import TableInfo
from aquaromana.server.service.cache import LoadedTable, TableCache
from aquaromana.server.service.commands import Commands
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.table.credentials import LOCAL, Credentials
from aquaromana.server.table.ids import OURS
from aquaromana.server.table.table import Table
from aquaromana.server.tasks import Tasks

if TYPE_CHECKING:
    from aquaromana.analysis import hints

KNOWN: Final = 6
"""Number of positions of one stretch whose analysis is cached."""
TABLES: Final = 2_000
"""Number of tables for which that is cached."""
COACH_PATIENCE: Final = 1.0
"""Seconds after which the coach says nothing: nobody should wait to play."""
WHOLE: Final = 3
"""The rung that tells everything."""
BOT: Final = "hint"
"""The name under which the pool measures how long hints take."""


@dataclass(slots=True)
class _Analysis:
    """The analysis of one position."""

    asked: Advise
    latest: hints.Hint | None = None
    failed: bool = False
    task: asyncio.Task[None] | None = None
    worker: BotWorker | None = None
    updated: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        return self.task is None or self.task.done()

    def update(self, hint: hints.Hint) -> None:
        self.latest = hint
        self._wake()

    def end(self) -> None:
        """Stop thinking: the process returns what it knows, which is faster than starting another one."""
        if self.worker:
            self.worker.hurry()
        elif self.task:
            self.task.cancel()

    def _wake(self) -> None:
        self.updated.set()
        self.updated = asyncio.Event()

    async def better_than(self, stage: int) -> hints.Hint:
        """A hint of a later stage, or the last one there is; NoAnswer if there is none."""
        while not self.is_over and (self.latest is None or self.latest.stage <= stage):
            assert self.task is not None
            updated = asyncio.ensure_future(self.updated.wait())
            await asyncio.wait((updated, self.task), return_when=asyncio.FIRST_COMPLETED)
            updated.cancel()
        if self.latest is None:
            raise NoAnswer
        return self.latest


@dataclass(slots=True)
class _StretchAnalyses:
    """The analysis of the stretch that is being decided at one table."""

    moved: int
    by_moves: OrderedDict[tuple[Decision, ...], _Analysis] = field(default_factory=OrderedDict)

    def end(self) -> None:
        for analysis in self.by_moves.values():
            analysis.end()


class Hints(TableObserver):
    """Thinks for people who ask, within what was agreed at their tables."""

    def __init__(
        self, cache: TableCache, commands: Commands, pool: BotPool, owner: Callable[[str], str], *, local: bool
    ) -> None:
        self._cache = cache
        self._commands = commands
        self._pool = pool
        self._owner = owner
        self._local = local
        """Whether everybody plays on this screen: then nobody has to agree."""
        self._stretches: OrderedDict[str, _StretchAnalyses] = OrderedDict()
        self._tasks = Tasks()

    async def hint(self, table: str, ask: AskHint, credentials: Credentials = LOCAL) -> Hint:
        """As much of a hint as a rung tells; it is counted. Refusal if it is not allowed or nobody is asked."""
        async with self._cache.using(table) as loaded:
            game = loaded.table
            await self._check(game, credentials)
            made, complete = game.ahead(ask.version, ask.moves)
            if complete:
                raise game.refusal("hint/complete")
            analysis = self._analysis(game, made)
            moved, seat = game.moved, game.position.mover
            found = await self._found(analysis, ask.after)
            if game.moved != moved:
                if ask.after < 0:
                    raise game.refusal("table/stale", made=ask.version, now=game.version)
                return hint_message(found, game.version, 1, final=True)  # nobody needs it any more
            intent = f"{OURS}hint:{moved}:{len(made)}:{ask.rung}"
            await self._commands.count_hint(table, Hinted(seat=seat, rung=ask.rung), intent)
            known = hint_message(found, game.version, ask.rung, final=analysis.is_over)
            return known if ask.rung < WHOLE else _with_steps(known, found, game, made)

    async def judgement(self, table: str, ask: AskCoach, credentials: Credentials = LOCAL) -> Judgement:
        """Whether the player of a stretch should look again; nothing if that takes too long."""
        async with self._cache.using(table) as loaded:
            game = loaded.table
            await self._check(game, credentials)
            made, complete = game.ahead(ask.version, ask.moves)
            analysis = self._analysis(game, ())
            quiet = Judgement(version=game.version)
            if not complete:
                return quiet
            moved, seat = game.moved, game.position.mover
            checking = self._tasks.start(self._checked(analysis, made))
            try:
                async with asyncio.timeout(COACH_PATIENCE):
                    caution = await asyncio.shield(checking)
            except (TimeoutError, NoAnswer):
                return quiet
            if caution is None or game.moved != moved:
                return quiet
            await self._commands.count_hint(table, Hinted(seat=seat, rung=0), f"{OURS}coach:{moved}")
            return Judgement(
                version=game.version,
                again=True,
                share=round(caution.loss.share, 3),
                points=round(caution.loss.points, 1),
                fact=fact(caution.gave_away) if caution.gave_away else None,
            )

    # What is allowed.

    async def _check(self, game: Table, credentials: Credentials) -> None:
        """Refusal if somebody may not have a hint now."""
        game.check_playing()
        mover = game.position.mover
        if mover not in game.members.seats(credentials):
            own = min(game.members.seats(credentials), default=0)
            raise game.refusal("table/not-your-turn", seat=own, owner=mover)
        if game.members.decider(mover):
            raise game.refusal("table/stood-in", seat=mover)
        if not self._is_allowed(game):
            raise game.refusal("hint/not-agreed")
        # The games that it continues count too, while people who have not agreed to hints still play them.
        if not all(map(self._is_allowed, await self._cache.running_before(game))):
            raise game.refusal("hint/running")

    def _is_allowed(self, game: Table | TableInfo) -> bool:
        """Whether nobody else is there who would have to agree, or all have agreed; lessons and puzzles help anyway."""
        if game.origin in ("lesson", "puzzle"):
            return False
        return self._local or game.options.hints or sum(player.kind != "bot" for player in game.players) == 1

    # Analyses.

    def _analysis(self, game: Table, made: tuple[Decision, ...]) -> _Analysis:
        """The analysis of a part of the stretch; it is started if nobody has asked yet."""
        analyses = self._stretches.get(game.id)
        if analyses is None or analyses.moved != game.moved:
            if analyses:
                analyses.end()
            analyses = self._stretches[game.id] = _StretchAnalyses(game.moved)
            self._stretches.move_to_end(game.id)
            while len(self._stretches) > TABLES:
                self._stretches.popitem(last=False)[1].end()
        known = analyses.by_moves.get(made)
        if known and not (known.failed or (known.is_over and known.latest is None)):
            return known
        for other in analyses.by_moves.values():
            if other.worker:
                other.worker.hurry()
        moves = tuple(map(int, (*game.moves, *made)))
        analysis = analyses.by_moves[made] = _Analysis(Advise(game.id, position_text(game.start), moves))
        while len(analyses.by_moves) > KNOWN:
            analyses.by_moves.popitem(last=False)[1].end()
        analysis.task = self._tasks.start(self._think(game.id, analysis))
        return analysis

    async def _think(self, table: str, analysis: _Analysis) -> None:
        place = self._pool.place(table, urgent=True, owner=self._owner(table), bot=BOT, hint=True)
        async with place as worker:
            analysis.worker = worker
            try:
                await worker.ask(analysis.asked, analysis.update)
            except NoAnswer:
                analysis.failed = True
            finally:
                analysis.worker = None

    async def _found(self, analysis: _Analysis, stage: int) -> hints.Hint:
        try:
            return await analysis.better_than(stage)
        except NoAnswer:
            raise Refusal.of("server/busy") from None

    async def _checked(self, analysis: _Analysis, played: tuple[Decision, ...]) -> hints.Caution | None:
        """What the coach says, as soon as there is something to compare with."""
        latest = analysis.latest or await analysis.better_than(-1)
        if latest.forced or played == latest.stretch:
            return None
        known = [latest.stretch, *(other.stretch for other in latest.others)]
        best = tuple(tuple(map(int, stretch)) for stretch in known)
        table = analysis.asked.table
        if analysis.worker:
            analysis.worker.hurry()
        place = self._pool.place(table, urgent=True, owner=self._owner(table), bot=BOT, hint=True)
        async with place as worker:
            return (await worker.ask(Check(analysis.asked, tuple(map(int, played)), best))).caution

    # What happens at tables.

    def on_broadcast(self, loaded: LoadedTable) -> None:
        analyses = self._stretches.get(loaded.table.id)
        if analyses and analyses.moved != loaded.table.moved:
            self.on_deleted(loaded.table.id)

    def on_deleted(self, table: str) -> None:
        if analyses := self._stretches.pop(table, None):
            analyses.end()

    async def close(self) -> None:
        for table in tuple(self._stretches):
            self.on_deleted(table)
        await self._tasks.wait()


def hint_message(hint: hints.Hint, version: int, rung: int, *, final: bool) -> Hint:
    """A hint as a message, with as much as a rung tells."""
    return Hint(
        version=version,
        seat=hint.seat,
        rung=rung,
        question=Idea(code=hint.question.code, args=plain_args(hint.question.args)),
        stage=hint.stage,
        final=final,
        place=Spot(what=hint.place.what, name=hint.place.name) if rung > 1 else None,
        moves=[str(move) for move in hint.stretch] if rung >= WHOLE else [],
        facts=[fact(each) for each in hint.reasons] if rung >= WHOLE else [],
        share=round(hint.value.shares[hint.seat], 3) if rung >= WHOLE else 0.0,
        points=round(hint.value.points[hint.seat], 1) if rung >= WHOLE else 0.0,
    )


def _with_steps(message: Hint, hint: hints.Hint, game: Table, made: tuple[Decision, ...]) -> Hint:
    """The same, with the effects of its decisions."""
    moves = (*made, *hint.stretch, *hint.line)
    steps = views.steps(game.position, moves, game.ply + len(made), ply=game.ply, turn=game.snapshot.turn)
    count = len(hint.stretch)
    return msgspec.structs.replace(message, steps=steps[:count], line=steps[count:])
