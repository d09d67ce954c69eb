#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: run.py PROGRAM zeros|nulls|odd|forms
Runs sweep_arguments and judges its lines. `golden/MODE.txt` is what an NVIDIA GPU (CUDA 13.0) answered, crashes included;
`differences.txt` lists what Riffle answers otherwise, under the reason. Of odd arguments there is no transcript: a documented
code is wanted, in time."""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DEATH = re.compile(r": (Segmentation fault|Aborted|Bus error|Illegal instruction|Floating point exception|Killed|does not return|"
                   r"exit code \d+|no symbol|an unknown code -?\d+)$")


def lines_of(path):
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def pairs_of(lines):
    return dict(line.rsplit(": ", 1) for line in lines if ": " in line)


def problems_of(mode, lines):
    bad = [line for line in lines if DEATH.search(line)]
    if mode == "odd":
        return bad
    golden = lines_of(HERE / "golden" / f"{mode}.txt")
    if mode == "forms":
        return sorted(set(golden) ^ set(lines))
    wanted = pairs_of(line for line in golden if " #" not in line and not DEATH.search(line))
    different = pairs_of(line.removeprefix(f"{mode} ") for line in lines_of(HERE / "differences.txt") if line.startswith(f"{mode} "))
    for title, result in pairs_of(lines).items():
        if "Query" in title:  # ready or not: that is a matter of time
            continue
        expected = different.get(title, wanted.get(title))
        if title in different and different[title] == wanted.get(title):
            bad.append(f"{title}: is in differences.txt and does not differ")
        elif expected is not None and result != expected:
            bad.append(f"{title}: {result}, expected {expected}")
    return bad


def main():
    program, mode = sys.argv[1:3]
    with tempfile.TemporaryDirectory(prefix="arguments-") as folder:
        ended = subprocess.run([pathlib.Path(program).resolve(), mode], cwd=folder, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True, errors="replace", check=False)
    lines = ended.stdout.splitlines()
    problems = problems_of(mode, lines)
    if ended.returncode != 0:
        problems.append(f"exit code {ended.returncode}")
    print(f"{len(lines)} lines, {len(problems)} problems", *problems, sep="\n")
    return bool(problems)


sys.exit(main())
