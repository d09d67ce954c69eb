# SPDX-License-Identifier: Apache-2.0
"""Classes with destructors in shared memory, as libcu++'s barriers and pipelines are: taken, and never destroyed."""
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
template <int N> __global__ void in_template() {
  __shared__ Of<N> shared;
  __shared__ Outside<N> outside;
  shared.members[0].x = outside.x = N;
}
__global__ void in_shared() {
  __shared__ Plain plain, array[2];
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


class SharedDestructors(RiffleCase):
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
