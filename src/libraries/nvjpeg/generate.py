#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of nvJPEG's functions: see the comment at the top of the table.
"""usage: generate.py TABLE OUTPUT_FOLDER"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Function = collections.namedtuple("Function", "group name built parameters")

BANNER = "// Made by src/libraries/nvjpeg/generate.py from the table of functions. Not to be edited.\n"


def header(functions):
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER, "// The functions of nvjpeg.h.\n// clang-format off\n#pragma once\n\n"]
    return "".join(text + [f"nvjpegStatus_t NVJPEGAPI {f.name}({f.parameters});\n" for f in functions])


def coverage(functions):
    built = sum(1 for f in functions if f.built == "yes")
    text = ["# Coverage of nvJPEG\n\nMade by `src/libraries/nvjpeg/generate.py`. A function that is *not built* links and returns "
            "`NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED`;\none message on standard error names it.\n\n"
            f"{built} of {len(functions)} functions are built.\n"]
    groups = collections.defaultdict(list)
    for function in functions:
        groups[function.group].append(function)
    for group, members in groups.items():
        text.append(f"\n## {group}\n\n| function | state |\n|---|---|\n")
        for f in members:
            text.append(f"| `{f.name}` | {table.state(f.built)} |\n")
    return "".join(text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    functions = [Function(*row) for row in table.read_rows(pathlib.Path(sys.argv[1]), len(Function._fields))]
    table.write(pathlib.Path(sys.argv[2]), {
        "jpeg_functions.h": header(functions),
        "nvjpeg_missing.cpp": table.not_built(BANNER, [f.name for f in functions if f.built != "yes"], "nvjpeg"),
        "nvjpeg.map": table.version_script("libnvjpeg.so.13", [f.name for f in functions]),
        "nvjpeg-coverage.md": coverage(functions),
    })


main()
