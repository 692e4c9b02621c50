"""What no position can be: every contradiction has a code, a clause and a sentence, and all of them are told."""

from string import Formatter

import pytest

from aquaromana.rules.notation import parse_draft
from aquaromana.rules.possible import FAULTS, Fault, faults, unreachable

PATH = "CCCDDDSSSBBB26"
ALL = "ooo-ooo-ooo-ooo"


def draft(phase: str = "b", clock: str = "0d0", board: str = "88", path: str = PATH, **rest: str) -> str:
    hands, workmen, podiums = rest.get("hands", "---"), rest.get("workmen", ALL), rest.get("podiums", "-")
    return f"4.{phase}.{clock}.{board}.{path}.{hands}.{workmen}.{podiums}"


CASES = {
    draft(): [],
    draft(phase="s", path="38", hands="C---"): ["fault/held-in-setup"],
    draft(phase="s", path="CCCC34"): ["fault/many-builders"],
    draft(path="CCDDDSSSBBB27"): ["fault/few-builders"],
    draft(phase="s"): ["fault/setup-count"],
    draft(phase="s", path="38", board="30L57"): ["fault/setup-built"],
    draft(phase="o"): ["fault/over"],
    draft(board="4J83"): ["fault/blocked"],
    draft(clock="0d4", board="4J83"): ["fault/blocked", "fault/dry"],
    draft(phase="r"): ["fault/empty-hand"],
    draft(hands="C---"): ["fault/hand-first"],
    draft(workmen="xxx-ooo-ooo-ooo"): ["fault/no-workman"],
    draft(workmen="xxx-xxx-xxx-xxx"): ["fault/nobody", "fault/no-workman"],
    draft(phase="eC", clock="0d1"): ["fault/no-extra"],
    draft(phase="c", board="4J83"): ["fault/closed-by-tile"],
    draft(phase="t", clock="0d0t3300"): ["fault/many-due"],
    draft(workmen="xxo-ooo-ooo-ooo", podiums="5Y5Y"): ["fault/podium-room"],
    draft(podiums="5Y"): ["fault/podium-workmen"],
    "3.b.0d0.88.CCCDDDSSSBBB26.--.oooo-oooo-oooo.5G": ["fault/no-green"],
    draft(board="4Q9LJ72"): ["fault/joined", "fault/joined", "fault/blocked", "fault/blocked"],
}


@pytest.mark.parametrize(("text", "codes"), CASES.items())
def test_every_contradiction_is_told(text: str, codes: list[str]) -> None:
    found = list(faults(parse_draft(text)))
    assert [fault.code for fault in found] == codes
    for fault in found:
        assert fault.clause == FAULTS[fault.code][0]
        wanted = {name for _, name, _, _ in Formatter().parse(FAULTS[fault.code][1]) if name}
        assert wanted == set(fault.args), "the arguments are those of the sentence"
        assert fault.message == fault.why[0].upper() + fault.why[1:] + "."


@pytest.mark.clause("R5.2")
def test_no_game_lifts_a_workman_higher_than_his_aqueduct_is_long() -> None:
    high = parse_draft(draft(workmen="xoo-ooo-ooo-ooo", podiums="5Y"))
    assert [str(fault) for fault in unreachable(high)] == [
        "A yellow workman stands on podium 5, but no closed yellow aqueduct is long enough for it. (R5.2)"
    ]
    low = parse_draft(draft(board="4HH82", workmen="oox-ooo-ooo-ooo", podiums="2Y"))
    assert not list(unreachable(low))


def test_every_code_is_a_sentence_without_its_end() -> None:
    for code, (clause, sentence) in FAULTS.items():
        assert clause.startswith("R")
        assert sentence[0].islower() or sentence[0] == "{"
        assert not sentence.endswith(".")
        assert Fault(code, {name: 1 for _, name, _, _ in Formatter().parse(sentence) if name}).message.endswith(".")
