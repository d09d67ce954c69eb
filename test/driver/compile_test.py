# SPDX-License-Identifier: Apache-2.0
"""Programs, objects and libraries that `riffle cc` makes."""
import os

import riffle_case
from riffle_case import KERNEL, RiffleCase

LIBRARY = """\
__global__ void twice(int* value) { *value *= 2; }
extern "C" int doubled(int value) {
  int* memory = nullptr;
  cudaMallocManaged(&memory, sizeof(int));
  *memory = value;
  twice<<<1, 1>>>(memory);
  cudaDeviceSynchronize();
  value = *memory;
  cudaFree(memory);
  return value;
}
"""
USER = """\
#include <cstdio>
extern "C" int doubled(int value);
int main() { std::printf("%d\\n", doubled(21)); }
"""


class Programs(RiffleCase):
    def check_answer(self, name):
        result = self.program(name)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "42\n", ""))

    def test_default_output_names(self):
        self.write("x.cu", KERNEL)
        self.compile("x.cu")
        self.assertEqual(self.program("a.out").stdout, "sum 528\n")
        self.compile("-c", "x.cu")
        self.assertTrue(self.exists("x.o"))
        os.mkdir(self.path("out"))
        self.compile("-c", "-odir", "out", "x.cu")
        self.assertTrue(self.exists("out/x.o"))

    def test_launch_bounds_that_only_device_code_computes(self):
        self.write("x.cu", """\
#include <cstdio>
__host__ __device__ constexpr int capability() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__ / 10;
#else
  return 0;
#endif
}
__host__ __device__ constexpr int threads(int capability) { return capability < 50 ? throw "none" : 21; }
template <class T> __launch_bounds__(threads(capability())) __global__ void before(T*) {}
__global__ void __launch_bounds__(threads(capability()) * 2, 1) after(int*) {}
int main() {
  cudaFuncAttributes one, two;
  cudaFuncGetAttributes(&one, before<int>);
  cudaFuncGetAttributes(&two, after);
  std::printf("%d\\n", one.maxThreadsPerBlock * 2 == two.maxThreadsPerBlock ? two.maxThreadsPerBlock : 0);
}
""")
        compiled = self.riffle("cc", "x.cu", "-o", "x")
        self.assertEqual((compiled.returncode, compiled.stderr), (0, ""))
        self.check_answer("x")

    def test_macros_that_stand_for_a_pragma(self):
        self.write("unroll.h", "#define UNROLL_FOUR #  pragma unroll 4\n")
        self.write("x.cu", """\
#include <cstdio>
#include "unroll.h"
#define UNROLL #pragma unroll  // a comment
#define TEXT "#define X #pragma y"
__global__ void sum(int* out) {
  auto add = [&](int i) {
    UNROLL
    for (int j = 0; j < 3; ++j) *out += i;
  };
  UNROLL_FOUR
  for (int i = 0; i < 8; ++i) add(i);
}
int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  sum<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d %s\\n", *out, TEXT);
}
""")
        self.compile("-o", "prog", "x.cu")
        self.assertEqual(self.program("prog").stdout, "84 #define X #pragma y\n")

    def test_what_nvcc_reads_and_clang_does_not(self):
        self.write("x.cu", """\
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define LANE(x) asm("mov.u32 %0, %laneid;" : "=r"(x))
__device__ unsigned lane() {
  unsigned x;
  LANE(x);
  asm volatile("{ .reg .u32 %r; mov.u32 %r, %laneid; }");
  return x;
}
__device__ unsigned sum() {
  unsigned x;
  asm volatile("{\\n\\t.reg .u32 a;\\n\\tmov.u32 a, %tid.x;\\n\\t" "add.u32 %0, a, %%tid.y;\\n}" : "=r"(x) :: "memory");
  return x;
}
__global__ void k(int* out) {
  half2 a;
  a = {};
  __nv_bfloat162 b;
  b = {};
  b = __nv_bfloat162_raw{0x3f80, 0};
  if (threadIdx.x == 20) *out = lane() + sum() + (int)__half2float(a.x) + 2 * (int)__bfloat162float(b.x);
}
int main() {
  int* memory = nullptr;
  cudaMallocManaged(&memory, sizeof(int));
  k<<<1, 32>>>(memory);
  cudaDeviceSynchronize();
  std::printf("%d\\n", *memory);
}
""")
        self.compile("-o", "x", "x.cu")
        self.check_answer("x")

    def test_polymorphic_functions(self):
        self.write("x.cu", """\
#include <cstdio>
#include <nvfunctional>
struct Big {
  int v[16];
  __host__ __device__ int operator()(int a) const { return a + v[15]; }
};
__device__ int next(int a) { return a + 1; }
__global__ void k(int* out) {
  nvstd::function<int(int)> f = next, empty, null = (int (*)(int))nullptr;
  int sum = f(3);
  f = [=](int a) { return a * sum; };
  sum += f(2);
  Big big{};
  big.v[15] = 20;
  f = big;
  nvstd::function<int(int)> copy = f, moved = nvstd::function<int(int)>(copy);
  f = nullptr;
  sum += copy(2) + moved(3) - 17;
  if (f || f != nullptr || empty || !(nullptr == null)) sum = 0;
  *out = sum;
}
int main() {
  int* memory = nullptr;
  cudaMallocManaged(&memory, sizeof(int));
  k<<<1, 1>>>(memory);
  nvstd::function<int(int)> h = [](int a) { return a; };
  int base = 2;
  h = [h, base](int a) { return h(a) + base; };
  std::printf("%d\\n", cudaDeviceSynchronize() + *memory + h(0));
}
""")
        for standard in ("c++14", "c++17", "c++20"):
            self.compile("-std=" + standard, "-o", "x", "x.cu")
            self.check_answer("x")

    def test_what_gcc_only_warns_of(self):
        self.write("x.cu", """\
#include <cstdio>
#define LENGTH "lu"
struct Holder { template <class T> __host__ __device__ T get(T value) const { return value; } };
template <class H> __host__ __device__ int take(const H& holder) { return holder.template get(40); }
__global__ void k(int* out, long n) {
  register int one = 1;
  int more[] = {n};
  *out = take(Holder{}) + one + *more;
}
int main() {
  register int* memory = nullptr;
  cudaMallocManaged(&memory, sizeof(int));
  k<<<1, 1>>>(memory, 1);
  cudaDeviceSynchronize();
  std::printf("%"LENGTH"\\n", (unsigned long)*memory);
}
""")
        result = self.riffle("cc", "-o", "x", "x.cu")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("warning: ISO C++17 does not allow 'register'", result.stderr)
        self.assertNotIn("error", result.stderr)
        self.check_answer("x")
        self.write("old.c", """\
static half(v) { return v / 2; }
int main() {
  struct { int x; } point, *other = &point;
  long* words = other;
  int* number = 3L;
  return words == 0 || number == 0 || doubled_later(half(42)) != 42;
}
int doubled_later(int value) { return 2 * value; }
""")
        result = self.riffle("cc", "-o", "old", "old.c")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.program("old").returncode, 0)

    def test_names_that_cuda_13_removed(self):
        self.write("x.cu", """\
#include <cstdio>
int main() {
  size_t bytes = 0;
  cudaFuncCache preference;
  const bool good = cudaThreadSynchronize() == cudaSuccess &&
                    cudaThreadSetLimit(cudaLimitStackSize, 4096) == cudaSuccess &&
                    cudaThreadGetLimit(&bytes, cudaLimitStackSize) == cudaSuccess && bytes >= 4096 &&
                    cudaThreadSetCacheConfig(cudaFuncCachePreferL1) == cudaSuccess &&
                    cudaThreadGetCacheConfig(&preference) == cudaSuccess &&
                    cudaThreadExit() == cudaSuccess;
  std::puts(good ? "42" : "no");
}
""")
        self.compile("-o", "x", "x.cu")
        self.check_answer("x")
        self.compile("-o", "x", "-DcudaThreadSynchronize=cudaDeviceSynchronize", "x.cu")
        self.check_answer("x")

    def test_host_code_rounds_as_with_gcc(self):
        # Products and sums that are computed while it compiles: gcc rounds twice, unless the processor may fuse them.
        self.write("x.cu", """\
#include <cstdio>
int main() {
  for (int i = 5; i < 6; ++i) std::printf("%a\\n", 1.0f + 0.1234567f * i);
}
""")
        for options in (), ("-O0",), ("-O3",), ("-O2", "-Xcompiler", "-O3"):
            self.compile(*options, "x.cu", "-o", "x")
            self.assertEqual(self.program("x").stdout, "0x1.9e064cp+0\n")

    def test_every_optimisation_level(self):
        self.write("x.cu", KERNEL)
        for options in (["-O0"], ["-O3"], ["-g"], ["-G", "-g"], ["-use_fast_math"], ["-lineinfo"]):
            self.compile("-o", "x", "x.cu", *options)
            self.assertEqual(self.program("x").stdout, "sum 528\n", options)

    def test_every_standard(self):
        self.write("x.cu", KERNEL + "static_assert(__cplusplus >= WANTED);\n")
        for standard, value in (("c++17", 201703), ("c++20", 202002), ("c++23", 202100)):
            self.compile("-c", "-std=" + standard, f"-DWANTED={value}", "x.cu")

    def test_sources_of_several_languages(self):
        self.write("k.cu", LIBRARY)
        self.write("main.cpp", USER.replace("doubled(21)", "doubled(half())").replace(
            "int main", "extern \"C\" int half(void);\nint main"))
        self.write("half.c", "int half(void) { int class = 21; return class; }\n")
        self.compile("-o", "p", "k.cu", "main.cpp", "half.c")
        self.check_answer("p")

    def test_objects_link_with_another_linker(self):
        self.write("k.cu", LIBRARY)
        self.write("main.cpp", USER)
        self.compile("-c", "k.cu", "main.cpp")
        self.compile("-o", "p", "main.o", "k.o")
        self.check_answer("p")

    def test_static_library(self):
        self.write("k.cu", LIBRARY)
        self.write("main.cpp", USER)
        self.compile("-lib", "-o", "libk.a", "k.cu")
        self.compile("-o", "p", "main.cpp", "-L.", "-lk")
        self.check_answer("p")
        # A library made again holds nothing of the old one.
        self.write("other.cpp", "int other;\n")
        self.compile("-lib", "-o", "libk.a", "other.cpp")
        self.assertEqual(self.run_command(["ar", "t", "libk.a"]).stdout, "other.o\n")

    def test_shared_library(self):
        self.write("k.cu", LIBRARY)
        self.write("main.cpp", USER)
        self.compile("-shared", "-o", "libk.so", "k.cu")
        self.compile("-o", "p", "main.cpp", "-L.", "-lk", "-Xlinker", "-rpath," + self.folder)
        self.check_answer("p")

    def test_kernels_in_several_sources(self):
        self.write("k.cu", LIBRARY)
        self.write("main.cu", USER + "__global__ void twice(int* value) { *value = 0; }\n".replace(
            "twice", "other"))
        self.compile("-o", "p", "main.cu", "k.cu")
        self.check_answer("p")

    def test_libraries_of_another_toolkit_are_not_loaded(self):
        self.write("x.cu", KERNEL)
        self.compile("-o", "x", "x.cu")
        os.mkdir(self.path("other"))
        self.write("other/libcudart.so.13", "not a library")
        result = self.run_command([self.path("x")],
                                  env=dict(self.environment, LD_LIBRARY_PATH=self.path("other")))
        self.assertEqual(result.stdout, "sum 528\n")

    def test_run_option(self):
        self.write("x.cu", "#include <cstdio>\nint main(int n, char** v) { std::puts(v[n - 1]); return 9; }\n")
        result = self.riffle("cc", "x.cu", "-o", "x", "-run", "-run-args", "a,b")
        self.assertEqual((result.returncode, result.stdout), (9, "b\n"))

    def test_options_file_and_environment(self):
        self.write("x.cu", "int main() { return VALUE; }\n")
        self.write("flags", "-DVALUE=3\n-o 'my program'\n")
        self.compile("--options-file", "flags", "x.cu")
        self.assertEqual(self.program("my program").returncode, 3)
        self.environment["NVCC_APPEND_FLAGS"] = "-DVALUE=4"
        self.compile("-o", "x", "x.cu")
        self.assertEqual(self.program("x").returncode, 4)

    def test_preprocessed_text(self):
        self.write("x.cu", "int value = VALUE;\n")
        result = self.riffle("cc", "-E", "-DVALUE=17", "x.cu")
        self.assertEqual(result.returncode, 0)
        self.assertIn("int value = 17;", result.stdout)

    def test_keep_leaves_intermediate_files(self):
        self.write("x.cu", KERNEL)
        self.compile("-keep", "-keep-dir", "kept", "-c", "x.cu")
        self.assertEqual(sorted(os.listdir(self.path("kept"))), ["x.bc", "x.image"])

    def test_printed_commands_can_be_run(self):
        self.write("x.cu", KERNEL)
        result = self.riffle("cc", "--dryrun", "--keep", "-o", "x", "x.cu")
        commands = [line[3:] for line in result.stderr.splitlines() if line.startswith("#$ /")]
        self.assertEqual(len(commands), 4)
        for command in commands:
            self.assertEqual(self.run_command(["sh", "-c", command]).returncode, 0, command)
        self.assertEqual(self.program("x").stdout, "sum 528\n")


if __name__ == "__main__":
    riffle_case.main()
