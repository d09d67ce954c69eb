#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of NCCL's functions: see the comment at the top of the table.
"""usage: generate.py TABLE NAMES OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Function = collections.namedtuple("Function", "group name built result parameters")

BANNER = "// Made by src/libraries/nccl/generate.py from the table of functions. Not to be edited.\n"
INVALID_USAGE = 5


def body_name(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.removeprefix("nccl")).lower()


def arguments(function):
    if function.parameters == "void":
        return ""
    return ", ".join(re.search(r"(\w+)\s*$", part).group(1) for part in function.parameters.split(","))


def header(functions):
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER,
            "// The functions of nccl.h, each also under the name by which a tool calls what it stands in front of.\n"
            "// clang-format off\n#pragma once\n\n"]
    for f in functions:
        text.append(f"{f.result} {f.name}({f.parameters});\n{f.result} p{f.name}({f.parameters});\n")
    return "".join(text)


def bodies(functions):
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER, "// clang-format off\n#pragma once\n\n#include <nccl.h>\n\nnamespace riffle::nccl {\n\n"]
    text += [f"{f.result} {body_name(f.name)}({f.parameters});\n" for f in functions]
    return "".join(text) + "\n}  // namespace riffle::nccl\n"


def entries(functions):
    text = [BANNER, '#include "nccl_bodies.h"\n#include "libraries/nccl/entry.h"\n\n']
    for f in functions:
        call = f"riffle::nccl::{body_name(f.name)}({arguments(f)})"
        if f.result == "ncclResult_t":
            call = f"riffle::nccl::invoke([&] {{ return {call}; }})"
        text.append(f'RIFFLE_NCCL_ENTRY {f.result} p{f.name}({f.parameters}) {{ return {call}; }}\n'
                    f'RIFFLE_NCCL_ALIAS(p{f.name}) {f.result} {f.name}({f.parameters});\n')
    return "".join(text)


def both_names(functions):
    return [name for f in functions for name in (f.name, "p" + f.name)]


def missing(functions):
    text = [BANNER, '#include <atomic>\n\n#include "libraries/nccl/not_supported.h"\n\n']
    for f in functions:
        text.append(f'extern "C" __attribute__((visibility("default"))) int p{f.name}() {{ static std::atomic<bool> said; '
                    f'return riffle::nccl::not_supported("{f.name}", said); }}\n'
                    f'extern "C" __attribute__((visibility("default"), weak, alias("p{f.name}"))) int {f.name}();\n')
    return "".join(text)


def coverage(functions):
    built = sum(1 for f in functions if f.built == "yes")
    text = ["# Coverage of NCCL\n\nMade by `src/libraries/nccl/generate.py`. A function that is *not built* links and returns "
            "`ncclInvalidUsage`;\none message on standard error names it. Each function also has the name that begins with `pnccl`.\n\n"
            f"{built} of {len(functions)} functions are built.\n"]
    groups = collections.defaultdict(list)
    for function in functions:
        groups[function.group].append(function)
    for group, members in groups.items():
        text.append(f"\n## {group}\n\n| function | state |\n|---|---|\n")
        text += [f"| `{f.name}` | {table.state(f.built)} |\n" for f in members]
    return "".join(text)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    functions = [Function(*row) for row in table.read_rows(pathlib.Path(sys.argv[1]), len(Function._fields))]
    names = set(pathlib.Path(sys.argv[2]).read_text().split())
    known = set(both_names(functions))
    # An inner part of a function, which is exported by accident.
    if names - known != {"ncclResetDebugInitInternal"} or known - names:
        sys.exit(f"{sys.argv[1]}: differs from NVIDIA's library in {', '.join(sorted(names ^ known))}")
    built = [f for f in functions if f.built == "yes"]
    table.write(pathlib.Path(sys.argv[3]), {
        "nccl_functions.h": header(built),
        "nccl_bodies.h": bodies(built),
        "nccl_entries.cpp": entries(built),
        "nccl_missing.cpp": missing([f for f in functions if f.built != "yes"]),
        # NVIDIA's library has no versions of symbols.
        "nccl.map": "{\n  global:\n" + "".join(f"    {s};\n" for s in sorted(known)) + "  local:\n    *;\n};\n",
        "nccl-coverage.md": coverage(functions),
    })


main()
