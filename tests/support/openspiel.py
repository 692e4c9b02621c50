"""Golden playthroughs in the manner of OpenSpiel: what it sees of a random game, without tensors."""

from collections.abc import Iterator
from pathlib import Path

PLAYTHROUGHS = Path(__file__).resolve().parents[1] / "envs" / "playthroughs"
SIZES = (2, 3, 4)


def playthrough(players: int) -> str:
    """A whole random game as OpenSpiel's own generator writes it; the number of players is the seed."""
    from absl import flags
    from open_spiel.python.algorithms.generate_playthrough import playthrough as generate

    import aquaromana.envs.openspiel  # noqa: F401 (it registers the game)

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    game = f"python_aqua_romana(players={players})"
    text = generate(game, None, observation_params_string="planes(tensor=False)", seed=players)
    assert isinstance(text, str)
    return text


def path_of(players: int) -> Path:
    return PLAYTHROUGHS / f"python_aqua_romana-{players}.txt"


def fresh_playthroughs() -> Iterator[tuple[Path, str]]:
    """Every playthrough as it should be."""
    for players in SIZES:
        yield path_of(players), playthrough(players)
