"""The network's kernels: every set of instructions computes the same, on this machine and, emulated, on ARM."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from aquaromana.engine import champion_weights
from aquaromana.rules.layout import standard_layout
from tests.engine.test_sanitizers import numbers
from tests.support.compiler import CPP, need_compiler, write_tables
from tests.support.sizes import LongSize

pytestmark = pytest.mark.slow

ROUNDS = LongSize("kernels", ci=300, long=30_000)
GAMES = 2
"""For each number of players; some hundred positions in all."""

SOURCES = ("net", "features", "policy", "rows", "position", "rules", "evaluate")
"""The other sources that the program is linked from."""

FLAGS = (
    *("-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror"),
    "-ffp-contract=off",  # as the extension is built
    "-fwrapv",  # the numbers here make sums overflow, in the portable code too
)
ON_ARM = {"max": ["neondot", "neon", "portable"], "cortex-a72": ["neon", "portable"]}
"""Emulated processors, with and without dot products, and the sets that they have."""

MUTANTS = {
    "avx2": ("_mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0b11'01'10'00)", "_mm256_packs_epi32(low, high)"),
    "avx512": ("const __m512i half = _mm512_set1_epi32(HALF);", "const __m512i half = _mm512_set1_epi32(HALF - 1);"),
    "avx512vnni": ("_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7)", "_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 7, 5)"),
    "neon": ("const int32x4_t half = vdupq_n_s32(HALF);", "const int32x4_t half = vdupq_n_s32(HALF - 1);"),
    "neondot": ("std::int8_t{-128}", "std::int8_t{-127}"),
}
"""For each set but the portable one: a piece of the kernels, found there exactly once, and its broken replacement."""


@dataclass(frozen=True)
class Outcome:
    """What the program printed."""

    code: int
    instructions: list[str]
    inside: int
    positions: int
    hash: str
    differences: list[str]


@dataclass(frozen=True)
class Workshop:
    """A compiler, a folder for the tables and objects, and the emulator that runs the programs if they need one."""

    compiler: str
    folder: Path
    flags: tuple[str, ...] = ()
    emulator: tuple[str, ...] = ()

    def build(self, kernels: Path = CPP / "kernels.cpp") -> Path:
        """The program; the kernels are compiled every time, everything else once."""
        others = [CPP / "tests" / "kernels.cpp", *(CPP / f"{name}.cpp" for name in SOURCES)]
        objects = [self.folder / f"{source.parent.name}_{source.stem}.o" for source in others]
        for source, target in zip(others, objects, strict=True):
            if not target.exists():
                self.call("-c", source, "-o", target)
        program = kernels.with_suffix("") if kernels.is_relative_to(self.folder) else self.folder / "kernels"
        self.call(kernels, *objects, "-o", program)
        return program

    def call(self, *arguments: str | Path) -> None:
        command = [self.compiler, *FLAGS, *self.flags, f"-I{CPP}", f"-I{self.folder}", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def run(self, program: Path, *cpu: str, rounds: int = ROUNDS.ci) -> Outcome:
        weights = self.folder / "champion.net"
        weights.write_bytes(champion_weights().data)
        command = [*self.emulator, *cpu, str(program), str(weights), str(rounds), str(GAMES)]
        layouts = "".join(f"{numbers(standard_layout(players))}\n" for players in (2, 3, 4))
        done = subprocess.run(command, input=layouts, capture_output=True, text=True, timeout=1800, check=False)
        found = re.fullmatch(
            r"instructions: (.+)\noutputs: \d+ low, (\d+) inside, \d+ high\n"
            r"network: (\d+) positions, hash (\w{16})\n((?:differs: .+\n)*)",
            done.stdout,
        )
        assert found, f"{done.returncode}: {done.stdout}{done.stderr}"
        differences = [line.removeprefix("differs: ") for line in found[5].splitlines()]
        return Outcome(done.returncode, found[1].split(), int(found[2]), int(found[3]), found[4], differences)

    def mutant(self, broken: str) -> Path:
        """The program with one set of instructions broken."""
        source = self.folder / f"without_{broken}.cpp"
        source.write_text((CPP / "kernels.cpp").read_text("utf-8").replace(*MUTANTS[broken]), "utf-8")
        return self.build(source)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """For this machine."""
    compiler = need_compiler()
    folder = tmp_path_factory.mktemp("kernels")
    write_tables(folder)
    return Workshop(compiler, folder)


@pytest.fixture(scope="module")
def arm(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """For 64-bit ARM, emulated."""
    compiler = shutil.which("aarch64-linux-gnu-g++")
    emulator = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
    if compiler is None or emulator is None:
        pytest.skip("NEON is not tested: that needs Debian's g++-aarch64-linux-gnu and qemu-user-static")
    folder = tmp_path_factory.mktemp("arm")
    write_tables(folder)
    return Workshop(compiler, folder, ("-static",), (emulator, "-cpu"))


@pytest.fixture(scope="module")
def sound(here: Workshop) -> Outcome:
    """What the program prints on this machine with the kernels as they are."""
    return here.run(here.build(), rounds=ROUNDS.value)


@pytest.fixture(scope="module")
def arm_program(arm: Workshop) -> Path:
    return arm.build()


def test_every_mutation_finds_its_place_in_the_source() -> None:
    text = (CPP / "kernels.cpp").read_text("utf-8")
    sets = set(re.findall(r'^constexpr Kernels \w+ = \{\s+"(\w+)"', text, re.MULTILINE))
    assert sets == {"portable", *MUTANTS}
    assert {name: text.count(old) for name, (old, _) in MUTANTS.items()} == dict.fromkeys(MUTANTS, 1)


@ROUNDS.mark
def test_every_set_of_instructions_computes_the_same(sound: Outcome) -> None:
    assert (sound.code, sound.differences) == (0, [])
    assert "portable" in sound.instructions
    assert sound.inside > 10_000
    assert sound.positions > 300


@pytest.mark.usefixtures("core")
def test_what_is_tested_here_is_what_the_core_has(sound: Outcome) -> None:
    from aquaromana import _core

    assert sound.instructions == _core.instructions()


@pytest.mark.parametrize("broken", MUTANTS)
def test_a_broken_set_is_noticed(broken: str, here: Workshop, sound: Outcome) -> None:
    if broken not in sound.instructions:
        pytest.skip(f"this machine has no {broken}")
    assert notices(here.run(here.mutant(broken)), broken)


@ROUNDS.mark
@pytest.mark.parametrize("cpu", ON_ARM)
def test_arm_computes_the_same(cpu: str, arm: Workshop, arm_program: Path, sound: Outcome) -> None:
    seen = arm.run(arm_program, cpu, rounds=ROUNDS.value)
    assert (seen.code, seen.differences) == (0, [])
    assert seen.instructions == ON_ARM[cpu]
    assert (seen.positions, seen.hash, seen.inside) == (sound.positions, sound.hash, sound.inside)


@pytest.mark.parametrize("broken", ["neon", "neondot"])
def test_a_broken_set_is_noticed_on_arm(broken: str, arm: Workshop, arm_program: Path) -> None:
    assert notices(arm.run(arm.mutant(broken), "max"), broken)


def notices(outcome: Outcome, broken: str) -> bool:
    """Whether a kernel of the broken set differs, and the network with it."""
    differences = outcome.differences
    return outcome.code == 1 and {f"{broken}: aqueducts in bytes", f"{broken}: the network"}.issubset(differences)
