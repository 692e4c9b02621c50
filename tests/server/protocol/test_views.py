"""Positions and decisions as messages: complete, honest, and the same game as that of the rules."""

import random
from collections import Counter
from itertools import pairwise, product
from typing import Any

import msgspec
import pytest

from aquaromana.analysis import prospects_of
from aquaromana.analysis.effects import after
from aquaromana.rules import Decision, Game, Kind, Phase, Position, Reason
from aquaromana.rules.geometry import PATH, PORTS, SQUARES, port_name, square_name
from aquaromana.rules.moves import DECISIONS
from aquaromana.rules.notation import parse_position
from aquaromana.rules.reasons import illegal, why_builder, why_kind, why_square, why_workman
from aquaromana.rules.scoring import score_sheet, scores
from aquaromana.server.protocol import game as structs
from aquaromana.server.protocol import views
from tests.support.corpus import entries
from tests.support.positions import FOUR, OUT_OF_SIGHT, built, filled, plays
from tests.support.random_play import CUSTOM, PLAYERS, POLICIES, Policy, finished, played, sampled
from tests.support.recount import recount


def facts(view: structs.View) -> dict[str, Any]:
    """What lies and stands where, in plain values that can be changed."""
    return {
        "tiles": dict(view.tiles),
        "builders": dict(view.builders),
        "courses": {aqueduct.id: list(aqueduct.course) for aqueduct in view.aqueducts},
        "open": {aqueduct.id for aqueduct in view.aqueducts if aqueduct.open},
        "podiums": {podium: sorted(colors) for podium, colors in view.podiums.items()},
        "stock": dict(view.stock),
        "reserve": dict(view.reserve),
        "setup": {kind: count for kind, count in view.setup.items() if count},
        "held": [dict(seat.held) for seat in view.seats],
    }


def applied(before: dict[str, Any], step: structs.Step) -> dict[str, Any]:
    """The facts after a decision, by nothing but its effects."""
    now, effects = before, step.effects
    if effects.laid:
        square, face = effects.laid
        assert square not in now["tiles"]
        now["tiles"][square] = face
        now["stock"][face[0]] -= 1
    if effects.walk:
        start, target = map(str, effects.walk)
        assert target not in now["builders"]
        now["builders"][target] = now["builders"].pop(start)
    for grown in effects.grown:
        course = now["courses"][grown.aqueduct]
        assert course[-1] == grown.start
        course += grown.course
        assert (course[-1], len(course) - 1) == (grown.end, grown.length)
    for closed in effects.closes:
        now["open"].remove(closed.aqueduct)
        assert len(now["courses"][closed.aqueduct]) - 1 == closed.length
        if closed.podium:
            stand = now["podiums"].setdefault(str(closed.podium), [])
            stand.append(closed.color)
            stand.sort()
    if effects.placed:
        kind, path = effects.placed
        assert path not in now["builders"]
        now["builders"][path] = kind
        supply = now["setup"] or now["held"][step.seat]
        supply[kind] -= 1
        if not supply[kind]:
            del supply[kind]
    if effects.took:
        now["reserve"][effects.took] -= 1
        hand = now["held"][step.seat]
        hand[effects.took] = hand.get(effects.took, 0) + 1
    return now


# steps


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_effects_lead_from_each_view_to_the_next(players: int, policy: Policy) -> None:
    game = finished(players, players, policy)
    replay = Game(players)
    told = views.steps(game.start, game.moves)
    assert [step.move for step in told] == [str(move) for move in game.moves]
    now = facts(views.view(replay.position))
    for ply, (step, move) in enumerate(zip(told, game.moves, strict=True)):
        assert (step.ply, step.seat, step.type) == (ply, replay.to_move, move.type)
        replay.push(move)
        now = applied(now, step)
        view = views.view(replay.position)
        assert now == facts(view)
        assert step.effects.ends == (view.phase == "over")


