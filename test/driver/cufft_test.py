# SPDX-License-Identifier: Apache-2.0
"""cuFFT as programs build it: headers in C and C++, what is refused by name, memory that is not to be had, the tools' view."""
import pathlib

import riffle_case
from riffle_case import RiffleCase

TABLE = pathlib.Path(__file__).resolve().parents[2] / "src/libraries/cufft/cufft.tsv"
CONFORMANCE = pathlib.Path(__file__).resolve().parents[1] / "conformance/libraries"
PROGRAM = """\
#include <cuda_runtime_api.h>
#include <cufftXt.h>
#include <stdio.h>
#define SHOW(call) printf("%s: %d\\n", #call, (int)(call))
int main(void) {
  float values[16] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
  float result[16];
  cufftComplex* device = 0;
  cufftHandle plan = 0;
  int devices[2] = {0, 1};
  cudaLibXtDesc* several = 0;
  SHOW(cudaMalloc((void**)&device, sizeof values));
  SHOW(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
  SHOW(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
  SHOW(cufftExecC2C(plan, device, device, CUFFT_FORWARD));
  SHOW(cudaMemcpy(result, device, sizeof values, cudaMemcpyDeviceToHost));
  SHOW(result[0] + result[2]);
  SHOW(cufftXtSetJITCallback(plan, "f", values, sizeof values, CUFFT_CB_LD_COMPLEX, 0));
  SHOW(cufftXtSetJITCallback(plan, "f", values, sizeof values, CUFFT_CB_LD_COMPLEX, 0));
  SHOW(cufftXtMalloc(plan, &several, CUFFT_XT_FORMAT_INPLACE));
  SHOW(cufftDestroy(plan));
  SHOW(cufftCreate(&plan));
  SHOW(cufftXtSetGPUs(plan, 2, devices));
  return 0;
}
"""
ANSWERS = [0, 0, 0, 0, 0, 8, 14, 14, 16, 0, 0, 16]
REFUSED = ["cufftXtSetJITCallback", "cufftXtMalloc", "cufftXtSetGPUs"]

# Plans until there is no memory for one.
LARGE = """\
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <stdio.h>
int main(void) {
  cufftHandle plan = 7;
  void* block = 0;
  printf("small %d\\n", cufftPlan1d(&plan, 1 << 16, CUFFT_Z2Z, 1));
  printf("large %d", cufftPlan1d(&plan, 1 << 27, CUFFT_Z2Z, 1));
  printf(", plan %d\\n", plan);
  printf("then %d\\n", cudaMalloc(&block, 1 << 20));
  printf("small %d\\n", cufftPlan1d(&plan, 1 << 10, CUFFT_C2C, 4));
  return 0;
}
"""

# A stream fills what a plan in another reads, and then what it writes; with an argument, ordered by events.
STREAMS = """\
#include <cufft.h>
#include <unistd.h>
__global__ void fill(cufftComplex* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = {1, 0};
}
int main(int count, char**) {
  const int n = 4096;
  cufftComplex *in, *out;
  cudaMalloc(&in, n * sizeof *in);
  cudaMalloc(&out, n * sizeof *out);
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEvent_t filled, done;
  cudaEventCreate(&filled);
  cudaEventCreate(&done);
  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  cufftSetStream(plan, a);
  fill<<<n / 128, 128, 0, b>>>(in, n);
  cudaEventRecord(filled, b);
  if (count > 1) cudaStreamWaitEvent(a, filled, 0);
  cufftExecC2C(plan, in, out, CUFFT_FORWARD);
  usleep(30000);  // no order, though it has run by now
  cudaEventRecord(done, a);
  if (count > 1) cudaStreamWaitEvent(b, done, 0);
  fill<<<n / 128, 128, 0, b>>>(out, n);
  cudaDeviceSynchronize();
  cufftDestroy(plan);
  cudaEventDestroy(filled);
  cudaEventDestroy(done);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  cudaFree(in);
  cudaFree(out);
}
"""
# The output has no room for the last element.
SHORT = """\
#include <cufft.h>
int main() {
  cufftReal* in;
  cufftComplex* out;
  cudaMalloc(&in, 1024 * sizeof *in);
  cudaMemset(in, 0, 1024 * sizeof *in);
  cudaMalloc(&out, 512 * sizeof *out);
  cufftHandle plan;
  cufftPlan1d(&plan, 1024, CUFFT_R2C, 1);
  cufftExecR2C(plan, in, out);
  cudaDeviceSynchronize();
}
"""
# Transforms by chance, by the sums of the conformance programs.
RANDOM = """\
#include "fft_values.h"
int main(int, char** arguments) {
  unsigned x = std::atoi(arguments[1]);
  const auto below = [&x](int n) { return static_cast<int>((x = x * 1664525u + 1013904223u) >> 16) % n; };
  for (int i = 0; i < 150; ++i) {
    const unsigned seed = x;
    Transform t{1 + below(3), {1, 1, 1}, 1 + below(6)};
    const int longest[] = {700, 40, 14};
    for (int axis = 0; axis < t.rank; ++axis) t.n[axis] = 1 + below(longest[t.rank - 1]);
    const Way way = static_cast<Way>(below(4));
    t.embedded = below(2) == 1;
    t.in_place = below(3) == 0 && (!t.embedded || way == Way::kForward || way == Way::kInverse);
    for (Side* side : {&t.in, &t.out}) {
      int room = 1;
      for (int axis = 0; axis < t.rank; ++axis) room *= side->embed[axis] = t.n[axis] + below(4);
      side->stride = 1 + below(3);
      side->distance = room * side->stride + below(5);
      if (below(3) == 0) {  // one within the other
        side->stride = t.batch + below(2);
        side->distance = 1;
      }
    }
    if (t.in_place) t.out = t.in;
    if (is_right<float>(t, way, seed) && is_right<double>(t, way, seed)) continue;
    std::printf("seed %u: rank %d, %d x %d x %d, batch %d, way %d, embedded %d, in place %d\\n", seed, t.rank, t.n[0], t.n[1], t.n[2], t.batch,
                static_cast<int>(way), t.embedded, t.in_place);
    return 1;
  }
}
"""

