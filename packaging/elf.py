# SPDX-License-Identifier: Apache-2.0
"""Checks that every file of code in a tree runs where it is promised to: which versions of the C and C++ libraries it asks for,
which libraries it needs, and that it names no place of this machine.

    elf.py TREE
"""
import re
import subprocess
import sys
from pathlib import Path

# Ubuntu 22.04's, the oldest.
PROMISED = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
EVERYWHERE = {"libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libgcc_s.so.1", "libstdc++.so.6",
              "ld-linux-x86-64.so.2"}


def code_files(tree):
    for path in sorted(tree.rglob("*")):
        # Text that the linkers' names are made of, and symbols without code, are not loaded.
        if path.is_file() and not path.is_symlink() and path.suffix != ".link" and path.read_bytes()[:4] == b"\x7fELF":
            yield path


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def faults(path, own):
    asked = set(re.findall(r"\*UND\*.*\((GLIBC|GLIBCXX|CXXABI|GCC)_(\w[\w.]*)\)", output("objdump", "-T", path)))
    for library, version in sorted(asked):
        if not version[0].isdigit() or tuple(map(int, version.split("."))) > PROMISED[library]:
            yield f"asks for {library}_{version}; promised is {'.'.join(map(str, PROMISED[library]))}"
    for kind, name in re.findall(r"\((NEEDED|RPATH|RUNPATH)\).*\[(.*)\]", output("readelf", "-d", path)):
        if kind == "NEEDED":
            if name.removeprefix("$ORIGIN/") not in EVERYWHERE | own:
                yield f"needs {name}, which is neither in the tree nor on every machine"
        elif not all(part.startswith("$ORIGIN") for part in name.split(":") if part):
            yield f"looks for libraries in {name}"


def check(tree):
    files = list(code_files(tree))
    own = {path.name for path in files}
    found = [f"{path.relative_to(tree)} {fault}" for path in files for fault in faults(path, own)]
    found += [f"{path.relative_to(tree)} is a link to {path.readlink()}"
              for path in tree.rglob("*") if path.is_symlink() and path.readlink().is_absolute()]
    return len(files), found


def main():
    tree = Path(sys.argv[1]).resolve()
    count, found = check(tree)
    for fault in found:
        print(fault, file=sys.stderr)
    if count == 0:
        sys.exit(f"{tree}: no code in it")
    if found:
        sys.exit(1)
    print(f"{count} files of code, all as promised")


if __name__ == "__main__":
    main()
