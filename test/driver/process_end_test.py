# SPDX-License-Identifier: Apache-2.0
"""A program may end at any time: while a kernel is compiled for the shape of its launches too."""
import riffle_case
from riffle_case import RiffleCase

# One block shape for each run, so that none finds what an earlier one has made; a kernel is worth a shape of its own after 50 ms.
BUSY = """\
#include <chrono>
#include <cstdio>
#include <cstdlib>
__global__ void busy(float* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    for (int k = 0; k < 50; ++k) a[i] = a[i] * 1.0001f + 0.5f;
}
int main(int, char** arguments) {
  using clock = std::chrono::steady_clock;
  const auto end = clock::now() + std::chrono::milliseconds(std::atoi(arguments[2]));
  float* a;
  cudaMalloc(&a, 4 << 20);
  do {
    busy<<<64, std::atoi(arguments[1])>>>(a, 1 << 20);
    if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  } while (clock::now() < end);
  std::puts("end of main");
}
"""


class ProcessEnd(RiffleCase):
    def test_beside_a_compilation(self):
        self.write("busy.cu", BUSY)
        self.compile("-O2", "-o", "busy", "busy.cu")
        self.run_command(["./busy", "32", "1"])  # all else is in the cache then
        for run in range(30):
            ended = self.run_command(["./busy", str(33 + run), str(50 + 2 * run)])
            self.assertEqual((ended.returncode, ended.stdout), (0, "end of main\n"), ended.stderr)


if __name__ == "__main__":
    riffle_case.main()
