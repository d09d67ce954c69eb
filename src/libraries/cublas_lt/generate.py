#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of cuBLASLt's functions: see the comment at the top of the table.
"""usage: generate.py TABLE OUTPUT_FOLDER"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Function = collections.namedtuple("Function", "group name result built parameters")

BANNER = "// Made by src/libraries/cublas_lt/generate.py from the table of functions. Not to be edited.\n"


def read_table(path):
    functions = []
    for group, name, built, parameters in table.read_rows(path, 4):
        name, _, result = name.partition("=")
        functions.append(Function(group, name, result or "cublasStatus_t", built, parameters))
    return functions


def header(functions):
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER,
            "// cuBLASLt's functions.\n// clang-format off\n#pragma once\n\n"]
    for f in functions:
        text.append(f"{f.result} CUBLASWINAPI {f.name}({f.parameters});\n")
    return "".join(text)


def coverage(functions):
    built = sum(1 for f in functions if f.built == "yes")
    text = ["# Coverage of cuBLASLt\n\nMade by `src/libraries/cublas_lt/generate.py`. A function that is *not built* links and returns "
            "`CUBLAS_STATUS_NOT_SUPPORTED`;\none message on standard error names it.\n\n"
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
    functions = read_table(pathlib.Path(sys.argv[1]))
    table.write(pathlib.Path(sys.argv[2]), {
        "lt_functions.h": header(functions),
        "cublas_lt_missing.cpp": table.not_built(BANNER, [f.name for f in functions if f.built == "no"]),
        "cublas_lt.map": table.version_script("libcublasLt.so.13", [f.name for f in functions]),
        "cublaslt-coverage.md": coverage(functions),
    })


main()
