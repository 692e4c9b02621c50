"""`aqua facts`: what is true of decisions, in words, and how many decisions of games have a reason."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from aquaromana.cli.group import Failure
from aquaromana.cli.numbers import Between, Whole

if TYPE_CHECKING:
    from aquaromana.analysis.facts import Fact
    from aquaromana.cli.sources import Source
    from aquaromana.rules import Decision, Game

LANGUAGES = ("en", "de", "fr")


@click.command(
    epilog="Example: aqua facts game.aqr --ply 40",
    short_help="Say what is true of decisions, and why.",
)
@click.argument("source", metavar="FILE|POSITION")
@click.argument("decisions", nargs=-1, metavar="[DECISION]...")
@click.option("--ply", type=Whole(), help="Begin after so many decisions; negative numbers count from the end.")
@click.option("--game", "number", type=Between(1), default=1, help="Which game of a file with several.")
@click.option("--against", metavar="DECISIONS", help="Compare with this instead of with all alternatives.")
@click.option("--expect", is_flag=True, help="Also say what the computer expects after DECISIONS, by a short search.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="For the sentences.")
@click.option("--json", "as_json", is_flag=True, help="Write facts as JSON, one line for each stretch.")
@click.option("--coverage", is_flag=True, help="Count how many decisions of all games in the files have a reason.")
def facts(  # noqa: PLR0913 (one for each option)
    source: str,
    decisions: tuple[str, ...],
    ply: int | None,
    number: int,
    against: str | None,
    language: str,
    *,
    expect: bool,
    as_json: bool,
    coverage: bool,
) -> None:
    """Say what is true of DECISIONS that a seat makes in a row, with the clause of the rules.

    A line that begins with + sets them apart from at least half of the alternatives (or from --against), · is true as
    well, - speaks against them. Without DECISIONS, every legal decision is listed with what sets it apart. Only what
    the rules prove is said; with --expect also what the computer expects, in those words.

    FILE is a record (.aqr or JSON), a picture that contains one, or a position string; - is standard input.
    """
    from aquaromana.cli.sources import load

    if coverage:
        _cover([load(name) for name in (source, *decisions)])
        return
    loaded = load(source)
    game = loaded.game(ply, number)
    names = _names(game, loaded.record(number).names, language)
    stretches = [_decisions(decisions)] if decisions else [[move] for move in game.legal_moves()]
    if not stretches:
        raise Failure("the game is over: there is nothing to decide")
    other = _decisions(against.split()) if against is not None else []
    if against is not None and not other:
        raise Failure("--against names no decision")
    if expect and not decisions:
        raise Failure("--expect needs decisions: name those that you ask about")
    for stretch in stretches:
        marked = _marked(game, stretch, other, expect=expect)
        if not decisions:
            marked = [(mark, fact) for mark, fact in marked if mark == "+"]
        if as_json:
            rows = [{"mark": mark, **fact.to_json()} for mark, fact in marked]
            click.echo(json.dumps({"decisions": list(map(str, stretch)), "facts": rows}, ensure_ascii=False))
        else:
            _tell(stretch, marked, names, language)


def _decisions(texts: Sequence[str]) -> list[Decision]:
    from aquaromana.rules import AquaError, Decision

    try:
        return [Decision(text) for text in texts]
    except AquaError as error:
        raise Failure(str(error)) from None


def _marked(
    game: Game, stretch: Sequence[Decision], against: Sequence[Decision], *, expect: bool
) -> list[tuple[str, Fact]]:
    """The facts of a stretch, each with the sign before its line."""
    from aquaromana.analysis.facts import FACTS, StretchError, facts_of, reasons
    from aquaromana.rules import AquaError

    try:
        line, other = (_line(game, each) if expect else () for each in (stretch, against))
        told = reasons(game, stretch, against=[against] if against else (), line=line, lines=[other]).reasons
        rest = [fact for fact in facts_of(game, stretch, line=line) if fact not in told]
    except (AquaError, StretchError) as error:
        raise Failure(f"that cannot be decided: {error}") from None
    rest.sort(key=lambda fact: FACTS[fact.code].negative)
    return [("+", fact) for fact in told] + [("-" if FACTS[fact.code].negative else "·", fact) for fact in rest]


def _line(game: Game, stretch: Sequence[Decision]) -> tuple[Decision, ...]:
    """What a short search expects after a stretch; nothing after none."""
    from aquaromana.analysis.judge import Judge

    return Judge().value(game, stretch).line if stretch else ()


def _tell(stretch: Sequence[Decision], marked: Sequence[tuple[str, Fact]], names: Sequence[str], language: str) -> None:
    from aquaromana.analysis.facts import say

    click.echo(" ".join(map(str, stretch)))
    for mark, fact in marked:
        click.echo(f"  {mark} {say(fact, names, language=language)} ({fact.clause})")


def _names(game: Game, given: Sequence[str], language: str) -> tuple[str, ...]:
    """What to call the seats: their names in the record, or else their colors."""
    from aquaromana.analysis.catalogues import color_names
    from aquaromana.drawing.words import seat_names

    named = seat_names(game.players, given)
    plain = seat_names(game.players)
    colors = color_names(game.players, language)
    return tuple(color if name == default else name for name, default, color in zip(named, plain, colors, strict=True))


def _cover(sources: Sequence[Source]) -> None:
    from aquaromana.analysis.facts.coverage import Coverage

    counted = Coverage()
    games = 0
    for source in sources:
        for record in source.records:
            counted.add(record.game(0).position, record.game().moves)
            games += 1
    sizes = sorted({players for _, players in counted.asked})
    if not sizes:
        raise Failure("no game has a decision with alternatives after the set-up")
    click.echo(f"Decisions with a reason, in {games} game{'' if games == 1 else 's'}:")
    click.echo(f"{'':8}" + "".join(f"{f'{size} players':>18}" for size in sizes) + f"{'all':>18}")
    for type_ in counted.types:
        cells = [counted.count(type_, size) for size in sizes] + [counted.count(type_)]
        click.echo(f"{type_:8}" + "".join(f"{_share(*cell):>18}" for cell in cells))


def _share(told: int, asked: int) -> str:
    return f"{100 * told / asked:.1f} % of {asked}" if asked else "none"
