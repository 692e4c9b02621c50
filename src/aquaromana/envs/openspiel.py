"""OpenSpiel's game ``python_aqua_romana``, registered when this module is imported.

>>> import pyspiel
>>> import aquaromana.envs.openspiel
>>> game = pyspiel.load_game("python_aqua_romana(players=3)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("C@12"))
>>> state.current_player(), len(state.legal_actions())
(1, 148)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from aquaromana import extras

with extras.needs("openspiel", "The game python_aqua_romana"):
    import numpy as np
    import numpy.typing as npt
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

from aquaromana.engine.observation import SIZE, views
from aquaromana.envs.start import start_game
from aquaromana.envs.state import GameState
from aquaromana.rules import Decision, Game
from aquaromana.rules.actions import ACTIONS

NAME: Final = "python_aqua_romana"
LONGEST: Final = 800
"""Decisions that no game exceeds. 12 builders are set up, 5 are taken and placed again, 84 tiles at most can lie extra.
At most four turns in a row pass without a tile (R6.1), so there are fewer than 345, each with a build or a move and a
closing."""

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Aqua Romana",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "position": ""},
)


class AquaRomanaGame(pyspiel.Game):
    """A game for 2, 3 or 4 `players`, from the beginning or from a `position` in one line."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        players, position = given.get("players", 2), given.get("position", "")
        self.start = start_game(players, None, {"position": position or None})
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-1.0,
            max_utility=players - 1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self, state: object = None) -> AquaRomanaState:
        """The first state, or the one that a struct (`to_struct`), its dict or a position in one line describes.

        The game parameter `position` does the same, and survives OpenSpiel's serialization, which keeps only the game
        and the actions.
        """
        if state is None:
            return AquaRomanaState(self, GameState(self.start))
        fields = state.to_dict() if isinstance(state, pyspiel.StateStruct) else state
        text = fields.get("position") if isinstance(fields, Mapping) else fields
        if not isinstance(text, str):
            raise ValueError("A state is described by its position in one line.")
        game = Game.from_position(text)
        if game.players != self.num_players():
            raise ValueError(f"The position is for {game.players} players, the game for {self.num_players()}.")
        return AquaRomanaState(self, GameState(game))

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Any:
        """The planes as seen by a player; the history, or nothing, where only these are asked for."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class AquaRomanaState(pyspiel.State):
    """A moment of a game. An illegal action raises IllegalMove and changes nothing."""

    def __init__(self, game: AquaRomanaGame, state: GameState) -> None:
        super().__init__(game)
        self._state = state

    @property
    def aqua_game(self) -> Game:
        """The game as it stands, with its history: a copy."""
        return self._state.game()

    # What OpenSpiel asks of every game.

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self._state.is_over else self._state.to_move

    def _legal_actions(self, player: int) -> list[Decision]:
        return self._state.actions() if player == self._state.to_move else []

    def _apply_action(self, action: int) -> None:
        self._state.play(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 (the same for all)
        return str(Decision(action))

    def is_terminal(self) -> bool:
        return self._state.is_over

    def returns(self) -> list[float]:
        return list(self._state.rewards())

    def __str__(self) -> str:
        """The position in one line."""
        return str(self._state)

    # Structs, from which C++ makes JSON.

    def _to_struct(self) -> dict[str, Any]:
        return {
            "position": str(self._state),
            "current_player": int(self.current_player()),
            "scores": list(self._state.scores()),
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:  # noqa: ARG002 (nothing is hidden)
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:  # noqa: ARG002
        return {"decision": str(Decision(action))}

    def _struct_to_actions(self, action: Mapping[str, Any]) -> list[int]:
        return [int(Decision(action["decision"]))]


class PlanesObserver:
    """The observation of docs/observation.md as OpenSpiel wants it: numbers in `tensor`, the same by name in `dict`.

    With the parameter ``tensor=False`` there is only the string: the position in one line.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        given.pop("name", None)  # comes with parameters that were parsed from a text
        with_tensor = given.pop("tensor", True)
        if given:
            raise ValueError(f"An observer takes the parameter 'tensor', not {min(given)!r}.")
        self.tensor: npt.NDArray[np.float32] | None = np.zeros(SIZE, np.float32) if with_tensor else None
        self.dict: dict[str, npt.NDArray[Any]] = {} if self.tensor is None else views(self.tensor)._asdict()

    def set_from(self, state: AquaRomanaState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state._state.observation(player)

    def string_from(self, state: AquaRomanaState, player: int) -> str:  # noqa: ARG002 (nothing is hidden)
        return str(state)


pyspiel.register_game(_TYPE, AquaRomanaGame)
