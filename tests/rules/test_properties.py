"""What holds in every game, shown over random play of several policies."""

import pytest

from aquaromana.rules import Decision, Game, Kind, Phase, Position
from aquaromana.rules.geometry import PATH, port_name
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.notation import parse_position
from aquaromana.rules.tiles import TILE_KINDS
from aquaromana.rules.turn import apply
from tests.support.half_turn import turned
from tests.support.random_play import PLAYERS, POLICIES, Policy, finished, played
from tests.support.recount import blocked, recount
from tests.support.sizes import LongSize

GAMES = LongSize("random-play", ci=3, long=500)

every_policy = pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES.keys())
every_number = pytest.mark.parametrize("players", PLAYERS)


@pytest.mark.slow
@GAMES.mark
@every_number
@every_policy
def test_undo_restores_everything(players: int, policy: Policy) -> None:
    for seed in range(GAMES.value):
        game = Game(players)
        kept = []
        for now in played(game, seed, policy):
            kept.append((now.position, str(now), now.state_hash))
            if now.is_over:
                break
            for move in now.legal_moves()[:: max(1, len(now.legal_moves()) // 3)]:
                now.push(move)
                assert now.position != kept[-1][0]
                assert now.pop() is move
                assert (now.position, str(now), now.state_hash) == kept[-1]
                now.check()
        while game.moves:
            position, text, state_hash = kept.pop()
            assert (game.position, str(game), game.state_hash) == (position, text, state_hash)
            game.pop()
        assert game == Game(players)
        assert str(game) == kept[0][1]


@GAMES.mark
@every_number
@every_policy
def test_derived_values_are_kept_up_to_date(players: int, policy: Policy) -> None:
    for seed in range(GAMES.value):
        for game in played(Game(players), seed, policy):
            game.check()


@pytest.mark.slow
@GAMES.mark
@every_number
@every_policy
def test_positions_read_as_they_were_written(players: int, policy: Policy) -> None:
    for seed in range(GAMES.value):
        for game in played(Game(players), seed, policy):
            again = parse_position(str(game))
            assert again == game.position
            assert again.hash == game.state_hash
            assert legal_decisions(again) == game.legal_moves()


@pytest.mark.clause("R1.3", "R1.4")
@GAMES.mark
@every_number
@every_policy
def test_tiles_and_builders_are_neither_made_nor_lost(players: int, policy: Policy) -> None:
    for seed in range(GAMES.value):
        for game in played(Game(players), seed, policy):
            position = game.position
            start = position.layout.start_board
            tiles = sum(bool(now) and not before for now, before in zip(position.board, start, strict=True))
            assert sum(position.stock) + tiles == 84
            waiting = sum(position.setup_left(kind) for kind in Kind)
            on_path = PATH - position.path[1:].count(0)
            assert waiting + on_path + sum(position.held) + sum(position.reserve) == 17


@pytest.mark.clause("R3.2", "R3.5")
@GAMES.mark
@every_number
@every_policy
def test_lengths_and_ends_equal_a_recount(players: int, policy: Policy) -> None:
    for seed in range(GAMES.value):
        for game in played(Game(players), seed, policy):
            position = game.position
            runs = recount(position)
            assert [run.length for run in runs.values()] == list(position.lengths)
            assert [run.end for run in runs.values()] == [port_name(port) for port in position.ends]
            cut = [port_name(outlet) for i, outlet in enumerate(game.layout.outlets) if position.blocked >> i & 1]
            assert set(cut) == blocked(runs)


@GAMES.mark
@every_number
@every_policy
def test_legal_decisions_ascend_and_fit_the_phase(players: int, policy: Policy) -> None:
    types = {
        Phase.SETUP: {"place"},
        Phase.RESERVE: {"place"},
        Phase.BUILD: {"build", "move"},
        Phase.EXTRA: {"extra"},
        Phase.CLOSE: {"close", "pass"},
        Phase.CLAIM: {"take"},
        Phase.OVER: set(),
    }
    for seed in range(GAMES.value):
        for game in played(Game(players), seed, policy):
            moves = game.legal_moves()
            assert list(moves) == sorted(set(moves))
            assert {move.type for move in moves} <= types[game.phase]
            assert bool(moves) != game.is_over
            assert all(type(move) is not Decision and isinstance(move, Decision) for move in moves)
            assert (game.to_move == game.position.turn) or game.phase is Phase.CLAIM


@pytest.mark.clause("R6.1")
@every_number
def test_every_game_ends_with_no_workman_on_the_board(players: int) -> None:
    for policy in POLICIES.values():
        for seed in range(10):
            game = finished(players, seed, policy)
            assert game.is_over
            assert game.position.on_board == 0
            assert sum(map(len, game.position.podiums)) <= 12
            assert max(game.scores()) > 0


@pytest.mark.slow
def test_the_policies_reach_what_is_rare() -> None:
    """Empty stocks, an empty reserve and lengths over 20 come up, so that the properties are shown for them too."""
    games = [
        finished(players, seed, policy) for policy in POLICIES.values() for players in PLAYERS for seed in range(12)
    ]
    assert {kind for game in games for kind in TILE_KINDS if not game.position.stock[kind]} == set(TILE_KINDS)
    assert any(not sum(game.position.reserve) for game in games)
    assert max(max(game.position.lengths) for game in games) > 20
    assert {move.type for game in games for move in game.moves} == {
        *("place", "build", "extra", "move", "close", "pass", "take")
    }


def by_seat(position: Position) -> tuple[object, ...]:
    """What matters of a position when it does not matter which of a seat's two colors stands on a podium."""
    podiums = [sorted(position.layout.color_seats[color] for color in colors) for colors in position.podiums]
    fields = ("phase", "mover", "turn", "dry", "laid", "on_board", "board", "path", "held", "due")
    return podiums, *(getattr(position, name) for name in fields)


@pytest.mark.clause("R2.2")
@GAMES.mark
@pytest.mark.parametrize("players", [2, 4])
@every_policy
def test_a_half_turn_maps_legal_decisions_to_legal_decisions(players: int, policy: Policy) -> None:
    """After the set-up, in which only the seats' order tells the two boards apart, whole games correspond."""
    for seed in range(GAMES.value):
        mirror: Position | None = None
        last = 0
        for game in played(Game(players), seed, policy):
            image = turned(game.position)
            assert sorted(move.half_turn() for move in game.legal_moves()) == list(legal_decisions(image))
            if mirror is not None:
                assert len(game.moves) == last + 1
                apply(mirror, game.moves[-1].half_turn())
                assert by_seat(mirror) == by_seat(image)
                mirror.check()
            elif game.phase is not Phase.SETUP:
                mirror = image
            last = len(game.moves)
        assert mirror is not None
        assert mirror.phase is Phase.OVER


@pytest.mark.clause("R2.2")
@every_policy
def test_two_players_play_the_turned_game_from_the_start(policy: Policy) -> None:
    game, image = Game(2), Game(2)
    for now in played(game, 9, policy):
        if now.moves:
            image.play(now.moves[-1].half_turn())
        assert sorted(move.half_turn() for move in now.legal_moves()) == list(image.legal_moves())
        assert now.scores() == image.scores()
    assert image.is_over
