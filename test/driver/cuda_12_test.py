# SPDX-License-Identifier: Apache-2.0
"""Programs of CUDA 12: headers with its forms of calls, libcudart.so.12, both runtimes' faces in one process, the toolkit folder."""
import ctypes
import os
import re
import shutil
import subprocess
import unittest

import riffle_case
from riffle_case import RIFFLE, RiffleCase

LIBRARIES = os.path.join(os.environ["RIFFLE_BUILD"], "lib")

# Each call in the form that CUDA 13 does not take. Returns the line of the first thing that is wrong.
PROGRAM = r"""
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdio>
#define CHECK(...) do { if (!(__VA_ARGS__)) { std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__); return __LINE__; } } while (0)
#define OK(...) CHECK((__VA_ARGS__) == cudaSuccess)
static_assert(CUDART_VERSION == 12080 && CUDA_VERSION == 12080, "12.8");
static_assert(__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ == 8, "12.8");
static_assert(sizeof(cudaDeviceProp) == 1032 && sizeof(cudaPointerAttributes) == 24 && sizeof(cudaResourceDesc) == 64, "as in 12");
static_assert(sizeof(cudaResourceViewDesc) == 48 && sizeof(cudaExternalMemoryHandleDesc) == 40, "as in 12");

__global__ void add(int* value, int by) { *value += by; }

int main() {
  int version = 0, clock = 0;
  OK(cudaRuntimeGetVersion(&version));
  CHECK(version == 12080);
  struct { cudaDeviceProp properties; int guard; } all = {};
  all.guard = 77;
  OK(cudaGetDeviceProperties(&all.properties, 0));
  const cudaDeviceProp& p = all.properties;
  OK(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, 0));
  CHECK(p.clockRate == clock && p.major == 8 && p.warpSize == 32 && p.maxGridSize[0] == 2147483647 && p.totalConstMem == 65536);
  CHECK(p.unifiedAddressing == 1 && p.memoryBusWidth > 0 && p.cooperativeLaunch == 1 && p.memoryPoolsSupported == 1 && all.guard == 77);
  CHECK(p.sharedMemPerMultiprocessor > p.sharedMemPerBlock && p.maxTexture2DLayered[2] == 2048 && p.surfaceAlignment == 512);
  int chosen = 7;
  OK(cudaChooseDevice(&chosen, &p));
  CHECK(chosen == 0);

  int* value = nullptr;
  OK(cudaMallocManaged(&value, 1 << 16));
  struct { cudaPointerAttributes attributes; long guard; } about = {};
  about.guard = 5;
  OK(cudaPointerGetAttributes(&about.attributes, value));
  CHECK(about.attributes.type == cudaMemoryTypeManaged && about.attributes.hostPointer == value && about.guard == 5);
  OK(cudaMemAdvise(value, 1 << 16, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
  int place = 9;
  OK(cudaMemRangeGetAttribute(&place, sizeof place, cudaMemRangeAttributePreferredLocation, value, 1 << 16));
  CHECK(place == cudaCpuDeviceId);
  cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
  OK(cudaMemAdvise_v2(value, 1 << 16, cudaMemAdviseSetPreferredLocation, device));
  OK(cudaMemPrefetchAsync(value, 1 << 16, 0));
  OK(cudaMemPrefetchAsync(value, 1 << 16, cudaCpuDeviceId, cudaStreamPerThread));
  OK(cudaMemPrefetchAsync_v2(value, 1 << 16, device, 0, 0));
  OK(cudaDeviceSynchronize());

  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  add<<<1, 1, 0, stream>>>(value, 1);
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* nodes = nullptr;
  size_t count = 0;
  OK(cudaStreamGetCaptureInfo(stream, &status, &id));
  CHECK(status == cudaStreamCaptureStatusActive);
  OK(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &nodes, &count));
  CHECK(count == 1);
  const cudaGraphEdgeData* edges = nullptr;
  OK(cudaStreamGetCaptureInfo_v3(stream, &status, &id, &graph, &nodes, &edges, &count));
  cudaGraphNode_t empty = nullptr, first = nodes[0];
  OK(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
  OK(cudaStreamUpdateCaptureDependencies(stream, &empty, 1, cudaStreamAddCaptureDependencies));
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphAddDependencies(graph, &first, &empty, 1));
  cudaGraphNode_t from[2], to[2];
  count = 2;
  OK(cudaGraphGetEdges(graph, from, to, &count));
  CHECK(count == 1 && from[0] == first && to[0] == empty);
  OK(cudaGraphNodeGetDependencies(empty, from, &count));
  OK(cudaGraphNodeGetDependentNodes(first, to, &count));
  OK(cudaGraphRemoveDependencies(graph, &first, &empty, 1));
  OK(cudaGraphGetEdges_v2(graph, nullptr, nullptr, nullptr, &count));
  CHECK(count == 0);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  *value = 4;
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(*value == 5);

  void* pointers[] = {value};
  void* sources[] = {&version};
  size_t sizes[] = {0}, first_of[] = {0}, failed = 9;
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  CHECK(cudaMemcpyBatchAsync(pointers, sources, sizes, 1, &attributes, first_of, 1, &failed, stream) == cudaErrorInvalidValue && failed == 0);
  int by = 2;
  void* arguments[] = {&value, &by};
  cudaLaunchParams launch = {reinterpret_cast<void*>(add), dim3(1), dim3(1), arguments, 0, stream};
  OK(cudaLaunchCooperativeKernelMultiDevice(&launch, 1));
  OK(cudaThreadSynchronize());
  CHECK(*value == 7);
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  OK(cudaGetDriverEntryPoint("cuCtxSynchronize", &function, cudaEnableDefault, &found));
  CHECK(found == cudaDriverEntryPointSuccess && function != nullptr);
  OK(cudaGetDriverEntryPoint("cuMemDiscardBatchAsync", &function, cudaEnableDefault, &found));
  CHECK(found == cudaDriverEntryPointVersionNotSufficent && function == nullptr);  // of 13.0

  CUcontext context = nullptr;
  CHECK(cuInit(0) == CUDA_SUCCESS && cuCtxCreate(&context, 0, 0) == CUDA_SUCCESS);
  CHECK(cuMemAdvise(reinterpret_cast<CUdeviceptr>(value), 1 << 16, CU_MEM_ADVISE_SET_READ_MOSTLY, 0) == CUDA_SUCCESS);
  CHECK(cuMemPrefetchAsync(reinterpret_cast<CUdeviceptr>(value), 1 << 16, 0, nullptr) == CUDA_SUCCESS);
  CHECK(cuCtxDestroy(context) == CUDA_SUCCESS);
  std::puts("good");
  return 0;
}
"""

