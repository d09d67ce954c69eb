#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes everything that follows from the table of cuSPARSE's routines: see the comment at the top of the table.
"""usage: generate.py TABLE NAMES OUTPUT_FOLDER"""
import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table  # noqa: E402

Family = collections.namedtuple("Family", "group stem types built parameters")
Routine = collections.namedtuple("Routine", "family symbol type")

BANNER = "// Made by src/libraries/cusparse/generate.py from the table of routines. Not to be edited.\n"
TYPES = {"S": ("float", "float"), "D": ("double", "double"), "C": ("cuComplex", "float"), "Z": ("cuDoubleComplex", "double"),
         "H": ("__half", "__half")}
# Bodies of these are written out (handle.cpp, logger.cpp), for results or arguments that no other call has.
CALLS = """cusparseCreate cusparseDestroy cusparseGetVersion cusparseGetProperty cusparseGetErrorName cusparseGetErrorString
cusparseSetStream cusparseGetStream cusparseGetPointerMode cusparseSetPointerMode cusparseLoggerSetCallback cusparseLoggerSetFile
cusparseLoggerOpenFile cusparseLoggerSetLevel cusparseLoggerSetMask cusparseLoggerForceDisable cusparseCreateMatDescr
cusparseDestroyMatDescr cusparseSetMatType cusparseGetMatType cusparseSetMatFillMode cusparseGetMatFillMode cusparseSetMatDiagType
cusparseGetMatDiagType cusparseSetMatIndexBase cusparseGetMatIndexBase""".split()
TITLES = {"descriptors": "Descriptors", "descriptor_parts": "Parts of descriptors",
          "vectors": "Vectors", "spmv": "Sparse matrix times vector", "spmm": "Sparse matrix times dense matrix",
          "sddmm": "Sampled dense product", "triangular": "Triangular systems", "spgemm": "Sparse matrix times sparse matrix",
          "dense": "Dense and sparse", "formats": "Conversions", "sorts": "Sorts", "compress": "Compression and pruning",
          "blocks": "Block formats", "geam": "Sums", "factors": "Incomplete factors", "bsr_factors": "Incomplete factors of blocks",
          "bsr_solves": "Triangular systems of blocks", "bsr_products": "Products of blocks", "tridiagonal": "Tridiagonal and pentadiagonal systems",
          "color": "Colours"}


def routines(family):
    for text in family.types.split():
        letter = text.split("=")[0]
        yield Routine(family, f"cusparse{'' if letter == '-' else letter}{family.stem}", letter)


def parameters(routine):
    text = routine.family.parameters
    if routine.type != "-":
        scalar, real = TYPES[routine.type]
        text = re.sub(r"\bR\b", real, re.sub(r"\bT\b", scalar, text))
    return text


def arguments(routine):
    return ", ".join(re.search(r"(\w+)\s*$", part).group(1) for part in parameters(routine).split(","))


def body_name(stem):
    """SpMV_bufferSize: spmv_buffer_size. The forms of a call for arrays that are only read have the same body."""
    stem = re.sub(r"^(Create|)Const", r"\1", stem)
    text = re.sub(r"_?bufferSize(Ext)?$", "_buffer_size", stem)
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", "_", text)
    return text.lower()


def header(all_routines):
    text = ["// SPDX-License-Identifier: Apache-2.0\n", BANNER, "// cuSPARSE's routines.\n// clang-format off\n#pragma once\n\n"]
    plain = [r for r in all_routines if r.type != "H"]
    half = [r for r in all_routines if r.type == "H"]
    declare = lambda r: f"cusparseStatus_t CUSPARSEAPI {r.symbol}({parameters(r)});\n"  # noqa: E731
    return "".join(text + [declare(r) for r in plain] + ["\n#ifdef __cplusplus\n"] + [declare(r) for r in half] + ["#endif\n"])


def entries(members):
    text = [BANNER, "\n"]
    for r in members:
        type_text = "" if r.type == "-" else f"<{TYPES[r.type][0]}>"
        text.append(f'RIFFLE_SPARSE_ENTRY {r.symbol}({parameters(r)}) {{ return riffle::cusparse::invoke([&] {{ return '
                    f'riffle::cusparse::{body_name(r.family.stem)}{type_text}({arguments(r)}); }}); }}\n')
    return "".join(text)


def coverage(families, count, absent):
    text = ["# Coverage of cuSPARSE\n\nMade by `src/libraries/cusparse/generate.py`. Everything that NVIDIA's library exports is declared and links. "
            f"{count} routines are\nbuilt, with handles and matrix descriptors; the logger writes nothing, and reports that. {absent} are not: each of them returns "
            "`CUSPARSE_STATUS_NOT_SUPPORTED`,\nand one message on standard error names it.\n"]
    groups = collections.defaultdict(list)
    for family in families:
        groups[family.group].append(family)
    for group, members in groups.items():
        text.append(f"\n## {TITLES[group]}\n\n")
        for built, prefix in (("yes", ""), ("no", "Not built: ")):
            names = [f"`{r.symbol}`" for f in members if f.built == built for r in routines(f)]
            if names:
                text.append(f"{prefix}{' '.join(names)}\n")
    return "".join(text)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    families = [Family(*row) for row in table.read_rows(pathlib.Path(sys.argv[1]), len(Family._fields))]
    everything = [r for f in families for r in routines(f)]
    built = [r for r in everything if r.family.built == "yes"]
    names = pathlib.Path(sys.argv[2]).read_text().split()
    declared = {r.symbol for r in everything} | set(CALLS)
    if declared != set(names):
        sys.exit(f"{sys.argv[1]}: not NVIDIA's: {sorted(declared - set(names))}; without a row: {sorted(set(names) - declared)}")
    known = {r.symbol for r in built} | set(CALLS)
    absent = [name for name in names if name not in known]
    outputs = {
        "sparse_routines.h": header(everything),
        "cusparse_missing.cpp": table.not_built(BANNER, absent, "cusparse"),
        "cusparse.map": table.version_script("libcusparse.so.12", names),
        "cusparse-coverage.md": coverage(families, len(built), len(absent)),
    }
    for group in TITLES:
        outputs[f"cusparse_{group}.h"] = entries([r for r in built if r.family.group == group])
    table.write(pathlib.Path(sys.argv[3]), outputs)


main()
