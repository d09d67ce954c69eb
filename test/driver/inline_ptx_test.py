# SPDX-License-Identifier: Apache-2.0
"""Variables and registers that inline PTX declares: their scope is that of the function's PTX, into which the text goes."""
import riffle_case
from riffle_case import RiffleCase

PROGRAM = r"""
#include <cstdio>
__device__ int counter = 5;
__device__ int table[4] = {10, 20, 30, 40};
__constant__ int factor = 7;
__managed__ int shared_by_all = 9;
extern __shared__ int dynamic[];
namespace inner { __device__ int hidden = 77; }
__device__ int done = 1000;  // a label in the text hides it

// Nothing uses it, yet it counts.
__global__ void unused() { asm volatile(".shared .align 1 .b8 static_memory[4096];"); }

// A statement for the declaration, others for its uses; a length that is an operand.
__global__ void statements(int* out) {
  asm volatile(".shared .align 16 .u32 words[%0], other;" :: "n"(2 * 32) : "memory");
  int x = threadIdx.x, y;
  asm volatile("{ .reg .u32 at; mad.lo.u32 at, %0, 4, 4; .reg .u32 base; mov.u32 base, words; add.u32 at, at, base;"
               " st.shared.u32 [at], %1; }" :: "r"(x), "r"(x * x) : "memory");
  if (x == 3) asm volatile("st.shared.u32 [other], %0;" :: "r"(1000) : "memory");
  __syncthreads();
  asm volatile("ld.shared.u32 %0, [words+16]; \n\t .reg .u32 more; ld.shared.u32 more, [other]; add.u32 %0, %0, more;" : "=r"(y) :: "memory");
  out[x] = y;
}

// Registers of the function, predicates, vectors, ranges, names with % and $, and the same in a function that is inlined twice.
__device__ int twice(int x) {
  int y;
  asm(".reg .u32 t1; .reg .pred $p; add.u32 t1, %1, %1; setp.gt.u32 $p, t1, 20; @$p add.u32 t1, t1, 100; mov.u32 %0, t1;" : "=r"(y) : "r"(x));
  return y;
}
__global__ void registers(int* out) {
  int x = threadIdx.x, y, z;
  asm volatile(".reg .pred odd, even; .reg .u32 %r<4>; .reg .v2 .u32 pair; .reg .b32 $L$1;");
  asm volatile("and.b32 %%r1, %0, 1; setp.eq.u32 odd, %%r1, 1; not.pred even, odd;" :: "r"(x));
  asm volatile("mov.u32 pair.x, %0; mov.u32 pair.y, 3; mov.u32 $L$1, pair.y;" :: "r"(x));
  asm volatile("@odd add.u32 %%r2, pair.x, 1000; @even add.u32 %%r2, pair.x, $L$1; mov.u32 %0, %%r2;" : "=r"(y));
  z = twice(x);
  out[x] = y + twice(z);
}

// Braces that one statement opens and another closes; a name of the inner scope hides that of the outer one.
__global__ void braces(int* out) {
  int x;
  asm volatile(".reg .u32 v; mov.u32 v, 1; {");
  asm volatile(".reg .u32 v; .local .align 8 .b32 mine[4]; mov.u32 v, 2; st.local.u32 [mine+8], v;");
  asm volatile("ld.local.u32 v, [mine+8]; mov.u32 %0, v; }" : "=r"(x));
  asm volatile("add.u32 %0, %0, v;" : "+r"(x));
  out[threadIdx.x] = x;
}

// Global and constant variables of the function, with initial values: one for all threads and launches.
__global__ void global_memory(int* out) {
  int x, y, z;
  asm volatile("{ .global .u32 calls = 40; .const .align 4 .u32 numbers[3] = {1, 2, 3}; atom.global.add.u32 %0, [calls], 1;"
               " ld.const.u32 %1, [numbers+8]; ld.const.u32 %2, numbers[1]; }" : "=r"(x), "=r"(y), "=r"(z));
  out[0] = x; out[1] = y; out[2] = z;
}

// Names with a number of the statement's own, in a loop that is unrolled and a function that is inlined twice.
__device__ int count(int x) {
  int y;
  asm volatile("{ .reg .pred p; mov.u32 %0, 0; again_%=: add.u32 %0, %0, 1; setp.lt.u32 p, %0, %1; @p bra again_%=; }" : "=&r"(y) : "r"(x));
  asm volatile(".shared .u32 own_%=; { st.shared.u32 [own_%=], %0; ld.shared.u32 %0, [own_%=]; }" : "+r"(y) :: "memory");
  return y;
}
__global__ void own_numbers(int* out) {
  int sum = 0;
#pragma unroll
  for (int i = 1; i < 5; ++i) sum += count(i);
  out[threadIdx.x] = sum + count(100);
}

// A variable of a function that stays out of line and is called by two kernels.
__device__ __noinline__ int from_shared(int x) {
  int y;
  asm volatile(".shared .align 8 .b8 place[64]; .reg .u64 a; cvta.shared.u64 a, place; st.u32 [a+12], %1; ld.shared.u32 %0, place[12];" : "=r"(y) : "r"(x) : "memory");
  return y;
}
__global__ void first(int* out) { out[0] = from_shared(3); }
__global__ void second(int* out) { __shared__ int before[100]; before[threadIdx.x] = 1; out[0] = from_shared(4) + before[threadIdx.x]; }

// Variables of the module by their names in PTX.
__global__ void names(int* out) {
  int a, b, c, d, e, f;
  dynamic[0] = 1;
  asm volatile("ld.global.u32 %0, [counter]; ld.global.u32 %1, [table+8]; ld.const.u32 %2, [factor];" : "=r"(a), "=r"(b), "=r"(c));
  asm volatile("{ .reg .u64 p; mov.u64 p, table; ld.global.u32 %0, [p+4]; ld.global.u32 %1, [_ZN5inner6hiddenE]; }" : "=r"(d), "=r"(e));
  asm volatile("st.shared.u32 [dynamic+4], 21; ld.shared.u32 %0, [dynamic+4];" : "=r"(f) :: "memory");
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, 21; @p bra done; mov.u32 %0, 0; done: add.u32 %0, %0, 1; }" : "+r"(f));
  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f;
  asm volatile("{ .reg .u32 t; ld.global.u32 t, [shared_by_all]; add.u32 t, t, 1; st.global.u32 [shared_by_all], t; }" ::: "memory");
}
// A scope hides a variable of the module.
__global__ void hidden(int* out) {
  asm("{ .reg .u32 counter; mov.u32 counter, 3; mov.u32 %0, counter; }" : "=r"(out[0]));
}
// Every block has shared memory of its own, in loops and with barriers.
__global__ void sums(int* out) {
  asm volatile(".shared .align 4 .b8 sum[4];");
  if (threadIdx.x == 0) asm volatile("st.shared.u32 [sum], 0;" ::: "memory");
  __syncthreads();
  for (int i = 0; i < 3; ++i) asm volatile("red.shared.add.u32 [sum], %0;" :: "r"(blockIdx.x + i) : "memory");
  __syncthreads();
  if (threadIdx.x == 0) asm volatile("ld.shared.u32 %0, [sum];" : "=r"(out[blockIdx.x]) :: "memory");
}

template <class Kernel> void show(const char* name, Kernel kernel, int blocks, int threads, int count) {
  static int* out = [] { int* made; cudaMallocManaged(&made, 64 * sizeof(int)); return made; }();
  for (int i = 0; i < 64; ++i) out[i] = -1;
  kernel<<<blocks, threads, 64>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s %s", name, cudaGetErrorName(error));
  for (int i = 0; i < count; ++i) std::printf(" %d", out[i]);
  std::printf("\n");
}
int main() {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, unused);
  unused<<<1, 32>>>();
  std::printf("unused %zu %s\n", attributes.sharedSizeBytes, cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFuncGetAttributes(&attributes, statements);
  std::printf("attributes %zu\n", attributes.sharedSizeBytes);
  show("statements", statements, 1, 32, 3);
  show("registers", registers, 1, 32, 14);
  show("braces", braces, 1, 2, 2);
  show("global", global_memory, 1, 1, 3);
  show("global again", global_memory, 1, 1, 3);
  show("own numbers", own_numbers, 1, 2, 2);
  show("first", first, 1, 1, 1);
  show("second", second, 1, 1, 1);
  show("names", names, 1, 1, 6);
  std::printf("managed %d\n", shared_by_all);
  show("hidden", hidden, 1, 1, 1);
  show("sums", sums, 5, 64, 5);
}
"""


