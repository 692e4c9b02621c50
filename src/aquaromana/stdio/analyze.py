"""`aqua analyze --json`: queries in, results out, several at once. `docs/analysis-protocol.md` is the specification."""

from __future__ import annotations

import heapq
import itertools
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from aquaromana.bots import Bot, BotError, close_bot, make_bot
from aquaromana.bots.bot import error_text
from aquaromana.engine import Choice, NativeMissingError, Report, engine_version
from aquaromana.rules import Decision, Game
from aquaromana.stdio.query import Action, Query, QueryError, read_query
from aquaromana.version import __version__

PROTOCOL: Final = 1
"""The version of queries and results."""
MOST_WAITING: Final = 10_000
"""Positions that wait to be analyzed, at most."""
_SHARE_DIGITS: Final = 4
_POINT_DIGITS: Final = 2


@dataclass(eq=False, slots=True)
class _Job:
    """One position of a query."""

    query: Query
    turn: int
    game: Game
    terminated: threading.Event = field(default_factory=threading.Event)


class AnalysisHost:
    """Analyzes positions in as many threads as are wanted; `write` is called with each line of output."""

    def __init__(self, write: Callable[[str], None], threads: int = 1) -> None:
        self._write_line = write
        self._writing = threading.Lock()
        self._changed = threading.Condition()
        self._waiting: list[tuple[int, int, _Job]] = []
        self._running: set[_Job] = set()
        self._numbers = itertools.count()
        self._leaving = False
        self._broken = False
        for _ in range(threads):
            threading.Thread(target=self._work, name="analyzing", daemon=True).start()

    def hear(self, line: str) -> None:
        """Take a line; blank ones are ignored."""
        if not line:
            return
        try:
            wanted = read_query(line)
            if isinstance(wanted, Action):
                self._act(wanted)
            else:
                self._enter(wanted)
        except QueryError as error:
            self.write(error.to_json())

    def wait(self) -> None:
        """Wait until everything is answered, or nobody listens any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._broken or not (self._waiting or self._running))

    def leave(self) -> None:
        """End all analyses without another word."""
        with self._changed:
            self._leaving = self._broken = True
            self._waiting.clear()
            for job in self._running:
                job.terminated.set()
            self._changed.notify_all()

    def write(self, answer: dict[str, Any]) -> None:
        line = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        with self._writing:
            if not self._broken:
                self._write_line(line)

    def _act(self, action: Action) -> None:
        answer: dict[str, Any] = {"id": action.id, "action": action.name}
        if action.name == "query_version":
            self.write({**answer, "version": __version__, "protocol": PROTOCOL, "engine": engine_version()})
            return
        if action.target:
            answer["terminateId"] = action.target
        with self._changed:
            jobs = [job for _, _, job in self._waiting] + list(self._running)
            for job in jobs:
                if not action.target or job.query.id == action.target:
                    job.terminated.set()
        self.write(answer)

    def _enter(self, query: Query) -> None:
        for name in query.unknown:
            message = f"The field {name!r} is not known and was ignored."
            self.write({"id": query.id, "warning": {"code": "query/unknown-field", "field": name, "message": message}})
        with self._changed:
            if len(self._waiting) + len(query.games) > MOST_WAITING:
                message = f"More than {MOST_WAITING} positions are waiting: send this again later."
                raise QueryError("query/too-many", message, id=query.id)
            for turn, game in query.games.items():
                heapq.heappush(self._waiting, (-query.priority, next(self._numbers), _Job(query, turn, game)))
            self._changed.notify_all()

    def _work(self) -> None:
        """Take what is most urgent, again and again."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._leaving or self._waiting)
                if self._leaving:
                    return
                _, _, job = heapq.heappop(self._waiting)
                self._running.add(job)
            try:
                self.write(self._answer(job))
            except OSError:
                self.leave()  # nobody listens any more
            finally:
                with self._changed:
                    self._running.discard(job)
                    self._changed.notify_all()

    def _answer(self, job: _Job) -> dict[str, Any]:
        if job.terminated.is_set():
            return {**_head(job), "isDuringSearch": False, "noResults": True}
        if job.game.is_over:
            return _result(job, _ended(job.game), during=False)
        try:
            bot = make_bot(job.query.bot, seed=job.query.seed)
        except (BotError, NativeMissingError) as error:
            return QueryError("query/invalid", str(error), field="bot", id=job.query.id).to_json()
        try:
            report = self._report(job, bot)
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - a foreign bot may raise anything
            return QueryError("bot/failed", error_text(error), field="bot", id=job.query.id).to_json()
        finally:
            close_bot(bot)
        if report is None:
            message = f"The bot {job.query.bot} does not say what it thinks: choose one that searches."
            return QueryError("query/invalid", message, field="bot", id=job.query.id).to_json()
        return _result(job, report, during=False)

    def _report(self, job: _Job, bot: Bot) -> Report | None:
        """The last report on a position. A search does not think about a forced decision: it thinks of what follows."""
        last: list[Report] = []
        told = time.monotonic()
        game, forced = job.game.copy(), list[Decision]()
        while len(game.legal_moves()) == 1:
            forced.append(game.legal_moves()[0])
            game.push(forced[-1])

        def hear(report: Report) -> None:
            nonlocal told
            report = _led_to(report, forced)
            last[:] = [report]
            if job.terminated.is_set():
                bot.stop()
            elif job.query.report_every is not None and time.monotonic() - told >= job.query.report_every:
                told = time.monotonic()
                self.write(_result(job, report, during=True))

        if game.is_over:
            return _led_to(_ended(game), forced)
        bot.choose(game, job.query.budget, hear)
        return last[0] if last else None


