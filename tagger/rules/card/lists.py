"""DC040-DC044: keys whose values come from a list of the Hub."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.card.edit import to_list
from tagger.core.findings import Rule, Safety, Severity
from tagger.data.vocabulary import vocabulary
from tagger.rules.card.values import (
    described,
    hint_of,
    is_early,
    is_null,
    listed,
    over_keys,
    placed,
    respelling,
)
from tagger.rules.tags.common import offer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.card.header import Header
    from tagger.core.findings import Finding
    from tagger.data.vocabulary import Vocabulary
    from tagger.rules.facts import Facts

#: A hint names all values of a list that is no longer than this.
MAX_LISTED = 15
_FIX = " The fix corrects capitals; for a value that differs in punctuation it is unsafe."
_TASK_KEYS = ("task_categories", "task_ids")
_CREATOR_KEYS = ("annotations_creators", "language_creators", "multilinguality")
#: Categories that the Hub once had, and what took their place.
_RETIRED = {"conversational": "text-generation", "text2text-generation": "text-generation"}
#: Named by `huggingface_hub`'s documentation and missing in the lists of `datasets`.
_FURTHER = {"size_categories": ("other",)}


TASKS_NOT_A_LIST = Rule(
    code="DC040",
    name="tasks-not-a-list",
    severity=Severity.ERROR,
    summary="`task_categories` or `task_ids` is not a list",
    why="Other keys take one value or a list; these two take a list only. The Hub answers 400 to"
    " a single value. The fix makes a list of it.",
    bad={"README.md": "---\ntask_categories: text-generation\n---\n"},
    good={"README.md": "---\ntask_categories:\n- text-generation\n---\n"},
    source="datasets#5137",
    fix=Safety.SAFE,
)


@TASKS_NOT_A_LIST.check
@over_keys
def _check_tasks_not_a_list(facts: Facts, header: Header) -> Iterator[Finding]:
    import yaml

    for key in _TASK_KEYS:
        pair = header.get(key)
        if pair and not isinstance(pair.value, yaml.SequenceNode):
            if is_null(header, pair.value):
                continue
            yield TASKS_NOT_A_LIST.at(
                facts.card.path,
                f"the Hub refuses the card: `{key}` must be a list, not"
                f" {described(header, pair.value)}",
                header.span(pair.value),
                hint=f"write each value on a line of its own below `{key}:`, after a dash",
                fix=offer("make it a list of one value", to_list, facts.card, key)[0],
            )


def _unknown(rule: Rule, facts: Facts, header: Header, key: str, harm: str) -> Iterator[Finding]:
    """A finding for each value of a key that its list does not hold."""
    known = listed(facts, key).extended(_FURTHER.get(key, ()))
    for path, node in placed(header, key):
        word = node.value if header.is_string(node) else ""
        if is_null(header, node) or word in known:
            continue
        same = known.same(word)
        yield rule.at(
            facts.card.path,
            f"{described(header, node)} is not a value of `{key}`: {harm}",
            header.span(node),
            hint=_advice(known, word) if is_early(path) else None,
            fix=respelling(facts, path, word, same) if same else None,
        )


def _advice(known: Vocabulary, word: str) -> str | None:
    """The value that was meant, the key it belongs to, or the whole list where that is short."""
    if word in _RETIRED:
        return f"the category was retired: write `{_RETIRED[word]}`"
    if known.name == "task_ids" and word in vocabulary("task_categories"):
        return "this is a task category: write it under `task_categories`"
    if len(known.values) > MAX_LISTED:
        return hint_of(known.nearest(word))
    return hint_of(known.same(word), f"the values are {', '.join(known.values)}")


TASK_CATEGORY_UNKNOWN = Rule(
    code="DC041",
    name="task-category-unknown",
    severity=Severity.WARNING,
    summary="A task category that the Hub does not know",
    why="The Hub takes the card with a warning and shows a banner on its page; the filter for the"
    " task does not find the dataset. RL environments use `reinforcement-learning`,"
    " `text-generation` or `other`." + _FIX,
    bad={"README.md": "---\ntask_categories:\n- conversational\n- Reinforcement-Learning\n---\n"},
    good={"README.md": "---\ntask_categories:\n- reinforcement-learning\n---\n"},
    source="npm @huggingface/tasks, PIPELINE_DATA; huggingface_hub#3130",
    fix=Safety.SAFE,
    gives_way_to=("DC040",),
)


@TASK_CATEGORY_UNKNOWN.check
@over_keys
def _check_task_category_unknown(facts: Facts, header: Header) -> Iterator[Finding]:
    harm = "the Hub warns, and the page links no task"
    yield from _unknown(TASK_CATEGORY_UNKNOWN, facts, header, "task_categories", harm)


TASK_ID_UNKNOWN = Rule(
    code="DC042",
    name="task-id-unknown",
    severity=Severity.WARNING,
    summary="A task id that the Hub does not know",
    why="Task ids are the sub-tasks of the categories, from a closed list. The Hub warns about any"
    " other; free words belong under `tags`." + _FIX,
    bad={"README.md": "---\ntask_ids:\n- Puzzle Reranking\n- Language-Modeling\n---\n"},
    good={"README.md": "---\ntask_ids:\n- language-modeling\ntags:\n- puzzle-reranking\n---\n"},
    source="npm @huggingface/tasks, SUBTASK_TYPES; mteb#2624",
    fix=Safety.SAFE,
)


@TASK_ID_UNKNOWN.check
@over_keys
def _check_task_id_unknown(facts: Facts, header: Header) -> Iterator[Finding]:
    yield from _unknown(
        TASK_ID_UNKNOWN, facts, header, "task_ids", "the Hub warns, and no filter finds it"
    )


SIZE_CATEGORY_UNKNOWN = Rule(
    code="DC043",
    name="size-category-unknown",
    severity=Severity.WARNING,
    summary="A size category that is not one of the classes",
    why="The classes run from `n<1K` in powers of ten to `n>1T`. `n>1M` is of an older scheme; a"
    " figure such as `89` is not a class at all. The filter knows only the classes." + _FIX,
    bad={"README.md": "---\nsize_categories:\n- n>1M\n- 1k<n<10k\n---\n"},
    good={"README.md": "---\nsize_categories:\n- 1M<n<10M\n- 1K<n<10K\n---\n"},
    source="datasets 5.2.0, `utils/resources/size_categories.json`; datasets#2527",
    fix=Safety.SAFE,
)


@SIZE_CATEGORY_UNKNOWN.check
@over_keys
def _check_size_category_unknown(facts: Facts, header: Header) -> Iterator[Finding]:
    harm = "the filter by size does not find the dataset"
    yield from _unknown(SIZE_CATEGORY_UNKNOWN, facts, header, "size_categories", harm)


ORIGIN_VALUE_UNKNOWN = Rule(
    code="DC044",
    name="origin-value-unknown",
    severity=Severity.WARNING,
    summary="A value of `annotations_creators`, `language_creators` or `multilinguality` that does"
    " not exist",
    why="The three keys have lists of four to six values each. Other words are kept and mean"
    " nothing; `expert-annotated` for `expert-generated` is a common mistake." + _FIX,
    bad={"README.md": "---\nannotations_creators: [experts, Found]\n---\n"},
    good={"README.md": "---\nannotations_creators: [expert-generated, found]\n---\n"},
    source="datasets 5.2.0, `utils/resources/creators.json` and `multilingualities.json`",
    fix=Safety.SAFE,
)


@ORIGIN_VALUE_UNKNOWN.check
@over_keys
def _check_origin_value_unknown(facts: Facts, header: Header) -> Iterator[Finding]:
    for key in _CREATOR_KEYS:
        yield from _unknown(ORIGIN_VALUE_UNKNOWN, facts, header, key, "no filter finds it")
