# SPDX-License-Identifier: Apache-2.0
"""Device code alone: -ptx, -cubin, -fatbin, and what loads or links it."""
import os

import riffle_case
from riffle_case import RiffleCase

SOURCE = """\
extern "C" __global__ void scale(float* values, float factor) { values[threadIdx.x] *= factor; }
extern "C" __global__ void waves(float* values) { values[threadIdx.x] = sinf(values[threadIdx.x]); }
"""
# Loads the file that its first argument names, as a file and as data.
LOADER = """\
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
static int run(cudaLibrary_t library) {
  cudaKernel_t kernel = nullptr;
  if (cudaLibraryGetKernel(&kernel, library, "scale") != cudaSuccess) return -1;
  float* values = nullptr;
  cudaMallocManaged(&values, 4 * sizeof(float));
  for (int i = 0; i < 4; ++i) values[i] = i;
  float factor = 7;
  void* arguments[] = {&values, &factor};
  cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(4), arguments, 0, nullptr);
  cudaDeviceSynchronize();
  unsigned count = 0;
  cudaLibraryGetKernelCount(&count, library);
  return static_cast<int>(values[0] + values[1] + values[2] + values[3]) * 10 + count;
}
int main(int, char** arguments) {
  cudaLibrary_t library = nullptr;
  cudaError_t error = cudaLibraryLoadFromFile(&library, arguments[1], nullptr, nullptr, 0, nullptr, nullptr, 0);
  std::printf("%s", cudaGetErrorName(error));
  if (error == cudaSuccess) std::printf(" %d", run(library));
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  error = cudaLibraryLoadData(&library, content.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  std::printf(" %s", cudaGetErrorName(error));
  if (error == cudaSuccess) std::printf(" %d", run(library));
  std::printf("\\n");
}
"""
LOADED = "cudaSuccess 422 cudaSuccess 422\n"


