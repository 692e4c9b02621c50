"""The engine's side of the protocol: golden conversations, and what they cannot show."""

import re
import threading
from pathlib import Path

import pytest

from aquaromana.bots import registry
from aquaromana.rules import Game
from aquaromana.stdio import engine
from aquaromana.stdio.engine import EngineHost, read_order
from tests.docs.pages import codes, table
from tests.support.core import need_core
from tests.support.random_play import CUSTOM
from tests.support.transcripts import PAGE, TRANSCRIPTS, answered, fresh_page, plain


class Heard:
    """A host, and its answers."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.host = EngineHost(self.lines.append)

    def say(self, *lines: str) -> list[str]:
        """The answers to these lines."""
        self.lines.clear()
        for line in lines:
            self.host.hear(line)
        return self.lines


@pytest.mark.parametrize("file", sorted(TRANSCRIPTS.glob("*.txt")), ids=lambda file: file.stem)
def test_conversations_go_as_they_are_written_down(file: Path) -> None:
    need_core()
    text = file.read_text("utf-8")
    assert answered(text) == plain(text), "run scripts/golden and look at the difference"


def test_the_conversations_of_the_page_go_as_they_are_written_down() -> None:
    need_core()
    assert fresh_page() == plain(PAGE.read_text("utf-8")), "run scripts/golden and look at the difference"


def test_the_page_has_every_error_code() -> None:
    raised = set(
        re.findall(r'(?:ProtocolError\(|complain\()\s*"([a-z]+/[a-z-]+)"', Path(engine.__file__).read_text("utf-8"))
    )
    listed = {codes(row[0])[0] for row in table(PAGE, "code", "meaning")}
    assert listed == raised | {"line/too-long"}


def test_the_page_has_every_option() -> None:
    assert [codes(row[0])[0] for row in table(PAGE, "option", "meaning")] == [each.name for each in engine.OPTIONS]


@pytest.mark.parametrize("bot", ["search:5", "greedy", "champion", "level:12"])
def test_a_stop_that_follows_at_once_is_not_lost(bot: str) -> None:
    heard = Heard()
    heard.say(f"setoption name Bot value {bot}", "position start players 2", "go movetime 60000", "stop")
    heard.host.wait()
    assert heard.lines[-1].startswith("bestmove ")
    assert Game().reason(heard.lines[-1].split()[1]) is None


def test_a_bot_that_forgets_what_came_before_it_began_is_stopped_again(monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgetful:
        """Like a search, it hears only what comes after its beginning."""

        name = "forgetful"

        def __init__(self) -> None:
            self.stopped = threading.Event()

        def choose(self, game: Game, *_: object) -> object:
            self.stopped.wait(0.2)
            self.stopped.clear()
            return game.legal_moves()[0 if self.stopped.wait(30) else 1]

        def stop(self) -> None:
            self.stopped.set()

    monkeypatch.setitem(registry._OWN, "forgetful", lambda *_: Forgetful())
    heard = Heard()
    heard.say("setoption name Bot value forgetful", "go movetime 60000", "stop")
    heard.host.wait()
    assert heard.lines == [f"bestmove {Game().legal_moves()[0]}"]


@pytest.mark.slow
def test_an_endless_search_waits_for_stop() -> None:
    need_core()
    heard = Heard()
    heard.say("setoption name Bot value search:5", "position start players 4", "go infinite")
    heard.host._thinking.wait(0.3)  # type: ignore[union-attr]  # it has just begun
    assert not any(line.startswith("bestmove") for line in heard.lines)
    heard.say("stop")
    heard.host.wait()
    assert heard.lines[-1].startswith("bestmove")


def test_the_end_of_the_input_lets_a_limited_search_finish_and_stops_an_endless_one() -> None:
    heard = Heard()
    heard.say("setoption name Bot value search:5", "go nodes 50")
    heard.host.finish()
    assert heard.lines[-1].startswith("bestmove")
    heard.say("go infinite")
    heard.host.finish()
    assert heard.lines[-1].startswith("bestmove")


def test_a_bot_that_fails_is_told_and_does_not_leave_the_client_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name = "broken"

        def choose(self, *_: object) -> None:
            raise ZeroDivisionError("by design")

        def stop(self) -> None: ...

    monkeypatch.setitem(registry._OWN, "broken", lambda *_: Broken())
    heard = Heard()
    heard.say("setoption name Bot value broken", "go nodes 5")
    heard.host.wait()
    assert heard.lines == ["error bot/failed ZeroDivisionError: by design", "bestmove none"]


def test_a_game_told_again_with_more_decisions_is_the_same_game() -> None:
    heard, game = Heard(), Game(layout=CUSTOM)
    start = str(game)
    for _ in range(30):
        game.push(game.legal_moves()[-1])
        (state,) = heard.say(f"position {start} moves {' '.join(map(str, game.moves))}", "state")
        assert state.split()[2] == str(game)
    (state,) = heard.say(f"position {start} moves {game.moves[0]}", "state")
    assert state.split()[4] == "1"


def test_a_layout_can_be_given_with_the_start() -> None:
    heard = Heard()
    (state,) = heard.say(f"position start players {CUSTOM.players} layout {CUSTOM.text}", "state")
    assert state.split()[2] == str(Game(layout=CUSTOM))


def test_threads_are_used() -> None:
    heard = Heard()
    heard.say("setoption name Bot value level:7", "setoption name Threads value 2", "go nodes 50")
    heard.host.wait()
    assert heard.lines[-1].startswith("bestmove")
    bot = heard.host._bot
    assert bot._thinker._search._settings.threads == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "words", ["nodes", "nodes 0", "nodes -1", "movetime x", "nodes 9999999999999999", "movetime 999999999999"]
)
def test_limits_are_whole_numbers_in_reason(words: str) -> None:
    with pytest.raises(engine.ProtocolError) as caught:
        read_order(words.split())
    assert caught.value.code == "go/invalid"


def test_lines_come_whole_from_several_threads() -> None:
    heard = Heard()

    def write() -> None:
        for _ in range(200):
            heard.host.write("x" * 50)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert set(heard.lines) == {"x" * 50}
    assert len(heard.lines) == 800
