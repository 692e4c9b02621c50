"""The guided first game: it has no faults, every step accepts and refuses what it should, and the end can be won."""

from functools import cache

import pytest

from aquaromana.lessons import LANGUAGES, LEARNER, Progress, Step, faults, lesson
from aquaromana.lessons.predicates import what_rivals_get
from aquaromana.rules import Decision, Extra, Game, Phase
from aquaromana.rules.legal import legal_decisions

FIRST = lesson("first")
RIGHT = {
    "tile": ["D1s.27.Ce -", "D1s.27.Cw -"],
    "sight": ["D2e.13.Se -", "D2e.37.Cn -", "D2e.37.Cs -"],
    "walk": ["G8n.7.Sn -"],
    "loose": ["D1s.4.Ss -"],
    "join": ["E2e.13.Cn -", "E2e.13.Cs -"],
    "close": ["A1s.1.Cw *C", "A1s.1.Cw *J"],
    "hand": ["C@5 E4e.5.Cs -", "C@31 H8n.31.Ce -", "C@12 D1e.12.Cs -"],
    "fountain": ["D1e.38.Se +Sew@H4 -", "D1s.38.Ss +Sns@G3 -", "C1w.38.Sw +Sew@D6 -"],
    "podium": ["xH4e *C", "xH4e *S", "-"],
}
WRONG = {
    "tile": ["D1e.27.Cs", "I8e.22.Dn", "D1s.27.Ce xD2e"],
    "sight": ["I8e.9.Cn", "D2e.13.Se xE2e"],
    "walk": ["E1s.5.Ss", "C1w.28.Cs"],
    "loose": ["D1s.27.Ce", "D1e.4.Se"],
    "join": ["C1w.3.Bw", "I8e.9.Se"],
    "close": ["A1s.1.Ce", "I8e.9.Se"],
    "hand": ["C@2", "C@38", "C@12 D1e.12.Cn"],
    "fountain": ["D1e.27.Cs", "G8n.24.Sn", "D1e.38.Se +Sns@H4", "D1e.38.Se +Sew@G3", "D1e.38.Se +Sns@K5"],
    "podium": ["xC1w"],
}


def step(name: str) -> tuple[int, Step]:
    number = FIRST.number(name)
    return number, FIRST.steps[number]


def after(name: str, line: str) -> tuple[Progress, Game, list[bool]]:
    """A step after decisions of the learner, and which of them it allowed."""
    number, given = step(name)
    progress, game = Progress(FIRST, number), Game.from_position(given.position)
    allowed = []
    for text in line.split():
        allowed.append(progress.is_allowed(game.position, Decision(text)))
        game.play(text)
    return progress.decided(LEARNER, 1, game.moves), game, allowed


def test_it_has_ten_steps_and_no_faults() -> None:
    assert len(FIRST.steps) == 10
    assert faults(FIRST) == []
    assert [given.id for given in FIRST.steps] == [*RIGHT, "finish"]


@pytest.mark.parametrize(("name", "line"), [(name, line) for name in RIGHT for line in RIGHT[name]])
def test_right_answers_finish_a_step(name: str, line: str) -> None:
    progress, game, allowed = after(name, line)
    assert all(allowed)
    if reply := progress.reply(game.position):
        assert not progress.is_done(game.position)
        for decision in reply:
            game.play(decision)
        progress = progress.decided(1, 1, reply)
    assert progress.is_done(game.position)
    assert progress.offered(game.position) == []
    assert all(progress.ending(game.position).words.by_language().values())


@pytest.mark.parametrize(("name", "line"), [(name, line) for name in WRONG for line in WRONG[name]])
def test_wrong_answers_get_a_reason(name: str, line: str) -> None:
    number, given = step(name)
    *before, last = line.split()
    game = Game.from_position(given.position)
    for text in before:
        game.play(text)
    words = Progress(FIRST, number).why_not(game.position, Decision(last))
    assert Decision(last) in legal_decisions(game.position)
    assert words is not None
    assert all(words.by_language()[language] for language in LANGUAGES)


