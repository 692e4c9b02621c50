"""Puzzles in the terminal: the board, what is wanted, and what becomes of each try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from aquaromana.analysis.catalogues import color_names
from aquaromana.analysis.facts import say
from aquaromana.puzzles import goal_words, judged, sentence, solution
from aquaromana.puzzles.judge import ends_stretch
from aquaromana.rules import AquaError, Decision, Game

if TYPE_CHECKING:
    from aquaromana.puzzles import Puzzle


def solve_in_terminal(puzzle: Puzzle, language: str) -> None:
    """Until it is solved, given up or its solution was shown."""
    kind, difficulty = (
        sentence(f"{name}.{getattr(puzzle, name)}", language=language) for name in ("kind", "difficulty")
    )
    click.echo(f"{puzzle.id} · {kind} · {difficulty}\n")
    dialogue = _Quiz(puzzle, language) if puzzle.kind == "legal" else _Dialogue(puzzle, language)
    dialogue.run()


class _Dialogue:
    """Tries decisions one after the other; the others answer."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self._puzzle, self._language = puzzle, language
        self._game = Game.from_position(puzzle.position)
        self._begun = 0
        """How many decisions had been made before this stretch."""
        self._names = color_names(puzzle.players, language)

    def run(self) -> None:
        self._show()
        while True:
            words = _asked(f"{self._names[self._puzzle.seat]}: ")
            if words is None or words == ["quit"]:
                return
            if words == ["again"]:
                self._restart()
            elif words == ["solution"]:
                self._solve()
                return
            elif self._play(words):
                return

    def _show(self) -> None:
        click.echo(self._game.text())
        click.echo(f"\n{goal_words(self._puzzle, language=self._language)}")

    def _say(self, key: str) -> None:
        click.echo(sentence(f"outcome.{key}", language=self._language))

    def _restart(self) -> None:
        self._game, self._begun = Game.from_position(self._puzzle.position), 0
        self._show()

    def _play(self, words: Sequence[str]) -> bool:
        """Make decisions; whether the puzzle is solved."""
        for word in words:
            try:
                self._game.play(Decision(word))
            except AquaError as error:
                click.echo(f"{error} ({error.reason.code})")
                return False
            stretch = self._game.moves[self._begun :]
            if ends_stretch(self._game.position, self._puzzle.seat, stretch):
                return self._judge(stretch)
        return False

    def _judge(self, stretch: Sequence[Decision]) -> bool:
        found = judged(self._puzzle, self._game.moves[: self._begun], stretch)
        if found.outcome == "solved":
            self._say("solved")
            return True
        for decision in found.replies:
            click.echo(f"  {self._names[self._game.to_move]}: {decision}")
            self._game.push(decision)
        if found.outcome == "right":
            self._begun = len(self._game.moves)
            self._say("right")
            self._show()
            return False
        self._say(found.outcome if found.outcome == "unknown" or found.replies else "wrong-at-once")
        if found.gave_away:
            click.echo(say(found.gave_away, self._names, language=self._language))
        self._restart()
        return False

    def _solve(self) -> None:
        game = Game.from_position(self._puzzle.position)
        for decision in solution(self._puzzle):
            click.echo(f"  {self._names[game.to_move]}: {decision}")
            game.push(decision)
        click.echo(game.text())
        self._say("shown")


class _Quiz:
    """Asks whether a decision is legal."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self._puzzle, self._language = puzzle, language

    def run(self) -> None:
        puzzle, language = self._puzzle, self._language
        game = Game.from_position(puzzle.position)
        click.echo(game.text())
        click.echo(f"\n{goal_words(puzzle, language=language)}")
        for number, option in enumerate(puzzle.options, 1):
            click.echo(f"  {number}  {sentence(f'option.{option}', language=language)}")
        while True:
            words = _asked(sentence("choose", language=language) + ": ")
            if words is None or words == ["quit"]:
                return
            if words == ["solution"] or words == [str(puzzle.options.index(puzzle.right[0]) + 1)]:
                click.echo(
                    sentence(
                        "outcome.solved-legal" if words != ["solution"] else f"option.{puzzle.right[0]}",
                        language=language,
                    )
                )
                if reason := game.reason(puzzle.asked):
                    click.echo(f"{reason} ({reason.clause})")
                return
            click.echo(sentence("outcome.wrong-legal", language=language))


def _asked(prompt: str) -> list[str] | None:
    """The words that somebody writes; None at the end of the input."""
    try:
        return click.prompt(prompt.rstrip(), prompt_suffix=" ", default="", show_default=False).split()
    except (click.Abort, EOFError):
        return None
