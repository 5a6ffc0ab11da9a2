"""Reading the manifest as `openenv push` does."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagger.frameworks.openenv.manifest import ManifestError, kind, read_manifest
from tests.frameworks.openenv.support import view


def name_of(data: str | bytes) -> object:
    return read_manifest(view({"openenv.yaml": data}), "openenv.yaml").name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("name: pebble", "pebble"),
        ("name: 42", 42),
        ("name: yes", True),
        ('name: "   "', "   "),
        ("name: [a]", ["a"]),
        ("name: a\nname: b", "b"),
        ("base: &b {name: x}\n<<: *b", "x"),
        ('{"name": "x"}', "x"),
        ("\ufeffname: x", "x"),
        ("a: 1\r\nname: x\r\n", "x"),
        ("a: 1\rname: x\r", "x"),
        ("name: 12:30", 750),
        ("port: " + "[" * 200 + "]" * 200 + "\nname: x", "x"),
    ],
)
def test_what_push_reads(text: str, name: object) -> None:
    assert name_of(text) == name


@pytest.mark.parametrize(
    "text",
    ["a: 1", 'name: ""', "name:", "name: ~", "name: false", "name: 0", "deep:\n  name: x"],
)
def test_names_that_push_takes_for_missing(text: str) -> None:
    assert not name_of(text)


@pytest.mark.parametrize(
    "data",
    [
        "",
        "# only a comment\n",
        "- name: x\n",
        '"name: x"',
        "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
        "a" * 100_000,
        "name: a\n---\nname: b\n",
        "name: a\nb:\n\tc: 1\n",
        "name:\tx\n",
        "name: x\t\n",
        "name: a\n  b: c\n",
        "name: {{ENV_NAME}}\n",
        "name: a\x00\n",
        "name: !!python/object/apply:os.system [ls]\n",
        "name: !env X\n",
        "name: !!bool maybe\n",
        "name: x\nday: 2024-99-99\n",
        "name: caf\u00e9\n".encode("latin-1"),
        "name: x\n".encode("utf-16"),
        "name: x\n".encode("utf-16-le"),
        "[" * 100_000,
        b"a" * (5 << 20),
    ],
)
def test_what_push_cannot_use(data: str | bytes) -> None:
    with pytest.raises(ManifestError):
        name_of(data)


def test_manifest_that_is_a_folder_or_a_dangling_link() -> None:
    for tree in (view({"openenv.yaml/x": ""}), view({}, {"openenv.yaml": "/dev/zero"})):
        with pytest.raises(ManifestError):
            read_manifest(tree, "openenv.yaml")


def test_aliases_that_would_unfold_to_millions_are_no_matter() -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 9))
    assert name_of(f"l0: &l0 [x]\n{levels}name: x\n") == "x"


def test_place_of_a_value_and_of_what_is_missing() -> None:
    manifest = read_manifest(view({"m": "# top\nname: x\nvalidation:\n  reward:\n"}), "m")
    assert (manifest.span("name").line, manifest.span("name").column) == (2, 7)
    assert manifest.span("validation", "reward", "range").line == 4
    assert manifest.span("version").line == 2


@given(st.one_of(st.text(), st.binary()))
def test_any_bytes_end_in_a_manifest_or_a_fault(data: str | bytes) -> None:
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    with contextlib.suppress(ManifestError):
        assert isinstance(read_manifest(view({"m": raw}), "m").data, dict)


@given(st.text(alphabet="abn: -[]{},&*!|>'\"#\n\t<=~0e?%\\"))
def test_any_yaml_like_text_ends_in_a_manifest_or_a_fault(text: str) -> None:
    with contextlib.suppress(ManifestError):
        kind(name_of(f"name: {text}"))
