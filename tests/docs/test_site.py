"""The documentation site, built as it is published and opened in a browser."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from tagger.engine.table import rules
from tagger.data.shipped import list_shipped
from tests.support.markdown import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

#: What a site is built from.
SOURCES = ("docs", "schemas", "scripts", "zensical.toml")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
#: Leads nowhere: whatever wants the network fails.
NOWHERE = "http://127.0.0.1:9"
_FETCHED = re.compile(
    r'<(?:script|img|iframe|link rel="stylesheet")[^>]+(?:src|href)="?(https?:[^" >]+)'
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, by the pinned generator in an environment of its own and without the network."""
    root = tmp_path_factory.mktemp("docs")
    subprocess.run([sys.executable, "-m", "venv", root / "venv"], check=True)
    install = ("install", "-q", "--require-hashes", "-r", ROOT / "requirements" / "docs.txt")
    subprocess.run([root / "venv" / "bin" / "pip", *install], check=True)
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    path = f"{root / 'venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), NOWHERE)
    environment = {**os.environ, **proxies, "PATH": path}
    done = subprocess.run(
        [root / "scripts" / "docs"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return root / "site"


def test_every_rule_and_schema_has_its_address(site: Path) -> None:
    assert [c for c in rules() if not (site / "rules" / c / "index.html").is_file()] == []
    names = [f"{name}.schema.json" for name in list_shipped(".schema.json")]
    assert [name for name in names if not (site / "schemas" / name).is_file()] == []


def test_no_page_fetches_anything_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(rules())
    found = {link for page in pages for link in _FETCHED.findall(page.read_text("utf-8"))}
    assert found == set()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    handler = partial(_Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing."""


def browse(*arguments: str) -> str:
    """What a headless browser writes, one that reaches this machine alone."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip(f"no browser is installed ({', '.join(BROWSERS)})")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
    hosts = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    command = [browser, *options, hosts, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("", "If you maintain a framework"),
        ("rules/TG001/", "The layout proves tags that the card does not declare"),
        ("configuration/", "per-file-ignores"),
    ],
)
def test_a_page_opens(address: str, page: str, text: str) -> None:
    assert text in browse("--dump-dom", f"{address}/{page}")


def test_a_picture_of_it_is_not_empty(address: str, tmp_path: Path) -> None:
    picture = tmp_path / "page.png"
    browse("--window-size=1280,900", f"--screenshot={picture}", f"{address}/quick-start/")
    data = picture.read_bytes()
    assert struct.unpack(">II", data[16:24]) == (1280, 900)
    assert len(data) > 50_000  # a blank page of this size has some 5,000 bytes