def registers(x):
    def twice(value):
        value *= 2
        return value + 100 if value > 20 else value
    return (x + 1000 if x % 2 else x + 3) + twice(twice(x))


RESULT = "\n".join([
    "unused 4096 cudaSuccess",
    "attributes 260",
    "statements cudaSuccess 1009 1009 1009",
    "registers cudaSuccess " + " ".join(str(registers(x)) for x in range(14)),
    "braces cudaSuccess 3 3",
    "global cudaSuccess 40 3 2",
    "global again cudaSuccess 41 3 2",
    "own numbers cudaSuccess 110 110",
    "first cudaSuccess 3",
    "second cudaSuccess 5",
    "names cudaSuccess 5 30 7 20 77 22",
    "managed 10",
    "hidden cudaSuccess 3",
    "sums cudaSuccess " + " ".join(str(64 * (3 * block + 3)) for block in range(5)),
]) + "\n"

# Faults in the text, and what the error must say. As with ptxas, a name is known from its declaration to the end of its scope.
WRONG = {
    'asm volatile("{ .shared .u32 a; } st.shared.u32 [a], 1;");': "a",
    'asm volatile("st.shared.u32 [later], 1;"); asm volatile(".shared .u32 later;");': "later",
    'asm volatile(".shared .u32 open[];");': "open",
    'asm volatile(".shared .f33 odd;");': "f33",
    'asm volatile("{ .reg .u32 t; } mov.u32 t, 1;");': "t",
    'asm volatile(".shared .u32 x[%0];" :: "r"(threadIdx.x));': "x",
}


