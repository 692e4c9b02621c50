"""The dialogue of the terminal game: shows the board and asks for decisions."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Final

from aquaromana.bots import Bot
from aquaromana.cli.group import Failure
from aquaromana.cli.terminal.choices import Choice, begun, choice, in_notation
from aquaromana.cli.terminal.commands import Commands
from aquaromana.cli.terminal.keyboard import drop_typed
from aquaromana.cli.terminal.listing import listing
from aquaromana.cli.terminal.local_game import LocalGame
from aquaromana.cli.terminal.screen import SMALLEST, Screen, wrapped
from aquaromana.cli.terminal.words import decision_text, final_scoring
from aquaromana.cli.why import explain
from aquaromana.drawing.canvas import fit
from aquaromana.drawing.words import question, seat_names
from aquaromana.engine import Budget, Report
from aquaromana.engine.protocol import EngineError
from aquaromana.rules import AquaError, Decision

NOTICED: Final = 0.05
"""Seconds of thought after which the screen says who is thinking."""


class Dialogue:
    """Plays a table's game with the people at the terminal."""

    def __init__(
        self,
        table: LocalGame,
        screen: Screen,
        *,
        read: Callable[[str], str],
        interactive: bool,
        confirm: bool,
        resume: Callable[[str], LocalGame],
        budget: Budget | None = None,
    ) -> None:
        self.table = table
        self.screen = screen
        self.read = read
        """Reads a line; EOFError at the end of the input."""
        self.interactive = interactive
        """Whether the screen is redrawn at each question, and forced decisions are made automatically."""
        self.confirm = confirm
        self.resume = resume
        self.budget = budget
        """The budget of bots without their own; None for that of their level."""
        self.messages: list[str] = []
        """Messages to show under the board at the next question."""
        self.shown = -1
        """The number of decisions when the board was shown last."""
        self.complained = ""
        self.commands = Commands(self)

    @property
    def names(self) -> tuple[str, ...]:
        return seat_names(self.table.game.players, self.table.names)

    def run(self) -> None:
        """Play to the end; Leave, EOFError or KeyboardInterrupt if a player stops earlier."""
        while True:
            if self.table.is_stretch_over:
                self.settle()
            elif self.table.game.is_over:
                break
            elif bot := self.table.bots[self.table.game.to_move]:
                self.decide(self.thought(bot))
                self.table.settle()
            else:
                self.ask()
        self.keep()
        self.finish()

    def thought(self, bot: Bot) -> Decision:
        """A bot's decision; if it takes a while, the screen says so."""
        table, name = self.table, self.names[self.table.game.to_move]
        noticed = False

        def on_report(report: Report) -> None:
            nonlocal noticed
            if noticed or not self.interactive or report.seconds < NOTICED:
                return
            noticed = True
            self.keep()
            self.show(table.before_bots())
            self.screen.say(f"{self.screen.bold(f'{name} is thinking …')} Ctrl-C: save and leave")

        budget = None if "@" in table.seats[table.game.to_move].kind else self.budget
        try:
            decision = Decision(bot.choose(table.game, budget, on_report))  # it may be a NumPy integer
        except EngineError as error:
            self.keep()
            raise Failure(f"{name} cannot go on: {error}; the game is saved up to here") from None
        if noticed:
            drop_typed()
        return decision

    def finish(self) -> None:
        """The end of the game: the last decisions, why it ended, and the scoring step by step."""
        why, *scoring = final_scoring(self.table.game.position, self.names)
        self.show(self.table.last_round())
        self.screen.say(f"{self.screen.bold(question(self.table.game.position, self.names))}\n{why}")
        if self.interactive and self.screen.board_lines + len(scoring) + 4 > self.screen.size[1]:
            try:
                self.read("Enter: the scoring ")
            except EOFError:
                self.screen.say()
        for line in [*scoring, *self.commands.hints_taken()]:
            self.screen.say(line)

    def keep(self) -> None:
        """Save the game, and say once if that fails."""
        if self.table.is_empty:
            return
        try:
            self.table.save()
        except Failure as error:
            if error.message != self.complained:
                self.tell(f"{error.message}; type save FILE to keep it elsewhere.")
            self.complained = error.message

    def tell(self, text: str) -> None:
        """Show a message: immediately, or under the board when it is drawn next."""
        if self.interactive:
            self.messages.append(text)
        else:
            self.screen.say(text)

    # The screen

    def show(self, marked_since: int) -> int:
        """Draw the board with the latest changes and the messages; return the number of lines left below."""
        table = self.table
        notes = [decision_text(*decision, self.names) for decision in table.decisions(marked_since)]
        self.shown = len(table.game.moves)
        if not self.interactive:
            self.screen.board(
                table.game.position, self.names, since=table.positions[marked_since], notes=notes, ask=False
            )
            return 100
        columns, height = self.screen.size
        lines = [part for message in self.messages for part in wrapped(message, columns - 1)]
        self.messages.clear()
        self.screen.clear()
        taken = 1
        if self.screen.is_too_small:
            need = "×".join(map(str, SMALLEST))
            self.screen.say(f"The board needs {need} characters, this window has {columns}×{height}.")
        elif self.screen.board_lines + sum(-(-len(line) // columns) for line in lines) + 2 <= height:
            since = table.positions[marked_since]
            self.screen.board(table.game.position, self.names, since=since, notes=notes, ask=False)
            taken = self.screen.board_lines
        elif lines:  # a long message takes the place of the board
            lines.append("(Enter: back to the board)")
            taken = 0
        page = max(height - taken - 3, 3)
        while len(lines) > page:
            for line in lines[:page]:
                self.screen.say(line)
            if self.read("Enter: more, q: enough ").strip():
                return self.show(marked_since)
            self.screen.clear()
            lines = lines[page:]
        for line in lines:
            self.screen.say(line)
        return max(0, height - taken - len(lines))

    def offer(self, current: Choice, room: int) -> None:
        """Show the question and its options in `room` lines, including the input line."""
        width = self.screen.size[0] - 3 if self.interactive else 97
        lines, brief = listing(current, width, room - 2)
        asked, step = question(self.table.game.position, self.names), current.question
        legend = f" ({current.step.legend})" if brief and current.step.legend else ""
        if self.interactive:
            asked = fit(asked, max(20, width - len(step)))
            legend = legend if len(asked) + len(step) + len(legend) < width else ""
        self.screen.say(f"{self.screen.bold(asked)} {step}{legend}")
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
        chosen: list[tuple[Decision, ...]] = [legal]
        ply, made = table.firm, len(game.moves)
        since = table.before_others(game.to_move) if made == ply else ply
        while self.table is table and len(game.moves) == made:
            current, room = choice(game.position, chosen[-1]), 100
            if self.interactive or (self.shown != made and made == ply):
                room = self.show(since)
            self.offer(current, room)
            text = self.read("> ").strip()
            if self.commands.is_back(text) and len(chosen) > 1:
                chosen.pop()
            elif text and not self.commands.run(text):
                found = self.choose(current, chosen, text)
                if len(found) > 1 and found != chosen[-1]:
                    chosen.append(found)

    def choose(self, current: Choice, chosen: list[tuple[Decision, ...]], text: str) -> tuple[Decision, ...]:
        """The decisions that match a text; a single one is made."""
        whole = in_notation(text)
        found = tuple(decision for decision in chosen[0] if str(decision) == whole)
        found = found or current.find(text) or begun(chosen[-1], text)
        if len(found) == 1:
            self.decide(found[0])
        elif not found:
            self.complain(current, text, later=len(chosen) > 1)
        return found

    def decide(self, decision: Decision) -> None:
        before = self.table.game.position
        self.table.play(decision)
        if not self.interactive:
            self.screen.say(decision_text(before, decision, self.table.game.position, self.names))

    def complain(self, current: Choice, text: str, *, later: bool) -> None:
        """Say why a text does not answer the question."""
        if current.step.numbered and text.isdecimal():
            self.tell(f"The list has the numbers 1 to {len(current.listed)}, not {text[:40]}.")
            return
        try:
            reason = explain(self.table.game, text)
        except AquaError:
            self.tell(self.misread(text))
            return
        if reason is not None:
            self.tell(f"{reason.told(self.names)} ({reason.clause})")
        elif later:
            self.tell(f"{text} is not possible with {'.'.join(current.settled)}; type back to undo a step.")
        else:
            self.tell(f"{text} is not a valid answer here: choose from the list, or type a whole decision.")

    def misread(self, text: str) -> str:
        """A suggestion for a text that is neither a decision nor a command."""
        words = text.split()
        for count in range(len(words) - 1, 0, -1):
            start = " ".join(words[:count])
            if is_decision(start):
                return f"One decision at a time: type {in_notation(start)} without {' '.join(words[count:])[:40]!r}."
        near = difflib.get_close_matches(words[0].casefold() if words else "", self.commands.actions, 1)
        if near:
            return f"There is no command {words[0][:40]!r}; did you mean {near[0]}?"
        harmless = "".join(char if char.isprintable() else "?" for char in text[:40])
        return f"{harmless!r} is neither in the list nor a decision or command; type ? for help."

    def settle(self) -> None:
        """A person's stretch is over: make it final, after asking if so configured."""
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
            if not self.commands.run(text):
                self.tell("Press Enter to end your stretch, or type u to take back your last decision.")
            if self.table is not table or not table.is_stretch_over:
                return
        table.settle()


def is_decision(text: str) -> bool:
    """Whether a text can be read as a decision, legal or not."""
    try:
        Decision(in_notation(text))
    except AquaError as error:
        return not error.code.startswith("notation/")
    return True
