"""What holds for every test: nothing of this machine's settings, no network but loopback."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tests.support.git import isolate
from tests.support.thorough import PROFILE

#: huggingface_hub reads these once, when it is imported.
_HUB_SETTINGS = {
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "HF_HUB_DISABLE_XET": "1",
    "NO_PROXY": "127.0.0.1,localhost",
}


#: One profile for every property: no test fails by the clock, and CI draws the same examples.
settings.register_profile(
    "tagger",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.register_profile(PROFILE, settings.get_profile("tagger"))


def pytest_configure(config: pytest.Config) -> None:
    """Choose the profile, and give the Hub's client an empty home before any test imports it."""
    settings.load_profile(PROFILE if config.option.markexpr == "slow" else "tagger")
    for name in [name for name in os.environ if name.startswith(("HF_", "HUGGING_FACE_"))]:
        del os.environ[name]
    os.environ.update(_HUB_SETTINGS, HF_HOME=tempfile.mkdtemp(prefix="tagger-hf-"))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove that home."""
    del config
    shutil.rmtree(os.environ["HF_HOME"], ignore_errors=True)


@pytest.fixture(autouse=True)
def _isolated_git(monkeypatch: pytest.MonkeyPatch) -> None:
    isolate(monkeypatch)
