#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the driver API's table of entry points: see the comment at its top.
"""usage: generate_driver.py TABLE RUNTIME_TABLE OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

import entry_points as shared
import generate as runtime
from entry_points import BANNER

Row = collections.namedtuple("Row", "name group since built variant checks parameters body")
CHECKS = {"raw", "host", "init", "current", "context"}
LIBRARY, NODE, STREAM = "libcuda.so.1", "riffle_cuda", "CUstream"


def problem(row):
    return f"unknown checks '{row.checks}'" if row.built == "yes" and row.checks not in CHECKS else None


def base_name(symbol):
    return re.sub(r"_v\d$", "", symbol)


def body_name(symbol):
    words = re.findall(r"v\d$|D2D\d+|D\d+|\dD|P2P|PCI|L2|SMem|HtoD|DtoH|DtoD|HtoA|AtoH|DtoA|AtoD|AtoA|[A-Z][a-z]+|[A-Z]+(?![a-z])|[A-Z]|\d+",
                       symbol.removeprefix("cu"))
    return "_".join(word.lower() for word in words)


def runtime_calls(rows):
    """The runtime's bodies behind their rules for captures: what both doors call."""
    text = [BANNER, "// The runtime's bodies, each behind its rule for captures.\n#pragma once\n\n"
            '#include "api/cudart/capture_rule.h"\n#include "api/cudart/entry.h"\n#include "cudart_bodies.h"\n\n',
            "namespace riffle::api::checked {\n\nnamespace graph = riffle::graph;\nnamespace capture_rule = cudart::capture_rule;\n"
            "using namespace cudart::capture_rule;\nusing cudart::is_device;\n\n"]
    for row in rows:
        if row.built != "yes" or row.returns != "cudaError_t" or row.name.startswith("__") or "?" in row.parameters:
            continue
        parameters = runtime.split_parameters(row.parameters)
        texts = [p.declaration for p in parameters]
        arguments = [p.name for p in parameters]
        rule = runtime.capture_rule(row, parameters, False)
        if shared.needs_default_stream(row, parameters):
            texts.insert(0, "[[maybe_unused]] cudaStream_t default_stream")
            arguments.insert(0, "default_stream")
            rule = rule.replace("(nullptr); refused", "(default_stream); refused")
        name = runtime.body_name(row.name)
        # Two entry points may share a body; each has its own rule.
        text.append(f"[[maybe_unused]] inline cudaError_t {row.name}({', '.join(texts)}) {{ {rule}return ::riffle::api::cudart::{name}({', '.join(arguments)}); }}\n")
    return "".join(text + ["\n}  // namespace riffle::api::checked\n"])


def declaration(row):
    parameters = shared.split_parameters(row.parameters, STREAM)
    return f"CUresult {body_name(row.name)}({shared.declared_parameters(row, parameters, STREAM)});\n"


def entry(row, per_thread):
    parameters = shared.split_parameters(row.parameters, STREAM)
    body, arguments = shared.called(row.body, shared.arguments(row, parameters, per_thread, "CU_STREAM_PER_THREAD"), parameters, per_thread)
    if not row.body.startswith("= "):  # "@ body": one of another name
        call = f"riffle::api::cuda::{body if row.body != '-' else body_name(row.name)}({', '.join(arguments)})"
    else:  # "= cudaName": the runtime's
        call = f"to_result(checked::{body}({', '.join(f'in({a})' for a in arguments)}))"
    symbol = shared.symbol_of(row, per_thread)
    statement = (f'return traced("{symbol}", {call});' if row.checks == "raw" else
                 f'return invoke<DriverChecks::k{row.checks.capitalize()}>("{symbol}", [&] {{ return {call}; }});')
    texts = ", ".join(p.declaration for p in parameters)
    return f"RIFFLE_ENTRY CUresult {symbol}({texts}) {{ {statement} }}\n"


def bodies(rows):
    text = [BANNER, "// Hand-written bodies of the driver's entry points.\n#pragma once\n\n#include <cuda.h>\n#include <riffle_driver/first_forms.h>\n\nnamespace riffle::api::cuda {\n\n"]
    text += dict.fromkeys(declaration(row) for row in rows if row.built == "yes" and row.body == "-")
    return "".join(text + ["\n}  // namespace riffle::api::cuda\n"])


def entries(rows):
    text = [BANNER, '#include "api/cuda/entry.h"\n#include "api/cuda/first_forms.h"\n#include "api/cuda/in.h"\n#include "cuda_bodies.h"\n#include "cudart_calls.h"\n\n',
            "using namespace riffle::api::cuda;\nnamespace checked = riffle::api::checked;\n\n"]
    # The header's names are macros for the newest versions.
    text += [f"#undef {row.name}\n" for row in rows if row.built == "yes"]
    return "".join(text + shared.built_entries(rows, entry))


