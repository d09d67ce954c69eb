# SPDX-License-Identifier: Apache-2.0
"""Build systems take the toolkit folder for a CUDA toolkit: CMake in all ways to name it, Makefiles, plain g++."""
import os
import re
import shutil

import riffle_case
from riffle_case import KERNEL, RIFFLE, RiffleCase

HOST = """\
#include <cuda_runtime.h>
#include <cstdio>
int main() { int count = 0; cudaGetDeviceCount(&count); std::printf("%d\\n", count); return count != 1; }
"""


def factor(name, value):
    return f"""\
#include "factor.h"
__global__ void by_{name}(int* value) {{ *value *= FACTOR_{value}; }}
int {name}(int value) {{
  int* memory = nullptr;
  cudaMallocManaged(&memory, sizeof(int));
  *memory = value;
  by_{name}<<<1, 1>>>(memory);
  cudaDeviceSynchronize();
  value = *memory;
  cudaFree(memory);
  return value;
}}
"""


FACTOR = "#define FACTOR_2 2\n#define FACTOR_3 3\n#define FACTOR_5 5\nint two(int);\nint three(int);\nint five(int);\n"
MAIN = """\
#include <cstdio>
#include "factor.h"
int main() { std::printf("%d\\n", two(three(five(1)))); }
"""


class ToolkitCase(RiffleCase):
    def setUp(self):
        super().setUp()
        for name in ("CUDA_PATH", "CUDA_HOME", "CUDAToolkit_ROOT", "CUDACXX", "CUDAHOSTCXX", "CUDAARCHS", "CUDAFLAGS",
                     "LD_LIBRARY_PATH", "CMAKE_PREFIX_PATH"):
            self.environment.pop(name, None)
        # No other toolkit is found by accident.
        self.environment["PATH"] = ":".join(
            folder for folder in self.environment["PATH"].split(":")
            if not os.path.exists(os.path.join(folder, "nvcc")))
        self.toolkit = self.line("info", "--toolkit")
        self.toolchain = self.line("info", "--cmake-toolchain")

    def line(self, *arguments):
        result = self.riffle(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout.rstrip("\n")

    def check_run(self, command):
        result = self.run_command(command)
        self.assertEqual(result.returncode, 0, result.stdout[-6000:] + result.stderr[-6000:])
        return result.stdout

    def configure(self, *arguments, generator="Ninja"):
        return self.check_run(["cmake", "-S", ".", "-B", "build", "-G", generator, *arguments])

    def build(self):
        return self.check_run(["cmake", "--build", "build", "-j", "2"])

    def answer(self, name):
        result = self.program(name)
        return (result.returncode, result.stdout, result.stderr)

    def runtime_of(self, name):
        """The runtime that the program loads: what it needs, or what libcudart_static.a loads when it starts."""
        said = self.run_command([self.path(name)], env=dict(self.environment, LD_DEBUG="files")).stderr
        return sorted(set(re.findall(r"calling init: (\S*/libcudart\S*)", said)))

    def own_runtime(self):
        return [os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(RIFFLE))), "lib/libcudart.so.13")]


LIBRARIES = """\
#include <cublas_v2.h>
#include <cufftXt.h>
#include <cufftw.h>
#include <cupti.h>
#include <nvjpeg.h>
#include <cusparse.h>
#include <curand.h>
#include <nvrtc.h>
#include <dlfcn.h>
#include <cstdio>
template <class Function>
void show(Function* function) {
  Dl_info found = {};
  dladdr(reinterpret_cast<void*>(function), &found);
  std::printf("%s\\n", found.dli_fname);
}
int main() {
  show(&cublasCreate);
  show(&curandGetVersion);
  show(&cufftXtExec);
  show(&fftw_execute);
  show(&cuptiGetVersion);
  show(&nvjpegCreateSimple);
  show(&cusparseCreate);
  show(&nvrtcVersion);
}
"""


