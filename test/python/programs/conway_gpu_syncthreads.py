# SPDX-License-Identifier: Apache-2.0
"""All generations in one launch of one block, which waits twice for each."""
import pycuda.autoinit  # noqa: F401
import numpy as np
from pycuda import gpuarray
from pycuda.compiler import SourceModule

import life

SIZE, ROUNDS = 32, 1000

conway_ker = SourceModule(life.RULE + r"""
__global__ void conway_ker(int *cells, int rounds) {
  const int x = X, y = Y;
  for (int round = 0; round < rounds; ++round) {
    const int state = next_state(cells[AT(x, y)], neighbours(x, y, cells));
    __syncthreads();
    cells[AT(x, y)] = state;
    __syncthreads();
  }
}
""").get_function("conway_ker")
cells = life.random_cells(SIZE)
cells_gpu = gpuarray.to_gpu(cells)
conway_ker(cells_gpu, np.int32(ROUNDS), grid=(1, 1, 1), block=(SIZE, SIZE, 1))
assert np.array_equal(cells_gpu.get(), life.generations(cells, ROUNDS))
