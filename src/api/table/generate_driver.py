#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the driver API's table of entry points: see the comment at its top.
"""usage: generate_driver.py TABLE RUNTIME_TABLE OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

import generate as runtime

Row = collections.namedtuple("Row", "name group since built variant checks parameters body")
CHECKS = {"raw", "host", "init", "context"}
BANNER = runtime.BANNER
STATES = runtime.STATES
LIBRARY, NODE = "libcuda.so.1", "riffle_cuda"


def read_table(path):
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != len(Row._fields):
            sys.exit(f"{path}:{number}: {len(columns)} columns seen, {len(Row._fields)} needed")
        row = Row(*columns)
        if row.built not in STATES or (row.built == "yes" and row.checks not in CHECKS):
            sys.exit(f"{path}:{number}: unknown state '{row.built}' or checks '{row.checks}'")
        rows.append(row)
    return rows


def base_name(symbol):
    return re.sub(r"_v\d$", "", symbol)


def body_name(symbol):
    words = re.findall(r"v\d$|D2D\d+|D\d+|\dD|P2P|PCI|L2|SMem|HtoD|DtoH|DtoD|HtoA|AtoH|DtoA|AtoD|AtoA|[A-Z][a-z]+|[A-Z]+(?![a-z])|[A-Z]|\d+",
                       symbol.removeprefix("cu"))
    return "_".join(word.lower() for word in words)


def split_parameters(text):
    result = []
    for declaration in filter(None, (part.strip() for part in text.split(","))):
        name = re.search(r"(\w+)\s*$", declaration).group(1)
        result.append(runtime.Parameter(declaration, name, declaration.startswith("CUstream ")))
    return result


def needs_default_stream(row, parameters):
    return row.variant != "-" and not any(p.is_stream for p in parameters)


def runtime_call_name(row):
    return runtime.body_name(row.name)


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
        if runtime.needs_default_stream(row, parameters):
            texts.insert(0, "[[maybe_unused]] cudaStream_t default_stream")
            arguments.insert(0, "default_stream")
            rule = rule.replace("(nullptr); refused", "(default_stream); refused")
        name = runtime_call_name(row)
        # Two entry points may share a body; each has its own rule.
        text.append(f"[[maybe_unused]] inline cudaError_t {row.name}({', '.join(texts)}) {{ {rule}return ::riffle::api::cudart::{name}({', '.join(arguments)}); }}\n")
    return "".join(text + ["\n}  // namespace riffle::api::checked\n"])


def declaration(row):
    parameters = split_parameters(row.parameters)
    texts = [p.declaration for p in parameters]
    if needs_default_stream(row, parameters):
        texts.insert(0, "CUstream default_stream")
    return f"CUresult {body_name(row.name)}({', '.join(texts)});\n"


def entry(row, per_thread):
    parameters = split_parameters(row.parameters)
    arguments = []
    if needs_default_stream(row, parameters):
        arguments.append("CU_STREAM_PER_THREAD" if per_thread else "nullptr")
    for p in parameters:
        arguments.append(f"or_per_thread({p.name})" if per_thread and p.is_stream else p.name)
    if not row.body.startswith("= "):  # "@ body": one of another name
        call = f"riffle::api::cuda::{row.body.removeprefix('@ ') if row.body != '-' else body_name(row.name)}({', '.join(arguments)})"
    else:  # "= cudaName": the same arguments
        call = f"to_result(checked::{row.body.removeprefix('= ')}({', '.join(f'in({a})' for a in arguments)}))"
    symbol = row.name + ("_" + row.variant if per_thread else "")
    statement = (f'return traced("{symbol}", {call});' if row.checks == "raw" else
                 f'return invoke<Checks::k{row.checks.capitalize()}>("{symbol}", [&] {{ return {call}; }});')
    texts = ", ".join(p.declaration for p in parameters)
    return f"RIFFLE_ENTRY CUresult {symbol}({texts}) {{ {statement} }}\n"


def bodies(rows):
    text = [BANNER, "// The bodies of the driver's entry points that are built by hand.\n#pragma once\n\n#include <cuda.h>\n\nnamespace riffle::api::cuda {\n\n"]
    text += dict.fromkeys(declaration(row) for row in rows if row.built == "yes" and row.body == "-")
    return "".join(text + ["\n}  // namespace riffle::api::cuda\n"])


def entries(rows):
    text = [BANNER, '#include "api/cuda/entry.h"\n#include "api/cuda/in.h"\n#include "cuda_bodies.h"\n#include "cudart_calls.h"\n\n',
            "using namespace riffle::api::cuda;\nnamespace checked = riffle::api::checked;\n\n"]
    # The header's names are macros for the newest versions.
    text += [f"#undef {row.name}\n" for row in rows if row.built == "yes"]
    for row in rows:
        if row.built == "yes":
            text.append(entry(row, False))
            if row.variant != "-":
                text.append(entry(row, True))
    return "".join(text)


def missing(rows):
    text = [BANNER, "#include <atomic>\n\n#include \"api/cuda/not_supported.h\"\n\n"]
    for row in rows:
        if row.built == "yes":
            continue
        for symbol in symbols_of(row):
            said = "std::atomic<bool> said{true}" if row.built == "never" else "static std::atomic<bool> said"
            text.append(f'extern "C" RIFFLE_EXPORT int {symbol}() {{ {said}; '
                        f'return riffle::api::cuda::not_supported("{row.name}", said); }}\n')
    return "".join(text)


def symbols_of(row):
    return [row.name] + ([f"{row.name}_{row.variant}"] if row.variant != "-" else [])


def symbols(rows):
    return [symbol for row in rows for symbol in symbols_of(row)]


def procedures(rows):
    """What cuGetProcAddress looks names up in: name, version since when, symbol, symbol for per-thread streams."""
    text = [BANNER]
    for row in rows:
        if row.built == "never" or row.since == "0":
            continue
        per_thread = f"{row.name}_{row.variant}" if row.variant != "-" else row.name
        text.append(f'RIFFLE_PROCEDURE("{base_name(row.name)}", {row.since}, {row.name}, {per_thread})\n')
    return "".join(text)


def prototypes(rows):
    text = [BANNER, "// Compiles only if the header declares what the table says.\n#define CUDA_ENABLE_DEPRECATED\n#include <cuda.h>\n\n"]
    for row in rows:
        if "?" not in row.parameters and row.group != "Earlier versions":
            text.append(f"[[maybe_unused]] static CUresult (*const check_{row.name})({row.parameters}) = &{row.name};\n")
    return "".join(text)


def coverage(rows):
    groups = collections.defaultdict(dict)
    for row in rows:
        if row.group == "Earlier versions":
            continue
        name = base_name(row.name)
        if groups[row.group].get(name) != "yes":
            groups[row.group][name] = row.built
    public = [state for members in groups.values() for state in members.values()]
    text = [f"# Coverage of {LIBRARY}\n\n",
            "Made by `src/api/table/generate_driver.py`. An entry point that is *not built* links and answers "
            "`CUDA_ERROR_NOT_SUPPORTED`,\nsaying so once on stderr. What is *not supported* answers the same without a "
            "word: there is nothing behind it on\na machine without a GPU.\n\n",
            f"{public.count('yes')} of {len(public)} entry points of the driver's reference are built.\n"]
    for group, members in groups.items():
        built = sum(state == "yes" for state in members.values())
        text.append(f"\n## {group} ({built} of {len(members)})\n\n| function | state |\n|---|---|\n")
        text += [f"| `{name}` | {STATES[state]} |\n" for name, state in members.items()]
    return "".join(text)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    rows = read_table(pathlib.Path(sys.argv[1]))
    folder = pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    outputs = {
        "cudart_calls.h": runtime_calls(runtime.read_table(pathlib.Path(sys.argv[2]))),
        "cuda_bodies.h": bodies(rows),
        "cuda_entries.cpp": entries(rows),
        "cuda_missing.cpp": missing(rows),
        "cuda.map": f"{NODE} {{\n  global:\n" + "".join(f"    {s};\n" for s in symbols(rows)) + "};\n",
        "cuda_symbols.inc": BANNER + "".join(f'"{s}",\n' for s in symbols(rows)),
        "cuda_link.c": BANNER + "".join(f"void {s}(void) {{}}\n" for s in symbols(rows)),
        "cuda_procedures.inc": procedures(rows),
        "cuda_prototypes.cpp": prototypes(rows),
        "driver-coverage.md": coverage(rows),
    }
    for name, text in outputs.items():
        target = folder / name
        if not target.exists() or target.read_text() != text:
            target.write_text(text)


if __name__ == "__main__":
    main()
