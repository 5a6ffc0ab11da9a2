"""Environment packages: what ``openenv push`` accepts, and what is wrong with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.findings import checks_of, rules_in
from tagger.frameworks.openenv.manifest import Manifest
from tagger.frameworks.openenv.package import Package, find_packages
from tagger.frameworks.openenv.rules import links, manifest, other_files, validation
from tagger.frameworks.openenv.rules import package as package_rules
from tagger.frameworks.openenv.rules.manifest import NAMELESS
from tagger.frameworks.openenv.rules.package import INCOMPLETE, UNREADABLE, either

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.tree.view import TreeView

#: What is asked of every package, of every manifest that can be read, and of the tree.
_PACKAGE_CHECKS = checks_of(rules_in(package_rules, links))
_MANIFEST_CHECKS = checks_of(rules_in(manifest, validation))
_TREE_CHECKS = checks_of(rules_in(other_files))


def detect(view: TreeView) -> Detection:
    """The environment packages of a tree (openenv 0.10.0, ``openenv push``)."""
    packages = find_packages(view)
    own = [package for package in packages if package.aside is None]
    good = [package for package in own if package.is_loadable]
    broken = [package for package in own if not package.is_loadable]
    verdict = Verdict.NATIVE if good else Verdict.BROKEN if broken else Verdict.ABSENT
    return Detection(
        verdict,
        units=[_unit(package) for package in good],
        broken=[_unit(package) for package in broken],
        aside=[_unit(package) for package in packages if package.aside and package.is_loadable],
        evidence=[_evidence(package) for package in packages],
        needs=[need for package in broken for need in _needs(package)],
        findings=list(_findings(view, own)),
    )


def _unit(package: Package) -> Unit:
    return Unit(package.folder, "environment package", package)


def _evidence(package: Package) -> Evidence:
    if package.aside:
        what = f"a manifest, {package.aside}: proves nothing"
    elif package.is_loadable:
        what = "the manifest of an environment package that `openenv push` accepts"
    else:
        what = "the manifest of a package that `openenv push` refuses"
    return Evidence(package.manifest_path, what)


def _needs(package: Package) -> Iterator[Need]:
    for name in package.missing:
        yield Need(f"add {either(package.folder, name)}", INCOMPLETE.code)
    if not isinstance(package.manifest, Manifest):
        what = f"make {package.manifest_path!r} a YAML mapping in UTF-8"
        yield Need(what, UNREADABLE.code)
    elif not package.manifest.name:
        yield Need(f"give {package.manifest_path!r} a `name`", NAMELESS.code)


def _findings(view: TreeView, packages: list[Package]) -> Iterator[Finding]:
    for package in packages:
        for check in _PACKAGE_CHECKS:
            yield from check(view, package)
        if isinstance(package.manifest, Manifest):
            for check in _MANIFEST_CHECKS:
                yield from check(package.manifest)
    for check in _TREE_CHECKS:
        yield from check(view)
