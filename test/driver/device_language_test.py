# SPDX-License-Identifier: Apache-2.0
"""Programs in corners of CUDA's C++, each with what it prints."""
import riffle_case
from riffle_case import RiffleCase

MANAGED_IN_KERNELS_ALONE = """\
#include <cstdio>
static __managed__ int numbers[2] = {1, 2};
namespace { __managed__ short hidden = 30; }
template <class T> __managed__ T of_template = T(400);
__managed__ int named = 5000;
__global__ void k() {
  numbers[1] += 7;
  printf("%d %d %d %d\\n", numbers[1], hidden, of_template<int>, named);
}
int main() {
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
  k<<<1, 1>>>();
  printf("%d %d\\n", cudaDeviceSynchronize(), named);
}
"""

ALIGNED_NEW = """\
#include <cstdio>
struct alignas(64) Line {
  int x[16];
  __device__ Line() { for (int i = 0; i < 16; ++i) x[i] = i; }
  __device__ ~Line() {}
};
__global__ void k() {
  Line* one = new Line;
  Line* many = new Line[3];
  bool aligned = true;
  for (const Line* line : {one, many, many + 2}) aligned = aligned && reinterpret_cast<size_t>(line) % 64 == 0;
  printf("%d %d %d\\n", one->x[5], many[2].x[7], aligned);
  delete one;
  delete[] many;
}
int main() {
  k<<<1, 1>>>();
  printf("%d\\n", cudaDeviceSynchronize());
}
"""

CLASS_IN_GENERIC_LAMBDA = """\
#include <cstdio>
__global__ void k(int* o) {
  auto twice = [](auto v) {
    struct Local { int w; __device__ int get() { return w + w; } };
    return Local{v}.get();
  };
  *o = twice(21);
}
int main() {
  int* o;
  cudaMallocManaged(&o, sizeof(int));
  k<<<1, 1>>>(o);
  printf("%d %d\\n", cudaDeviceSynchronize(), *o);
}
"""


class DeviceLanguage(RiffleCase):
    def prints(self, source, text):
        self.write("x.cu", source)
        self.compile("x.cu", "-o", "x")
        result = self.program("x")
        self.assertEqual((result.stdout, result.stderr), (text, ""))

    def test_managed_variables_that_only_device_code_names(self):
        self.prints(MANAGED_IN_KERNELS_ALONE, "9 30 400 5000\n16 30 400 5000\n0 5000\n")

    def test_new_of_aligned_classes(self):
        self.prints(ALIGNED_NEW, "5 7 1\n0\n")

    def test_classes_in_generic_lambdas(self):
        self.prints(CLASS_IN_GENERIC_LAMBDA, "0 42\n")


if __name__ == "__main__":
    riffle_case.main()