@pytest.mark.slow
def test_effects_lead_through_rare_positions() -> None:
    tags: Counter[str] = Counter()
    for entry in entries():
        if entry.decision is None:
            continue
        tags.update(entry.tags)
        before = entry.position
        later = after(before, entry.decision)
        step = views.step(before, entry.decision, later, ply=0, turn=1)
        assert applied(facts(views.view(before)), step) == facts(views.view(later))
    assert {"closed-grows", "comes-back", "two-fountains", "stock-build", "no-extra-square", "four-facing"} <= set(tags)


def test_a_board_of_another_shape_is_told_as_well() -> None:
    game = Game(layout=CUSTOM)
    for _ in played(game, 3):
        pass
    now = facts(views.view(game.start))
    for step in views.steps(game.start, game.moves):
        now = applied(now, step)
    assert now == facts(views.view(game.position))
    assert views.view(game.position).reservoirs[0] == structs.Reservoir(
        color="yellow", squares=["E4", "E5"], outlets=["E4n", "E4w", "E5s", "E5e"]
    )


def test_steps_can_be_asked_from_any_of_them_on() -> None:
    game = finished(3, 8)
    everything = views.steps(game.start, game.moves)
    for since in (0, 1, 17, len(game.moves) - 1, len(game.moves), len(game.moves) + 5):
        assert views.steps(game.start, game.moves, since) == everything[since:]


def test_turns_are_counted_from_the_first_after_the_set_up() -> None:
    game = finished(2, 4)
    told = views.steps(game.start, game.moves)
    assert [step.turn for step in told[:13]] == [0] * 12 + [1]
    assert all(0 <= b.turn - a.turn <= 3 for a, b in pairwise(told))


def test_a_step_tells_who_made_it() -> None:
    game = finished(2, 4)
    told = views.steps(game.start, game.moves[:3], by=["", "greedy"])
    assert [step.by for step in told] == ["", "greedy", ""]


def test_the_last_step_scores_what_was_open() -> None:
    final = 0
    for players, seed in product(PLAYERS, range(6)):
        game = finished(players, seed, POLICIES["never closing"])
        *others, last = views.steps(game.start, game.moves)
        assert last.effects.ends
        assert not any(closed.final for step in others for closed in step.effects.closes)
        assert not any(closed.final and closed.forced for closed in last.effects.closes)
        final += sum(closed.final for closed in last.effects.closes)
    assert final > 0


# views


@pytest.mark.slow
def test_a_view_holds_the_position() -> None:
    for game in sampled(70, layouts=(None, CUSTOM)):
        position, view = game.position, views.view(game.position)
        assert parse_position(view.position) == position
        assert (view.players, view.phase, view.mover) == (game.players, str(game.phase), game.to_move)
        assert view.turn == position.turn
        assert [seat.points for seat in view.seats] == list(game.scores())
        assert [seat.ended for seat in view.seats] == list(game.scores_if_ended())
        assert [seat.place for seat in view.seats] == list(game.places())
        assert [seat.due for seat in view.seats] == list(position.due)
        assert [(line.podium, line.seat, line.bonus) for line in view.sheet] == [
            (line.podium, line.seat, line.bonus) for line in game.score_sheet()
        ]
        assert view.must_move == (view.phase == "build" and game.legal_moves()[0].type == "move")
        assert sum(view.stock.values()) + len(view.tiles) - 4 == 84
        assert set(view.stock) == set("CDSB")
        assert set(view.reserve) == set("CDSBJ")


def test_the_water_of_a_view_is_where_names_and_words_find_it() -> None:
    for game in sampled(70):
        runs = recount(game.position)
        for aqueduct in views.view(game.position).aqueducts:
            run = runs[aqueduct.course[0]]
            assert (aqueduct.course[-1], aqueduct.length) == (run.end, run.length)
            assert aqueduct.faces == (run.faces or "")[:2]
            assert len(aqueduct.course) == aqueduct.length + 1


def test_a_view_of_the_first_moment() -> None:
    view = views.view(Game(4).position)
    assert view.setup == {"C": 3, "D": 3, "S": 3, "B": 3}
    assert view.tiles == {"A1": "Ces", "K1": "Csw", "A8": "Cne", "K8": "Cnw"}
    assert view.seats[1] == structs.SeatView(seat=1, colors=["red"], points=0, ended=0, place=1)
    assert view.aqueducts[1] == structs.Aqueduct(
        id=1,
        color="yellow",
        seat=0,
        length=0,
        course=["D1s"],
        open=True,
        faces="D2",
        next=1,
        threats=[3, 4, 5, 6, 7, 8, 9, 10, 11],
    )


