"""`aqua engine`: a bot behind the engine protocol. `docs/engine-protocol.md` is the specification.

Lines are read in one thread and a search runs in another, so that the engine answers while it thinks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from aquaromana.bots import Bot, BotError, Seed, make_bot
from aquaromana.bots.bot import error_text
from aquaromana.engine import Budget, BudgetError, NativeMissingError, Report
from aquaromana.engine.protocol.messages import NONE, PROTOCOL, Info, Option
from aquaromana.rules import AquaError, Decision, Game, Layout, Reason
from aquaromana.rules.layout import SEAT_COLORS
from aquaromana.version import __version__

MOST_MOVES: Final = 10_000
OPTIONS: Final = (
    Option("Bot", default="champion"),
    Option("Seed", default=""),
    Option("Threads", "spin", "1", 1, 256),
    Option("MultiPV", "spin", "1", 1, 500),
)
"""The settings, with their defaults."""

FOREVER: Final = Budget(seconds=86400)
"""How long `go infinite` thinks, unless it is stopped."""

_STOP_AGAIN: Final = 0.01
_LEAVE_WITHIN: Final = 2.0


class ProtocolError(ValueError):
    """A line that cannot be obeyed; `code` says why to programs, the message to people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Order:
    """What `go` asks for."""

    budget: Budget | None
    """None leaves it to the bot."""
    infinite: bool = False


