#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the tables of entry points make beside code: headers that programs include, and the coverage pages of the site.

    tables.py headers SOURCE_ROOT FOLDER     riffle_blas/routines.h, ...
    tables.py pages SOURCE_ROOT FOLDER       cublas.md, ...
    tables.py inputs SOURCE_ROOT             prints the files that the headers depend on
"""
import pathlib
import subprocess
import sys
import tempfile

API, LIBRARIES = "src/api/table", "src/libraries"
# Generator, its tables, header -> file that it makes, page -> file that it makes.
GENERATORS = [
    (f"{API}/generate.py", [f"{API}/cudart.tsv"], ["libcudart.so.13", "libcudart.so.13"],
     {}, {"runtime-api.md": "api-coverage.md"}),
    (f"{API}/generate_driver.py", [f"{API}/cuda.tsv", f"{API}/cudart.tsv"], [],
     {"riffle_driver/typedefs.h": "typedefs.h"}, {"driver-api.md": "driver-coverage.md"}),
    (f"{LIBRARIES}/cublas/generate.py", [f"{LIBRARIES}/cublas/cublas.tsv"], [],
     {f"riffle_blas/{made}.h": f"{made}.h" for made in ("routines", "v2_names", "legacy", "xt_routines")}, {"cublas.md": "cublas-coverage.md"}),
    (f"{LIBRARIES}/cublas_lt/generate.py", [f"{LIBRARIES}/cublas_lt/cublas_lt.tsv"], [],
     {"riffle_blas/lt_functions.h": "lt_functions.h"}, {"cublaslt.md": "cublaslt-coverage.md"}),
    (f"{LIBRARIES}/cufft/generate.py", [f"{LIBRARIES}/cufft/cufft.tsv"], [],
     {"riffle_fft/functions.h": "functions.h", "riffle_fft/xt_functions.h": "xt_functions.h"}, {"cufft.md": "cufft-coverage.md"}),
    (f"{LIBRARIES}/cufftw/generate.py", [f"{LIBRARIES}/cufftw/cufftw.tsv"], [],
     {"riffle_fft/fftw_functions.h": "fftw_functions.h"}, {"cufftw.md": "cufftw-coverage.md"}),
    *((f"{LIBRARIES}/{name}/generate.py", [f"{LIBRARIES}/{name}/{name}.tsv", f"{LIBRARIES}/{name}/names.txt"], [],
       {header: made}, {f"{name}.md": f"{name}-coverage.md"})
      for name, header, made in (("cusolver", "riffle_solver/routines.h", "solver_routines.h"),
                                 ("cusparse", "riffle_sparse/routines.h", "sparse_routines.h"),
                                 ("nccl", "riffle_nccl/functions.h", "nccl_functions.h"))),
    (f"{LIBRARIES}/cudnn/generate.py", [f"{LIBRARIES}/cudnn/cudnn.tsv", f"{LIBRARIES}/cudnn/enumerations.txt"], [],
     {f"riffle_dnn/{header}_{part}.h": f"dnn_{header}_{part}.h"
      for header in ("graph", "ops", "cnn", "adv", "gnn_ops", "subquadratic_ops") for part in ("types", "functions")},
     {"cudnn.md": "cudnn-coverage.md"}),
    (f"{LIBRARIES}/cupti/generate.py", [f"{LIBRARIES}/cupti/cupti.tsv", f"{LIBRARIES}/cupti/enumerations.txt"], [],
     {f"riffle_cupti/{made}.h": f"cupti_{made}.h"
      for made in [f"{header}_functions" for header in ("result", "version", "callbacks", "activity", "events", "metrics")]
      + [f"{header}_types" for header in ("result", "callbacks", "activity", "events", "metrics", "driver_cbid", "runtime_cbid",
                                          "nvtx_cbid")]}, {"cupti.md": "cupti-coverage.md"}),
    (f"{LIBRARIES}/nvjpeg/generate.py", [f"{LIBRARIES}/nvjpeg/nvjpeg.tsv"], [],
     {"riffle_jpeg/functions.h": "jpeg_functions.h"}, {"nvjpeg.md": "nvjpeg-coverage.md"}),
    (f"{LIBRARIES}/tensorrt/generate.py", [f"{LIBRARIES}/tensorrt/interface"], [],
     {f"riffle_infer/{name}.h": f"{name}.h"
      for name in ("enumerations", "virtual_tables", "runtime_classes", "layer_classes", "builder_classes")}, {}),
]
SHARED = [f"{API}/entry_points.py", f"{API}/generate.py", f"{LIBRARIES}/table.py", f"{LIBRARIES}/cublas/legacy.py",
          f"{LIBRARIES}/cublas/xt.py", "cmake/tables.py"]


def write_if_changed(path, text):
    """Leaves the time of a file that has this text already: nothing that includes it is compiled again."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def make(root, folder, kind):
    """Writes the headers (kind 0) or pages (kind 1) and returns their paths."""
    paths = []
    for script, tables, arguments, *made in GENERATORS:
        if not made[kind]:
            continue
        with tempfile.TemporaryDirectory() as temporary:
            subprocess.run([sys.executable, root / script, *(root / table for table in tables), *arguments, temporary], check=True)
            for name, file in made[kind].items():
                write_if_changed(folder / name, (pathlib.Path(temporary) / file).read_text())
                paths.append(folder / name)
    return paths


def inputs(root):
    for path in [*SHARED, *(path for script, tables, _, headers, _ in GENERATORS if headers for path in (script, *tables))]:
        yield from sorted((root / path).iterdir()) if (root / path).is_dir() else [root / path]


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "inputs":
        print("\n".join(str(path) for path in inputs(pathlib.Path(sys.argv[2]))))
    elif len(sys.argv) == 4 and sys.argv[1] in ("headers", "pages"):
        make(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), ("headers", "pages").index(sys.argv[1]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
