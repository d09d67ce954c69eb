#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of cuBLASLt's functions: see the comment at the top of the table.
"""usage: generate.py TABLE OUTPUT_FOLDER"""
import collections
import pathlib
import sys

Function = collections.namedtuple("Function", "group name result built parameters")

BANNER = "// Made by src/libraries/cublas_lt/generate.py from the table of functions. Not to be edited.\n"


def read_table(path):
    functions = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 4:
            sys.exit(f"{path}:{number}: {len(columns)} columns seen, 4 needed")
        group, name, built, parameters = columns
        name, _, result = name.partition("=")
        functions.append(Function(group, name, result or "cublasStatus_t", built, parameters))
    return functions


def header(functions):
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER,
            "// cuBLASLt's functions.\n// clang-format off\n#pragma once\n\n"]
    for f in functions:
        if f.parameters != "-":
            text.append(f"{f.result} CUBLASWINAPI {f.name}({f.parameters});\n")
    return "".join(text)


def missing(functions):
    # A body that ignores its arguments serves every signature of the C calling convention.
    text = [BANNER, '#include <atomic>\n\n#include "libraries/cublas/not_supported.h"\n\n']
    for f in functions:
        if f.built == "no":
            text.append(f'extern "C" __attribute__((visibility("default"))) int {f.name}() {{ static std::atomic<bool> said; '
                        f'return riffle::cublas::not_supported("{f.name}", said); }}\n')
    return "".join(text)


def coverage(functions):
    built = sum(1 for f in functions if f.built == "yes")
    text = ["# Coverage of cuBLASLt\n\nMade by `src/libraries/cublas_lt/generate.py`. A function that is *not built* links and answers "
            "`CUBLAS_STATUS_NOT_SUPPORTED`,\nsaying so once on stderr. The searches for an algorithm also set the number of algorithms to 0.\n\n"
            f"{built} of {len(functions)} functions are built.\n"]
    groups = collections.defaultdict(list)
    for function in functions:
        groups[function.group].append(function)
    for group, members in groups.items():
        text.append(f"\n## {group}\n\n| function | state |\n|---|---|\n")
        for f in members:
            text.append(f"| `{f.name}` | {'built' if f.built == 'yes' else 'not built'} |\n")
    return "".join(text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    functions = read_table(pathlib.Path(sys.argv[1]))
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    outputs = {
        "lt_functions.h": header(functions),
        "cublas_lt_missing.cpp": missing(functions),
        "cublas_lt.map": "libcublasLt.so.13 {\n  global:\n" + "".join(f"    {f.name};\n" for f in functions)
                         + "  local:\n    *;\n};\n",
        "cublaslt-coverage.md": coverage(functions),
    }
    for name, text in outputs.items():
        target = folder / name
        if not target.exists() or target.read_text() != text:
            target.write_text(text)


main()
