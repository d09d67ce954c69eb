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

# What stands for LAST is refused, the rest is not.
OPERANDS = """\
struct Pair { int a, b; };
template <class T> __device__ int of(T v) { int r; asm("mov.u32 %0, %1;" : "=r"(r) : "r"(v)); return r; }
__device__ void of_host_too(char c, short s, unsigned u, long l, float f, double d, int* p, int (&a)[2], Pair pair) {
  asm("{ .reg .b32 t; }" : "+h"(s), "+r"(u), "+l"(l), "+f"(f), "+d"(d) : "l"(p), "l"(a), "n"(5), "r"(of(u)));
  LAST
}
"""

CONSTANTS_OF_CLASSES = """\
struct Table {
  int v[4];
  constexpr Table() : v{} { for (int i = 0; i < 4; ++i) v[i] = i; }
};
template <Table T> struct Of { static constexpr int value = T.v[3]; };
__global__ void k(int* o) {
  constexpr Table braces{}, plain;
  static_assert(Table().v[3] == 3);
  *o = Of<Table{}>::value + braces.v[1] + plain.v[2];
  LAST
}
"""

KERNEL_OF_A_FRIEND = """\
struct S {
  friend __global__ void named(S* s);
  LAST
 private:
  int v;
};
__global__ void named(S* s) { s->v = 3; }
"""


class DeviceLanguage(RiffleCase):
    def is_refused(self, source, last, text, *options):
        """The source is taken without `last`, and with it refused with `text`."""
        self.write("x.cu", source.replace("LAST", ""))
        self.compile("-c", *options, "x.cu")
        self.write("x.cu", source.replace("LAST", last))
        result = self.riffle("cc", "-c", *options, "x.cu")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("error: " + text, result.stderr)

    def test_types_of_asm_operands(self):
        for constraint, value, size in (("r", "c", 1), ("r", "l", 8), ("l", "u", 4), ("h", "u", 4), ("f", "u", 4),
                                        ("d", "f", 4), ("r", "p", 8)):
            text = f"asm operand type size({size}) does not match type/size implied by constraint"
            self.is_refused(OPERANDS, f'asm("{{ .reg .b32 t; }}" :: "{constraint}"({value}));', text)
        self.is_refused(OPERANDS, "of(c);", "asm operand type size(1) does not match type/size implied by constraint")
        self.is_refused(OPERANDS, 'asm("{ .reg .b32 t; }" :: "r"(pair));', "an asm operand must have scalar type")
        self.is_refused(OPERANDS, 'asm("{ .reg .b32 t; }" :: "rn"(5));', "an asm operand may specify only one")

    def test_constants_of_classes_of_the_host(self):
        self.is_refused(CONSTANTS_OF_CLASSES, "*o += Table{}.v[1];", "calling a constexpr __host__ function('Table')",
                        "-std=c++20")

    def test_kernels_that_are_friends(self):
        self.is_refused(KERNEL_OF_A_FRIEND, "friend __global__ void k(S* s) { s->v = 3; }",
                        "a __global__ function or function template cannot be defined in a friend declaration")

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
