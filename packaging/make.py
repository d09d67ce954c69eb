# SPDX-License-Identifier: Apache-2.0
"""What scripts/package does once everything is built: the tree, and the packages of it.

    make.py SOURCE BUILD OUTPUT [KIND...]     KIND: wheel, tarball, deb; none: all of them
"""
import sys
from pathlib import Path

import archives
import audit
import elf
import tree
import wheel

# What PyPI takes of one file is 100 MB; a CI job fetches it each time.
MOST_BYTES_OF_WHEEL = 60 << 20
MOST_BYTES_OF_TREE = 220 << 20


def size(path):
    if path.is_file():
        return path.stat().st_size
    return sum(file.lstat().st_size for file in path.rglob("*"))


def main():
    source, build, output = (Path(word).resolve() for word in sys.argv[1:4])
    kinds = sys.argv[4:] or ["wheel", "tarball", "deb"]
    version = tree.version_of(build)
    name = f"riffle-{version}-linux-x86_64"
    work = output / "work"
    folder = work / name
    output.mkdir(parents=True, exist_ok=True)
    tree.make(source, build, work, folder)
    starter = build / "self-contained/bin/riffle_starter"
    _, faults = elf.check(folder)
    faults += [f"{starter.name} {fault}" for fault in elf.faults(starter, set())]
    if faults:
        sys.exit("\n".join(faults) + "\nscripts/package: build on Debian 12, whose C library is old enough")
    made = [folder]
    if "wheel" in kinds:
        wheels = wheel.make(source, folder, starter, version, output)
        faults = audit.audit(wheels, output / "auditwheel")
        if faults:
            sys.exit("\n".join(faults))
        made += wheels
    if "tarball" in kinds:
        made.append(archives.tarball(folder, output))
    if "deb" in kinds:
        made.append(archives.debian(folder, version, work, output))
    for path in made:
        print(f"{size(path) / 2**20:7.1f} MiB  {path}")
    for path in made:
        most = MOST_BYTES_OF_TREE if path == folder else MOST_BYTES_OF_WHEEL
        if size(path) > most:
            sys.exit(f"scripts/package: {path} has {size(path)} bytes; the bound is {most}")


if __name__ == "__main__":
    main()
