"""Messages that a server must bear: real ones, real ones with something wrong, and noise. All from a seed."""

import json
from random import Random
from typing import Any

from aquaromana.rules import Game
from aquaromana.server.protocol.messages import PROTOCOL

SUBJECTS = ("move", "workman", "builder", "square", "kind")
NAMES = (
    "D1e.12.Cs",
    "D1e",
    "12",
    "D1",
    "C",
    "J",
    "",
    "Z9",
    "39",
    "0",
    "-1",
    "\0",
    "é",
    "D1e.12.Cs.x",
    "@",
    ">",
    "*C",
    "xD1e",
    "-",
)
JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        2,
        7,
        2**31,
        2**53 + 1,
        2**64,
        -(2**63) - 1,
        10**30,
        0.5,
        1e308,
        "",
        "x",
        "0",
        "C@12",
    ),
    *(
        "\0",
        "\u202e",
        "\ud7ff",
        "\U0001f600" * 9,
        "x" * 300,
        "../../etc/passwd",
        "'; DROP TABLE log; --",
        "{{7*7}}",
        "%s%n",
    ),
    *([], [[]], ["C@12"], ["C@12"] * 40, [None], [1], {}, {"a": 1}, {"type": "play"}, [[[[[[]]]]]]),
)
RAW = (
    *(
        "",
        " ",
        "{",
        "}",
        "[]",
        "null",
        "true",
        "1",
        '"',
        '"x',
        "{}",
        "{]",
        "[[[[",
        "nan",
        "-",
        "1e999",
        "\ufeff{}",
        "\0",
        "\\",
        "'",
    ),
    *(
        '{"type"}',
        '{"type":}',
        '{"type":"play",}',
        '{"type":"ping"} {"type":"ping"}',
        '{"type":"pi\\u0000ng"}',
        '{"type":"\\ud800"}',
    ),
    *(
        "[" * 4000,
        "{" * 1000,
        '{"a":' * 600,
        '{"type":"ping","x":' + "[" * 3000,
        "9" * 4000,
        '{"type":"hello","since":' + "9" * 3900 + "}",
    ),
    *(
        '{"type":"play","type":"ping"}',
        '{"type":"ask","subject":"move","subject":"kind"}',
        "<svg onload=alert(1)>",
        "GET / HTTP/1.1\r\n\r\n",
    ),
)


class Mutator:
    """Makes messages for a client at a table."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self._number = 0

    def message(self, game: Game, version: int = 0) -> str:
        """The next message for a table of this version: mostly wrong, sometimes right."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.10:
            return rng.choice(RAW)
        if chance < 0.16:
            return "".join(
                chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xD800)))) for _ in range(rng.randrange(60))
            )
        message = self._real(game, version)
        if chance < 0.20:
            return json.dumps(message)
        if chance < 0.65:
            for _ in range(rng.randrange(1, 4)):
                self._spoil(message)
            return json.dumps(message, ensure_ascii=rng.random() < 0.5)
        return self._scratched(json.dumps(message))

    def hello(self) -> str:
        """The first message, mostly right."""
        return json.dumps({"type": "hello", "protocol": PROTOCOL if self.rng.random() < 0.8 else self.rng.choice(JUNK)})

    def _real(self, game: Game, version: int) -> dict[str, Any]:
        """A message as a client could send it."""
        rng = self.rng
        self._number += 1
        legal = game.legal_moves()
        id_ = f"m{self._number}"
        moves = [str(rng.choice(legal))] if legal else []
        kind = rng.choice(("play", "play", "preview", "ask", "ask", "watch", "ping", "hello", "change", "change"))
        if kind == "change":
            return {"id": id_, "version": version, **self._change(game)}
        if kind == "play":
            return {"type": kind, "id": id_, "version": version, "seat": game.to_move, "moves": moves}
        if kind == "preview":
            return {"type": kind, "id": id_, "version": version, "moves": moves}
        if kind == "ask":
            subject, name = rng.choice(SUBJECTS), rng.choice(NAMES + tuple(moves))
            return {"type": kind, "id": id_, "version": version, "subject": subject, "name": name}
        if kind == "watch":
            return {"type": kind, "thinking": rng.random() < 0.5}
        return {"type": kind, "protocol": PROTOCOL, "since": version} if kind == "hello" else {"type": kind}

    def _change(self, game: Game) -> dict[str, Any]:
        """What else can be wanted at a table; what would let a bot decide, or end the game, is wrong in itself."""
        rng = self.rng
        seat = rng.randrange(2)
        ply = rng.randrange(len(game.moves) + 1)
        return rng.choice(
            (
                {"type": "sit", "seat": seat, "kind": rng.choice(("bot", "open")), "bot": "greedy"},
                {"type": "start", "fill": rng.choice(("", "greedy", "nobody"))},
                {"type": "rename", "seat": seat, "name": rng.choice(NAMES)},
                {"type": "stand_in", "seat": seat, "bot": "nobody"},
                {"type": "back", "seat": seat},
                {"type": "resign", "seat": 7},
                {"type": "takeback", "seat": seat, "ply": ply},
                {"type": "consent", "seat": seat, "yes": rng.random() < 0.5},
                {"type": "revoke", "what": rng.choice(("chair", "watch")), "chair": 2 + seat},
                {"type": "switch", "chat": rng.random() < 0.5},
                {"type": "rematch"},
                {"type": "links"},
                {"type": "say", "seat": seat, "text": rng.choice(NAMES), "phrase": rng.choice(("", "", "hello"))},
            )
        )

    def _spoil(self, message: dict[str, Any]) -> None:
        """Change one thing about it."""
        rng = self.rng
        key = rng.choice(list(message) or ["type"])
        how = rng.random()
        if how < 0.6:
            message[key] = rng.choice(JUNK)
        elif how < 0.75:
            message.pop(key, None)
        elif how < 0.9:
            message[rng.choice(("extra", "type", "id", "moves", "__class__", "", "since"))] = rng.choice(JUNK)
        elif isinstance(message.get("moves"), list):
            message["moves"] = [*message["moves"], rng.choice((*NAMES, *JUNK))]

    def _scratched(self, text: str) -> str:
        """Change some of its letters."""
        rng = self.rng
        letters = list(text)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(letters)) if letters else 0
            how = rng.random()
            if how < 0.35 and letters:
                letters[at] = chr(rng.choice((rng.randrange(128), rng.randrange(0xD800))))
            elif how < 0.6 and letters:
                del letters[at : at + rng.randrange(1, 6)]
            elif how < 0.8:
                letters[at:at] = rng.choice(('"', "{", "}", "[", "]", ",", ":", "\\", "0", "\0", "9" * 30, '"x":1,'))
            else:
                letters[at:at] = letters[at : at + rng.randrange(1, 20)]
        return "".join(letters)
