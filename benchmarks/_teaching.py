"""More attacks: what people ask for when they learn, within the limits of one address."""

import json
import socket
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from aquaromana import Game
from aquaromana.puzzles import library
from aquaromana.records import Record, write_record
from aquaromana.records.replay import Replay
from aquaromana.rules import Position
from aquaromana.rules.notation import position_text
from benchmarks._attacks import HELLO, PERSON, SOCKETS, TEXT, Attack, Client, frame
from benchmarks._games import stretches
from benchmarks._requests import ask, head

BOTS: Final = [{"kind": "bot", "bot": "random"}] * 3
MESSAGES: Final = 95
"""That one socket says: a little less than it may in twenty seconds."""

Message = dict[str, Any]


def hints(client: Client, seconds: float) -> None:
    """Hints and the coach at as many tables as there are sockets, each of another position."""
    tables = [client.create(PERSON, *BOTS, position=text) for text in _positions(SOCKETS)]

    def asked(number: int) -> bytes:
        table = tables[number % len(tables)]
        wanted: dict[str, object] = {"version": 0, "moves": []}
        what = "coach" if number % 3 == 2 else "hint"
        if what == "hint":
            wanted |= {"rung": 3, "after": number // len(tables) - 1}
        body = json.dumps(wanted).encode()
        return head(client, "POST", f"/api/tables/{table}/{what}", body, client.cookies[table])

    ask(client, seconds, asked)


def _positions(count: int) -> Iterator[str]:
    """Different positions in which the first seat has to build."""
    seed = 0
    while count:
        seed += 1
        game, rng = Game(players=4), Random(seed)
        while not game.is_over and (len(game.moves) < 30 or game.to_move):
            game.push(rng.choice(game.legal_moves()))
        if not game.is_over:
            count -= 1
            yield position_text(game.position)


def tries(client: Client, seconds: float) -> None:
    """Tries at the turns of a finished game, whole lines of it, and moments of it as if they were played."""
    made = stretches(1)
    moves = [move for _, each in made for move in each]
    game = Game(players=2)
    for move in moves:
        game.play(move)
    _, body = client.ask("POST", "/api/records", write_record(Record.from_game(game)).encode())
    table = str(json.loads(body)["id"])
    plies = [sum(len(each) for _, each in made[:count]) for count in range(len(made))]

    def asked(number: int) -> bytes:
        turn = 20 + number % (len(made) - 25)
        hello = {"ply": plies[turn], "message": {"type": "hello", "protocol": 2}}
        wanted = (
            ("try", {"ply": plies[turn], "moves": made[turn][1]}),
            ("line", {"ply": 0, "moves": moves[:200]}),
            ("practice", hello),
        )
        what, value = wanted[number % 3]
        path = f"/api/tables/{table}/review/{what}"
        return head(client, "POST", path, json.dumps(value).encode(), client.cookies[table])

    ask(client, seconds, asked)


def puzzles(client: Client, seconds: float) -> None:
    """Tries at another puzzle on every socket, each another one, and each started over at once."""
    chosen = [each for each in library().puzzles if each.kind != "legal"][::-1][:SOCKETS]
    tables: list[tuple[str, Sequence[Message]]] = []
    again = {"type": "solve", "id": "@", "version": 0, "go": "again"}
    for puzzle in chosen:
        tried = [_stretch(puzzle.start(), seed) for seed in range(MESSAGES // 2)]
        plays = [{"type": "play", "id": "@", "version": 0, "seat": puzzle.seat, "moves": moves} for moves in tried]
        tables.append((f"/api/puzzles/{puzzle.id}", [each for play in plays for each in (play, again)]))
    _talk(client, seconds, _made(client, tables), pause=0.5)


def _stretch(position: Position, seed: int) -> list[str]:
    """A whole stretch: any."""
    replay, rng = Replay(position), Random(seed)
    seat, turn = replay.seat, replay.turn
    while not replay.game.is_over and (replay.seat, replay.turn) == (seat, turn):
        replay.push(rng.choice(replay.game.legal_moves()))
    return [str(move) for move in replay.game.moves]


def takebacks(client: Client, seconds: float) -> None:
    """Decisions on every socket that are taken back as soon as a strong bot thinks about its answer."""
    seat, moves = stretches(1)[0]
    play = {"type": "play", "id": "@", "version": 0, "seat": seat, "moves": moves}
    back = {"type": "takeback", "id": "@", "version": 0, "seat": seat, "ply": 0}
    tables = [client.create(PERSON, {"kind": "bot", "bot": "search:5"}) for _ in range(SOCKETS)]
    _talk(client, seconds, [(table, (play, back)) for table in tables], pause=0.5)


def lessons(client: Client, seconds: float) -> None:
    """A lesson on every socket, of which the steps are skipped and gone back to as fast as messages are taken."""
    skip, back = ({"type": "guide", "id": "@", "version": 0, "go": go} for go in ("skip", "back"))
    _talk(client, seconds, _made(client, [("/api/lessons/first", (skip, back))] * SOCKETS), pause=0.01)


def _made(client: Client, asked: Sequence[tuple[str, Sequence[Message]]]) -> list[tuple[str, Sequence[Message]]]:
    """The tables that these addresses make, with what is to be said at each."""
    made = [(client.ask("POST", path)[1], messages) for path, messages in asked]
    return [(str(json.loads(body)["id"]), messages) for body, messages in made]


def _talk(client: Client, seconds: float, tables: Sequence[tuple[str, Sequence[Message]]], pause: float) -> None:
    """Say things at each table in turn, on the version that was heard last."""
    lines: list[tuple[socket.socket, Sequence[Message]]] = []
    for table, messages in tables:
        lines.append((client.upgrade(table), messages))
        lines[-1][0].sendall(frame(TEXT, HELLO))
    versions = [0] * len(lines)
    end, said = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        for number, (line, messages) in enumerate(lines):
            versions[number] = _version(line, versions[number])
            if said < MESSAGES * len(lines):
                turn = said // len(lines)
                message = messages[turn % len(messages)] | {"id": f"m{turn}", "version": versions[number]}
                line.settimeout(30)
                line.sendall(frame(TEXT, json.dumps(message).encode()))
                said += 1
        time.sleep(pause)
    for line, _ in lines:
        line.close()
    print(json.dumps({"said": said, "versions": sum(versions)}))


def _version(line: socket.socket, known: int) -> int:
    """The version in whatever waits to be read."""
    try:
        heard = line.recv(1 << 20, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return known
    found = heard.rpartition(b'"version":')[2][:8]
    digits = found[: next((index for index, each in enumerate(found) if not 48 <= each < 58), len(found))]
    return int(digits or known)


TEACHING: Final[dict[str, Attack]] = {
    "hints": hints,
    "tries": tries,
    "puzzles": puzzles,
    "takebacks": takebacks,
    "lessons": lessons,
}
