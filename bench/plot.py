#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the plot and the table of docs/performance.md from bench/recorded.md.

    plot.py SOURCE_ROOT            writes docs/performance.svg and the table
    plot.py SOURCE_ROOT --check    says whether they are what the recorded tables give
"""
import html
import math
import pathlib
import re
import sys

# Rows of the first table that the page shows: what the page calls them, the row, what an H200 with CUDA 13.0 takes.
SUMMARY = [
    ("enqueue an empty kernel", "enqueue an empty kernel, bursts of 1,000", "2,640 ns"),
    ("launch an empty kernel and wait for it", "launch + cudaStreamSynchronize, back to back", "7,428 ns"),
    ("run a node of a graph of 1,000 independent nodes", "... 1,000 independent nodes", ""),
    ("run one of 10 empty kernels on each of 1,000 streams", "10 empty kernels on 1000 streams, in turn, each", "2,700 to 3,500 ns"),
    ("`cudaMallocAsync` and `cudaFreeAsync`, 1 MiB", "the same, 1 MiB", ""),
    ("copy 256 MiB from device to device", "cudaMemcpy 256 MiB, device to device", ""),
    ("run `hello.cu` from the command line, cached", "riffle run hello.cu, filled cache", ""),
]
LOW, HIGH = 0.5, 64  # multiples of hand-written code that the axis shows
LEFT, WIDTH, TOP, STEP = 300, 420, 66, 20


def rows(text):
    """The cells of each row of each table."""
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in text.splitlines() if line.startswith("| ")]


def milliseconds(time):
    value, unit = time.split()
    return float(value) * {"ns": 1e-6, "us": 1e-3, "ms": 1}[unit]


def kernels(text):
    """Of each kernel: its name, the multiples of hand-written code that Riffle and PoCL need (or None)."""
    table = text[text.index("| kernel |"):]
    for cells in rows(table)[1:]:
        if cells[0].startswith(("geometric", "the same")):
            continue
        by_hand = milliseconds(" ".join(cells[2].split()[-2:]))
        pocl = next((cell for cell in cells[5:] if re.fullmatch(r"[\d.]+ (?:us|ms)", cell)), None)
        yield cells[0], milliseconds(cells[1]) / by_hand, milliseconds(pocl) / by_hand if pocl and len(cells) > 7 else None


def place(multiple):
    share = math.log(min(max(multiple, LOW), HIGH) / LOW) / math.log(HIGH / LOW)
    return round(LEFT + WIDTH * share, 1)


def plot(text):
    found = sorted(kernels(text), key=lambda kernel: kernel[1])
    machine = re.search(r"^Machine: (.*?), Linux.*; (\S+)$", text, re.MULTILINE)
    bottom = TOP + STEP * len(found)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 20} {bottom + 42}" font-family="sans-serif" font-size="12">',
             "<title>Time of each kernel as a multiple of hand-written code</title>",
             '<rect width="100%" height="100%" fill="#ffffff"/>',
             f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold">Time, as a multiple of hand-written code (less is better)</text>']
    for x, colour, name in ((LEFT, "#0072b2", "Riffle"), (LEFT + 80, "#e69f00", "PoCL")):
        parts += [f'<circle cx="{x + 5}" cy="38" r="5" fill="{colour}"/>', f'<text x="{x + 16}" y="42">{name}</text>']
    for multiple in (0.5, 1, 2, 4, 8, 16, 32, 64):
        x, colour = place(multiple), "#333333" if multiple == 1 else "#dddddd"
        parts += [f'<line x1="{x}" y1="{TOP - 10}" x2="{x}" y2="{bottom - 6}" stroke="{colour}"/>',
                  f'<text x="{x}" y="{bottom + 10}" text-anchor="middle">{multiple:g}</text>']
    for index, (name, riffle, pocl) in enumerate(found):
        y = TOP + STEP * index
        parts.append(f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{html.escape(name)}</text>')
        if pocl:
            parts.append(f'<circle cx="{place(pocl)}" cy="{y}" r="5" fill="#e69f00"/>')
        parts.append(f'<circle cx="{place(riffle)}" cy="{y}" r="5" fill="#0072b2"/>')
    parts += [f'<text x="{LEFT}" y="{bottom + 32}" fill="#555555">{html.escape(machine[1])}; {machine[2]}</text>', "</svg>", ""]
    return "\n".join(parts)


def summary(text):
    found = {cells[0]: cells[1] for cells in reversed(rows(text)) if len(cells) > 1}  # the first of equal names counts
    lines = ["| | Riffle | an H200 |", "|---|---|---|"]
    lines += [f"| {name} | {found[row]} | {gpu} |" for name, row, gpu in SUMMARY]
    machine = re.search(r"^Machine: (.*)$", text, re.MULTILINE)
    return "\n".join([*lines, "", f"Riffle's figures are of: {machine[1]}.", ""])


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[1])
    text = (root / "bench/recorded.md").read_text()
    page, picture = root / "docs/performance.md", root / "docs/performance.svg"
    old = page.read_text()
    new = re.sub(r"(<!-- summary -->\n).*?(<!-- end -->)", lambda match: match[1] + summary(text) + match[2], old, flags=re.DOTALL)
    if sys.argv[2:] == ["--check"]:
        if new != old or not picture.exists() or picture.read_text() != plot(text):
            sys.exit("docs/performance.md and its plot are not what bench/recorded.md gives: run bench/plot.py .")
        return
    page.write_text(new)
    picture.write_text(plot(text))


if __name__ == "__main__":
    main()