class EngineHost:
    """The engine's side of a conversation: `hear` takes a line, `write` is called with each answer."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write_line = write
        self._writing = threading.Lock()
        self._values = {option.name: option.default for option in OPTIONS}
        self._bot: Bot | None = None
        self._game: Game | None = Game()
        self._said: tuple[str, list[str]] = ("", [])
        self._thinking: _Thinking | None = None

    def hear(self, line: str) -> bool:
        """Obey a line; False if it was the last. Lines with an unknown first word are ignored."""
        words = line.split()
        obey = {
            "aqua": self._greet,
            "isready": self._answer_ready,
            "setoption": self._set_option,
            "newgame": self._begin_game,
            "position": self._set_position,
            "state": self._show_state,
            "go": self._go,
            "stop": self._stop,
        }.get(words[0] if words else "")
        if words and words[0] == "quit":
            return False
        if obey is not None:
            try:
                obey(words[1:])
            except ProtocolError as error:
                self.complain(error.code, str(error))
        return True

    def finish(self) -> None:
        """The input has ended: let a search with a budget come to its end, stop one without."""
        if self._thinking is not None:
            if self._thinking.order.infinite:
                self._thinking.stop()
            self._thinking.wait()

    def leave(self) -> None:
        """Stop thinking, and wait for that a moment at most."""
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking.wait(_LEAVE_WITHIN)

    def wait(self) -> None:
        """Wait for the end of the search under way."""
        if self._thinking is not None:
            self._thinking.wait()

    def write(self, line: str) -> None:
        with self._writing:
            self._write_line(line)

    def complain(self, code: str, sentence: str) -> None:
        self.write(f"error {code} {' '.join(sentence.split())[:300]}")

    # one method a word

    def _greet(self, _: Sequence[str]) -> None:
        for line in (
            f"id name Aqua Romana {__version__}",
            "id author The Aqua Romana contributors",
            f"protocol {PROTOCOL}",
            *(str(replace(option, default=self._values[option.name])) for option in OPTIONS),
            "aquaok",
        ):
            self.write(line)

    def _answer_ready(self, _: Sequence[str]) -> None:
        self.write("readyok")

    def _set_option(self, words: Sequence[str]) -> None:
        self._demand_idle("setoption")
        if words[:1] != ["name"]:
            raise ProtocolError("option/unreadable", "Write setoption name NAME value VALUE.")
        split = words.index("value") if "value" in words else len(words)
        self.set_option(" ".join(words[1:split]), " ".join(words[split + 1 :]))

    def set_option(self, name: str, value: str) -> None:
        """Change a setting; ProtocolError if there is none with this name, or it cannot be that."""
        option = next((each for each in OPTIONS if each.name.casefold() == name.casefold()), None)
        if option is None:
            there = ", ".join(each.name for each in OPTIONS)
            raise ProtocolError("option/unknown", f"There is no option {name[:40]!r}; there are {there}.")
        try:
            text = option.written("" if value == NONE else value)
            text = "" if text == NONE else text
            if option.name == "Bot":
                text = text or option.default
                make_bot(text)
        except (ValueError, NativeMissingError) as error:
            raise ProtocolError("option/invalid", str(error)) from None
        self._values[option.name] = text
        self._bot = None  # another one is made when it is needed

    def _begin_game(self, _: Sequence[str]) -> None:
        self._demand_idle("newgame")
        self._bot, self._game, self._said = None, Game(), ("", [])

    def _set_position(self, words: Sequence[str]) -> None:
        self._demand_idle("position")
        known, self._game = self._game, None  # after an error there is no position
        split = words.index("moves") if "moves" in words else len(words)
        start, moves = " ".join(words[:split]), list(words[split + 1 :])
        if len(moves) > MOST_MOVES:
            raise ProtocolError("position/too-long", f"A game has at most {MOST_MOVES} decisions, not {len(moves)}.")
        before, played = self._said
        if known is not None and before == start and start and moves[: len(played)] == played:
            game, new = known, moves[len(played) :]  # most often it is the same game, some decisions later
        else:
            game, new = read_start(words[:split]), moves
        self._said = ("", [])
        for decision in new:
            try:
                game.play(decision)
            except AquaError as error:
                raise ProtocolError(error.code, f"Decision {len(game.moves) + 1}: {error}") from None
        self._game, self._said = game, (start, moves)

    def _show_state(self, _: Sequence[str]) -> None:
        game = self._demand_game()
        head = f"state position {game} seat {game.to_move} phase {game.phase.name.lower()}"
        points = " ".join(map(str, game.scores()))
        legal = " ".join(map(str, game.legal_moves()))
        self.write(f"{head} points {points}" + (f" legal {legal}" if legal else ""))

    def _go(self, words: Sequence[str]) -> None:
        self._demand_idle("go")
        try:
            order = read_order(words)
            game = self._demand_game()
            bot = None if game.is_over else self._made_bot()
        except ProtocolError as error:
            self.complain(error.code, str(error))
            self.write(f"bestmove {NONE}")
            return
        if bot is None:
            self.write(str(_final(game)))
            self.write(f"bestmove {NONE}")
            return
        self._thinking = _Thinking(self, bot, game.copy(), order, int(self._values["MultiPV"]))
        self._thinking.start()

    def _stop(self, _: Sequence[str]) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    # what they need

    def _demand_idle(self, word: str) -> None:
        if self._thinking is not None and not self._thinking.decided:
            raise ProtocolError("engine/busy", f"A search is running: {word} has to wait for bestmove.")

    def _demand_game(self) -> Game:
        if self._game is None:
            raise ProtocolError("position/none", "There is no position: the last one could not be read.")
        return self._game

    def _made_bot(self) -> Bot:
        if self._bot is None:
            text = self._values["Seed"]
            seed: Seed = int(text) if text.isascii() and text.isdecimal() else text or None
            try:
                self._bot = make_bot(self._values["Bot"], seed=seed, threads=int(self._values["Threads"]))
            except (BotError, NativeMissingError) as error:
                raise ProtocolError("bot/failed", str(error)) from None
        return self._bot


class _Thinking(threading.Thread):
    """A search, in a thread of its own."""

    def __init__(self, host: EngineHost, bot: Bot, game: Game, order: Order, lines: int) -> None:
        super().__init__(name="thinking", daemon=True)
        self.order = order
        self.decided = False
        self.done = threading.Event()
        self._host, self._bot, self._game, self._lines = host, bot, game, lines
        self._stopped = threading.Event()
        self._choosing = threading.Lock()

    def stop(self) -> None:
        """End the search now; also one that is only about to begin, and would not hear a single call."""
        if not self._stopped.is_set():
            self._stopped.set()
            threading.Thread(target=self._insist, name="stopping", daemon=True).start()

    def wait(self, seconds: float | None = None) -> None:
        self.done.wait(seconds)

    def _insist(self) -> None:
        while not self.done.wait(_STOP_AGAIN):
            with self._choosing:
                if not self.decided:
                    self._bot.stop()

    def run(self) -> None:
        answer = NONE
        try:
            decision = self._bot.choose(self._game, self._budget, self._tell)
            if self.order.infinite:
                self._stopped.wait()  # the client of an endless search is not listening before
            answer = str(Decision(decision))
        except OSError:
            pass  # nobody listens any more
        except Exception as error:  # noqa: BLE001 - a foreign bot may raise anything
            self._host.complain("bot/failed", error_text(error))
        finally:
            with self._choosing:
                self.decided = True  # before the answer is out: a client that has read it may send the next line
        try:
            self._host.write(f"bestmove {answer}")
        except OSError:
            pass
        finally:
            self.done.set()

    @property
    def _budget(self) -> Budget | None:
        return FOREVER if self.order.infinite else self.order.budget

    def _tell(self, report: Report) -> None:
        thought = report.playouts > 0  # a forced decision is made without a thought: there is no score to tell
        for rank, choice in enumerate(report.choices[: self._lines], 1):
            info = Info(
                multipv=rank,
                depth=report.depth,
                nodes=report.playouts,
                visits=choice.visits,
                seconds=report.seconds,
                exact=choice.exact,
                score=choice.shares if thought else (),
                points=choice.points if thought else (),
                pv=choice.line,
            )
            self._host.write(str(info))


def read_start(words: Sequence[str]) -> Game:
    """The game that ``start players N [layout LAYOUT]`` or a position string sets up; ProtocolError if it is none."""
    try:
        if words[:1] != ["start"]:
            return Game.from_position(" ".join(words))
        known = dict(zip(words[1::2], words[2::2], strict=False))
        players = known.get("players", "2")
        if players not in map(str, SEAT_COLORS):
            raise AquaError(Reason("players/impossible", {"players": players[:20]}))
        layout = Layout.parse(int(players), known["layout"]) if "layout" in known else None
        return Game(int(players), layout=layout)
    except AquaError as error:
        raise ProtocolError(error.code, str(error)) from None


def read_order(words: Sequence[str]) -> Order:
    """What follows ``go``; unknown words are ignored. ProtocolError if a number is none."""
    limits = {"movetime": 0, "nodes": 0}
    for name in limits:
        if name in words:
            place = words.index(name) + 1
            text = words[place] if place < len(words) else ""
            if not (text.isascii() and text.isdecimal() and len(text) < 16 and int(text)):
                raise ProtocolError("go/invalid", f"The word {name} needs a whole number from 1 on, not {text[:20]!r}.")
            limits[name] = int(text)
    if "infinite" in words:
        return Order(None, infinite=True)
    try:
        if any(limits.values()):
            seconds = limits["movetime"] / 1000 if limits["movetime"] else None
            return Order(Budget(seconds=seconds, playouts=limits["nodes"] or None))
    except BudgetError as error:
        raise ProtocolError("go/invalid", str(error)) from None
    return Order(None)


def _final(game: Game) -> Info:
    """What there is to say about a finished game."""
    winners = game.winners()
    score = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(game.players))
    return Info(exact=True, score=score, points=tuple(map(float, game.scores())))
