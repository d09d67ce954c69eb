# SPDX-License-Identifier: Apache-2.0
"""Warnings of what a program leaves unused: where nvcc 13.0 warns, and nowhere else, and as it is told by number."""
import re

import riffle_case
from riffle_case import RiffleCase

# nvcc warns on the lines that end in a number.
PROGRAM = """\
#include <cstdio>
#include <string>
#include <utility>
struct Trivial { int a; };
struct Made { int a; Made(int x) : a(x) {} };
__host__ __device__ int f(int x) { return x; }
template <class T> void never_instantiated(T) { int t; }
template <class T> int instantiated(T x) {
  int plain;  // 177
  T given = x;
  return f(1);
}
int host(int p) {
  int plain;  // 177
  int with_value = 1;  // 177
  int with_call = f(1);
  int with_sum = f(1) + 2;
  int with_parameter = p;  // 177
  int filled[3] = {1, 2, 3};
  static int kept;  // 177
  volatile int seen = 1;
  Trivial trivial;  // 177
  Made made(1);
  std::string text;
  int& reference = p;  // 177
  [[maybe_unused]] int maybe;
  auto lambda = [] { return 1; };  // 177
  int set;
  set = 1;
  int added = 0;
  added += 2;
  int counted = 0;
  ++counted;
  if (int condition = f(1)) f(2);
  for (int each : filled) f(1);
  auto [first, second] = std::pair<int, int>(1, 2);
  int* heap = new int;
  cudaError_t error = cudaSuccess;  // 177
  using alias = int;
label:  // 177
  return instantiated(1);
}
static int never_called() { return 1; }  // 177
static int itself() { return itself(); }
static __device__ int device_function() { return 1; }  // 177
static const int constant = 1;  // 177
static __device__ int device_variable;  // 177
static __constant__ int device_constant;  // 177
auto of_file = [](int c) -> int { return c; };
__global__ void k(int p, int* o) {
  int thread = threadIdx.x;  // 177
  int index = blockIdx.x * blockDim.x + threadIdx.x;  // 177
  int old = atomicAdd(o, 1);
  unsigned mask = __activemask();
  __shared__ int never[3];  // 177
  float4 made = make_float4(1, 2, 3, 4);
  unsigned u = p;
  if (u >= 0) f(2);  // 186
  int unset;
  f(unset);  // 549
}
#pragma nv_diag_suppress 177
__device__ int quiet() { int unused; return 1; }
#pragma nv_diag_default 177
__device__ int loud() { int unused; return 1; }  // 177
#pragma nv_diag_suppress declared_but_not_referenced
__device__ int named() { int unused; return 1; }
#pragma nv_diag_warning 177
__host__ __device__ int guarded(int p) {
  int on_device = p;
  int on_host = p;  // 177
#ifdef __CUDA_ARCH__
  return on_device;
#else
  return on_host;
#endif
}
__device__ int incomplete(int x) { if (x) return 1; }  // 940
"""


class Warnings(RiffleCase):
    def warned(self, *options, kind="warning"):
        self.write("x.cu", PROGRAM)
        result = self.riffle("cc", "-std=c++17", "-c", "x.cu", *options)
        return result, sorted({int(line) for line in re.findall(rf"^x\.cu:(\d+):\d+: {kind}", result.stderr, re.M)})

    def lines(self, *numbers):
        return [at for at, line in enumerate(PROGRAM.splitlines(), 1)
                if any(line.endswith(f"// {number}") for number in numbers)]

    def test_lines(self):
        result, lines = self.warned()
        set_at = PROGRAM.splitlines().index("  int set;") + 1
        self.assertEqual((result.returncode, lines), (0, sorted([set_at, *self.lines(177, 186, 549, 940)])))

    def test_each_once(self):
        result, _ = self.warned()
        said = re.findall(r"^x\.cu:\d+:\d+: warning.*", result.stderr, re.M)
        self.assertEqual(len(said), len(set(said)))

    def test_suppressed(self):
        for options in (["-diag-suppress=177,550"], ["-diag-suppress", "177", "-diag-suppress", "550"],
                        ["-Xcudafe", "--diag_suppress=177", "-Xcudafe", "--diag_suppress=set_but_not_used"]):
            result, lines = self.warned(*options)
            # A pragma counts more than an option.
            self.assertEqual((result.returncode, lines[:-2]), (0, self.lines(186, 549)))
            self.assertEqual(lines[-1:], self.lines(940))

    def test_errors(self):
        result, lines = self.warned("-diag-error", "940", kind="error")
        self.assertEqual((result.returncode != 0, lines), (True, self.lines(940)))
        self.assertFalse(self.exists("x.o"))

    def test_silent(self):
        result, lines = self.warned("-w")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_all_as_errors(self):
        result, lines = self.warned("-Werror", "all-warnings", "-diag-suppress", "940", "-Xcompiler", "-ferror-limit=0", kind="error")
        set_at = PROGRAM.splitlines().index("  int set;") + 1
        self.assertEqual((result.returncode != 0, lines), (True, sorted([set_at, *self.lines(177, 186, 549)])))
        self.write("y.cu", "__device__ int f(); __device__ void g() { int kept = f(); } __device__ int f() { return 1; }")
        self.assertEqual(self.riffle("cc", "-c", "y.cu", "-Werror", "all-warnings").returncode, 0)

    def test_system_headers(self):
        # libstdc++ 12 calls a function here that it has deprecated itself.
        self.write("z.cu", "#include <algorithm>\n#include <vector>\n"
                           "void f(std::vector<int>& v) { std::stable_sort(v.begin(), v.end(), [](auto a, auto b) { return a < b; }); }\n")
        for options in ([], ["-Werror", "all-warnings"]):
            result = self.riffle("cc", "-std=c++17", "-c", "z.cu", *options)
            self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    riffle_case.main()
