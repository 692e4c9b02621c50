"""Reviews of finished games as background jobs: one at a time, a turn at a time, and bots come first.

What is asked for is noted in the storage. If the server ends in the middle, its next start begins the review again; if
several processes share the storage, another one does, and all of them know how far it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final

import msgspec

from aquaromana.rules.notation import position_text
from aquaromana.server.bots.client import NoAnswer
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.review import ReviewStatus
from aquaromana.server.service.cache import LoadedTable, TableCache, storage
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.service.review_jobs import DEPTHS, Job, check, key_of, status_elsewhere
from aquaromana.server.storage.commits import Conflict, StorageFault
from aquaromana.server.storage.reviews import ReviewJob, ReviewStore
from aquaromana.server.table.table import Table
from aquaromana.server.tasks import Tasks

MAX_ACTIVE_REVIEWS: Final = 32
"""Maximum number of reviews that wait or run."""
MAX_REVIEWS_PER_ADDRESS: Final = 3
"""Of these, for one address."""
MAX_FINISHED_JOBS: Final = 32
"""Finished jobs of which the result stays in memory: the storage may have failed, and the last turns are asked for."""
WAIT: Final = 15.0
"""Seconds that a question may wait for more turns."""
POLITE: Final = 10.0
"""Seconds for which a turn waits at most while bots think; as long as one waits for a process, it waits. A turn takes
about half a second, and on one physical core even an idle process slows down its neighbor."""
HEARTBEAT: Final = 2.0
"""Seconds between two heartbeats of a process with reviews, and between two checks for abandoned ones."""
QUIET: Final = 0.5
"""Seconds without a thinking bot after which bots count as idle."""
POLL_INTERVAL: Final = 0.05
"""Seconds between two checks whether bots are thinking."""
FINAL: Final = frozenset(
    {
        *("table/unknown", "table/damaged", "table/playing", "lesson/only", "puzzle/only"),
        *("review/stops-early", "review/empty", "review/running"),
    }
)
"""Refusals after which a review that was left is given up; after any other it is tried again."""

_log = logging.getLogger(__name__)


class Reviews(TableObserver):
    """Reviews finished games for people who ask."""

    def __init__(self, cache: TableCache, store: ReviewStore, pool: BotPool, *, local: bool, shared: bool) -> None:
        self._cache = cache
        self._store = store
        self._pool = pool
        self._local = local
        """Whether everybody is at this screen: then no quotas are needed."""
        self._shared = shared
        """Whether other processes use the same storage."""
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        """By table: those that wait, the one that runs, and the last that ended."""
        self._queue: deque[Job] = deque()
        self._running: asyncio.Task[None] | None = None
        self._tasks = Tasks()

    async def check_reviewable(self, game: Table) -> None:
        """Refusal if a game cannot be reviewed: people still play it, or the one that it began as."""
        check(game)
        if self._local:
            return
        for earlier in await self._cache.running_before(game):
            if sum(player.kind != "bot" for player in earlier.players) > 1:
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
            await self.check_reviewable(game)
            before = self._jobs.get(table)
            status = await self.known(game, depth)
            if status.state not in ("none", "failed"):
                return status
            begun = self._jobs.get(table)
            if begun and (begun.is_active or (begun is not before and begun.key == key_of(game, depth))):
                return self._status(begun)  # by somebody else, meanwhile
            active = [job for job in self._jobs.values() if job.is_active]
            own = sum(job.owner == owner for job in active)
            if len(active) >= MAX_ACTIVE_REVIEWS or (own >= MAX_REVIEWS_PER_ADDRESS and not self._local):
                raise Refusal.of("review/too-many")
            on_new()
            self._drop(table)
            start, moves = position_text(game.start), tuple(map(int, game.moves))
            job = Job(table, key_of(game, depth), owner, depth, start, moves)
            self._jobs[table] = job
            self._queue.append(job)
            if self._running is None or self._running.done():
                self._running = self._tasks.start(self._run())
            status = self._status(job)
            return status if await self._note(job) else await self.known(game, depth)

    async def status(self, table: str, after: int | None = None) -> ReviewStatus:
        """How far a review is; with `after`, wait a while for more turns than that."""
        async with self._cache.using(table) as loaded:
            await self.check_reviewable(loaded.table)
            if after is not None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(WAIT):
                        await self._more(table, after)
            return await self.known(loaded.table)

    async def _more(self, table: str, after: int) -> None:
        """Wait for more turns than these, or the end."""
        job = self._jobs.get(table)
        if job and job.is_active:
            if job.done <= after:
                await job.updated.wait()
            return
        with storage():
            while (other := await self._running_elsewhere(table)) and other.done <= after:  # noqa: ASYNC110
                await asyncio.sleep(HEARTBEAT / 2)  # no event says so

    async def cancel(self, table: str) -> None:
        """End a review that waits or runs, in whatever process; one that is whole stays."""
        job = self._jobs.get(table)
        if not self._shared and not (job and job.is_active):
            return
        with storage():  # first: what cannot be cancelled there would come back
            await self._store.drop(table)
        if job and job.is_active and self._jobs.get(table) is job:
            self._drop(table)

    async def known(self, game: Table, depth: str = "") -> ReviewStatus:
        """What there is of a review of the game as it stands: of one depth at least, or of any."""
        job = self._jobs.get(game.id)
        keys = {key_of(game, each): each for each in DEPTHS[: DEPTHS.index(depth) + 1 if depth else None]}
        if job and job.is_active and (job.key in keys or depth):
            return self._status(job)
        ended = self._status(job) if job and job.key in keys else None
        if ended and ended.state == "done" and not self._shared:
            return ended
        try:
            stored = await self._stored(game.id, keys, is_any_running=bool(depth))
        except Refusal:
            if ended:
                return ended
            raise
        if ended and ended.state == "done" and (not stored or _rank(ended) <= _rank(stored)):
            return ended
        return stored or ended or ReviewStatus(state="none")

    async def _stored(self, table: str, keys: Mapping[str, str], *, is_any_running: bool) -> ReviewStatus | None:
        """What the storage knows of a review with one of these keys, or of any that another process makes."""
        with storage():
            other = await self._running_elsewhere(table)
            if other and (other.key in keys or is_any_running):
                return status_elsewhere(other)
            kept = await self._store.kept(table)
        if kept is None or kept[0] not in keys:
            return None
        review = msgspec.Raw(kept[1].encode())
        total = msgspec.json.decode(kept[1], type=_Total).total
        return ReviewStatus(state="done", depth=keys[kept[0]], done=total, total=total, review=review)

    def _status(self, job: Job) -> ReviewStatus:
        return ReviewStatus(
            state=job.state,
            depth=job.depth,
            done=job.done,
            total=job.total,
            ahead=self._queue.index(job) + 1 if job in self._queue else 0,
            review=msgspec.Raw(job.body) if job.body else None,
        )

    # What the storage knows of jobs.

    async def _note(self, job: Job) -> bool:
        """Have the storage know of a job; False if another process is at it, and the job is dropped."""
        try:
            job.noted = await self._store.begin(job.row(), alone=not self._shared)
        except (Conflict, StorageFault):
            return True
        if not job.noted and self._jobs.get(job.table) is job:
            self._drop(job.table)
        return job.noted

    async def _running_elsewhere(self, table: str) -> ReviewJob | None:
        return await self._store.running_elsewhere(table) if self._shared else None

    async def _forget(self, table: str, key: str) -> None:
        with contextlib.suppress(Conflict, StorageFault):
            await self._store.forget(table, key, alone=not self._shared)

    @contextlib.asynccontextmanager
    async def resumed(self) -> AsyncIterator[None]:
        """Resume abandoned reviews: at the start, and with several processes periodically."""
        work = asyncio.create_task(self._resume(), name="reviews")
        try:
            yield
        finally:
            work.cancel()
            await asyncio.wait((work,))

    async def _resume(self) -> None:
        while True:
            try:
                left = await self._store.abandoned(alone=not self._shared)
                settled = [await self._take_over(each) for each in left]
                if not self._shared and all(settled):
                    return
                await asyncio.sleep(HEARTBEAT)
                await self._publish_progress()
            except (Conflict, StorageFault):
                await asyncio.sleep(HEARTBEAT)
            except Exception:  # noqa: BLE001 - other processes would take its reviews for abandoned
                _log.exception("The progress of reviews could not be published; it is tried again.")
                await asyncio.sleep(HEARTBEAT)

    async def _take_over(self, left: ReviewJob) -> bool:
        """Resume an abandoned review, or give it up; False if it has to be tried again."""
        job = self._jobs.get(left.table_id)
        if job and job.is_active:
            return True
        status = None
        try:
            if left.depth in DEPTHS:
                status = await self.start(left.table_id, left.depth, left.owner)
            else:
                _log.warning("The review of table %s is dropped: there is no depth %r.", left.table_id, left.depth)
        except (Conflict, StorageFault):
            return False
        except Refusal as refusal:
            if refusal.code not in FINAL:
                return False
            _log.warning("The review of table %s is dropped: %s.", left.table_id, refusal.code)
        except Exception:  # noqa: BLE001 - those after it are made all the same
            _log.exception("The review of table %s is dropped.", left.table_id)
        if status is None or status.state == "done":
            await self._forget(left.table_id, left.key)
        return True

    async def _publish_progress(self) -> None:
        """Publish the progress of this process; reviews that were cancelled elsewhere end here."""
        active = {job.table: job for job in self._jobs.values() if job.is_active and job.noted}
        for table in await self._store.renew([job.row() for job in active.values()]) if active else ():
            if active[table].is_active and self._jobs.get(table) is active[table]:
                self._drop(table)

    def _drop(self, table: str) -> None:
        job = self._jobs.pop(table, None)
        if job is None:
            return
        with contextlib.suppress(ValueError):
            self._queue.remove(job)
        if job.work:
            job.work.cancel()
        job.notify()

    async def _run(self) -> None:
        """Process the queue."""
        with self._pool.reviewing():
            await self._work_off()

    async def _work_off(self) -> None:
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
                await self._fail(job)
            self._forget_oldest()

    async def _review(self, job: Job) -> None:
        is_again = False
        while not job.total or job.done < job.total:
            await self._let_bots_go_first()
            try:
                found = await self._pool.review(job.next_turn())
            except NoAnswer:
                if is_again:
                    await self._fail(job)
                    return
                is_again = True
                continue
            if found.done > job.done:  # not one that began again
                is_again = False
                job.done, job.total, job.body = found.done, found.total, found.body
                job.notify()
        try:
            await self._store.keep(job.table, job.key, job.body.decode(), deeper=job.deeper())
        except (Conflict, StorageFault):
            _log.warning("The review of table %s stays in memory only.", job.table)
        job.state = "done"
        job.notify()

    async def _fail(self, job: Job) -> None:
        await self._forget(job.table, job.key)  # before anybody hears of it: it must not fail again after a restart
        job.state = "failed"
        job.notify()

    async def _let_bots_go_first(self) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + POLITE
        while self._pool.bots_waiting or (not self._pool.rests(QUIET) and loop.time() < until):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(POLL_INTERVAL)

    def _forget_oldest(self) -> None:
        ended = [table for table, job in self._jobs.items() if not job.is_active]
        for table in ended[:-MAX_FINISHED_JOBS]:
            del self._jobs[table]

    # What happens at tables.

    def on_broadcast(self, loaded: LoadedTable) -> None:
        job = self._jobs.get(loaded.table.id)
        if job and job.key != key_of(loaded.table, job.depth):
            self._drop(job.table)
            self._tasks.start(self._forget(job.table, job.key))

    def on_deleted(self, table: str) -> None:
        self._drop(table)

    async def close(self) -> None:
        for table in tuple(self._jobs):
            self._drop(table)
        await self._tasks.wait()


class _Total(msgspec.Struct):
    total: int


def _rank(status: ReviewStatus) -> int:
    """0 for the deepest."""
    return DEPTHS.index(status.depth) if status.depth in DEPTHS else len(DEPTHS)
