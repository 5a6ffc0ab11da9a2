"""Which files are read, how much of them, and what counts as a task file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tagger.core.detections import Verdict
from tagger.frameworks.nemo_gym.detect import detect
from tagger.frameworks.nemo_gym.rows.files import task_paths
from tagger.tree.listing import ListingTree
from tagger.tree.model import Entry
from tagger.tree.view import TreeView
from tests.frameworks.nemo_gym.support import ROW, codes, detected, found, row, view

if TYPE_CHECKING:
    from tagger.core.detections import Detection

OTHER = '{"messages": []}\n'
LONG = row(input="word " * 20_000)


class Counting(ListingTree):
    """Files of one line repeated without end; counts the bytes that were read."""

    def __init__(self, sizes: dict[str, int], line: str, *, published: bool = False) -> None:
        self.read_bytes = 0
        self.published = published
        self._line = line.encode()
        super().__init__([Entry(path, size=size) for path, size in sizes.items()], self._head)

    def _head(self, path: str, limit: int) -> bytes:
        del path
        self.read_bytes += limit
        return (self._line * (limit // len(self._line) + 1))[:limit]


def judged(tree: ListingTree) -> Detection:
    return detect(TreeView(tree))


def test_every_file_name_counts_but_the_derived_ones() -> None:
    names = ["a b.jsonl", "Train.JSONL", "x_rollouts.jsonl", "x_rollouts_2.jsonl",
             "x_materialized_inputs.jsonl", "x_reward_profiling.jsonl", "train_prepare.jsonl",
             "data.json", "rollouts.jsonl"]  # fmt: skip
    paths = list(task_paths(view(dict.fromkeys(names, ROW))))
    assert paths == ["Train.JSONL", "a b.jsonl", "rollouts.jsonl"]


def test_a_file_counts_once_whatever_links_to_it() -> None:
    links = {"latest": "v1", "train.jsonl": "v1/train.jsonl", "eval.jsonl": "blobs/1", "out": "/x"}
    paths = list(task_paths(view({"v1/train.jsonl": ROW, "blobs/1": ROW}, links)))
    assert paths == ["v1/train.jsonl", "eval.jsonl"]


def test_rows_inside_a_harbor_task_prove_nothing() -> None:
    files = {"tasks/a/task.toml": "", "tasks/a/environment/rows.jsonl": ROW}
    assert detected(files).verdict is Verdict.ABSENT


@pytest.mark.parametrize(("tasks", "others", "counts"), [(4, 1, True), (3, 1, False), (8, 2, True)])
def test_from_80_per_cent_on_it_is_a_task_file(tasks: int, others: int, counts: bool) -> None:
    verdict = detected({"train.jsonl": OTHER * others + ROW * tasks}).verdict
    assert verdict is (Verdict.NATIVE if counts else Verdict.ABSENT)


def test_blank_lines_and_rollouts_do_not_count() -> None:
    rollout = '{"responses_create_params": {"input": "x"}, "response": {}, "reward": 0}\n'
    assert detected({"train.jsonl": ROW + "\n" * 5 + rollout * 5}).verdict is Verdict.NATIVE


def test_a_blend_is_told_and_suggested() -> None:
    files = {"train.jsonl": ROW * 3 + OTHER * 2}
    detection = detected(files)
    assert detection.verdict is Verdict.ABSENT
    assert [evidence.path for evidence in detection.suggestions] == ["train.jsonl"]
    assert codes(files) == {"NG017"}


def test_a_stray_first_row_decides_nothing() -> None:
    detection = detected({"train.jsonl": ROW + OTHER * 9})
    assert (detection.verdict, list(detection.suggestions)) == (Verdict.ABSENT, [])


def test_a_first_row_of_any_length_is_read() -> None:
    assert detected({"train.jsonl": row(input="x" * 600_000) + ROW}).verdict is Verdict.NATIVE


def test_rows_are_checked_far_into_a_file_and_not_to_its_end() -> None:
    tree = Counting({"train.jsonl": 400_000_000}, LONG)
    (unit,) = judged(tree).units
    assert unit.path == "train.jsonl"
    assert tree.read_bytes < 20 << 20


def test_what_was_checked_is_said_in_the_finding() -> None:
    tree = Counting({"train.jsonl": 400_000_000}, row(max_tokens=1, input="x" * 5000))
    (finding,) = judged(tree).findings
    assert "more rows of the first 16.0 MiB)" in finding.message


def test_many_large_files_share_one_budget() -> None:
    tree = Counting({f"{number}.jsonl": 40_000_000 for number in range(30)}, LONG)
    detection = judged(tree)
    assert len(detection.units) == 30
    assert tree.read_bytes < 90 << 20


def test_over_the_network_little_is_read_and_the_answer_is_the_same() -> None:
    tree = Counting({"train.jsonl": 400_000_000}, LONG, published=True)
    assert judged(tree).verdict is Verdict.NATIVE
    assert tree.read_bytes <= 2 << 20


def test_files_of_other_tools_are_only_looked_at() -> None:
    tree = Counting({"chat.jsonl": 400_000_000}, OTHER)
    assert judged(tree).verdict is Verdict.ABSENT
    assert tree.read_bytes <= 1 << 18


def test_a_sampled_file_leaves_the_report_complete() -> None:
    seen = TreeView(Counting({"train.jsonl": 400_000_000}, LONG))
    detect(seen)
    assert seen.complete


def test_pointers_leave_the_report_incomplete_where_nothing_else_was_found() -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n"
    alone = view({"train.jsonl": pointer})
    assert detect(alone).verdict is Verdict.ABSENT
    assert not alone.complete
    beside = view({"train.jsonl": pointer, "small.jsonl": ROW})
    assert detect(beside).verdict is Verdict.NATIVE
    assert beside.complete


def test_rollouts_alone_are_told() -> None:
    rollout = '{"responses_create_params": {"input": "x"}, "response": {}, "reward": 0}\n'
    assert codes({"train.jsonl": rollout}) == {"NG016"}
    assert codes({"data/example_rollouts.jsonl": rollout}) == {"NG016"}
    assert codes({"train.jsonl": ROW, "old.jsonl": rollout}) == set()


def test_rows_that_a_template_completes_need_no_input() -> None:
    entry = (
        "bench:\n  responses_api_agents:\n    simple_agent:\n      entrypoint: app.py\n"
        "      datasets:\n      - name: a\n        type: benchmark\n        prepare_script: p.py\n"
        "        jsonl_fpath: benchmarks/a/data/a.jsonl\n"
        "        prompt_config: benchmarks/a/p.yaml\n"
    )
    files = {"benchmarks/a/config.yaml": entry, "benchmarks/a/p.yaml": "user: '{q}'\n"}
    waiting = files | {"benchmarks/a/data/a.jsonl": '{"q": "1", "responses_create_params": {}}\n'}
    assert detected(waiting).verdict is Verdict.ABSENT
    assert codes(waiting) == set()
    assert found(files | {"benchmarks/a/data/a.jsonl": ROW}, "NG019")


def test_rows_of_a_taskset_may_be_any_object() -> None:
    entry = (
        "dice:\n  resources_servers:\n    dice:\n      entrypoint: app.py\n      domain: games\n"
        "      datasets:\n      - name: a\n        type: example\n        taskset: dice\n"
        "        jsonl_fpath: resources_servers/dice/data/a.jsonl\n"
    )
    files = {"gym/resources_servers/dice/configs/dice.yaml": entry}
    data = "gym/resources_servers/dice/data/a.jsonl"
    assert codes(files | {data: '{"sides": 6}\n'}) == set()
    assert found(files | {data: '{"sides": 6}\n[]\n'}, "NG002")
