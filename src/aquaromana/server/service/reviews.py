"""Reviews of finished games as background jobs: one at a time, a turn at a time, and bots come first.

Only whole reviews are kept. A job that ends early, with the server say, is dropped; whoever asks again starts it anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from aquaromana.records.replay import Replay
from aquaromana.rules import AquaError, Decision
from aquaromana.rules.notation import position_text
from aquaromana.server.bots.client import NoAnswer
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.bots.reviews import ReviewTurn, Try
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import views
from aquaromana.server.protocol.facts import fact
from aquaromana.server.protocol.messages import Answer, Choices, Hello, Preview, Previewed, State
from aquaromana.server.protocol.review import AskLine, AskTry, Line, Practice, Practiced, ReviewStatus, Verdict
from aquaromana.server.service.cache import LoadedTable, TableCache, storage
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.service.questions import Questions
from aquaromana.server.storage.commits import Conflict, StorageFault
from aquaromana.server.storage.store import Store
from aquaromana.server.table import creation
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table
from aquaromana.server.tasks import Tasks
from aquaromana.version import __version__

if TYPE_CHECKING:
    from aquaromana.analysis.review import TurnReview

MOST: Final = 32
"""Reviews that may wait or run at a time."""
EACH: Final = 3
"""Of these, for one address."""
KEPT: Final = 32
"""Finished jobs of which the result stays in memory: the storage may have failed, and the last turns are asked for."""
WAIT: Final = 15.0
"""Seconds that a question may wait for more turns."""
POLITE: Final = 10.0
"""Seconds for which a turn waits at most while bots think; as long as one waits for a process, it waits. A turn takes
about half a second, and on one physical core even an idle process slows down its neighbor."""
QUIET: Final = 0.5
"""Seconds without a thought of a bot, after which they do not seem to be at it any more."""
LOOK: Final = 0.05
DEEPER: Final = ("normal", "quick")
"""How deep a review can be, the deepest first: it answers for those after it."""
AGAIN: Final = 3
"""How often a try is asked at most: bots that need its process have it end without an answer."""
BOT: Final = "try"
"""By which the pool knows how long tries take."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Job:
    """A review that is asked for."""

    table: str
    key: str
    owner: str
    depth: str
    start: str
    moves: tuple[int, ...]
    state: Literal["waiting", "running", "done", "failed"] = "waiting"
    done: int = 0
    total: int = 0
    body: bytes = b""
    work: asyncio.Task[None] | None = None
    """What makes it, once it runs."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_active(self) -> bool:
        return self.state in ("waiting", "running")

    def tell(self) -> None:
        self.news.set()
        self.news = asyncio.Event()

    def next_turn(self) -> ReviewTurn:
        return ReviewTurn(self.table, self.key, self.start, self.moves, self.depth, self.done)


class Reviews(TableObserver):
    """Reviews finished games for people who ask, and judges what they would rather have played."""

    def __init__(self, cache: TableCache, store: Store, pool: BotPool, questions: Questions, *, local: bool) -> None:
        self._cache = cache
        self._store = store
        self._pool = pool
        self._questions = questions
        self._local = local
        """Whether everybody is at this screen: then nobody takes a place from others."""
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        """By table: those that wait, the one that runs, and the last that ended."""
        self._queue: deque[_Job] = deque()
        self._running: asyncio.Task[None] | None = None
        self._tasks = Tasks()

    async def _check(self, game: Table) -> None:
        """Refusal if a game cannot be reviewed: people still play it, or the one that it began as."""
        check(game)
        while not self._local and game.origin == "fork" and game.parent:
            try:
                async with self._cache.using(game.parent) as loaded:
                    game = loaded.table
            except Refusal:  # it was deleted
                return
            if not game.is_over and sum(player.kind != "bot" for player in game.players) > 1:
                raise game.refusal("review/running")

    # Jobs.

    async def start(
        self, table: str, depth: str, owner: str, on_new: Callable[[], None] = lambda: None
    ) -> ReviewStatus:
        """Have a game reviewed, unless that is done or under way; Refusal if it cannot be, or too many wait.

        Before anything is begun, `on_new` may refuse it.
        """
        async with self._cache.using(table) as loaded:
            game = loaded.table
            await self._check(game)
            before = self._jobs.get(table)
            status = await self._known(game, depth)
            if status.state not in ("none", "failed"):
                return status
            begun = self._jobs.get(table)
            if begun and (begun.is_active or (begun is not before and begun.key == key_of(game, depth))):
                return self._status(begun)  # by somebody else, meanwhile
            active = [job for job in self._jobs.values() if job.is_active]
            own = sum(job.owner == owner for job in active)
            if len(active) >= MOST or (own >= EACH and not self._local):
                raise Refusal.of("review/too-many")
            on_new()
            self._drop(table)
            start, moves = position_text(game.start), tuple(map(int, game.moves))
            job = _Job(table, key_of(game, depth), owner, depth, start, moves)
            self._jobs[table] = job
            self._queue.append(job)
            if self._running is None or self._running.done():
                self._running = self._tasks.start(self._run())
            return self._status(job)

    async def status(self, table: str, after: int | None = None) -> ReviewStatus:
        """How far a review is; with `after`, wait a while for more turns than that."""
        async with self._cache.using(table) as loaded:
            await self._check(loaded.table)
            job = self._jobs.get(table)
            if after is not None and job and job.is_active and job.done <= after:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(WAIT):
                        await job.news.wait()
            return await self._known(loaded.table)

    def cancel(self, table: str) -> None:
        """End a review that waits or runs; what is done stays."""
        job = self._jobs.get(table)
        if job and job.is_active:
            self._drop(table)

    async def _known(self, game: Table, depth: str = "") -> ReviewStatus:
        """What there is of a review of the game as it stands: of one depth at least, or of any."""
        job = self._jobs.get(game.id)
        keys = {key_of(game, each): each for each in DEEPER[: DEEPER.index(depth) + 1 if depth else None]}
        if job and job.key in keys:
            return self._status(job)
        if job and job.is_active and depth:
            return self._status(job)
        with storage():
            kept = await self._store.review(game.id)
        if kept is None or kept[0] not in keys:
            return ReviewStatus(state="none")
        review = msgspec.Raw(kept[1].encode())
        total = msgspec.json.decode(kept[1], type=_Total).total
        return ReviewStatus(state="done", depth=keys[kept[0]], done=total, total=total, review=review)

    def _status(self, job: _Job) -> ReviewStatus:
        return ReviewStatus(
            state=job.state,
            depth=job.depth,
            done=job.done,
            total=job.total,
            ahead=self._queue.index(job) + 1 if job in self._queue else 0,
            review=msgspec.Raw(job.body) if job.body else None,
        )

    def _drop(self, table: str) -> None:
        job = self._jobs.pop(table, None)
        if job is None:
            return
        with contextlib.suppress(ValueError):
            self._queue.remove(job)
        if job.work:
            job.work.cancel()
        job.tell()

    async def _run(self) -> None:
        """Work off the queue."""
        while self._queue:
            job = self._queue.popleft()
            job.state = "running"
            job.work = asyncio.create_task(self._review(job))
            try:
                await asyncio.shield(job.work)
            except asyncio.CancelledError:
                if not job.work.cancelled():  # the server ends
                    job.work.cancel()
                    raise
            except Exception:  # noqa: BLE001 - the next reviews are made all the same
                _log.exception("The review of table %s failed.", job.table)
                job.state = "failed"
                job.tell()
            self._forget_oldest()

    async def _review(self, job: _Job) -> None:
        is_again = False
        while not job.total or job.done < job.total:
            await self._let_bots_go_first()
            try:
                found = await self._pool.review(job.next_turn())
            except NoAnswer:
                if is_again:
                    job.state = "failed"
                    job.tell()
                    return
                is_again = True
                continue
            is_again = False
            job.done, job.total, job.body = found.done, found.total, found.body
            job.tell()
        try:
            await self._store.keep_review(job.table, job.key, job.body.decode())
        except (Conflict, StorageFault):
            _log.warning("The review of table %s stays in memory only.", job.table)
        job.state = "done"
        job.tell()

    async def _let_bots_go_first(self) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + POLITE
        while self._pool.bots_waiting or (not self._pool.rests(QUIET) and loop.time() < until):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(LOOK)

    def _forget_oldest(self) -> None:
        ended = [table for table, job in self._jobs.items() if not job.is_active]
        for table in ended[:-KEPT]:
            del self._jobs[table]

    # Lines and tries.

    async def line(self, table: str, ask: AskLine) -> Line:
        """Decisions from a moment of the game on; Refusal if they are not legal."""
        async with self._cache.using(table) as loaded:
            await self._check(loaded.table)
            return _line(loaded.table, ask.ply, ask.moves)

    async def practice(self, table: str, ask: Practice) -> Practiced:
        """Answer a message about a moment of the game, as a table would at which whoever decided there plays."""
        async with self._cache.using(table) as loaded:
            await self._check(loaded.table)
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
            await self._check(game)
            copy = _practice_table(game, ask.ply)
            made, complete = copy.ahead(copy.version, ask.moves)
            if not complete:
                raise copy.refusal("table/incomplete", seat=copy.position.mover, asked=str(copy.position.phase))
            status = await self._known(game)
            best = _best_at(status, ask.ply)
            asked = Try(
                game.id,
                position_text(game.start),
                tuple(map(int, game.moves[: ask.ply])),
                tuple(map(int, made)),
                tuple(int(Decision(move)) for move in best),
                status.depth or "normal",
            )
            return _verdict(await self._judged(asked, owner), game, ask.ply)

    async def _judged(self, asked: Try, owner: str) -> TurnReview:
        for _ in range(AGAIN):
            tried = await self._questions.answer(
                lambda worker: worker.ask(asked), owner=owner, bot=BOT, table=asked.table, urgent=True
            )
            if tried.found:
                return tried.found
        raise Refusal.of("study/busy")

    # What happens at tables.

    def on_broadcast(self, loaded: LoadedTable) -> None:
        job = self._jobs.get(loaded.table.id)
        if job and job.key != key_of(loaded.table, job.depth):
            self._drop(job.table)

    def on_deleted(self, table: str) -> None:
        self._drop(table)

    async def close(self) -> None:
        for table in tuple(self._jobs):
            self._drop(table)
        await self._tasks.wait()


class _Total(msgspec.Struct):
    total: int


class _Best(msgspec.Struct):
    moves: list[str] = []


class _Turn(msgspec.Struct):
    ply: int
    best: _Best


class _Turns(msgspec.Struct):
    turns: list[_Turn]


def check(game: Table) -> None:
    """Refusal if a game cannot be reviewed as it stands."""
    if game.origin == "lesson":
        raise game.refusal("lesson/only")
    if game.origin == "puzzle":
        raise game.refusal("puzzle/only")
    if not game.is_over:
        stops_early = game.origin == "import" and game.ply == game.first
        raise game.refusal("review/stops-early" if stops_early else "table/playing")
    if not game.moves:
        raise game.refusal("review/empty")


def key_of(game: Table, depth: str) -> str:
    """By what the review of a game is known: it changes with the game, the depth and the release."""
    moves = ",".join(map(str, map(int, game.moves)))
    text = f"{__version__} {depth} {position_text(game.start)} {moves}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _practice_table(game: Table, ply: int) -> Table:
    """A table that nobody keeps: the game as it was after so many decisions, to be played by people."""
    seats = [Seating("person", player.name) for player in game.players]
    return creation.fork(game, ply, seats, None, lobby=False)[0]


def _line(game: Table, ply: int, moves: Sequence[str]) -> Line:
    game.at(ply)  # a moment that there is
    replay = Replay(game.start)
    for earlier in game.moves[:ply]:
        replay.push(earlier)
    before, turn = replay.game.position, replay.turn
    shown = [views.view(before)]
    made: list[Decision] = []
    for move in moves:
        try:
            decision = Decision(move)
            replay.play(decision)
        except AquaError as error:
            raise Refusal.by_rules(error, version=game.version) from None
        made.append(decision)
        shown.append(views.view(replay.game.position))
    return Line(views=shown, steps=views.steps(before, made, ply, ply=ply, turn=turn))


def _best_at(status: ReviewStatus, ply: int) -> list[str]:
    """What a review found to be best at the turn that begins there; nothing if it has not come to it."""
    if status.review is None:
        return []
    turns = msgspec.json.decode(bytes(status.review), type=_Turns).turns
    return next((turn.best.moves for turn in turns if turn.ply == ply), [])


def _verdict(found: TurnReview, game: Table, ply: int) -> Verdict:
    right = found.grade.rank == 0
    made = found.played.stretch
    reply = None if right else _line(game, ply, [str(move) for move in (*made, *found.answer)])
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
