"""Git over HTTP on the loopback Hub, through git itself."""

from __future__ import annotations

import base64
import os
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from huggingface_hub import get_session

from tests.support.hub import GitSettings, LoopbackHub, harbor_tasks

if TYPE_CHECKING:
    from pathlib import Path

CARD = b"---\ntags: [harbor]\n---\n"
SET = "alice/set"
NO_SETTINGS = {
    "PATH": os.environ["PATH"],
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "NO_PROXY": "*",
}


def git(
    place: Path, *arguments: str, stdin: str = "", token: str | None = None, protocol: int = 2
) -> subprocess.CompletedProcess[str]:
    """Run git as a stranger's machine would; the token goes through the environment."""
    environment = dict(NO_SETTINGS)
    if token:
        environment |= {
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "http.extraHeader",
            "GIT_CONFIG_VALUE_0": token,
        }
    return subprocess.run(
        ["git", "-c", f"protocol.version={protocol}", *arguments],
        cwd=place,
        input=stdin,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def fetch(
    place: Path, address: str, *wants: str, token: str | None = None, protocol: int = 2
) -> subprocess.CompletedProcess[str]:
    """Fetch objects by their ids into an empty repository."""
    place.mkdir(exist_ok=True)
    git(place, "init", "-q", "--bare")
    options = ("--no-tags", "--no-write-fetch-head", "--filter=blob:none", "--stdin")
    listed = "".join(f"{want}\n" for want in wants)
    return git(place, "fetch", *options, address, stdin=listed, token=token, protocol=protocol)


def content(place: Path, oid: str) -> str:
    return git(place, "cat-file", "blob", oid).stdout


def blobs(hub: LoopbackHub, repo_id: str = SET) -> dict[str, str]:
    """The id of each file."""
    repository = hub.repositories[repo_id]
    return {path: leaf.oid for path, leaf in repository.listing(repository.head() or "").items()}


@pytest.fixture
def address(hub: LoopbackHub) -> str:
    hub.add(SET, {"README.md": CARD, **harbor_tasks(3)})
    return f"{hub.endpoint}/datasets/{SET}"


@pytest.mark.parametrize("end", ["", ".git"])
@pytest.mark.parametrize("protocol", [0, 2])
def test_a_clone(hub: LoopbackHub, address: str, tmp_path: Path, end: str, protocol: int) -> None:
    done = git(tmp_path, "clone", "-q", address + end, "clone", protocol=protocol)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "clone" / "README.md").read_bytes() == CARD
    assert hub.counts["advertise"] == 1
    assert hub.sent["upload_pack"] > 0


@pytest.mark.parametrize("count", [3, 200])
def test_blobs_by_id_are_one_question(hub: LoopbackHub, tmp_path: Path, count: int) -> None:
    hub.add(SET, harbor_tasks(count))
    wanted = blobs(hub)
    assert len(set(wanted.values())) == 5 * count
    done = fetch(tmp_path / "g", f"{hub.endpoint}/datasets/{SET}", *wanted.values())
    assert done.returncode == 0, done.stderr
    assert content(tmp_path / "g", wanted["tasks/t00002/instruction.md"]) == "Count to 2.\n"
    assert dict(hub.counts) == {"advertise": 1, "upload_pack": 1}


def test_a_filter_leaves_blobs_out(hub: LoopbackHub, address: str, tmp_path: Path) -> None:
    commit = hub.repositories[SET].head() or ""
    for filters in (True, False):
        hub.git = GitSettings(filters=filters)
        place = tmp_path / str(filters)
        assert fetch(place, address, commit).returncode == 0
        present = git(place, "cat-file", "--batch-check", "--batch-all-objects").stdout
        assert ("blob" in present) is not filters


def test_symlinks_and_executables_are_told_by_the_trees(hub: LoopbackHub, tmp_path: Path) -> None:
    hub.add(SET, {"run.sh": b"x"}, links={"link": "run.sh"}, executable=["run.sh"])
    commit = hub.repositories[SET].head() or ""
    fetch(tmp_path / "g", f"{hub.endpoint}/datasets/{SET}", commit)
    lines = git(tmp_path / "g", "ls-tree", "-r", commit).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["120000", "100755"]


def test_wants_by_id_can_be_refused(hub: LoopbackHub, address: str, tmp_path: Path) -> None:
    hub.git.wants_by_id = False
    oid = blobs(hub)["README.md"]
    for protocol in (0, 2):
        refused = fetch(tmp_path / "g", address, oid, protocol=protocol)
        assert refused.returncode != 0
        assert "not our ref" in refused.stderr or "unadvertised object" in refused.stderr
    assert fetch(tmp_path / "g", address, "main").returncode == 0


@pytest.mark.parametrize("status", [403, 404, 503])
def test_git_can_be_off(hub: LoopbackHub, address: str, tmp_path: Path, status: int) -> None:
    hub.git.status = status
    refused = fetch(tmp_path / "g", address, "main")
    assert refused.returncode == 128
    assert str(status) in refused.stderr or "not found" in refused.stderr


def test_git_can_hang(hub: LoopbackHub, address: str, tmp_path: Path) -> None:
    hub.git.hangs = 0.4
    begin = time.monotonic()
    assert fetch(tmp_path / "g", address, "main").returncode == 0
    assert time.monotonic() - begin > 0.8


@pytest.mark.parametrize("setting", ["private", "gated"])
def test_git_asks_who_reads(hub: LoopbackHub, tmp_path: Path, setting: str) -> None:
    hub.add("alice/kept", {"README.md": CARD}, **{setting: True})
    address = f"{hub.endpoint}/datasets/alice/kept"
    token, stranger = hub.login("alice"), hub.login("stranger")
    basic = base64.b64encode(f"anybody:{token}".encode()).decode()
    oid = blobs(hub, "alice/kept")["README.md"]
    for way in (f"Bearer {token}", f"Basic {basic}"):
        place = tmp_path / way.split()[0]
        assert fetch(place, address, oid, token=f"Authorization: {way}").returncode == 0
    anonymous = fetch(tmp_path / "anonymous", address, oid)
    assert "could not read Username" in anonymous.stderr
    for wrong in (stranger, "hf_wrong"):
        header = f"Authorization: Bearer {wrong}"
        assert fetch(tmp_path / wrong, address, oid, token=header).returncode != 0


def test_nothing_is_pushed(address: str) -> None:
    answer = get_session().get(f"{address}/info/refs?service=git-receive-pack")
    assert answer.status_code == 403


def test_a_pull_request_is_fetched_by_its_ref(
    hub: LoopbackHub, address: str, tmp_path: Path
) -> None:
    hub.repositories[SET].commit(
        {"new": b"x"}, ref="refs/pr/1", parent=hub.repositories[SET].head()
    )
    assert fetch(tmp_path / "g", address, "refs/pr/1").returncode == 0
    assert hub.git.filters


def test_git_follows_a_former_id(hub: LoopbackHub, address: str, tmp_path: Path) -> None:
    hub.rename(SET, "bob/set")
    commit = hub.repositories["bob/set"].head() or ""
    done = fetch(tmp_path / "g", f"{address}.git", commit)
    assert done.returncode == 0, done.stderr
    assert dict(hub.counts) == {"advertise": 2, "upload_pack": 1}
