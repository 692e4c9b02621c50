"""Refusals: every machine code of the server with its plain sentence.

The sentences follow `aquaromana.rules.errors`; docs/protocol.md lists the codes for client authors. What the rules or
a record refuse keeps its own code, clause and arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from aquaromana.rules.errors import AquaError, Argument, Reason

CATALOGUE: Final[Mapping[str, tuple[str, str]]] = {
    # tables
    "table/unknown": ("", "There is no such table."),
    "table/stale": ("", "This was made on version {made}, but the table is now at version {now}."),
    "table/over": ("R6.1", "The game is over."),
    "table/foreign-seat": ("", "Nobody here plays {seat}."),
    "table/not-your-turn": ("R4.1", "It is not the turn of {seat}, but of {owner}."),
    "table/incomplete": ("R7", "The decisions do not end the stretch: {seat} has to {asked}."),
    "table/too-many": ("R7", "The stretch is complete before {decision}."),
    "table/players": ("R2.1", "The game is for 2, 3 or 4 players, not {players}."),
    "table/start": ("R2.1", "That position is for {needed} players, not for {players}."),
    "table/bot": ("", "There is no bot {bot} here."),
    "table/name": ("", "A name has at most {limit} characters."),
    "table/limit": ("", "There are {limit} tables already: delete some first."),
    "table/deleted": ("", "This table has been deleted."),
    "table/damaged": ("", "The stored data of this table cannot be read; it can only be deleted."),
    "table/ply": ("", "The game has {decisions} decisions, not {ply}."),
    "table/waiting": ("", "The game has not started yet."),
    "table/started": ("", "The game has started already."),
    "table/playing": ("", "The game is not over yet."),
    "table/not-full": ("", "{seats} seats are still open."),
    "table/seat": ("", "There is no seat {seat} at this table."),
    "table/stood-in": ("", "A bot decides for {seat}."),
    "table/not-stood-in": ("", "No bot decides for {seat}."),
    "table/present": ("", "The player of {seat} is present, or has not been away for long."),
    "table/resigned": ("", "{seat} has resigned."),
    "table/no-time": ("", "{seat} has no time left."),
    "table/pending": ("", "Another request is already pending."),
    "table/takeback": ("", "No stretch of that seat begins after {ply} decisions."),
    "table/nothing-asked": ("", "No request is pending for that seat."),
    "table/options": ("", "{option} cannot be {value}."),
    "hint/not-agreed": ("", "Hints were not agreed on when this table was made."),
    "hint/running": ("", "The game that this table continues is still being played, without hints."),
    "hint/complete": ("R7", "Nothing is left to decide in this stretch."),
    "review/too-many": ("", "Too many reviews are waiting: try again in a minute."),
    "review/stops-early": ("", "The record stops before the end of the game: only finished games are reviewed here."),
    "review/empty": ("", "Nothing was decided in this game: there is nothing to review."),
    "review/running": ("", "The game that this table continues is still being played: review it when it is over."),
    "chat/off": ("", "The chat is switched off."),
    "chat/text": ("", "A chat message is 1 to {limit} characters, or a phrase."),
    "chat/too-many": ("", "Too many chat messages at once: wait a little."),
    "table/too-many-changes": ("", "There have already been {limit} changes at this table."),
    # lessons
    "lesson/unknown": ("", "There is no lesson {lesson}."),
    "lesson/not-now": ("", "{say}"),
    "lesson/foreign": ("R4.3", "This workman belongs to seat {owner}."),
    "lesson/done": ("", "This step is done: go on to the next one."),
    "lesson/not-done": ("", "This step is not done yet: finish it or skip it."),
    "lesson/no-step": ("", "The lesson has no step there."),
    "lesson/outdated": ("", "This lesson has changed since it was begun: start it again."),
    "lesson/only": ("", "This is not possible at the table of a lesson."),
    "lesson/none": ("", "There is no lesson at this table."),
    # puzzles
    "puzzle/unknown": ("", "There is no puzzle {puzzle}."),
    "puzzle/over": ("", "This try is over: begin again, or go on to another puzzle."),
    "puzzle/waiting": ("", "The last try is still being judged: wait a moment."),
    "puzzle/answer": ("", "{answer} is not one of the answers."),
    "puzzle/outdated": ("", "This puzzle has changed since it was begun: choose another one."),
    "puzzle/only": ("", "This is not possible at the table of a puzzle."),
    "puzzle/none": ("", "There is no puzzle at this table."),
    # analysis
    "study/busy": ("", "Too much is being analyzed at the moment. Try again soon."),
    # messages
    "message/malformed": ("", "Not a message: {why}."),
    "message/name": ("R7", "{name} is not a valid {subject}."),
    "message/id": ("", "A message id has 1 to {limit} printable characters."),
    "message/id-reused": ("", "Another play of {seat} had the id {id}."),
    "message/unknown": ("", "Unknown message type; expected one of {expected}."),
    "message/binary": ("", "Messages are text."),
    "message/too-big": ("", "A message has at most {limit} bytes."),
    "message/too-many": ("", "There were more than {limit} messages in {seconds} seconds."),
    "message/hello": ("", "The first message has to be hello, and only the first."),
    "message/protocol": ("", "Protocol version {found} is not supported; expected {expected}."),
    # who may do what
    "access/needed": ("", "This table is only for invited people."),
    "access/expired": ("", "This browser was last here too long ago: open the link to the table again."),
    "access/invalid": ("", "This link, or what this browser keeps of it, does not belong to this table."),
    "access/revoked": ("", "This link is no longer valid: the host has replaced it."),
    "access/host": ("", "Only the host of the table may do this."),
    "access/seat": ("", "Only those who play at this table may do this."),
    "access/taken": ("", "Somebody else has taken this seat."),
    "access/local": ("", "This server is for one screen: nobody else can take a seat."),
    # bots over the network
    "token/invalid": ("", "This token is not valid here."),
    "token/revoked": ("", "This token is no longer valid: the host has freed the seat."),
    "token/replaced": ("", "Another program with the same token has taken over."),
    # notices that are sent elsewhere
    "webhook/off": ("", "Webhooks are switched off on this server."),
    "webhook/address": ("", "{url} cannot be used as a webhook: {why}."),
    # requests
    "request/host": ("", "This server does not answer to that name."),
    "request/origin": ("", "Only pages of this server may request this."),
    "request/unknown": ("", "There is nothing at this address."),
    "request/method": ("", "This address does not accept {method}."),
    "request/too-large": ("", "The content is larger than {limit} bytes."),
    "request/slow": ("", "The content did not arrive within {seconds} seconds."),
    "request/invalid": ("", "{where} cannot be read: {why}."),
    "request/too-many": ("", "There were too many requests from one address. Try again in {seconds} s."),
    "request/token": ("", "This requires a server token."),
    "request/qr": ("", "A QR code is a link to this server of at most {limit} characters."),
    "request/region": ("", "{region} is not a part of the board; expected squares, as in C2-F4."),
    # files that are imported, beside the codes of records
    "record/file-type": ("", "This file is not a record, a position or one of our pictures."),
    "record/picture": ("", "The picture cannot be read: {why}"),
    "record/not-in-picture": ("", "This picture carries no record."),
    "record/which": ("", "The file holds {games} games: give the number of the one you want."),
    # the server itself
    "server/busy": ("", "The server is too busy at the moment. Try again soon."),
    "server/storage": ("", "The game could not be saved, so nothing was changed. Try again."),
    "server/restart": ("", "The server is restarting; it will be back."),
    "server/slow": ("", "Messages were not read for too long."),
    "server/failed": ("", "Something went wrong on the server. Nothing was changed."),
    "server/backup": ("", "The backup cannot be made: {why}."),
}
"""Every code of this package, with the clause of the rules, if one is behind it, and the sentence."""


@dataclass(frozen=True, slots=True)
class ServerReason(Reason):
    """A reason with a code of this package. Seats are numbers, as in the rules."""

    catalogue: ClassVar[Mapping[str, tuple[str, str]]] = CATALOGUE

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})" if self.clause else self.message


class Refusal(ValueError):
    """Something that is not done, and why. Whatever it was about is as it was before."""

    def __init__(self, reason: Reason, *, version: int = 0) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.version = version
        """The table's version, where one is concerned."""

    @classmethod
    def of(cls, code: str, *, version: int = 0, **args: Argument) -> Self:
        """A refusal with a code of this package."""
        return cls(ServerReason(code, args), version=version)

    @classmethod
    def by_rules(cls, error: AquaError, *, version: int = 0) -> Self:
        """A refusal with the reason that the rules, or a record, give."""
        return cls(error.reason, version=version)

    @property
    def code(self) -> str:
        return self.reason.code

    @property
    def clause(self) -> str:
        return self.reason.clause

    @property
    def arguments(self) -> dict[str, Argument]:
        return dict(self.reason.args)

    @property
    def message(self) -> str:
        return self.reason.message


class StartError(ValueError):
    """The server cannot start, or go on; one line says why."""