def test_with_two_players_a_seat_has_two_colors() -> None:
    view = views.view(Game(2).position)
    assert [seat.colors for seat in view.seats] == [["yellow", "blue"], ["red", "green"]]
    assert {aqueduct.seat for aqueduct in view.aqueducts if aqueduct.color == "blue"} == {0}


def test_a_view_shows_what_waits_for_its_scoring() -> None:
    game = built(FOUR.replace("···RR", "─·─RR"), builders="C@5", rest=OUT_OF_SIGHT)
    plays(game, "E1e.5.Cs")
    assert game.phase is Phase.CLOSE
    blocked = [aqueduct for aqueduct in views.view(game.position).aqueducts if aqueduct.blocked]
    assert [(aqueduct.course[0], aqueduct.open, aqueduct.podium, aqueduct.next) for aqueduct in blocked] == [
        ("H1w", True, 1, 0)
    ]
    plays(game, "-")
    assert not any(aqueduct.blocked for aqueduct in views.view(game.position).aqueducts)


def test_a_view_tells_walks_and_who_is_blind() -> None:
    view = views.view(built(builders="C@10 D@11 S@12", rest=range(20, 38)).position)
    assert view.walks["10"] == 13
    assert view.fountains[:2] == [10, 11]
    assert [seat.blind for seat in views.view(built(rest=OUT_OF_SIGHT).position).seats] == [True, True, False, False]


def test_messages_survive_the_wire() -> None:
    for game in sampled(35):
        view, found = views.view(game.position), views.choices(game.position)
        told = views.steps(game.start, game.moves)
        assert msgspec.json.decode(msgspec.json.encode(view), type=structs.View) == view
        assert msgspec.json.decode(msgspec.json.encode(found), type=list[structs.Choice]) == found
        assert msgspec.json.decode(msgspec.json.encode(told), type=list[structs.Step]) == told


# choices


def test_choices_are_the_legal_decisions_each_with_what_it_does() -> None:
    for game in sampled(140, layouts=(None, CUSTOM)):
        position = game.position
        before = position.copy()
        found = views.choices(position)
        assert [choice.move for choice in found] == [str(move) for move in game.legal_moves()]
        for choice, move in zip(found, game.legal_moves(), strict=True):
            later = after(position, move)
            assert choice.type == move.type
            tile = views.laid_in_turn((move,))
            assert choice.effects == views.effects(prospects_of(position, move, later), position.layout, tile)
        assert position == before


@pytest.mark.slow
def test_choices_of_rare_positions_are_the_legal_decisions() -> None:
    for entry in entries():
        position = entry.position
        game = Game.from_position(position)
        for choice, move in zip(views.choices(position), game.legal_moves(), strict=True):
            later = after(position, move)
            tile = views.laid_in_turn((move,))
            assert choice.effects == views.effects(prospects_of(position, move, later), position.layout, tile)


def test_a_choice_names_its_parts() -> None:
    seen_types = set()
    for game in [*sampled(70), built(rest=OUT_OF_SIGHT)]:
        for choice in views.choices(game.position):
            seen_types.add(choice.type)
            assert written(choice) == choice.move
    assert seen_types == {decision.type for decision in DECISIONS}


def written(choice: structs.Choice) -> str:
    """The decision in notation, by the parts of a choice alone."""
    match choice.type:
        case "place":
            return f"{choice.kind}@{choice.builder}"
        case "build":
            (own,) = (grown for grown in choice.effects.grown if grown.start == choice.workman)
            return f"{choice.workman}.{choice.builder}.{choice.kind}{own.course[0][2]}"
        case "extra":
            assert choice.face[0] == choice.kind
            return f"+{choice.face}@{choice.square}"
        case "move":
            return f">{choice.builder}"
        case "close":
            return f"x{choice.workman}"
        case "take":
            return f"*{choice.kind}"
    return "-"


