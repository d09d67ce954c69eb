#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the tables of cuDNN's functions and enumerations: see the comments at their tops.
"""usage: generate.py FUNCTIONS ENUMERATIONS OUTPUT_FOLDER"""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Function = collections.namedtuple("Function", "group name header result built parameters")
Enumeration = collections.namedtuple("Enumeration", "header name constants")

BANNER = "// Made by src/libraries/cudnn/generate.py from its tables. Not to be edited.\n"
HEADERS = ("graph", "ops", "cnn", "adv", "gnn_ops", "subquadratic_ops")


def read_enumerations(path):
    enumerations = []
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        first, second = line.split()
        if line.startswith(" "):
            enumerations[-1].constants.append((first, int(second)))
        else:
            enumerations.append(Enumeration(first, second, []))
    return enumerations


def top(text):
    return f"// SPDX-License-Identifier: Apache-2.0\n{BANNER}{text}// clang-format off\n#pragma once\n\n"


def types(enumerations, header):
    text = [top(f"// The enumerations of cudnn_{header}.h.\n")]
    for e in enumerations:
        if e.header == header:
            text.append("typedef enum {\n" + ",\n".join(f"  {name} = {value}" for name, value in e.constants) + f"\n}} {e.name};\n\n")
    return "".join(text)


def functions_of(functions, header):
    text = [top(f"// The functions of cudnn_{header}.h.\n")]
    for f in functions:
        if f.header == header:
            result = "cudnnStatus_t" if f.result == "-" else f.result
            text.append(f"{result} CUDNNWINAPI {f.name}({f.parameters or 'void'});\n")
    return "".join(text)


def status_names(enumerations):
    """Of several names of a value the first is the present one."""
    (status,) = (e for e in enumerations if e.name == "cudnnStatus_t")
    names = {}
    for name, value in status.constants:
        names.setdefault(value, name)
    return BANNER + "".join(f'{{{value}, "{name}"}},\n' for value, name in names.items())


def coverage(functions):
    built = sum(1 for f in functions if f.built == "yes")
    text = ["# Coverage of cuDNN\n\nMade by `src/libraries/cudnn/generate.py`. A function that is *not built* links and returns "
            "`CUDNN_STATUS_NOT_SUPPORTED`;\none message on standard error names it. No function computes yet: what is built are handles, "
            "descriptors, and what the\nlibrary says of itself.\n\n" f"{built} of {len(functions)} functions are built.\n"]
    groups = collections.defaultdict(list)
    for function in functions:
        groups[function.group].append(function)
    for group, members in groups.items():
        text.append(f"\n## {group}\n\n| function | state |\n|---|---|\n")
        for f in members:
            text.append(f"| `{f.name}` | {table.state(f.built)} |\n")
    return "".join(text)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    functions = [Function(*row) for row in table.read_rows(pathlib.Path(sys.argv[1]), len(Function._fields))]
    enumerations = read_enumerations(pathlib.Path(sys.argv[2]))
    outputs = {
        "cudnn_missing.cpp": table.not_built(BANNER, [f.name for f in functions if f.built != "yes"], "cudnn"),
        "cudnn_status_names.inc": status_names(enumerations),
        "cudnn.map": table.version_script("libcudnn.so.9", [f.name for f in functions]),
        "cudnn-coverage.md": coverage(functions),
    }
    for header in HEADERS:
        outputs[f"dnn_{header}_types.h"] = types(enumerations, header)
        outputs[f"dnn_{header}_functions.h"] = functions_of(functions, header)
    table.write(pathlib.Path(sys.argv[3]), outputs)


main()
