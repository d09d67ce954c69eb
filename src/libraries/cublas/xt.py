# SPDX-License-Identifier: Apache-2.0
# cuBLASXt's routines: the products of level 3 with sizes of size_t and a handle of their own.
import collections

import legacy

Routine = collections.namedtuple("Routine", "symbol body parameters arguments")

STEMS = "gemm_v2 symm_v2 hemm_v2 syrk_v2 herk_v2 syr2k_v2 her2k_v2 syrkx herkx trmm_v2 trsm_v2".split()
CALLS = ("Create Destroy GetNumBoards MaxBoards DeviceSelect SetBlockDim GetBlockDim SetPinningMemMode GetPinningMemMode "
         "SetCpuRoutine SetCpuRatio").split()


def packed(parameters):
    """spmm is symm of a packed matrix."""
    return parameters.replace("const T* A, Int lda, ", "const T* AP, ")


def routines(families, types):
    """Each routine, of families of the table; `types` gives the type of a letter and its real type."""
    for family in families:
        if family.stem not in STEMS:
            continue
        stem = family.stem.removesuffix("_v2")
        for name, text in [(stem, family.parameters)] + ([("spmm", packed(family.parameters))] if stem == "symm" else []):
            for letter in (letter for letter in family.types.split() if letter in "SDCZ"):
                scalar, real = types[letter]
                words = {"T": scalar, "R": real, "Int": "size_t"}
                parts = [" ".join(words.get(word, words.get(word.rstrip("*"), word.rstrip("*")) + "*" * word.count("*"))
                                  for word in part.split()) for part in text.split(", ")]
                yield Routine(f"cublasXt{letter}{name}", f"riffle::cublas::xt::{name}<{scalar}>", ", ".join(parts),
                              ", ".join(part.split()[-1] for part in parts))


def declaration(r):
    return f"cublasStatus_t CUBLASWINAPI {r.symbol}(cublasXtHandle_t handle, {r.parameters});\n"


def entry(r):
    log = legacy.logged("cublasStatus_t", r.symbol, "cublasXtHandle_t handle, " + r.parameters, "handle, " + r.arguments)
    return (f"RIFFLE_ENTRY {r.symbol}(cublasXtHandle_t handle, {r.parameters}) {{ {log} return invoke([&] {{ return "
            f"{r.body}(handle, {r.arguments}); }}); }}\n")