class CMake(ToolkitCase):
    def test_libraries_of_the_toolkit_are_found_at_run_time(self):
        self.write("CMakeLists.txt", """\
cmake_minimum_required(VERSION 3.25)
project(libraries LANGUAGES CXX)
find_package(CUDAToolkit 13 REQUIRED)
add_executable(libraries main.cpp)
target_link_libraries(libraries CUDA::cublas CUDA::curand CUDA::cufft CUDA::cufftw CUDA::cupti CUDA::nvjpeg CUDA::cusparse CUDA::nvrtc)
""")
        self.write("main.cpp", LIBRARIES)
        self.configure(f"-DCUDAToolkit_ROOT={self.toolkit}")
        self.build()
        code, shown, _ = self.answer("build/libraries")
        self.assertEqual(code, 0)
        own = os.path.dirname(self.own_runtime()[0])
        self.assertEqual([os.path.dirname(os.path.realpath(path)) for path in shown.split()], [own] * 8)

    def test_project_of_many_kinds_of_targets(self):
        self.write("CMakeLists.txt", """\
cmake_minimum_required(VERSION 3.25)
project(many LANGUAGES CXX CUDA)
set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} --expt-relaxed-constexpr -lineinfo -Xcompiler -Wall,-Wextra")
find_package(CUDAToolkit 13 REQUIRED)
foreach(library nppif nppc)  # not here, though another toolkit may have it
  if(TARGET CUDA::${library})
    message(FATAL_ERROR "CUDA::${library} was found")
  endif()
endforeach()
foreach(library cudart cudart_static cuda_driver nvml cublas nvrtc)
  get_target_property(location CUDA::${library} IMPORTED_LOCATION)
  if(NOT location MATCHES "^${CUDAToolkit_ROOT}/lib64/")
    message(FATAL_ERROR "CUDA::${library} is ${location}")
  endif()
endforeach()
if(NOT CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" OR NOT CMAKE_CUDA_ARCHITECTURES STREQUAL "80")
  message(FATAL_ERROR "${CMAKE_CUDA_COMPILER_ID} ${CMAKE_CUDA_ARCHITECTURES}")
endif()
add_library(two STATIC two.cu)
target_compile_features(two PRIVATE cuda_std_17)
set_target_properties(two PROPERTIES CUDA_ARCHITECTURES "80;90-virtual")
add_library(three OBJECT three.cu)
set_target_properties(three PROPERTIES CUDA_ARCHITECTURES native POSITION_INDEPENDENT_CODE ON)
add_library(five SHARED five.cu)
set_target_properties(five PROPERTIES CUDA_ARCHITECTURES all-major)
add_executable(from_cpp main.cpp $<TARGET_OBJECTS:three>)
target_link_libraries(from_cpp PRIVATE two five CUDA::cudart)
add_executable(from_cuda main.cu three.cu)
set_target_properties(from_cuda PROPERTIES CUDA_RUNTIME_LIBRARY Shared CUDA_ARCHITECTURES all)
target_link_libraries(from_cuda PRIVATE two five)
add_executable(host host.cpp)
target_link_libraries(host PRIVATE CUDA::cudart_static)
enable_testing()
add_test(NAME from_cpp COMMAND from_cpp)
set_tests_properties(from_cpp PROPERTIES PASS_REGULAR_EXPRESSION "^30")
""")
        self.write("factor.h", FACTOR)
        for name, value in (("two", 2), ("three", 3), ("five", 5)):
            self.write(name + ".cu", factor(name, value))
        self.write("main.cpp", MAIN)
        self.write("main.cu", MAIN)
        self.write("host.cpp", HOST)
        self.configure("--toolchain", self.toolchain)
        self.build()
        self.check_run(["ctest", "--test-dir", "build", "--timeout", "60"])
        self.assertEqual(self.answer("build/from_cuda"), (0, "30\n", ""))
        self.assertEqual(self.answer("build/host"), (0, "1\n", ""))
        for program in ("from_cpp", "from_cuda", "host"):
            self.assertEqual(self.runtime_of("build/" + program), self.own_runtime(), program)
        # A header's change is seen by what includes it.
        self.write("factor.h", FACTOR.replace("FACTOR_3 3", "FACTOR_3 7"))
        self.build()
        self.assertEqual(self.answer("build/from_cpp"), (0, "70\n", ""))
        self.assertIn("no work to do", self.build())

    def test_separable_compilation(self):
        self.write("CMakeLists.txt", """\
cmake_minimum_required(VERSION 3.25)
project(separable LANGUAGES CXX CUDA)
add_library(device STATIC device.cu)
add_executable(program main.cu)
target_link_libraries(program PRIVATE device)
set_target_properties(device program PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
""")
        self.write("device.cu", "__device__ int offset = 40;\n__device__ int shifted(int i) { return i + offset; }\n")
        self.write("main.cu", "#include <cstdio>\nextern __device__ int offset;\n__device__ int shifted(int);\n"
                              "__global__ void kernel(int* to) { *to = shifted(2); }\nint main() {\n"
                              "  int* value = nullptr;\n  cudaMallocManaged(&value, sizeof(int));\n"
                              "  kernel<<<1, 1>>>(value);\n  cudaDeviceSynchronize();\n"
                              "  std::printf(\"%d\\n\", *value);\n}\n")
        self.configure("--toolchain", self.toolchain)
        self.build()
        self.assertEqual(self.answer("build/program"), (0, "42\n", ""))

    def test_openmp_in_host_code(self):
        if not self.riffle_has_openmp():
            self.skipTest("clang's OpenMP library is not installed")
        self.write("CMakeLists.txt", """\
cmake_minimum_required(VERSION 3.25)
project(openmp LANGUAGES CXX CUDA)
find_package(OpenMP REQUIRED)
add_executable(program main.cu part.cpp)
target_compile_options(program PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fopenmp>)
target_link_libraries(program PRIVATE OpenMP::OpenMP_CXX)
""")
        self.write("part.cpp", "#include <omp.h>\nint of_gcc() {\n  int sum = 0;\n"
                               "#pragma omp parallel num_threads(4) reduction(+ : sum)\n"
                               "  sum += omp_get_thread_num();\n  return sum;\n}\n")
        self.write("main.cu", "#include <cstdio>\n#include <omp.h>\nint of_gcc();\nint main() {\n  int sum = 0;\n"
                              "#pragma omp parallel num_threads(4) reduction(+ : sum)\n"
                              "  sum += omp_get_thread_num();\n  std::printf(\"%d %d\\n\", sum, of_gcc());\n}\n")
        self.configure("--toolchain", self.toolchain)
        self.build()
        self.assertEqual(self.answer("build/program"), (0, "6 6\n", ""))

    def riffle_has_openmp(self):
        self.write("probe.cpp", "int main() {}\n")
        return self.riffle("cc", "-Xcompiler", "-fopenmp", "probe.cpp", "-o", "probe").returncode == 0


