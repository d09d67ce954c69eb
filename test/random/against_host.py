# SPDX-License-Identifier: Apache-2.0
"""Runs random kernels as packets of several widths, for several processors, and compares with the host's arithmetic.

  run --riffle build/release/bin/riffle                        seeds 1 to 60
  run --riffle ... --first 1000 --count 10000                  a long run
  run --emit FILE --first 1 --count 60                         the program alone, to run on a GPU
"""
import argparse
import os
import pathlib
import subprocess
import tempfile

WAYS = ({}, {"RIFFLE_SPECIALISE": "now"}, {"RIFFLE_PASS_OFF": "by-thread"}, {"RIFFLE_WIDTH": "16"}, {"RIFFLE_STRATEGY": "loop"})


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--riffle", type=pathlib.Path)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--together", type=int, default=60, help="kernels in one program")
    parser.add_argument("--cpu", default="", help="processors to compile for (RIFFLE_CPU), separated by commas")
    parser.add_argument("--emit", type=pathlib.Path)
    return parser.parse_args()


def compare(generate, arguments, folder, seeds):
    source, program = folder / "kernels.cu", folder / "kernels"
    source.write_text(generate.program(seeds))
    subprocess.run([arguments.riffle, "cc", "-O2", "-std=c++17", "-w", "-I", pathlib.Path(generate.__file__).parent, "-o", program, source], check=True, timeout=900)
    wrong = 0
    for cpu in arguments.cpu.split(","):
        for way in WAYS:
            names = dict(way, **({"RIFFLE_CPU": cpu} if cpu else {}))
            done = subprocess.run([program], env=dict(os.environ, **names), capture_output=True, text=True, timeout=900)
            if done.returncode == 0:
                continue
            wrong += 1
            shown = " ".join(f"{name}={value}" for name, value in names.items()) or "as it is"
            print(f"{shown}: exit status {done.returncode}\n{done.stdout}{done.stderr[-500:]}", flush=True)
    return wrong


def main(generate):
    """`generate.program(seeds)` is a program that finds each kernel's results right, or says what is wrong and returns 1."""
    arguments = parse()
    seeds = list(range(arguments.first, arguments.first + arguments.count))
    if arguments.emit:
        arguments.emit.write_text(generate.program(seeds))
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        chunks = [seeds[at:at + arguments.together] for at in range(0, len(seeds), arguments.together)]
        wrong = sum(compare(generate, arguments, pathlib.Path(temporary), chunk) for chunk in chunks)
    print(f"{len(seeds)} kernels, {wrong} runs differ")
    return 1 if wrong else 0

