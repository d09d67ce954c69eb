# SPDX-License-Identifier: Apache-2.0
"""cuBLASLt beside its transcripts (test/conformance/libraries): how programs build, what is refused by name, graphs and streams, and
what NVIDIA's library does for some types alone or ends the process for."""
import pathlib

import riffle_case
from riffle_case import RiffleCase

TABLE = pathlib.Path(__file__).resolve().parents[2] / "src/libraries/cublas_lt/cublas_lt.tsv"
PROGRAM = """\
#include <cublasLt.h>
#include <stdio.h>
#define SHOW(call) printf("%s: %d\\n", #call, (int)(call))
int main(void) {
  cublasLtHandle_t handle = 0, other = 0;
  cublasLtMatmulDesc_t product = 0;
  cublasLtMatrixLayoutOpaque_t layout;
  cublasLtMatmulHeuristicResult_t result;
  size_t capacity = 0;
  int count = 7;
  SHOW(cublasLtCreate(0));
  SHOW(cublasLtDestroy(0));
  SHOW(cublasLtCreate(&handle));
  SHOW(cublasLtCreate(&other));
  SHOW(handle != 0 && other != 0 && handle != other);
  SHOW(cublasLtGetVersion() == CUBLAS_VERSION);
  SHOW(cublasLtGetCudartVersion() == 13000);
  SHOW(cublasLtHeuristicsCacheSetCapacity(12));
  SHOW(cublasLtHeuristicsCacheGetCapacity(&capacity));
  SHOW(capacity);
  SHOW(cublasLtMatmulAlgoGetHeuristic(handle, product, 0, 0, 0, 0, 0, 1, &result, &count));
  SHOW(count);
  SHOW(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  SHOW(cublasLtMatrixLayoutInit(&layout, CUDA_R_32F, 1, 1, 1));
  SHOW(sizeof layout == 64 && sizeof result == 96 && sizeof(cublasLtMatmulDescOpaque_t) == 256);
  SHOW(CUBLASLT_EPILOGUE_GELU_AUX_BIAS);
  SHOW(cublasLtLoggerSetLevel(1));
  puts(cublasLtGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED));
  SHOW(cublasLtDestroy(handle));
  SHOW(cublasLtDestroy(handle));
  SHOW(cublasLtDestroy(other));
  return 0;
}
"""
ANSWERS = [7, 1, 0, 0, 1, 1, 1, 0, 0, 12, 7, 0, 0, 0, 1, 164, 0, "CUBLAS_STATUS_NOT_SUPPORTED", 0, 1, 0]

WORK = """\
#include <cublasLt.h>
#include <cstdio>
#include <vector>
static cublasLtHandle_t handle;
static const int n = 4;
struct Product {
  explicit Product(int mode = CUBLASLT_POINTER_MODE_HOST, unsigned epilogue = 1, float* bias = nullptr) {
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_POINTER_MODE, &mode, sizeof mode);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
    if (bias) cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
    cublasLtMatrixLayoutCreate(&square, CUDA_R_32F, n, n, n);
  }
  int run(const float* alpha, const float* a, const float* b, const float* beta, const float* c, float* d, cudaStream_t stream = 0) {
    return cublasLtMatmul(handle, desc, alpha, a, square, b, square, beta, c, square, d, square, nullptr, nullptr, 0, stream);
  }
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t square;
};
static float* managed(float value) {
  float* p;
  cudaMallocManaged(&p, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) p[i] = value;
  return p;
}
int main() {
  cublasLtCreate(&handle);
  const float one = 1, zero = 0;
  float *a = managed(1), *b = managed(2), *c = managed(10), *d = managed(0), *alphas = managed(0);
  Product plain;
  std::printf("null %d %d %d\\n", plain.run(nullptr, a, b, &zero, c, d), plain.run(&one, a, b, nullptr, c, d), plain.run(&one, a, nullptr, &zero, c, d));

  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  float scale = 2;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  std::printf("captured %d", plain.run(&scale, a, b, &one, c, d, stream));
  scale = 100;  // was read by the call
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; ++i) {
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    std::printf(" %g", d[5]);
    a[1] += 1;
  }
  std::printf("\\n");

  float* e = managed(0);
  cudaEvent_t made;
  cudaEventCreate(&made);
  std::printf("streams %d", plain.run(&one, a, b, &zero, c, d, stream));
  cudaEventRecord(made, stream);
  cudaStreamWaitEvent(other, made, 0);
  std::printf(" %d", plain.run(&one, d, b, &zero, c, e, other));
  cudaStreamSynchronize(other);
  std::printf(" %g %g\\n", d[0], e[0]);

  for (int i = 0; i < n; ++i) alphas[i] = i;
  Product rows(CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST);
  std::printf("alphas %d", rows.run(alphas, b, b, &one, c, d));
  cudaDeviceSynchronize();
  std::printf(" %g %g %g\\n", d[0], d[1], d[4 + 3]);

  Product sums(CUBLASLT_POINTER_MODE_HOST, CUBLASLT_EPILOGUE_BGRADB, alphas);
  std::printf("sums %d", sums.run(&one, a, b, &zero, c, d));
  cudaDeviceSynchronize();
  std::printf(" %g %g\\n", alphas[0], alphas[3]);

  cublasLtMatrixTransformDesc_t change;
  cublasLtMatrixTransformDescCreate(&change, CUDA_R_32F);
  const int transposed = CUBLAS_OP_T;
  cublasLtMatrixTransformDescSetAttribute(change, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &transposed, sizeof transposed);
  for (int i = 0; i < n * n; ++i) a[i] = i;
  std::printf("transform %d", cublasLtMatrixTransform(handle, change, &one, a, plain.square, &one, c, plain.square, d, plain.square, stream));
  cudaStreamSynchronize(stream);
  std::printf(" %g %g %g\\n", d[0], d[1], d[4]);

  float** pointers;
  cudaMallocManaged(&pointers, 4 * sizeof(float*));
  pointers[0] = b; pointers[1] = c; pointers[2] = d; pointers[3] = e;
  Product batch;
  const int mode = CUBLASLT_BATCH_MODE_POINTER_ARRAY, count = 2;
  cublasLtMatrixLayoutSetAttribute(batch.square, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, &mode, sizeof mode);
  cublasLtMatrixLayoutSetAttribute(batch.square, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
  std::printf("arrays %d", batch.run(&one, (float*)pointers, (float*)pointers, &zero, (float*)(pointers + 2), (float*)(pointers + 2), stream));
  cudaStreamSynchronize(stream);
  std::printf(" %g %g\\n", d[3], e[3]);
  cublasLtMatmulAlgo_t foreign = {};
  std::printf("algorithm %d\\n", cublasLtMatmul(handle, plain.desc, &one, a, plain.square, b, plain.square, &zero, c, plain.square, d, plain.square, &foreign, 0, 0, 0));
}
"""
WORKED = """\
null 7 7 7
captured 0 26 30 34
streams 0 0 8 64
alphas 0 10 26 58
sums 0 8 8
transform 0 10 14 11
arrays 0 16 400
algorithm 7
"""


