"""Makes the records in data/: ``python -m tests.records.goldens``. They change only when the rules or the format do."""

from pathlib import Path
from random import Random

from aquaromana.records import Line, Record, to_json, write_record, write_records
from aquaromana.rules import Decision, Game, Phase
from aquaromana.rules.moves import Build, Close
from tests.support.random_play import CUSTOM, pick

DATA = Path(__file__).parent / "data"


def thoughtful(game: Game, rng: Random) -> Decision:
    """Lengthens its own aqueducts, blocks few, and closes long ones: records of it look like games of people."""
    moves = game.legal_moves()
    seat = game.to_move
    if game.phase is Phase.CLOSE:
        ends = game.position.ends
        long = [move for move in moves if isinstance(move, Close) and _length(game, ends.index(move.workman)) >= 9]
        return long[0] if long else moves[-1]
    if not isinstance(moves[0], Build):
        return pick(moves, rng)

    def worth(move: Decision) -> float:
        game.push(move)
        position = game.position
        total = sum(
            position.lengths[aqueduct] * (1 if position.layout.seats[aqueduct] == seat else -1)
            - (6 if position.blocked >> aqueduct & 1 and position.layout.seats[aqueduct] == seat else 0)
            for aqueduct in range(12)
        )
        game.pop()
        return total + rng.random()

    return max(moves, key=worth)


def _length(game: Game, aqueduct: int) -> int:
    return game.position.lengths[aqueduct]


def played(game: Game, seed: int) -> Game:
    rng = Random(seed)
    while not game.is_over:
        game.push(thoughtful(game, rng))
    return game


def two_players() -> Record:
    """With comments and variations."""
    record = Record.from_game(
        played(Game(2), seed=2),
        Event="Saturday evening",
        Site="Köln",
        Date="2025-05-17",
        Seat0="Ann",
        Seat1='Benedikt "Ben"',
        Annotator="Eva",
    )
    game = record.game(12)
    first, second = [move for move in game.legal_moves() if move is not record.moves[12]][:2]
    game.push(first)
    deeper = Line.of([game.legal_moves()[-1]], comment="or at once")
    game.push(game.legal_moves()[0])
    variation = Line.of(game.moves[-2:])
    inner = Record(record.start, variation).annotated(1, variation=deeper).line
    record = record.annotated(3, comment="Ben waits for the corner.")
    record = record.annotated(12, comment="A quiet start. {Others} would look at these two first:", variation=inner)
    record = record.annotated(12, variation=Line.of([second], comment="hardly better"))
    return record.annotated(len(record.moves) - 1, comment="And that is that.\nThank you for the game!")


def three_players() -> Record:
    """With a state hash after every decision."""
    return Record.from_game(
        played(Game(3), seed=3), Date="2025-05-18", Seat0="Ann", Seat1="Ben", Seat2="Greedy", Bot2="greedy"
    )


def four_players() -> Record:
    return Record.from_game(played(Game(4), seed=4), Seat0="Ann", Seat1="Ben", Seat2="Eva", Seat3="Max")


def continued() -> list[Record]:
    """Games that begin elsewhere, in one file: another layout, and a position in the middle of a game."""
    custom = Game(3, layout=CUSTOM)
    rng = Random(5)
    for _ in range(20):
        custom.push(thoughtful(custom, rng))
    middle = Game.from_position(Record.from_game(custom).game(16).position)
    for move in custom.moves[16:]:
        middle.push(move)
    return [Record.from_game(custom, Event="Another layout"), Record.from_game(middle, Event="Its last decisions")]


def files() -> dict[str, str]:
    """Every file with its text."""
    import json

    return {
        "two-players.aqr": write_record(two_players()),
        "three-players.aqr": write_record(three_players(), hashes=True),
        "four-players.aqr": write_record(four_players()),
        "continued.aqr": write_records(continued()),
        "two-players.json": json.dumps(to_json(two_players()), indent=1, ensure_ascii=False) + "\n",
    }


if __name__ == "__main__":
    for name, text in files().items():
        (DATA / name).write_text(text, "utf-8", newline="\n")
