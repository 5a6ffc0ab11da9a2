"""The files of an environment package: the manifest as a file, and what is around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tagger.card.split import CardState, split
from tagger.core.errors import ReadError
from tagger.core.findings import Rule, Severity
from tagger.frameworks.openenv.manifest import NAME, Manifest, ManifestError
from tagger.frameworks.openenv.package import join
from tagger.text import yaml
from tagger.text.yaml import YamlError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tagger.core.findings import Finding
    from tagger.frameworks.openenv.package import Package
    from tagger.tree.view import TreeView

UNREADABLE = Rule(
    code="OE001",
    name="openenv-manifest-unreadable",
    severity=Severity.ERROR,
    summary="`openenv.yaml` is not one YAML mapping in UTF-8",
    why=(
        "`openenv push` reads the manifest with PyYAML's safe loader and gives up on bytes that are"
        " not UTF-8, on broken YAML, on unknown tags, on several documents, and on anything but a"
        " mapping. `openenv validate` ends in an internal error on undecodable bytes. The package"
        " proves no `openenv` tag until the file can be read. PyYAML reads YAML 1.1: a tab behind"
        " a colon or a value is a fault, and an unquoted `{{NAME}}` is a mapping used as a key."
        "\n\nFiles over 4 MiB are not read, and nesting beyond 300 levels is refused here although"
        " PyYAML reaches about 490."
    ),
    bad={"word_env/openenv.yaml": "name: word_env\n  app: server.app:app\n"},
    good={"word_env/openenv.yaml": "name: word_env\napp: server.app:app\n"},
    source="openenv 0.10.0, cli/commands/push.py:_validate_openenv_directory; OpenEnv#1112",
)


@UNREADABLE.check
def _check_unreadable(_: TreeView, package: Package) -> Iterator[Finding]:
    """A manifest that `openenv push` cannot read."""
    if isinstance(package.manifest, ManifestError):
        yield UNREADABLE.at(
            package.manifest_path,
            f"the manifest is {package.manifest.reason}, so `openenv push` refuses the package",
            package.manifest.span,
            hint="write one YAML mapping in UTF-8, such as `name: my_env`",
        )


INCOMPLETE = Rule(
    code="OE003",
    name="openenv-package-incomplete",
    severity=Severity.WARNING,
    summary="Files that OpenEnv's structure check asks for are missing beside `openenv.yaml`",
    why=(
        "`openenv push` accepts a folder only with `openenv.yaml`, `__init__.py`, `client.py`,"
        " `README.md`, `pyproject.toml`, and either a `Dockerfile` or `server/Dockerfile` together"
        " with `server/__init__.py` and `server/app.py`. Names are case-sensitive, and files of a"
        " folder above do not count. Without them the folder proves no `openenv` tag."
        "\n\nBy the letter the loader fails, which would make this an error. It is a warning"
        " because nobody pushes a dataset repository, and because the check asks for presence"
        " alone: about half of the public third-party packages lack an `__init__.py`."
    ),
    bad={"word_env/client.py": None},
    good={"word_env/client.py": "class WordEnv:\n    pass\n"},
    source="openenv 0.10.0, cli/_cli_utils.py:validate_env_structure",
)


@INCOMPLETE.check
def _check_incomplete(_: TreeView, package: Package) -> Iterator[Finding]:
    """Files that the structure check does not find."""
    # A manifest that leads nowhere is UNREADABLE's.
    names = [either(package.folder, name) for name in package.missing if name != NAME]
    if names:
        yield INCOMPLETE.at(
            package.manifest_path,
            f"`openenv push` refuses the package because {', '.join(names)}"
            f" {'is' if len(names) == 1 else 'are'} missing",
            hint="add what is missing, or remove the manifest if this is not an environment",
        )


def either(folder: str, name: str) -> str:
    """A file that is missing, or the files of which one is missing, with their paths."""
    return " or ".join(repr(join(folder, part)) for part in name.split(" or "))


AMBIGUOUS = Rule(
    code="OE013",
    name="openenv-package-ambiguous",
    severity=Severity.WARNING,
    summary="A second kind of task definition lies beside `openenv.yaml`",
    why=(
        "`openenv validate` refuses a folder with `openenv.yaml` and a `task.toml`, or a `task.md`"
        " that begins with front matter, as ambiguous (exit status 2). `push` does not mind."
    ),
    bad={"word_env/task.toml": '[task]\nname = "acme/words"\n'},
    good={"word_env/task.toml": None},
    source="openenv 0.10.0, validation/signature.py:detect_signature; OpenEnv#956",
)


@AMBIGUOUS.check
def _check_ambiguous(view: TreeView, package: Package) -> Iterator[Finding]:
    """A task definition of another kind beside the manifest."""
    for name in ("task.toml", "task.md"):
        path = join(package.folder, name)
        if view.is_file(path) and (name == "task.toml" or _has_front_matter(view, path)):
            yield AMBIGUOUS.at(
                package.manifest_path,
                f"`openenv validate` refuses the package as ambiguous: {path!r} lies beside it",
                hint=f"move {name} into a folder of its own",
            )


def _has_front_matter(view: TreeView, path: str) -> bool:
    try:
        return view.text(path).lstrip().startswith("---")
    except ReadError:
        return False


README = Rule(
    code="OE014",
    name="openenv-readme-second-header",
    severity=Severity.INFO,
    summary="`openenv push` would put a second header in front of the package's README",
    why=(
        "The Hub finds a header behind blank lines or a byte-order mark. `openenv push` does not:"
        " it puts a header of its own in front, and the author's becomes text of the page."
    ),
    bad={"word_env/README.md": "\n---\nsdk: docker\n---\n# Words\n"},
    good={"word_env/README.md": "---\nsdk: docker\n---\n# Words\n"},
    source="openenv 0.10.0, cli/commands/push.py (README handling)",
)


@README.check
def _check_readme(view: TreeView, package: Package) -> Iterator[Finding]:
    """A header of the package's README that `openenv push` does not see."""
    raw, header = _readme(view, package)
    if header is None or raw.startswith(b"---") or b"base_path: /web" in raw:
        return
    yield README.at(
        join(package.folder, "README.md"),
        "`openenv push` does not see the header here and would put a second one in front",
        hint="begin the file with `---`: no empty line and no byte-order mark before it",
    )


