#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of cuFFT's functions: see the comment at the top of the table.
"""usage: generate.py TABLE OUTPUT_FOLDER"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Function = collections.namedtuple("Function", "group name header built parameters")

BANNER = "// Made by src/libraries/cufft/generate.py from the table of functions. Not to be edited.\n"
# By the values that cufft.h gives them: the bodies of what is not built include no header, as their signatures differ.
RESULTS = {"CUFFT_NOT_IMPLEMENTED": 14, "CUFFT_NOT_SUPPORTED": 16}

# What libcufftw.so.12 calls: guru.h.
FOR_CUFFTW = [f"riffle_cufft_{verb}_guru_plan" for verb in ("make", "destroy", "run")]


def header(functions, name):
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER, f"// The functions of {name}.h.\n// clang-format off\n#pragma once\n\n"]
    for f in functions:
        if f.header == name:
            text.append(f"cufftResult CUFFTAPI {f.name}({f.parameters});\n")
    return "".join(text)


def coverage(functions):
    built = sum(1 for f in functions if f.built == "yes")
    text = ["# Coverage of cuFFT\n\nMade by `src/libraries/cufft/generate.py`. A function that is *not built* links and returns the result "
            "named here;\none message on standard error names it.\n\n" f"{built} of {len(functions)} functions are built.\n"]
    groups = collections.defaultdict(list)
    for function in functions:
        groups[function.group].append(function)
    for group, members in groups.items():
        text.append(f"\n## {group}\n\n| function | state |\n|---|---|\n")
        for f in members:
            answer = "" if f.built == "yes" else f": `{'CUFFT_NOT_SUPPORTED' if f.built == 'refused' else f.built}`"
            text.append(f"| `{f.name}` | {table.state(f.built)}{answer} |\n")
    return "".join(text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    functions = [Function(*row) for row in table.read_rows(pathlib.Path(sys.argv[1]), len(Function._fields))]
    missing = [(f.name, RESULTS[f.built]) for f in functions if f.built not in ("yes", "refused")]
    table.write(pathlib.Path(sys.argv[2]), {
        "functions.h": header(functions, "cufft"),
        "xt_functions.h": header(functions, "cufftXt"),
        "cufft_missing.cpp": table.not_built(BANNER, missing, "cufft"),
        "cufft.map": table.version_script("libcufft.so.12", [f.name for f in functions] + FOR_CUFFTW),
        "cufft-coverage.md": coverage(functions),
    })


main()
