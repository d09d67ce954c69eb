#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: check.py --riffle COMMAND [--tools LIST]... [--processor] [--kernels FOLDER] PROGRAM...    what checking costs, by hand

LIST: for --tool; "default" leaves the option out. PROGRAM: a command line in quotes, compiled with `riffle cc`; its whole time and memory
count, with --processor the time of all processors instead of the clock's. --kernels: a folder of programs of
bench/kernels (build/*/bench-programs); what counts is the time of each kernel beside that of the same by hand, which takes turns
with it: other load on the machine slows both. Each runs once to fill the cache, then --runs times; the least counts. Prints ratios to the program unchecked, their geometric mean and the worst."""
import argparse
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time


def run(command):
    """Seconds, seconds of processors, kilobytes, output."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        print(f"{shlex.join(map(str, command))}: exit code {os.waitstatus_to_exitcode(status)}", file=sys.stderr)
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, output


def kernel_ratio(output):
    """What a program of bench/kernels says of its kernels, from the fourth column: the geometric mean, and each."""
    ratios = [float(each) for each in re.findall(r"^\|[^|]+\|[^|]+\|[^|]+\|\s*([\d.]+) \|", output, re.M)]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios and min(ratios) > 0 else None


def measure(command, is_kernel, runs, counts_processors):
    best = (math.inf, 0)
    run(command)
    for _ in range(runs):
        clock, processors, kilobytes, output = run(command)
        seconds = kernel_ratio(output) if is_kernel else processors if counts_processors else clock
        if seconds is not None and seconds < best[0]:
            best = (seconds, kilobytes)
    return best


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--riffle", required=True)
    parser.add_argument("--tools", action="append")
    parser.add_argument("--kernels", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("programs", nargs="*")
    arguments = parser.parse_args()
    tools = arguments.tools or ["race", "mem,init,race,leak,api"]
    rows = [(shlex.split(each), False) for each in arguments.programs]
    if arguments.kernels:
        rows += [([str(each)] + ["--quick"] * arguments.quick, True) for each in sorted(arguments.kernels.iterdir())
                 if os.access(each, os.X_OK) and each.is_file() and not each.suffix and re.search(arguments.only, each.name)]
    all_ratios = {each: [] for each in tools}
    print("| program | time | " + " | ".join(f"{each}: time, memory" for each in tools) + " |")
    for command, is_kernel in rows:
        seconds, kilobytes = measure(command, is_kernel, arguments.runs, arguments.processor)
        cells = []
        for each in tools:
            options = [] if each == "default" else ["--tool", each]
            checked, more = measure([arguments.riffle, "check", *options, *command], is_kernel, arguments.runs, arguments.processor)
            if not (0 < seconds < math.inf) or checked == math.inf:
                cells.append("-")
                continue
            all_ratios[each].append(checked / seconds)
            cells.append(f"{checked / seconds:.2f}, {more / kilobytes:.2f} ({(more - kilobytes) / 1024:+.0f} MiB)")
        print(f"| {pathlib.Path(command[0]).name} | {seconds:.4g}{' of by hand' if is_kernel else ' s'} | " + " | ".join(cells) + " |", flush=True)
    for each, ratios in all_ratios.items():
        if ratios:
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            print(f"{each}: geometric mean {mean:.2f}, worst {max(ratios):.2f} of {len(ratios)}")


if __name__ == "__main__":
    main()