class InlinePtx(RiffleCase):
    def test_declarations(self):
        self.write("declarations.cu", PROGRAM)
        self.compile("declarations.cu", "-o", "declarations")
        for strategy in ("", "loop", "fiber"):
            if strategy:
                self.environment["RIFFLE_STRATEGY"] = strategy
            with self.subTest(strategy):
                self.assertEqual(self.program("declarations").stdout, RESULT)

    def test_kernels_in_objects_of_their_own(self):
        self.write("declarations.cu", PROGRAM)
        self.compile("declarations.cu", "-o", "declarations")
        self.environment["RIFFLE_KERNELS"] = "apart"
        self.assertEqual(self.program("declarations").stdout, RESULT)

    def test_a_range_of_registers_hides_variables(self):
        self.write("range.cu", r"""
#include <cstdio>
__device__ int w1 = 500;
__global__ void k(int* out) {
  asm("{ .reg .u32 w<3>; mov.u32 w1, %1; add.u32 w2, w1, 1; mov.u32 %0, w2; }" : "=r"(out[0]) : "r"(41));
  asm("ld.global.u32 %0, [w1];" : "=r"(out[1]));
}
int main() {
  int* out;
  cudaMallocManaged(&out, 8);
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", out[0], out[1]);
}
""")
        self.compile("range.cu", "-o", "range")
        self.assertEqual(self.program("range").stdout, "42 500\n")

    def test_without_optimisation(self):
        self.write("declarations.cu", PROGRAM)
        self.compile("-G", "declarations.cu", "-o", "declarations")
        self.assertEqual(self.program("declarations").stdout, RESULT)

    def test_errors(self):
        for text, named in WRONG.items():
            with self.subTest(text):
                self.write("wrong.cu", f"__global__ void k() {{ {text} }}\nint main() {{ k<<<1, 1>>>(); }}\n")
                result = self.riffle("cc", "wrong.cu", "-o", "wrong")
                self.assertNotEqual(result.returncode, 0)
                self.assertRegex(result.stderr, r"wrong\.cu.1.*error.*" + named)


if __name__ == "__main__":
    riffle_case.main()
