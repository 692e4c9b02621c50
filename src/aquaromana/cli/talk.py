"""A game in the terminal: show the board, ask, understand what is typed."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from aquaromana.cli.choices import Option, Step, narrowed, options
from aquaromana.cli.files import shown
from aquaromana.cli.group import Failure
from aquaromana.cli.screen import Screen
from aquaromana.cli.table import Table
from aquaromana.cli.why import explain
from aquaromana.cli.words import final_scoring, told
from aquaromana.drawing.text import COMPACT_SIZE, FULL_SIZE, question, seat_names
from aquaromana.rules import AquaError, Decision

HELP: Final = """\
Choose in steps: type what the list shows or its number; a beginning narrows it.
Or type a whole decision:
  C@12       place a curve builder on path square 12
  D1e.12.Cs  workman at D1, east side; builder on 12; a curve that leads south
  +Cne@F4    an extra curve on F4 that joins north and east
  >14        move the builder on 14        xD1e  close the aqueduct at D1e
  -          close nothing                 *J    take the joker
Kinds: C curve, D double curve, S straight, B bridge, J joker. Sides: n e s w.
Commands:
  list [TEXT]  the decisions that are possible, or those with TEXT in them
  why THING    why a decision, workman (D1e), builder (12), square (F4) or
               kind (C) cannot be used
  back         start the choice again
  undo         take back your last decision, until your stretch is over
  auto         stop asking whether you are done, or ask again
  board, log   show the board, the decisions so far
  position     the position as one line of text
  save [FILE]  save the game, or keep it in FILE; save! FILE replaces a file
  resume FILE  go on with another game
  quit         save and leave"""


class Leave(Exception):
    """Somebody wants to stop."""


class Talk:
    """Leads a table through its game, with somebody who reads and types."""

    def __init__(
        self,
        table: Table,
        screen: Screen,
        *,
        read: Callable[[str], str],
        interactive: bool,
        confirm: bool,
        resume: Callable[[str], Table],
    ) -> None:
        self.table = table
        self.screen = screen
        self.read = read
        """Asks for a line; EOFError when there is none."""
        self.interactive = interactive
        """Whether the screen is drawn anew at each question, and decisions without a choice are made at once."""
        self.confirm = confirm
        self.resume = resume
        self.messages: list[str] = []
        """What is said under the board at the next question."""
        self.shown = -1
        """The number of decisions when the board was shown last."""
        self.complained = ""

    @property
    def names(self) -> tuple[str, ...]:
        return seat_names(self.table.game.players, self.table.names)

    def run(self) -> None:
        """Play to the end; Leave, EOFError or KeyboardInterrupt if somebody stops sooner."""
        while True:
            if self.table.is_stretch_over:
                self.settle()
            elif self.table.game.is_over:
                break
            elif bot := self.table.bots[self.table.game.to_move]:
                self.decide(bot.choose(self.table.game))
                self.table.settle()
            else:
                self.ask()
        self.keep()
        self.finish()

    def finish(self) -> None:
        """The end of the game, step by step."""
        self.show(marked_since=len(self.table.game.moves))
        for line in final_scoring(self.table.game.position, self.names):
            self.screen.say(line)

    def keep(self) -> None:
        """Save what there is, and say once if that is not possible."""
        try:
            self.table.save()
        except Failure as error:
            if error.message != self.complained:
                self.tell(f"{error.message}; type save FILE to keep it elsewhere.")
            self.complained = error.message

    def tell(self, text: str) -> None:
        """Say something: at once, or under the board when it is drawn next."""
        if self.interactive:
            self.messages.append(text)
        else:
            self.screen.say(text)

    # The screen

    def show(self, marked_since: int) -> None:
        """Draw the board with what is new, and the messages under it."""
        table = self.table
        notes = [told(*decision, self.names) for decision in table.decisions(marked_since)]
        room = self.room()
        height = sum(len(self.wrapped(message)) for message in self.messages)
        if self.interactive:
            self.screen.clear()
        if not self.interactive or height <= max(room - 3, 4):  # a long message takes the place of the board
            since = table.positions[marked_since]
            self.screen.board(table.game.position, self.names, since=since, notes=notes, ask=False)
        self.shown = len(table.game.moves)
        for message in self.messages:
            for line in self.wrapped(message):
                self.screen.say(line)
        self.messages.clear()

    def wrapped(self, text: str) -> list[str]:
        width = shutil.get_terminal_size().columns - 1 if self.interactive else 10_000
        return [part for line in text.splitlines() for part in textwrap.wrap(line, width, replace_whitespace=False)]

    def room(self) -> int:
        """Lines of the terminal under the board."""
        if not self.interactive:
            return 100
        height = (COMPACT_SIZE if self.screen.compact else FULL_SIZE)[1] - 1
        return max(3, shutil.get_terminal_size().lines - height)

    def offer(self, step: Step, listed: Sequence[Option]) -> None:
        """What can be chosen: with words, one a line, if there is room; otherwise the keys alone."""
        numbers = [f"{number}:" if step.numbered else "" for number in range(1, len(listed) + 1)]
        keys = [number + option.key for number, option in zip(numbers, listed, strict=True)]
        width = max(map(len, keys))
        worded = [f"{key:<{width}} {option.words}" for key, option in zip(keys, listed, strict=True)]
        lines = in_columns(worded, 98 if not self.screen.compact else 78)
        if not listed[0].words or len(lines) + 2 > self.room():
            lines = textwrap.wrap("  ".join(keys), 76)
        if len(lines) + 2 > self.room():
            lines = [f"{len(keys)} choices, from {keys[0]} to {keys[-1]}; list shows all decisions"]
        for line in lines:
            self.screen.say(f"  {line}")

    # Questions

    def ask(self) -> None:
        """Ask a person for one decision."""
        self.keep()
        table, game = self.table, self.table.game
        legal = game.legal_moves()
        if self.interactive and len(legal) == 1:
            self.decide(legal[0])
            return
        left: tuple[Decision, ...] = legal
        ply, made = table.firm, len(game.moves)
        since = table.before_others(game.to_move) if made == ply else ply
        while self.table is table and len(game.moves) == made:
            step, listed = options(game.position, left)
            if self.interactive or (self.shown != made and made == ply):
                self.show(since)
            self.screen.say(f"{self.screen.bold(question(game.position, self.names))} {step.question}")
            self.offer(step, listed)
            text = self.read("> ").strip()
            if not text:
                continue
            if text in ("back", ".."):
                left = legal
            elif self.command(text):
                continue
            else:
                left = self.choose(left, legal, text)

    def choose(self, left: tuple[Decision, ...], legal: tuple[Decision, ...], text: str) -> tuple[Decision, ...]:
        """What a text leaves over; a decision that is found is made."""
        position = self.table.game.position
        found = narrowed(position, left, text) or narrowed(position, legal, text)
        if len(found) == 1:
            self.decide(found[0])
        elif not found:
            self.explain(text)
        return found or left

    def decide(self, decision: Decision) -> None:
        before = self.table.game.position
        self.table.play(decision)
        if not self.interactive:
            self.screen.say(told(before, decision, self.table.game.position, self.names))

    def settle(self) -> None:
        """A person's stretch is over: make it final, after asking if that is wanted."""
        table = self.table
        while self.confirm:
            self.keep()
            if self.interactive:
                self.show(table.firm)
            seat = self.names[table.positions[table.firm].mover]
            self.screen.say(f"{self.screen.bold(f'{seat}, are you done?')} Enter: yes, u: take back")
            text = self.read("> ").strip()
            if text.lower() in ("", "y", "yes", "ok", "done"):
                break
            if not self.command(text):
                self.tell("Enter ends your stretch, u takes back your last decision.")
            if self.table is not table or not table.is_stretch_over:
                return
        table.settle()

    # Commands

    def command(self, text: str) -> bool:
        """Do what is typed if it is a command."""
        word, _, rest = text.partition(" ")
        action = {
            "?": self.help,
            "help": self.help,
            "h": self.help,
            "list": self.list_decisions,
            "l": self.list_decisions,
            "why": self.explain,
            "undo": self.undo,
            "u": self.undo,
            "auto": self.toggle,
            "board": self.board,
            "log": self.log,
            "position": self.position,
            "save": self.save,
            "save!": self.save_over,
            "resume": self.go_on,
            "quit": self.leave,
            "q": self.leave,
            "exit": self.leave,
        }.get(word)
        if action:
            action(rest.strip())
        return action is not None

    def help(self, _: str) -> None:
        self.tell(HELP)

    def list_decisions(self, text: str) -> None:
        found = [str(move) for move in self.table.game.legal_moves() if text.casefold() in str(move).casefold()]
        width = 78
        listed = textwrap.wrap("  ".join(found), width, initial_indent="  ", subsequent_indent="  ")
        self.tell("\n".join([f"{len(found)} decision{'s' * (len(found) != 1)} possible:", *listed]))

    def explain(self, text: str) -> None:
        if not text:
            self.tell("why what? A decision, a workman (D1e), a builder (12), a square (F4) or a kind (C).")
            return
        try:
            reason = explain(self.table.game, text)
        except AquaError as error:
            self.tell(f"{error} Type ? for help.")
            return
        self.tell(f"{text} is possible." if reason is None else f"{reason.told(self.names)} ({reason.clause})")

    def undo(self, _: str) -> None:
        """Take back the last decision, and with it those that were made without a choice."""
        taken = self.table.undo()
        if taken is None:
            self.tell("There is nothing to take back: your stretch begins here.")
            return
        while self.interactive and len(self.table.game.legal_moves()) == 1 and self.table.undo() is not None:
            pass
        self.shown = -1
        self.tell(f"{taken} is taken back.")

    def toggle(self, _: str) -> None:
        self.confirm = not self.confirm
        self.tell("You will be asked whether you are done." if self.confirm else "Stretches are final at once.")

    def board(self, _: str) -> None:
        if not self.interactive:
            self.show(len(self.table.game.moves))

    def log(self, _: str) -> None:
        lines = [f"{ply + 1:>3}. {told(*decision, self.names)}" for ply, decision in enumerate(self.table.decisions(0))]
        self.tell("\n".join(lines[-self.log_length() :]) or "Nothing has been decided yet.")

    def log_length(self) -> int:
        return max(3, self.room() - 3) if self.interactive else 1000

    def position(self, _: str) -> None:
        self.tell(str(self.table.game))

    def save(self, name: str, *, over: bool = False) -> None:
        try:
            file = Path(name).expanduser() if name else None
            if file and file.exists() and file != self.table.file and not over:
                self.tell(f"{shown(name)} is already there; save! {shown(name)} replaces it.")
                return
            self.tell(f"The game is saved in {self.table.save(file)}.")
        except Failure as error:
            self.tell(f"{error.message}.")
        except (OSError, ValueError, RuntimeError) as error:
            self.tell(f"The game cannot be saved there: {error}.")

    def save_over(self, name: str) -> None:
        self.save(name, over=True)

    def go_on(self, name: str) -> None:
        if not name:
            self.tell("resume which file?")
            return
        try:
            table = self.resume(name)
        except Failure as error:
            self.tell(f"{error.message}.")
            return
        self.keep()
        self.table, self.shown = table, -1
        self.tell(f"Going on with {shown(name)}.")

    def leave(self, _: str) -> None:
        raise Leave


def in_columns(entries: Sequence[str], width: int) -> list[str]:
    """Entries side by side, as many as a line has room for, one under the other in each column."""
    each = max(map(len, entries)) + 3
    count = max(1, width // each)
    rows = -(-len(entries) // count)
    return ["".join(f"{entry:<{each}}" for entry in entries[row::rows]).rstrip() for row in range(rows)]


def reader(*, interactive: bool, words: Callable[[], Sequence[str]]) -> Callable[[str], str]:
    """A function that asks for a line; at a terminal it can be edited, and Tab completes it."""
    if interactive:
        _complete(words)
        return input

    def read(prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(prompt + "".join(char if char.isprintable() else "?" for char in line.rstrip("\r\n")))
        return line

    return read


def _complete(words: Callable[[], Sequence[str]]) -> None:
    try:
        import readline
    except ImportError:  # Windows has its own line editor
        return

    def complete(text: str, state: int) -> str | None:
        fitting = [word for word in words() if word.casefold().startswith(text.casefold())]
        return fitting[state] if state < len(fitting) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
