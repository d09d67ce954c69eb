#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of cuFFTW's functions: see the comment at the top of the table.
"""usage: generate.py TABLE OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Function = collections.namedtuple("Function", "group stem result state parameters")

BANNER = "// Made by src/libraries/cufftw/generate.py from the table of functions. Not to be edited.\n"
# The prefix of names, and the type of real numbers.
FORMS = (("fftw", "double"), ("fftwf", "float"))


def typed(text, prefix, real):
    return text.format(P=f"{prefix}_plan", C=f"{prefix}_complex", R=real, D=f"{prefix}_iodim", D64=f"{prefix}_iodim64")


def declarations(functions):
    for prefix, real in FORMS:
        for f in functions:
            yield f, real, f"{typed(f.result, prefix, real)} CUFFTAPI {prefix}_{f.stem}({typed(f.parameters, prefix, real)})"


def header(functions):
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER, "// The functions of cufftw.h.\n// clang-format off\n#pragma once\n\n"]
    return "".join(text + [declared + ";\n" for _, _, declared in declarations(functions)])


def entries(functions):
    text = [BANNER, '#include "libraries/cufftw/functions.h"\n\n']
    for f, real, declared in declarations(functions):
        names = [] if f.parameters == "void" else [re.search(r"(\w+)$", part).group(1) for part in f.parameters.split(", ")]
        text.append(f'extern "C" __attribute__((visibility("default"))) {declared} {{ return riffle::cufftw::{f.stem}<{real}>('
                    f'{", ".join(names)}); }}\n'.replace("riffle::cufftw::malloc", "riffle::cufftw::allocate").replace("riffle::cufftw::free", "riffle::cufftw::release"))
    return "".join(text)


def coverage(functions):
    text = ["# Coverage of cuFFTW\n\nMade by `src/libraries/cufftw/generate.py`. Each function has a form for double numbers, `fftw_NAME`, and one "
            "for\nfloat numbers, `fftwf_NAME`. All of `cufftw.h` is built.\n"]
    groups = collections.defaultdict(list)
    for function in functions:
        groups[function.group].append(function)
    for group, members in groups.items():
        text.append(f"\n## {group}\n\n| function | state |\n|---|---|\n")
        for f in members:
            text.append(f"| `fftw_{f.stem}` | {f.state} |\n")
    return "".join(text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    functions = [Function(*row) for row in table.read_rows(pathlib.Path(sys.argv[1]), len(Function._fields))]
    table.write(pathlib.Path(sys.argv[2]), {
        "fftw_functions.h": header(functions),
        "cufftw_entries.cpp": entries(functions),
        "cufftw.map": table.version_script("libcufftw.so.12", [f"{prefix}_{f.stem}" for prefix, _ in FORMS for f in functions]),
        "cufftw-coverage.md": coverage(functions),
    })


main()