def procedures(rows):
    """What cuGetProcAddress looks names up in: name, version since when, symbol. Code for per-thread default streams finds
    only the variants of what has any, which CUDA 7.0 brought."""
    text = [BANNER]
    named = [row for row in rows if row.since != "0"]
    with_variants = {base_name(row.name) for row in named if row.variant != "-"}
    for row in named:
        name = base_name(row.name)
        text.append(f'RIFFLE_PROCEDURE("{name}", {row.since}, {row.name})\n')
        if row.variant != "-":
            text.append(f'RIFFLE_PER_THREAD_PROCEDURE("{name}", {max(int(row.since), 7000)}, {shared.symbol_of(row, True)})\n')
        elif name not in with_variants:
            text.append(f'RIFFLE_PER_THREAD_PROCEDURE("{name}", {row.since}, {row.name})\n')
    return "".join(text)


def prototypes(rows):
    text = [BANNER, "// Compiles only if the header declares what the table says.\n#define CUDA_ENABLE_DEPRECATED\n#include <cuda.h>\n\n"]
    for row in rows:
        if "?" not in row.parameters and row.group not in ("Earlier versions", "Debugger"):
            text.append(f"[[maybe_unused]] static CUresult (*const check_{row.name})({row.parameters}) = &{row.name};\n")
    return "".join(text)


def versions(rows):
    """Rows by the name that programs write, the oldest first; only those that cuda.h declares or a type can be written for."""
    known = collections.defaultdict(list)
    for row in rows:
        if row.since != "0" and "?" not in row.parameters and not re.match("cu(GL|EGL|VDPAU|Graphics(GL|EGL|VDPAU)|Profiler)", row.name):
            known[base_name(row.name)].append(row)
    return {name: sorted(group, key=lambda row: int(row.since)) for name, group in known.items()}


def typedefs(rows):
    """PFN_..., the types that programs cast the addresses of cuGetProcAddress to."""
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER,
            "// Types of pointers to the driver's functions, by name and by the CUDA version that brought each form.\n#pragma once\n\n",
            "// clang-format off\n"
            "#ifdef __GNUC__  // what is deprecated has a type, too\n#pragma GCC diagnostic push\n"
            '#pragma GCC diagnostic ignored "-Wdeprecated-declarations"\n#endif\n']
    variants = []
    for name, group in versions(rows).items():
        for row in group:
            is_newest = row is group[-1] and row.group != "Earlier versions"
            # A name of several forms stands for another one where the header is CUDA 12's.
            kind = f"__typeof__(&{name})" if is_newest and len(group) == 1 else None
            form = f"PFN_{name}_v{row.since}"
            text.append(f"typedef {kind} {form};\n" if kind else f"typedef CUresult(CUDAAPI* {form})({row.parameters or 'void'});\n")
            if row.variant != "-":
                per_thread = f"PFN_{name}_v{max(int(row.since), 7000)}_{row.variant}"
                text.append(f"typedef {form} {per_thread};\n")
        newest = f"PFN_{name}_v{group[-1].since}"
        if group[-1].variant != "-":
            variants.append((name, newest, per_thread))
        else:
            text.append(f"#define PFN_{name} {newest}\n")
    text.append("\n#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM\n")
    text += [f"#define PFN_{name} {per_thread}\n" for name, _, per_thread in variants]
    text.append("#else\n")
    text += [f"#define PFN_{name} {newest}\n" for name, newest, _ in variants]
    return "".join(text + ["#endif\n#ifdef __GNUC__\n#pragma GCC diagnostic pop\n#endif\n"])


def coverage(rows):
    groups = collections.defaultdict(dict)
    for row in rows:
        if row.group in ("Earlier versions", "Undocumented", "Debugger"):
            continue
        name = base_name(row.name)
        if groups[row.group].get(name) != "yes":
            groups[row.group][name] = row.built
    states = [state for members in groups.values() for state in members.values()]
    total = f"{states.count('yes')} of {len(states)} entry points of the driver's reference are built.\n"
    earlier = [row.built for row in rows if row.group == "Earlier versions"]
    total += (f"{earlier.count('yes')} of {len(earlier)} earlier forms, which `cuGetProcAddress` gives for older versions, are built; "
              "the rest belongs to\nother systems' graphics.\n")
    return shared.coverage(LIBRARY, "generate_driver.py", "CUDA_ERROR_NOT_SUPPORTED", total,
                           {group: members.items() for group, members in groups.items()})


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    rows = shared.read_table(pathlib.Path(sys.argv[1]), Row, problem)
    shared.write(pathlib.Path(sys.argv[3]), {
        "cudart_calls.h": runtime_calls(runtime.read_table(pathlib.Path(sys.argv[2]))),
        "cuda_bodies.h": bodies(rows),
        "cuda_entries.cpp": entries(rows),
        "cuda_missing.cpp": shared.missing(rows, "cuda"),
        "cuda.map": shared.version_script(rows, NODE, ""),
        "cuda_symbols.inc": shared.names(rows),
        "cuda_link.c": shared.link_stand_in(rows),
        "cuda_procedures.inc": procedures(rows),
        "cuda_prototypes.cpp": prototypes(rows),
        "typedefs.h": typedefs(rows),
        "driver-coverage.md": coverage(rows),
    })


if __name__ == "__main__":
    main()