# Callbacks of all types: bytes are widened when they are loaded, and what is stored is scaled and counted.
CALLBACKS = """\
#include <cufftXt.h>
#include <cstdio>
#include <cmath>
#include <vector>
#define SHOW(call) std::printf("%d ", (int)(call))
struct Info { float scale; int calls; };
__device__ cufftComplex load_bytes(void* in, size_t at, void*, void*) { return {(float)((signed char*)in)[2 * at], (float)((signed char*)in)[2 * at + 1]}; }
__device__ void store_scaled(void* out, size_t at, cufftComplex x, void* info, void* shared) {
  auto* of_thread = (cufftComplex*)shared + threadIdx.x;
  *of_thread = {x.x * ((Info*)info)->scale, x.y * ((Info*)info)->scale};
  ((cufftComplex*)out)[at] = *of_thread;
  atomicAdd(&((Info*)info)->calls, 1);
}
__device__ double load_real(void* in, size_t at, void* info, void*) { return ((double*)in)[at] * *(double*)info; }
__device__ void store_negative(void* out, size_t at, double x, void*, void*) { ((double*)out)[at] = -x; }
__device__ cufftCallbackLoadC d_load_bytes = load_bytes;
__device__ cufftCallbackStoreC d_store_scaled = store_scaled;
__device__ cufftCallbackLoadD d_load_real = load_real;
__device__ cufftCallbackStoreD d_store_negative = store_negative;
template <class T> void* callback(T& symbol) { void* f; cudaMemcpyFromSymbol(&f, symbol, sizeof f); return f; }

int main() {
  const int n = 12, batch = 3;
  std::vector<void*> memory;
  const auto managed = [&](size_t bytes) { void* p; cudaMallocManaged(&p, bytes); memory.push_back(p); return p; };
  auto* bytes = (signed char*)managed(2 * (3 * n + 1) * batch);
  auto* plain = (cufftComplex*)managed(n * batch * sizeof(cufftComplex));
  auto* out = (cufftComplex*)managed(200 * sizeof(cufftComplex));
  auto* info = (Info*)managed(sizeof(Info));
  void* infos[] = {info};
  *info = {0.5f, 0};
  for (int i = 0; i < n * batch; ++i) {
    const int at = i / n * (3 * n + 1) + i % n * 3;
    bytes[2 * at] = i * 7 % 23, bytes[2 * at + 1] = -i;
    plain[i] = {(float)bytes[2 * at], (float)bytes[2 * at + 1]};
  }
  cufftHandle plan, usual;
  int length = n, embed = n;
  cufftPlan1d(&usual, n, CUFFT_C2C, batch);
  // Both sides have room between their elements.
  cufftPlanMany(&plan, 1, &length, &embed, 3, 3 * n + 1, &embed, 2, 2 * n + 5, CUFFT_C2C, batch);
  void* load[] = {callback(d_load_bytes)}, *store[] = {callback(d_store_scaled)};
  SHOW(cufftXtSetCallback(plan, load, CUFFT_CB_LD_COMPLEX, nullptr));
  SHOW(cufftXtSetCallback(plan, store, CUFFT_CB_ST_COMPLEX, infos));
  SHOW(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_ST_COMPLEX, 128 * sizeof(cufftComplex)));
  SHOW(cufftExecC2C(plan, (cufftComplex*)bytes, out, CUFFT_FORWARD));
  cufftExecC2C(usual, plain, plain, CUFFT_FORWARD);
  cudaDeviceSynchronize();
  float wrong = 0;
  for (int b = 0; b < batch; ++b) for (int i = 0; i < n; ++i) {
    const cufftComplex a = plain[b * n + i], c = out[b * (2 * n + 5) + 2 * i];
    wrong = fmaxf(wrong, fmaxf(fabsf(a.x * 0.5f - c.x), fabsf(a.y * 0.5f - c.y)));
  }
  std::printf("%d %d\\n", wrong < 1e-3f, info->calls);

  // In a graph, which runs twice.
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cufftSetStream(plan, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  SHOW(cufftExecC2C(plan, (cufftComplex*)bytes, out, CUFFT_FORWARD));
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  std::printf("%d\\n", info->calls);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);

  // From real numbers and to them, in place and not.
  auto* real = (double*)managed(2 * 10 * sizeof(double));
  auto* half = (cufftDoubleComplex*)managed(2 * 5 * sizeof(cufftDoubleComplex));
  auto* two = (double*)managed(sizeof(double));
  void* twos[] = {two};
  *two = 2;
  for (int i = 0; i < 16; ++i) real[i] = i;
  cufftHandle to, from;
  cufftPlan1d(&to, 8, CUFFT_D2Z, 2);
  cufftPlan1d(&from, 8, CUFFT_Z2D, 2);
  void* load_real[] = {callback(d_load_real)}, *store_negative[] = {callback(d_store_negative)};
  SHOW(cufftXtSetCallback(to, load_real, CUFFT_CB_LD_REAL_DOUBLE, twos));
  SHOW(cufftXtSetCallback(from, store_negative, CUFFT_CB_ST_REAL_DOUBLE, nullptr));
  SHOW(cufftExecD2Z(to, real, half));
  SHOW(cufftExecZ2D(from, half, (double*)half));
  cudaDeviceSynchronize();
  std::printf("%g %g %g\\n", ((double*)half)[1], ((double*)half)[7], ((double*)half)[10 + 3]);

  SHOW(cufftXtClearCallback(to, CUFFT_CB_LD_REAL_DOUBLE));
  SHOW(cufftExecD2Z(to, real, half));
  cudaDeviceSynchronize();
  std::printf("%g\\n", half[0].x);

  cufftHandle created;
  cufftCreate(&created);
  void* none[] = {nullptr};
  SHOW(cufftXtSetCallback(created, load, CUFFT_CB_LD_COMPLEX, nullptr));
  SHOW(cufftXtSetCallback(77, load, CUFFT_CB_LD_COMPLEX, nullptr));
  SHOW(cufftXtSetCallback(plan, none, CUFFT_CB_LD_COMPLEX, nullptr));
  SHOW(cufftXtSetCallback(plan, nullptr, CUFFT_CB_LD_COMPLEX, nullptr));
  SHOW(cufftXtSetCallback(plan, load, CUFFT_CB_UNDEFINED, nullptr));
  SHOW(cufftXtSetCallback(plan, load, CUFFT_CB_LD_REAL, nullptr));
  SHOW(cufftXtSetCallback(to, store, CUFFT_CB_ST_COMPLEX, nullptr));
  SHOW(cufftXtClearCallback(plan, CUFFT_CB_UNDEFINED));
  SHOW(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_COMPLEX, 1 << 20));
  std::printf("\\n");
  for (cufftHandle each : {plan, usual, to, from, created}) cufftDestroy(each);
  cudaStreamDestroy(stream);
  for (void* each : memory) cudaFree(each);
}
"""
CALLED = """\
0 0 0 0 1 36
0 108
0 0 0 0 -16 -112 -176
0 0 28
1 1 4 4 3 3 3 3 2 
"""


