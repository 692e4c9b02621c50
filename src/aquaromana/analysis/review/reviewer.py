"""The reviewer: goes through a game from its end to its beginning and judges every turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from aquaromana.analysis.facts import reasons
from aquaromana.analysis.hints import CANDIDATES, expected_line, line_after, stretch_of
from aquaromana.analysis.judge import (
    CONFIRM,
    EXPLORE,
    Grade,
    Judge,
    Judged,
    Loss,
    Stopped,
    Stretch,
    follow_forced,
    grade_by_points,
    make_search,
)
from aquaromana.analysis.review.proofs import Proofs
from aquaromana.analysis.review.summary import summarized
from aquaromana.analysis.review.values import Kingmaking, Review, TurnReview
from aquaromana.bots.champion import PARAMS
from aquaromana.engine import Budget, Report, Search, native
from aquaromana.engine.decided import Decided
from aquaromana.records import Record
from aquaromana.records.replay import Step
from aquaromana.rules import Game
from aquaromana.version import __version__


@dataclass(frozen=True, slots=True)
class Depth:
    """How much thinking goes into each turn."""

    name: str
    root: int
    """Playouts of the search that finds candidates."""
    judge: int
    """Playouts by which each candidate is judged at first."""
    doublings: int
    """How often a turn that is not clear is judged again with twice the playouts."""
    proof: int
    """Nodes of the solver."""


DEPTHS: Final[Mapping[str, Depth]] = {
    "quick": Depth("quick", 1500, 1000, 1, 20_000),
    "normal": Depth("normal", 3000, 2000, 2, 50_000),
    "deep": Depth("deep", 15_000, 10_000, 2, 250_000),
}
_SLOWLY: Final = 100
"""Without the core everything gets so many times less."""

EQUAL: Final = 0.02
"""Shares that differ by less count as equally good."""
KINGMAKING: Final = 0.10
"""So much of the win moves between others for a turn to be called kingmaking."""
INSIGHT: Final = 0.05
"""A turn is praised if it is so much better than a first glance …"""
RARE: Final = 0.10
"""… and a first glance chooses it less often than this."""
LEAST_WEIGHT, MOST_WEIGHT = 0.005, 0.10
"""How much a turn counts for the accuracy."""
UNKNOWN_IN_A_ROW: Final = 3
"""Turns that are not proven, going back from the end, after which no proof is tried any more."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The decisions of one seat in one turn, and the game before them."""

    index: int
    turn: int
    seat: int
    ply: int
    before: Game
    moves: Stretch

    @property
    def end(self) -> int:
        """The number of decisions after it."""
        return self.ply + len(self.moves)


def pieces_of(record: Record) -> tuple[Piece, ...]:
    """A game by what is reviewed at a time; RecordError for an illegal decision."""
    pieces: list[Piece] = []
    before = Game.from_position(record.start)
    for (seat, turn), group in groupby(record.steps(), key=_whose):
        steps = list(group)
        moves = tuple(step.move for step in steps)
        pieces.append(Piece(len(pieces), turn, seat, steps[0].ply, before, moves))
        before = Game.from_position(steps[-1].position)
    return tuple(pieces)


def _whose(step: Step) -> tuple[int, int]:
    return step.seat, step.turn


def review(record: Record, *, depth: Depth | str = "normal", seed: int = 0) -> Review:
    """Judge every turn of a game. The same record, depth and seed give the same review."""
    *_, whole = Reviewer(record, depth=depth, seed=seed).reviews()
    return whole


def judge_try(
    game: Game, stretch: Stretch, best: Stretch = (), *, depth: Depth | str = "normal", seed: int = 0
) -> TurnReview:
    """Judge a stretch as if it had been played, beside the best that is known and what a search finds."""
    return Reviewer(Record.from_game(game), depth=depth, seed=seed).attempt(game, stretch, best)


