"""What the scripts share: a private environment in .venv, made and kept up to date.

Standard library only. Python 3.6 and newer must be able to read this file and the scripts: they get the sentence below.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (the scripts are started by whatever Python is there)
    sys.stderr.write(f"Aqua Romana needs Python 3.11 or newer; this is {sys.version.split()[0]}.\n")
    sys.exit(2)

import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent.parent
Command = Sequence[str | Path]

# The settings of pip that say where packages come from. All others could send them elsewhere.
PIP_SOURCES = {
    f"PIP_{name}"
    for name in (
        *("CACHE_DIR", "CERT", "CLIENT_CERT", "CONFIG_FILE", "DEFAULT_TIMEOUT", "EXTRA_INDEX_URL"),
        *("FIND_LINKS", "INDEX_URL", "KEYRING_PROVIDER", "NO_CACHE_DIR", "NO_INDEX", "PROXY"),
        *("RETRIES", "TIMEOUT", "TRUSTED_HOST", "USE_FEATURE"),
    )
}


class Trouble(Exception):
    """Something that the person at the terminal has to cure."""


class Step(NamedTuple):
    """One call of pip (or npm), repeated when one of the files it depends on has changed."""

    name: str
    depends_on: tuple[str, ...]  # glob patterns
    arguments: tuple[str, ...]


# The lock files name everything that is needed. Left to look for more, pip 23 fails once a package that is wanted with
# an extra, like coverage[toml], has a newer version than the pinned one.
AS_LOCKED = ("--require-hashes", "--no-deps")
RUNNING = Step("running", ("requirements.lock",), (*AS_LOCKED, "-r", "requirements.lock"))
DEVELOPING = Step(
    "developing",
    ("requirements-dev.lock",),
    (*AS_LOCKED, "--no-build-isolation", "-r", "requirements-dev.lock"),
)
# What the C++ core is built from; its tables are made from these modules of the rules.
RULES = ("actions", "geometry", "hashing", "layout", "position", "tiles", "water")
CORE = ("setup.py", "cpp/*.?pp", "cpp/*.py", *(f"src/aquaromana/rules/{name}.py" for name in RULES))
PROJECT = Step(
    "project",
    ("pyproject.toml", "src/aquaromana/version.py", *CORE),
    ("--no-build-isolation", "--no-deps", "-e", "."),
)
MEASURING = Step(
    "measuring",
    ("requirements-bench.lock",),
    (*AS_LOCKED, "--no-build-isolation", "-r", "requirements-bench.lock"),
)
TRAINING = Step("training", ("requirements-train.lock",), ("-r", "requirements-train.lock"))
CHECKING = Step(  # by npm
    "checking",
    ("package.json", "package-lock.json"),
    ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"),
)
TO_PLAY = (RUNNING, PROJECT)
TO_DEVELOP = (RUNNING, DEVELOPING, PROJECT)
TO_MEASURE = (*TO_DEVELOP, MEASURING)


BUILT = "built"


def compiler() -> str:
    """The C++ compiler that builds the core; empty if there is none."""
    names = (os.environ.get("CXX", ""), "c++", "g++", "clang++", "cl")
    return next(filter(None, (shutil.which(name) for name in names if name)), "")


class House:
    """A checkout and its environment.

    The stamp in the environment tells what was installed from which files. It is taken away while
    pip works and written last, so that whatever interrupts pip leads to a new environment.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.bin = self.venv / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / ("python.exe" if os.name == "nt" else "python")
        self.stamp = self.venv / "stamp.json"

    @property
    def base(self) -> str:
        """What an environment cannot outlive: the kind of Python, and the place it lies in."""
        return f"{sys.implementation.cache_tag} {sysconfig.get_platform()} {self.root}"

    def digest(self, step: Step) -> str:
        """A hash of the step and of everything that it depends on."""
        total = hashlib.sha256(repr(step).encode())
        for pattern in step.depends_on:
            for path in sorted(self.root.glob(pattern)):
                total.update(path.relative_to(self.root).as_posix().encode())
                total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()

    def missing(self, steps: Sequence[Step]) -> list[Step]:
        """The steps that have to be done, all of them when the environment has to be made."""
        stamp = self.read_stamp()
        return [step for step in steps if stamp.get(step.name) != self.digest(step) or self.is_curable(step, stamp)]

    def is_curable(self, step: Step, stamp: Mapping[str, str]) -> bool:
        """Whether the core was not built, and there is a compiler now that was not there then."""
        return step == PROJECT and stamp.get("core", BUILT) not in (BUILT, compiler())

    def read_stamp(self) -> dict[str, str]:
        """What is installed; nothing when the environment is absent, broken or another's."""
        try:
            stamp = json.loads(self.stamp.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        usable = isinstance(stamp, dict) and stamp.get("base") == self.base and self.python.exists()
        return stamp if usable else {}

    def write_stamp(self, stamp: Mapping[str, str]) -> None:
        """Replace the stamp in one go."""
        fresh = self.stamp.with_suffix(".new")
        fresh.write_text(json.dumps(stamp, indent=1), "utf-8")
        fresh.replace(self.stamp)

    def prepare(self, steps: Sequence[Step]) -> None:
        """Install what is missing, if anything is."""
        if not self.missing(steps):
            return
        with alone(self.root / ".venv.lock"):
            stamp = self.read_stamp()
            todo = self.missing(steps)  # another start may have done it meanwhile
            if not todo:
                return
            if stamp:
                say("Bringing Aqua Romana up to date …")
            else:
                demand_venv_module()
                say("Preparing Aqua Romana (first start, about a minute) …")
                self.stamp.unlink(missing_ok=True)
                self.make_venv()
                stamp = {"base": self.base}
            for step in todo:
                self.install(step, stamp)

    def make_venv(self) -> None:
        """Make an empty environment in place of what may be there."""
        # Inside an environment, perhaps the very one to replace, the Python beneath it is asked.
        interpreter = getattr(sys, "_base_executable", None) or sys.executable
        call([interpreter, "-m", "venv", "--clear", self.venv], "make the folder .venv", self.root)

    def install(self, step: Step, stamp: dict[str, str]) -> None:
        """Do one step and note it in the stamp."""
        stamp.pop(step.name, None)
        self.stamp.unlink(missing_ok=True)
        pip: Command = [self.python, "-m", "pip", "install", "--quiet", "--no-input"]
        try:
            call([*pip, *step.arguments], f"install the packages for {step.name}", self.root)
        except Trouble:  # pip has undone what failed; after anything else no stamp may be left
            self.write_stamp(stamp)
            raise
        stamp[step.name] = self.digest(step)
        if step == PROJECT:
            stamp["core"] = self.check_core()
        self.write_stamp(stamp)

    def check_core(self) -> str:
        """BUILT, or with which compiler the core was not built; then it is said that bots are weaker, and the cure."""
        ask = "import sys; from aquaromana.engine import native; sys.exit(native.why_missing() is not None)"
        asked = [str(self.python), "-c", ask]
        if subprocess.run(asked, cwd=self.root, env=surroundings(), capture_output=True, check=False).returncode == 0:
            return BUILT
        found = compiler()
        why = f"{found} could not build it" if found else "there is no C++ compiler"
        cure = "Install another C++ compiler" if found else "Install one"
        say(f"Bots will be weaker than they could be: their core is missing, because {why}.")
        say(f"{cure} (Debian and Ubuntu: apt install g++; macOS: xcode-select --install) and start again.")
        return found

    @property
    def node(self) -> Path:
        """The Node that Playwright brings along: the same one on every machine."""
        places = {"base": str(self.venv), "platbase": str(self.venv)}
        packages = Path(sysconfig.get_path("purelib", "nt" if os.name == "nt" else "posix_prefix", places))
        return packages / "playwright" / "driver" / ("node.exe" if os.name == "nt" else "node")

    def prepare_modules(self) -> Path:
        """The folder with the tools that check the page, filled by npm if it is not.

        Its stamp lies inside, because npm empties the folder before it begins.
        """
        modules = self.root / "node_modules"
        stamp, digest = modules / ".stamp", self.digest(CHECKING)

        def complete() -> bool:
            return stamp.is_file() and stamp.read_text("utf-8") == digest

        if complete():
            return modules
        with alone(self.root / ".venv.lock"):
            if not complete():
                npm = shutil.which("npm")
                if not npm:
                    raise Trouble("Without npm the tools that check the page cannot be installed.")
                say("Fetching the tools that check the page …")
                purpose, cure = "install the tools that check the page", "or delete node_modules and try again"
                call([npm, *CHECKING.arguments], purpose, self.root, cure=cure)
                stamp.write_text(digest, "utf-8")
        return modules


def demand_venv_module() -> None:
    """Some systems keep it, or pip's part in it, in a package of its own."""
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        major, minor = sys.version_info[:2]
        raise Trouble(
            "This Python comes without its venv module; install it and start again "
            f"(Debian and Ubuntu: apt install python{major}.{minor}-venv)."
        )


def say(line: str) -> None:
    """Tell the person something that is not a result."""
    print(line, file=sys.stderr, flush=True)


def fail(line: str) -> NoReturn:
    """End because of something that the person has to cure."""
    say(line)
    sys.exit(2)


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other start is in here. The system opens the lock when a holder dies."""
    with path.open("a+") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                with contextlib.suppress(OSError):  # it gives up after ten seconds
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def call(command: Command, purpose: str, cwd: Path, *, cure: str = "or delete .venv and try again") -> None:
    """Run a command quietly; when it fails, tell its last lines."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name in PIP_SOURCES or not name.startswith(("PIP_", "PYTHON", "__PYVENV"))
    }
    environment |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_USER": "0"}
    environment.setdefault("AQUA_MARCH", "native")  # what is built here runs here
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode < 0:
        raise KeyboardInterrupt  # killed in the middle, like a Ctrl-C
    if done.returncode:
        last = "\n".join("  " + line for line in done.stdout.strip().splitlines()[-8:])
        raise Trouble(f"Could not {purpose}: check the network, {cure}.\n{last}")


