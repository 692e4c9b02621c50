"""The tools around the page: where they come from, and what scripts/lint and scripts/test say without them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import house
import pytest

from tests.support.house import ROOT, load_script

LOCK = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
WANTED = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]


def test_the_lock_pins_the_tools_by_hash_and_names_no_place() -> None:
    assert "://" not in (ROOT / "package-lock.json").read_text("utf-8")
    packages = {name: entry for name, entry in LOCK["packages"].items() if name}
    assert packages.keys() >= {f"node_modules/{name}" for name in WANTED}
    assert LOCK["packages"][""]["devDependencies"] == WANTED
    assert all(entry["integrity"].startswith("sha512-") and "resolved" not in entry for entry in packages.values())


# npm


@pytest.fixture
def home(tmp_path: Path) -> house.House:
    (tmp_path / "package.json").write_text("{}")
    (tmp_path / "package-lock.json").write_text("1")
    return house.House(tmp_path)


@pytest.fixture
def calls(home: house.House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that npm would have been given; it makes its folder."""
    made: list[str] = []

    def call(command: house.Command, purpose: str, cwd: Path, *, cure: str) -> None:
        made.append(str(command[1]))
        shutil.rmtree(cwd / "node_modules", ignore_errors=True)
        (cwd / "node_modules").mkdir()

    monkeypatch.setattr(house, "call", call)
    monkeypatch.setattr(shutil, "which", {"npm": "npm"}.get)
    return made


def test_the_tools_are_fetched_once_and_again_after_a_change(home: house.House, calls: list[str]) -> None:
    for _ in range(2):
        assert home.prepare_modules() == home.root / "node_modules"
    assert calls == ["ci"]
    (home.root / "package-lock.json").write_text("2")
    home.prepare_modules()
    assert calls == ["ci", "ci"]
    shutil.rmtree(home.root / "node_modules")
    home.prepare_modules()
    assert calls == ["ci", "ci", "ci"]


def test_an_interrupted_fetch_is_begun_again(home: house.House, calls: list[str]) -> None:
    (home.root / "node_modules").mkdir()
    home.prepare_modules()
    assert calls == ["ci"]


