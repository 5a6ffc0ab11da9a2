"""RP001, RP005, RP006, RP009: pointers, sizes, crowded folders, archives."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tagger.core.detections import Verdict
from tagger.core.errors import PointerError, ReadError
from tagger.core.findings import Rule, Severity
from tagger.tree.attributes import LfsPaths
from tagger.tree.model import POINTER_MAX_BYTES, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.rules.facts import Facts
    from tagger.tree.model import Entry
    from tagger.tree.view import TreeView

#: Endings of the texts that a loader reads. JSON is data, or has rules of its own (registry.json).
_TEXTS = (".py", ".toml", ".yaml", ".yml", ".sh", ".bat", ".md", "Dockerfile")
#: The shortest pointer: a version, a digest and a size of one digit.
_POINTER_MIN_BYTES = 120
#: A push refuses larger files outside LFS (mteb#1368).
PLAIN_LIMIT = 10 << 20
#: Entries of one folder (the Hub's advice on repository sizes).
FOLDER_LIMIT = 10_000


LFS_POINTER_FOR_TEXT = Rule(
    code="RP001",
    name="lfs-pointer-for-text",
    severity=Severity.WARNING,
    summary="A Git LFS pointer in place of a text that a loader reads",
    why=(
        "Whoever clones without git-lfs gets the pointer, and every loader takes its three lines"
        " for the file. On the Hub the address of the file leads to its content, so the fault shows"
        " only in clones; a README in LFS has no header even there. Pointers inside Harbor tasks"
        " are reported by Harbor's own rules, and files whose loader already complained are left"
        " out."
    ),
    bad={
        "tools/score.py": (
            "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 9000\n"
        )
    },
    good={"tools/score.py": "print(1)\n"},
    source="git-lfs specification, version 1; bird-bench and Terminal-Lego on the Hub",
)


@LFS_POINTER_FOR_TEXT.check
def _check_lfs_pointer_for_text(facts: Facts) -> Iterator[Finding]:
    if facts.view.published:
        return
    known = {finding.path for found in facts.detections.values() for finding in found.findings}
    harbor = facts.detections.get("harbor")
    tasks = {unit.path for unit in (*harbor.units, *harbor.broken)} if harbor else set()
    for path in facts.view.paths:
        if path in known or path == facts.card.path or not path.endswith(_TEXTS):
            continue
        if not _inside(tasks, path) and _is_pointer(facts.view, path):
            yield LFS_POINTER_FOR_TEXT.at(
                path,
                "a Git LFS pointer in place of the text that a loader reads",
                hint="fetch the file with `git lfs pull`, or take it out of LFS",
            )


def _inside(folders: set[str], path: str) -> bool:
    while path:
        path = path.rpartition("/")[0]
        if path in folders:
            return True
    return False


def _is_pointer(view: TreeView, path: str) -> bool:
    entry = view.get(path)
    if entry is None or entry.kind is not Kind.FILE:
        return entry is not None and entry.kind is Kind.POINTER
    if entry.size is None or not _POINTER_MIN_BYTES <= entry.size < POINTER_MAX_BYTES:
        return False
    try:
        view.read(path)
    except PointerError:
        return True
    except ReadError:
        pass
    return False


PLAIN_FILE_TOO_LARGE = Rule(
    code="RP005",
    name="plain-file-too-large",
    severity=Severity.WARNING,
    summary="A file over 10 MiB that `.gitattributes` does not put into LFS",
    why=(
        "The Hub refuses a git push with a plain file of more than 10 MiB. Uploads through"
        " `huggingface_hub` choose LFS by themselves, so this is a warning, not an error. A card of"
        " that size is the card rules' matter."
    ),
    bad={},
    good={},
    source="mteb#1368; huggingface_hub, preupload",
)


@PLAIN_FILE_TOO_LARGE.check
def _check_plain_file_too_large(facts: Facts) -> Iterator[Finding]:
    if facts.view.published:
        return
    large = [entry for entry in map(facts.view.get, facts.view.paths) if entry and _large(entry)]
    if not large:
        return
    in_lfs = LfsPaths(facts.view)
    for entry in large:
        if entry.path != facts.card.path and entry.path not in in_lfs:
            yield PLAIN_FILE_TOO_LARGE.at(
                entry.path,
                f"{entry.size or 0:,} bytes outside Git LFS; a push of more than {PLAIN_LIMIT:,}"
                " is refused",
                hint="track it with `git lfs track`, or upload with `hf upload`, which does so",
            )


def _large(entry: Entry) -> bool:
    return entry.kind is Kind.FILE and entry.size is not None and entry.size > PLAIN_LIMIT


CROWDED_FOLDER = Rule(
    code="RP006",
    name="crowded-folder",
    severity=Severity.WARNING,
    summary="More than 10,000 entries in one folder",
    why=(
        "The Hub advises against it: pages and listings of the folder get slow or are cut. One"
        " published set has 15,049 task folders at its root, and the Hub's own list of its files"
        " was incomplete."
    ),
    bad={},
    good={},
    source="Hub documentation, repository limits; Terminal-Lego-15k",
)


@CROWDED_FOLDER.check
def _check_crowded_folder(facts: Facts) -> Iterator[Finding]:
    counts = Counter(path.rpartition("/")[0] for path in facts.view.paths)
    for folder, number in counts.items():
        if number > FOLDER_LIMIT:
            yield CROWDED_FOLDER.at(
                folder or ".",
                f"{number:,} entries in {folder or 'the root'!r}; the Hub advises at most"
                f" {FOLDER_LIMIT:,} in a folder",
                hint="spread them over folders, by a prefix of their names for example",
            )


PACKED_TASKS = Rule(
    code="RP009",
    name="packed-tasks",
    severity=Severity.INFO,
    summary="Tasks packed in archives or table cells, where loaders expect folders",
    why=(
        "Harbor's `--repo`, the Hub's task browser and OpenEnv look for folders with a `task.toml`"
        " and open no archive. A set of packed tasks needs a program of its own to unpack it, so no"
        " framework's tag is proven by it. Where the same tasks are there as folders too, nothing"
        " is said."
    ),
    bad={"tasks/fold": None, "task_archives/fold.tar.gz": "packed\n"},
    good={"task_archives/fold.tar.gz": "packed\n"},
    source="Hub job dataset-harbor-tasks; harbor 0.26.0, openenv 0.10.0",
)


@PACKED_TASKS.check
def _check_packed_tasks(facts: Facts) -> Iterator[Finding]:
    harbor = facts.detections.get("harbor")
    if harbor is None or harbor.verdict is not Verdict.ABSENT:
        return
    for evidence in harbor.suggestions:
        yield PACKED_TASKS.at(
            evidence.path,
            f"{evidence.what}: no loader unpacks tasks from a repository",
            hint="upload the task folders themselves, or say in the card how they are unpacked",
        )
