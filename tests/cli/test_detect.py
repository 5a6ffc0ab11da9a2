from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from tagger.data.shipped import read_shipped
from tests.support.snapshots import assert_snapshot

if TYPE_CHECKING:
    from tests.cli.conftest import Tagger

EXAMPLE = Path(__file__).parents[2] / "examples" / "number-puzzles"


def test_whole_output(tagger: Tagger, here: Path) -> None:
    shutil.copytree(EXAMPLE, here / "puzzles")
    assert_snapshot(tagger("detect", "puzzles").shown(here), "cli/detect.txt")


def test_json_is_the_report(tagger: Tagger) -> None:
    document = json.loads(tagger("detect", "--format", "json", EXAMPLE).out)
    Draft202012Validator(json.loads(read_shipped("report.schema.json"))).validate(document)
    assert document["targets"][0]["frameworks"]["harbor"]["units"] == 2


def test_findings_are_those_of_the_detectors(tagger: Tagger, faulty: Path) -> None:
    (faulty / "openenv.yaml").write_text("[no mapping]", "utf-8")
    (target,) = json.loads(tagger("detect", "--format", "json", "set").out)["targets"]
    codes = {finding["code"] for finding in target["findings"]}
    assert "OE001" in codes
    assert not any(code.startswith(("DC", "TG", "RP")) for code in codes)


@pytest.mark.usefixtures("faulty")
def test_faults_do_not_count_for_the_exit_status(tagger: Tagger) -> None:
    assert tagger("detect", "set").status == 0


@pytest.mark.usefixtures("faulty")
def test_a_target_that_cannot_be_read_does(tagger: Tagger) -> None:
    done = tagger("detect", "set", "gone")
    assert done.status == 2
    assert done.out.startswith("set\n")
