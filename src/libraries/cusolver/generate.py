#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of cuSOLVER's routines: see the comment at the top of the table.
"""usage: generate.py TABLE NAMES OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Family = collections.namedtuple("Family", "group stem types parameters")
Routine = collections.namedtuple("Routine", "family symbol type")

BANNER = "// Made by src/libraries/cusolver/generate.py from the table of routines. Not to be edited.\n"
TYPES = {"S": ("float", "float"), "D": ("double", "double"), "C": ("cuComplex", "float"), "Z": ("cuDoubleComplex", "double")}
# What is no routine: bodies are written out (handle.cpp).
CALLS = """cusolverDnCreate cusolverDnDestroy cusolverDnSetStream cusolverDnGetStream cusolverGetProperty cusolverGetVersion
cusolverDnSetDeterministicMode cusolverDnGetDeterministicMode cusolverDnCreateParams cusolverDnDestroyParams cusolverDnSetAdvOptions
cusolverDnCreateSyevjInfo cusolverDnDestroySyevjInfo cusolverDnXsyevjSetTolerance cusolverDnXsyevjSetMaxSweeps cusolverDnXsyevjSetSortEig
cusolverDnXsyevjGetResidual cusolverDnXsyevjGetSweeps cusolverDnCreateGesvdjInfo cusolverDnDestroyGesvdjInfo
cusolverDnXgesvdjSetTolerance cusolverDnXgesvdjSetMaxSweeps cusolverDnXgesvdjSetSortEig cusolverDnXgesvdjGetResidual
cusolverDnXgesvdjGetSweeps""".split()
GROUPS = {"factors": ("Cholesky", "LU", "QR"), "values": ("Singular values", "Eigenvalues"), "any": ("Any type",)}


def routines(family):
    for type_text in family.types.split():
        letter, _, beginning = type_text.partition("=")
        stem = beginning + family.stem[2:] if beginning else family.stem
        yield Routine(family, f"cusolverDn{'' if letter == '-' else letter}{stem}", letter)


def parameters(routine):
    text = routine.family.parameters
    if routine.type != "-":
        scalar, real = TYPES[routine.type]
        text = re.sub(r"\bR\b", real, re.sub(r"\bT\b", scalar, text))
    return "cusolverDnHandle_t handle, " + text


def arguments(routine):
    return ", ".join(re.search(r"(\w+)(?:\[\])?\s*$", part).group(1) for part in parameters(routine).split(","))


def body_name(stem):
    return stem.replace("_bufferSize", "_buffer_size").replace("Batched", "_batched").lower()


def header(all_routines):
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER, "// cuSOLVER's dense routines.\n// clang-format off\n#pragma once\n\n"]
    return "".join(text + [f"cusolverStatus_t CUSOLVERAPI {r.symbol}({parameters(r)});\n" for r in all_routines])


def entries(members):
    text = [BANNER, '#include "libraries/cusolver/entry.h"\n#include "libraries/cusolver/routines.h"\n\n']
    for r in members:
        type_text = "" if r.type == "-" else f"<{TYPES[r.type][0]}>"
        text.append(f'RIFFLE_SOLVER_ENTRY {r.symbol}({parameters(r)}) {{ return riffle::cusolver::invoke([&] {{ return '
                    f'riffle::cusolver::{body_name(r.family.stem)}{type_text}({arguments(r)}); }}); }}\n')
    return "".join(text)


def missing(symbols):
    text = [BANNER, '#include "libraries/cusolver/entry.h"\n\n']
    for symbol in symbols:
        text.append(f'extern "C" __attribute__((visibility("default"))) int {symbol}() {{ static std::atomic<bool> said; '
                    f'return riffle::cusolver::not_supported("{symbol}", said); }}\n')
    return "".join(text)


def coverage(families, count, absent):
    text = [f"# Coverage of cuSOLVER\n\nMade by `src/libraries/cusolver/generate.py`. {absent} further functions, among them all of cuSolverSp, cuSolverRf and cuSolverMg, link "
            "and return\n`CUSOLVER_STATUS_NOT_SUPPORTED`; one message on standard error names each.\n\n"
            f"{count} routines of cuSolverDn are built, with handles, streams and parameters.\n"]
    groups = collections.defaultdict(list)
    for family in families:
        groups[family.group].append(family)
    for group, members in groups.items():
        text.append(f"\n## {group}\n\n" + "".join("- " + " ".join(f"`{r.symbol}`" for r in routines(f)) + "\n" for f in members))
    return "".join(text)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    families = [Family(*row) for row in table.read_rows(pathlib.Path(sys.argv[1]), len(Family._fields))]
    everything = [r for f in families for r in routines(f)]
    known = {r.symbol for r in everything} | set(CALLS)
    names = pathlib.Path(sys.argv[2]).read_text().split()
    absent = [name for name in names if name not in known]
    unknown = sorted(known - set(names))
    if unknown:
        sys.exit(f"{sys.argv[1]}: NVIDIA's library has no {', '.join(unknown)}")
    outputs = {
        "solver_routines.h": header(everything),
        "cusolver_missing.cpp": missing(absent),
        "cusolver.map": table.version_script("libcusolver.so.12", sorted(known) + absent),
        "cusolver-coverage.md": coverage(families, len(everything), len(absent)),
    }
    for name, groups in GROUPS.items():
        outputs[f"cusolver_{name}.cpp"] = entries([r for r in everything if r.family.group in groups])
    table.write(pathlib.Path(sys.argv[3]), outputs)


main()