LIBRARY = r"""
#include <cuda_runtime.h>
__global__ void twice(int* value) { *value *= 2; }
extern "C" int make(cudaStream_t* stream, int** value, int* clock) {
  cudaDeviceProp p;
  if (cudaGetDeviceProperties(&p, 0) || cudaStreamCreate(stream) || cudaMallocManaged(value, 64)) return 0;
  *clock = p.clockRate;
  **value = 20;
  twice<<<1, 1, 0, *stream>>>(*value);
  int version = 0;
  return cudaMemPrefetchAsync(*value, 64, 0, *stream) || cudaRuntimeGetVersion(&version) ? 0 : version;
}
"""

USER = r"""
#include <cuda_runtime.h>
#include <cstdio>
extern "C" int make(cudaStream_t*, int**, int*);
__global__ void more(int* value) { *value += 2; }
int main() {
  cudaStream_t stream; int* value; int clock = -1, version = 0;
  const int library = make(&stream, &value, &clock);
  more<<<1, 1, 0, stream>>>(value);
  if (cudaStreamSynchronize(stream) || cudaRuntimeGetVersion(&version)) return 1;
  cudaMemLocation place = {cudaMemLocationTypeDevice, 0};
  if (cudaMemPrefetchAsync(value, 64, place, 0, stream) || cudaStreamDestroy(stream)) return 2;
  std::printf("%d %d %d %d\n", library, version, *value, clock >= 0);
}
"""


