"""Rules for dataset.toml and registry.json."""

from __future__ import annotations

from tagger.core.findings import Rule, Safety, Severity

_MANIFEST_MODEL = "harbor 0.26.0, models/dataset/manifest.py"
_REGISTRY_MODEL = "harbor 0.26.0, models/registry.py"
_NAMED = {"tasks/sort/task.toml": '[task]\nname = "workbench/sort"\n'}
_DIGEST = "sha256:" + "0a" * 32


def _manifest(digest: str, name: str = "workbench/sort") -> dict[str, str | None]:
    text = (
        f'[dataset]\nname = "workbench/small"\n\n[[tasks]]\nname = "{name}"\ndigest = "{digest}"\n'
    )
    return {**_NAMED, "dataset.toml": text}


def _registry(fields: str, path: str = "tasks/sort") -> dict[str, str | None]:
    row = f'{{"name": "small", {fields}"tasks": [{{"name": "sort", "path": "{path}"}}]}}'
    return {"registry.json": f"[{row}]\n"}


_FIELDS = '"version": "1.0", "description": "Small tasks.", '

HB060 = Rule(
    code="HB060",
    name="manifest-refused",
    severity=Severity.ERROR,
    summary="a dataset.toml that Harbor refuses",
    why="`harbor sync`, `add` and `publish` end at once. The file needs `[dataset]` with a name"
    " org/name, and each of `[[tasks]]` a name and a digest.",
    bad={"dataset.toml": '[dataset]\nname = "small"\n'},
    good={"dataset.toml": '[dataset]\nname = "workbench/small"\n'},
    source=_MANIFEST_MODEL,
)

HB061 = Rule(
    code="HB061",
    name="manifest-empty",
    severity=Severity.WARNING,
    summary="the tasks of a dataset.toml stand where Harbor does not look",
    why="A list `tasks` under `[dataset]` is an unknown key of that table: the manifest is valid"
    " and holds no task.",
    bad={"dataset.toml": '[dataset]\nname = "workbench/small"\ntasks = ["workbench/sort"]\n'},
    good={"dataset.toml": '[dataset]\nname = "workbench/small"\n'},
    source=_MANIFEST_MODEL,
)

HB062 = Rule(
    code="HB062",
    name="manifest-stale",
    severity=Severity.WARNING,
    summary="a digest in dataset.toml does not match the task",
    why="Whoever runs the published set gets the task as it was, not as it is here. `harbor sync`"
    " refreshes digests only of folders directly beside the file, and loses comments and unknown"
    " tables; the fix changes the digest alone.",
    bad=_manifest(_DIGEST),
    good=_manifest("sha256:39efc60847cb60ed1d9cbfe4e29ba8e53f4594c23ea93f1a625acf304530e4fd"),
    source="harbor 0.26.0, publisher/packager.py",
    fix=Safety.SAFE,
)

HB063 = Rule(
    code="HB063",
    name="manifest-coverage",
    severity=Severity.INFO,
    summary="dataset.toml and the tasks below its folder differ",
    why="Entries may name tasks that come from Harbor's package registry, so this is no fault;"
    " often a task was added, renamed or removed and the manifest was not.",
    bad=_manifest(_DIGEST, name="workbench/shuffle"),
    good={"dataset.toml": '[dataset]\nname = "workbench/small"\n'},
    source=_MANIFEST_MODEL,
)

HB070 = Rule(
    code="HB070",
    name="registry-refused",
    severity=Severity.ERROR,
    summary="a registry.json that Harbor refuses",
    why="The file is an array of sets, each with name, version, description and tasks; one bad row"
    " and no set of the file can be run with `-d`.",
    bad=_registry('"version": "1.0", '),
    good=_registry(_FIELDS),
    source=_REGISTRY_MODEL,
)

HB071 = Rule(
    code="HB071",
    name="registry-path",
    severity=Severity.ERROR,
    summary="registry.json names a folder that is no task of this repository",
    why="Harbor lists the task, and its download fails when it is run.",
    bad=_registry(_FIELDS, path="tasks/shuffle"),
    good=_registry(_FIELDS),
    source=_REGISTRY_MODEL,
)

HB072 = Rule(
    code="HB072",
    name="registry-coverage",
    severity=Severity.INFO,
    summary="registry.json leaves out tasks of this repository",
    why="Nobody who runs a set of the registry gets these tasks.",
    bad={
        **_registry(_FIELDS),
        "tasks/count/task.toml": "",
        "tasks/count/instruction.md": "Count the lines.\n",
        "tasks/count/environment/Dockerfile": "FROM debian:12-slim\n",
        "tasks/count/tests/test.sh": "#!/bin/bash\n",
    },
    good=_registry(_FIELDS),
    source=_REGISTRY_MODEL,
)