class CuFft(RiffleCase):
    def setUp(self):
        super().setUp()
        self.toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")

    def check(self, program):
        result = self.program(program)
        self.assertEqual(result.returncode, 0)
        self.assertEqual([line.split(": ")[-1] for line in result.stdout.splitlines()], [str(a) for a in ANSWERS])
        self.assertEqual(result.stderr, "".join(f"riffle: {name} is not supported yet\n" for name in REFUSED))

    def test_programs_build(self):
        for name in ("x.cu", "x.cpp", "x.c"):
            self.write(name, PROGRAM)
            self.compile(name, "-o", "x", "-lcufft")
            self.check("x")

    def test_results_of_cuda_12(self):
        self.write("x.cpp", "#include <cufft.h>\nint main() { return CUFFT_INCOMPLETE_PARAMETER_LIST + CUFFT_PARSE_ERROR + CUFFT_LICENSE_ERROR - 37; }\n")
        self.compile("--cuda-version=12", "x.cpp", "-o", "x", "-lcufft")
        self.assertEqual(self.program("x").returncode, 0)
        self.assertNotEqual(self.riffle("cc", "x.cpp", "-o", "x", "-lcufft").returncode, 0)

    def test_host_compiler(self):
        self.write("x.c", PROGRAM)
        made = self.run_command(["gcc", "-Wall", "-Wextra", "-Werror", "x.c", "-o", "x", f"-I{self.toolkit}/include",
                                 f"-L{self.toolkit}/lib64", f"-Wl,-rpath,{self.toolkit}/lib64", "-lcufft", "-lcudart"])
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.check("x")

    def test_each_function_that_is_not_built_says_so(self):
        rows = [line.split("\t") for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
        missing = [(name, built) for _, name, _, built, _ in rows if built.startswith("CUFFT_")]
        self.assertGreater(len(missing), 12)
        self.write("x.c", "".join(f"int {name}(void);\n" for name, _ in missing) + "int main(void) { return 0"
                   + "".join(f" || {name}() != {14 if built == 'CUFFT_NOT_IMPLEMENTED' else 16}" for name, built in missing) + "; }\n")
        self.compile("x.c", "-o", "x", "-lcufft")
        result = self.program("x")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.splitlines(), [f"riffle: {name} is not supported yet" for name, _ in missing])

    def test_refused_memory(self):
        self.write("x.c", LARGE)
        self.compile("x.c", "-o", "x", "-lcufft")
        result = self.run_command([self.path("x")], env=dict(self.environment, RIFFLE_MEMORY="1G"))
        self.assertEqual((result.returncode, result.stdout), (0, "small 0\nlarge 2, plan 0\nthen 0\nsmall 0\n"), result.stderr)

    def test_checked(self):
        self.write("x.cu", STREAMS)
        self.compile("x.cu", "-o", "x", "-lcufft")
        found = self.riffle("check", "./x").stderr
        self.assertIn("kernel cufft_reads_its_input on 32768 bytes", found)
        self.assertIn("kernel cufft_writes_its_output and kernel fill", found)
        self.assertRegex(found, r"cufft_reads_its_input reads, .*\n +called at \S*x\S* in main ")
        self.assertIn("riffle check: 2 errors", found)
        found = self.riffle("check", "./x", "ordered").stderr
        self.assertIn("riffle check: 0 errors", found)
        self.write("short.cu", SHORT)
        self.compile("short.cu", "-o", "short", "-lcufft")
        found = self.riffle("check", "./short").stderr
        self.assertRegex(found, r"(?s)out of bounds: a kernel writes 8 bytes .*kernel cufft_writes_its_output writes")

    def test_traced(self):
        self.write("x.cu", STREAMS)
        self.compile("x.cu", "-o", "x", "-lcufft")
        self.assertRegex(self.riffle("trace", "./x").stdout, "host function .*riffle::cufft::")

    def test_callbacks(self):
        self.write("x.cu", CALLBACKS)
        self.compile("x.cu", "-o", "x", "-lcufft")
        result = self.program("x")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, CALLED, ""))
        checked = self.riffle("check", "./x")
        self.assertEqual(checked.stdout, CALLED)
        self.assertIn("riffle check: 0 errors\n", checked.stderr)
        self.assertRegex(self.riffle("trace", "./x").stdout, "cufft_calls_the_store_callback")

    def test_random_transforms(self):
        self.write("x.cu", RANDOM)
        self.compile("x.cu", "-O2", "-I", str(CONFORMANCE), "-o", "x", "-lcufft")
        for seed in range(2):
            result = self.program("x", str(seed))
            self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)


if __name__ == "__main__":
    riffle_case.unittest.main()
