from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tagger as package
from tagger._version import __version__
from tagger.cli.main import COMMANDS
from tests.support.snapshots import assert_snapshot

if TYPE_CHECKING:
    from tests.cli.conftest import Tagger

FULL = Path("/dev/full")
HEAVY = {"huggingface_hub", "libcst", "git", "jsonschema", "ruamel", "yaml", "pathspec"}


def test_help_of_the_whole(tagger: Tagger, tmp_path: Path) -> None:
    assert_snapshot(tagger("--help").shown(tmp_path), "cli/help.txt")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(tagger: Tagger, tmp_path: Path, command: str) -> None:
    assert_snapshot(tagger(command, "--help").shown(tmp_path), f"cli/help-{command}.txt")


def test_version(tagger: Tagger) -> None:
    assert tagger("--version").out == f"tagger {__version__}\n"


def test_nothing_at_all_is_wrong_usage_and_helps(tagger: Tagger) -> None:
    done = tagger()
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("usage: tagger COMMAND")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "unknown command 'chek'; did you mean 'check'?"),
        (["."], "unknown command '.'; to check a repository: tagger check ."),
        (["org/name"], "unknown command 'org/name'; to check a repository: tagger check org/name"),
        (["fix", "."], "unknown command 'fix'; that is `tagger check --fix`"),
        (["frobnicate"], "unknown command 'frobnicate'; known are check, detect, "),
        (["--format", "json"], "unknown option '--format'; options go after a command"),
        (["check", "--fromat=json"], "unknown argument '--fromat=json'; did you mean '--format'?"),
        (["check", "--format", "jsn"], "unknown format 'jsn'; did you mean 'json'?"),
        (["check", "--format", "sarif:x"], "FORMAT:FILE goes to --also: --also sarif:x"),
        (["check", "--also", "jsn:x"], "unknown format 'jsn'; did you mean 'json'?"),
        (["check", "--also", "json"], "'json' is not of the form FORMAT:FILE"),
        (["check", "--fail-on", "warn"], "unknown severity 'warn'; did you mean 'warning'?"),
        (["check", "--rev"], "argument --rev: expected one argument"),
        (["check", "--rev", "a", "--staged"], "not allowed with argument --rev"),
        (["check", "--unsafe-fixes"], "--unsafe-fixes has no effect without --fix or --diff"),
        (["check", "--exit-non-zero-on-fix"], "has no effect without --fix"),
        (["check", "--statistics", "--format", "json"], "--statistics is a format of its own"),
        (["check", "--statistics", "--diff"], "two formats"),
        (["check", "--rev", "HEAD", "--fix"], "--fix writes to a folder, not to a git revision"),
        (["check", "--fixable", "DC"], "--fixable has no effect without"),
        (["check", "--fix", "--fixable", "DC9"], "no rule has the code or name 'DC9'"),
        (["check", "--fix-only", "--format", "json"], "--fix-only reports nothing"),
        (["check", "--fix-only", "--diff"], "not allowed with argument --fix-only"),
        (["check", "--select", "DC9999"], "no rule has the code or name 'DC9999'"),
        (["schema", "reprot"], "unknown schema 'reprot'; did you mean 'report'?"),
        (["rule", "DC0300"], "no rule has the code or name 'DC0300'; did you mean 'DC030'?"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    tagger: Tagger,
    faulty: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(faulty)
    done = tagger(*arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_an_unforeseen_fault_is_one_line(
    tagger: Tagger, faulty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("a\n::error::b")

    monkeypatch.setattr("tagger.cli.session.check", fail)
    done = tagger("check", faulty)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "tagger: error: a fault in tagger itself: KeyError: 'a\\n::error::b'; --debug shows where\n"
    )
    debugged = tagger("check", "--debug", faulty).err
    assert debugged.startswith("| Traceback (most recent call last):\n")
    assert debugged.endswith("KeyError: 'a\\n::error::b'\n")


def test_an_interrupt_is_status_130(
    tagger: Tagger, faulty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tagger.cli.session.check", interrupt)
    done = tagger("check", faulty)
    assert (done.status, done.err) == (130, "tagger: error: interrupted\n")


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other processes import the package that is tested, installed or not."""
    monkeypatch.setenv("PYTHONPATH", str(Path(package.__file__).parents[1]))


def process(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tagger", *arguments]


def test_a_real_interrupt_shows_no_traceback(faulty: Path) -> None:
    program = (
        "import os, signal, sys, time, tagger.cli.session as session\n"
        # A test run in the background inherits a signal that is ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        # Another thread may take the signal; then it reaches this one a moment later.
        "session.check = lambda *_: (os.kill(os.getpid(), signal.SIGINT), time.sleep(30))\n"
        "from tagger.cli.main import main\n"
        "sys.exit(main(['check', 'set']))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=faulty.parent, capture_output=True)
    assert (done.returncode, done.stderr) == (130, b"tagger: error: interrupted\n")


@pytest.mark.parametrize("arguments", [["rule", "--format", "json"], ["check", "--help"]])
def test_a_reader_that_goes_away_is_no_fault(here: Path, arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(process(*arguments), stdout=writing, stderr=subprocess.PIPE, cwd=here)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
def test_output_that_cannot_be_written_is_status_2(here: Path) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(process("rule"), stdout=full, stderr=subprocess.PIPE, cwd=here)
    assert done.returncode == 2
    assert done.stderr == b"tagger: error: cannot write to stdout: No space left on device\n"


def test_what_the_terminal_cannot_encode_is_escaped(faulty: Path) -> None:
    (faulty / "README.md").write_text("---\nlicense: MÏT\n---\n", "utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(process("check", str(faulty)), env=environment, capture_output=True)
    assert (done.returncode, done.stderr) == (1, b"")
    assert rb"M\xcfT" in done.stdout


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["check", "--help"], ["rule"], ["rule", "RP900"]]
)
def test_nothing_heavy_is_imported_without_need(arguments: list[str]) -> None:
    assert loaded_by(*arguments) & HEAVY == set()


def test_a_card_alone_needs_no_more_than_a_yaml_reader() -> None:
    assert loaded_by("check", "-", text="---\nlicense: mit\n---\n# Puzzles\n") & HEAVY == {"yaml"}


def test_a_second_yaml_reader_is_loaded_when_an_edit_is_proven(faulty: Path) -> None:
    loaded = loaded_by("check", "-", text=(faulty / "README.md").read_text("utf-8"))
    assert loaded & HEAVY == {"yaml", "ruamel"}


def loaded_by(*arguments: str, text: str = "") -> set[str]:
    """The top-level modules that a command has loaded when it ends."""
    program = (
        "import sys, json; from tagger.cli.main import main; main(sys.argv[1:]);"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in json.loads(done.stderr)}
