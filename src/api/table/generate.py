#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of entry points: see the comment at the top of the table.
"""usage: generate.py TABLE LIBRARY VERSION_NODE OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

Row = collections.namedtuple("Row", "name group built variant checks capture returns parameters")
Parameter = collections.namedtuple("Parameter", "declaration name is_stream")

BANNER = "// Made by src/api/table/generate.py from the table of entry points. Not to be edited.\n"
STATES = {"yes": "built", "no": "not built", "never": "not supported"}
CHECKS = {"raw", "plain", "host", "thread", "bound", "context", "anywhere"}
# What a rule of the column "capture" is asked about; see src/api/cudart/capture_rule.h.
RULES = {"any": None, "?": None, "unsafe": None, "context": None, "stream": "stream", "refused": "stream", "unable": "stream",
         "waits": "stream", "ordered": "stream", "legacy": "stream", "asks": "stream", "event": "event"}
RULE = re.compile(r"(?P<name>[a-z?]+)(?:\((?P<about>[^)]*)\))?(?: if (?P<condition>.+))?$")


def read_table(path):
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != len(Row._fields):
            sys.exit(f"{path}:{number}: {len(columns)} columns seen, {len(Row._fields)} needed")
        row = Row(*columns)
        if row.built not in STATES:
            sys.exit(f"{path}:{number}: unknown state '{row.built}'")
        if row.built == "yes" and row.checks not in CHECKS:
            sys.exit(f"{path}:{number}: unknown checks '{row.checks}'")
        rule = RULE.match(row.capture)
        if rule is None or rule["name"] not in RULES:
            sys.exit(f"{path}:{number}: unknown rule for captures '{row.capture}'")
        rows.append(row)
    names = [row.name for row in rows]
    if len(set(names)) != len(names):
        sys.exit(f"{path}: an entry point has two rows")
    return rows


def body_name(entry):
    words = re.findall(r"\dD|P2P|PCI|L2|SMem|[A-Z][a-z]+|[A-Z]+(?![a-z])|[A-Z]", entry.removeprefix("__").removeprefix("cuda"))
    return "_".join(word.lower() for word in words)


def split_parameters(text):
    result = []
    for declaration in filter(None, (part.strip() for part in text.split(","))):
        name = re.search(r"(\w+)\s*$", declaration).group(1)
        result.append(Parameter(declaration, name, declaration.startswith("cudaStream_t ")))
    return result


def needs_default_stream(row, parameters):
    return row.variant != "-" and not any(p.is_stream for p in parameters)


def declaration(row):
    parameters = split_parameters(row.parameters)
    texts = [p.declaration for p in parameters]
    if needs_default_stream(row, parameters):
        texts.insert(0, "cudaStream_t default_stream")
    return f"{row.returns} {body_name(row.name)}({', '.join(texts)});\n"


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
    arguments = []
    if needs_default_stream(row, parameters):
        arguments.append("cudaStreamPerThread" if per_thread else "nullptr")
    for p in parameters:
        arguments.append(f"or_per_thread({p.name})" if per_thread and p.is_stream else p.name)
    call = f"riffle::api::cudart::{body_name(row.name)}({', '.join(arguments)})"  # free and malloc are libc's too
    symbol = row.name + ("_" + row.variant if per_thread else "")
    if row.checks in ("raw", "plain"):
        statement = f"return {call};" if row.returns != "void" else f"{call};"
        if row.checks == "plain" and row.returns == "cudaError_t":
            statement = f'return traced("{symbol}", {call});'
    else:
        rule = capture_rule(row, parameters, per_thread)
        statement = f'return invoke<Checks::k{row.checks.capitalize()}>("{symbol}", [&] {{ {rule}return {call}; }});'
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
    for row in rows:
        if row.built == "yes":
            text.append(entry(row, False))
            if row.variant != "-":
                text.append(entry(row, True))
    return "".join(text)


def missing(rows):
    # No CUDA header here: a body that ignores its arguments serves every signature of the C calling
    # convention, and stays right whatever the headers say.
    text = [BANNER, "#include <atomic>\n\n#include \"api/cudart/not_supported.h\"\n\n"]
    for row in rows:
        if row.built == "yes":
            continue
        for symbol in [row.name] + ([f"{row.name}_{row.variant}"] if row.variant != "-" else []):
            # What will never be built is documented to answer so: no word about it.
            said = "std::atomic<bool> said{true}" if row.built == "never" else "static std::atomic<bool> said"
            text.append(f'extern "C" RIFFLE_EXPORT int {symbol}() {{ {said}; '
                        f'return riffle::api::cudart::not_supported("{row.name}", said); }}\n')
    return "".join(text)


def symbols(rows):
    for row in rows:
        yield row.name
        if row.variant != "-":
            yield f"{row.name}_{row.variant}"


def version_script(rows, node):
    return f"{node} {{\n  global:\n" + "".join(f"    {s};\n" for s in symbols(rows)) + "  local:\n    *;\n};\n"


def names(rows):
    return BANNER + "".join(f'"{s}",\n' for s in symbols(rows))


def link_stand_in(rows):
    """The symbols without the code: what another linker sees of the runtime."""
    return BANNER + "".join(f"void {s}(void) {{}}\n" for s in symbols(rows))


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
        groups[row.group].append(row)
    public = [row for row in rows if not row.name.startswith("__") and row.group != "Interoperability"]
    text = [f"# Coverage of {library}\n\n",
            "Made by `src/api/table/generate.py`. An entry point that is *not built* links and answers "
            "`cudaErrorNotSupported`,\nsaying so once on stderr. What is *not supported* answers the same without a "
            "word: there is nothing behind it on\na machine without a GPU.\n\n",
            f"{sum(row.built == 'yes' for row in public)} of {len(public)} entry points of the runtime's reference are "
            "built.\n"]
    for group, members in groups.items():
        built = sum(row.built == "yes" for row in members)
        text.append(f"\n## {group} ({built} of {len(members)})\n\n| function | state |\n|---|---|\n")
        text += [f"| `{row.name}` | {STATES[row.built]} |\n" for row in members]
    return "".join(text)


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    rows = read_table(pathlib.Path(sys.argv[1]))
    library, node, folder = sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    outputs = {
        "cudart_bodies.h": bodies(rows),
        "cudart_entries.cpp": entries(rows),
        "cudart_missing.cpp": missing(rows),
        "cudart.map": version_script(rows, node),
        "cudart_symbols.inc": names(rows),
        "cudart_link.c": link_stand_in(rows),
        "cudart_prototypes.cpp": prototypes(rows),
        "api-coverage.md": coverage(rows, library),
    }
    for name, text in outputs.items():
        target = folder / name
        if not target.exists() or target.read_text() != text:
            target.write_text(text)


if __name__ == "__main__":
    main()
