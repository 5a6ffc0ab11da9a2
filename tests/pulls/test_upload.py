from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tagger import Entry, ListingTree, Options
from tagger.core.errors import NotAFileError, TaggerError
from tagger.pulls.upload import card_operation, folder_tree, tag_card
from tagger.tree.listing import MemoryTree
from tests.support.pulls import CARD, FILES, ROOT, TAGS, with_tags

if TYPE_CHECKING:
    from pathlib import Path

TASKS = {path: data for path, data in FILES.items() if path != "README.md"}


def content(data: bytes | None = None, files: dict[str, bytes] = FILES) -> bytes:
    """The bytes of the operation."""
    operation = card_operation(MemoryTree(files), data)
    assert operation is not None
    assert operation.path_in_repo == "README.md"
    assert isinstance(operation.path_or_fileobj, bytes)
    return operation.path_or_fileobj


def test_the_card_of_a_folder_gets_the_tags() -> None:
    tagged = tag_card(ROOT)
    assert (tagged.before, tagged.after) == (CARD, with_tags(*TAGS))
    assert (tagged.tags, tagged.proven, tagged.reason) == (TAGS, TAGS, "")
    assert b"\n+- harbor\n" in tagged.diff


def test_a_card_that_is_given_counts_before_one_among_the_files() -> None:
    assert content(b"---\nlicense: mit\n---\n") == (
        b"---\nlicense: mit\ntags:\n- rl-environment\n- harbor\n- openenv\n---\n"
    )


def test_the_present_card_is_kept_byte_by_byte() -> None:
    card = "---\r\n# no: comment\r\ntags: [no, 'x']\r\n---\r\n\u2028 text".encode()
    new = content(card, TASKS)
    assert new == card.replace(b"'x']", b"'x', rl-environment, harbor, openenv]")


def test_a_new_card_is_begun_where_there_is_none() -> None:
    assert content(None, TASKS) == b"---\ntags:\n- rl-environment\n- harbor\n- openenv\n---\n"


@pytest.mark.parametrize(
    ("files", "card"),
    [
        ({**TASKS, "README.md": with_tags(*TAGS)}, None),
        (TASKS, with_tags(*TAGS)),
        ({"data.csv": b"a\n"}, CARD),
        ({"data.csv": b"a\n"}, None),
        (TASKS, b"---\na: 1\na: 2\n---\n"),
        (TASKS, b"\xff\xfe"),
        ({**TASKS, "README.md": b"version https://git-lfs.github.com/spec/v1\n"}, None),
    ],
)
def test_nothing_to_add_or_to_add_it_to(files: dict[str, bytes], card: bytes | None) -> None:
    assert card_operation(MemoryTree(files), card) is None


def test_why_a_tag_is_not_added() -> None:
    tagged = tag_card(MemoryTree(TASKS), b"---\na: 1\na: 2\n---\n")
    assert (tagged.tags, tagged.proven, tagged.diff) == ((), TAGS, b"")
    assert "no edit is safe here" in tagged.reason
    silenced = CARD.replace(b"---\n", b"---\n# tagger: ignore[TG001]\n", 1)
    assert tag_card(MemoryTree(TASKS), silenced).reason == "a comment in the card silences TG001"


def test_options_hold_here_too() -> None:
    tagged = tag_card(ROOT, options=Options(bridged=False))
    assert tagged.tags == ("rl-environment", "harbor")


def test_other_faults_of_the_card_are_left_alone() -> None:
    card = CARD.replace(b"license: apache-2.0", b"license: Apache-2.0")
    assert content(card) == with_tags(*TAGS, card=card)


def test_a_listing_and_a_callback_are_enough() -> None:
    read: list[str] = []

    def reader(path: str, limit: int) -> bytes:
        read.append(path)
        return FILES[path][:limit]

    tree = ListingTree([Entry(path, size=len(data)) for path, data in FILES.items()], reader)
    assert tag_card(tree).after == with_tags(*TAGS)
    assert set(read) <= set(FILES)


def test_the_client_is_not_imported_before_it_is_needed() -> None:
    code = (
        "import sys, tagger.pulls.upload as u\n"
        "from tagger.tree.listing import MemoryTree\n"
        "t = u.tag_card(MemoryTree({'train.jsonl': b'{}'}), b'---\\nlicense: mit\\n---\\n')\n"
        "assert t.operation() is None\n"
        "print('huggingface_hub' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# -- what an upload takes of a folder -------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = ("a.txt", "sub/b.txt", ".git/config", "sub/.git/x", ".cache/huggingface/y", ".env")
    write(tmp_path, *files)
    return tmp_path


def write(root: Path, *files: str) -> None:
    """Files that hold their own paths."""
    for path in files:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path, "utf-8")


def paths(tree: ListingTree) -> list[str]:
    return sorted(entry.path for entry in tree.entries())


def test_what_the_client_leaves_out_is_left_out(folder: Path) -> None:
    assert paths(folder_tree(folder)) == [".env", "a.txt", "sub/b.txt"]


def test_patterns_are_those_of_the_client(folder: Path) -> None:
    assert paths(folder_tree(folder, ignore_patterns=["*.txt"])) == [".env"]
    assert paths(folder_tree(folder, allow_patterns=["sub/*"])) == ["sub/b.txt"]


def test_a_gitignore_at_the_top_counts(folder: Path) -> None:
    (folder / ".gitignore").write_text("*.txt\n!a.txt\n", "utf-8")
    assert paths(folder_tree(folder)) == [".env", ".gitignore", "a.txt"]
    assert ".gitignore" not in paths(folder_tree(folder, ignore_patterns=[".gitignore"]))


def test_files_can_be_put_below_a_folder(folder: Path) -> None:
    tree = folder_tree(folder, path_in_repo="/tasks/", allow_patterns=["sub/*"])
    assert paths(tree) == ["tasks/sub/b.txt"]
    assert tree.read("tasks/sub/b.txt", 3) == b"sub"
    with pytest.raises(NotAFileError):
        tree.read("sub/b.txt", 3)


def test_links_to_files_are_files_and_links_to_folders_are_not_followed(folder: Path) -> None:
    (folder / "link.txt").symlink_to("a.txt")
    (folder / "gone").symlink_to("nowhere")
    (folder / "again").symlink_to("sub")
    tree = folder_tree(folder)
    assert paths(tree) == [".env", "a.txt", "link.txt", "sub/b.txt"]
    assert tree.read("link.txt", 100) == b"a.txt"


def test_the_listing_is_that_of_the_client(folder: Path) -> None:
    from huggingface_hub import HfApi
    from huggingface_hub.utils import DEFAULT_IGNORE_PATTERNS  # type: ignore[attr-defined]

    (folder / "link.txt").symlink_to("a.txt")
    (folder / "again").symlink_to("sub")
    write(folder, "deep/er/c d.txt", "x.git/y", "deep/.git", ".cache/other")
    ignored = [*DEFAULT_IGNORE_PATTERNS, ".cache/other"]
    operations = HfApi()._prepare_upload_folder_additions(folder, "", ignore_patterns=ignored)
    found = folder_tree(folder, ignore_patterns=[".cache/other"])
    assert paths(found) == sorted(operation.path_in_repo for operation in operations)
    assert len(operations) == 6


def test_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("x", "utf-8")
    (tmp_path / ".gitignore").chmod(0)
    try:
        (tmp_path / ".gitignore").read_bytes()
    except OSError:
        with pytest.raises(TaggerError, match="cannot read"):
            folder_tree(tmp_path)
