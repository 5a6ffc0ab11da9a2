from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.cli import upload
from tests.support.hub import Fault, Kind
from tests.support.pulls import CARD, FILES, ROOT, SET, TAGS, at_hand, card_of, with_tags

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Tagger
    from tests.support.hub import LoopbackHub, Repository

TAGGED = with_tags(*TAGS)
MINE = "bot/puzzles"


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    with at_hand(tmp_path / "hub", upload, monkeypatch) as running:
        yield running


@pytest.fixture
def repository(hub: LoopbackHub) -> Repository:
    """A new dataset, as the Hub makes one."""
    return hub.add(MINE, {".gitattributes": b""})


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """A folder with tasks and no card."""
    folder = tmp_path / "tasks"
    for path, data in FILES.items():
        if path.startswith("tasks/"):
            place = folder / path.removeprefix("tasks/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
    return folder


def commits(repository: Repository) -> int:
    head, count = repository.head(), 0
    while head:
        head = repository.git.commit_fields(head).get("parent", [""])[0]
        count += 1
    return count


def test_files_and_tags_arrive_in_one_commit(tagger: Tagger, repository: Repository) -> None:
    done = tagger("upload", ROOT, MINE)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(
        f"{MINE}: uploaded {len(FILES)} files, and the card gains rl-environment, harbor and"
        " openenv: http://"
    )
    assert set(repository.items(repository.head() or "")) == {*FILES, ".gitattributes"}
    assert card_of(repository) == TAGGED
    assert commits(repository) == 2
    assert (ROOT / "README.md").read_bytes() == CARD


def test_a_second_time_there_is_nothing_to_do(tagger: Tagger, repository: Repository) -> None:
    tagger("upload", ROOT, MINE)
    assert tagger("upload", ROOT, MINE).out == f"{MINE}: nothing to do: its files are the same\n"
    assert commits(repository) == 2


def test_the_card_on_the_hub_is_tagged_where_the_folder_has_none(
    tagger: Tagger, hub: LoopbackHub, tasks: Path
) -> None:
    repository = hub.add(MINE, {"README.md": CARD})
    assert tagger("upload", "--path-in-repo", "tasks", tasks, MINE).status == 0
    assert card_of(repository) == TAGGED
    assert set(repository.items(repository.head() or "")) == set(FILES)


def test_a_card_is_begun_where_there_is_none(
    tagger: Tagger, repository: Repository, tasks: Path
) -> None:
    assert tagger("upload", "--path-in-repo", "tasks", tasks, MINE).status == 0
    assert card_of(repository) == b"---\ntags:\n- rl-environment\n- harbor\n- openenv\n---\n"


def test_the_card_on_the_hub_changes_meanwhile(
    tagger: Tagger, hub: LoopbackHub, tasks: Path
) -> None:
    repository = hub.add(MINE, {"README.md": CARD})
    hub.faults.add(Fault(Kind.STATUS, 412, path="/commit/"))
    done = tagger("upload", "--path-in-repo", "tasks", tasks, MINE)
    assert (done.status, commits(repository)) == (2, 1)
    assert "it has got another commit meanwhile" in done.err


def test_a_dry_run_shows_the_card_and_sends_nothing(
    tagger: Tagger, hub: LoopbackHub, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HF_TOKEN")
    done = tagger("upload", "--dry-run", ROOT, MINE)
    assert (done.status, done.err) == (0, "")
    assert "\n+- harbor\n" in done.out
    assert f"{MINE}: would upload {len(FILES)} files, and the card gains" in done.out
    assert commits(repository) == 1
    assert not any("POST" in request for request in hub.requests)


def test_an_upload_as_a_pull_request(tagger: Tagger, hub: LoopbackHub) -> None:
    repository = hub.add(SET, {"README.md": b""})
    done = tagger("upload", "--create-pr", ROOT, SET)
    assert (done.status, done.out.strip().endswith("/discussions/1")) == (0, True)
    assert card_of(repository, "refs/pr/1") == TAGGED


def test_patterns(tagger: Tagger, repository: Repository) -> None:
    tagger("upload", "--ignore", "tasks/sum*", "--ignore", "*.sh", ROOT, MINE)
    names = set(repository.items(repository.head() or ""))
    assert not any("sum" in name or name.endswith(".sh") for name in names)
    assert "tasks/count-divisors/task.toml" in names


def test_files_that_prove_nothing_are_uploaded_as_they_are(
    tagger: Tagger, repository: Repository, tmp_path: Path
) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "README.md").write_bytes(CARD)
    assert "1 file, and no tag is added" in tagger("upload", tmp_path / "set", MINE).out
    assert card_of(repository) == CARD


def test_a_tag_that_cannot_be_added_is_named(
    tagger: Tagger, repository: Repository, tasks: Path
) -> None:
    (tasks.parent / "README.md").write_bytes(b"---\n{license: mit}\n---\n")
    done = tagger("upload", "--allow", "README.md", "--allow", "tasks/*", tasks.parent, MINE)
    assert done.status == 0
    assert "a proven tag is not added: no edit is safe here" in done.err
    assert card_of(repository) == b"---\n{license: mit}\n---\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gone", MINE], "'gone' is not a folder"),
        ([str(ROOT), "bot/gone"], "bot/gone: there is no such dataset"),
        ([str(ROOT), "alice"], "is not the Hub"),
        ([str(ROOT), f"{MINE}@v1"], "leave the revision out"),
        (["--allow", "*.none", str(ROOT), MINE], "is to be uploaded"),
    ],
)
def test_wrong_usage_is_one_line(
    tagger: Tagger, repository: Repository, arguments: list[str], words: str
) -> None:
    done = tagger("upload", *arguments)
    assert (done.status, done.out, commits(repository)) == (2, "", 1)
    assert words in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault(Kind.STATUS, 403), "the Hub forbids it"),
        (Fault(Kind.STATUS, 500), "shows when it is run again"),
        (Fault(Kind.LOST), "shows when it is run again"),
    ],
)
def test_a_fault_of_the_hub_is_one_line(
    tagger: Tagger, hub: LoopbackHub, repository: Repository, fault: Fault, words: str
) -> None:
    hub.faults.add(Fault(fault.kind, fault.status, path="/commit/"))
    done = tagger("upload", ROOT, MINE)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err
    assert tagger("upload", ROOT, MINE).status == 0
    assert commits(repository) == 2


def test_a_path_that_the_client_refuses(
    tagger: Tagger, repository: Repository, tasks: Path
) -> None:
    (tasks / ".cache").mkdir()
    (tasks / ".cache" / "x").write_bytes(b"1")
    done = tagger("upload", tasks, MINE)
    assert (done.status, commits(repository), done.err.count("\n")) == (2, 1, 1)
    assert "cannot be uploaded" in done.err


@pytest.mark.usefixtures("repository")
def test_no_token(tagger: Tagger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_TOKEN")
    assert "an upload needs an account" in tagger("upload", ROOT, MINE).err