class WaysToFind(ToolkitCase):
    """Each way to name the toolkit, by a project that prints what was found and runs."""

    def check(self, *arguments, languages="CXX CUDA", generator="Ninja", **environment):
        self.write("CMakeLists.txt", f"""\
cmake_minimum_required(VERSION 3.25)
project(found LANGUAGES {languages})
find_package(CUDAToolkit REQUIRED)
message(STATUS "toolkit ${{CUDAToolkit_VERSION}} ${{CUDAToolkit_BIN_DIR}}")
add_executable(program main.{"cu" if "CUDA" in languages else "cpp"})
target_link_libraries(program PRIVATE CUDA::cudart)
""")
        self.write("main.cu", KERNEL)
        self.write("main.cpp", HOST)
        self.environment.update(environment)
        self.assertIn(f"toolkit 13.0.48 {self.toolkit}/bin", self.configure(*arguments, generator=generator))
        self.build()
        self.assertEqual(self.answer("build/program"), (0, "sum 528\n" if "CUDA" in languages else "1\n", ""))
        self.assertEqual(self.runtime_of("build/program"), self.own_runtime())

    def test_path(self):
        self.check(PATH=self.toolkit + "/bin:" + self.environment["PATH"])

    def test_environment_variable_of_the_compiler(self):
        self.check(CUDACXX=self.toolkit + "/bin/nvcc", generator="Unix Makefiles")

    def test_environment_variable_of_the_toolkit(self):
        self.check(CUDA_PATH=self.toolkit)

    def test_compiler_on_the_command_line(self):
        self.check("-DCMAKE_CUDA_COMPILER=" + self.toolkit + "/bin/nvcc", "-DCMAKE_CUDA_HOST_COMPILER=g++",
                   "-DCMAKE_BUILD_TYPE=Debug")

    def test_toolkit_without_the_language(self):
        self.check("-DCUDAToolkit_ROOT=" + self.toolkit, languages="CXX")

    def test_module_of_old(self):
        self.write("CMakeLists.txt", """\
cmake_minimum_required(VERSION 3.5)
project(old CXX)
find_package(CUDA REQUIRED)
list(APPEND CUDA_NVCC_FLAGS -std=c++17)
cuda_add_library(kernels STATIC two.cu three.cu five.cu)
cuda_add_executable(program main.cu OPTIONS -DUNUSED=1)
target_link_libraries(program kernels)
""")
        self.write("factor.h", FACTOR)
        for name, value in (("two", 2), ("three", 3), ("five", 5)):
            self.write(name + ".cu", factor(name, value))
        self.write("main.cu", MAIN)
        version = self.run_command(["cmake", "--version"]).stdout.split()[2]
        if int(version.split(".")[0]) >= 4:
            self.skipTest(f"CMake {version} has no FindCUDA")
        self.configure("-DCUDA_TOOLKIT_ROOT_DIR=" + self.toolkit, generator="Unix Makefiles")
        self.build()
        self.assertEqual(self.answer("build/program"), (0, "30\n", ""))
        self.assertEqual(self.runtime_of("build/program"), self.own_runtime())


