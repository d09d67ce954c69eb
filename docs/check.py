#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Keeps the documentation true where a program can: links and paths that pages name exist, the page on options
# lists the options that the source reads, and the page of entry points is the one that their table makes.
"""usage: check.py SOURCE_ROOT [--update]      --update rewrites what tables make"""
import pathlib
import re
import subprocess
import sys
import tempfile

PATH = re.compile(r"`((?:src|include|tools|examples|bench|scripts|docs|cmake|test|packaging|\.github)/[\w./+-]*)`")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)")
OPTION = re.compile(r"RIFFLE_[A-Z][A-Z0-9_]*")


def pages(root):
    yield from sorted(root.glob("*.md"))
    yield from sorted((root / "docs").glob("*.md"))
    for room in ("src", "include", "tools", "bench", "examples", "test", "packaging"):
        yield from sorted((root / room).rglob("README.md"))


def check_paths(root, page):
    text = page.read_text()
    for match in PATH.finditer(text):
        if not (root / match.group(1)).exists():
            yield f"{page.relative_to(root)}: '{match.group(1)}' does not exist"
    for match in LINK.finditer(text):
        if not (page.parent / match.group(1)).exists():
            yield f"{page.relative_to(root)}: link to '{match.group(1)}', which does not exist"


def check_options(root):
    read = set()
    for source in [*(root / "src").rglob("*.cpp"), *(root / "tools").rglob("*.cpp")]:
        read |= set(re.findall(r'"(RIFFLE_[A-Z0-9_]+)"', source.read_text()))
    described = set(OPTION.findall((root / "docs/environment.md").read_text()))
    for name in sorted(read - described):
        yield f"docs/environment.md: {name} is read by the source but not described"
    for name in sorted(described - read):
        yield f"docs/environment.md: {name} is described but nothing in the source reads it"


def check_made(root, update, arguments, pages):
    """Files that are kept in the repository, though a table makes them: pages maps their paths to the names made."""
    with tempfile.TemporaryDirectory() as made:
        subprocess.run([sys.executable, *arguments, made], check=True)
        texts = {page: (pathlib.Path(made) / name).read_text() for page, name in pages.items()}
    for page, text in texts.items():
        if update:
            (root / page).write_text(text)
        elif not (root / page).exists() or (root / page).read_text() != text:
            yield f"{page} is not what its table of entry points makes: run docs/check.py . --update"


def check_coverage(root, update):
    table, cublas = root / "src/api/table", root / "src/libraries/cublas"
    yield from check_made(root, update, [table / "generate.py", table / "cudart.tsv", "libcudart.so.13", "libcudart.so.13"],
                          {"docs/api-coverage.md": "api-coverage.md"})
    yield from check_made(root, update, [table / "generate_driver.py", table / "cuda.tsv", table / "cudart.tsv"],
                          {"docs/driver-coverage.md": "driver-coverage.md", "include/riffle_driver/typedefs.h": "typedefs.h"})
    yield from check_made(root, update, [cublas / "generate.py", cublas / "cublas.tsv"],
                          {"docs/cublas-coverage.md": "cublas-coverage.md", "include/riffle_blas/routines.h": "routines.h"})
    light = root / "src/libraries/cublas_lt"
    yield from check_made(root, update, [light / "generate.py", light / "cublas_lt.tsv"],
                          {"docs/cublaslt-coverage.md": "cublaslt-coverage.md",
                           "include/riffle_blas/lt_functions.h": "lt_functions.h"})
    cufft = root / "src/libraries/cufft"
    yield from check_made(root, update, [cufft / "generate.py", cufft / "cufft.tsv"],
                          {"docs/cufft-coverage.md": "cufft-coverage.md", "include/riffle_fft/functions.h": "functions.h",
                           "include/riffle_fft/xt_functions.h": "xt_functions.h"})
    solver = root / "src/libraries/cusolver"
    yield from check_made(root, update, [solver / "generate.py", solver / "cusolver.tsv", solver / "names.txt"],
                          {"docs/cusolver-coverage.md": "cusolver-coverage.md",
                           "include/riffle_solver/routines.h": "solver_routines.h"})
    sparse = root / "src/libraries/cusparse"
    yield from check_made(root, update, [sparse / "generate.py", sparse / "cusparse.tsv", sparse / "names.txt"],
                          {"docs/cusparse-coverage.md": "cusparse-coverage.md",
                           "include/riffle_sparse/routines.h": "sparse_routines.h"})
    tensorrt = root / "src/libraries/tensorrt"
    made = ("enumerations.h", "virtual_tables.h", "runtime_classes.h", "layer_classes.h", "builder_classes.h")
    yield from check_made(root, update, [tensorrt / "generate.py", tensorrt / "interface"],
                          {f"include/riffle_infer/{name}": name for name in made})
    nccl = root / "src/libraries/nccl"
    yield from check_made(root, update, [nccl / "generate.py", nccl / "nccl.tsv", nccl / "names.txt"],
                          {"docs/nccl-coverage.md": "nccl-coverage.md", "include/riffle_nccl/functions.h": "nccl_functions.h"})


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[1]).resolve()
    problems = list(check_coverage(root, "--update" in sys.argv[2:]))
    problems += [p for page in pages(root) for p in check_paths(root, page)]
    problems += check_options(root)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