class HeadersAndRuntime(RiffleCase):
    def needed(self, name):
        text = self.run_command(["readelf", "-d", self.path(name)]).stdout
        return re.findall(r"Shared library: \[(libcudart[^]]*)\]", text)

    def test_forms_of_12(self):
        self.write("x.cu", PROGRAM)
        for more in ([], ["--default-stream", "per-thread"]):
            with self.subTest(more):
                self.compile("--cuda-version=12", "-Wno-deprecated-declarations", *more, "-o", "x", "x.cu", "-lcuda")
                self.assertEqual(self.needed("x")[0], "libcudart.so.12")
                ran = self.program("x")
                self.assertEqual((ran.stdout, ran.returncode), ("good\n", 0), ran.stderr)

    def test_run_takes_the_option(self):
        self.write("x.cu", '#include <cstdio>\nint main() { int v; cudaRuntimeGetVersion(&v); std::printf("%d %d\\n", CUDART_VERSION, v); }\n')
        for version, wanted in (("12", "12080 12080"), ("12.8", "12080 12080"), ("13", "13000 13000")):
            self.assertEqual(self.riffle("run", "--cuda-version=" + version, "x.cu").stdout, wanted + "\n")
        refused = self.riffle("cc", "--cuda-version=11", "x.cu")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("12 or 13", refused.stderr)

    def test_both_in_one_process(self):
        self.write("library.cu", LIBRARY)
        self.write("user.cu", USER)
        self.compile("--cuda-version=12", "-shared", "-o", "libmade.so", "library.cu")
        self.compile("-o", "user", "user.cu", "-L.", "-lmade", "-Xlinker", "-rpath", "-Xlinker", self.folder)
        self.assertEqual((self.needed("libmade.so"), self.needed("user")), (["libcudart.so.12"], ["libcudart.so.13"]))
        self.assertEqual(self.program("user").stdout, "12080 13000 42 1\n")
        # And the other way round.
        self.compile("-shared", "-o", "libmade.so", "library13.cu" if self.exists("library13.cu") else self.write(
            "library13.cu", LIBRARY.replace("*clock = p.clockRate", "*clock = p.warpSize").replace("64, 0, *stream", "64, {cudaMemLocationTypeDevice, 0}, 0, *stream")))
        self.write("user12.cu", USER.replace("  cudaMemLocation place = {cudaMemLocationTypeDevice, 0};\n", "").replace("64, place, 0, stream", "64, 0, stream"))
        self.compile("--cuda-version=12", "-o", "user", "user12.cu", "-L.", "-lmade", "-Xlinker", "-rpath", "-Xlinker", self.folder)
        self.assertEqual(self.program("user").stdout, "13000 12080 42 1\n")


class Library(RiffleCase):
    def symbols(self):
        with open(os.path.join(os.environ["RIFFLE_BUILD"], "src/api/generated/cudart12_symbols.inc")) as file:
            return re.findall(r'"(\w+)"', file.read())

    def test_each_symbol_has_its_version(self):
        names = self.symbols()
        self.assertGreater(len(names), 400)
        for name in ("cudaGetDeviceProperties_v2", "cudaMemPrefetchAsync_v2_ptsz", "cudaThreadExit", "cudaStreamGetCaptureInfo_v2_ptsz"):
            self.assertIn(name, names)
        self.assertNotIn("cudaLogsCurrent", names)  # of CUDA 13
        text = subprocess.run(["nm", "-D", "--with-symbol-versions", LIBRARIES + "/libcudart.so.12"], capture_output=True, text=True).stdout
        exported = set(re.findall(r" T (\w+)@@libcudart\.so\.12\n", text))
        self.assertEqual(exported, set(names))
        self.assertEqual(set(re.findall(r" [TDBR] (\w+)", text)), set(names))

    def test_opened_by_a_program(self):
        # A program that asks dlsym gets 12's forms, and the first form of the properties ends where CUDA 11's did.
        runtime = ctypes.CDLL(LIBRARIES + "/libcudart.so.12")
        version = ctypes.c_int()
        self.assertEqual((runtime.cudaRuntimeGetVersion(ctypes.byref(version)), version.value), (0, 12080))
        properties = ctypes.create_string_buffer(b"\xff" * 1100, 1100)
        self.assertEqual(runtime.cudaGetDeviceProperties(properties, 0), 0)
        self.assertEqual(properties.raw[728:], b"\xff" * (1100 - 728))
        self.assertTrue(properties.raw.startswith(b"Riffle CPU"))
        self.assertEqual(runtime.cudaGetDeviceProperties_v2(properties, 0), 0)
        self.assertEqual(properties.raw[1032:], b"\xff" * (1100 - 1032))
        self.assertNotEqual(properties.raw[728:780], b"\xff" * 52)


