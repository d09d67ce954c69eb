#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Repeats the terminals that the READMEs and the tutorial show: each line after "$ " is run in the folder that the mark above
# the terminal names, and what it prints must be what the page shows. A program that a page shows must be the file it names.
"""usage: transcripts.py SOURCE_ROOT RIFFLE [--update]      --update writes what the commands print into the pages"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGES = ("README.md", "README.zh.md", "docs/tutorial/*.md", "docs/check.md")
TERMINAL = re.compile(r"(<!-- terminal (\S+) -->\n```console\n)(.*?)(```\n<!-- end -->)", re.DOTALL)
PROGRAM = re.compile(r"(<!-- program (\S+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def run(command, folder, riffle, scratch):
    # The usual order of operations: a program with a race prints the same each time.
    environment = dict(os.environ, RIFFLE_CACHE_DIR=f"{scratch}/cache", RIFFLE_SCHEDULE="at:", TMPDIR=scratch,
                       PATH=f"{riffle.parent}:{os.environ['PATH']}")
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.replace(f"{folder}/", "")


def repeated(terminal, folder, riffle):
    commands = [line for line in terminal.splitlines() if line.startswith("$ ")]
    with tempfile.TemporaryDirectory(prefix="transcripts-") as scratch:
        return "".join(f"{line}\n{run(line[2:], folder, riffle, scratch)}" for line in commands)


def shown(source):
    """A program as pages show it: without the line of its licence."""
    text = source.read_text().removeprefix("// SPDX-License-Identifier: Apache-2.0\n")
    return f"```cuda\n{text}```\n"


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    root, riffle = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    different = False
    for page in [str(path.relative_to(root)) for pattern in PAGES for path in sorted(root.glob(pattern))]:
        text = (root / page).read_text()
        if not TERMINAL.search(text):
            sys.exit(f"{page}: expected a terminal between <!-- terminal FOLDER --> and <!-- end -->")
        new = PROGRAM.sub(lambda m: m[1] + shown(root / m[2]) + m[4], text)
        new = TERMINAL.sub(lambda m: m[1] + repeated(m[3], root / m[2], riffle) + m[4], new)
        if "--update" in sys.argv[3:]:
            (root / page).write_text(new)
        elif new != text:
            different = True
            sys.stdout.writelines(difflib.unified_diff(text.splitlines(True), new.splitlines(True), page, "what the commands print"))
    if different:
        print(f"docs/transcripts.py: run 'docs/transcripts.py . {sys.argv[2]} --update' if what the commands print is right")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
