#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Transcripts of programs, one file for each group: `golden/GROUP.txt` and `deviations/GROUP.txt`. The line `=== NAME`
begins the section of the program GROUP/NAME; the lines up to the next such line are its transcript. Sections are sorted.

  transcripts.py FOLDER   takes the transcripts FOLDER/GROUP/NAME.txt (of record.sh, or of `run --keep`) into `golden`
"""
import functools
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
HEADING = "=== "


@functools.cache
def sections(path):
    """The sections of a group's file: name -> text; empty if there is no such file."""
    found, name = {}, None
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    for line in lines:
        if line.startswith(HEADING):
            name = line[len(HEADING):].rstrip("\n")
            if name in found:
                sys.exit(f"{path}: two sections are called {name}")
            found[name] = []
        elif name is None:
            sys.exit(f"{path}: expected '{HEADING}NAME' in the first line, got '{line.rstrip()}'")
        else:
            found[name].append(line)
    return {name: "".join(lines) for name, lines in found.items()}


def section(folder, program):
    """The text of program GROUP/NAME in a folder of groups, or None."""
    group, _, name = program.rpartition("/")
    return sections(folder / f"{group}.txt").get(name)


def write(path, found):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{HEADING}{name}\n{found[name]}" for name in sorted(found)))
    sections.cache_clear()


def faults(folder, programs):
    """What is wrong with a folder of groups, given the names of all programs."""
    for path in sorted(folder.rglob("*.txt")):
        group = path.relative_to(folder).with_suffix("")
        if group.parts[0] == "compiled":  # deviations/compiled is a folder of groups itself
            group = group.relative_to("compiled")
        if str(group) in programs:
            yield f"{path}: expected a section '{HEADING}{group.name}' of {path.parent}.txt, got a file"
            continue
        names = list(sections(path))
        if names != sorted(names):
            yield f"{path}: the sections are not sorted"
        yield from (f"{path}: no program is called {group / name}" for name in names if str(group / name) not in programs)


def main():
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    recorded = pathlib.Path(sys.argv[1])
    for path in sorted(recorded.rglob("*.txt")):
        group = HERE / "golden" / f"{path.parent.relative_to(recorded)}.txt"
        text = path.read_text()
        if not text.endswith("\n") or any(line.startswith(HEADING) for line in text.splitlines()):
            sys.exit(f"{path}: no transcript: it does not end with a newline, or has a line that begins with '{HEADING}'")
        write(group, {**sections(group), path.stem: text})


if __name__ == "__main__":
    main()