def prepare(steps: Sequence[Step]) -> House:
    """The environment of this checkout with everything in it; exits if something fails."""
    house = House(ROOT)
    try:
        house.prepare(steps)
    except Trouble as trouble:
        fail(str(trouble))
    except OSError as error:
        fail(f"Could not prepare {house.venv}: {error}")
    except KeyboardInterrupt:
        say("Stopped. The next start begins again.")
        sys.exit(130)
    return house


def files_to_commit(root: Path) -> list[str]:
    """The files of a checkout that git has or would take, less those that are gone."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(listing, cwd=root, capture_output=True, encoding="utf-8", check=True)
    except (OSError, subprocess.CalledProcessError):
        raise Trouble("This is not a git checkout.") from None
    return sorted(name for name in done.stdout.split("\0") if (root / name).is_file())


def surroundings() -> dict[str, str]:
    """The variables of this process without those that would lead Python out of .venv."""
    foreign = ("PYTHONHOME", "PYTHONPATH", "__PYVENV_LAUNCHER__")
    return {name: value for name, value in os.environ.items() if name not in foreign}


def become(command: Command, environment: Mapping[str, str] | None = None) -> NoReturn:
    """Go on as another program."""
    arguments = [str(part) for part in command]
    variables = surroundings() | dict(environment or {})
    if os.name == "nt":  # where exec would give the terminal back at once
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.exit(subprocess.call(arguments, env=variables))
    sys.stdout.flush()
    os.execve(arguments[0], arguments, variables)
