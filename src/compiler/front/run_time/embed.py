# SPDX-License-Identifier: Apache-2.0
"""embed.py FOLDER OUTPUT DEPFILE: Riffle's headers as elements of an array of names and texts. Headers of libraries
that run on the host are left out: programs compiled at run time are device code."""

import os
import sys

PIECE = 16000  # compilers promise no longer literals
LEFT_OUT = ("riffle_blas", "riffle_infer", "riffle_nccl", "riffle_solver", "riffle_sparse", "nvtx3")


def literal(text):
    pieces = [text[i : i + PIECE] for i in range(0, len(text), PIECE)] or [""]
    return "\n".join('R"riffle(%s)riffle"' % piece for piece in pieces)


def main(folder, output, depfile):
    paths = []
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        for name in sorted(files):
            if name not in ("CMakeLists.txt", "README.md") and not name.startswith("Nv"):  # TensorRT's
                paths.append(os.path.join(parent, name))
    with open(output, "w", encoding="utf-8") as out:
        for path in paths:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            out.write('{"%s",\n%s},\n' % (os.path.relpath(path, folder), literal(text)))
    with open(depfile, "w", encoding="utf-8") as out:
        out.write("%s: %s\n" % (output, " ".join(paths)))


main(*sys.argv[1:])
