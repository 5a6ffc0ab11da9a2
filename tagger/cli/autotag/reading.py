"""From a command line to the way datasets are read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tagger.autotag.names import Patterns, read_names
from tagger.autotag.planner import Planner
from tagger.cli.settings import Configurations
from tagger.pulls.proposal import CARD, is_tag_fix

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from tagger.autotag.planner import Wanted
    from tagger.core.findings import Finding
    from tagger.hub.client import HubClient
    from tagger.rules.facts import Options
    from tagger.targets import Target


#: What stands for every dataset on the Hub: none of them brings a configuration.
_ANY = "hf://datasets"


def make_planner(args: Namespace, client: HubClient) -> Planner:
    """What reads datasets under a command line and the configuration that it names.

    Raises:
        TaggerError: a faulty configuration.
    """
    configurations = Configurations(args)

    def settings(target: Target) -> tuple[Options, Wanted]:
        # A name that is not a path, lest a folder of the same name lend its configuration.
        found = configurations.settings(replace(target, name=f"hf://datasets/{target.hub_id}"))

        def wanted(finding: Finding) -> bool:
            return is_tag_fix(finding) and found.selection.accepts(finding)

        options = replace(
            found.options, card=CARD, hub_dataset=True, repo_id=target.hub_id, proof_only=True
        )
        return options, wanted

    return Planner(client, settings, args.max_requests, args.max_bytes)


def registered_ids(args: Namespace) -> list[str]:
    """The datasets that the configuration calls registered.

    Raises:
        TaggerError: a faulty configuration.
    """
    return list(Configurations(args).of(_ANY).registered)


def patterns(files: Iterable[str]) -> Patterns:
    """The owners and ids of files.

    Raises:
        TaggerError: one cannot be read.
    """
    return Patterns.of(word for file in files for word in read_names(file))
