"""The members of a table: players by seat, stand-ins, pending votes, and which credentials are valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from msgspec.structs import replace as changed

from aquaromana.server.protocol.events import (
    Agreed,
    Asked,
    Began,
    CameBack,
    Declined,
    Event,
    Followed,
    Hinted,
    Renamed,
    Resigned,
    Revoked,
    Sat,
    Stepped,
    StoodIn,
    Switched,
    TakenBack,
    Tried,
)
from aquaromana.server.protocol.table_info import Pending, Player
from aquaromana.server.table.credentials import HOST, WATCH, Credentials, chair_key


@dataclass(frozen=True, slots=True)
class Rights:
    """What credentials grant at a table, with its current links."""

    chairs: frozenset[int]
    seats: frozenset[int]
    """The persons' seats that they play."""
    host: bool
    watch: bool


@dataclass(frozen=True, slots=True)
class Members:
    """All members of one table, after an entry of its log."""

    players: tuple[Player, ...]
    """By seat."""
    waiting: bool = False
    """The game has not started: seats are still taken."""
    public: bool = False
    """Anybody may watch."""
    generations: Mapping[str, int] = field(default_factory=dict)
    """How often the links to `chair:0`, `watch`, `host` became void; 0 where it is not given."""
    replaced: Mapping[str, int] = field(default_factory=dict)
    """How often of these by the people who had them, and stayed."""
    pending: Pending | None = None
    once: int = -1
    """The seat whose stand-in makes only this stretch."""
    chat: bool = True
    next: str = ""
    """The table of the rematch."""
    _rights: dict[Credentials, Rights] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Rights already computed, by credentials."""
    _people: frozenset[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        people = frozenset(player.seat for player in self.players if player.kind == "person")
        object.__setattr__(self, "_people", people)

    # Seats.

    def is_open(self) -> bool:
        """Whether a seat can still be taken."""
        return any(player.kind == "open" for player in self.players)

    def people(self) -> frozenset[int]:
        """The seats of persons."""
        return self._people

    def active(self) -> frozenset[int]:
        """The seats of persons who decide themselves."""
        return frozenset(seat for seat in self.people() if not self.players[seat].stand_in)

    def decider(self, seat: int) -> str:
        """The bot that decides for a seat; nothing if a person does."""
        player = self.players[seat]
        return player.bot if player.kind == "bot" else player.stand_in

    def remaining(self) -> list[int]:
        """The seats that have not resigned."""
        return [player.seat for player in self.players if not player.resigned]

    @property
    def is_conceded(self) -> bool:
        """Whether everyone but one seat has resigned."""
        left = 0
        for player in self.players:
            left += not player.resigned
        return left <= 1

    def seat_of(self, chair: int) -> int:
        return next(player.seat for player in self.players if player.chair == chair)

    # Credentials.

    def generation(self, what: str) -> int:
        return self.generations.get(what, 0)

    def is_handed_over(self, chair: int) -> bool:
        """Whether a chair has been taken away from the first person who had it."""
        return self.generation(chair_key(chair)) != self.replaced.get(chair_key(chair), 0)

    def rights(self, credentials: Credentials) -> Rights:
        """The rights that credentials give."""
        if (known := self._rights.get(credentials)) is None:
            known = self._rights[credentials] = self._found(credentials)
        return known

    def _found(self, credentials: Credentials) -> Rights:
        if credentials.local:
            chairs = frozenset(self.players[seat].chair for seat in self.people())
        else:
            known = range(len(self.players))
            chairs = frozenset(
                chair
                for chair, since in credentials.chairs.items()
                if chair in known and since == self.generation(chair_key(chair))
            )
        host = credentials.local or (credentials.host is not None and credentials.host == self.generation(HOST))
        invited = credentials.watch is not None and credentials.watch == self.generation(WATCH)
        return Rights(
            chairs=chairs,
            seats=frozenset(self.seat_of(chair) for chair in chairs) & self.people(),
            host=host,
            watch=self.public or invited or host or bool(chairs),
        )

    def chairs(self, credentials: Credentials) -> frozenset[int]:
        """The chairs that credentials are valid for."""
        return self.rights(credentials).chairs

    def seats(self, credentials: Credentials) -> frozenset[int]:
        """The persons' seats that a client with these credentials plays."""
        return self.rights(credentials).seats

    def is_host(self, credentials: Credentials) -> bool:
        return self.rights(credentials).host

    def may_watch(self, credentials: Credentials) -> bool:
        """Whether a client with these credentials may see the table at all."""
        return self.rights(credentials).watch

    # What happens.

    def after(self, event: Event) -> Members:  # noqa: PLR0911 - one for each event
        """The members after an event."""
        match event:
            case Sat():
                player = Player(
                    seat=event.seat,
                    kind=event.kind,
                    name=event.name,
                    bot=event.bot,
                    chair=self.players[event.seat].chair,
                )
                if self.waiting:
                    return self._with(event.seat, player)
                # A person who takes a seat during the game decides from now on; until then a bot may.
                before = self.players[event.seat]
                if event.kind == "open" or before.resigned:
                    player = changed(player, stand_in=before.stand_in, resigned=before.resigned)
                pending = self._without(event.seat) if event.kind == "open" else self.pending
                return replace(self._with(event.seat, player), pending=pending)
            case Began():
                order = event.order or range(len(self.players))
                seated = tuple(changed(self.players[old], seat=seat) for seat, old in enumerate(order))
                return replace(self, players=seated, waiting=False)
            case Renamed():
                return self._with(event.seat, changed(self.players[event.seat], name=event.name))
            case StoodIn():
                stood_in = changed(self.players[event.seat], stand_in=event.bot)
                once = event.seat if event.once else -1
                return replace(self._with(event.seat, stood_in), pending=self._without(event.seat), once=once)
            case CameBack():
                return self._with(event.seat, changed(self.players[event.seat], stand_in=""))
            case Resigned():
                given_up = changed(self.players[event.seat], resigned=True, stand_in=event.bot)
                after = self._with(event.seat, given_up)
                return replace(after, pending=None if after.is_conceded else self._without(event.seat))
            case Asked():
                others = self.active() - {event.by, event.seat}
                pending = Pending(
                    what=event.kind,
                    by=event.by,
                    agreed=[event.by],
                    waiting=sorted(others),
                    ply=event.ply,
                    seat=event.seat,
                    bot=event.bot,
                )
                return replace(self, pending=pending)
            case Agreed():
                if self.pending is None:
                    return self
                waiting = [seat for seat in self.pending.waiting if seat != event.seat]
                agreed = sorted({*self.pending.agreed, event.seat})
                return replace(self, pending=changed(self.pending, agreed=agreed, waiting=waiting))
            case Declined() | TakenBack() | Stepped():
                return replace(self, pending=None)
            case Revoked():
                raised = {**self.generations, event.target: self.generation(event.target) + 1}
                if not event.kept:
                    return replace(self, generations=raised)
                replaced = {**self.replaced, event.target: self.replaced.get(event.target, 0) + 1}
                return replace(self, generations=raised, replaced=replaced)
            case Switched():
                return replace(self, chat=event.chat)
            case Followed():
                return replace(self, next=event.table)
            case Hinted() | Tried():
                return self
        assert_never(event)

    def decided(self, seat: int, *, over: bool = False) -> Members:
        """After a seat's decision: a pending request to take one back is void."""
        members = self
        if self.once == seat:
            player = self.players[seat]
            person = player if player.resigned else changed(player, stand_in="")
            members = replace(self._with(seat, person), once=-1)
        if self.pending is None or not (over or self.pending.what == "takeback"):
            return members
        return replace(members, pending=None)

    def _with(self, seat: int, player: Player) -> Members:
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def _without(self, seat: int) -> Pending | None:
        """The pending vote after somebody has left: dropped if it was their own, or about them."""
        if self.pending is None or seat in (self.pending.by, self.pending.seat):
            return None
        waiting = [each for each in self.pending.waiting if each != seat]
        return changed(self.pending, waiting=waiting)
