# SPDX-License-Identifier: Apache-2.0
"""cuBLASLt is declared and refused by name: programs that include it build, and a call that is not there says so."""
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
  puts(cublasLtGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED));
  SHOW(cublasLtDestroy(handle));
  SHOW(cublasLtDestroy(handle));
  SHOW(cublasLtDestroy(other));
  return 0;
}
"""
ANSWERS = [7, 1, 0, 0, 1, 1, 1, 0, 0, 12, 15, 0, 15, 15, 1, 164, "CUBLAS_STATUS_NOT_SUPPORTED", 0, 1, 0]
REFUSED = ["cublasLtMatmulAlgoGetHeuristic", "cublasLtMatmulDescCreate", "cublasLtMatrixLayoutInit_internal"]


class CublasLt(RiffleCase):
    def setUp(self):
        super().setUp()
        self.toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")

    def check(self, program):
        result = self.program(program)
        self.assertEqual(result.returncode, 0)
        self.assertEqual([line.split(": ")[-1] for line in result.stdout.splitlines()], [str(a) for a in ANSWERS])
        self.assertEqual(result.stderr, "".join(f"riffle: {name} is not supported yet\n" for name in REFUSED))

    def test_programs_build_and_calls_are_refused(self):
        for name in ("x.cu", "x.cpp", "x.c"):
            self.write(name, PROGRAM)
            self.compile(name, "-o", "x", "-lcublas", "-lcublasLt")
            self.check("x")

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
        self.assertGreater(len(missing), 30)
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
