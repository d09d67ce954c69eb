# SPDX-License-Identifier: Apache-2.0
"""How often kernels are compiled: RIFFLE_LOG=compiler reports each compilation."""
import re

import riffle_case
from riffle_case import RiffleCase

SOURCE = """\
#include <cstdio>
template <int n> __global__ void set(int* to) { *to = n; }
// No image has a meaning for a counter of a GPU's performance monitor.
__global__ void lacks(int* to) { *to = __nvvm_read_ptx_sreg_pm0(); }
int main() {
  int* to;
  cudaMalloc(&to, sizeof *to);
  for (int i = 0; i < 2; ++i) {
    set<1><<<1, 1>>>(to);
    std::printf("%d ", cudaDeviceSynchronize());
    lacks<<<1, 1>>>(to);
    std::printf("%d ", cudaGetLastError() != cudaSuccess);
  }
  void (*others[])(int*) = {set<2>, set<3>, set<4>};
  return others[0] == nullptr;
}
"""
SET, LACKS = "_Z3setILi1EEvPi", "_Z5lacksPi"


class Compilations(RiffleCase):
    def run_and_log(self, kernels):
        """What a run compiles: (what, how it ended) in order."""
        result = self.run_command(["./x"], env=dict(self.environment, RIFFLE_LOG="compiler", RIFFLE_KERNELS=kernels))
        self.assertEqual((result.returncode, result.stdout), (0, "0 1 0 1 "), result.stderr)
        return re.findall(r"^riffle\[compiler\]: (image|kernel \S+?)(?: of \d+ bytes)?: (\w+) after \d+ ms(?:: .*)?$",
                          result.stderr, re.MULTILINE)

    def test_a_kernel_compiles_only_itself_and_once(self):
        self.write("x.cu", SOURCE)
        self.compile("-o", "x", "x.cu")
        first = self.run_and_log("apart")
        self.assertEqual(first[:2], [("image", "compiled"), (f"kernel {SET}", "compiled")])
        self.assertEqual(first[2:], [(f"kernel {LACKS}", "failed")])
        # What failed is not kept for the next run: it may be another Riffle's.
        self.assertEqual(self.run_and_log("apart"), [(f"kernel {LACKS}", "failed")])

    def test_an_image_compiles_once(self):
        self.write("x.cu", SOURCE)
        self.compile("-o", "x", "x.cu")
        self.assertEqual(self.run_and_log("together"), [("image", "compiled")])
        self.assertEqual(self.run_and_log("together"), [])


if __name__ == "__main__":
    riffle_case.main()