def test_the_answers_to_the_question_of_the_podium_differ() -> None:
    said = {}
    for line in ("xH4e *C", "-"):
        progress, game, _ = after("podium", line)
        for decision in progress.reply(game.position):
            game.play(decision)
        said[line] = progress.ending(game.position)
        yellow, red = (podiums_of(game, color) for color in (0, 1))
        assert (yellow, red) == (([7], [6]) if line != "-" else ([], [7]))
    assert not said["xH4e *C"].worse
    assert said["-"].worse, "the learner is asked to try again"


def podiums_of(game: Game, color: int) -> list[int]:
    return [podium for podium, colors in enumerate(game.position.podiums) if color in colors]


def test_going_on_in_the_question_of_the_podium_leads_to_6() -> None:
    progress, game, _ = after("podium", "-")
    for decision in progress.reply(game.position):
        game.play(decision)
    best = 0
    for build in game.legal_moves():
        game.push(build)
        for close in game.legal_moves():
            if close.type == "close":
                game.push(close)
                best = max([best, *podiums_of(game, 0)])
                game.pop()
        game.pop()
    assert best <= 6


def test_an_extra_tile_along_the_rivals_way_is_refused_because_it_helps() -> None:
    number, given = step("fountain")
    game = Game.from_position(given.position)
    game.play("D1e.38.Se")
    progress = Progress(FIRST, number)
    said = {tile: progress.why_not(game.position, Decision(tile)) for tile in ("+Sns@H4", "+Sns@K5", "+Sew@H4")}
    along, elsewhere, across = said.values()
    assert along is not None
    assert elsewhere is not None
    assert along.en.startswith("That helps Livia")
    assert elsewhere != along
    assert across is None


@pytest.mark.parametrize("tile", ["+Sns@H4", "+Sew@H4", "+Sns@K5"])
def test_what_rivals_get_from_an_extra_tile_is_what_the_next_tile_shows(tile: str) -> None:
    """Red lays the bridge of the builder on 13 after it: two squares, an end at once, or one square as before."""
    game = Game.from_position(step("fountain")[1].position)
    game.play("D1e.38.Se")
    extra = Decision(tile)
    assert isinstance(extra, Extra)
    what = what_rivals_get(game.position, extra)
    for decision in (tile, "-", "H2s.13.Bs"):
        game.play(decision)
    red = next(each for each in range(12) if game.position.layout.colors[each] == 1 and game.position.lengths[each] > 1)
    length, ended = game.position.lengths[red], bool(game.position.blocked >> red & 1)
    assert (what, length, ended) in [("helped", 3, False), ("hindered", 2, True), ("spared", 2, False)]


# The end.


def wins(game: Game, known: dict[int, bool]) -> bool:
    """Whether the learner wins whatever the other seat does, by looking at everything."""
    if game.is_over:
        own, other = game.scores()
        return own > other
    found = known.get(game.state_hash)
    if found is None:
        mine = game.to_move == LEARNER
        found = not mine
        for move in game.legal_moves():
            game.push(move)
            result = wins(game, known)
            game.pop()
            if result == mine:
                found = mine
                break
        known[game.state_hash] = found
    return found


@cache
def first_decisions() -> dict[str, bool]:
    game = Game.from_position(step("finish")[1].position)
    known: dict[int, bool] = {}
    found = {}
    for move in game.legal_moves():
        game.push(move)
        found[str(move)] = wins(game, known)
        game.pop()
    return found


@pytest.mark.slow
def test_the_last_step_can_be_won_whatever_the_rival_does() -> None:
    assert any(first_decisions().values())


@pytest.mark.slow
def test_the_last_step_can_be_lost() -> None:
    assert not all(first_decisions().values())


def test_the_learner_is_behind_in_the_last_step() -> None:
    own, other = Game.from_position(step("finish")[1].position).scores()
    assert own < other
    assert step("finish")[1].position.phase is Phase.BUILD
