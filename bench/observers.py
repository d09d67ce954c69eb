#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: observers.py RIFFLE FOLDER [--quick]      what riffle trace and riffle check cost: rows for scripts/bench

FOLDER: where scripts/bench puts its programs (librivals.so, kernels/). Each program runs as it is and observed in turn, some rounds;
the least of each counts. Of examples that is their whole processor time; of the samples, programs of kernels/, the time of their kernels
beside the same by hand, which takes turns with them. Memory: the largest that the process had."""
import concurrent.futures
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from check import kernel_ratio, run

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Sizes at which an example runs for about a tenth of a second.
EXAMPLES = {
    "first_stream": [],
    "chunked_pipeline": ["--elements", "4000000", "--chunks", "8"],
    "graph_capture": ["--frames", "60"],
    "multi_kernel": ["--arrays", "20", "--elements", "300000"],
    "game_of_life": ["--size", "300", "--generations", "60"],
    "mandelbrot": ["--size", "800", "--out", "{work}/mandelbrot.png"],
    "multi_device": ["--cells", "200000", "--steps", "100"],
    "image_batch": ["--out", "{work}/grey", "{work}/pictures"],
}
SAMPLES = ["black_scholes", "block_sum", "elementwise", "histogram", "kmeans", "life", "matrix_product", "nbody", "spmv", "stencil"]
TOOLS = {"race": (4.0, 10.0), "usual": (5.0, 15.0), "all": (15.0, 15.0)}  # geometric mean, worst
OPTIONS = {"race": ["--tool", "race"], "usual": [], "all": ["--tool", "all"]}
MIB = 1024  # kilobytes
LONG = 3  # seconds: what takes so long is measured once, and other load on the machine is a small part of it


def compile_cu(riffle, output, sources, flags):
    if not output.exists() or max(each.stat().st_mtime for each in sources) > output.stat().st_mtime:
        subprocess.run([riffle, "cc", "-O2", *flags, "-o", output, *sources], check=True, stdout=sys.stderr)


def example(riffle, folder, name):
    output, source = folder / "examples" / name, ROOT / "examples" / name
    output.parent.mkdir(parents=True, exist_ok=True)
    more = [source / "folder.cpp", source / "pictures.cpp"] if name == "image_batch" else []
    compile_cu(riffle, output, [source / f"{name}.cu", *more], ["-std=c++17"] + (["-ljpeg", "-lpng"] if more else []))
    return output


def sample(riffle, folder, name):
    output = folder / "kernels" / name
    output.parent.mkdir(parents=True, exist_ok=True)
    compile_cu(riffle, output, [ROOT / "bench/kernels" / f"{name}.cu"],
               ["-std=c++20", f"-L{folder}", "-lrivals", "-Xlinker", "-rpath", "-Xlinker", folder])
    return output


def row(name, value, beside, ratio, target, is_met):
    print(f"| {name} | {value} | {beside} | {ratio} | {target} | {'met' if is_met else 'MISSED'} |", flush=True)


def compile_all(riffle, folder):
    """Side by side, before anything is measured."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = [pool.submit(example, riffle, folder, name) for name in EXAMPLES]
        made += [pool.submit(sample, riffle, folder, name) for name in SAMPLES]
        made.append(pool.submit(compile_cu, riffle, folder / "observed_launches", [ROOT / "bench/observed_launches.cu"], ["-std=c++17"]))
        for each in made:
            each.result()


def least(kinds, rounds, measure, is_warm=False):
    """Of each kind the least that measure(kind) answers, pairs element by element; they take turns. Unless `is_warm`, a first round
    fills caches and does not count."""
    best, left = {}, {kind: rounds for kind in kinds}
    for kind in kinds:
        if not is_warm:
            measure(kind)
    while any(left.values()):
        for kind in [each for each in kinds if left[each] > 0]:
            begin = time.monotonic()
            now = measure(kind)
            left[kind] = 0 if time.monotonic() - begin > LONG else left[kind] - 1
            best[kind] = tuple(map(min, best.get(kind, now), now))
    return best


