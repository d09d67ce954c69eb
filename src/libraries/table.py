# SPDX-License-Identifier: Apache-2.0
# What the generators of all libraries do with a table of functions.
import sys


def read_rows(path, columns):
    """The rows of a table, each as a list; columns are separated by tabs."""
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        row = line.split("\t")
        if len(row) != columns:
            sys.exit(f"{path}:{number}: {len(row)} columns seen, {columns} needed")
        rows.append(row)
    return rows


def not_built(banner, symbols, library="cublas"):
    """Functions that answer "not supported"; their bodies ignore their arguments, which serves every signature of the C
    calling convention. A symbol may be a pair: with the result that it answers."""
    text = [banner, '#include <atomic>\n\n#include "libraries/not_supported.h"\n\n']
    for symbol in symbols:
        symbol, *result = [symbol] if isinstance(symbol, str) else symbol
        arguments = "".join(f", {r}" for r in result)
        text.append(f'extern "C" __attribute__((visibility("default"))) int {symbol}() {{ static std::atomic<bool> said; '
                    f'return riffle::{library}::not_supported("{symbol}", said{arguments}); }}\n')
    return "".join(text)


def version_script(library, symbols):
    return f"{library} {{\n  global:\n" + "".join(f"    {s};\n" for s in symbols) + "  local:\n    *;\n};\n"


def state(built):
    return "built" if built == "yes" else "not built"


def write(folder, outputs):
    """Writes what has changed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in outputs.items():
        target = folder / name
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
