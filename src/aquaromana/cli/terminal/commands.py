"""The commands of the terminal game: what people type other than decisions."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aquaromana.analysis.hints import hint
from aquaromana.cli.files import shown
from aquaromana.cli.group import Failure
from aquaromana.cli.terminal.choices import in_notation
from aquaromana.cli.terminal.hints import RUNGS, rung_text
from aquaromana.cli.terminal.screen import wrapped
from aquaromana.cli.terminal.words import decision_text
from aquaromana.cli.why import explain
from aquaromana.rules import AquaError, Game

if TYPE_CHECKING:
    from aquaromana.cli.terminal.dialogue import Dialogue

HELP: Final = """\
Choose in steps: type a name from the list or its number, or how it begins.
Or type a whole decision at any time; D1e 12 cs means D1e.12.Cs:
  C@12       place a curve builder on path square 12
  D1e.12.Cs  workman at D1, east side; builder on 12; a curve that leads south
  +Cne@F4    an extra curve on F4 that joins north and east
  >14        move the builder on 14        xD1e  close the aqueduct at D1e
  -          close nothing                 *J    take the joker
Kinds: C curve, D double curve, S straight, B bridge, J joker. Sides: n e s w.
Commands:
  list [TEXT]  all possible decisions, or those that contain TEXT
  why THING    why a decision, workman, builder, square or kind is not possible
  hint         a question that helps; again: where to look; again: what to do and why
  back, u      undo a step of the choice, then a decision of your stretch
  auto         stop or start asking whether you are done
  board, log   show the board, or the last decisions (log all: all of them)
  position     the position as one line of text
  save [FILE]  save the game, or move it to FILE; save! FILE replaces a file
  resume FILE  continue another game
  quit         save and leave"""

THINGS: Final = "a decision (D1e.12.Cs), a workman (D1e), a builder (12), a square (F4) or a kind (C)"


class Leave(Exception):
    """A player wants to quit."""


class Commands:
    """What can be typed at any question of a dialogue, by its word."""

    def __init__(self, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self.hinted: tuple[Game, int] | None = None
        """The game about which a hint was given last, and its rung."""
        self.hints: Counter[int] = Counter()
        """Decisions for which a hint was taken, by seat."""
        self.actions: dict[str, Callable[[str], None]] = {
            "list": self.list_decisions,
            "why": self.explain,
            "hint": self.hint,
            "back": self.undo,
            "undo": self.undo,
            "auto": self.toggle,
            "board": self.board,
            "log": self.log,
            "position": self.position,
            "save": self.save,
            "save!": self.save_over,
            "resume": self.go_on,
            "quit": self.leave,
            "exit": self.leave,
            "help": self.help,
        }
        self.short = {"?": "help", "h": "help", "l": "list", "u": "back", "..": "back", "q": "quit"}

    def run(self, text: str) -> bool:
        """Run a command, if the text is one."""
        word, _, rest = text.partition(" ")
        action = self.actions.get(self.short.get(word.casefold(), word.casefold()))
        if action:
            action(rest.strip())
        return action is not None

    def is_back(self, text: str) -> bool:
        return self.short.get(text.casefold(), text.casefold()) in ("back", "undo")

    def moment(self) -> tuple[Game, str]:
        """The game at the decision that a command refers to, and an introduction if that is not the current one."""
        if not self.dialogue.table.is_stretch_over:
            return self.dialogue.table.game, ""
        game = self.dialogue.table.game.copy()
        last = game.pop()
        return game, f"Before {last}, which u takes back: "

    def help(self, _: str) -> None:
        self.dialogue.tell(HELP)

    def list_decisions(self, text: str) -> None:
        game, when = self.moment()
        found = [str(move) for move in game.legal_moves() if text.casefold() in str(move).casefold()]
        listed = textwrap.wrap("  ".join(found), 78, initial_indent="  ", subsequent_indent="  ")
        count = "1 decision" if len(found) == 1 else f"{len(found)} decisions"
        self.dialogue.tell("\n".join([f"{when}{count} possible:", *listed]))

    def explain(self, text: str) -> None:
        if not text:
            self.dialogue.tell(f"why what? Name {THINGS}.")
            return
        game, when = self.moment()
        try:
            reason = explain(game, text)
        except AquaError:
            harmless = "".join(char if char.isprintable() else "?" for char in text[:40])
            self.dialogue.tell(f"{harmless!r} names nothing in the game: name {THINGS}.")
            return
        possible = f"{in_notation(text)} is possible."
        self.dialogue.tell(
            when + (possible if reason is None else f"{reason.told(self.dialogue.names)} ({reason.clause})")
        )

    def hint(self, _: str) -> None:
        """Give a hint about the decision to make; asked again, it says more."""
        if self.dialogue.table.is_stretch_over:
            self.dialogue.tell("Nothing is left to decide: press Enter, or type u to take back your last decision.")
            return
        game = self.dialogue.table.game.copy()
        again = self.hinted is not None and self.hinted[0] == game
        rung = min(self.hinted[1] + 1, RUNGS) if self.hinted and again else 1
        if not again:
            self.hints[game.to_move] += 1
        self.hinted = (game, rung)
        self.dialogue.tell(rung_text(hint(game), rung, self.dialogue.names))

    def undo(self, _: str) -> None:
        """Take back the last decision, and with it those that were made without a choice."""
        table = self.dialogue.table
        taken = table.undo()
        if taken is None:
            self.dialogue.tell("There is nothing to take back: your stretch begins here.")
            return
        while self.dialogue.interactive and len(table.game.legal_moves()) == 1 and table.undo() is not None:
            pass
        self.dialogue.shown = -1
        self.dialogue.tell(f"{taken} is taken back.")

    def toggle(self, _: str) -> None:
        self.dialogue.confirm = not self.dialogue.confirm
        self.dialogue.tell(
            "You will be asked whether you are done." if self.dialogue.confirm else "Stretches are final at once."
        )

    def board(self, _: str) -> None:
        if not self.dialogue.interactive:
            self.dialogue.show(len(self.dialogue.table.game.moves))

    def log(self, text: str) -> None:
        lines = [
            f"{ply + 1:>3}. {decision_text(*decision, self.dialogue.names)}"
            for ply, decision in enumerate(self.dialogue.table.decisions(0))
        ]
        columns, height = self.dialogue.screen.size
        while self.dialogue.interactive and text != "all" and len(wrapped("\n".join(lines), columns - 1)) > height - 4:
            del lines[0]
        self.dialogue.tell("\n".join(lines) or "Nothing has been decided yet.")

    def position(self, _: str) -> None:
        self.dialogue.tell(str(self.dialogue.table.game))

    def save(self, name: str, *, over: bool = False) -> None:
        try:
            file = Path(name).expanduser() if name else None
            if file and file.is_dir():
                inside = file / (self.dialogue.table.file.name if self.dialogue.table.file else "game.aqr")
                self.dialogue.tell(f"{shown(name)} is a folder; save {shown(str(inside))} keeps the game in it.")
                return
            if file and file.exists() and file != self.dialogue.table.file and not over:
                self.dialogue.tell(f"{shown(name)} already exists; save! {shown(name)} replaces it.")
                return
            self.dialogue.tell(f"The game is saved in {self.dialogue.table.save(file)}.")
        except Failure as error:
            self.dialogue.tell(f"{error.message}.")
        except (OSError, ValueError, RuntimeError) as error:
            self.dialogue.tell(f"The game cannot be saved there: {error}.")

    def save_over(self, name: str) -> None:
        self.save(name, over=True)

    def go_on(self, name: str) -> None:
        if not name:
            self.dialogue.tell("resume which file?")
            return
        try:
            table = self.dialogue.resume(name)
        except Failure as error:
            self.dialogue.tell(f"{error.message}.")
            return
        self.dialogue.keep()
        self.dialogue.table, self.dialogue.shown = table, -1
        self.dialogue.tell(f"Continuing {shown(name)}.")

    def leave(self, _: str) -> None:
        raise Leave

    def hints_taken(self) -> list[str]:
        """How many hints each seat took, if any did."""
        taken = [f"{self.dialogue.names[seat]} {count}" for seat, count in sorted(self.hints.items())]
        return [f"Hints taken: {', '.join(taken)}."] if taken else []
