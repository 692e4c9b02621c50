"""Game files: records with tags, comments and variations; their text, their JSON form and their verification.

>>> from aquaromana import Game
>>> from aquaromana.records import Record, read_record, verify, write_record
>>> game = Game(players=3)
>>> game.play("C@12")
>>> text = write_record(Record.from_game(game, Seat0="Ann", Seat1="Ben", Seat2="Eva"))
>>> print(text, end="")
[Game "Aqua Romana"]
[Format "1"]
[Rules "1"]
[Players "3"]
[Seat0 "Ann"]
[Seat1 "Ben"]
[Seat2 "Eva"]
[Layout "standard"]
[Result "*"]
<BLANKLINE>
0. C@12
*
>>> record = read_record(text)
>>> record.game() == game, str(verify(record))
(True, 'true: 1 decision, not finished')

What there is:

- ``read_records(source, *, limit=LIMIT)`` and ``read_record(source) -> Record`` take a text, a path or an open file;
  RecordError names line, column and reason. The records of a text are a list, those of a file an iterator
  that holds one at a time. A record that was read has only legal decisions; its hashes and its result are what the text
  says, true or not.
- ``write_record(record, *, hashes=None) -> str`` and ``write_records(records, *, hashes=None) -> str``: the canonical
  text. ``hashes=True`` computes them all, ``False`` leaves them out, None keeps what the record has.
- ``Record(start, line, tags, result)``: frozen. ``Record.from_game(game, **tags)``, ``.game(ply=None) -> Game``,
  ``.moves``, ``.players``, ``.layout``, ``.names``, ``.result`` (points of all seats or None), ``.is_finished``,
  ``.positions()``, ``.steps()``, ``.stretches()``, ``.annotated(ply, comment=…, variation=…)``, ``.with_tags(**tags)``.
- ``Line(plies, comment="")``: the main line or a variation. ``Ply(move, hash=None, comment="", variations=())``.
- ``Step``: a ply of the main line with its number, turn, seat and the position after it; ``Stretch``: the steps that
  one seat makes in a row (R7).
- ``to_json(record, *, hashes=None) -> dict``; ``from_json(data) -> Record`` from text, bytes or what `json.loads` gave;
  ``schema() -> dict``, the JSON Schema.
- ``verify(record) -> Verdict``: ``.is_true``, ``.error`` (the first failure, a RecordError, or None), ``.plies``,
  ``.variations``, ``.hashes`` (how many were checked), ``.scores``; ``str(verdict)`` is one line to print.

The format is specified in ``docs/records.md``.
"""

from aquaromana.records.errors import RecordError
from aquaromana.records.json_form import from_json, schema, to_json
from aquaromana.records.proof import Verdict, verify
from aquaromana.records.reader import read_record, read_records
from aquaromana.records.record import Line, Ply, Record
from aquaromana.records.replay import Step, Stretch
from aquaromana.records.writer import write_record, write_records

__all__ = [
    "Line",
    "Ply",
    "Record",
    "RecordError",
    "Step",
    "Stretch",
    "Verdict",
    "from_json",
    "read_record",
    "read_records",
    "schema",
    "to_json",
    "verify",
    "write_record",
    "write_records",
]
