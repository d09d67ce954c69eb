#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Puts a measured table into the pages: all of it into docs/performance.md, the rows that matter most into
# README.md, each between its marks; and the timeline that examples/chunked_pipeline drew into README.md.
"""usage: record.py SOURCE_ROOT TABLE TIMELINE"""
import pathlib
import re
import sys

# The start of each row that README.md shows.
HIGHLIGHTS = ("enqueue an empty kernel", "launch + cudaStreamSynchronize, back", "10 empty kernels on 100 streams, in turn",
              "10 empty kernels on 10000 streams, in turn", "memory of an idle stream, used", "vector add",
              "cudaMemcpy 256 MiB, device to device", "multi_kernel", "Mandelbrot", "matrix product", "game of life",
              "n-body", "geometric mean", "riffle run hello.cu, empty", "... of which start-up")


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
    replace(root / "docs/performance.md", "measured", table)
    # The table of kernels has the same columns first; there it goes on without a head of its own.
    machine, _, tables = table.partition("\n")
    kept = [machine + "\n\n", "| what | Riffle | rival | Riffle / rival | target | verdict |\n", "|---|---|---|---|---|---|\n"]
    for line in tables.splitlines():
        line = "|".join(line.split("|")[:7]) + "|\n"
        if line.removeprefix("| ").startswith(HIGHLIGHTS):
            kept.append(line.replace("| ... of which start-up overhead", "| riffle run hello.cu, filled cache: start-up overhead"))
    replace(root / "README.md", "measured", "".join(kept))

    drawn = [line for line in pathlib.Path(sys.argv[3]).read_text().splitlines(keepends=True)
             if line.startswith(("timeline", "  stream"))]
    replace(root / "README.md", "timeline", "```\n" + "".join(drawn) + "```\n")


if __name__ == "__main__":
    main()
