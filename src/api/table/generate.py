#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of entry points: see the comment at the top of the table.
"""usage: generate.py TABLE LIBRARY VERSION_NODE OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

import entry_points as shared
from entry_points import BANNER

Row = collections.namedtuple("Row", "name group built variant checks capture returns parameters")
STREAM = "cudaStream_t"
CHECKS = {"raw", "plain", "host", "thread", "bound", "started", "context", "anywhere"}
# What a rule of the column "capture" is asked about; see src/api/cudart/capture_rule.h.
RULES = {"any": None, "?": None, "unsafe": None, "context": None, "stream": "stream", "refused": "stream", "unable": "stream",
         "waits": "stream", "ordered": "stream", "legacy": "stream", "asks": "stream", "event": "event"}
RULE = re.compile(r"(?P<name>[a-z?]+)(?:\((?P<about>[^)]*)\))?(?: if (?P<condition>.+))?$")


def problem(row):
    if row.built == "yes" and row.checks not in CHECKS:
        return f"unknown checks '{row.checks}'"
    rule = RULE.match(row.capture)
    return None if rule is not None and rule["name"] in RULES else f"unknown rule for captures '{row.capture}'"


def read_table(path):
    return shared.read_table(path, Row, problem)


def body_name(entry):
    words = re.findall(r"\dD|P2P|PCI|L2|SMem|[A-Z][a-z]+|[A-Z]+(?![a-z])|[A-Z]", entry.removeprefix("__").removeprefix("cuda"))
    return "_".join(word.lower() for word in words)


def split_parameters(text):
    return shared.split_parameters(text, STREAM)


def declaration(row):
    texts = shared.declared_parameters(row, split_parameters(row.parameters), STREAM)
    return f"{row.returns} {body_name(row.name)}({texts});\n"


def capture_rule(row, parameters, per_thread):
    """The statements that ask the row's rule while a capture is in progress; empty for none."""
    rule = RULE.match(row.capture)
    name = rule["name"]
    if name in ("any", "?"):
        return ""
    about = [""]
    if RULES[name] == "event":
        about = ["event"]
    elif RULES[name] == "stream":
        streams = [rule["about"]] if rule["about"] else [p.name for p in parameters if p.is_stream]
        about = [f"or_per_thread({s})" if per_thread else s for s in streams or ["nullptr"]]
    condition = f" && ({rule['condition']})" if rule["condition"] else ""
    calls = " ".join(f"if (const cudaError_t refused = capture_rule::{name}({a}); refused != cudaSuccess) "
                     "return refused;" for a in about)
    return f"if (graph::is_any_capture_in_progress(){condition}) [[unlikely]] {{ {calls} }} "


def entry(row, per_thread):
    parameters = split_parameters(row.parameters)
    arguments = shared.arguments(row, parameters, per_thread, "cudaStreamPerThread")
    call = f"riffle::api::cudart::{body_name(row.name)}({', '.join(arguments)})"  # free and malloc are libc's too
    symbol = shared.symbol_of(row, per_thread)
    if row.checks in ("raw", "plain"):
        statement = f"return {call};" if row.returns != "void" else f"{call};"
        if row.checks == "plain" and row.returns == "cudaError_t":
            statement = f'return traced("{symbol}", {call});'
    else:
        rule = capture_rule(row, parameters, per_thread)
        statement = f'return invoke<RuntimeChecks::k{row.checks.capitalize()}>("{symbol}", [&] {{ {rule}return {call}; }});'
    texts = ", ".join(p.declaration for p in parameters)
    return f"RIFFLE_ENTRY {row.returns} {symbol}({texts}) {{ {statement} }}\n"


def bodies(rows):
    text = [BANNER, "// The bodies of the entry points that are built.\n#pragma once\n\n",
            "namespace riffle::api::cudart {\n\n"]
    # Two entry points may share a body.
    text += dict.fromkeys(declaration(row) for row in rows if row.built == "yes")
    return "".join(text + ["\n}  // namespace riffle::api::cudart\n"])


def entries(rows):
    text = [BANNER, '#include "api/cudart/capture_rule.h"\n#include "api/cudart/entry.h"\n'
            '#include "cudart_bodies.h"\n\n',
            "using namespace riffle::api::cudart;\nusing namespace riffle::api::cudart::capture_rule;\nnamespace graph = riffle::graph;\n\n"]
    return "".join(text + shared.built_entries(rows, entry))


def prototypes(rows):
    text = [BANNER, "// Compiles only if the headers declare what the table says.\n#include <cuda_runtime_api.h>\n"
            "#include <cuda_profiler_api.h>\n\n#pragma clang diagnostic ignored \"-Wdeprecated-declarations\"\n\n"]
    for row in rows:
        if not row.name.startswith("__") and "?" not in row.parameters:
            text.append(f"[[maybe_unused]] static {row.returns} (*const check_{row.name})({row.parameters}) = "
                        f"&{row.name};\n")
    return "".join(text)


def coverage(rows, library):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row.group].append((row.name, row.built))
    public = [row for row in rows if not row.name.startswith("__") and row.group != "Interoperability"]
    total = f"{sum(row.built == 'yes' for row in public)} of {len(public)} entry points of the runtime's reference are built.\n"
    return shared.coverage(library, "generate.py", "cudaErrorNotSupported", total, groups)


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    rows = read_table(pathlib.Path(sys.argv[1]))
    library, node, folder = sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
    shared.write(folder, {
        "cudart_bodies.h": bodies(rows),
        "cudart_entries.cpp": entries(rows),
        "cudart_missing.cpp": shared.missing(rows, "cudart"),
        "cudart.map": shared.version_script(rows, node, "  local:\n    *;\n"),
        "cudart_symbols.inc": shared.names(rows),
        "cudart_link.c": shared.link_stand_in(rows),
        "cudart_static.c": shared.static_stand_in(shared.symbols(rows), library),
        "cudart_prototypes.cpp": prototypes(rows),
        "api-coverage.md": coverage(rows, library),
    })


if __name__ == "__main__":
    main()
