#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Keeps the documentation true where a program can: links and paths that pages name exist, the page on options
# lists the options that the source reads, the page on performance shows what was recorded, and the page on libraries what is built.
"""usage: check.py SOURCE_ROOT"""
import pathlib
import re
import subprocess
import sys

PATH = re.compile(r"`((?:src|include|tools|examples|bench|scripts|docs|cmake|test|packaging|\.github)/[\w./+-]*)`")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)")
OPTION = re.compile(r"RIFFLE_[A-Z][A-Z0-9_]*")


def pages(root):
    yield from sorted(root.glob("*.md"))
    yield from sorted((root / "docs").rglob("*.md"))
    for room in ("src", "include", "tools", "bench", "examples", "test", "packaging"):
        yield from sorted((root / room).rglob("README.md"))


def check_paths(root, page):
    text = page.read_text()
    for match in PATH.finditer(text):
        if not (root / match.group(1)).exists():
            yield f"{page.relative_to(root)}: '{match.group(1)}' does not exist"
    for match in LINK.finditer(text):
        if not (page.parent / match.group(1)).exists():
            yield f"{page.relative_to(root)}: link to '{match.group(1)}', which does not exist"


def check_options(root):
    read = set()
    for source in [*(root / "src").rglob("*.cpp"), *(root / "tools").rglob("*.cpp")]:
        read |= set(re.findall(r'"(RIFFLE_[A-Z0-9_]+)"', source.read_text()))
    described = set(OPTION.findall((root / "docs/environment.md").read_text()))
    for name in sorted(read - described):
        yield f"docs/environment.md: {name} is read by the source but not described"
    for name in sorted(described - read):
        yield f"docs/environment.md: {name} is described but nothing in the source reads it"


def check_plot(root):
    done = subprocess.run([sys.executable, root / "bench/plot.py", root, "--check"], text=True, stderr=subprocess.PIPE)
    yield from done.stderr.splitlines()


def check_libraries(root):
    done = subprocess.run([sys.executable, root / "docs/libraries.py", root, "--check"], text=True, stderr=subprocess.PIPE)
    yield from done.stderr.splitlines()


def check_site(root):
    """Every page has a place in the site."""
    listed = (root / "mkdocs.yml").read_text()
    for page in sorted((root / "docs").rglob("*.md")):
        if f": {page.relative_to(root / 'docs')}\n" not in listed:
            yield f"{page.relative_to(root)}: no entry in the nav of mkdocs.yml"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[1]).resolve()
    problems = [*check_plot(root), *check_libraries(root)]
    problems += [p for page in pages(root) for p in check_paths(root, page)]
    problems += check_options(root)
    problems += check_site(root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