@pytest.mark.slow
def test_the_podium_of_a_choice_is_the_one_that_closing_would_give() -> None:
    closed = 0
    for game in sampled(280):
        for choice in views.choices(game.position):
            if choice.type == "close":
                (own,) = (each for each in choice.effects.closes if not each.forced and not each.final)
                assert own.podium == choice.podium
                assert own.aqueduct == [port_name(end) for end in game.position.ends].index(choice.workman)
                closed += 1
            elif choice.type == "build":
                later = game.copy()
                later.push(Decision(choice.move))
                end = next(grown.end for grown in choice.effects.grown if grown.start == choice.workman)
                if later.phase is Phase.EXTRA:
                    later.push(later.legal_moves()[0])
                if later.phase is Phase.CLOSE and later.to_move == game.to_move:
                    (closing,) = (each for each in views.choices(later.position) if each.workman == end)
                    assert closing.podium == choice.podium
    assert closed > 50


def test_a_substitute_is_offered_in_every_kind_and_the_joker_too() -> None:
    game = built(filled(FOUR, "┼", 21), builders="B@4 J@27", rest=OUT_OF_SIGHT)
    found = [choice for choice in views.choices(game.position) if choice.workman == "D1s"]
    for builder in (4, 27):
        assert {choice.kind for choice in found if choice.builder == builder} == set("CDS")
    assert all(choice.effects.walk[0] == choice.builder for choice in found)


def test_choices_of_an_extra_tile_tell_what_the_build_has_closed() -> None:
    game = built(builders="C@38", rest=OUT_OF_SIGHT)
    plays(game, "D1e.38.Cn")
    found = views.choices(game.position)
    assert len(found) > 100
    for choice in found:
        assert choice.effects.laid == [choice.square, choice.face]
        assert [(closed.color, closed.podium, closed.forced) for closed in choice.effects.closes] == [
            ("yellow", 1, True)
        ]


def test_a_placement_that_ends_the_game_says_so() -> None:
    game = built(phase="r", turn=1, dry=3, gone="H1w H1s I1e", hands="-J--")
    found = views.choices(game.position)
    assert len(found) == 26
    for choice in found:
        assert choice.effects.ends
        assert choice.effects.placed == ["J", str(choice.builder)]
        assert len(choice.effects.closes) == 9


def test_after_the_game_there_is_nothing_to_choose() -> None:
    assert views.choices(finished(2, 1).position) == []


# why not


def reasons_of(position: Position) -> dict[tuple[str, str], Reason | None]:
    """Everything that can be asked, with the answer of the rules, apart from decisions."""
    found: dict[tuple[str, str], Reason | None] = {}
    found |= {("workman", port_name(port)): why_workman(position, port) for port in range(PORTS)}
    found |= {("builder", str(path)): why_builder(position, path) for path in range(1, PATH + 1)}
    found |= {("square", square_name(square)): why_square(position, square) for square in range(SQUARES)}
    found |= {("kind", kind.letter): why_kind(position, kind) for kind in Kind}
    return found


def told(reason: Reason | None) -> structs.Why | None:
    return structs.Why(code=reason.code, clause=reason.clause, args=dict(reason.args)) if reason else None


@pytest.mark.slow
def test_the_answers_are_those_of_the_rules() -> None:
    dice = random.Random(4)
    for game in sampled(14):
        position = game.position
        for (subject, name), reason in reasons_of(position).items():
            assert views.why(position, subject, name) == told(reason)
        for move in dice.sample(DECISIONS, 300):
            assert views.why(position, "move", str(move)) == told(illegal(position, move))
        for move in game.legal_moves():
            assert views.why(position, "move", str(move)) is None


