# SPDX-License-Identifier: Apache-2.0
"""Checks that every file of code in a tree runs where it is promised to: which versions of the C and C++ libraries it asks for,
which libraries it needs or filters, and that it names no place of this machine.

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
        if path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF":
            yield path


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def versions_asked(path):
    """(library, version) of each that the loader or a symbol asks for. The loader's list has some without a symbol, such as
    GLIBC_ABI_DT_RELR, which keeps a library from older systems, too."""
    library = None
    for line in output("objdump", "-p", path).partition("Version References:")[2].splitlines():
        if required := re.match(r"  required from (.*):", line):
            library = required.group(1)
        elif library and (version := re.match(r"    0x\S+ 0x\S+ \d+ (\S+)", line)):
            yield library, version.group(1)
    for version in re.findall(r"\*UND\*\s+\S+\s+\(?((?:GLIBC|GLIBCXX|CXXABI|GCC)_[\w.]+)\)?\s", output("objdump", "-T", path)):
        yield "", version


def is_promised(version):
    name, _, number = version.partition("_")
    return name in PROMISED and re.fullmatch(r"[\d.]+", number) and tuple(map(int, number.split("."))) <= PROMISED[name]


def faults(path, own):
    for version in sorted({version for library, version in versions_asked(path) if library not in own}):
        if not is_promised(version):
            most = PROMISED.get(version.partition("_")[0])
            yield f"asks for {version}; promised is {'.'.join(map(str, most)) if most else 'nothing of that name'}"
    for kind, name in re.findall(r"\((NEEDED|RPATH|RUNPATH|FILTER|AUXILIARY)\).*\[(.*)\]", output("readelf", "-dW", path)):
        if kind == "NEEDED":
            # By a path auditwheel takes it for a library of another package.
            if name not in EVERYWHERE | own:
                yield f"needs {name}, which is neither in the tree nor on every machine"
        elif kind in ("FILTER", "AUXILIARY"):
            # Files for linkers are written anew from those that have a mark here.
            if not name.startswith("@RIFFLE_FILTEE@") and not (path.parent / name.removeprefix("$ORIGIN/")).exists():
                yield f"filters {name}, which is not there"
        elif not all(part.startswith("$ORIGIN") for part in name.split(":")):
            yield f"looks for libraries in {name or 'the current folder'}"


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