class Toolkit(RiffleCase):
    def setUp(self):
        super().setUp()
        self.toolkit = self.riffle("info", "--toolkit", "--cuda-version=12").stdout.strip()

    def test_folder(self):
        self.assertTrue(self.toolkit.endswith("toolkit-12"), self.toolkit)
        self.assertNotEqual(self.riffle("info", "--toolkit").stdout.strip(), self.toolkit)
        version = self.run_command([self.toolkit + "/bin/nvcc", "--version"]).stdout
        self.assertIn("release 12.8, V12.8.90", version)
        with open(self.toolkit + "/version.json") as file:
            self.assertIn('"12.8.90"', file.read())
        for header, macro in (("cuda.h", "CUDA_VERSION"), ("cuda_runtime_api.h", "CUDART_VERSION")):
            with open(self.toolkit + "/include/" + header) as file:
                self.assertEqual(re.findall(rf"#define {macro} +(\w+)", file.read()), ["12080"])
        said = self.run_command([self.toolkit + "/bin/nvcc", "--dryrun", "x.cu"], env=self.environment).stderr
        self.assertIn(f"#$ TOP={self.toolkit}\n", said)
        self.assertEqual(self.riffle("info", "--toolkit", "--cuda-version=11").returncode, 1)

    @unittest.skipIf(shutil.which("cmake") is None or shutil.which("ninja") is None, "no CMake, no Ninja")
    def test_cmake(self):
        self.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX CUDA)\nfind_package(CUDAToolkit REQUIRED)\n"
                   'message(STATUS "versions ${CMAKE_CUDA_COMPILER_VERSION} ${CUDAToolkit_VERSION}")\n'
                   "add_executable(x x.cu y.cpp)\ntarget_link_libraries(x CUDA::cudart)\n")
        self.write("x.cu", "__global__ void set(int* p) { *p = 6; }\nvoid launch(int* p) { set<<<1, 1>>>(p); cudaThreadSynchronize(); }\n")
        self.write("y.cpp", "#include <cuda_runtime.h>\n#include <cstdio>\nvoid launch(int*);\nint main() {\n  int* p;\n  cudaMallocManaged(&p, 4);\n"
                   '  launch(p);\n  cudaMemPrefetchAsync(p, 4, 0);\n  std::printf("%d %d\\n", CUDART_VERSION, *p);\n}\n')
        toolchain = self.riffle("info", "--cmake-toolchain", "--cuda-version=12").stdout.strip()
        configured = self.run_command(["cmake", "-G", "Ninja", "--toolchain", toolchain, "-B", "build"])
        self.assertEqual(configured.returncode, 0, configured.stderr)
        self.assertIn("versions 12.8.90 12.8.90", configured.stdout)
        built = self.run_command(["cmake", "--build", "build"])
        self.assertEqual(built.returncode, 0, built.stdout)
        self.assertEqual(self.program("build/x").stdout, "12080 6\n")

    def test_headers_are_plain_c(self):
        self.write("x.c", "#include <cuda_runtime_api.h>\n#include <cuda.h>\n#include <cudaTypedefs.h>\n"
                   "int size[sizeof(struct cudaDeviceProp) == 1032 ? 1 : -1];\n"
                   "PFN_cuMemAdvise_v8000 advise = cuMemAdvise;\nPFN_cuMemAdvise_v12020 advise_2 = cuMemAdvise_v2;\n"
                   "PFN_cuCtxCreate_v3020 create = cuCtxCreate;\n"
                   "cudaError_t (*prefetch)(const void*, size_t, int, cudaStream_t) = cudaMemPrefetchAsync;\n")
        for macro in ("-DX", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"):
            built = self.run_command(["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", macro, "-isystem", self.toolkit + "/include", "-c", "x.c"])
            self.assertEqual((built.returncode, built.stderr), (0, ""))

    def test_nvcc_and_plain_compilers(self):
        self.write("k.cu", "__global__ void set(int* p) { *p = 6; }\nextern \"C\" void launch(int* p) { set<<<1, 1>>>(p); }\n")
        self.write("m.cpp", '#include <cuda_runtime.h>\n#include <cstdio>\nextern "C" void launch(int*);\n'
                   "int main() { int* p; int v; cudaMallocManaged(&p, 4); launch(p); cudaThreadSynchronize(); cudaDeviceProp q;\n"
                   "cudaGetDeviceProperties(&q, 0); cudaRuntimeGetVersion(&v);\n"
                   'std::printf("%d %d %d %d\\n", CUDART_VERSION, v, *p, q.clockRate >= 0 && q.major == 8); }\n')
        nvcc = self.run_command([self.toolkit + "/bin/nvcc", "-c", "k.cu"])
        self.assertEqual((nvcc.returncode, nvcc.stderr), (0, ""))
        for library in ("-lcudart", "-lcudart_static"):
            built = self.run_command(["g++", "-Wno-deprecated-declarations", "-I" + self.toolkit + "/include", "m.cpp", "k.o",
                                      "-L" + self.toolkit + "/lib64", library, "-lrt", "-lpthread", "-ldl", "-o", "m"])
            self.assertEqual((built.returncode, built.stderr), (0, ""))
            self.assertEqual(self.program("m").stdout, "12080 12080 6 1\n")


if __name__ == "__main__":
    riffle_case.main()