PORT = Rule(
    code="OE008",
    name="openenv-port-mismatch",
    severity=Severity.WARNING,
    summary="The README's `app_port` is not the manifest's `port`",
    why=(
        "A Docker Space is reached through the `app_port` of the package's README. No released"
        " OpenEnv reads the manifest's `port`, so where the two differ one of them misleads, and"
        " if it is `app_port` the Space never answers."
    ),
    bad={
        "word_env/openenv.yaml": "name: word_env\nport: 8000\n",
        "word_env/README.md": "---\nsdk: docker\napp_port: 7860\n---\n# Words\n",
    },
    good={
        "word_env/openenv.yaml": "name: word_env\nport: 7860\n",
        "word_env/README.md": "---\nsdk: docker\napp_port: 7860\n---\n# Words\n",
    },
    source="openenv 0.10.0, cli/commands/push.py (README header), survey of public manifests",
)


@PORT.check
def _check_port(view: TreeView, package: Package) -> Iterator[Finding]:
    """A port in the README's header that is not the manifest's."""
    _, header = _readme(view, package)
    manifest = package.manifest
    if header is None or not isinstance(manifest, Manifest):
        return
    port, app_port = manifest.data.get("port"), _app_port(header)
    if None not in (_number(port), _number(app_port)) and _number(port) != _number(app_port):
        path = join(package.folder, "README.md")
        yield PORT.at(
            manifest.path,
            f"`port` is {port}, but {path!r} says `app_port: {app_port}`",
            manifest.span("port"),
            hint="write the port that the server listens on in both places",
        )


def _readme(view: TreeView, package: Package) -> tuple[bytes, bytes | None]:
    """The README of a package with a readable manifest, and its header if it has one."""
    if not isinstance(package.manifest, Manifest):
        return b"", None
    try:
        raw = view.read(join(package.folder, "README.md"))
    except ReadError:
        return b"", None
    parts = split(raw)
    return raw, parts.header if parts.state is CardState.HEADER else None


def _app_port(header: bytes) -> Any:
    try:
        data = yaml.load(header.decode("utf-8") + "\n")
    except (UnicodeDecodeError, YamlError):
        return None
    return data.get("app_port") if isinstance(data, dict) else None


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isdecimal() and len(value) < 10:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
