"""The README of a package against its manifest."""

from __future__ import annotations

import pytest

from tests.frameworks.openenv.support import codes, detect, package

HEADER = "---\nsdk: docker\napp_port: {}\n---\n# Words\n"


@pytest.mark.parametrize(
    ("port", "app_port", "differ"),
    [
        ("8000", "8000", False),
        ("8000", '"8000"', False),
        ("8000", "7860", True),
        ("eighty", "7860", False),
        ("8000", "", False),
    ],
)
def test_ports_are_compared_as_numbers(port: str, app_port: str, *, differ: bool) -> None:
    files = package("env", f"name: x\nport: {port}\n")
    files["env/README.md"] = HEADER.format(app_port)
    assert (("OE008", "env/openenv.yaml") in codes(detect(files))) is differ


@pytest.mark.parametrize(
    ("readme", "second"),
    [
        ("\n---\nsdk: docker\n---\n", True),
        ("\ufeff---\nsdk: docker\n---\n", True),
        ("---\nsdk: docker\n---\n", False),
        ("\n---\nsdk: docker\nbase_path: /web\n---\n", False),
        ("# Words\n", False),
    ],
)
def test_header_that_push_would_not_see(readme: str, *, second: bool) -> None:
    found = codes(detect(package("env") | {"env/README.md": readme}))
    assert (("OE014", "env/README.md") in found) is second


@pytest.mark.parametrize("readme", [b"---\napp_port: \xff\n---\n", b"---\na: [\n---\n"])
def test_broken_header_is_somebody_elses_matter(readme: bytes) -> None:
    found = detect({**package("env", "name: x\nport: 1\n"), "env/README.md": readme})
    assert not {"OE008", "OE014"} & {code for code, _ in codes(found)}
