from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tagger.engine.table import families, rules

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "generate"


def generate(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--root", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with nothing but a README, generated."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copy(ROOT / "README.md", root)
    assert generate(root).returncode == 0
    return root


def test_every_rule_has_a_page_and_a_link_in_the_index(made: Path) -> None:
    index = (made / "docs" / "rules" / "index.md").read_text("utf-8")
    for code in rules():
        assert (made / "docs" / "rules" / f"{code}.md").read_text("utf-8").startswith(f"# {code} ")
        assert f"({code}.md)" in index


def test_the_readme_has_a_row_for_each_family_with_the_number_of_its_rules(made: Path) -> None:
    readme = (made / "README.md").read_text("utf-8")
    for family, name in families().items():
        number = sum(code.startswith(family) for code in rules())
        (row,) = (line for line in readme.splitlines() if line.startswith(f"| [{name}]("))
        assert row.endswith(f" | {family} | {number} |")


def test_the_readme_shows_what_the_commands_print(made: Path) -> None:
    readme = (made / "README.md").read_text("utf-8")
    assert "+- harbor\n" in readme
    assert "\nexamples/number-puzzles\n  Harbor " in readme


def test_marked_parts_of_pages_are_made(made: Path) -> None:
    root = made.parent / "pages"
    shutil.copytree(made, root)
    page = root / "docs" / "page.md"
    page.write_text("Before.\n<!-- tagger schema -->\nold\n<!-- end -->\nAfter.\n", "utf-8")
    assert generate(root).returncode == 0
    text = page.read_text("utf-8")
    assert text.startswith("Before.\n<!-- tagger schema -->\n```console\n$ tagger schema\n")
    assert text.endswith("```\n<!-- end -->\nAfter.\n")
    assert "\nold\n" not in text
    page.write_text("<!-- something -->\n<!-- end -->\n", "utf-8")
    done = generate(root)
    assert (done.returncode, "nothing makes the part" in done.stderr) == (1, True)


def test_fresh_files_pass_the_check(made: Path) -> None:
    done = generate(made, "--check")
    assert (done.returncode, done.stdout) == (0, "")


def test_stale_missing_and_left_over_files_fail_it(made: Path) -> None:
    root = made.parent / "stale"
    shutil.copytree(made, root)
    pages = root / "docs" / "rules"
    (pages / "index.md").write_text("old", "utf-8")
    (pages / "RP900.md").unlink()
    (pages / "XX000.md").write_text("old", "utf-8")
    done = generate(root, "--check")
    assert done.returncode == 1
    assert [line.split()[1] for line in done.stdout.splitlines()] == [
        "docs/rules/RP900.md",
        "docs/rules/index.md",
        "docs/rules/XX000.md",
    ]
    generate(root)
    assert generate(root, "--check").returncode == 0
