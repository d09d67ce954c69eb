#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Writes the tables of docs/libraries.md from the coverage pages, which cmake/tables.py makes of the libraries' tables. A table
# stands between <!-- NAME --> and <!-- end -->; NAME.md is the coverage page.
"""usage: libraries.py SOURCE_ROOT           writes the tables
       libraries.py SOURCE_ROOT --check   says whether they are as they would be written"""
import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = re.compile(r"<!-- (\w+) -->\n.*?<!-- end -->\n", re.DOTALL)
NAME = re.compile(r"`(\w+)`")
MOST_NAMES = 4


def groups(coverage):
    """Each group of a page with the names that are built, and those that are not."""
    for section in coverage.split("\n## ")[1:]:
        heading, _, body = section.partition("\n")
        built, missing = [], []
        for line in body.splitlines():
            # The last cell of a refused function names what it returns.
            names = NAME.findall(line.rsplit("| not built", 1)[0])
            (missing if "not built" in line else built).extend(names)
        yield heading, built, missing


def table(coverage):
    """The groups with all functions share a row."""
    text = ["| functions | built | not built |\n|---|---|---|\n"]
    whole = [(heading, len(built)) for heading, built, missing in groups(coverage) if not missing]
    if whole:
        count = sum(number for _, number in whole)
        text.append(f"| {'; '.join(heading for heading, _ in whole)} | {count} of {count} |  |\n")
    for heading, built, missing in groups(coverage):
        if not missing:
            continue
        shown = " ".join(f"`{name}`" for name in missing[:MOST_NAMES]) + (" ..." if len(missing) > MOST_NAMES else "")
        text.append(f"| {heading} | {len(built)} of {len(built) + len(missing)} | {shown} |\n")
    if further := re.search(r"(\d+) further functions", coverage):
        text.append(f"| Others | 0 of {further.group(1)} | |\n")
    return "".join(text)


def written(root, text):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, root / "cmake/tables.py", "pages", root, folder], check=True)
        return TABLE.sub(lambda match: f"<!-- {match.group(1)} -->\n\n" + table((pathlib.Path(folder) / f"{match.group(1)}.md").read_text())
                         + "\n<!-- end -->\n", text)


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[1]).resolve()
    page = root / "docs/libraries.md"
    text = page.read_text()
    new = written(root, text)
    if sys.argv[2:] and new != text:
        sys.exit("docs/libraries.md: its tables are not those of the libraries; run docs/libraries.py")
    if new != text:
        page.write_text(new)


main()
