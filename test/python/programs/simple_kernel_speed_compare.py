# SPDX-License-Identifier: Apache-2.0
"""The same sum by a SourceModule and by an ElementwiseKernel, and a helper function on the device."""
import time

import numpy as np
import pycuda.autoinit  # noqa: F401
import pycuda.driver as drv
from pycuda import gpuarray
from pycuda.compiler import SourceModule
from pycuda.elementwise import ElementwiseKernel

COUNT = 1_000_000
BLOCK = 256

generator = np.random.default_rng(1)
a = generator.standard_normal(COUNT).astype(np.float32)
b = generator.standard_normal(COUNT).astype(np.float32)
a_gpu, b_gpu = gpuarray.to_gpu(a), gpuarray.to_gpu(b)

assert drv.Device(0).max_threads_per_block == 1024
add = SourceModule(r"""
__device__ float sum(float x, float y) { return x + y; }
__global__ void add(float *a, float *b, float *c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) c[i] = sum(a[i], b[i]);
}
""").get_function("add")
elementwise = ElementwiseKernel("float *a, float *b, float *c", "c[i] = a[i] + b[i]", "add_kernel")

for name in ("SourceModule", "ElementwiseKernel"):
    c_gpu = gpuarray.empty_like(a_gpu)
    start = time.perf_counter()
    if name == "SourceModule":
        add(a_gpu, b_gpu, c_gpu, np.int32(COUNT), block=(BLOCK, 1, 1), grid=((COUNT + BLOCK - 1) // BLOCK, 1))
    else:
        elementwise(a_gpu, b_gpu, c_gpu)
    pycuda.autoinit.context.synchronize()
    print(f"{name}: {time.perf_counter() - start:.6f} s")
    assert np.array_equal(c_gpu.get(), a + b)
