"""The scripts: when the environment is rebuilt, and what they say when something fails."""

import ast
import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import house
import pytest

from tests.support.house import ROOT, SCRIPTS, load, load_script, stale_core

FIRST = house.Step("first", ("first.lock",), ("-r", "first.lock"))
SECOND = house.Step("second", ("second.lock", "cpp/*.cpp"), ("-r", "second.lock"))
BOTH = (FIRST, SECOND)


class Calls:
    """Stands in for house.call: notes the commands, makes the environment, fails when told to."""

    def __init__(self, home: house.House) -> None:
        self.home = home
        self.error: BaseException | None = None
        self.made: list[str] = []

    def __call__(self, command: house.Command, purpose: str, cwd: Path) -> None:
        last = Path(command[-1]).name
        self.made.append(last)
        if last == ".venv":
            self.home.bin.mkdir(parents=True, exist_ok=True)
            self.home.python.touch()
        elif self.error:
            raise self.error

    def drain(self) -> list[str]:
        """The last word of every command since the last time."""
        made, self.made = self.made, []
        return made


@pytest.fixture
def home(tmp_path: Path) -> house.House:
    (tmp_path / "first.lock").write_text("1")
    (tmp_path / "second.lock").write_text("1")
    return house.House(tmp_path)


@pytest.fixture
def calls(home: house.House, monkeypatch: pytest.MonkeyPatch) -> Calls:
    calls = Calls(home)
    monkeypatch.setattr(house, "call", calls)
    return calls


@pytest.mark.parametrize("step", [house.RUNNING, house.DEVELOPING, house.MEASURING])
def test_a_newer_version_than_the_pinned_one_breaks_no_installation(step: house.Step) -> None:
    assert {"--require-hashes", "--no-deps"} <= set(step.arguments)


def test_a_first_start_installs_everything_and_a_second_nothing(
    home: house.House, calls: Calls, capsys: pytest.CaptureFixture[str]
) -> None:
    home.prepare(BOTH)
    assert calls.drain() == [".venv", "first.lock", "second.lock"]
    assert capsys.readouterr().err == "Preparing Aqua Romana (first start, about a minute) …\n"
    home.prepare(BOTH)
    assert calls.drain() == []
    assert capsys.readouterr().err == ""


def test_a_further_step_is_added_to_what_is_there(home: house.House, calls: Calls) -> None:
    home.prepare([FIRST])
    calls.drain()
    home.prepare(BOTH)
    assert calls.drain() == ["second.lock"]
    home.prepare([FIRST])
    assert calls.drain() == []