class CublasLt(RiffleCase):
    def setUp(self):
        super().setUp()
        self.toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")

    def check(self, program):
        result = self.program(program)
        self.assertEqual(result.returncode, 0)
        self.assertEqual([line.split(": ")[-1] for line in result.stdout.splitlines()], [str(a) for a in ANSWERS])
        self.assertEqual(result.stderr, "")

    def test_programs_build(self):
        for name in ("x.cu", "x.cpp", "x.c"):
            self.write(name, PROGRAM)
            self.compile(name, "-o", "x", "-lcublas", "-lcublasLt")
            self.check("x")

    def test_work(self):
        self.write("work.cu", WORK)
        self.compile("work.cu", "-o", "work", "-lcublasLt")
        result = self.program("work")
        self.assertEqual((result.stdout, result.stderr), (WORKED, ""))

    def test_host_compiler(self):
        self.write("x.c", PROGRAM)
        made = self.run_command(["gcc", "-Wall", "-Werror", "x.c", "-o", "x", f"-I{self.toolkit}/include",
                                 f"-L{self.toolkit}/lib64", f"-Wl,-rpath,{self.toolkit}/lib64", "-lcublasLt", "-lcudart"])
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.check("x")

    def test_cmake(self):
        self.write("x.cpp", PROGRAM)
        self.write("CMakeLists.txt", """\
cmake_minimum_required(VERSION 3.25)
project(x LANGUAGES CXX)
find_package(CUDAToolkit REQUIRED)
add_executable(x x.cpp)
target_link_libraries(x PRIVATE CUDA::cublasLt)
""")
        for command in (["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "--toolchain", self.toolkit + "/toolchain.cmake"],
                        ["cmake", "--build", "build"]):
            made = self.run_command(command)
            self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        self.check("build/x")

    def test_each_function_that_is_not_built_says_so(self):
        rows = [line.split("\t") for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
        missing = [name for _, name, built, _ in rows if built == "no"]
        self.assertTrue(missing)
        declarations = "".join(f"int {name}();\n" for name in missing)
        calls = "".join(f"  wrong += {name}() != 15; wrong += {name}() != 15;\n" for name in missing)
        self.write("all.c", f"{declarations}int main(void) {{\n  int wrong = 0;\n{calls}  return wrong;\n}}\n")
        made = self.run_command(["gcc", "-std=gnu11", "all.c", "-o", "all", f"-L{self.toolkit}/lib64",
                                 f"-Wl,-rpath,{self.toolkit}/lib64", "-lcublasLt", "-lcudart"])
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        result = self.program("all")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr, "".join(f"riffle: {name} is not supported yet\n" for name in missing))


if __name__ == "__main__":
    riffle_case.main()
