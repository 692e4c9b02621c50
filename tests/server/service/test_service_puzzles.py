"""Puzzles in the table service: tries are judged by a process, answered on the board, and survive a restart."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from aquaromana.puzzles import Puzzle, judged, library
from aquaromana.puzzles.judge import ends_stretch
from aquaromana.rules import Decision, Game
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.intents import Solve, Takeback
from aquaromana.server.protocol.messages import Play
from aquaromana.server.protocol.table_info import PuzzleView
from aquaromana.server.service.table_service import TableService
from tests.support.server_play import service_in
from tests.support.storages import Storage


def change_puzzle(folder: Path) -> None:
    """As if the puzzle were gone since it was begun."""
    engine = sa.create_engine(f"sqlite:///{next(folder.glob('*.db'))}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE tables SET lesson = 'w2-000000:yesterday'"))
    engine.dispose()


def first(test: Callable[[Puzzle], bool]) -> Puzzle:
    return next(puzzle for puzzle in library().puzzles if test(puzzle))


def stretch_from(puzzle: Puzzle, begin: Decision) -> list[str]:
    """A whole stretch that begins with a decision."""
    game = Game.from_position(puzzle.position)
    game.push(begin)
    while not ends_stretch(game.position, puzzle.seat, game.moves):
        game.push(game.legal_moves()[-1])
    return list(map(str, game.moves))


def wrong_stretch(puzzle: Puzzle) -> list[str]:
    legal = Game.from_position(puzzle.position).legal_moves()
    return stretch_from(puzzle, next(each for each in legal if str(each) not in puzzle.right))


async def told(service: TableService, table: str) -> PuzzleView:
    view = (await service.state(table)).puzzle
    assert view is not None
    return view


async def settled(service: TableService, table: str) -> PuzzleView:
    """Wait until nothing happens by itself any more."""
    async with asyncio.timeout(20):
        async with service.watch(table) as changes:
            view = await told(service, table)
            while view.pending or view.replying:
                await anext(aiter(changes))
                view = await told(service, table)
    return view


async def play(service: TableService, table: str, seat: int, moves: list[str]) -> None:
    version = (await service.info(table)).version
    await service.play(table, Play(id=f"play {version}", version=version, seat=seat, moves=moves))


async def solve(service: TableService, table: str, go: str, answer: str = "") -> None:
    version = (await service.info(table)).version
    await service.apply(table, Solve(id=f"{go} {version}", version=version, go=go, answer=answer))  # type: ignore[arg-type]


@pytest.mark.slow
async def test_a_wrong_try_is_refuted_on_the_board_and_a_right_one_solves_it(storage: Storage) -> None:
    puzzle = first(
        lambda each: each.kind == "win" and bool(judged(each, (), tuple(map(Decision, wrong_stretch(each)))).replies)
    )
    async with service_in(storage) as service:
        made = await service.create_puzzle(puzzle.id)
        assert (made.origin, made.puzzle, made.lesson) == ("puzzle", puzzle.id, "")
        wrong = wrong_stretch(puzzle)
        await play(service, made.id, puzzle.seat, wrong)
        view = await settled(service, made.id)
        assert (view.outcome, view.tries, view.refuted) == ("wrong", 1, True)
        state = await service.state(made.id)
        assert state.ply > len(wrong)  # the refuting reply is on the board
        with pytest.raises(Refusal, match="over"):
            await play(service, made.id, state.view.mover, ["-"])
    async with service_in(storage) as service:  # nothing is lost
        assert (await told(service, made.id)).outcome == "wrong"
        await solve(service, made.id, "again")
        view = await told(service, made.id)
        assert (view.outcome, view.tries, (await service.state(made.id)).ply) == ("", 1, 0)
        game = Game.from_position(puzzle.position)
        for text in puzzle.line:
            state = await service.state(made.id)
            if state.ply > len(game.moves) or game.to_move != puzzle.seat:
                game.push(Decision(text))
                continue
            stretch = own_stretch(puzzle, game, puzzle.line[len(game.moves) :])
            await play(service, made.id, puzzle.seat, stretch)
            for move in stretch:
                game.push(Decision(move))
            break
        assert (await settled(service, made.id)).outcome in ("right", "solved")


def own_stretch(puzzle: Puzzle, game: Game, line: tuple[str, ...]) -> list[str]:
    after, stretch = game.copy(), list[Decision]()
    for text in line:
        if stretch and ends_stretch(after.position, puzzle.seat, stretch):
            break
        stretch.append(Decision(text))
        after.push(stretch[-1])
    return list(map(str, stretch))


async def test_the_solution_is_played_for_all_seats_and_does_not_count_as_a_try(tmp_path: Path) -> None:
    puzzle = first(lambda each: each.kind in ("win", "lead") and len(each.line) > 3)
    async with service_in(tmp_path) as service:
        made = await service.create_puzzle(puzzle.id)
        await solve(service, made.id, "solution")
        view = await settled(service, made.id)
        assert (view.showing, view.outcome, view.tries) == (True, "", 0)
        state = await service.state(made.id)
        assert [step.move for step in state.steps] == list(puzzle.line)
        with pytest.raises(Refusal) as refusal:
            await service.apply(made.id, Takeback(id="t", version=state.version, seat=puzzle.seat, ply=0))
        assert refusal.value.code == "puzzle/only"


async def test_a_question_about_the_rules_is_answered_with_the_reason(tmp_path: Path) -> None:
    puzzle = first(lambda each: each.kind == "legal" and each.right != ("legal",))
    async with service_in(tmp_path) as service:
        made = await service.create_puzzle(puzzle.id)
        assert await service.choices(made.id) is None or not (await service.choices(made.id)).choices  # type: ignore[union-attr]
        with pytest.raises(Refusal) as refusal:
            await solve(service, made.id, "answer", "nonsense")
        assert refusal.value.code == "puzzle/answer"
        await solve(service, made.id, "answer", "legal")
        view = await told(service, made.id)
        assert (view.outcome, view.right, view.why) == ("wrong", "", None)
        await solve(service, made.id, "again")
        await solve(service, made.id, "answer", puzzle.right[0])
        view = await told(service, made.id)
        assert (view.outcome, view.right) == ("solved", puzzle.right[0])
        assert view.why is not None
        assert view.why.code == puzzle.right[0]


async def test_a_puzzle_that_is_gone_says_so(tmp_path: Path) -> None:
    puzzle = library().puzzles[0]
    async with service_in(tmp_path) as service:
        made = await service.create_puzzle(puzzle.id)
    change_puzzle(tmp_path)
    async with service_in(tmp_path) as service:
        assert (await told(service, made.id)).outdated
        with pytest.raises(Refusal) as refusal:
            await solve(service, made.id, "again")
        assert refusal.value.code == "puzzle/outdated"


async def test_there_is_no_puzzle_at_other_tables(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create_lesson("first")
        with pytest.raises(Refusal) as refusal:
            await solve(service, made.id, "again")
        assert refusal.value.code in ("lesson/only", "puzzle/none")
        with pytest.raises(Refusal) as unknown:
            await service.create_puzzle("w2-nothing")
        assert unknown.value.code == "puzzle/unknown"
