"""Strict equality of trees."""

from __future__ import annotations

import pytest

from tagger.card.nodes import same_nodes
from tagger.text import yaml


def same(left: str, right: str) -> bool:
    one, other = yaml.compose(left), yaml.compose(right)
    assert one is not None
    assert other is not None
    return same_nodes([one], [other])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("a: 1\n", "a: '1'\n"),
        ("a: x\n", "a: y\n"),
        ("a: [x]\n", "a: {x: }\n"),
        ("a: [x]\n", "a: [x, x]\n"),
        ("a: &a [x]\nb: *a\n", "a: [x]\nb: [x]\n"),
        ("a: 0o7\n", "a: '0o7'\n"),
        ("a: 1\nb: 2\n", "b: 2\na: 1\n"),
    ],
)
def test_trees_that_differ(left: str, right: str) -> None:
    assert same(left, left)
    assert not same(left, right)


def test_places_style_and_comments_of_trees_do_not_matter() -> None:
    assert same("a: [x, 'y']\n", 'a:\n- x # z\n\n- "y"\n')