class Reviewer:
    """Reviews a game, the last turn first, so that what is certain comes early. `stop` ends it."""

    def __init__(self, record: Record, *, depth: Depth | str = "normal", seed: int = 0) -> None:
        chosen = DEPTHS.get(depth) if isinstance(depth, str) else depth
        if chosen is None:
            raise ValueError(f"A review is {', '.join(DEPTHS)}, not {depth!r}.")
        self.pieces = pieces_of(record)
        self._depth = chosen if native.available() else slowly(chosen)
        self._seed = seed
        self._players = record.players
        self._judge = Judge(seed=seed, playouts=self._depth.judge)
        self._proofs = Proofs(self._depth.proof)
        self._search: Search | None = None
        self._stopped = False
        self._without_proof = 0
        self._decided: Decided | None = None

    def stop(self) -> None:
        """End the review after the turns that are done; from any thread."""
        self._stopped = True
        self._judge.stop()
        self._proofs.stop()
        if search := self._search:
            search.cancel()

    def reviews(self) -> Iterator[Review]:
        """The review so far after each turn; first the empty one, last the whole one."""
        turns: list[TurnReview] = []
        yield self._so_far(turns)
        self._decided = self._when_decided()
        for piece in reversed(self.pieces):
            try:
                turns.insert(0, self._turn(piece))
            except Stopped:
                return
            yield self._so_far(turns)

    def attempt(self, game: Game, stretch: Stretch, best: Stretch = ()) -> TurnReview:
        """Judge a stretch that could be played, beside the best that a review found; Stopped if it is stopped.

        What leads to the same position as that one is the best as well.
        """
        return self._turn(Piece(0, 1, game.to_move, 0, game, stretch), best)

    def _so_far(self, turns: Sequence[TurnReview]) -> Review:
        return summarized(
            turns,
            total=len(self.pieces),
            players=self._players,
            seed=self._seed,
            depth=self._depth.name,
            engine=f"aquaromana {__version__}",
            decided=next(
                (piece.index for piece in self.pieces if self._decided and piece.end >= self._decided.ply), None
            ),
        )

    def _when_decided(self) -> Decided | None:
        """Where the game was decided, if it is over."""
        if not self.pieces:
            return None
        game = self.pieces[0].before.copy()
        for piece in self.pieces:
            for decision in piece.moves:
                game.push(decision)
        return self._proofs.decided(game) if game.is_over else None

    def _turn(self, piece: Piece, known: Stretch = ()) -> TurnReview:
        certain = self._certain(piece)
        if is_forced(piece) or not piece.turn:
            value = self._judge.value(piece.before, piece.moves)
            loss = self._judge.loss(piece.before, value, value)
            return TurnReview(
                piece.index, piece.turn, piece.seat, piece.ply, value, value, loss, counted=False, certain=certain
            )
        report, other = (self._think(piece.before, explore) for explore in EXPLORE)
        mended = self._mended(piece)
        lines = self._candidates(piece, (report, other), [*mended.values(), known] if known else mended.values())
        if known and self._judge.value(piece.before, known).state == self._judge.value(piece.before, piece.moves).state:
            lines = {}
        loss, best, played = self._judge.compare(piece.before, piece.moves, list(lines), self._depth.doublings, CONFIRM)
        loss, best = self._proven(piece, loss, best, played)
        wrong = loss.grade is not Grade.BEST
        against = [piece.moves] if wrong else []
        line = line_after(piece.before, best.stretch, lines.get(best.stretch, ())) or best.line
        told = reasons(
            piece.before,
            best.stretch if wrong else piece.moves,
            against=against,
            line=line if wrong else (),
            lines=[played.line] if wrong else (),
        )
        return TurnReview(
            piece.index,
            piece.turn,
            piece.seat,
            piece.ply,
            played,
            best,
            loss,
            counted=True,
            line=expected_line(piece.before, best.stretch, (*best.stretch, *line)),
            answer=self._answer(piece) if wrong else (),
            reasons=told.reasons,
            gave_away=told.gave_away,
            kingmaking=None if wrong else self._kingmaking(piece, list(lines), played),
            weight=_weight(report, piece.seat),
            insight=0.0 if wrong else _insight(report, piece, played),
            certain=certain,
            worst=self._worst(piece, loss, mended) if wrong else 0,
        )

    def _think(self, game: Game, explore: float = PARAMS.explore) -> Report:
        if self._stopped:
            raise Stopped
        self._search = search = make_search(game.players, self._seed, explore)
        if self._stopped:  # meanwhile: whoever stopped it did not see this search
            raise Stopped
        report = search.think(game, Budget(playouts=self._depth.root))
        if self._stopped:
            raise Stopped
        return report

    def _mended(self, piece: Piece) -> dict[int, Stretch]:
        """For each later decision with a choice, the played stretch up to it and the best way to go on."""
        after = piece.before.copy()
        mended: dict[int, Stretch] = {}
        for count, decision in enumerate(piece.moves):
            if count and len(after.legal_moves()) > 1:
                line = self._think(after).choices[0].line
                mended[count] = (*piece.moves[:count], *stretch_of(after, line, self._seed))
            after.push(decision)
        return mended

    def _candidates(self, piece: Piece, reports: Iterable[Report], mended: Iterable[Stretch]) -> dict[Stretch, Stretch]:
        """What is compared with the played stretch, each with the line that a search expects."""
        lines: dict[Stretch, Stretch] = {}
        for choice in (choice for report in reports for choice in report.choices[:CANDIDATES]):
            lines.setdefault(stretch_of(piece.before, choice.line, self._seed), choice.line)
        for stretch in mended:
            lines.setdefault(stretch, ())
        lines.pop(piece.moves, None)
        return lines

    def _answer(self, piece: Piece) -> Stretch:
        """What the others are expected to do now."""
        after = self._after(piece)
        forced = follow_forced(after)
        if after.is_over or after.to_move == piece.seat:
            return ()
        line = (*piece.moves, *forced, *self._think(after).choices[0].line)
        return expected_line(piece.before, piece.moves, line)

    def _kingmaking(self, piece: Piece, others: Sequence[Stretch], played: Judged) -> Kingmaking | None:
        """Another way that is as good for this seat and far from it for the others."""
        seat = piece.seat
        for stretch in others:
            other = self._judge.value(piece.before, stretch)
            if abs(other.shares[seat] - played.shares[seat]) >= EQUAL or max(other.unsure, played.unsure) >= EQUAL:
                continue
            gained = tuple(one - two for one, two in zip(played.shares, other.shares, strict=True))
            if sum(map(abs, gained)) / 2 >= KINGMAKING:
                return Kingmaking(other, gained)
        return None

    def _worst(self, piece: Piece, loss: Loss, mended: Mapping[int, Stretch]) -> int:
        """Which decision gave away most: the first after which the loss can no longer be mended."""
        mine = self._judge.value(piece.before, piece.moves).shares[piece.seat]
        left = [loss.share]
        for count in range(1, len(piece.moves)):
            if count in mended:
                value = self._judge.value(piece.before, mended[count]).shares[piece.seat]
                left.append(max(0.0, value - mine))
            else:
                left.append(left[-1])
        lost = [before - after for before, after in zip(left, [*left[1:], 0.0], strict=True)]
        return lost.index(max(lost))

    def _certain(self, piece: Piece) -> int | None:
        """Who has won after this turn, whatever the others do."""
        if self._decided and piece.end >= self._decided.ply:
            return self._decided.winners[0] if len(self._decided.winners) == 1 else None
        if self._without_proof >= UNKNOWN_IN_A_ROW:
            return None
        if self._stopped:
            raise Stopped
        winner = self._proofs.winner(self._after(piece))
        self._without_proof = 0 if winner is not None else self._without_proof + 1
        return winner

    def _after(self, piece: Piece) -> Game:
        after = piece.before.copy()
        for decision in piece.moves:
            after.push(decision)
        return after

    def _proven(self, piece: Piece, loss: Loss, best: Judged, played: Judged) -> tuple[Loss, Judged]:
        """What is certain overrules what is expected: a certain win given up is a blunder, one kept is none."""
        if self._without_proof >= UNKNOWN_IN_A_ROW:
            return loss, best
        seat = piece.seat
        if self._proofs.wins(self._after(piece), seat) is True:
            grade = Grade.BEST if best.state == played.state else grade_by_points(loss.points)
            return replace(loss, share=0.0, grade=grade, gained=(0.0,) * self._players), best
        line = self._proofs.winning_line(piece.before, seat)
        if line is None or self._proofs.wins(self._after(piece), seat) is not False:
            return loss, best
        stretch = stretch_of(piece.before, line, self._seed)
        sure = tuple(float(other == seat) for other in range(self._players))
        best = replace(self._judge.value(piece.before, stretch), shares=sure, unsure=0.0, exact=True)
        gained = tuple(one - two for one, two in zip(played.shares, sure, strict=True))
        return Loss(1 - played.shares[seat], loss.points, 0.0, Grade.BLUNDER, sure=True, gained=gained), best


