#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the tables of CUPTI's functions and enumerations: see the comments at their tops.
"""usage: generate.py FUNCTIONS ENUMERATIONS OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Function = collections.namedtuple("Function", "group name header result built parameters")
Enumeration = collections.namedtuple("Enumeration", "header name constants")

BANNER = "// Made by src/libraries/cupti/generate.py from its tables. Not to be edited.\n"
FUNCTIONS = ("result", "version", "callbacks", "activity", "events", "metrics")
TYPES = ("result", "callbacks", "activity", "events", "metrics", "driver_cbid", "runtime_cbid", "nvtx_cbid")


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
    text = [top(f"// The enumerations of cupti_{header}.h.\n")]
    for e in enumerations:
        if e.header == header:
            text.append("typedef enum {\n" + ",\n".join(f"  {name} = {value}" for name, value in e.constants) + f"\n}} {e.name};\n\n")
    return "".join(text)


def functions_of(functions, header):
    text = [top(f"// The functions of cupti_{header}.h.\n")]
    for f in functions:
        if f.header == header:
            result = "CUptiResult" if f.result == "-" else f.result
            text.append(f"{result} CUPTIAPI {f.name}({f.parameters or 'void'});\n")
    return "".join(text)


def named(enumerations, name):
    (found,) = (e for e in enumerations if e.name == name)
    return found.constants


def result_names(enumerations):
    return BANNER + "".join(f'{{{value}, "{name}"}},\n' for name, value in named(enumerations, "CUptiResult"))


def kind_names(enumerations):
    """In the order of the values, which begin at 0 and have no gaps."""
    kinds = [name for name, value in named(enumerations, "CUpti_ActivityKind") if not name.endswith(("_COUNT", "_FORCE_INT"))]
    return BANNER + "".join(f'"{name}",\n' for name in kinds)


def call_names(enumerations):
    """The functions by their numbers, and the names that CUPTI gives these: the driver's symbols; the runtime's with the version that
    brought the function behind it. A call of the runtime has the newest number of its symbol."""
    text = [BANNER]
    for api, prefix in (("driver", "CUPTI_DRIVER_TRACE_CBID_"), ("runtime", "CUPTI_RUNTIME_TRACE_CBID_")):
        names = [(constant.removeprefix(prefix), value) for constant, value in named(enumerations, f"CUpti_{api}_api_trace_cbid")]
        names = [(name, value) for name, value in names if name not in ("SIZE", "FORCE_INT")]
        newest = {}
        for name, value in names:
            symbol = re.sub(r"_v\d+$", "", name) if api == "runtime" else name
            if name != "INVALID":
                newest[symbol] = max(value, newest.get(symbol, 0))
        text.append(f"constexpr CallSymbol k{api.capitalize()}Calls[] = {{\n")
        text += [f'    {{"{symbol}", {value}}},\n' for symbol, value in sorted(newest.items())]
        text.append(f"}};\nconstexpr const char* k{api.capitalize()}Names[] = {{\n")
        by_value = {value: name for name, value in names}
        text += [f'    "{by_value[value]}",\n' if value in by_value else "    nullptr,\n" for value in range(max(by_value) + 1)]
        text.append("};\n")
    return "".join(text)


def coverage(functions):
    built = sum(1 for f in functions if f.built == "yes")
    text = ["# Coverage of CUPTI\n\nMade by `src/libraries/cupti/generate.py`. A function that is *not built* links and returns "
            "`CUPTI_ERROR_NOT_SUPPORTED`;\none message on standard error names it.\n\n" f"{built} of {len(functions)} functions are built.\n"]
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
        "cupti_missing.cpp": table.not_built(BANNER, [f.name for f in functions if f.built != "yes"], "cupti"),
        "cupti_result_names.inc": result_names(enumerations),
        "cupti_kind_names.inc": kind_names(enumerations),
        "cupti_call_names.inc": call_names(enumerations),
        "cupti.map": table.version_script("libcupti.so.13", [f.name for f in functions]),
        "cupti-coverage.md": coverage(functions),
    }
    for header in FUNCTIONS:
        outputs[f"cupti_{header}_functions.h"] = functions_of(functions, header)
    for header in TYPES:
        outputs[f"cupti_{header}_types.h"] = types(enumerations, header)
    table.write(pathlib.Path(sys.argv[3]), outputs)


main()
