"""Mutants of the core: one rare rule broken at a time, and the rules' answers on the corpus must show it."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from aquaromana.rules import Game, Layout, Position
from aquaromana.rules.position import HAND
from tests.engine.test_native import LAYOUTS
from tests.support.compiler import CPP, need_compiler, write_tables
from tests.support.corpus import entries
from tests.support.random_play import POLICIES, pick, played

pytestmark = pytest.mark.slow

SAMPLE = 8
"""Decisions made from each position of the corpus, beside the one that it names."""
TIMEOUT = 60
"""Seconds after which a mutant counts as caught: it goes round in circles."""


@dataclass(frozen=True)
class Mutant:
    """A piece of a source, found there exactly once, and what stands there instead."""

    name: str
    clause: str
    file: str
    old: str
    new: str


IN_TURN = "for (int step = 0, seat = p.turn; step < Players; ++step"
FROM_ZERO = "for (int step = 0, seat = 0; step < Players; ++step"
FORGET_END = (
    "{ const int at = NEIGHBOR[p.ends[longest]]; if (at >= 0 && p.board[at >> 2] == EMPTY) { "
    "p.fed[at >> 2] &= ~(1 << (at & 3)); if (!p.fed[at >> 2]) p.bare[at >> 8] |= 1ull << (at >> 2 & 63); } }"
)

MUTANTS = (
    Mutant(
        "loose loops are not seen",
        "R3.4",
        "rules.hpp",
        "looped = follow(position.board, square * 4 + first).beyond == square * 4 + second;",
        "looped = first > second;",
    ),
    Mutant(
        "any loose water is a loop",
        "R3.4",
        "rules.hpp",
        ".beyond == square * 4 + second;",
        ".beyond >= 0;",
    ),
    Mutant(
        "a joining tile is allowed where three meet",
        "R3.4",
        "rules.hpp",
        "return tables::ALLOWED[(looped * 16 + fed) * 4 + entry];",
        "return tables::ALLOWED[(looped * 16 + (std::popcount(unsigned(fed)) == 3 ? 1 << entry : fed)) * 4 + entry];",
    ),
    Mutant(
        "the end of a scored aqueduct is forgotten",
        "R3.4",
        "rules.cpp",
        "mount(p, layout.colors[longest], p.lengths[longest]);",
        "mount(p, layout.colors[longest], p.lengths[longest]); " + FORGET_END,
    ),
    Mutant(
        "four before one square are not closed",
        "R3.5",
        "rules.cpp",
        "if (p.fed[next] == ALL_SIDES)",
        "if (p.fed[next] > ALL_SIDES)",
    ),
    Mutant(
        "of four before one square only those with workmen are closed",
        "R3.5",
        "rules.cpp",
        "p.blocked |= static_cast<std::uint16_t>(1 << (p.feeder[next] >> other * 4 & 15));",
        "p.blocked |= static_cast<std::uint16_t>(1 << (p.feeder[next] >> other * 4 & 15) & p.on_board);",
    ),
    Mutant(
        "four before one square are not closed in a position taken over",
        "R3.5",
        "position.cpp",
        "if (fed[square] == ALL_SIDES)",
        "if (fed[square] > ALL_SIDES)",
    ),
    Mutant("a gap counts as one square", "R4.5", "rules.cpp", "+ flow.steps + 1);", "+ 1);"),
    Mutant(
        "the joker ignores the stock",
        "R4.3",
        "position.cpp",
        "if (stock[kind]) lays[JOKER] |= lays[kind] = KIND_LAYS[kind];",
        "{ lays[JOKER] |= KIND_LAYS[kind]; if (stock[kind]) lays[kind] = KIND_LAYS[kind]; }",
    ),
    Mutant(
        "a builder without stock lays nothing",
        "R4.4",
        "position.cpp",
        "if (!stock[kind]) lays[kind] = lays[JOKER];",
        "if (!stock[kind]) lays[kind] = 0;",
    ),
    Mutant(
        "builders do not notice that a kind of tile has run out",
        "R4.4",
        "rules.cpp",
        "if (--p.stock[FACE_KIND[face]] == 0) p.refresh_sight();",
        "--p.stock[FACE_KIND[face]];",
    ),
    Mutant(
        "a builder is still seen where he was",
        "R4.6",
        "rules.cpp",
        "    p.sight[LINE[path]] ^= static_cast<std::uint32_t>(p.lays[kind]) << LINE_SHIFT[path];\n",
        "",
    ),
    Mutant(
        "a builder is not seen where he went",
        "R4.6",
        "rules.cpp",
        "    p.sight[LINE[path]] |= static_cast<std::uint32_t>(p.lays[kind]) << LINE_SHIFT[path];\n",
        "",
    ),
    Mutant(
        "a rival's workman stays behind when his aqueduct grows",
        "R4.5",
        "rules.cpp",
        "if (p.on_board >> aqueduct & 1) workmen = moved;",
        "if (p.on_board & layout.owned[p.turn] & 1 << aqueduct) workmen = moved;",
    ),
    Mutant(
        "the workman of an aqueduct that was scored comes back when it grows",
        "R5.2",
        "rules.cpp",
        "if (p.on_board >> aqueduct & 1) workmen = moved;",
        "workmen = moved;",
    ),
    Mutant(
        "the fountain at 38 is not seen",
        "R4.7",
        "rules.hpp",
        "return {std::countr_zero(free) + 1, true};",
        "return {std::countr_zero(free) + 1, false};",
    ),
    Mutant(
        "two fountains undo each other",
        "R4.7",
        "rules.hpp",
        "tables::ZONE[target] != tables::ZONE[path]",
        "((tables::ZONE[target] - tables::ZONE[path]) & 1) != 0",
    ),
    Mutant(
        "an extra tile has the kind laid, in stock or not",
        "R4.7",
        "rules.cpp",
        "if (p.stock[p.laid]) {",
        "if (p.laid) {",
    ),
    Mutant(
        "an extra tile's substitute ignores the stock",
        "R4.4",
        "rules.cpp",
        "if (p.stock[FACE_KIND[face]]) *out++",
        "if (FACE_KIND[face] != p.laid) *out++",
    ),
    Mutant(
        "an extra tile is asked for without a square",
        "R4.7",
        "rules.cpp",
        "&& (p.bare[0] | p.bare[1])) {",
        ") {",
    ),
    Mutant(
        "an extra tile may lie before an end",
        "R4.7",
        "rules.cpp",
        "        clear_bare(p, next);\n",
        "",
    ),
    Mutant(
        "a builder moved over a fountain brings an extra tile",
        "R4.8",
        "rules.cpp",
        "        walk(p, action - ACTION_MOVE + 1);\n        close_phase<Players>(p, layout);",
        "        if (walk(p, action - ACTION_MOVE + 1) && (p.bare[0] | p.bare[1])) p.phase = PHASE_EXTRA, p.laid = 1;\n"
        "        else close_phase<Players>(p, layout);",
    ),
    Mutant(
        "a forced step is not counted",
        "R6.1",
        "rules.cpp",
        "        ++p.dry;\n        walk(p,",
        "        walk(p,",
    ),
    Mutant(
        "one may close by choice after closing by building",
        "R4.9",
        "rules.cpp",
        "if (own && !(own & p.blocked))",
        "if (own & ~p.blocked)",
    ),
    Mutant(
        "one may not close by choice after closing a rival's",
        "R4.9",
        "rules.cpp",
        "if (own && !(own & p.blocked))",
        "if (own && !(p.on_board & p.blocked))",
    ),
    Mutant(
        "seats are scored from seat 0",
        "R5.1",
        "rules.cpp",
        f"unsigned closed, int* counts) {{\n    {IN_TURN}",
        f"unsigned closed, int* counts) {{\n    {FROM_ZERO}",
    ),
    Mutant(
        "the shortest aqueduct goes first",
        "R5.2",
        "rules.cpp",
        "> p.lengths[longest]) longest",
        "< p.lengths[longest]) longest",
    ),
    Mutant(
        "over 20 is worth nothing",
        "R5.2",
        "rules.hpp",
        "length < tables::PODIUMS ? length : tables::PODIUMS - 1;",
        "length < tables::PODIUMS ? length : 0;",
    ),
    Mutant(
        "podiums 3 and 7 hold one",
        "R1.6",
        "rules.hpp",
        "== tables::PODIUM_ROOM[value]) position.room",
        "!= 0) position.room",
    ),
    Mutant(
        "podium 3 holds one",
        "R1.6",
        "rules.hpp",
        "if (count_on(position.podiums[value]) == tables::PODIUM_ROOM[value]) position.room ^= 1u << value;",
        "if (value == 3 ? count_on(position.podiums[value]) == 1 : "
        "count_on(position.podiums[value]) == tables::PODIUM_ROOM[value]) position.room ^= 1u << value;",
    ),
    Mutant(
        "a full podium leads to the one below only",
        "R5.2",
        "rules.hpp",
        "return std::bit_width(position.room & ((2u << wanted) - 1)) - 1;",
        "return position.room >> wanted & 1 ? wanted : "
        "wanted > 1 && position.room >> (wanted - 1) & 1 ? wanted - 1 : 0;",
    ),
    Mutant(
        "podiums 3 and 7 hold one in a position taken over",
        "R1.6",
        "position.cpp",
        "if (count_on(podiums[value]) < PODIUM_ROOM[value]) room",
        "if (count_on(podiums[value]) == 0) room",
    ),
    Mutant(
        "two of one color on a podium hash like one of each",
        "R1.6",
        "rules.cpp",
        "p.podiums[value] == color + 1;",
        "p.podiums[value] == color + 1 && color > 3;",
    ),
    Mutant(
        "claims have no limit",
        "R5.3",
        "rules.cpp",
        "counts[seat] < left ? counts[seat] : left;",
        "left ? counts[seat] : 0;",
    ),
    Mutant(
        "a short reserve is shared out from seat 0",
        "R5.3",
        "rules.cpp",
        f"p.reserve[5];\n    {IN_TURN}",
        f"p.reserve[5];\n    {FROM_ZERO}",
    ),
    Mutant(
        "claims are made from seat 0",
        "R5.3",
        "rules.cpp",
        f"void claim_phase(Position& p, const Layout& layout) {{\n    {IN_TURN}",
        f"void claim_phase(Position& p, const Layout& layout) {{\n    {FROM_ZERO}",
    ),
    Mutant(
        "no claims in the turn that ends the game",
        "R5.3",
        "rules.cpp",
        "    int left = p.reserve[1]",
        "    if (!p.on_board || p.dry >= Players) return end_turn<Players>(p, layout);\n    int left = p.reserve[1]",
    ),
    Mutant(
        "a seat without workmen does not place its builders",
        "R4.1",
        "rules.cpp",
        "if (holds(p, p.turn)) {",
        "if (holds(p, p.turn) && p.on_board & layout.owned[p.turn]) {",
    ),
    Mutant(
        "the turn of a seat without workmen is not counted",
        "R6.1",
        "rules.cpp",
        "            return;\n        }\n        ++p.dry;\n",
        "            return;\n        }\n",
    ),
    Mutant(
        "the turn of a seat without workmen that placed builders is not counted",
        "R6.1",
        "rules.cpp",
        "        ++p.dry;\n        end_turn<Players>(p, layout);",
        "        end_turn<Players>(p, layout);",
    ),
    Mutant(
        "the round without a tile is one turn longer",
        "R6.1",
        "rules.cpp",
        "p.dry >= Players",
        "p.dry > Players",
    ),
    Mutant(
        "the game goes on without workmen",
        "R6.1",
        "rules.cpp",
        "if (!p.on_board || p.dry >= Players) {",
        "if (p.dry >= Players) {",
    ),
    Mutant(
        "open aqueducts are not scored at the end",
        "R6.2",
        "rules.cpp",
        "score<Players>(p, layout, p.on_board, counts);",
        "score<Players>(p, layout, 0, counts);",
    ),
    Mutant(
        "the second on a podium gets no bonus",
        "R6.3",
        "position.cpp",
        "if (podium > 15) points[layout.color_seats[(podium >> 4) - 1]] += value + bonus;",
        "if (podium > 15) points[layout.color_seats[(podium >> 4) - 1]] += value;",
    ),
)


# What the rules expect


def mixed(values: Iterator[int]) -> int:
    total = 0
    for value in values:
        total = (total ^ (value + 1)) * 0x100000001B3 % 2**64
    return total


def expected(game: Game) -> list[int]:
    position, legal = game.position, game.legal_moves()
    clock = [position.phase, position.mover, position.turn, position.dry, position.laid]
    water = mixed(iter([*position.ends, *position.lengths]))
    masks = [position.blocked, position.on_board]
    return [position.hash, len(legal), mixed(map(int, legal)), *clock, *masks, water, *game.scores()]


def layout_numbers(layout: Layout) -> list[int]:
    seats = [*layout.color_seats, 0][:4]
    return [layout.players, *layout.outlets, *layout.colors, *seats, *layout.start_board]


def position_numbers(position: Position) -> list[int]:
    podiums = [sum((color + 1) << 4 * slot for slot, color in enumerate(colors)) for colors in position.podiums]
    rest = 4 - position.players
    clock = [position.phase, position.mover, position.turn, position.dry, position.laid]
    held = [*position.held, *[0] * rest * HAND]
    due = [*position.due, *[0] * rest]
    return [*position.board, *position.path, *held, *podiums, *due, position.on_board, *clock]


def line(what: str, *numbers: int) -> str:
    return f"{what} {' '.join(str(int(number)) for number in numbers)}\n"


def from_corpus() -> Iterator[str]:
    """Every position of the corpus, some decisions in it, and two more after the one that it names."""
    players = 0
    for seed, entry in enumerate(entries()):
        game, rng = Game.from_position(entry.text), Random(seed)
        if game.players != players:
            players = game.players
            yield line("l", *layout_numbers(game.layout))
        yield line("p", *position_numbers(game.position), *expected(game))
        for _ in range(SAMPLE):
            decision = pick(game.legal_moves(), rng)
            game.push(decision)
            yield line("d", decision, *expected(game))
            game.pop()
        for step in range(3):
            if game.is_over:
                break
            named = entry.decision if step == 0 else None
            decision = pick(game.legal_moves(), rng) if named is None else named
            game.push(decision)
            yield line("n", decision, *expected(game))
            if step == 0:
                yield line("p", *position_numbers(game.position), *expected(game))


def from_random_play() -> Iterator[str]:
    """A game for each policy, over the layouts."""
    for seed, policy in enumerate(POLICIES.values()):
        players, layout = LAYOUTS[seed % len(LAYOUTS)]
        game = Game(players, layout=layout)
        yield line("l", *layout_numbers(game.layout))
        yield line("p", *position_numbers(game.position), *expected(game))
        for _ in played(game, seed, policy):
            if game.moves:
                yield line("n", game.moves[-1], *expected(game))


# Building and running


@dataclass(frozen=True)
class Workshop:
    """The compiler, and a folder with the tables, the objects of the core as it is, and what the rules expect."""

    compiler: str
    folder: Path

    def compile(self, source: Path, *includes: Path) -> Path:
        target = source.with_suffix(".o") if source.is_relative_to(self.folder) else self.folder / f"{source.stem}.o"
        folders = [f"-I{folder}" for folder in (*includes, self.folder)]
        self.call("-std=c++20", "-O0", "-w", *folders, "-c", str(source), "-o", str(target))
        return target

    def link(self, program: Path, *objects: Path) -> Path:
        self.call(*map(str, objects), "-o", str(program))
        return program

    def call(self, *arguments: str) -> None:
        done = subprocess.run([self.compiler, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def replay(self, program: Path) -> tuple[int, str]:
        with (self.folder / "expected.txt").open("rb") as text:
            try:
                done = subprocess.run([str(program)], stdin=text, capture_output=True, timeout=TIMEOUT, check=False)
            except subprocess.TimeoutExpired:
                return -1, "does not end"
        return done.returncode, done.stdout.decode()

    def mutate(self, number: int, mutant: Mutant) -> Path:
        """The program with one rule broken; only what depends on the mutated file is compiled."""
        folder = self.folder / f"mutant{number}"
        folder.mkdir()
        for source in CPP.glob("*.?pp"):
            shutil.copy(source, folder)
        mutated = folder / mutant.file
        text = mutated.read_text("utf-8")
        mutated.write_text(text.replace(mutant.old, mutant.new), "utf-8")
        objects = [self.folder / "replay.o"]
        for stem in ("position", "rules"):
            touched = mutant.file.startswith(stem + ".")
            objects.append(self.compile(folder / f"{stem}.cpp", folder) if touched else self.folder / f"{stem}.o")
        return self.link(folder / "replay", *objects)


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    compiler = need_compiler()
    folder = tmp_path_factory.mktemp("mutants")
    write_tables(folder)
    (folder / "expected.txt").write_text("".join([*from_corpus(), *from_random_play()]), "ascii")
    return Workshop(compiler, folder)


@pytest.fixture(scope="module")
def sound(workshop: Workshop) -> Path:
    """The program with the core as it is."""
    sources = [CPP / "tests" / "replay.cpp", CPP / "position.cpp", CPP / "rules.cpp"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(workshop.compile, sources))
    return workshop.link(workshop.folder / "replay", *objects)


def test_every_mutation_finds_its_place_in_the_source() -> None:
    for mutant in MUTANTS:
        found = (CPP / mutant.file).read_text("utf-8").count(mutant.old)
        assert found == 1, f"{mutant.name}: {mutant.old!r} is {found} times in cpp/{mutant.file}: bring it up to date"
        assert mutant.new != mutant.old
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def test_the_core_answers_as_the_rules_expect(workshop: Workshop, sound: Path) -> None:
    lines = (workshop.folder / "expected.txt").read_text("ascii").count("\n")
    assert workshop.replay(sound) == (0, f"{lines} lines\n")


def test_every_mutant_is_caught(workshop: Workshop, sound: Path) -> None:
    def survives(number: int) -> bool:
        return workshop.replay(workshop.mutate(number, MUTANTS[number]))[0] == 0

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        alive = list(pool.map(survives, range(len(MUTANTS))))
    names = [f"{mutant.name} ({mutant.clause})" for mutant, lives in zip(MUTANTS, alive, strict=True) if lives]
    assert not names, f"nothing in the corpus shows that the core is broken: {'; '.join(names)}"
