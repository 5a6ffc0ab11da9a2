"""``tagger pr``: one pull request a dataset, with the tags that its card lacks."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tagger.cli.options import (
    add_budget,
    add_configuration,
    add_output,
    add_selection,
    given_budget,
)
from tagger.cli.parser import Parser
from tagger.cli.pr_report import FORMATS, HandledTarget, preview, render, summary, text
from tagger.cli.progress import progress
from tagger.cli.prompt import ask, can_ask
from tagger.cli.settings import Configurations, local_folder
from tagger.cli.status import Status
from tagger.core.errors import TaggerError
from tagger.engine.check import check
from tagger.engine.selection import Layer, Selection
from tagger.files.atomic import write_atomically
from tagger.hub.ids import HubId, looks_like_address, parse_hub_id
from tagger.pulls.api import PullApi
from tagger.pulls.proposal import CARD, TAG_RULES, propose
from tagger.pulls.run import Handled, PullOutcome, handle
from tagger.targets import hub_target, open_target

if TYPE_CHECKING:
    from argparse import Namespace

    from tagger.cli.console import Console
    from tagger.core.findings import Finding
    from tagger.pulls.model import Standing
    from tagger.pulls.proposal import Nothing, Proposal
    from tagger.targets import Target

DESCRIPTION = """\
Opens one pull request on each dataset whose card lacks tags that its files prove, or updates the
one that it opened before. Only the header of README.md is changed, by the safe fixes of TG001 and
TG004 unless other rules are chosen. Where a pull request of somebody's brings the tags already, or
one was closed without being merged, nothing is sent."""

EXAMPLES = (
    ("tagger pr --dry-run org/name", "show what would be sent; needs no token"),
    ("tagger pr org/name", "ask, then send"),
    ("tagger pr --yes org/one org/two", "several datasets, without questions"),
    ("tagger pr", "the dataset of which the current folder is a clone"),
    ("tagger pr --yes --format json org/name", "for scripts"),
)


def parser(prog: str) -> Parser:
    """The arguments of ``tagger pr``."""
    made = Parser(prog, "[REPO_ID ...]", DESCRIPTION, EXAMPLES)
    made.add_argument(
        "targets",
        nargs="*",
        metavar="REPO_ID",
        help="a dataset on the Hub as org/name, datasets/org/name, hf://datasets/org/name or its"
        " web address, or a folder that is a clone of one (default: the current folder)",
    )
    which = made.add_mutually_exclusive_group()
    which.add_argument(
        "--dry-run", action="store_true", help="show diff and text and send nothing; exit 1 if due"
    )
    which.add_argument("-y", "--yes", action="store_true", help="send without asking")
    group = made.add_argument_group("what is read")
    group.add_argument("--rev", metavar="REV", help="this revision, which must be the head of main")
    for name, words in (("--include", "count, whatever their name"), ("--exclude", "never count")):
        group.add_argument(
            name,
            metavar="PATTERN",
            action="append",
            default=[],
            help=f"units in these folders {words}",
        )
    add_budget(made, "what one dataset may cost", "beyond them no pull request is sent")
    add_selection(made)
    add_output(made, FORMATS)
    add_configuration(made)
    made.set_defaults(card=None, fail_on=None)
    return made


def run(args: Namespace, console: Console) -> Status:
    """Handle every dataset and report."""
    if not args.dry_run and not args.yes and not can_ask(console):
        raise TaggerError("there is no terminal to ask on: add --yes to send, or --dry-run to look")
    api = PullApi()
    if not args.dry_run and not api.has_token:
        raise TaggerError(
            "a pull request needs an account: log in by `hf auth login` or set HF_TOKEN"
            " (--dry-run needs none)"
        )
    return _PullRequests(args, console, api).run()


class _PullRequests:
    """One run of the command."""

    def __init__(self, args: Namespace, console: Console, api: PullApi) -> None:
        self._args = args
        self._console = console
        self._api = api
        self._configurations = Configurations(args)
        #: Other rules may ask for more than what proves the tags.
        self._proof_only = not (args.select or args.extend_select)
        rules = args.select or sorted(TAG_RULES)
        self._rules = Selection([Layer(rules, args.extend_select or (), args.ignore or ())])
        self._rules.check()

    def run(self) -> Status:
        """Handle every dataset; the exit status of docs/design.md §3."""
        args, entries = self._args, []
        streams = args.output is None and (args.format or "text") == "text"
        for name in args.targets or ["."]:
            entry = self._handle(name)
            entries.append(entry)
            if entry.handled.outcome is PullOutcome.FAILED:
                where = f"{entry.repo_id}: " if entry.repo_id else ""
                self._console.fault(where + entry.handled.reason)
            elif streams:
                self._show(entry)
        self._report(entries, streams=streams)
        return _status([entry.handled.outcome for entry in entries])

    # -- one dataset ---------------------------------------------------------------------

    def _handle(self, name: str) -> HandledTarget:
        try:
            local = self._clone(name)
            hub_id = self._revised(local.hub_id if local else None, name)
        except TaggerError as error:
            return HandledTarget(name, None, Handled(PullOutcome.FAILED, str(error)))
        handled = handle(
            self._api,
            lambda: self._read(hub_id, local),
            self._agrees,
            dry_run=self._args.dry_run,
            pinned=hub_id.revision is not None,
        )
        return HandledTarget(name, hub_id.repo_id, handled)

    def _clone(self, name: str) -> Target | None:
        """The folder that a name stands for; ``None`` for a dataset on the Hub."""
        if local_folder(name) is None and looks_like_address(name):
            return None
        local = open_target(name)
        if local.hub_id is None:
            raise TaggerError(
                f"{name!r} is not a clone of a dataset on the Hub: name the dataset, org/name"
            )
        if not self._args.quiet:
            self._console.note(f"{name!r} is a clone of {local.hub_id}, which is read on the Hub")
        return local

    def _revised(self, repo_id: str | None, name: str) -> HubId:
        """The dataset, and the revision that the name or an option gives."""
        named = HubId(repo_id) if repo_id else parse_hub_id(name)
        if named.revision and self._args.rev:
            raise TaggerError(f"--rev and {name!r} both name a revision: choose one")
        return HubId(named.repo_id, named.revision or self._args.rev)

    def _read(self, hub_id: HubId, local: Target | None) -> Proposal | Nothing:
        """What the dataset needs now; a clone of it brings its own configuration."""
        repo_id = hub_id.repo_id
        budget = given_budget(self._args)
        with progress(self._console, f"reading {repo_id}"):
            target = hub_target(hub_id, self._api.client, budget)
            # A name that is not a path, lest a folder of the same name lend its configuration.
            on_hub = replace(target, name=f"hf://datasets/{repo_id}")
            settings = self._configurations.settings(local or on_hub)
            options = replace(
                settings.options,
                card=CARD,
                hub_dataset=True,
                repo_id=repo_id,
                proof_only=self._proof_only,
            )
            result = check(target.tree, options)
        view = result.facts.view
        if not view.complete and not self._args.quiet:
            self._console.note(f"{repo_id}: not everything was read: {'; '.join(view.notes[:1])}")

        def wanted(finding: Finding) -> bool:
            return self._rules.accepts(finding) and settings.selection.accepts(finding)

        endpoint = self._api.client.endpoint
        return propose(target, options, endpoint=endpoint, result=result, wanted=wanted)

    def _agrees(self, proposal: Proposal, standing: Standing) -> bool:
        if self._args.yes:
            return True
        self._console.raw_note(preview(proposal))
        pull = standing.pull
        deed = f"update pull request #{pull.num}" if pull else "open this pull request"
        return ask(self._console, f"{deed} on {proposal.repo_id}?")

    # -- the report ----------------------------------------------------------------------

    def _show(self, entry: HandledTarget) -> None:
        foreign = entry.handled.outcome is PullOutcome.PLANNED
        with self._console.untouched() if foreign else nullcontext():
            self._console.write(text(entry, self._console.style))

    def _report(self, entries: list[HandledTarget], *, streams: bool) -> None:
        args = self._args
        files = [*args.also, *([(args.format or "text", args.output)] if args.output else [])]
        for name, file in files:
            report = render(name, entries, dry_run=args.dry_run)
            write_atomically(Path(file), report.encode("utf-8", "backslashreplace"))
        if not streams and not args.output:
            self._console.write(render(args.format, entries, dry_run=args.dry_run))
        if len(entries) > 1 and not args.quiet:
            self._console.note(summary(entries))


def _status(outcomes: list[PullOutcome]) -> Status:
    failed = outcomes.count(PullOutcome.FAILED)
    if failed:
        return Status.FAULT if failed == len(outcomes) else Status.PARTLY
    undone = (PullOutcome.PLANNED, PullOutcome.DECLINED)
    return Status.FOUND if any(outcome in undone for outcome in outcomes) else Status.CLEAN
