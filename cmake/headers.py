#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the folder of drop-in headers that a build uses.

    headers.py SOURCE_ROOT BUILD_FOLDER

BUILD_FOLDER/made_headers gets the headers that lists make: of `include/forwards.txt`, and of the tables of entry points
(tables.py). BUILD_FOLDER/headers gets a link to each of these, and to each header in `include`.
"""
import os
import pathlib
import sys

import tables

NO_HEADERS = ("CMakeLists.txt", "README.md", ".clang-format", "forwards.txt")


def forwards(lines):
    """The headers of forwards.txt: name -> text."""
    for line in lines:
        if line.startswith("#"):
            continue
        name, targets, *guard = line.split()
        paths = [os.path.relpath(target, pathlib.Path(name).parent) for target in targets.split(",")]
        yield name, ("// SPDX-License-Identifier: Apache-2.0\n"
                     f"// Kept for programs that name this header; what it declared is in {targets.replace(',', ', ')}.\n"
                     "#pragma once\n" + "".join(f"#define {each}\n" for each in guard) +
                     "".join(f'#include "{path}"\n' for path in paths))


def link(folder, targets):
    """Makes `folder` hold these links (name -> target) and nothing else."""
    for path in [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]:
        if str(path.relative_to(folder)) not in targets or not path.exists():
            path.unlink()
    for name, target in targets.items():
        path = folder / name
        if not path.is_symlink() or os.readlink(path) != str(target):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.symlink_to(target)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    made = build / "made_headers"
    paths = tables.make(root, made, 0)
    for name, text in forwards((root / "include/forwards.txt").read_text().splitlines()):
        tables.write_if_changed(made / name, text)
        paths.append(made / name)
    for path in made.rglob("*"):  # of a list that has changed
        if path.is_file() and path not in paths:
            path.unlink()
    headers = {str(path.relative_to(root / "include")): path for path in (root / "include").rglob("*")
               if path.is_file() and path.name not in NO_HEADERS}
    twice = [path for path in paths if str(path.relative_to(made)) in headers]
    if twice:
        sys.exit(f"include/{twice[0].relative_to(made)} is a file, and a list makes it too: remove the file")
    link(build / "headers", headers | {str(path.relative_to(made)): path for path in paths})


if __name__ == "__main__":
    main()
