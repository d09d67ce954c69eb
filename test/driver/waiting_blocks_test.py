# SPDX-License-Identifier: Apache-2.0
"""Blocks that wait for each other: a thread that waits must not hold up the thread beside it that the other block waits for."""
import riffle_case
from riffle_case import RiffleCase

PROGRAM = """\
#include <cstdio>
__global__ void both_neighbours(volatile int* status, int* sums) {
  const int block = blockIdx.x, last = gridDim.x - 1;
  if (threadIdx.x == 0) {
    int sum = 0;
    if (block > 0) while ((sum = status[block - 1]) == 0) {}
    int right = 0;
    if (block < last) while ((right = status[block + 1]) == 0) {}
    sums[block] = sum + right;
  } else if (threadIdx.x == THREAD) {
    status[block] = block + 1;
  }
}
__global__ void in_pairs(volatile int* asked, volatile int* answered, int* sums) {
  const int pair = blockIdx.x / 2;
  if (threadIdx.x == 0) {
    volatile int* const word = blockIdx.x % 2 == 0 ? answered + pair : asked + pair;
    int value;
    while ((value = *word) == 0) {}
    sums[blockIdx.x] = value;
  } else if (threadIdx.x == THREAD) {
    (blockIdx.x % 2 == 0 ? asked : answered)[pair] = blockIdx.x + 1;
  }
}
int main() {
  const int blocks = 64;
  int *status, *sums;
  cudaMallocManaged(&status, 2 * blocks * sizeof(int));
  cudaMallocManaged(&sums, blocks * sizeof(int));
  for (int kernel = 0; kernel < 2; ++kernel) {
    cudaMemset(status, 0, 2 * blocks * sizeof(int));
    if (kernel == 0)
      both_neighbours<<<blocks, 64>>>(status, sums);
    else
      in_pairs<<<blocks, 64>>>(status, status + blocks, sums);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    long sum = 0;
    for (int i = 0; i < blocks; ++i) sum += (i + 1L) * sums[i];
    std::printf("%ld\\n", sum);
  }
}
"""


class WaitingBlocks(RiffleCase):
    def test_blocks_that_wait_for_each_other(self):
        self.write("x.cu", PROGRAM)
        right = [sum((i + 1) * ((i if i > 0 else 0) + (i + 2 if i < 63 else 0)) for i in range(64)),
                 sum((i + 1) * ((i ^ 1) + 1) for i in range(64))]
        for thread in "1", "33":
            compiled = self.riffle("cc", f"-DTHREAD={thread}", "x.cu", "-o", "x")
            self.assertEqual((compiled.returncode, compiled.stderr), (0, ""))
            for workers in "1", "3":
                with self.subTest(thread=thread, workers=workers):
                    result = self.run_command([self.path("x")], env=dict(self.environment, RIFFLE_WORKERS=workers))
                    self.assertEqual((result.stdout, result.stderr), (f"{right[0]}\n{right[1]}\n", ""))


riffle_case.main()
