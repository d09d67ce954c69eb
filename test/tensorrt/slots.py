#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Which function is in which slot of the virtual tables of TensorRT's interface, as clang lays them out. Programs that
# NVIDIA's headers compiled call by slot, so that no slot may change; the files slots_*.txt have what NVIDIA's headers give.
"""usage: slots.py CLANG INCLUDE_FOLDERS VERSION SLOTS_FILE [--update]      folders are separated by colons"""
import collections
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = re.compile(r"^Vtable for '([\w:]+)' \(\d+ entries\)\.\n(.*?)\n\n", re.M | re.S)
SLOT = re.compile(r"^ *\d+ \| (?:.*[ *&])?[\w:]+::(~?\w+)\((.*)\)( const)?(?: \[.*\])?$", re.M)


def tables(clang, folders, version, classes):
    """One line for each class: the names in the order of their slots, with the parameters where a name has several."""
    text = ["#include <string>\n#include <vector>\n#include <cuda_runtime_api.h>\n#define protected public\n#define private public\n",
            "#include <NvInfer.h>\n#include <NvOnnxParser.h>\n"]
    for number, name in enumerate(classes):
        text.append(f"void use{number}({name}* object) {{ using Type = {name}; object->~Type(); }}\n")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "tables.cpp"
        source.write_text("".join(text))
        printed = subprocess.run([clang, "-std=c++17", "-w", f"-DRIFFLE_TENSORRT_MAJOR={version}", *[f"-isystem{f}" for f in folders],
                                  "-Xclang", "-fdump-vtable-layouts", "-S", "-o", "/dev/null", source],
                                 check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = {}
    for name, body in TABLE.findall(printed + "\n\n"):
        slots = [(n, re.sub(r"\b(?:nvinfer1|v_1_0|nvonnxparser|std)::", "", p), c) for n, p, c in SLOT.findall(body)]
        count = collections.Counter(n for n, _, _ in slots)
        lines[name.replace("v_1_0::", "")] = " ".join("~" if n.startswith("~") else n if count[n] == 1 else f"{n}({p}){c}".replace(" ", "_")
                               for n, p, c in slots)
    return [f"{name}: {lines[name]}" for name in classes]


def main(clang, folders, version, file, update=None):
    file = pathlib.Path(file)
    kept = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    seen = tables(clang, folders.split(":"), version, [line.partition(": ")[0] for line in kept])
    if update:
        head = [line for line in file.read_text().splitlines() if line.startswith("#")]
        file.write_text("\n".join(head + seen) + "\n")
        return 0
    for was, now in zip(kept, seen):
        if was != now:
            before, after = was.split(), now.split()
            print(f"{before[0]} has other slots than programs are compiled for:")
            print("\n".join(difflib.unified_diff(before[1:], after[1:], "programs", "headers", n=1, lineterm="")))
    return int(seen != kept)


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
