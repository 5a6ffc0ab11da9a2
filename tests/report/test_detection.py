from __future__ import annotations

from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.tags import Tags
from tagger.report.detection import render
from tests.report.test_formats import HOSTILE, hostile
from tests.support.reports import PLAIN, checked, full
from tests.support.snapshots import assert_snapshot


def shown(*outcomes: object) -> str:
    return "".join(render(outcomes, PLAIN))  # type: ignore[arg-type]


def test_whole_report() -> None:
    broken = Detection(Verdict.BROKEN, broken=[Unit("t", "task")], needs=[Need("mend it", "HB001")])
    hint = Detection(suggestions=[Evidence("README.md", "names a published environment")])
    tags = Tags(declared=("harbor",), unproven=("harbor",), suggested=("verifiers",))
    more = checked(detections={"harbor": broken, "verifiers": hint}, tags=tags, target="sets/more")
    assert_snapshot(shown(*full(), more), "report/detection.txt")


def test_much_evidence_is_counted() -> None:
    evidence = [Evidence(f"tasks/{n}", "a task") for n in range(5000)]
    text = shown(checked(detections={"harbor": Detection(Verdict.NATIVE, evidence=evidence)}))
    assert text.count("a task") == 3
    assert "… and 4,997 more" in text


def test_foreign_text_stays_on_its_line() -> None:
    outcomes = hostile()
    for text in HOSTILE:
        found = Detection(evidence=[Evidence(text, text)], needs=[Need(text, "HB001")])
        tags = Tags(declared=(text,))
        outcomes.append(checked(detections={"harbor": found}, tags=tags, target=text))
    lines = shown(*outcomes).splitlines()
    assert all(line.isprintable() for line in lines)
    assert not any(line.lstrip().startswith(("::", "##[")) for line in lines)
