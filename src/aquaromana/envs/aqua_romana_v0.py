"""PettingZoo's environment `aqua_romana_v0`: the seats of one game decide in turn.

>>> from aquaromana.envs import aqua_romana_v0
>>> env = aqua_romana_v0.env(players=3)
>>> env.reset()
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self

from aquaromana import extras

with extras.needs("pettingzoo", "The environment aqua_romana_v0"):
    import numpy as np
    import numpy.typing as npt
    import pettingzoo
    from gymnasium import logger, spaces
    from pettingzoo.utils import wrappers

from aquaromana.envs.rendering import RENDER_MODES, Rendered, checked_mode, rendered
from aquaromana.envs.spaces import ActionSpace, masked_space, observation_space
from aquaromana.envs.start import start_game
from aquaromana.envs.state import GameState
from aquaromana.rules import Game, Layout
from aquaromana.rules.actions import ACTIONS

Observation = dict[str, npt.NDArray[Any]]


class raw_env(pettingzoo.AECEnv[str, Observation, int]):  # noqa: N801 (the name that PettingZoo asks for)
    """The environment without wrappers. An illegal action raises IllegalMove and changes nothing.

    An agent sees the board from its own seat; the mask of those that are not to move is all zeros. Rewards come with
    the end: the sum is 0, and the winners share ``players``. Nothing is random, so a seed changes nothing. `reset`
    takes the options ``position``, ``record`` and ``ply``; it ignores others.
    """

    metadata = {  # noqa: RUF012 (PettingZoo's form)
        "render_modes": [*RENDER_MODES],
        "name": "aqua_romana_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, players: int | None = None, render_mode: str | None = None, *, layout: Layout | None = None
    ) -> None:
        """A game for two players, or as many as are given, with the standard layout or another."""
        super().__init__()
        self._game_state = GameState(Game(players, layout=layout))
        self._layout = layout
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self._game_state.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_spaces = {agent: ActionSpace() for agent in self.possible_agents}
        self._observation_spaces = {agent: masked_space() for agent in self.possible_agents}
        self.state_space = observation_space()

    @property
    def game(self) -> Game:
        """The game as it stands, with its history: a copy."""
        return self._game_state.game()

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 (no dice)
        """Start a new game, or where the options say."""
        self._game_state = GameState(start_game(len(self.possible_agents), self._layout, options))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._game_state.to_move]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Make a decision for the agent selected; None for one that has finished."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._game_state
        state.play(action)  # type: ignore[arg-type]  # None raises
        self.agent_selection = self.possible_agents[state.to_move]
        if state.is_over:
            self.rewards = dict(zip(self.possible_agents, state.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The board from the agent's seat, and which actions are legal for it now."""
        state, seat = self._game_state, self._seats[agent]
        mask = state.mask() if seat == state.to_move else np.zeros(ACTIONS, np.int8)
        return {"observation": state.observation(seat), "action_mask": mask}

    def state(self) -> npt.NDArray[np.uint8]:
        """The board from seat 0."""
        return self._game_state.observation(0)

    def render(self) -> Rendered:
        if self.render_mode is None:
            logger.warn("There is nothing to render: make the environment with a render_mode.")
            return None
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def clone(self) -> Self:
        """An independent copy that goes on in the same way, the random numbers of its spaces included."""
        return deepcopy(self)


class _Direct(wrappers.BaseWrapper[str, Observation, int]):
    """Reads what the wrappers pass on where it is; PettingZoo's would ask each other in turn, at half the speed."""

    def __init__(self, env: pettingzoo.AECEnv[str, Observation, int], *arguments: Any) -> None:
        self._raw = env.unwrapped
        super().__init__(env, *arguments)

    agents = property(lambda self: self._raw.agents)
    agent_selection = property(lambda self: self._raw.agent_selection)
    rewards = property(lambda self: self._raw.rewards)
    terminations = property(lambda self: self._raw.terminations)
    truncations = property(lambda self: self._raw.truncations)
    infos = property(lambda self: self._raw.infos)
    _cumulative_rewards = property(lambda self: self._raw._cumulative_rewards)

    def __str__(self) -> str:
        return str(self._raw)


class _TerminateIllegal(_Direct, wrappers.TerminateIllegalWrapper[str, Observation, int]):
    pass


class _AssertOutOfBounds(_Direct, wrappers.AssertOutOfBoundsWrapper[str, Observation, int]):
    pass


class _OrderEnforcing(_Direct, wrappers.OrderEnforcingWrapper[str, Observation, int]):
    def clone(self) -> Self:
        """An independent copy with its wrappers."""
        return deepcopy(self)


def env(players: int | None = None, render_mode: str | None = None, *, layout: Layout | None = None) -> _OrderEnforcing:
    """The environment in PettingZoo's usual wrappers.

    An illegal action ends the game: the agent gets -1, the others 0. One outside the action space raises
    AssertionError.
    """
    raw = raw_env(players, render_mode, layout=layout)
    return _OrderEnforcing(_AssertOutOfBounds(_TerminateIllegal(raw, -1)))


pettingzoo.register("aec", "aqua_romana-v0", entry_point="aquaromana.envs.aqua_romana_v0:env")
