"""Finds puzzles in a game: positions in which everything is certain, and few first decisions are right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from aquaromana.analysis.facts import reasons
from aquaromana.bots import make_bot
from aquaromana.engine.solve import Effort, Goal, Proven, Solver, Unknown
from aquaromana.puzzles import quiz
from aquaromana.puzzles.judge import ends_stretch, is_right, solution
from aquaromana.puzzles.prover import prover
from aquaromana.puzzles.puzzle import BUILD, KINDS, Kind, Puzzle, puzzle_id
from aquaromana.puzzles.rating import by_size, likeliest, tries_of
from aquaromana.rules import Decision, Game, Phase
from aquaromana.rules.geometry import port_name
from aquaromana.rules.notation import position_text

PLAYER: Final = "search:5@60"
"""The bot whose games are searched: good enough for sensible endings, and quick."""

REACH: Final = 30
"""Decisions before the end from which on an ending is looked at."""
LEAST_LEGAL: Final = 4
MOST_LEGAL: Final = 60
MOST_RIGHT: Final = 3
"""First decisions that may be right, and at most one in three of the legal ones."""
SHARE: Final = 3
FIRST_LOOK: Final = 5_000
"""Positions looked at to find a goal."""
CERTIFY: Final = 12_000
"""Positions looked at to judge all first decisions: the Python twin has to be able to repeat it."""
BUILDING: Final = 600
"""The same for one decision, if the goal is to keep building."""
LOWEST_PODIUM: Final = 4
COUNTED: Final = 7
"""A podium that can be taken at once has to be at least so high: the others anybody can count."""
OBVIOUS: Final = 840
"""Puzzles with this rating or less are found by everybody."""
_WON: Final = ("win", "lead")
"""The goals that levels play for too: of the other kinds one in a game is enough."""
QUIZZES: Final = 1
"""Questions about the rules from one game."""


def play(players: int, seed: int) -> Game:
    """A game of the bot against itself."""
    bots = [make_bot(PLAYER, seed=seed * players + seat) for seat in range(players)]
    game = Game(players)
    while not game.is_over:
        game.push(bots[game.to_move].choose(game))
    return game


def mined(players: int, seed: int) -> list[Puzzle]:
    """The puzzles of one game, always the same ones: a few of its endings, and a question about the rules."""
    game = play(players, seed)
    found: dict[tuple[Kind, int], Puzzle] = {}
    # The earliest endings come first: they are harder.
    for ply in range(max(0, len(game.moves) - REACH), len(game.moves)):
        line = _at(game, ply)
        if line.phase not in (Phase.BUILD, Phase.RESERVE) or not LEAST_LEGAL <= len(line.legal_moves()) <= MOST_LEGAL:
            continue
        for kind, goal in _goals(line, {kind for kind in KINDS if _slot(kind, line) not in found}):
            puzzle = certified(line, kind, goal)
            if puzzle is not None and (rated := _rated(puzzle)) is not None:
                found.setdefault(_slot(kind, line), rated)
    return [*found.values(), *_quizzes(game, Random(f"{players} {seed}"))]


def _slot(kind: Kind, game: Game) -> tuple[Kind, int]:
    """What a game has one puzzle for."""
    return kind, game.to_move if kind in _WON else -1


def _rated(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with its rating; None if it is obvious."""
    tries = tries_of(puzzle)
    rating = likeliest(tries)
    if puzzle.kind not in _WON and not tries[-1].found:
        rating = by_size(puzzle)
    return replace(puzzle, rating=rating) if rating > OBVIOUS else None


def _at(game: Game, ply: int) -> Game:
    line = game.copy()
    while len(line.moves) > ply:
        line.pop()
    return Game.from_position(line.position)


