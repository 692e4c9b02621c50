"""Drives the bots at tables: when a bot has to decide, asks the pool and plays the answer, with retry and backoff."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from typing import Final

from aquaromana.puzzles import Attempt
from aquaromana.rules.notation import position_text
from aquaromana.server.bots.client import whole_answer
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.bots.puzzles import JudgeTry
from aquaromana.server.bots.worker import Question
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.game import Suggestion
from aquaromana.server.protocol.messages import Play
from aquaromana.server.service.cache import LoadedTable, TableCache
from aquaromana.server.service.commands import Commands
from aquaromana.server.service.leases import Leases
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.service.puzzle_tries import PuzzleTries
from aquaromana.server.table import lesson_table
from aquaromana.server.table.table import Table

ADVISER: Final = "greedy"
"""The bot that suggests."""

OWNERS: Final = 20_000
"""Number of tables whose owners are remembered."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds between two attempts to store a decision."""

_OVERTAKEN: Final = frozenset({"table/stale", "table/over", "table/not-your-turn", "table/not-stood-in"})
"""While a bot thought, a person took a decision back, came back, or resigned."""

_log = logging.getLogger(__name__)


class BotDriver(TableObserver):
    """The bots that are thinking, one task per table."""

    def __init__(self, cache: TableCache, commands: Commands, pool: BotPool, leases: Leases, delay: float) -> None:
        self._cache = cache
        self._commands = commands
        self._leases = leases
        self._pool = pool
        self._tries = PuzzleTries(pool)
        self._delay = delay
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._dismissed: set[asyncio.Task[None]] = set()
        self._ending = False
        self._owners: OrderedDict[str, str] = OrderedDict()
        """For each table the address that its bots think for, if it is known."""

    def assign(self, table: str, owner: str) -> None:
        """Note the address that the bots of a table think for: processes are shared fairly between addresses."""
        if owner:
            self._owners[table] = owner
            self._owners.move_to_end(table)
            if len(self._owners) > OWNERS:
                self._owners.popitem(last=False)

    def inherit(self, table: str, parent: str) -> None:
        """Let the bots of a table think for the same address as those of another table, unless one is known."""
        if table not in self._owners:
            self.assign(table, self._owners.get(parent, ""))

    def owner(self, table: str) -> str:
        """The address that the bots of a table think for."""
        return self._owners.get(table, table)

    def __contains__(self, table: str) -> bool:
        task = self._tasks.get(table)
        return task is not None and not task.done()

    @property
    def crowd(self) -> tuple[int, int]:
        """How many think, and how many wait."""
        return self._pool.busy, self._pool.waiting

    def wake(self, table: str) -> None:
        """Let bots decide at this table until it is a person's turn."""
        if self._ending or table in self:
            return
        task = self._tasks[table] = asyncio.create_task(self._play_on(table), name=f"bots of {table}")
        task.add_done_callback(lambda done: self._rest(table, done))

    def dismiss(self, table: str) -> None:
        """End whatever a bot is thinking there."""
        if task := self._tasks.pop(table, None):
            self._dismissed.add(task)
            task.add_done_callback(self._dismissed.discard)
            task.cancel()

    def on_broadcast(self, loaded: LoadedTable) -> None:
        table = loaded.table
        if table.waits_for_bot:
            self.inherit(table.id, table.parent)
            self.wake(table.id)
        else:
            self.dismiss(table.id)

    def on_deleted(self, table: str) -> None:
        self.dismiss(table)

    def begin_shutdown(self) -> None:
        """Stop thinking; decisions already made are still stored."""
        if self._ending:
            return  # do not interrupt a task that is leaving the storage again
        self._ending = True
        for task in self._tasks.values():
            task.cancel()

    async def close(self) -> None:
        self.begin_shutdown()
        await asyncio.gather(*self._tasks.values(), *self._dismissed, return_exceptions=True)

    def _rest(self, table: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(table) is task:
            del self._tasks[table]
        if not task.cancelled() and (error := task.exception()):
            _log.error("The bots of table %s stopped.", table, exc_info=error)

    async def _play_on(self, table: str) -> None:
        if not await self._leases.take(table):
            return  # another process thinks for them
        pause = FIRST_PAUSE
        while True:
            try:
                if not await self._play_once(table):
                    return
                pause = FIRST_PAUSE
            except Refusal as refusal:
                if refusal.code in {"table/unknown", "table/damaged", "server/restart"}:
                    return
                if refusal.code not in _OVERTAKEN:
                    _log.warning("A bot at table %s has to wait: %s", table, refusal)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)

    async def _play_once(self, table: str) -> bool:
        """Let a bot make one stretch; False if none is asked."""
        loaded = self._cache.peek(table)
        if loaded and not loaded.table.waits_for_bot:
            return False
        if await self._play_script(table) or await self._play_puzzle(table):
            return True
        urgent = bool(loaded and len(loaded.audience))
        bot = loaded.table.members.decider(loaded.table.position.mover) if loaded else ""
        place = self._pool.place(table, urgent=urgent, owner=self.owner(table), bot=bot)
        async with place as worker, self._cache.using(table) as loaded:
            game = loaded.table
            if not game.waits_for_bot:
                return False
            version, seat, changed = game.version, game.position.mover, game.changed
            bot = game.members.decider(seat)
            thinking = worker.decide(_question(game, bot), loaded.audience.broadcast_thinking)
            answer = await whole_answer(worker, thinking)
        await asyncio.sleep(self._pause(changed))
        play = Play(id=_fresh_id(), version=version, seat=seat, moves=list(answer.moves))
        await self._commands.play_bot(table, play, answer.by)
        return True

    async def _play_script(self, table: str) -> bool:
        """Make the stretch that a lesson has written down for this moment; False if it has none."""
        async with self._cache.using(table) as loaded:
            game = loaded.table
            moves = lesson_table.scripted(game) if game.waits_for_bot else []
            if not moves:
                return False
            play = Play(id=_fresh_id(), version=game.version, seat=game.position.mover, moves=moves)
            await asyncio.sleep(self._pause(game.changed))
        await self._commands.play_bot(table, play, "")
        return True

    async def _play_puzzle(self, table: str) -> bool:
        """Judge a try at a puzzle, or make the stretch that answers one; False where there is no puzzle."""
        async with self._cache.using(table) as loaded:
            game = loaded.table
            attempt = game.snapshot.attempt
            if attempt is None:
                return False
            version, moves = game.version, attempt.next_stretch(game.position)
            play = Play(id=_fresh_id(), version=version, seat=game.position.mover, moves=list(map(str, moves)))
            pause = self._pause(game.changed)
        if attempt.pending:
            await self._judge(table, game, attempt)
        else:
            await asyncio.sleep(pause)
            await self._commands.play_bot(table, play, "")
        return True

    async def _judge(self, table: str, game: Table, attempt: Attempt) -> None:
        """Have the stretch judged that was made last."""
        version, moves = game.version, tuple(map(int, game.moves))
        asked = JudgeTry(table, attempt.puzzle.id, moves[: attempt.judged], moves[attempt.judged :])
        tried = await self._tries.judged(asked, self.owner(table))
        await self._commands.enter_judgement(table, version, tried)

    def _pause(self, changed: float) -> float:
        """Seconds until a bot may decide: people are to see what happened before."""
        return min(max(0.0, changed + self._delay - time.time()), self._delay)

    async def suggest(self, table: str) -> Suggestion:
        """What a simple bot would do instead of the mover; Refusal if nobody has to move."""
        place = self._pool.place(table, urgent=True, owner=self.owner(table), bot=ADVISER)
        async with place as worker, self._cache.using(table) as loaded:
            game = loaded.table
            game.check_playing()
            version, seat = game.version, game.position.mover
            answer = await worker.decide(_question(game, ADVISER))
        return Suggestion(version=version, seat=seat, moves=list(answer.moves))


def _fresh_id() -> str:
    return f"bot:{secrets.token_hex(8)}"


def _question(game: Table, bot: str) -> Question:
    moves = tuple(map(int, game.moves))
    return Question(game.id, game.position.mover, bot, position_text(game.start), moves, game.version)
