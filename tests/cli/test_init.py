from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tagger.cli.setup_files import HOOKS_FILE, UNKNOWN, WORKFLOW_FILE, ToolSource
from tests.support.snapshots import assert_snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Tagger

ADDRESS = "https://github.com/acme/hf-tagger"


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True)


@pytest.fixture
def repository(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty git repository, by a tagger that was installed from GitHub."""
    git(here, "init", "-q", "-b", "trunk")
    monkeypatch.setattr("tagger.cli.init.installed_source", lambda: ToolSource(ADDRESS, "v1"))
    return here


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
    return {name: data for name, data in names.items() if not name.startswith(".git/")}


def test_whole_output(tagger: Tagger, repository: Path) -> None:
    assert_snapshot(tagger("init").shown(repository), "cli/init.txt")
    assert files(repository) == {}


@pytest.mark.parametrize("folder", [".", "sets/one", "-set"])
def test_what_is_written_is_valid(tagger: Tagger, repository: Path, folder: str) -> None:
    (repository / folder).mkdir(parents=True, exist_ok=True)
    assert tagger("init", "--write", "--", folder).status == 0
    hooks = [sys.executable, "-m", "pre_commit", "validate-config", HOOKS_FILE]
    subprocess.run(hooks, check=True, cwd=repository)
    schema = ("--builtin-schema", "vendor.github-workflows", WORKFLOW_FILE)
    subprocess.run([sys.executable, "-m", "check_jsonschema", *schema], check=True, cwd=repository)


def test_the_diff_is_what_is_written(tagger: Tagger, repository: Path) -> None:
    (repository / HOOKS_FILE).write_bytes(b"repos:\r\n- repo: local\r\n  hooks:\r\n  - id: x\r\n")
    diff = tagger("init").out
    before = files(repository)
    tagger("init", "--write")
    written = files(repository)
    (repository / WORKFLOW_FILE).unlink()
    (repository / HOOKS_FILE).write_bytes(before[HOOKS_FILE])
    subprocess.run(["git", "apply"], input=diff.encode(), check=True, cwd=repository)
    assert files(repository) == written


def test_a_second_run_changes_nothing(tagger: Tagger, repository: Path) -> None:
    tagger("init", "--write")
    before = files(repository)
    done = tagger("init", "--write")
    assert (done.status, done.out, files(repository)) == (0, "", before)
    assert f"{HOOKS_FILE}: has the hooks already" in done.err
    assert f"{WORKFLOW_FILE}: runs tagger already" in done.err


def test_a_workflow_that_runs_tagger_is_enough(tagger: Tagger, repository: Path) -> None:
    (repository / WORKFLOW_FILE).parent.mkdir(parents=True)
    (repository / WORKFLOW_FILE).with_name("ci.yaml").write_text("- uses: acme/hf-tagger@v1\n")
    assert ".github/workflows/ci.yaml: runs tagger already" in tagger("init", "--write").err
    assert not (repository / WORKFLOW_FILE).exists()


def test_another_workflow_of_that_name_stays(tagger: Tagger, repository: Path) -> None:
    (repository / WORKFLOW_FILE).parent.mkdir(parents=True)
    (repository / WORKFLOW_FILE).write_text("name: mine\n")
    assert "is there and stays as it is" in tagger("init", "--write").err
    assert (repository / WORKFLOW_FILE).read_text() == "name: mine\n"


def test_a_list_that_cannot_be_added_to_is_shown_what_to_add(
    tagger: Tagger, repository: Path
) -> None:
    (repository / HOOKS_FILE).write_text("repos: []\n")
    done = tagger("init", "--write", "--only", "hooks")
    assert done.status == 2
    assert done.out.startswith(f"repos:\n- repo: {ADDRESS}\n")
    assert f"{HOOKS_FILE} is not added to: " in done.err
    assert (repository / HOOKS_FILE).read_text() == "repos: []\n"


def test_a_link_is_not_written_through(tagger: Tagger, repository: Path) -> None:
    (repository / "real.yaml").write_text("repos:\n- repo: local\n  hooks: []\n")
    (repository / HOOKS_FILE).symlink_to("real.yaml")
    before = (repository / "real.yaml").read_bytes()
    done = tagger("init", "--write", "--only", "hooks")
    assert done.status == 2
    assert "symbolic link" in done.err
    assert (repository / "real.yaml").read_bytes() == before


def test_a_folder_of_the_repository_is_named_from_its_top(
    tagger: Tagger, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "sets" / "one").mkdir(parents=True)
    monkeypatch.chdir(repository / "sets")
    tagger("init", "--write", "one")
    assert "args: [--fail-on=warning, sets/one]\n" in (repository / HOOKS_FILE).read_text()
    assert "        path: sets/one\n" in (repository / WORKFLOW_FILE).read_text()


def test_pushes_to_the_branch_of_the_remote_are_checked(tagger: Tagger, repository: Path) -> None:
    git(repository, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/master")
    assert "    branches: [master]\n" in tagger("init").out


@pytest.mark.parametrize(
    ("remote", "arguments", "has_workflow"),
    [
        ("https://huggingface.co/datasets/acme/mazes", [], False),
        ("https://huggingface.co/datasets/acme/mazes", ["--only", "workflow"], True),
        ("git@github.com:acme/mazes.git", [], True),
        ("git@github.com:acme/mazes.git", ["--only", "hooks"], False),
    ],
)
def test_a_workflow_is_for_repositories_on_github(
    tagger: Tagger, repository: Path, remote: str, arguments: list[str], has_workflow: bool
) -> None:
    git(repository, "remote", "add", "origin", remote)
    tagger("init", "--write", *arguments)
    assert (repository / WORKFLOW_FILE).exists() is has_workflow


def test_another_home_of_tagger_can_be_named(tagger: Tagger, repository: Path) -> None:
    tagger("init", "--write", "--source", "https://gitlab.com/acme/hf-tagger")
    assert "repo: https://gitlab.com/acme/hf-tagger\n" in (repository / HOOKS_FILE).read_text()
    assert not (repository / WORKFLOW_FILE).exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gone"], "'gone': no such folder"),
        (["--source", "a b"], "'a b' is not the address of a repository"),
        (["--only", "hook"], "unknown part 'hook'; did you mean 'hooks'?"),
    ],
)
@pytest.mark.usefixtures("repository")
def test_wrong_usage(tagger: Tagger, arguments: list[str], message: str) -> None:
    done = tagger("init", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_nothing_is_written_with_an_address_that_nobody_gave(
    tagger: Tagger, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tagger.cli.init.installed_source", lambda: ToolSource(UNKNOWN))
    assert tagger("init").status == 0
    done = tagger("init", "--write")
    assert done.status == 2
    assert "--source" in done.err
    assert files(repository) == {}


def test_a_folder_without_git_is_no_place(tagger: Tagger, here: Path) -> None:
    done = tagger("init", "--write", here)
    assert done.status == 2
    assert "is not in a git repository" in done.err


def test_a_bare_repository_is_no_place(tagger: Tagger, here: Path) -> None:
    git(here, "init", "-q", "--bare", "bare.git")
    assert "is a bare repository" in tagger("init", "bare.git").err