def slowly(depth: Depth) -> Depth:
    """A depth for the Python twin of the core."""
    return Depth(depth.name, max(depth.root // _SLOWLY, 16), max(depth.judge // _SLOWLY, 16), 0, depth.proof // _SLOWLY)


def is_forced(piece: Piece) -> bool:
    """Whether nothing was to choose."""
    after = piece.before.copy()
    for decision in piece.moves:
        if len(after.legal_moves()) > 1:
            return False
        after.push(decision)
    return True


def _weight(report: Report, seat: int) -> float:
    """What a first glance loses."""
    best = max(choice.shares[seat] for choice in report.choices)
    priors = sum(choice.prior for choice in report.choices) or 1.0
    lost = sum(choice.prior * (best - choice.shares[seat]) for choice in report.choices) / priors
    return min(max(lost, LEAST_WEIGHT), MOST_WEIGHT)


def _insight(report: Report, piece: Piece, played: Judged) -> float:
    priors = sum(choice.prior for choice in report.choices) or 1.0
    mean = sum(choice.prior * choice.shares[piece.seat] for choice in report.choices) / priors
    own = next((choice for choice in report.choices if choice.decision == piece.moves[0]), None)
    if own is None or own.prior >= RARE:
        return 0.0
    gain = played.shares[piece.seat] - mean
    return gain if gain >= INSIGHT + 2 * played.unsure else 0.0
