"""One game of a match, with every fault of a bot turned into a forfeit."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable
from traceback import format_exception, format_tb
from typing import Protocol, SupportsIndex

from aquaromana.arena.match import Fixture, Match
from aquaromana.arena.result import Forfeit, GameResult, Thinking
from aquaromana.bots import Bot, close_bot, make_local_bot
from aquaromana.bots.bot import error_text
from aquaromana.engine import made_by
from aquaromana.engine.protocol import EngineError
from aquaromana.records import Record, write_record
from aquaromana.rules import AquaError, Game, Layout


class Maker(Protocol):
    """Makes a bot from its text: `make_local_bot`, or what stands in for it."""

    def __call__(self, text: str, *, seed: int) -> Bot: ...


class Watch(Protocol):
    """Observes a game, so that another process knows who was thinking if this one dies."""

    def thinking(self, seat: int) -> None:
        """The seat's bot is about to be made, or to decide."""

    def decided(self, decision: int) -> None:
        """That seat made a legal decision."""


class Unwatched:
    """Ignores everything."""

    def thinking(self, seat: int) -> None: ...

    def decided(self, decision: int) -> None: ...


def play_game(
    match: Match, fixture: Fixture, *, make: Maker = make_local_bot, watch: Watch | None = None
) -> GameResult:
    """Play a game to the end, or to the first fault of a bot; exceptions of a bot do not escape."""
    with contextlib.ExitStack() as stack:
        return _play_game(match, fixture, make, watch or Unwatched(), stack)


def _play_game(match: Match, fixture: Fixture, make: Maker, watch: Watch, stack: contextlib.ExitStack) -> GameResult:
    game = match.start(fixture.set)
    thinking = [Thinking() for _ in fixture.seating]
    forfeit, traceback = None, ""
    bots: list[Bot] = []
    for seat in range(len(fixture.seating)):
        watch.thinking(seat)
        try:
            bots.append(make(match.bot(fixture, seat), seed=match.bot_seed(fixture, seat)))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a foreign bot may raise anything, SystemExit too
            forfeit = Forfeit.of(seat, f"could not be made: {error_text(error)}")
            return _result(match, fixture, game, forfeit, thinking, _traceback(error))
        stack.callback(_close, bots[-1])
    budgets = [match.entry_budget(entry) for entry in fixture.seating]
    while forfeit is None and not game.is_over:
        seat = game.to_move
        watch.thinking(seat)
        begun = time.perf_counter()
        try:
            choice = bots[seat].choose(game.copy(), budgets[seat])
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - as above
            told = str(error) if isinstance(error, EngineError) else f"raised {error_text(error)}"
            forfeit, traceback = Forfeit.of(seat, told), _traceback(error)
            continue
        thinking[seat] = thinking[seat].plus(time.perf_counter() - begun)
        forfeit = _play(game, seat, choice)
        if forfeit is None:
            watch.decided(game.moves[-1])
    return _result(match, fixture, game, forfeit, thinking, traceback)


def _close(bot: Bot) -> None:
    """Release what a bot holds; that must not cost a game that is over."""
    with contextlib.suppress(Exception):
        close_bot(bot)


def broken_off(match: Match, fixture: Fixture, decisions: Iterable[int], seat: int, reason: str) -> GameResult:
    """The result of a game whose process is gone: the seat that was thinking loses it."""
    game = match.start(fixture.set)
    for decision in decisions:
        game.push(decision)
    return _result(match, fixture, game, Forfeit.of(seat, reason), [Thinking() for _ in fixture.seating])


def _play(game: Game, seat: int, choice: object) -> Forfeit | None:
    if not isinstance(choice, SupportsIndex | str):
        return Forfeit.of(seat, f"returned {_shown(choice)}, which is not a decision")
    try:
        game.play(choice)
    except AquaError as error:
        return Forfeit.of(seat, f"illegal decision {_shown(choice)}: {error}")
    except (ValueError, TypeError, IndexError, KeyError) as error:
        return Forfeit.of(seat, f"returned {_shown(choice)}, which is not a decision ({error_text(error)})")
    return None


def _shown(choice: object) -> str:
    try:
        text = str(choice) if isinstance(choice, int) else repr(choice)
    except Exception:  # noqa: BLE001 - even the text of a foreign object may fail
        text = f"a {type(choice).__name__}"
    return text[:80]


def _traceback(error: BaseException) -> str:
    """Where a bot raised; of a program, what it was sent and wrote last."""
    for cause in (error, error.__cause__):
        if isinstance(cause, EngineError):
            return f"{cause}\n\n{cause.details}\n"
    try:
        return "".join(format_exception(error))
    except Exception:  # noqa: BLE001 - as above
        return "".join(format_tb(error.__traceback__)) + type(error).__name__ + "\n"


def _result(
    match: Match,
    fixture: Fixture,
    game: Game,
    forfeit: Forfeit | None,
    thinking: Iterable[Thinking],
    traceback: str = "",
) -> GameResult:
    scores = None if forfeit else game.scores()
    record = write_record(Record.from_game(game, **_tags(match, fixture, game.layout, forfeit)))
    return GameResult(fixture, scores, forfeit, tuple(thinking), record, traceback)


def _tags(match: Match, fixture: Fixture, layout: Layout, forfeit: Forfeit | None) -> dict[str, str]:
    tags = {**made_by(layout), "Event": match.event, "Round": str(fixture.number), "Seed": match.seed_text(fixture.set)}
    for seat, entry in enumerate(fixture.seating):
        tags[f"Seat{seat}"] = match.names[entry]
        tags[f"Bot{seat}"] = match.bot(fixture, seat)
        if budget := match.entry_budget(entry):
            tags[f"Budget{seat}"] = str(budget)
    if match.opening != "none":
        tags["Opening"] = "random set-up" if match.opening == "setup" else "half of the set-up at random"
    if forfeit:
        tags["Forfeit"] = f"seat {forfeit.seat}: {forfeit.reason}"
    return tags
