"""DC048 and DC062: what a repository of tasks shows on its page without meaning to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.edit import set_scalar
from tagger.core.findings import Rule, Safety, Severity
from tagger.core.tags import DISCOVERY_TAG
from tagger.rules.card.size import ROW_FILES
from tagger.rules.card.sources import source
from tagger.rules.card.values import listed
from tagger.rules.tags.common import offer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding, Fix
    from tagger.rules.facts import Facts

#: Tags that override the modality the Hub detects (Hub documentation, datasets-cards); the viewer
#: knows `document` besides.
MODALITY_TAGS = frozenset(
    "3d audio document geospatial image tabular text timeseries video".split()
)
#: Frameworks whose units are folders of files rather than files of rows.
_FOLDER_FRAMEWORKS = ("harbor", "verifiers", "openenv")


FORCING_TAG = Rule(
    code="DC048",
    name="forcing-tag",
    severity=Severity.INFO,
    summary="A tag that sets a modality or a library",
    why="Among the free tags some are switches: `text`, `image`, `tabular` and five more set the"
    " modality that the page and the filters show, the id of a data library puts this library on"
    " the page with code that cannot load a folder of tasks. In a repository of tasks such a word"
    " is often meant as a keyword. It is never removed by a fix. Where no file fits the tag, TG012"
    " reports it.",
    bad={"README.md": "---\ntags:\n- rl-environment\n- harbor\n- text\n---\n"},
    good={"README.md": "---\ntags:\n- rl-environment\n- harbor\n- text-editing\n---\n"},
    source="Hub documentation, datasets-cards; npm @huggingface/tasks, dataset libraries",
    gives_way_to=("TG012",),
)


@FORCING_TAG.check
def _check_forcing_tag(facts: Facts) -> Iterator[Finding]:
    if not facts.tags.proven:
        return
    libraries = set(listed(facts, "dataset_libraries").values) - facts.detections.keys()
    for item in facts.card.tag_items:
        word = item.value
        if not item.is_string or word not in MODALITY_TAGS | libraries:
            continue
        forced = "modality" if word in MODALITY_TAGS else "library"
        yield FORCING_TAG.at(
            facts.card.path,
            f"the tag `{word}` sets the {forced} of the dataset, whatever its files are",
            item.span,
            hint="keep it if that is meant; as a mere keyword choose another word",
        )


TASK_FILES_AS_ROWS = Rule(
    code="DC062",
    name="task-files-as-rows",
    severity=Severity.INFO,
    summary="The viewer may take files of the tasks for the rows of the dataset",
    why="Without `configs` the viewer collects whatever has an extension it knows and sorts it into"
    " splits by words such as `train` and `test` in the path: the fixtures of the tests become the"
    " dataset. `datasets` 5.2 has a loader that makes one row of each Harbor task; earlier ones,"
    " and all of them for other layouts, do this. `viewer: false` switches the viewer off.",
    bad={
        "README.md": f"---\ntags:\n- {DISCOVERY_TAG}\n- harbor\n---\n",
        "tasks/fold/tests/train.csv": "a,b\n1,2\n",
    },
    good={
        "README.md": f"---\nviewer: false\ntags:\n- {DISCOVERY_TAG}\n- harbor\n---\n",
        "tasks/fold/tests/train.csv": "a,b\n1,2\n",
    },
    source="datasets 5.2.0, `data_files.get_data_patterns` and `packaged_modules.harbor`",
    fix=Safety.UNSAFE,
)


@TASK_FILES_AS_ROWS.check
def _check_task_files_as_rows(facts: Facts) -> Iterator[Finding]:
    if not facts.view.complete or source(facts, "configs") or _viewer_is_off(facts):
        return
    folders = {
        unit.path
        for name in _FOLDER_FRAMEWORKS
        if name in facts.tags.proven
        for unit in facts.detections[name].units
    }
    mistaken = _row_files(facts, folders) if folders and "" not in folders else []
    if mistaken:
        more = f" and {len(mistaken) - 1} more" if mistaken[1:] else ""
        yield TASK_FILES_AS_ROWS.at(
            facts.card.path,
            "there is no file of rows outside the tasks, so the viewer may show"
            f" {mistaken[0]}{more} as the dataset",
            hint="set `viewer: false`, or describe the rows under `configs`",
            fix=_switch(facts),
        )


def _switch(facts: Facts) -> Fix | None:
    what = "switch the viewer off"
    return offer(what, set_scalar, facts.card, "viewer", False, safety=Safety.UNSAFE)[0]


def _viewer_is_off(facts: Facts) -> bool:
    found = source(facts, "viewer")
    return found is not None and found.header.value(found.pair.value) is False


def _row_files(facts: Facts, folders: set[str]) -> list[str]:
    """Files inside the units that look like rows; none if one lies outside of them."""
    inside = []
    for path in facts.view.paths:
        if not path.lower().endswith(ROW_FILES) or "/" not in path or "/." in f"/{path}":
            continue
        parts = path.split("/")
        if not any("/".join(parts[:length]) in folders for length in range(1, len(parts))):
            return []
        inside.append(path)
    return inside
