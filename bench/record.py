#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Puts the measured tables into bench/recorded.md, what follows from them into docs/performance.md, and the timeline that
# examples/chunked_pipeline drew into docs/getting-started.md, each between its marks.
"""usage: record.py SOURCE_ROOT TABLE TIMELINE"""
import pathlib
import re
import subprocess
import sys


def replace(page, name, text):
    marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    old = page.read_text()
    if not marks.search(old):
        sys.exit(f"{page}: no marks <!-- {name} --> and <!-- end -->")
    page.write_text(marks.sub(lambda match: match.group(1) + text + match.group(2), old))


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    root, table = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text()
    replace(root / "bench/recorded.md", "measured", table)
    subprocess.run([sys.executable, root / "bench/plot.py", root], check=True)
    drawn = [line for line in pathlib.Path(sys.argv[3]).read_text().splitlines(keepends=True)
             if line.startswith(("timeline", "  stream"))]
    replace(root / "docs/getting-started.md", "timeline", "```\n" + "".join(drawn) + "```\n")


if __name__ == "__main__":
    main()
