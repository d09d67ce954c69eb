#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: list_calls.py CUDA_TABLE CUDART_TABLE OUTPUT
Writes C++ that names each entry point with the types and names of its parameters, from the tables of entry points."""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "src/api/table"))

# Their answer is no error code, or they are called by compilers' code alone.
LEFT_OUT = re.compile(r"__cuda|cudaGetErrorName|cudaGetErrorString|cudaCreateChannelDesc|cudaGetExportTable|cuGetExportTable")


def parameters(text):
    for declaration in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"(.*?)(\w+)\s*(\[\d*\])?", declaration)
        kind = re.sub(r"\s*\*", "*", match[1].strip()) + ("*" if match[3] else "")
        yield kind, match[2]


def calls(table, columns, result):
    for line in pathlib.Path(table).read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        row = dict(zip(columns, line.split("\t")))
        if row["built"] == "data" or "?" in row["parameters"] or LEFT_OUT.match(row["name"]):
            continue
        if row.get("returns", result) != result:
            continue
        listed = list(parameters(row["parameters"]))
        kinds = ", ".join(kind for kind, _ in listed)
        words = ", ".join(f'{{"{kind}", "{name}"}}' for kind, name in listed)
        for symbol in [row["name"]] + ([f"{row['name']}_{row['variant']}"] if row["variant"] != "-" else []):
            yield f'  sweep.add<{", ".join(filter(None, [result, kinds]))}>("{symbol}", {{{words}}});\n'


driver = calls(sys.argv[1], "name group since built variant checks parameters body".split(), "CUresult")
runtime = calls(sys.argv[2], "name group built variant checks capture returns parameters".split(), "cudaError_t")
pathlib.Path(sys.argv[3]).write_text(
    "// Made by list_calls.py from the tables of entry points. Not to be edited.\n"
    "#include \"sweep.h\"\n\n"
    "void add_driver_calls(Sweep& sweep) {\n" + "".join(driver) + "}\n\n"
    "void add_runtime_calls(Sweep& sweep) {\n" + "".join(runtime) + "}\n")