@pytest.mark.parametrize(
    ("subject", "name", "code"),
    [
        ("move", "nonsense", "notation/unreadable"),
        ("move", "D1e.5.Cs", "build/out-of-sight"),
        ("move", "", "notation/unreadable"),
        ("workman", "D9e", "message/name"),
        ("workman", "D1", "message/name"),
        ("builder", "39", "message/name"),
        ("builder", "0", "message/name"),
        ("builder", "+1", "message/name"),
        ("square", "Z1", "message/name"),
        ("kind", "CD", "message/name"),
        ("kind", "", "message/name"),
        ("kind", "-", "message/name"),
    ],
)
def test_a_name_that_means_nothing_gets_an_answer(subject: str, name: str, code: str) -> None:
    answer = views.why(built().position, subject, name)
    assert answer is not None
    assert answer.code == code


def test_a_long_name_is_not_repeated_in_full() -> None:
    for subject in ("move", "square"):
        answer = views.why(built().position, subject, "🐌" * 10_000)
        assert answer is not None
        assert len(msgspec.json.encode(answer)) < 500


# Who did what to whom.


def test_a_forced_closing_names_the_tile_that_caused_it() -> None:
    """Somebody whose aqueduct was ended by another's tile was not told by which."""
    found = 0
    for seed in range(4):
        game = finished(4, seed)
        steps = views.steps(Game(4).position, game.moves)
        laid = ""
        for step in steps:
            if step.type in ("build", "move"):
                laid = step.effects.laid[0] if step.effects.laid else ""
            for closed in step.effects.closes:
                assert closed.tile == (laid if closed.forced else "")
                found += closed.forced and closed.seat != step.seat
    assert found


def bonuses(position: Position) -> list[int]:
    """Each seat's bonuses as the podiums stand."""
    sheet = score_sheet(position)
    return [sum(line.bonus for line in sheet if line.seat == seat) for seat in range(position.players)]


@pytest.mark.parametrize("players", [2, 4])
def test_a_scoring_tells_what_it_means_for_every_seat(players: int) -> None:
    """Points that fell, players without workmen and an empty reserve went without a word."""
    found: Counter[str] = Counter()
    for seed in range(12):
        game = finished(players, seed)
        position = Game(players).position
        for move, step in zip(game.moves, views.steps(position, game.moves), strict=True):
            before, position = position, after(position, move)
            told = {change.seat: change for change in step.effects.seats}
            last, now = scores(before), scores(position)
            for seat in range(players):
                change = told.get(seat, structs.SeatChange(seat=seat, points=now[seat]))
                assert (change.points, change.change) == (now[seat], now[seat] - last[seat])
                podiums = sum(one.podium for one in step.effects.closes if one.seat == seat)
                assert change.change == podiums + change.bonus, "what is told adds up"
                assert change.bonus == bonuses(position)[seat] - bonuses(before)[seat]
                assert change.out == bool(before.own(seat) and not position.own(seat))
                earned = [one for one in step.effects.closes if one.seat == seat and not one.final]
                assert change.missed == (len(earned) - position.due[seat] if step.effects.closes else 0)
                assert not change.missed or sum(position.due) == sum(position.reserve)
                found += Counter(lost=change.change < 0, missed=bool(change.missed), out=change.out)
    assert min(found["lost"], found["missed"], found["out"]) > 0


def test_choices_of_a_begun_stretch_name_the_tile_too() -> None:
    found = 0
    position = Game(4).position
    for move in finished(4, 1).moves:
        for choice in views.choices(position) if position.phase is Phase.BUILD else []:
            for closed in choice.effects.closes:
                assert closed.tile == (choice.square if closed.forced else "")
                found += closed.forced
        position = after(position, move)
    assert found
    assert views.laid_in_turn([Decision("C@12"), Decision("D1e.12.Cs"), Decision("-")]) == "E1"


def test_while_builders_are_placed_every_path_square_tells_who_looks_at_it() -> None:
    game = Game(3)
    seen = views.view(game.position)
    for path in range(1, PATH + 1):
        for kind in (Kind.CURVE, Kind.BRIDGE):
            later = after(game.position, Decision(f"{kind.letter}@{path}"))
            lookers = [aqueduct.id for aqueduct in views.view(later).aqueducts if path in aqueduct.sees]
            assert seen.sights.get(str(path), []) == lookers
    assert views.view(parse_position("4.b.0d0.88.1S1C4CB2D3DS3B1B3C3D3S2.---.ooo-ooo-ooo-ooo.-")).sights == {}
