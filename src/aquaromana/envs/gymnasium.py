"""Gymnasium's environment ``AquaRomana-v0``, registered when this module is imported: one seat decides, bots have the
others.

>>> import gymnasium
>>> import aquaromana.envs.gymnasium
>>> env = gymnasium.make("AquaRomana-v0", players=3, bots=["greedy", "random"])
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
>>> reward, terminated
(0.0, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Literal, Self

from aquaromana import extras

with extras.needs("gymnasium", "The environment AquaRomana-v0"):
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium import logger

from aquaromana.bots import make_bot
from aquaromana.envs.rendering import RENDER_MODES, Rendered, checked_mode, rendered
from aquaromana.envs.spaces import ActionSpace, observation_space
from aquaromana.envs.start import OPTIONS, start_game
from aquaromana.envs.state import GameState
from aquaromana.rules import AquaError, Game, Layout
from aquaromana.rules.actions import ACTIONS

Observation = npt.NDArray[np.uint8]
Info = dict[str, Any]
Illegal = Literal["lose", "raise"]


class AquaRomanaEnv(gymnasium.Env[Observation, np.int64]):
    """A game in which one seat is the agent's.

    `seat` is its seat, or None for another one in each episode. `bots` names who has the others, one for all or one
    for each in the order of their turns after the agent. A new bot is created for each of its decisions, from a seed
    that depends on the episode and the number of the decision: copies and pickles of the environment go on alike.

    The reward comes with the end: -1 for a defeat; those who win share ``players`` and pay 1 each. An illegal action
    loses: the episode ends with -1, and ``info["illegal"]`` says why. With ``illegal="raise"`` it raises IllegalMove
    and changes nothing.

    ``info`` has the legal actions (``action_mask``), the points of all seats (``scores``) and the agent's ``seat``.
    `reset` takes the options ``position``, ``record`` and ``ply``, and ``seat`` for this episode.
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012 (Gymnasium's form)

    def __init__(
        self,
        players: int | None = None,
        render_mode: str | None = None,
        *,
        seat: int | None = 0,
        bots: str | Sequence[str] = "greedy",
        illegal: Illegal = "lose",
        layout: Layout | None = None,
    ) -> None:
        """For two players, or as many as are given, with the standard layout or another."""
        self._game = Game(players, layout=layout)
        self._layout = layout
        self._wanted_seat = self._checked_seat(seat)
        self._bots = self._checked_bots(bots)
        if illegal not in ("lose", "raise"):
            raise ValueError(f"An illegal action can 'lose' or 'raise', not {illegal!r}.")
        self._illegal = illegal
        self.render_mode = checked_mode(render_mode)
        self.action_space: ActionSpace = ActionSpace()
        self.observation_space = observation_space()
        self._seat, self._episode = 0, 0
        self._state: GameState | None = None

    def _checked_seat(self, seat: int | None) -> int | None:
        if seat is not None and seat not in range(self._game.players):
            raise ValueError(f"The seats are 0 to {self._game.players - 1}, not {seat!r}.")
        return seat

    def _checked_bots(self, bots: str | Sequence[str]) -> tuple[str, ...]:
        others = self._game.players - 1
        names = (bots,) * others if isinstance(bots, str) else tuple(bots)
        if len(names) != others:
            raise ValueError(f"Beside the agent there are {others} seats, not {len(names)}: name a bot for each.")
        for name in set(names):
            make_bot(name, seed=0)  # BotError for one that there is not
        return names

    @property
    def game(self) -> Game:
        """The game as it stands, with its history: a copy."""
        return self._game.copy()

    @property
    def state(self) -> GameState:
        """The game as integers and arrays, a copy: for looking ahead."""
        return GameState(self._game) if self._state is None else self._state.clone()

    @property
    def seat(self) -> int:
        """The agent's seat in this episode."""
        return self._seat

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Start a new game, or where the options say, and let the bots decide until it is the agent's turn."""
        super().reset(seed=seed)
        if unknown := (options or {}).keys() - {*OPTIONS, "seat"}:
            known = ", ".join((*OPTIONS, "seat"))
            raise ValueError(f"There is no option {min(map(str, unknown))!r} for reset: there are {known}.")
        given = self._checked_seat((options or {}).get("seat", self._wanted_seat))
        game = start_game(self._game.players, self._layout, options)
        drawn, episode = self.np_random.integers(game.players), self.np_random.integers(1 << 62)
        self._seat, self._episode = int(drawn if given is None else given), int(episode)
        self._game, self._state = game, GameState(game)
        self._let_bots_decide()
        if self._state.is_over:
            raise ValueError("The bots ended this game before it was the agent's turn: begin elsewhere.")
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Make a decision, then let the bots make theirs."""
        state = self._state
        if state is None or state.is_over:
            raise gymnasium.error.ResetNeeded("The episode is over or has not begun: call reset first.")
        try:
            state.play(action)
        except AquaError as error:
            if self._illegal == "raise":
                raise
            observation, info = self._seen()
            self._state = None
            return observation, -1.0, True, False, {**info, "illegal": str(error)}
        self._game.push(action)
        self._let_bots_decide()
        observation, info = self._seen()
        return observation, state.rewards()[self._seat], state.is_over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, as sb3-contrib's MaskablePPO asks for them."""
        if self._state is None:
            return np.zeros(ACTIONS, np.bool_)
        return self._state.mask().view(np.bool_)

    def render(self) -> Rendered:
        if self.render_mode is None:
            logger.warn("There is nothing to render: make the environment with a render_mode.")
            return None
        return rendered(self._game, self.render_mode)

    def clone(self) -> Self:
        """An independent copy that goes on in the same way, random numbers included."""
        return deepcopy(self)

    def _let_bots_decide(self) -> None:
        game, state = self._game, self._state
        assert state is not None, "an episode has begun"
        while not game.is_over and game.to_move != self._seat:
            bot = self._bots[(game.to_move - self._seat) % game.players - 1]
            move = make_bot(bot, seed=f"{self._episode}/{len(game.moves)}").choose(game)
            game.push(move)
            state.play(move)
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> tuple[Observation, Info]:
        state = self._state
        assert state is not None, "an episode has begun"
        info = {"action_mask": state.mask(), "scores": tuple(state.scores()), "seat": self._seat}
        return state.observation(self._seat), info


gymnasium.register("AquaRomana-v0", entry_point="aquaromana.envs.gymnasium:AquaRomanaEnv")
