"""Random task directories: a good one, changed in up to four ways."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core.core_schema import str_schema

from tagger.frameworks.harbor.model import task_schema
from tests.differential.harbor.documents import FORMS, Schema, document, plain, value

Files = dict[str, Any]
Change = Callable[[random.Random, Files, dict[str, Any]], None]

TASK = "tasks/x"
POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 9\n" % ("0" * 64)

#: Where a link is put.
LINKS = (
    "l tests tests/l tests/sub/l tests/test.sh solution solution/l instruction.md environment"
    " environment/l environment/Dockerfile steps steps/one steps/one/l steps/one/instruction.md"
    " steps/one/tests steps/one/tests/test.sh"
).split()


def shape(seed: str) -> tuple[Files, str]:
    """The files of one repository, and what was changed."""
    rng = random.Random(seed)
    files: Files = {
        "instruction.md": "Do it.\n",
        "environment/Dockerfile": "FROM scratch\n",
        "tests/test.sh": "#!/bin/sh\n",
        "solution/solve.sh": "#!/bin/sh\n",
    }
    config: dict[str, Any] = {}
    changes = [rng.choice(CHANGES) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4]))]
    for change in changes:
        change(rng, files, config)
    files.setdefault("task.toml", document(config, rng))
    tree = {f"{TASK}/{path}": content for path, content in files.items() if fits(path, files)}
    tree |= {"shared/lib/x.sh": "x\n", "shared/note.md": "x\n"}
    return tree, ", ".join(change.__name__ for change in changes)


# -- what is changed in task.toml -----------------------------------------------------------


def one_key(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """A value of the schema, at any depth, mostly of the right kind."""
    del files
    table, fields, way = config, keys_of(task_schema()), ""
    while True:
        name = rng.choice([*fields, "unknown"])
        schema: Schema = fields[name]["schema"] if name in fields else str_schema()
        if plain(schema)["type"] == "typed-dict" and rng.random() < 0.9:
            inner = table.setdefault(name, {})
            if isinstance(inner, dict):
                table, fields, way = inner, keys_of(schema), name
                continue
        table[name] = value(rng, schema, name, way)
        return


def keys_of(schema: Schema) -> Mapping[str, Any]:
    """The keys of a table, and what is said of each."""
    fields: Mapping[str, Any] = plain(schema)["fields"]
    return fields


def steps(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """Steps, with most of their folders."""
    names = rng.sample(FORMS["steps.name"], rng.choice([1, 2]))
    if rng.random() < 0.7:
        names = ["one", "two"][: len(names)]
    rows: list[dict[str, Any]] = [{"name": name} for name in names]
    config["steps"] = rows
    for row in rows:
        if rng.random() < 0.3:
            row["verifier"] = value(
                rng, keys_of(task_schema())["verifier"]["schema"], "verifier", ""
            )
        if "/" in row["name"] or len(row["name"].encode()) > 255 or row["name"] == "..":
            continue
        folder = f"steps/{row['name']}"
        parts = [
            "instruction.md",
            "tests/test.sh",
            "tests/test.bat",
            "tests/Dockerfile",
            "workdir/x",
        ]
        for part in parts:
            if rng.random() < {"instruction.md": 0.9, "tests/test.sh": 0.7}.get(part, 0.15):
                files[f"{folder}/{part}"] = "x\n"
    for path in ("instruction.md", "tests/test.sh"):
        if rng.random() < 0.7:
            files.pop(path, None)


def verifier(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """A separate verifier in one of its forms."""
    table = config.setdefault("verifier", {})
    if isinstance(table, dict):
        if rng.random() < 0.7:
            table["environment_mode"] = rng.choice(["separate", "separate", "shared"])
        if rng.random() < 0.5:
            table["environment"] = rng.choice(
                [{}, {"docker_image": "x"}, {"os": "windows"}, {"docker_image": ""}]
            )
    if rng.random() < 0.5:
        files.pop("tests/test.sh", None)
    for path in ("tests/Dockerfile", "tests/docker-compose.yaml", "tests/test.bat"):
        if rng.random() < 0.25:
            files[path] = "FROM scratch\n"


def windows(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """Another operating system."""
    table = config.setdefault("environment", {})
    if isinstance(table, dict):
        table["os"] = rng.choice(["windows", "Windows", "linux"])
    if rng.random() < 0.7:
        files["tests/test.bat"] = "@echo off\r\n"
    if rng.random() < 0.5:
        files.pop("tests/test.sh", None)


def image(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """A prebuilt image, with and without the folder."""
    table = config.setdefault("environment", {})
    if isinstance(table, dict):
        table["docker_image"] = rng.choice(["debian:12", "debian:12", ""])
    if rng.random() < 0.6:
        files.pop("environment/Dockerfile", None)


# -- what is changed in the files -----------------------------------------------------------


def text(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """A task.toml that is odd as a text."""
    good = document(config, rng)
    files["task.toml"] = rng.choice(
        [
            "",
            "\ufeff" + good,
            good.replace("\n", "\r\n"),
            good.replace("\n", "\r"),
            POINTER,
            "[a\n",
            'a = "\\s"\n',
            "a = 1\na = 2\n",
            {"b64": "YSA9ICLpIgo="},
            {"b64": "//5hAA=="},
            {"dir": True},
            {"symlink": "../../shared/note.md"},
            {"symlink": "nowhere"},
            "a = " + "[" * 3000 + "]" * 3000,
            'version = "1.0"\r[environment]\rcpus = 2\r',
        ]
    )


def removal(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """One file or folder fewer, or under another name."""
    del config
    path = rng.choice(sorted(files))
    content = files.pop(path)
    name = rng.choice(
        ["", "Instruction.md", "tests/run.sh", "environment/compose.yaml", "tests/test.SH"]
    )
    if name:
        files[name] = content


def kind(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """A folder in place of a file, a file in place of a folder, odd bytes."""
    del config
    path = rng.choice(
        ["instruction.md", "tests/test.sh", "environment", "tests", "solution", "steps"]
    )
    if path in ("environment", "tests", "solution", "steps"):
        for other in [other for other in files if other.startswith(f"{path}/")]:
            del files[other]
        files[path] = rng.choice(["a file\n", {"dir": True}])
    else:
        files[path] = rng.choice([{"dir": True}, {"b64": "6Q=="}, "", POINTER])


def link(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """A link, in any folder, to anywhere."""
    del config
    path = rng.choice(LINKS)
    for other in [other for other in files if other == path or other.startswith(f"{path}/")]:
        del files[other]
    up = "../" * path.count("/")
    targets = [
        "nowhere",
        f"{up}../../shared/lib",
        f"{up}../../shared/note.md",
        "/nowhere/at/all",
        ".",
    ]
    targets += [
        "..",
        up or ".",
        f"{up}environment",
        f"{up}tests",
        f"{up}tests/test.sh",
        f"{up}instruction.md",
    ]
    targets += [
        path.rpartition("/")[2],
        f"{up}steps/one",
        f"{up}solution",
        f"{up}../../../outside",
        f"{up}../x/tests",
    ]
    files[path] = {"symlink": rng.choice(targets)}


def ignore(rng: random.Random, files: Files, config: dict[str, Any]) -> None:
    """Rules that hide some of the files."""
    del config
    folder = rng.choice(
        ["tests", "tests", "tests/sub", "solution", "steps/one/tests", "environment", ""]
    )
    path = f"{folder}/.harborignore".lstrip("/")
    rules = [
        "*.sh",
        "test.sh",
        "/test.sh",
        "*\n!test.sh",
        "l",
        "sub/",
        "sub",
        "**/l",
        "#x",
        "!",
        "\\",
        "*.bat",
    ]
    content: Any = "\n".join(rng.sample(rules, rng.choice([1, 2]))) + "\n"
    if rng.random() < 0.1:
        content = rng.choice(
            [
                {"b64": "6Q=="},
                {"dir": True},
                {"symlink": "nowhere"},
                {"symlink": "../instruction.md"},
            ]
        )
    files[path] = content
    files.setdefault(f"{folder}/sub/x".lstrip("/"), "x\n")


CHANGES: list[Change] = [
    one_key,
    one_key,
    one_key,
    one_key,
    one_key,
    steps,
    steps,
    verifier,
    windows,
]
CHANGES += [image, text, removal, removal, kind, link, link, link, ignore, ignore]


def fits(path: str, files: Files) -> bool:
    """Whether nothing above a path is a file or a link."""
    return all(files.get(folder, {"dir": True}) == {"dir": True} for folder in above(path))


def above(path: str) -> list[str]:
    """Every folder above a path."""
    parts = path.split("/")
    return ["/".join(parts[:length]) for length in range(1, len(parts))]