class OtherLinkers(ToolkitCase):
    """Objects of riffle cc, or host code alone, linked by g++."""

    def setUp(self):
        super().setUp()
        if shutil.which("g++") is None:
            self.skipTest("g++ is not installed")
        self.write("host.cpp", HOST)

    def test_runtime_by_name(self):
        compile_ = ["g++", "host.cpp", "-I" + self.toolkit + "/include", "-L" + self.toolkit + "/lib64"]
        for libraries in (["-lcudart"], ["-lcudart_static", "-lrt", "-lpthread", "-ldl"],
                          ["-lcudadevrt", "-lcudart_static"]):
            self.check_run([*compile_, "-o", "host", *libraries])
            self.assertEqual(self.answer("host"), (0, "1\n", ""))
            self.assertEqual(self.runtime_of("host"), self.own_runtime())

    def test_another_runtime_in_the_loaders_path_is_not_taken(self):
        self.check_run(["g++", "host.cpp", "-I" + self.toolkit + "/include", "-L" + self.toolkit + "/lib64",
                        "-lcudart", "-o", "host"])
        self.write("other/libcudart.so.13", "not a library")
        self.environment["LD_LIBRARY_PATH"] = self.path("other")
        self.assertEqual(self.answer("host"), (0, "1\n", ""))

    def test_one_runtime_in_a_process(self):
        # A library linked by riffle cc and a program linked by g++ share devices and memory.
        self.write("library.cu", "__device__ int value = 7;\nextern \"C\" int* address() {\n  void* found = nullptr;\n"
                                 "  cudaGetSymbolAddress(&found, value);\n  return static_cast<int*>(found);\n}\n")
        self.write("main.cpp", "#include <cuda_runtime.h>\n#include <cstdio>\nextern \"C\" int* address();\n"
                               "int main() {\n  int copy = 0;\n"
                               "  cudaMemcpy(&copy, address(), sizeof copy, cudaMemcpyDeviceToHost);\n"
                               "  std::printf(\"%d\\n\", copy);\n}\n")
        self.compile("-shared", "-o", "liblibrary.so", "library.cu")
        self.check_run(["g++", "main.cpp", "-I" + self.toolkit + "/include", "-o", "main", "-L.", "-llibrary",
                        "-Wl,-rpath," + self.folder, "-L" + self.toolkit + "/lib64", "-lcudart_static"])
        self.assertEqual(self.answer("main"), (0, "7\n", ""))

    def test_makefile(self):
        self.write("Makefile", """\
CUDA_PATH ?= /usr/local/cuda
NVCC := $(CUDA_PATH)/bin/nvcc
HOST_COMPILER ?= g++
main: main.o kernels.o
\t$(HOST_COMPILER) -o $@ $^ -L$(CUDA_PATH)/lib64 -lcudart
main.o: main.cpp
\t$(HOST_COMPILER) -I$(CUDA_PATH)/include -c $< -o $@
kernels.o: kernels.cu
\t$(NVCC) -ccbin $(HOST_COMPILER) -m64 -O2 -gencode arch=compute_80,code=sm_80 -c $< -o $@
""")
        self.write("kernels.cu", factor("two", 2))
        self.write("factor.h", FACTOR)
        self.write("main.cpp", "#include <cuda_runtime.h>\n" + MAIN.replace("two(three(five(1)))", "two(1)"))
        self.check_run(["make", "CUDA_PATH=" + self.toolkit])
        self.assertEqual(self.answer("main"), (0, "2\n", ""))


if __name__ == "__main__":
    riffle_case.main()
