# SPDX-License-Identifier: Apache-2.0
"""Host functions that functions for both sides call: of no concern until a kernel runs into one."""
import riffle_case
from riffle_case import RiffleCase

BOTH = """\
#include <cstdio>
#include <string>
void on_the_host(int);
__host__ __device__ int checked(int x) {
  if (x > 100) on_the_host(x);
  return x + 1;
}
__host__ __device__ int unreached(int x) {
  std::string text("text");
  on_the_host(x);
  return (int)text.size();
}
"""

MAIN = """\
__global__ void kernel(int* value) { *value = checked(*value); }
void on_the_host(int x) { std::printf("host %d\\n", x); }
int main(int argc, char**) {
  int* value;
  cudaMallocManaged(&value, 4);
  *value = argc == 1 ? 5 : 500;
  kernel<<<1, 1>>>(value);
  cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s %d\\n", cudaGetErrorName(error), error == cudaSuccess ? *value : 0);
  return error != cudaSuccess || unreached(7) != 4;
}
"""

WARNING = ("x.cu:5:16: warning: calling a __host__ function ('on_the_host') from a __host__ __device__ function is not "
           "allowed: a kernel that reaches this call fails")


class HostCalls(RiffleCase):
    def build(self, *arguments):
        result = self.riffle("cc", *arguments, "-o", "x")
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def test_a_call_that_kernels_reach_is_a_warning(self):
        self.write("x.cu", BOTH + MAIN)
        messages = self.build("x.cu")
        self.assertEqual(messages.count("warning:"), 1)
        self.assertIn(WARNING, messages)
        self.assertIn("called by 'kernel'", messages)
        self.assertEqual(self.build("-w", "x.cu"), "")
        result = self.program("x")
        self.assertEqual((result.returncode, result.stdout), (0, "cudaSuccess 6\nhost 7\n"))

    def test_a_thread_that_comes_to_it_is_told_where(self):
        self.write("x.cu", BOTH + MAIN)
        self.build("x.cu")
        result = self.program("x", "more")
        self.assertEqual((result.returncode, result.stdout), (1, "cudaErrorAssert 0\n"))
        self.assertIn("x.cu:5: checked: block: [0,0,0], thread: [0,0,0] Assertion `no call of the host function "
                      "on_the_host in device code` failed.", result.stderr)

    def test_one_that_no_kernel_reaches_is_not_worth_a_word(self):
        self.write("x.cu", BOTH.replace("checked(int x) {", "checked(int x) { return x + 1;") + MAIN.replace(
            "checked(*value)", "*value + 1"))
        self.assertEqual(self.build("x.cu"), "")
        self.assertEqual(self.program("x").stdout, "cudaSuccess 6\nhost 7\n")

    def test_functions_of_other_files(self):
        declared = "#include <cstdio>\n__host__ __device__ int checked(int x);\n__host__ __device__ int unreached(int x);\n"
        self.write("x.cu", BOTH)
        self.write("main.cu", declared + MAIN)
        self.assertEqual(self.build("-rdc=true", "x.cu", "main.cu"), "")
        result = self.program("x")
        self.assertEqual((result.returncode, result.stdout), (0, "cudaSuccess 6\nhost 7\n"))

    def test_vtables_of_other_files(self):
        declared = ("#include <cstdio>\nstruct Base { int value; __host__ __device__ virtual int f(); };\n"
                    "struct More : Base { __host__ __device__ int f() override; };\n")
        self.write("x.cu", declared + "__host__ __device__ int Base::f() { return value; }\n"
                   "__host__ __device__ int More::f() { return value * 2; }\n")
        self.write("main.cu", declared + """\
__global__ void kernel(int* out) { Base base; More more; Base* all[] = {&base, &more};
  base.value = more.value = 5; for (int i = 0; i < 2; ++i) out[i] = all[i]->f(); }
int main() { int* p; cudaMallocManaged(&p, 8); kernel<<<1, 1>>>(p); cudaDeviceSynchronize();
  Base base; base.value = 1; std::printf("%d %d %d\\n", p[0], p[1], base.f()); }
""")
        self.assertEqual(self.build("-rdc=true", "x.cu", "main.cu"), "")
        self.assertEqual(self.program("x").stdout, "5 10 1\n")

    def test_device_functions_may_not(self):
        self.write("x.cu", "void h();\n__device__ void d() { h(); }\n")
        result = self.riffle("cc", "-c", "x.cu")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("x.cu:2:23: error:", result.stderr)


riffle_case.main()
