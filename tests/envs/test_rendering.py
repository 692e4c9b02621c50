"""What environments show."""

import numpy as np
import pytest

from aquaromana import Game
from aquaromana.envs.rendering import WIDTH, checked_mode, rendered


def test_text_and_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    text = rendered(Game(2), "ansi")
    assert isinstance(text, str)
    assert rendered(Game(2), "human") is None
    assert capsys.readouterr().out == text + "\n"


@pytest.mark.slow
def test_a_picture_is_the_board_in_colors() -> None:
    picture = rendered(Game(2), "rgb_array")
    assert isinstance(picture, np.ndarray)
    assert picture.shape[1:] == (WIDTH, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50


def test_modes() -> None:
    assert checked_mode(None) is None
    assert checked_mode("ansi") == "ansi"
    with pytest.raises(ValueError, match="There is no render mode 'ANSI'"):
        checked_mode("ANSI")