def test_without_npm_one_line_says_so(home: house.House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(house.Trouble, match=r"^Without npm .*[.]$"):
        home.prepare_modules()


def test_the_node_of_playwright_is_the_one_that_is_used() -> None:
    home = house.House(ROOT)
    if not home.venv.is_dir():
        pytest.skip("these tests run in another environment")
    done = subprocess.run([home.node, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("v")


# the browser


class Shell:
    """Stands in for the programs that are installed, and for apt-get."""

    def __init__(self, programs: set[str]) -> None:
        self.programs = programs
        self.offered = {"chromium"}
        self.fresh = True
        self.asked: list[str] = []

    def which(self, name: str) -> str | None:
        return f"/usr/bin/{name}" if name in self.programs else None

    def call(self, command: house.Command, purpose: str, cwd: Path, *, cure: str = "") -> None:
        self.asked.append(str(command[1]))
        if command[1] == "update":
            self.fresh = True
        elif self.fresh and self.offered:
            self.programs |= self.offered
        else:
            raise house.Trouble("Could not install Chromium")


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Shell:
    shell = Shell({"apt-get"})
    monkeypatch.setattr(shutil, "which", shell.which)
    monkeypatch.setattr(house, "call", shell.call)
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setattr(house.House, "prepare_modules", lambda home: home.root)
    for variable in ("CHROME_BIN", "AQUA_LEAVE_OUT"):
        monkeypatch.setenv(variable, "")  # not delenv, which would not put back what was not there
    return shell


def lacks(*arguments: str) -> list[str]:
    found: list[str] = load_script("test").prepare_browser(house.House(ROOT), arguments)
    return found


def test_an_installed_browser_is_taken(shell: Shell) -> None:
    shell.programs.add("chromium")
    assert lacks() == []
    assert shell.asked == []
    assert os.environ["CHROME_BIN"] == "/usr/bin/chromium"


def test_the_named_browser_is_taken_before_any_other(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.programs |= {"chromium", "mine"}
    monkeypatch.setenv("CHROME_BIN", "mine")
    assert lacks() == []
    assert os.environ["CHROME_BIN"] == "/usr/bin/mine"


def test_a_missing_browser_is_one_line(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHROME_BIN", "nothing")
    with pytest.raises(SystemExit) as ended:
        lacks()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "CHROME_BIN names no program: nothing\n"


@pytest.mark.parametrize(("fresh", "asked"), [(True, ["install"]), (False, ["install", "update", "install"])])
def test_root_on_debian_gets_the_browser(shell: Shell, fresh: bool, asked: list[str]) -> None:
    shell.fresh = fresh
    assert lacks() == []
    assert shell.asked == asked
    assert os.environ["CHROME_BIN"] == "/usr/bin/chromium"


@pytest.mark.parametrize("way", ["no root", "no apt-get", "not offered"])
def test_without_a_browser_the_rest_runs_and_it_is_said(
    shell: Shell, way: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if way == "no root":
        monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    elif way == "no apt-get":
        shell.programs.clear()
    else:
        shell.offered.clear()
    (lack,) = lacks()
    assert lack.startswith("the tests in a browser: ")
    assert os.environ["AQUA_LEAVE_OUT"] == "browser"
    assert not os.environ["CHROME_BIN"]
    assert capsys.readouterr().err.splitlines()[-1] == f"Left out: {lack}"


class Keyboard:
    """A terminal at which somebody types an answer."""

    def __init__(self, answer: str) -> None:
        self.answer = answer

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        return self.answer

    def write(self, text: str) -> None: ...

    def flush(self) -> None: ...


@pytest.mark.parametrize(("answer", "asked"), [("y\n", ["install"]), ("\n", []), ("no\n", []), ("", [])])
def test_a_browser_was_installed_for_the_whole_system_without_asking(
    shell: Shell, answer: str, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.fresh = True
    monkeypatch.delenv("CI", raising=False)
    for stream in ("stdin", "stderr"):
        monkeypatch.setattr(sys, stream, Keyboard(answer))
    said: list[str] = []
    monkeypatch.setattr(house, "say", said.append)
    assert bool(lacks()) == (not asked)
    assert shell.asked == asked
    assert "apt-get can install it for the whole system" in said[0]


def test_no_question_is_asked_without_a_terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "1")
    monkeypatch.setattr(sys, "stdin", Keyboard("no\n"))
    assert lacks() == []
    assert "install" in shell.asked


@pytest.mark.parametrize("options", [[], ["-q"], ["-x", "-k", "builder"]], ids=["none", "quiet", "some"])
def test_the_fast_tests_leave_out_what_needs_a_browser(monkeypatch: pytest.MonkeyPatch, options: list[str]) -> None:
    """With an option of pytest, `-q`, they ran one after another, those in a browser too."""
    script = load_script("test")
    became: list[list[str]] = []

    def become(command: list[str]) -> None:
        became.append(command)
        raise SystemExit

    monkeypatch.setattr(house, "prepare", lambda _: house.House(ROOT))
    monkeypatch.setattr(house, "become", become)
    monkeypatch.setattr(sys, "argv", ["scripts/test", "--fast", *options])
    monkeypatch.setattr(script, "prepare_browser", lambda *_: pytest.fail("no browser is wanted"))
    with pytest.raises(SystemExit):
        script.main()
    assert {"--ignore=tests/web", "-n", *options} <= set(became[0])
    assert all((ROOT / "tests" / name).is_dir() for name in script.NOT_FAST)


def test_other_tests_do_not_ask_for_a_browser(shell: Shell) -> None:
    assert lacks("tests/rules", "-k", "builder") == []
    assert shell.asked == []
    assert lacks("tests/web") == []
    assert shell.asked == ["install"]


def test_a_run_without_a_browser_counts_as_failed(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    test = load_script("test")
    shell.offered.clear()
    monkeypatch.setattr(house, "prepare", lambda _: house.House(ROOT))
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: 0)
    for arguments in (["tests/web"], ["--fast", "tests/web"], []):
        monkeypatch.setattr("sys.argv", ["scripts/test", *arguments])
        with pytest.raises(SystemExit) as ended:
            test.main()
        assert ended.value.code == 1


# what scripts/lint says about the page's sources


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("a.js", "host.innerHTML = name;", "writes markup as text"),
        ("a.js", "host.insertAdjacentHTML('beforeend', name);", "writes markup as text"),
        ("a.js", "eval(name);", "runs text as code"),
        ("a.js", "host.setAttribute('style', 'top: 0');", "sets a style attribute"),
        ("a.js", "// @ts-ignore", "turns the type check off"),
        ("a.js", "console.log(name);", "leftover of debugging"),
        ("a.js", "fetch('https://example.org/x');", "names another machine"),
        ("a.css", "@import 'b.css';", "loads another style"),
        ("a.css", '@font-face { font-family: "A"; src: url("a.woff2"); }', "loads another style or a font"),
        ("a.css", '@font-face { src: local("A"), url("a.woff2"); }', "loads another style or a font"),
        ("a.html", "<script>go()</script>", "script in the markup"),
        ("a.html", '<p style="top: 0">', "style or a handler"),
        ("a.html", "<p onclick='go()'>", "style or a handler"),
        ("a.js", "let a = 1; ", "spaces at the end"),
        ("a.js", "\tlet a = 1;", "tab"),
        ("a.js", "x" * 121, "longer than 120"),
        ("a.js", "export async function f() {\n" + "  g();\n" * 144 + "}\n", "f has more than 100 lines"),
    ],
)
def test_a_fault_of_the_page_is_reported_with_its_line(tmp_path: Path, name: str, line: str, said: str) -> None:
    page = tmp_path / "src/aquaromana/web"
    page.mkdir(parents=True)
    (page / name).write_text(f"\n{line}\n")
    (fault,) = load_script("lint").find_faults(tmp_path)
    assert fault.startswith(f"src/aquaromana/web/{name}:2: ")
    assert said in fault


def test_a_font_that_people_have_may_be_shown_in_another_size(tmp_path: Path) -> None:
    page = tmp_path / "src/aquaromana/web"
    page.mkdir(parents=True)
    (page / "a.css").write_text('@font-face { font-family: "A"; src: local("B"); size-adjust: 86%; }\n')
    assert list(load_script("lint").find_faults(tmp_path)) == []


def test_a_module_says_what_it_is_as_all_do(tmp_path: Path) -> None:
    page = tmp_path / "src/aquaromana/web"
    page.mkdir(parents=True)
    (page / "a.js").write_text("/** A module. */\n")
    (page / "b.js").write_text("// A module.\n")
    (fault,) = load_script("lint").find_faults(tmp_path)
    assert fault.startswith("src/aquaromana/web/b.js:1: ")


@pytest.mark.parametrize(
    ("name", "source", "said"),
    [
        ("lib/a.js", 'import { b } from "../board/b.js";', "higher layer"),
        ("board/draw/a.js", 'import "../animation/b.js";', "higher layer"),
        ("parts/a.js", 'const { b } = await import("../table/b.js");', "higher layer"),
        ("table/model/a.js", 'export { b } from "../b.js";', "higher layer"),
        ("table/a.js", 'import { b } from "../pages/b.js";', "higher layer"),
        ("pages/a.js", 'import { b } from "../app.js";', "higher layer"),
        ("table/model/a.js", "document.title = name;", "uses the document"),
        ("table/model/a.js", "const width = window.innerWidth;", "uses the document"),
    ],
)
def test_a_module_of_the_page_keeps_to_its_layer(tmp_path: Path, name: str, source: str, said: str) -> None:
    module = tmp_path / "src/aquaromana/web/js" / name
    module.parent.mkdir(parents=True)
    module.write_text(f"{source}\n")
    (fault,) = load_script("lint").find_faults(tmp_path)
    assert fault.startswith(f"src/aquaromana/web/js/{name}: ")
    assert said in fault


@pytest.mark.parametrize(
    ("name", "source"),
    [
        (
            "table/a.js",
            'import { b } from "./model/b.js";\nimport { c } from "../parts/c.js";\ndocument.title = b + c;',
        ),
        (
            "table/model/a.js",
            '/** No document. */\n/** @import {B} from "../b.js" */\nimport { c } from "../../lib/c.js";',
        ),
        ("pages/a.js", '/** @typedef {import("../app.js").App} App */\nimport "../table/b.js";'),
        ("app.js", 'const page = () => import("./pages/a.js");'),
    ],
)
def test_a_module_of_the_page_imports_from_below(tmp_path: Path, name: str, source: str) -> None:
    module = tmp_path / "src/aquaromana/web/js" / name
    module.parent.mkdir(parents=True)
    module.write_text(f"{source}\n")
    assert list(load_script("lint").find_faults(tmp_path)) == []


def test_modules_of_the_page_do_not_import_in_a_circle(tmp_path: Path) -> None:
    page = tmp_path / "src/aquaromana/web"
    (page / "lib").mkdir(parents=True)
    (page / "a.js").write_text('import { b } from "./lib/b.js";\n')
    (page / "lib/b.js").write_text('/** @typedef {import("../a.js").A} A */\nimport "./c.js";\n')
    (page / "lib/c.js").write_text('const svg = "http://www.w3.org/2000/svg";\n')
    find_faults = load_script("lint").find_faults
    assert list(find_faults(tmp_path)) == []
    (page / "lib/c.js").write_text('export { a } from "../a.js";\n')
    (fault,) = find_faults(tmp_path)
    assert fault.startswith("imports go in a circle: ")
    assert fault.count("→") == 3
