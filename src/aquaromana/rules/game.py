"""A game being played: a position, and the decisions that led to it."""

from __future__ import annotations

from operator import index
from typing import Self, SupportsIndex

from aquaromana.rules import actions, scoring
from aquaromana.rules.display import Shown
from aquaromana.rules.errors import IllegalMove, LayoutError, PlayersError, Reason
from aquaromana.rules.layout import SEAT_COLORS, Layout, standard_layout
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.moves import DECISIONS, Decision
from aquaromana.rules.notation import parse_position, position_text
from aquaromana.rules.position import Phase, Position
from aquaromana.rules.reasons import illegal
from aquaromana.rules.turn import apply


class Game(Shown):
    """A game of Aqua Romana for 2, 3 or 4 players.

    >>> game = Game(players=4)
    >>> game.play("C@12")
    >>> game.to_move, len(game.legal_moves())
    (1, 148)

    `play` checks and raises; `push` trusts; `pop` undoes. Two games are equal if their positions are: the way
    they got there does not matter. `position` never changes after it was handed out, so it may be kept. A game shows
    itself in notebooks; `str` is its position in one line, and `print(game.text())` shows the board in a terminal.
    """

    __slots__ = ("_before", "_legal", "_moves", "_position")

    def __init__(self, players: int | None = None, *, layout: Layout | None = None) -> None:
        """Set up a new game for two players, or as many as are given, with the standard layout or another (R2)."""
        if players is not None and not _playable(players):
            raise PlayersError(Reason("players/impossible", {"players": repr(players)}))
        if layout is None:
            layout = standard_layout(players or 2)
        elif players not in (None, layout.players):
            raise LayoutError(Reason("layout/invalid", {"why": f"it is for {layout.players} players, not {players}"}))
        self._position = Position(layout)
        self._before: list[Position] = []
        self._moves: list[Decision] = []
        self._legal: tuple[Decision, ...] | None = None

    @classmethod
    def from_position(cls, position: Position | str) -> Self:
        """A game that goes on from a position or its text; what came before is not known."""
        if not isinstance(position, Position | str):
            raise TypeError(f"A position or its text is needed, not {position!r}.")
        game = cls.__new__(cls)
        game._position = parse_position(position) if isinstance(position, str) else position.copy()
        game._before, game._moves, game._legal = [], [], None
        return game

    @property
    def position(self) -> Position:
        """The state now; do not change it."""
        return self._position

    @property
    def start(self) -> Position:
        """The state before the first decision."""
        return self._before[0] if self._before else self._position

    @property
    def moves(self) -> tuple[Decision, ...]:
        """The decisions since the start."""
        return tuple(self._moves)

    @property
    def players(self) -> int:
        """The number of players."""
        return self._position.layout.players

    @property
    def layout(self) -> Layout:
        """Where the reservoirs lie."""
        return self._position.layout

    @property
    def to_move(self) -> int:
        """The seat whose decision it is; when the game is over, the seat whose turn it was."""
        return self._position.mover

    @property
    def phase(self) -> Phase:
        """What is asked of that seat."""
        return self._position.phase

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (R6.1)."""
        return self._position.phase is Phase.OVER

    @property
    def state_hash(self) -> int:
        """The 64-bit hash of the position, the same on every machine."""
        return self._position.hash

    def legal_moves(self) -> tuple[Decision, ...]:
        """Every legal decision, in ascending order; empty only when the game is over."""
        if self._legal is None:
            self._legal = legal_decisions(self._position)
        return self._legal

    def mask(self) -> bytearray:
        """A byte per action integer, 1 where the decision is legal."""
        return actions.mask(self.legal_moves())

    def reason(self, decision: Decision | str | SupportsIndex) -> Reason | None:
        """Why a decision is not legal now, None if it is. A text that is not a decision raises NotationError."""
        try:
            return illegal(self._position, Decision(decision))
        except IllegalMove as error:
            return error.reason

    def play(self, decision: Decision | str | SupportsIndex) -> None:
        """Make a decision; raise IllegalMove or NotationError and change nothing if it is not legal."""
        if not isinstance(decision, Decision):
            decision = Decision(decision)
        if decision not in self.legal_moves():
            reason = illegal(self._position, decision)
            assert reason is not None, f"{decision} has no reason to be illegal"
            raise IllegalMove(reason)
        self.push(decision)

    def push(self, decision: SupportsIndex) -> None:
        """Make a decision that is known to be legal: nothing is checked."""
        known = DECISIONS[decision]
        position = self._position.copy()
        apply(position, known)
        self._before.append(self._position)
        self._moves.append(known)
        self._position = position
        self._legal = None

    def pop(self) -> Decision:
        """Undo the last decision and return it; IndexError if there is none."""
        if not self._moves:
            raise IndexError("There is no decision to undo.")
        decision = self._moves.pop()
        self._position = self._before.pop()
        self._legal = None
        return decision

    def copy(self) -> Self:
        """An independent copy with the same history."""
        game = type(self).__new__(type(self))
        game._position, game._legal = self._position, self._legal
        game._before, game._moves = self._before[:], self._moves[:]
        return game

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def podium_points(self) -> tuple[int, ...]:
        """Each seat's podiums so far, without bonus."""
        return scoring.podium_points(self._position)

    def scores(self) -> tuple[int, ...]:
        """Each seat's points as the podiums stand, with bonus; once the game is over, the result (R6.3)."""
        return scoring.scores(self._position)

    def scores_if_ended(self) -> tuple[int, ...]:
        """Each seat's points if the game ended with this turn and open aqueducts were scored (R6.2)."""
        return scoring.scores_if_ended(self._position)

    def score_sheet(self) -> tuple[scoring.Mounted, ...]:
        """Every workman on a podium, with his bonus as the podiums stand, highest first."""
        return scoring.score_sheet(self._position)

    def places(self) -> tuple[int, ...]:
        """Each seat's place by its points now, 1 for the best; equal points share a place (R6.4)."""
        return scoring.places(self.scores())

    def winners(self) -> tuple[int, ...]:
        """The seats that won, more than one if they share the victory; none while the game goes on (R6.4)."""
        if not self.is_over:
            return ()
        return tuple(seat for seat, place in enumerate(self.places()) if place == 1)

    def check(self) -> None:
        """Recompute every cached field and raise AssertionError if one differs: for tests."""
        self._position.check()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._position == other._position

    __hash__ = None  # type: ignore[assignment]  # a game changes; hash its position instead

    def __str__(self) -> str:
        """The one-line text of the position; see `notation`."""
        return position_text(self._position)

    def __repr__(self) -> str:
        return f"Game.from_position({str(self)!r})"


def _playable(players: SupportsIndex) -> bool:
    try:
        return index(players) in SEAT_COLORS
    except TypeError:  # somebody does not care about types
        return False
