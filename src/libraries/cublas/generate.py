#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of cuBLAS's routines: see the comment at the top of the table.
"""usage: generate.py TABLE OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

import legacy
import xt

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Family = collections.namedtuple("Family", "group stem types built wide legacy parameters")
Routine = collections.namedtuple("Routine", "family symbol type wide")

BANNER = "// Made by src/libraries/cublas/generate.py from the table of routines. Not to be edited.\n"
TYPES = {"S": ("float", "float"), "D": ("double", "double"), "C": ("cuComplex", "float"),
         "Z": ("cuDoubleComplex", "double"), "H": ("__half", "__half"), "-": (None, None),
         "HSH": ("__half", "__half"), "HSS": ("__half", "float"), "TST": ("__nv_bfloat16", "__nv_bfloat16"),
         "TSS": ("__nv_bfloat16", "float")}
# What is no routine: bodies are written out (handle.cpp, status.cpp, transfer.cpp).
CALLS = """Create_v2 Destroy_v2 GetVersion_v2 GetProperty GetCudartVersion SetWorkspace_v2 SetStream_v2 GetStream_v2
GetPointerMode_v2 SetPointerMode_v2 GetAtomicsMode SetAtomicsMode GetMathMode SetMathMode GetSmCountTarget
SetSmCountTarget GetStatusName GetStatusString LoggerConfigure SetLoggerCallback GetLoggerCallback SetVector GetVector
SetMatrix GetMatrix SetVectorAsync GetVectorAsync SetMatrixAsync GetMatrixAsync SetVector_64 GetVector_64 SetMatrix_64
GetMatrix_64 SetVectorAsync_64 GetVectorAsync_64 SetMatrixAsync_64 GetMatrixAsync_64 Xerbla""".split()
# Those of cublas.h (legacy.cpp).
LEGACY_CALLS = "Init Shutdown GetError GetVersion Alloc Free SetKernelStream".split()


def read_table(path):
    return [Family(*row) for row in table.read_rows(path, len(Family._fields))]


def routines(family):
    for type_text in family.types.split():
        letter, _, prefix = type_text.partition("=")
        prefix = "" if letter == "-" else prefix or letter
        for wide in (False, True)[:2 if family.wide == "yes" else 1]:
            yield Routine(family, f"cublas{prefix}{family.stem}{'_64' if wide else ''}", letter, wide)


def parameters_behind_handle(routine):
    scalar, real = TYPES[routine.type]
    text = re.sub(r"\bInt\b", "int64_t" if routine.wide else "int", routine.family.parameters)
    if scalar is not None:
        text = re.sub(r"\bT\b", scalar, text)
        text = re.sub(r"\bR\b", real, text)
    return text


def parameters(routine):
    return "cublasHandle_t handle, " + parameters_behind_handle(routine)


def arguments(routine):
    return ", ".join(re.search(r"(\w+)(?:\[\])?\s*$", part).group(1) for part in parameters(routine).split(","))


def body_name(family):
    words = re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", family.stem.removesuffix("_v2"))
    return "_".join(word.lower() for word in words)


def top(purpose):
    return (BANNER.replace("// Made", "// SPDX-License-Identifier: Apache-2.0\n// Made")
            + f"// {purpose}\n// clang-format off\n#pragma once\n\n")


def header(all_routines):
    return top("cuBLAS's routines.") + "".join(f"cublasStatus_t CUBLASWINAPI {r.symbol}({parameters(r)});\n" for r in all_routines)


def v2_names(all_routines):
    return top("The names by which programs with handles call routines whose names end with _v2.") + "".join(
        f"#define {r.symbol.replace('_v2', '')} {r.symbol}\n" for r in all_routines if r.family.stem.endswith("_v2"))


def legacy_routines(families):
    """Each routine that cublas.h has, with its form there."""
    for family in families:
        if family.legacy != "no":
            for r in routines(family):
                if not r.wide and (family.legacy == "yes" or r.type in family.legacy.split()):
                    stem = family.stem.removesuffix("_v2")
                    yield r, legacy.form(r.symbol, stem, TYPES[r.type][0], parameters_behind_handle(r))


def legacy_header(forms):
    return top("The routines of cublas.h: without a handle.") + "".join(legacy.declaration(f) for _, f in forms)


def legacy_entries(forms):
    return BANNER + '#include "libraries/cublas/legacy.h"\n#include "libraries/cublas/logger.h"\n#include "libraries/cublas/routines.h"\n\n' + "".join(
        legacy.entry(f, f"{body_name(r.family)}<{TYPES[r.type][0]}>") for r, f in forms)


def entries(members):
    text = [BANNER, '#include "libraries/cublas/entry.h"\n#include "libraries/cublas/logger.h"\n#include "libraries/cublas/routines.h"\n\n']
    for r in members:
        type_text = "" if r.type == "-" else f"<{TYPES[r.type][0]}>"
        log = legacy.logged("cublasStatus_t", r.symbol, parameters(r), arguments(r))
        text.append(f'RIFFLE_ENTRY {r.symbol}({parameters(r)}) {{ {log} return invoke([&] {{ return '
                    f'riffle::cublas::{body_name(r.family)}{type_text}({arguments(r)}); }}); }}\n')
    return "".join(text)


def xt_header(xt_routines):
    return top("The routines of cublasXt.h.") + "".join(xt.declaration(r) for r in xt_routines)


def xt_entries(xt_routines):
    return BANNER + '#include "libraries/cublas/entry.h"\n#include "libraries/cublas/logger.h"\n#include "libraries/cublas/xt/updates.h"\n\n' + "".join(
        xt.entry(r) for r in xt_routines)


def coverage(families, forms, xt_routines):
    count = sum(1 for f in families for _ in routines(f))
    built = sum(1 for f in families if f.built == "yes" for _ in routines(f))
    text = ["# Coverage of cuBLAS\n\nMade by `src/libraries/cublas/generate.py`. A routine that is *not built* links and returns "
            "`CUBLAS_STATUS_NOT_SUPPORTED`;\none message on standard error names it. Handles, settings and transfers are all built.\n\n"
            f"{built} of {count} routines, 64-bit forms included, are built.\n"]
    groups = collections.defaultdict(list)
    for family in families:
        groups[family.group].append(family)
    for group, members in groups.items():
        text.append(f"\n## {group}\n\n| routines | 64-bit form | state |\n|---|---|---|\n")
        for f in members:
            names = " ".join(f"`{r.symbol.replace('_v2', '')}`" for r in routines(f) if not r.wide)
            text.append(f"| {names} | {f.wide} | {table.state(f.built)} |\n")
    text.append("\n## Without handles (`cublas.h`)\n\n| routines | state |\n|---|---|\n")
    names = ["cublas" + name for name in LEGACY_CALLS] + [f.name for _, f in forms]
    text.append(f"| {' '.join(f'`{name}`' for name in names)} | built |\n")
    text.append("\n## cuBLASXt\n\n| routines | state |\n|---|---|\n")
    names = ["cublasXt" + name for name in xt.CALLS] + [r.symbol for r in xt_routines]
    text.append(f"| {' '.join(f'`{name}`' for name in names)} | built |\n")
    return "".join(text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    families = read_table(pathlib.Path(sys.argv[1]))
    everything = [r for f in families for r in routines(f)]
    built = [r for r in everything if r.family.built == "yes"]
    forms = list(legacy_routines(families))
    xt_routines = list(xt.routines(families, TYPES))
    symbols = [r.symbol for r in everything] + ["cublas" + name for name in CALLS + LEGACY_CALLS] + [f.name for _, f in forms]
    symbols += ["cublasXt" + name for name in xt.CALLS] + [r.symbol for r in xt_routines]
    outputs = {
        "routines.h": header(everything),
        "v2_names.h": v2_names(everything),
        "legacy.h": legacy_header(forms),
        "cublas_legacy.cpp": legacy_entries(forms),
        "xt_routines.h": xt_header(xt_routines),
        "cublas_xt.cpp": xt_entries(xt_routines),
        "cublas_missing.cpp": table.not_built(BANNER, [r.symbol for r in everything if r.family.built != "yes"]),
        "cublas.map": table.version_script("libcublas.so.13", symbols),
        "cublas-coverage.md": coverage(families, forms, xt_routines),
    }
    groups = {"level1": "Level 1", "level2": "Level 2", "level3": "Level 3", "extensions": "Extensions", "batches": "Batches",
              "mixed": "Mixed types", "emulation": "Emulation"}
    for name, group in groups.items():
        outputs[f"cublas_{name}.cpp"] = entries([r for r in built if r.family.group == group])
    table.write(pathlib.Path(sys.argv[2]), outputs)


main()
