#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes libcudart.so.12 out of libcudart.so.13's table and of what CUDA 12 has otherwise: see the comment in cudart12.tsv.
"""usage: generate_12.py TABLE_12 RUNTIME_TABLE OUTPUT_FOLDER"""
import collections
import pathlib
import sys

import entry_points as shared
import generate as runtime
from entry_points import BANNER

Row = collections.namedtuple("Row", "name like variant parameters body")
NODE, PREFIX, TABLE = "libcudart.so.12", "riffle_12_", "riffle_cudart_12"
Symbol = collections.namedtuple("Symbol", "name target")  # the exported name, and whose code it is


def read_rows(path, like):
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        row = Row(*line.split("\t"))
        if row.body != "absent" and row.like not in like:
            sys.exit(f"{path}:{number}: there is no entry point '{row.like}'")
        if row.body not in ("absent", "same") and row.body[:2] not in ("= ", "@ "):
            sys.exit(f"{path}:{number}: unknown body '{row.body}'")
        rows.append(row)
    return rows


def is_own(row):
    return row.body[:2] in ("= ", "@ ")


def variants(row):
    return (False,) if row.variant == "-" else (False, True)


def entry(row, like, per_thread):
    parameters = runtime.split_parameters(row.parameters)
    own = shared.arguments(row, parameters, per_thread, "cudaStreamPerThread")
    name, arguments = shared.called(row.body, own, parameters, per_thread)
    if row.body.startswith("= "):
        # The newest form may take the default stream first, as its body does.
        newest = like[row.like]
        if shared.needs_default_stream(newest, runtime.split_parameters(newest.parameters)):
            arguments.insert(0, "cudaStreamPerThread" if per_thread else "nullptr")
        call = f"checked::{row.like}({', '.join(arguments)})"
    else:
        call = f"riffle::api::cudart::{name}({', '.join(arguments)})"
    symbol = shared.symbol_of(row, per_thread)
    texts = ", ".join(p.declaration for p in parameters)
    return (f'extern "C" cudaError_t {PREFIX}{symbol}({texts}) {{ return invoke<RuntimeChecks::k{like[row.like].checks.capitalize()}>'
            f'("{symbol}", [&] {{ return {call}; }}); }}\n')


def entries(rows, like):
    text = [BANNER, '#include "api/cudart/entry.h"\n#include "api/cudart/forms_12.h"\n#include "cudart_bodies.h"\n#include "cudart_calls.h"\n\n',
            "using namespace riffle::api::cudart;\nnamespace checked = riffle::api::checked;\n\n"]
    return "".join(text + [entry(row, like, per_thread) for row in rows if is_own(row) for per_thread in variants(row)])


def symbols(rows, newest):
    """Of the face, in the order of the table that leads to their code."""
    changed = {row.name for row in rows}
    found = [Symbol(name, name) for row in newest if row.name not in changed for name in shared.symbols([row])]
    for row in rows:
        for per_thread in variants(row) if row.body != "absent" else ():
            name = shared.symbol_of(row, per_thread)
            target = PREFIX + name if is_own(row) else row.like + ("_" + row.variant if per_thread else "")
            found.append(Symbol(name, target))
    return sorted(found)


def targets(found):
    """No CUDA header here: addresses are all that is wanted."""
    text = [BANNER, '#include "api/cudart/visibility.h"\n\n']
    text += [f'extern "C" int {target}();\n' for target in sorted({s.target for s in found})]
    text.append(f'\nextern "C" {{\nRIFFLE_EXPORT extern int (*const {TABLE}[])();\nint (*const {TABLE}[])() = {{\n')
    return "".join(text + [f"    {s.target},\n" for s in found] + ["};\n}\n"])


def face(found):
    """The library's code: each symbol jumps to where the table says. It leaves arguments and return address as they are."""
    # Weak: other linkers must not look for what only libcudart.so.13 has.
    text = [BANNER, f'__asm__(".weak {TABLE}\\n.text\\n"\n']
    for number, symbol in enumerate(found):
        text.append(f'        ".globl {symbol.name}\\n.type {symbol.name}, @function\\n.balign 16\\n{symbol.name}:\\n"\n'
                    f'        "movq {TABLE}@GOTPCREL(%rip), %r11\\njmpq *{8 * number}(%r11)\\n.size {symbol.name}, .-{symbol.name}\\n"\n')
    return "".join(text + [");\n"])


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    newest = runtime.read_table(pathlib.Path(sys.argv[2]))
    like = {row.name: row for row in newest}
    rows = read_rows(pathlib.Path(sys.argv[1]), like)
    found = symbols(rows, newest)
    shared.write(pathlib.Path(sys.argv[3]), {
        "cudart12_entries.cpp": entries(rows, like),
        "cudart12_targets.cpp": targets(found),
        "cudart12_face.c": face(found),
        "cudart12_link.c": BANNER + "".join(f"void {s.name}(void) {{}}\n" for s in found),
        "cudart12_static.c": shared.static_stand_in([s.name for s in found], "libcudart.so.12"),
        "cudart12.map": f"{NODE} {{\n  global:\n" + "".join(f"    {s.name};\n" for s in found) + "  local:\n    *;\n};\n",
        "cudart12_symbols.inc": BANNER + "".join(f'"{s.name}",\n' for s in found),
        "cudart12_table.map": f"riffle_faces {{\n  global:\n    {TABLE};\n}};\n",
    })


if __name__ == "__main__":
    main()
