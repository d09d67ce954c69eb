# SPDX-License-Identifier: Apache-2.0
"""Classes with constructors and destructors in shared memory, as libcu++'s barriers and pipelines are: taken, never
initialised and never destroyed."""
import re

import riffle_case
from riffle_case import RiffleCase

PROGRAM = """\
#include <cstdio>
__device__ int ran;
void on_the_host(int x);
struct Plain {
  Plain() = default;
  Plain(const Plain&) = delete;
  __device__ ~Plain() { atomicAdd(&ran, 1); }
  int x;
};
template <int N> struct Of {
  Of() = default;
  __device__ ~Of() { atomicAdd(&ran, 10 * N); }
  Plain members[N];
};
template <int N> struct Outside {
  Outside() = default;
  __device__ ~Outside();
  int x;
};
template <int N> __device__ Outside<N>::~Outside() { atomicAdd(&ran, 1000 * N); }
struct Holder { Holder() = default; Of<2> part; };  // as cuda::pipeline_shared_state holds barriers
struct Both {
  __host__ __device__ ~Both() { if (x > 5) on_the_host(x); }
  int x;
};
__shared__ Plain of_the_file;
namespace inner { __shared__ Plain of_the_space; }
template struct Outside<3>;  // code is made of its destructor as soon as it is read
template <int N> __global__ void in_template() {
  __shared__ Of<N> shared;
  __shared__ Outside<N> outside;
  shared.members[0].x = outside.x = N;
}
__global__ void in_shared() {
  __shared__ Plain plain, array[2];
  __shared__ Outside<3> instantiated;
  instantiated.x = inner::of_the_space.x = 1;
  __shared__ Holder holder;
  __shared__ Both both;
  plain.x = array[1].x = holder.part.members[0].x = both.x = of_the_file.x = 1;
}
__global__ void by_name() { __shared__ Plain shared; shared.~Plain(); }
__global__ void in_registers(int x) {
  Plain plain; Of<2> part; Outside<2> outside; Both both;
  plain.x = part.members[0].x = outside.x = both.x = x;
}
void on_the_host(int x) { std::printf("host %d\\n", x); }
void show(const char* what) {
  const cudaError_t error = cudaDeviceSynchronize();
  int count = -1;
  if (error == cudaSuccess) cudaMemcpyFromSymbol(&count, ran, sizeof count);
  std::printf("%s %s %d\\n", what, cudaGetErrorName(error), count);
}
int main() {
  in_template<2><<<1, 1>>>();
  in_shared<<<1, 1>>>();
  show("shared");
  by_name<<<1, 1>>>();
  show("by name");
  in_registers<<<1, 1>>>(3);
  show("registers");
  { Both both; both.x = 7; }
  in_registers<<<1, 1>>>(8);
  show("host call");
}
"""

RESULT = """\
shared cudaSuccess 0
by name cudaSuccess 1
registers cudaSuccess 2024
host 7
host call cudaErrorAssert -1
"""

ELSEWHERE = """\
struct Plain { Plain() = default; __device__ ~Plain() { x = 0; } int x; };
namespace inner { __device__ Plain variable; }
"""


CONSTRUCTORS = """\
#include <cstdio>
__device__ int ran;
struct Counting { __device__ Counting() { atomicAdd(&ran, 1); } int x; };
struct Valued { int x = 7; };
struct OfHost { OfHost() { x = 1; } int x; };
struct Virtual { __device__ virtual void f() {} int x; };
struct Empty { __device__ Empty() {} int x; };
template <class T> struct Holder { T part; };
template <class T> __global__ void in_template() {
  __shared__ T shared;
  shared.x = 1;
}
template __global__ void in_template<Counting>();
__global__ void in_shared() {
  __shared__ Counting counting, array[2];
  __shared__ Holder<Counting> holder;
  __shared__ Valued valued;
  __shared__ OfHost of_host;
  __shared__ Virtual with_table;
  __shared__ Empty empty;
  counting.x = array[1].x = holder.part.x = valued.x = of_host.x = with_table.x = empty.x = 1;
  Counting in_registers;
  in_registers.x = 1;
}
int main() {
  in_template<Counting><<<1, 1>>>();
  in_template<Valued><<<1, 1>>>();
  in_template<Empty><<<1, 1>>>();
  in_shared<<<1, 1>>>();
  int count = -1;
  const cudaError_t error = cudaMemcpyFromSymbol(&count, ran, sizeof count);
  std::printf("%s %d\\n", cudaGetErrorName(error), count);
}
"""
WARNED = ["Counting", "Counting", "Counting", "Holder<Counting>", "OfHost", "Valued", "Valued", "Virtual"]
WARNING = "warning: dynamic initialization is not supported for a __shared__ variable: the constructor of '(.*)' does not run"


class SharedVariables(RiffleCase):
    def errors_of(self, source):
        """The errors of the device's side, with their places."""
        self.write("x.cu", source)
        result = self.riffle("cc", "-c", "x.cu")
        self.assertNotEqual(result.returncode, 0)
        return re.findall(r"x.cu:(\d+:\d+): error: (.*)", result.stderr)

    def test_constructors_do_not_run_and_a_warning_says_so(self):
        self.write("x.cu", CONSTRUCTORS)
        result = self.riffle("cc", "x.cu", "-o", "x")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(re.findall(WARNING, result.stderr)), WARNED)
        self.assertEqual(self.program("x").stdout, "cudaSuccess 1\n")

    def test_the_warning_can_be_silenced(self):
        self.write("x.cu", CONSTRUCTORS)
        result = self.riffle("cc", "-w", "-c", "x.cu")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_outside_of_functions_a_constructor_is_an_error(self):
        errors = self.errors_of("struct Valued { int x = 7; };\n__shared__ Valued shared;\n")
        self.assertEqual(errors, [("2:19", "initialization is not supported for __shared__ variables")])

    def test_an_initial_value_is_an_error(self):
        head = "struct Valued { int x = 7; __device__ ~Valued() { x = 1; } };\n__global__ void k() { __shared__ Valued "
        for variable in ("v{}", "v = {}", "v[2] = {}"):
            errors = self.errors_of(head + variable + "; }\n")
            self.assertEqual([text for _, text in errors], ["initialization is not supported for __shared__ variables"])

    def test_without_a_default_constructor(self):
        head = "struct Of { __device__ Of(int v) : x(v) {} int x; };\n"
        errors = self.errors_of(head + "__global__ void k() { __shared__ Of shared; }\n")
        self.assertEqual(errors, [("2:37", "no matching constructor for initialization of 'Of'")])
        errors = self.errors_of(head + "template <class T> __global__ void k() { __shared__ T shared; }\n"
                                "template __global__ void k<Of>();\n")
        self.assertEqual(errors, [("2:55", "'Of' has no default constructor")])


    def check(self, *options):
        self.write("x.cu", PROGRAM)
        result = self.riffle("cc", *options, "x.cu", "-o", "x")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.program("x").stdout, RESULT)

    def test_they_run_where_the_program_says_so_and_only_there(self):
        self.check()

    def test_with_relocatable_code(self):
        self.check("-rdc=true")

    def test_a_device_variable_must_not_have_one(self):
        self.write("x.cu", ELSEWHERE)
        result = self.riffle("cc", "-c", "x.cu")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("x.cu:2:36: error: dynamic initialization is not supported for __device__", result.stderr)


riffle_case.main()
