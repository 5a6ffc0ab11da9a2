from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugins.conftest import Installed, distribution

if TYPE_CHECKING:
    from pathlib import Path

FRAMEWORK = """\
from tagger.frameworks.base import Framework
from tagger.core.detections import Detection
def detect(view):
    {body}
F = Framework(tag="{tag}", label="Stray", detect=detect, rules=({rules}))
"""
RULE = """\
from tagger.core.findings import Severity
from tagger.core.findings import Rule
R = Rule("{code}", "{name}", Severity.INFO, "s", "w", {{}}, {{}}, "s", address="{address}")
"""
GOOD = {"code": "ZZ001", "name": "zz", "address": "https://example.org"}


def rule(**values: str) -> str:
    return RULE.format(**{**GOOD, **values})


def framework(tag: str = "stray", rules: str = "", body: str = "return Detection()") -> str:
    return FRAMEWORK.format(tag=tag, rules=rules, body=body)


@pytest.mark.parametrize(
    ("group", "target", "module", "message"),
    [
        ("frameworks", "gone:F", "", "cannot be loaded: ModuleNotFoundError: No module"),
        ("frameworks", "stray:G", "", "cannot be loaded: AttributeError: "),
        ("frameworks", "stray:F", "1 / 0", "cannot be loaded: ZeroDivisionError: "),
        (
            "frameworks",
            "stray:F",
            "F = 1",
            "leads to a value of type int, not to a tagger.frameworks.base.Framework",
        ),
        ("frameworks", "stray:F", framework("harbor"), "claims the tag 'harbor', which is taken"),
        ("frameworks", "stray:F", framework("rl-environment"), "which is taken"),
        ("rules", "stray", "", "holds no tagger.core.findings.Rule"),
        (
            "rules",
            "stray:R",
            "R = 'HB001'",
            "leads to a value of type str, not to rules or a module",
        ),
        ("rules", "stray:R", "R = [1]", "lists something that is not a tagger.core.findings.Rule"),
        ("rules", "stray", rule(code="ZZ1"), "'ZZ1' that cannot be used: a code is two capitals"),
        ("rules", "stray", rule(code="HB999"), "codes that begin with HB are tagger's own"),
        ("rules", "stray", rule(name="missing-tags"), "TG001 has the same name, 'missing-tags'"),
        ("rules", "stray", rule(address=""), "it has no `address`"),
        ("rules", "stray", rule() + rule(name="b").replace("R =", "S ="), "'zz' has the same code"),
    ],
)
def test_a_plug_in_that_cannot_be_used_is_one_line(
    tmp_path: Path, group: str, target: str, module: str, message: str
) -> None:
    points = f"[tagger.{group}]\nstray = {target}\n"
    distribution(tmp_path / "site", points, {"stray": module})
    done = Installed(tmp_path / "site", tmp_path)("rule")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tagger: error: the plug-in 'stray' of stray 0.1 ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_rule_of_a_framework_is_checked_too(tmp_path: Path) -> None:
    module = rule(code="TG001") + framework(rules="R,")
    distribution(tmp_path / "site", "[tagger.frameworks]\nstray = stray:F\n", {"stray": module})
    done = Installed(tmp_path / "site", tmp_path)("rule")
    assert done.returncode == 2
    assert "the framework 'Stray' has a rule 'TG001' that cannot be used" in done.stderr


@pytest.mark.parametrize("target", ["stray", "stray:R", "stray:ALL"])
def test_rules_come_as_a_module_one_or_several(tmp_path: Path, target: str) -> None:
    module = rule() + "ALL = [R]\n"
    distribution(tmp_path / "site", f"[tagger.rules]\nstray = {target}\n", {"stray": module})
    assert "ZZ001" in Installed(tmp_path / "site", tmp_path)("rule", "ZZ").stdout


def test_a_detector_that_fails_is_named(tmp_path: Path, mazes: Path) -> None:
    module = framework(body="return {}['x']")
    distribution(tmp_path / "site", "[tagger.frameworks]\nstray = stray:F\n", {"stray": module})
    done = Installed(tmp_path / "site", mazes)("detect")
    assert (done.returncode, done.stderr) == (
        2,
        (
            "tagger: error: a fault in the plug-in 'stray' of stray 0.1: KeyError: 'x';"
            " --debug shows where\n"
        ),
    )


def test_nothing_in_the_repository_that_is_read_is_a_plug_in(tmp_path: Path, mazes: Path) -> None:
    distribution(mazes, "[tagger.rules]\nstray = stray\n", {"stray": "open('executed', 'w')"})
    (mazes / "yaml.py").write_text("open('executed', 'w')", "utf-8")
    (mazes / "jsonschema.py").write_text("open('executed', 'w')", "utf-8")
    (mazes / "tagger.toml").write_text("ignore = ['AE']\n[severity]\nRP = 'info'\n", "utf-8")
    done = Installed(tmp_path, mazes)("check", "--fail-on", "never")
    assert "no rule has the code or name 'AE'" in done.stderr
    (mazes / "tagger.toml").unlink()
    assert Installed(tmp_path, mazes)("check", "--fail-on", "never").returncode == 0
    assert not (mazes / "executed").exists()
