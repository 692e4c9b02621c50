"""Lines of decisions from positions: what is remembered of them is little."""

from aquaromana.rules import Game
from aquaromana.server.table import study
from aquaromana.server.table.study import Lines


def test_only_the_games_asked_for_last_are_remembered() -> None:
    assert study.REMEMBERED <= 100, "each has a hundred kilobytes"
    lines, start = Lines(), str(Game(2))
    game = Game(2)
    for _ in range(study.REMEMBERED + 20):
        if game.is_over:
            break
        game.push(game.legal_moves()[0])
        found = lines.game(start, [str(move) for move in game.moves])
        assert found.position == game.position
    for move in Game(3).legal_moves()[: study.REMEMBERED]:
        lines.game(str(Game(3)), [str(move)])
    assert len(lines._games) <= study.REMEMBERED
    assert lines.game(start, []).position == Game(2).position, "what was forgotten is played again"