class Output(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("k.cu", SOURCE)
        self.write("loader.cu", LOADER)

    def load(self, name):
        if not self.exists("loader"):
            self.compile("loader.cu", "-o", "loader")
        return self.program("loader", name)

    def fails(self, *arguments):
        result = self.riffle("cc", *arguments)
        self.assertEqual((result.returncode, os.listdir(self.temporary)), (1, []))
        return result.stderr

    def test_default_names_and_loading(self):
        for kind in ("ptx", "cubin", "fatbin"):
            self.compile("-" + kind, "k.cu")
            self.assertEqual(self.load("k." + kind).stdout, LOADED, kind)

    def test_code_for_other_processors_is_refused_with_a_reason(self):
        # A program of this machine stands for NVIDIA's machine code: both are ELF without PTX.
        self.assertEqual(self.load("k.cu").stderr, "")
        loaded = self.load("loader")
        self.assertEqual(loaded.stdout, "cudaErrorNoKernelImageForDevice cudaErrorNoKernelImageForDevice\n")
        self.assertEqual(loaded.stderr.count("compile it with -gencode arch=compute_80,code=compute_80, or with riffle cc"), 1, loaded.stderr)

    def test_ptx_is_text_with_entries(self):
        self.compile("--ptx", "k.cu", "-arch=sm_80", "-o", "text.ptx")
        text = self.read("text.ptx")
        for line in (".visible .entry scale(", ".visible .entry waves(", ".target sm_80", "mul.f32", "__nv_sinf"):
            self.assertIn(line, text)

    def test_ptx_on_standard_output(self):
        result = self.compile("-ptx", "k.cu", "-o", "-")
        self.assertIn(".visible .entry scale(", result.stdout)

    def test_ptx_of_what_has_none(self):
        """Names at least, and it runs all the same."""
        self.write("odd.cu", SOURCE + """\
extern "C" __global__ void odd(__int128* values) { values[0] /= values[1]; }
""")
        self.compile("-ptx", "odd.cu")
        self.assertIn(".visible .entry odd(", self.read("odd.ptx"))

    def test_one_kind_from_another(self):
        self.compile("-ptx", "k.cu")
        self.compile("-cubin", "k.ptx", "-o", "from_text.cubin")
        self.compile("-fatbin", "from_text.cubin", "-o", "k.fatbin")
        self.assertEqual(self.load("k.fatbin").stdout, LOADED)
        self.assertIn("'k.fatbin' is device code", self.fails("-cubin", "k.fatbin"))
        self.assertIn("'k.ptx' is device code", self.fails("k.ptx", "-o", "p"))
        self.assertIn("'k.ptx' is device code", self.fails("-c", "k.ptx"))

    def test_damaged_text(self):
        self.compile("-ptx", "k.cu")
        text = self.read("k.ptx")
        self.write("cut.ptx", text[:-20])
        self.assertIn("holds no device code", self.fails("-cubin", "cut.ptx"))
        self.write("changed.ptx", text.replace("\n//@ ", "\n//@ !", 1))
        self.assertNotIn("cudaSuccess", self.load("changed.ptx").stdout)

    def test_ptx_of_another_compiler(self):
        self.write("foreign.ptx", ".version 9.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n")
        self.compile("-cubin", "foreign.ptx")
        self.assertEqual(self.load("foreign.cubin").stdout, "cudaSuccess -1 cudaSuccess -1\n")
        self.write("wrong.ptx", ".version 9.0\n.target sm_80\n.address_size 64\n.visible .entry k() { frobnicate; }\n")
        self.assertIn("'wrong.ptx': line 4: 'frobnicate' is not supported", self.fails("-cubin", "wrong.ptx"))
        self.assertEqual(self.load("foreign.ptx").stdout, "cudaSuccess -1 cudaSuccess -1\n")  # its kernel does nothing

    def test_one_architecture(self):
        several = ("-gencode", "arch=compute_80,code=sm_80", "-gencode", "arch=compute_90,code=sm_90")
        self.assertIn("one architecture", self.fails("-ptx", "k.cu", *several))
        self.assertIn("one architecture", self.fails("-cubin", "k.cu", *several))
        self.compile("-fatbin", "k.cu", *several)

    def test_several_sources(self):
        self.write("l.cu", SOURCE)
        self.compile("-ptx", "k.cu", "l.cu")
        self.assertTrue(self.exists("k.ptx") and self.exists("l.ptx"))
        self.assertIn("-o 'x.ptx' names one output for 2 sources", self.fails("-ptx", "k.cu", "l.cu", "-o", "x.ptx"))

    def test_other_inputs_have_none(self):
        self.write("host.cpp", "int host;\n")
        self.compile("-ptx", "host.cpp", "k.cu")
        self.assertFalse(self.exists("host.ptx"))

    def test_errors_leave_nothing(self):
        self.write("bad.cu", "__global__ void k(int* p) { *p = missing; }\n")
        self.assertIn("bad.cu:1:34: error", self.fails("-ptx", "bad.cu"))
        self.assertFalse(self.exists("bad.ptx"))

    def test_dependency_rule(self):
        self.compile("-ptx", "k.cu", "-MD", "-MT", "goal", "-MF", "rule.d", "-o", "k.ptx")
        self.assertTrue(self.read("rule.d").startswith("goal: k.cu"))

    def test_steps_by_hand(self):
        os.mkdir(self.path("kept"))
        result = self.riffle("cc", "--dryrun", "--keep", "--keep-dir", "kept", "-ptx", "k.cu")
        for line in result.stderr.splitlines():
            if line.startswith("#$ /"):
                self.assertEqual(self.run_command(["sh", "-c", line[3:]]).returncode, 0, line)
        self.assertEqual(self.load("k.ptx").stdout, LOADED)

    def test_embedded_in_an_object(self):
        """As programs do that carry their device code as data."""
        self.compile("-fatbin", "k.cu")
        self.run_command(["ld", "-r", "-b", "binary", "k.fatbin", "-o", "data.o"])
        self.write("carrier.cu", """\
#include <cstdio>
extern "C" const char _binary_k_fatbin_start[];
int main() {
  cudaLibrary_t library = nullptr;
  unsigned count = 0;
  cudaLibraryLoadData(&library, _binary_k_fatbin_start, nullptr, nullptr, 0, nullptr, nullptr, 0);
  cudaLibraryGetKernelCount(&count, library);
  std::printf("%u\\n", count);
}
""")
        self.compile("carrier.cu", "data.o", "-o", "carrier")
        self.assertEqual(self.program("carrier").stdout, "2\n")


class Linked(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("user.cu", """\
__device__ float twice(float);
extern "C" __global__ void scale(float* values, float factor) { values[threadIdx.x] *= twice(factor) / 2; }
extern "C" __global__ void other(float* values) { values[0] = twice(1); }
""")
        self.write("owner.cu", "__device__ float twice(float value) { return 2 * value; }\n")
        self.write("loader.cu", LOADER)
        self.compile("loader.cu", "-o", "loader")

    def test_device_link_of_objects(self):
        self.compile("-dc", "user.cu", "owner.cu")
        self.compile("-dlink", "-cubin", "user.o", "owner.o", "-o", "all.cubin")
        self.assertEqual(self.program("loader", "all.cubin").stdout, LOADED)

    def test_device_link_of_device_code(self):
        self.compile("-rdc=true", "-cubin", "user.cu")
        self.compile("-rdc=true", "-ptx", "owner.cu")
        self.compile("-dlink", "-fatbin", "user.cubin", "owner.ptx")
        self.assertEqual(self.program("loader", "a_dlink.fatbin").stdout, LOADED)


# What CUB and Thrust do: the host chooses by ptxVersion how to launch a kernel that was compiled for __CUDA_ARCH__.
VERSIONS = """\
#include <cstdio>
#include <cuda.h>
extern "C" __global__ void architecture(int* o) {
#ifdef __CUDA_ARCH__
  *o = __CUDA_ARCH__ / 10;
#endif
}
int main(int count, char** arguments) {
  CUfunction function; int ptx = 0, binary = 0, *o;
  cudaMallocManaged(&o, 4);
  if (count == 1) {
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, architecture);
    ptx = attributes.ptxVersion, binary = attributes.binaryVersion;
    architecture<<<1, 1>>>(o);
  } else {
    CUmodule module; CUlinkState link; void *cubin, *values[] = {&o};
    if (count == 2) {
      cuModuleLoad(&module, arguments[1]);
    } else {
      cuLinkCreate(0, nullptr, nullptr, &link);
      cuLinkAddFile(link, CU_JIT_INPUT_CUBIN, arguments[1], 0, nullptr, nullptr);
      cuLinkComplete(link, &cubin, nullptr);
      cuModuleLoadData(&module, cubin);
    }
    cuModuleGetFunction(&function, module, "architecture");
    cuFuncGetAttribute(&ptx, CU_FUNC_ATTRIBUTE_PTX_VERSION, function);
    cuFuncGetAttribute(&binary, CU_FUNC_ATTRIBUTE_BINARY_VERSION, function);
    cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, values, nullptr);
  }
  cudaDeviceSynchronize();
  std::printf("%d %d %d\\n", *o, ptx, binary);
}
"""


class Versions(RiffleCase):
    def test_the_version_of_ptx_is_what_the_kernel_was_compiled_for(self):
        self.write("v.cu", VERSIONS)
        for options, version in (((), 80), (("-arch=sm_75",), 75), (("-arch=sm_90",), 90),
                                 (("-gencode", "arch=compute_75,code=sm_75", "-gencode", "arch=compute_90,code=sm_90"), 75),
                                 (("-arch=compute_75", "-rdc=true"), 75)):
            with self.subTest(options=options):
                self.compile(*options, "v.cu", "-lcuda", "-o", "v")
                self.assertEqual(self.program("v").stdout, f"{version} {version} 80\n")
        for kind in "cubin", "ptx":
            self.compile(f"-{kind}", "-arch=sm_75", "v.cu", "-o", f"v.{kind}")
            self.assertEqual(self.program("v", f"v.{kind}").stdout, "75 75 80\n")
            self.assertEqual(self.program("v", f"v.{kind}").stdout, "75 75 80\n")  # from the cache
            self.assertEqual(self.program("v", f"v.{kind}", "link").stdout, "75 75 80\n")
        text = "// \n.version 8.0\n.target sm_%d\n.address_size 64\n.visible .entry architecture(.param .u64 o) { .reg .b64 %%p; " \
               "ld.param.u64 %%p, [o]; st.global.u32 [%%p], %d; ret; }\n"
        for version in 70, 86:
            self.write("text.ptx", text % (version, version))
            for arguments in ("text.ptx",), ("text.ptx",), ("text.ptx", "link"):
                self.assertEqual(self.program("v", *arguments).stdout, f"{version} {version} 80\n")


if __name__ == "__main__":
    riffle_case.main()
