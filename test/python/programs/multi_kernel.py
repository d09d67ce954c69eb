# SPDX-License-Identifier: Apache-2.0
"""What the multi-kernel programs share: doubling and halving leaves numbers as they were."""
import numpy as np

SOURCE = r"""
__global__ void mult_ker(float *array, int length) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int first = 0; first < length; first += blockDim.x) {
    for (int round = 0; round < 50; ++round) {
      array[first + thread] *= 2.0;
      array[first + thread] /= 2.0;
    }
  }
}
"""
LENGTH = 64 * 1024
BLOCK = (64, 1, 1)


def random_arrays(count):
    generator = np.random.default_rng(3)
    return [generator.standard_normal(LENGTH).astype(np.float32) for _ in range(count)]
