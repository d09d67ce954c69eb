#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: forwards.py RIFFLE FORWARDS      compiles a program that includes every header of forwards.txt, one by one and twice"""
import pathlib
import subprocess
import sys
import tempfile

riffle, forwards = sys.argv[1:]
names = [line.split()[0] for line in pathlib.Path(forwards).read_text().splitlines() if not line.startswith("#")]
assert len(names) > 30, names
source = "".join(f"#include <{name}>\n" for name in names * 2)
# The headers that are included are there: something of each.
source += "__global__ void kernel(float* x) { __half h = __float2half(x[0]); x[0] = __half2float(h) + __ldg(x + 1); }\n"
source += "static_assert(sizeof(float4) == 16 && sizeof(cusparseHandle_t) == 8 && sizeof(cuda::barrier<cuda::thread_scope_block>) > 0);\n"
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "forwards.cu").write_text(source)
    sys.exit(subprocess.run([riffle, "cc", "-std=c++17", "-c", "forwards.cu"], cwd=folder).returncode)
