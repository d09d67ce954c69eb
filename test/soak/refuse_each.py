#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Runs a program once for each of its requests for memory and threads, that one refused: it must end by
# itself and say that all is well.
"""usage: refuse_each.py LIBRARY PROGRAM [FIRST LAST]"""
import collections
import os
import re
import subprocess
import sys

PATIENCE_S = 120  # for a machine with much else to do


def run(library, program, nth):
    environment = dict(os.environ, LD_PRELOAD=library)
    try:
        done = subprocess.run([program, str(nth)], env=environment, capture_output=True, text=True, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        return None, "hangs"
    text = done.stdout.strip() or done.stderr.strip()
    match = re.search(r"(\d+) requests; (.*)", text)
    said = match.group(2) if match else text
    if done.returncode != 0:
        said = f"exit {done.returncode}: {said}"
    return (int(match.group(1)) if match else None), said if done.returncode else "ok: " + said


def main():
    if len(sys.argv) not in (3, 5):
        sys.exit(__doc__)
    library, program = sys.argv[1:3]
    run(library, program, 0)  # fills the cache of native code
    first, last = (int(n) for n in sys.argv[3:5]) if len(sys.argv) == 5 else (1, None)
    failed, outcomes, nth, requests = 0, collections.Counter(), first, None
    while last is None or nth <= last:
        requests, said = run(library, program, nth)
        if requests is not None and requests < nth:
            break  # the program made fewer: all have been refused once
        outcomes[said] += 1
        if not said.startswith("ok: "):
            failed += 1
            print(f"request {nth}: {said}")
        nth += 1
    for said, count in outcomes.most_common():
        print(f"{count:5}  {said}")
    print(f"{nth - first - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