def _led_to(report: Report, forced: list[Decision]) -> Report:
    """A report on a position as one on an earlier one, from which forced decisions lead there."""
    if not forced:
        return report
    line = (*forced, *(report.choices[0].line if report.choices else ()))
    choice = Choice(forced[0], report.visits, 1.0, report.shares, report.points, exact=report.exact, line=line)
    return replace(report, choices=(choice,))


def _ended(game: Game) -> Report:
    """The report on a game that is over."""
    winners = game.winners()
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(game.players))
    points = tuple(map(float, game.scores()))
    return Report(0, 0, 0, 0, 0.0, exact=True, shares=shares, points=points, choices=())


def _head(job: _Job) -> dict[str, Any]:
    return {"id": job.query.id, "turnNumber": job.turn}


def _result(job: _Job, report: Report, *, during: bool) -> dict[str, Any]:
    query = job.query
    return {
        **_head(job),
        "isDuringSearch": during,
        "rootInfo": {
            "playouts": report.playouts,
            "visits": report.visits,
            "depth": report.depth,
            "seconds": round(report.seconds, 3),
            **_standing(job.game, exact=report.exact, shares=report.shares, points=report.points),
        },
        "moveInfos": [
            _move(choice, order, include_pv=query.include_pv)
            for order, choice in enumerate(report.choices[: query.most_moves])
        ],
    }


def _move(choice: Choice, order: int, *, include_pv: bool) -> dict[str, Any]:
    return {
        "move": str(choice.decision),
        "order": order,
        "visits": choice.visits,
        "prior": round(choice.prior, _SHARE_DIGITS),
        "exact": choice.exact,
        "shares": [round(share, _SHARE_DIGITS) for share in choice.shares],
        "points": [round(points, _POINT_DIGITS) for points in choice.points],
        **({"pv": [str(decision) for decision in choice.line]} if include_pv else {}),
    }


def _standing(game: Game, *, exact: bool, shares: tuple[float, ...], points: tuple[float, ...]) -> dict[str, Any]:
    return {
        "seat": game.to_move,
        "phase": game.phase.name.lower(),
        "exact": exact,
        "shares": [round(share, _SHARE_DIGITS) for share in shares],
        "points": [round(each, _POINT_DIGITS) for each in points],
    }
