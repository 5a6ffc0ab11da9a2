"""Environment packages: what ``openenv push`` accepts, and what is wrong with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tagger.core.detections import Detection, Evidence, Need, Unit, Verdict
from tagger.core.errors import ReadError
from tagger.frameworks.openenv import rules_manifest as rules
from tagger.frameworks.openenv.draft import check_draft
from tagger.frameworks.openenv.keys import check_manifest
from tagger.frameworks.openenv.manifest import NAME, Manifest, ManifestError
from tagger.frameworks.openenv.package import Package, find_packages, join, links
from tagger.frameworks.openenv.readme import check_readme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.tree.view import TreeView

_MISNAMED = frozenset({"openenv.yaml", "openenv.yml"})


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
        findings=[*_findings(view, own), *_misnamed(view), *check_draft(view)],
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
        yield Need(f"add {_either(package.folder, name)}", rules.INCOMPLETE.code)
    if not isinstance(package.manifest, Manifest):
        what = f"make {package.manifest_path!r} a YAML mapping in UTF-8"
        yield Need(what, rules.UNREADABLE.code)
    elif not package.manifest.name:
        yield Need(f"give {package.manifest_path!r} a `name`", rules.NAMELESS.code)


def _findings(view: TreeView, packages: list[Package]) -> Iterator[Finding]:
    for package in packages:
        if isinstance(package.manifest, Manifest):
            yield from check_manifest(package.manifest)
            yield from check_readme(view, package.folder, package.manifest)
        else:
            yield _unreadable(package.manifest_path, package.manifest)
        if package.missing:
            yield _incomplete(package)
        yield from _ambiguous(view, package)
        yield from _links(view, package)


def _unreadable(path: str, error: ManifestError) -> Finding:
    return rules.UNREADABLE.at(
        path,
        f"the manifest is {error.reason}, so `openenv push` refuses the package",
        error.span,
        hint="write one YAML mapping in UTF-8, such as `name: my_env`",
    )


def _incomplete(package: Package) -> Finding:
    names = [_either(package.folder, name) for name in package.missing]
    return rules.INCOMPLETE.at(
        package.manifest_path,
        f"`openenv push` refuses the package for want of {', '.join(names)}",
        hint="add what is missing, or drop the manifest if this is no environment package",
    )


def _either(folder: str, name: str) -> str:
    return " or ".join(repr(join(folder, part)) for part in name.split(" or "))


def _ambiguous(view: TreeView, package: Package) -> Iterator[Finding]:
    for name in ("task.toml", "task.md"):
        path = join(package.folder, name)
        if view.is_file(path) and (name == "task.toml" or _has_front_matter(view, path)):
            yield rules.AMBIGUOUS.at(
                package.manifest_path,
                f"`openenv validate` refuses the package as ambiguous: {path!r} lies beside it",
                hint=f"move {name} into a folder of its own",
            )


def _has_front_matter(view: TreeView, path: str) -> bool:
    try:
        return view.text(path).lstrip().startswith("---")
    except ReadError:
        return False


def _links(view: TreeView, package: Package) -> Iterator[Finding]:
    for entry in links(view, package.folder):
        yield rules.LINK.at(
            entry.path,
            "a symbolic link, so `openenv validate` refuses the package around it",
            hint="put a copy of the file in its place",
        )


def _misnamed(view: TreeView) -> Iterator[Finding]:
    for path in view.paths:
        folder, _, name = path.rpartition("/")
        if name == NAME or name.lower() not in _MISNAMED or view.get(join(folder, NAME)):
            continue
        if view.is_file(path) and view.scope.aside(folder) is None:
            yield rules.MISNAMED.at(
                path,
                f"OpenEnv looks for `{NAME}` and does not find this file",
                hint=f"rename it to `{NAME}`",
            )