def trace_rows(riffle, folder, work, quick):
    launches, pictures = folder / "observed_launches", example(riffle, folder, "image_batch")
    traced = [riffle, "trace", "-o", work / "trace.json"]
    both = {"alone": [], "traced": traced}

    def nanoseconds(kind):
        return (float(run([*both[kind], launches] + ["--quick"] * quick)[3].split()[0]),)

    best = least(both, 2 if quick else 4, nanoseconds)
    more = best["traced"][0] - best["alone"][0]
    row("riffle trace: more for an empty kernel, launched and run", f"{more:.0f} ns", f"untraced {best['alone'][0]:.0f} ns", "",
        "<= 150 ns", more <= 150)

    # It records itself: what riffle trace writes afterwards is not the program's time.
    def seconds(kind):
        os.environ.pop("RIFFLE_TRACE", None)
        (work / "recording").unlink(missing_ok=True)
        if kind == "traced":
            os.environ["RIFFLE_TRACE"] = str(work / "recording")
        try:
            return (run([pictures, *arguments_of("image_batch", work)])[1],)
        finally:
            os.environ.pop("RIFFLE_TRACE", None)

    best = least(both, 4 if quick else 10, seconds)
    ratio = best["traced"][0] / best["alone"][0]
    row("riffle trace: image_batch, processor time", f"{best['traced'][0] * 1e3:.1f} ms", f"untraced {best['alone'][0] * 1e3:.1f} ms", f"{ratio:.3f}",
        "<= 1.05 x", ratio <= 1.05)


def arguments_of(name, work):
    return [each.format(work=work) for each in EXAMPLES[name]]


def check_rows(riffle, folder, work, quick):
    programs = [(name, [example(riffle, folder, name), *arguments_of(name, work)], False) for name in EXAMPLES]
    programs += [(name, [sample(riffle, folder, name), "--quick"], True) for name in SAMPLES]
    os.environ["OCL_ICD_VENDORS"] = "/nonexistent"  # its compiler takes longer than everything else
    ratios, memory = {tool: {} for tool in TOOLS}, {}
    for name, command, is_kernel in programs:
        def measure(kind):
            observed = [] if kind == "alone" else [riffle, "check", *OPTIONS[kind]]
            _, seconds, kilobytes, output = run([*observed, *command])
            return (kernel_ratio(output) if is_kernel else seconds), kilobytes

        # A kernel's time is measured by the program itself, behind its compilation.
        best = least(["alone", *TOOLS], 1 if quick else 2, measure, is_kernel)
        for tool in TOOLS:
            ratios[tool][name] = best[tool][0] / best["alone"][0]
        memory[name] = (best["race"][1] - 2 * best["alone"][1]) / MIB
        print(f"{name}: " + ", ".join(f"{tool} {ratios[tool][name]:.2f}" for tool in TOOLS) + f", {memory[name]:+.0f} MiB beyond twice", file=sys.stderr)
    for tool, (mean_limit, worst_limit) in TOOLS.items():
        every = f"{' '.join(['riffle check', *OPTIONS[tool]])}: {len(EXAMPLES)} examples, {len(SAMPLES)} samples"
        mean = math.exp(sum(map(math.log, ratios[tool].values())) / len(ratios[tool]))
        worst = max(ratios[tool], key=ratios[tool].get)
        row(f"{every}, geometric mean", "", "unchecked", f"{mean:.2f}", f"<= {mean_limit:.2f} x", mean <= mean_limit)
        row(f"... the worst, {worst}", "", "unchecked", f"{ratios[tool][worst]:.2f}", f"<= {worst_limit:.2f} x", ratios[tool][worst] <= worst_limit)
    most = max(memory, key=memory.get)
    row(f"riffle check --tool race: memory beyond twice the program's, the most, {most}", f"{memory[most]:.0f} MiB", "", "", "<= 64 MiB", memory[most] <= 64)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    riffle, folder, quick = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), "--quick" in sys.argv
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        subprocess.run([riffle.parent / "make_test_pictures", work / "pictures"], check=True, stdout=subprocess.DEVNULL)
        for number in range(30):
            shutil.copy(work / "pictures/photograph.jpg", work / f"pictures/photograph{number}.jpg")
        compile_all(riffle, folder)
        trace_rows(riffle, folder, work, quick)
        check_rows(riffle, folder, work, quick)


if __name__ == "__main__":
    main()