def _goals(game: Game, kinds: Collection[Kind]) -> Iterator[tuple[Kind, str]]:
    """What the seat to move can be sure of: the most of it that can be proven."""
    position, seat, solver = game.position, game.to_move, Solver()
    effort = Effort(nodes=FIRST_LOOK)

    def proven(goal: Goal) -> bool | None:
        verdict = solver.force(position, seat, goal, effort)
        return None if isinstance(verdict, Unknown) else isinstance(verdict, Proven)

    if "win" in kinds and proven(Goal.win()):
        yield "win", "win"
    if game.players == 2 and "lead" in kinds:
        best = _most(lambda lead: proven(Goal.lead(lead)), range(-15, 41))
        if best is not None:
            yield "lead", str(Goal.lead(best))
    for aqueduct in position.open_aqueducts(seat) if "podium" in kinds else ():
        outlet = position.layout.outlets[aqueduct]
        best = _most(partial(_podium, proven, outlet), range(LOWEST_PODIUM, 21))
        if best is not None:
            yield "podium", f"podium:{port_name(outlet)}:{best}"
    if "build" in kinds and _is_scarce(game):
        yield "build", BUILD


def _podium(proven: Callable[[Goal], bool | None], outlet: int, value: int) -> bool | None:
    return proven(Goal.podium(outlet, value))


def _most(proven: Callable[[int], bool | None], values: range) -> int | None:
    """The greatest number that is proven, if the next one is refuted; each implies those below it."""
    low, high = values.start, values.stop  # low may be proven, high is not
    if proven(low) is not True:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        answer = proven(middle)
        if answer is None:
            return None
        low, high = (middle, high) if answer else (low, middle)
    return low


def certified(game: Game, kind: Kind, goal: str) -> Puzzle | None:
    """The puzzle of a position, if every first decision is proven or refuted and few are right; None otherwise."""
    position, seat = game.position, game.to_move
    legal = game.legal_moves()
    asked = prover(goal, seat, BUILDING if goal == BUILD else CERTIFY)
    verdicts = asked.verdicts(position, ())
    right = [each for each, verdict in verdicts.items() if isinstance(verdict, Proven)]
    if not right or any(isinstance(verdict, Unknown) for verdict in verdicts.values()):
        return None
    if len(right) > MOST_RIGHT or len(right) * SHARE > len(legal):
        return None
    text = position_text(position)
    nodes = sum(verdict.nodes for verdict in verdicts.values())
    puzzle = Puzzle(puzzle_id(kind, text, goal), kind, text, tuple(map(str, right)), (), 0, goal=goal, nodes=nodes)
    line = solution(puzzle, nodes=CERTIFY)
    stretch = _first_stretch(puzzle, line)
    if not line or not is_right(puzzle, stretch, CERTIFY):
        return None
    if kind == "podium" and len(line) == len(stretch) and int(goal.rpartition(":")[2]) < COUNTED:
        return None
    return replace(puzzle, line=tuple(map(str, line)), themes=_themes(game, stretch))


def _is_scarce(game: Game) -> bool:
    """Whether somebody might soon be unable to build: few of the workmen could go on as things stand."""
    builds = {str(each).partition(".")[0] for each in game.legal_moves() if each.type == "build"}
    return 1 <= len(builds) <= 2


def _first_stretch(puzzle: Puzzle, line: tuple[Decision, ...]) -> list[Decision]:
    game, stretch = Game.from_position(puzzle.position), list[Decision]()
    for decision in line:
        if stretch and ends_stretch(game.position, puzzle.seat, stretch):
            break
        game.push(decision)
        stretch.append(decision)
    return stretch


def _themes(game: Game, stretch: list[Decision]) -> tuple[str, ...]:
    """The families of the facts that set the solution apart; `plain` if none does."""
    families = {fact.family for fact in reasons(game, stretch).reasons} - {"proof"}  # that there is one, all know
    return tuple(sorted(families)) or ("plain",)


def _quizzes(game: Game, random: Random) -> list[Puzzle]:
    """Questions about the rules, each with another answer."""
    chosen: dict[str, Puzzle] = {}
    for _ in range(6):
        line = _at(game, random.randrange(12 + len(game.moves) // 3, len(game.moves) - 2))
        for puzzle in quiz.questions(line, random):
            chosen.setdefault(puzzle.right[0], puzzle)
    return random.sample(list(chosen.values()), min(QUIZZES, len(chosen)))