@pytest.mark.parametrize("path", ["second.lock", "cpp/new.cpp"])
def test_after_a_pull_only_the_changed_step_is_repeated(
    home: house.House, calls: Calls, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home.prepare(BOTH)
    calls.drain()
    capsys.readouterr()
    (home.root / path).parent.mkdir(exist_ok=True)
    (home.root / path).write_text("2")
    home.prepare(BOTH)
    assert calls.drain() == ["second.lock"]
    assert capsys.readouterr().err == "Bringing Aqua Romana up to date …\n"


def test_a_compiler_installed_later_was_not_noticed(
    home: house.House, calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without one the bots are weaker, which nobody was told."""
    programs: dict[str, str] = {}
    built = 1
    monkeypatch.setattr(shutil, "which", programs.get)
    monkeypatch.setattr(subprocess, "run", lambda asked, **_: subprocess.CompletedProcess(asked, built))
    monkeypatch.delenv("CXX", raising=False)
    step = [house.PROJECT]
    home.prepare(step)
    calls.drain()
    said = capsys.readouterr().err
    assert "Bots will be weaker than they could be: their core is missing, because there is no C++ compiler.\n" in said
    assert "apt install g++" in said
    home.prepare(step)
    assert (calls.drain(), capsys.readouterr().err) == ([], ""), "it is said once"
    programs["g++"] = "/usr/bin/g++"
    home.prepare(step)
    assert len(calls.drain()) == 1, "the core is built again"
    assert "because /usr/bin/g++ could not build it" in capsys.readouterr().err
    home.prepare(step)
    assert calls.drain() == [], "but not at every start by a compiler that cannot"
    programs["c++"], built = "/usr/bin/c++", 0
    home.prepare(step)
    assert (len(calls.drain()), "weaker" in capsys.readouterr().err) == (1, False)
    programs.clear()
    home.prepare(step)
    assert calls.drain() == []


def test_another_python_or_place_needs_a_new_environment(
    home: house.House, calls: Calls, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home.prepare([FIRST])
    calls.drain()
    with monkeypatch.context() as patch:
        patch.setattr(sys.implementation, "cache_tag", "cpython-399")
        assert home.missing([FIRST])
    moved = tmp_path / "moved"
    moved.mkdir()
    shutil.copytree(home.venv, moved / ".venv")
    shutil.copy(home.root / "first.lock", moved)
    assert not home.missing([FIRST])
    assert house.House(moved).missing([FIRST]) == [FIRST]
    home.python.unlink()
    home.prepare([FIRST])
    assert calls.drain() == [".venv", "first.lock"]


def test_a_damaged_stamp_counts_as_none(home: house.House, calls: Calls) -> None:
    home.prepare([FIRST])
    for damaged in ("", "[]", "{", '{"first": 1}'):
        home.stamp.write_text(damaged)
        assert home.missing([FIRST]) == [FIRST]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt(), SystemExit(1), OSError("disk full")])
def test_an_interrupted_start_is_begun_again(home: house.House, calls: Calls, interruption: BaseException) -> None:
    home.prepare([FIRST])
    calls.error = interruption
    with pytest.raises(type(interruption)):
        home.prepare(BOTH)
    calls.error = None
    calls.drain()
    home.prepare(BOTH)
    assert calls.drain() == [".venv", "first.lock", "second.lock"]


def test_a_failed_install_leaves_the_rest_unchanged(home: house.House, calls: Calls) -> None:
    home.prepare([FIRST])
    calls.error = house.Trouble("no network")
    with pytest.raises(house.Trouble, match="no network"):
        home.prepare(BOTH)
    assert home.missing(BOTH) == [SECOND]


def test_two_concurrent_starts_install_once(home: house.House, calls: Calls) -> None:
    threads = [threading.Thread(target=home.prepare, args=(BOTH,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls.drain() == [".venv", "first.lock", "second.lock"]


def test_the_lock_keeps_others_out(tmp_path: Path) -> None:
    events = []

    def other() -> None:
        with house.alone(tmp_path / "lock"):
            events.append("other")

    with house.alone(tmp_path / "lock"):
        thread = threading.Thread(target=other)
        thread.start()
        time.sleep(0.1)
        events.append("first")
    thread.join()
    assert events == ["first", "other"]


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_missing_venv_module_is_one_line_with_the_cure(
    home: house.House,
    module: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name != module and find(name))
    monkeypatch.setattr(house, "ROOT", home.root)
    with pytest.raises(SystemExit) as ended:
        house.prepare(BOTH)
    assert ended.value.code == 2
    version = "{}.{}".format(*sys.version_info)
    assert f"apt install python{version}-venv" in (line := capsys.readouterr().err)
    assert line.count("\n") == 1
    assert not home.venv.exists()


def test_a_failing_command_is_shown_with_its_last_lines(tmp_path: Path) -> None:
    code = "for line in range(20): print('line', line)\nraise SystemExit(1)"
    with pytest.raises(house.Trouble) as trouble:
        house.call([sys.executable, "-c", code], "install the packages", tmp_path)
    first, *rest = str(trouble.value).splitlines()
    assert first.startswith("Could not install the packages: ")
    assert rest == [f"  line {line}" for line in range(12, 20)]


@pytest.mark.skipif(os.name == "nt", reason="there are no signals to die of")
def test_a_killed_command_counts_as_interrupted(tmp_path: Path) -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    with pytest.raises(KeyboardInterrupt):
        house.call([sys.executable, "-c", code], "install", tmp_path)


def test_settings_that_lead_packages_astray_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    astray = ("PIP_TARGET", "PIP_PREFIX", "PIP_CONSTRAINT", "PYTHONPATH", "PYTHONHOME")
    kept = ("PIP_INDEX_URL", "PIP_CERT", "HTTPS_PROXY")
    for name in astray + kept:
        monkeypatch.setenv(name, "set")
    code = f"import os; names = set(os.environ); assert names >= set({kept}) and not names & set({astray})"
    house.call([sys.executable, "-c", code], "look around", tmp_path)
    assert not {"PYTHONPATH", "PYTHONHOME"} & set(house.surroundings())
    assert house.surroundings()["HTTPS_PROXY"] == "set"


def test_a_place_that_cannot_be_written_is_one_line(
    home: house.House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(house, "ROOT", home.root)
    (home.root / ".venv.lock").mkdir()
    with pytest.raises(SystemExit) as ended:
        house.prepare(BOTH)
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_stopped_start_says_so(
    home: house.House,
    calls: Calls,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(house, "ROOT", home.root)
    calls.error = KeyboardInterrupt()
    with pytest.raises(SystemExit) as ended:
        house.prepare(BOTH)
    assert ended.value.code == 130
    assert capsys.readouterr().err.splitlines()[-1] == "Stopped. The next start begins again."


def test_an_old_python_reads_far_enough_to_say_that_it_is_old(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (*SCRIPTS, "house.py"):
        ast.parse((ROOT / "scripts" / name).read_text("utf-8"), feature_version=(3, 6))
    monkeypatch.setattr(sys, "version_info", (3, 8, 1))
    monkeypatch.setattr(sys, "version", "3.8.1 (main)")
    monkeypatch.delitem(sys.modules, "house")
    with pytest.raises(SystemExit) as ended:
        importlib.import_module("house")
    assert ended.value.code == 2
    assert capsys.readouterr().err == "Aqua Romana needs Python 3.11 or newer; this is 3.8.1.\n"


OLD = """
import runpy, sys
sys.version_info, sys.version = (3, 10, 4), "3.10.4 (main)"
for name in ("tomllib", "graphlib"):
    sys.modules[name] = None  # older ones do not have them
sys.path.insert(0, {folder!r})
sys.argv = [{argument!r}]
{start}
"""


def by_an_old_python(start: str, folder: Path, argument: str = "") -> tuple[int, str]:
    """How a program ends that Python 3.10 runs, and what it says."""
    program = OLD.format(folder=str(folder), argument=argument, start=start)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


SENTENCE = "Aqua Romana needs Python 3.11 or newer; this is 3.10.4.\n"


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_old_python_got_an_import_error_from_a_script(name: str) -> None:
    path = ROOT / "scripts" / name
    assert by_an_old_python(f"runpy.run_path({str(path)!r}, run_name='__main__')", path.parent) == (2, SENTENCE)


@pytest.mark.parametrize("argument", ["-m", "/usr/bin/aqua", "C:\\\\Scripts\\\\aqua.exe", "/x/aquaromana/__main__.py"])
def test_an_old_python_got_an_import_error_from_the_command(argument: str) -> None:
    source = ROOT / "src" / "aquaromana" / "__init__.py"
    ast.parse(source.read_text("utf-8"), feature_version=(3, 6))
    assert by_an_old_python("import aquaromana", ROOT / "src", argument) == (2, SENTENCE)
    code, said = by_an_old_python("import aquaromana", ROOT / "src", "bot.py")
    assert (code, said.splitlines()[-1]) == (1, f"ImportError: {SENTENCE.rstrip()}")


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_says_what_it_is_for_and_starts_by_itself(name: str) -> None:
    script = ROOT / "scripts" / name
    assert load_script(name).__doc__
    assert script.read_text("utf-8").startswith("#!/usr/bin/env python3\n")
    assert os.name == "nt" or os.access(script, os.X_OK)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "line"),
    [
        (["bench", "nothing"], "No benchmark is named 'nothing'; known: "),
        (["test", "--long", "nothing", "tests/faults"], "No test has a long size named 'nothing'; known:"),
    ],
)
def test_an_unknown_name_is_one_line(command: list[str], line: str) -> None:
    if house.House(ROOT).missing(house.TO_DEVELOP):
        pytest.skip("these tests run in another environment, and must not rebuild .venv")
    script = ROOT / "scripts" / command[0]
    done = subprocess.run([sys.executable, script, *command[1:]], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(line)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "cores", "coverage"),
    [
        ([], True, True),
        (["-v"], True, True),
        (["-x", "--color=no"], True, True),
        (["-k", "docs"], True, False),
        (["-m", "not slow", "-q"], True, False),
        (["--lf"], True, False),
        (["tests/rules"], False, False),
        (["-v", "tests/rules/test_water.py::test_x"], False, False),
        (["--fast", "-v"], True, False),
        (["--fast", "tests/rules"], False, False),
        (["--long", "perft", "-v"], True, False),
    ],
)
def test_an_option_without_a_path_ran_the_whole_suite_in_one_process(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], cores: bool, coverage: bool
) -> None:
    script = load_script("test")
    run: list[list[str]] = []
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["scripts/test", *arguments])
    monkeypatch.setattr(house, "prepare", lambda _: house.House(ROOT))
    for name in ("cache_bytecode", "refuse_unknown"):
        monkeypatch.setattr(script, name, lambda _: None)
    for name in ("prepare_browser", "prepare_training"):
        monkeypatch.setattr(script, name, lambda *_, **__: [])

    def end(command: list[str]) -> None:
        run.append(command)
        raise SystemExit

    monkeypatch.setattr(house, "become", end)
    monkeypatch.setattr(script, "measure", lambda _, command, __: end(command))
    with contextlib.suppress(SystemExit):
        script.main()
    (command,) = run
    assert ("-n" in command[command.index("pytest") :]) == cores
    assert ("--cov" in command) == coverage
    ends = "faulthandler_exit_on_timeout=true" in command  # a worker whose test hangs
    assert ends == (cores and not {"--fast", "--long"} & set(arguments))
    passed = [each for each in arguments if each not in ("--fast", "--long", "perft")]
    assert command[len(command) - len(passed) :] == passed


def test_one_worker_more_than_cores_fills_the_time_in_which_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3}, raising=False)
    assert load_script("test").all_cores() == ["-n", "3", "--dist", "worksteal"]


@pytest.mark.parametrize(
    ("arguments", "options", "wanted"),
    [
        ([], {}, True),
        (["tests"], {}, True),
        (["tests/train", "-k", "fit"], {"fast": True}, True),
        (["tests/arena/test_cluster.py"], {}, True),
        ([], {"long": "train"}, True),
        ([], {"fast": True}, False),
        ([], {"long": "perft"}, False),
        (["tests/rules"], {}, False),
    ],
)
def test_pytorch_is_installed_only_for_tests_that_need_it(
    home: house.House,
    calls: Calls,
    arguments: list[str],
    options: dict[str, Any],
    wanted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(house.House, "check_core", lambda _: house.BUILT)  # nothing is really installed here
    script = load_script("test")
    lacks = script.prepare_training(home, arguments, **{"fast": False, "long": None, **options})
    assert lacks == []
    assert ("requirements-train.lock" in calls.drain()) == wanted


def test_without_pytorch_the_tests_are_left_out_and_named(home: house.House, calls: Calls) -> None:
    calls.error = house.Trouble("no network")
    assert load_script("test").prepare_training(home, [], fast=False, long=None) == [
        "the tests of training: no network"
    ]


@pytest.mark.parametrize("forbidden", ["1", ""])
def test_every_worker_compiled_all_tests_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, forbidden: str) -> None:
    """Where no bytecode is to be written into the tree, it was written nowhere: half of the time went into that."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", forbidden)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "")  # so that it is taken away again afterwards
    monkeypatch.delenv("PYTHONPYCACHEPREFIX")
    load_script("test").cache_bytecode(house.House(tmp_path))
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert os.environ.get("PYTHONPYCACHEPREFIX", "") == (str(tmp_path / ".venv" / "pycache") if forbidden else "")


def test_a_core_built_from_older_sources_was_not_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the version unchanged, tests ran against the old core and nobody was told."""
    core = pytest.importorskip("aquaromana._core")
    monkeypatch.setattr(core, "sources", load("make_tables", ROOT / "cpp" / "make_tables.py").source_hash())
    assert stale_core() == ""
    monkeypatch.setattr(core, "sources", "older")
    assert stale_core().endswith("python3 scripts/test rebuilds it.")


def test_the_tree_check_sees_what_may_not_be_committed(tmp_path: Path) -> None:
    lint = load_script("lint")
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / "good.md").write_text("https://example.org/home/ and ~/home/ are fine")
    (tmp_path / "host.txt").write_text("first line\nhttps://pypi" + ".org/simple")
    (tmp_path / "path.txt").write_text("open /ho" + "me/someone/file")
    (tmp_path / "large.bin").write_bytes(bytes(lint.LARGEST + 1))
    (tmp_path / ".gitignore").write_text("ignored")
    (tmp_path / "ignored").write_text("/ro" + "ot/")
    assert list(lint.find_blemishes(tmp_path)) == [
        "host.txt:2: names a registry's host",
        "large.bin: larger than 2 MiB",
        "path.txt:1: names a machine's path",
    ]
