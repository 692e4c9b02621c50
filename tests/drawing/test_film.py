"""GIF: frames, times, size, and what a frame shows."""

from io import BytesIO

import pytest
from PIL import Image

from aquaromana.drawing import DrawingError, extract, gif
from aquaromana.drawing.film import cuts
from aquaromana.rules import Game, IllegalMove
from tests.drawing.positions import game_after, whole_game


def frames(data: bytes) -> list[tuple[int, bytes]]:
    """Duration and pixels of each frame."""
    found = []
    with Image.open(BytesIO(data)) as image:
        assert image.format == "GIF"
        for index in range(getattr(image, "n_frames", 1)):
            image.seek(index)
            found.append((image.info["duration"], image.convert("RGB").tobytes()))
    return found


@pytest.mark.slow
def test_a_film_of_stretches() -> None:
    game = game_after(4, 22)
    calls: list[tuple[int, int]] = []
    data = gif(game, width=240, record="the record", progress=lambda done, total: calls.append((done, total)))
    expected = cuts(game, "stretch")
    assert expected[0] == 0
    assert expected[-1] == 22
    assert calls == [(done, len(expected)) for done in range(1, len(expected) + 1)]
    shown = frames(data)
    assert len(shown) == len(expected)
    assert [time for time, _ in shown] == [700] * (len(shown) - 1) + [5000]
    assert len({pixels for _, pixels in shown}) == len(shown)
    assert extract(data) == "the record"
    assert len(data) < 400_000


def test_set_up_builders_are_shown_one_by_one_and_stretches_whole() -> None:
    game = whole_game(3)
    stops = cuts(game, "stretch")
    assert stops[:13] == list(range(13))
    assert cuts(game, "decision") == list(range(len(game.moves) + 1))
    assert cuts(game, "decision", every=10)[-2:] == [len(game.moves) // 10 * 10, len(game.moves)]
    past = game.copy()
    movers = []
    while past.moves:
        past.pop()
        movers.append(past.to_move)
    movers.reverse()
    for stop in stops[13:-1]:
        assert movers[stop] != movers[stop - 1], "a frame comes where another seat goes on"


@pytest.mark.slow
def test_a_part_of_a_game_decision_by_decision() -> None:
    game = game_after(2, 30)
    data = gif(game, width=160, step="decision", first=26, duration=300, hold=900, board_only=True, theme="dark")
    times = [time for time, _ in frames(data)]
    assert sum(times) == 300 * 4 + 900


@pytest.mark.slow
def test_decisions_can_be_given_instead_of_a_game() -> None:
    moves = ["C@12", "D@1", "S@20"]
    data = gif(moves, start=3, width=96, board_only=True)
    game = Game(3)
    for move in moves:
        game.play(move)
    assert data == gif(game, width=96, board_only=True)
    again = gif(["B@2"], start=str(game), width=96, board_only=True)
    assert len(frames(again)) == 2
    with pytest.raises(IllegalMove):
        gif(["J@1"], start=2)


def test_one_position_is_a_film_of_one_frame() -> None:
    data = gif([], width=96)
    assert len(frames(data)) == 1


def test_frames_that_show_the_same_are_joined() -> None:
    # Taking a builder from the reserve changes nothing on the board.
    quiet = {"pass", "take"}
    game, stop = next(
        (game, count)
        for game in (whole_game(4, seed) for seed in range(1, 30))
        for count in range(1, len(game.moves))
        if game.moves[count - 1].type in quiet and game.moves[count].type == "take"
    )
    past = game.copy()
    while len(past.moves) > stop + 1:
        past.pop()
    shown = frames(gif(past, width=96, first=stop - 1, step="decision", duration=300, hold=900, board_only=True))
    assert [time for time, _ in shown] == [300, 1200]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 5}, "A GIF can be 16 to 2000 pixels wide, not 5"),
        ({"width": 5000}, "not 5000"),
        ({"every": 0}, "must be 1 or more, not 0"),
        ({"step": "turn"}, "a stretch or a decision, not a turn"),
        ({"theme": "pink"}, "no theme"),
    ],
)
def test_impossible_films_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(DrawingError, match=message):
        gif(Game(2), **options)  # type: ignore[arg-type]
