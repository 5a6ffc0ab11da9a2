"""The hook manifest: valid for both runners, and its file pattern covers all that tagger reads."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tagger.engine.check import check
from tagger.engine.table import rules
from tagger.tree.listing import ListingTree
from tests.rules.test_fixtures import FOLDERS
from tests.rules.test_fixtures import tree as fixture_tree
from tests.support.cases import CASES, load
from tests.support.examples import SCAFFOLDS, example_tree
from tests.support.tools import checked_by

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from tagger.cli.parser import Parser
    from tagger.tree.model import FileTree

ROOT = Path(__file__).parents[2]
MANIFEST = ROOT / ".pre-commit-hooks.yaml"
HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in yaml.safe_load(MANIFEST.read_text("utf-8"))
}
AT_COMMIT = ("tagger-check", "tagger-fix")


@pytest.mark.parametrize("runner", ["pre-commit", "prek"])
def test_both_runners_take_the_manifest(runner: str) -> None:
    assert "warning" not in checked_by(runner, "validate-manifest", MANIFEST).lower()


def test_the_manifest_is_clean() -> None:
    checked_by("zizmor", "--offline", "--persona=pedantic", "--no-config", MANIFEST)


def test_the_hooks_that_are_offered() -> None:
    assert set(HOOKS) == {*AT_COMMIT, "tagger-hub"}
    assert HOOKS["tagger-hub"]["stages"] == ["manual"]
    assert not any("stages" in HOOKS[name] for name in AT_COMMIT)


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_a_hook_is_one_call_that_the_command_line_takes(hook: dict[str, Any]) -> None:
    assert command(hook).targets == []
    assert (hook["pass_filenames"], hook["require_serial"]) == (False, True)


def command(hook: dict[str, Any]) -> Namespace:
    """The arguments of the command that a hook runs."""
    program, name, *arguments = str(hook["entry"]).split()
    assert program == "tagger"
    parser: Parser = import_module(f"tagger.cli.{name}").parser(f"tagger {name}")
    return parser.parse([*arguments, *hook.get("args", [])])


@pytest.mark.slow
def test_every_file_that_is_read_starts_the_hooks() -> None:
    read = set[str]()
    for tree in trees():
        check(recorded(tree, read))
    assert len(read) > 500
    for name in AT_COMMIT:
        pattern = re.compile(HOOKS[name]["files"])
        assert [path for path in sorted(read) if not pattern.search(path)] == []


def recorded(tree: FileTree, read: set[str]) -> FileTree:
    """The tree, noting in ``read`` the paths of the files that are read."""

    def reading(path: str, limit: int) -> bytes:
        read.add(path)
        return tree.read(path, limit)

    return ListingTree(tree.entries(), reading)


def trees() -> Iterator[FileTree]:
    """Every small repository that the tests have."""
    for file in sorted(CASES.glob("*.jsonl")):
        yield from (case.tree() for case in load(file.stem))
    for code, rule in rules().items():
        yield from (example_tree(code[:2], overlay) for overlay in (rule.bad, rule.good))
    yield from (example_tree(folder.name, {}) for folder in SCAFFOLDS.iterdir())
    yield from map(fixture_tree, FOLDERS)


@pytest.mark.parametrize(
    ("path", "starts"),
    [
        ("README.md", True),
        ("cards/Card.MD", True),
        ("tasks/a b/task.toml", True),
        ("tasks/a/environment/data/table.sqlite", True),
        ("train.JSONL", True),
        ("tagger.toml", True),
        (".env.local", True),
        ("tasks/a/.gitignore", True),
        ("data/train-00000-of-00001.parquet", True),
        ("images/environment.png", False),
        ("Dockerfile.md5", False),
        ("LICENSE", False),
    ],
)
def test_a_commit_of_nothing_but_this_file(path: str, *, starts: bool) -> None:
    assert bool(re.search(HOOKS["tagger-check"]["files"], path)) == starts
    assert HOOKS["tagger-check"]["types"] == []


def test_the_documentation_names_every_hook() -> None:
    page = (ROOT / "docs" / "pre-commit.md").read_text("utf-8")
    assert set(re.findall(r"`(tagger-[a-z]+)`", page)) == set(HOOKS)


def test_nothing_heavy_is_loaded_for_the_hooks(tmp_path: Path) -> None:
    program = (
        "import sys; from tagger.cli.main import main; main(['check', '--staged', *sys.argv[1:]]);"
        "print(*sorted({'huggingface_hub', 'libcst', 'jsonschema'} & set(sys.modules)))"
    )
    (tmp_path / "README.md").write_text("---\nlicense: mit\n---\n", "utf-8")
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == ""


@pytest.mark.parametrize("runner", ["pre-commit", "prek"])
def test_the_configurations_of_the_documentation_can_be_copied(tmp_path: Path, runner: str) -> None:
    page = (ROOT / "docs" / "pre-commit.md").read_text("utf-8")
    blocks = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for text in blocks:
        config = tmp_path / ".pre-commit-config.yaml"
        config.write_text(text, "utf-8")
        checked_by(runner, "validate-config", config)
        for hook in yaml.safe_load(text)["repos"][0]["hooks"]:
            command(HOOKS[hook["id"]] | hook)
