# SPDX-License-Identifier: Apache-2.0
"""Separate compilation: relocatable device code, the device link, and who may link its result."""
import os
import unittest

import riffle_case
from riffle_case import RIFFLE, RiffleCase

# Functions, variables of each space and a kernel that cross from object to object.
USER = """\
#include <cstdio>
extern __device__ int calls;
extern __managed__ int shift;
extern __constant__ int factor;
extern __shared__ int scratch[];
static __device__ int own = 5;
__device__ int scaled(int value);
__global__ void store(int* out, int value);
__global__ void combine(int* out) {
  scratch[threadIdx.x] = scaled(threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) *out = scratch[0] + scratch[1] + own + shift;
  atomicAdd(&calls, 1);
}
int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, sizeof(int));
  int six = 6;
  cudaMemcpyToSymbol(own, &six, sizeof six);
  shift = 1000;
  combine<<<1, 2, 2 * sizeof(int)>>>(out);
  cudaDeviceSynchronize();
  const int combined = *out;
  store<<<1, 1>>>(out, 77);
  cudaDeviceSynchronize();
  int count = 0;
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  int times = 0;
  cudaMemcpyFromSymbol(&times, factor, sizeof times);
  std::printf("%d %d %d %d %s\\n", combined, *out, count, times, cudaGetErrorString(cudaGetLastError()));
}
"""
OWNER = """\
__device__ int calls = 40;
__managed__ int shift = 7;
__constant__ int factor = 3;
static __device__ int own = 1;
extern __shared__ int scratch[];
__device__ int scaled(int value) { return value * factor + own + 0 * scratch[0]; }
__global__ void store(int* out, int value) { *out = value; }
"""
ANSWER = "1011 77 42 3 no error\n"

BUILD = os.environ.get("RIFFLE_BUILD", os.path.dirname(os.path.dirname(os.path.abspath(RIFFLE))))
RUNTIME = [f"-L{BUILD}/lib", "-lcudart", f"-Wl,-rpath,{BUILD}/lib"]


class SeparateCase(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("user.cu", USER)
        self.write("owner.cu", OWNER)

    def gxx(self, *arguments):
        result = self.run_command(["g++", *arguments])
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def fails(self, *arguments):
        result = self.riffle("cc", *arguments)
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(os.listdir(self.temporary), [])
        self.exit_code = result.returncode
        return result.stderr

    def check(self, program, answer=ANSWER):
        result = self.program(program)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, answer, ""))


class Link(SeparateCase):
    def test_sources_at_once(self):
        self.compile("-rdc=true", "user.cu", "owner.cu", "-o", "p")
        self.check("p")

    def test_objects(self):
        self.compile("-dc", "user.cu", "owner.cu")
        self.compile("user.o", "owner.o", "-o", "p")
        self.check("p")

    def test_other_linkers_take_the_linked_object(self):
        self.compile("-arch=sm_80", "--device-c", "user.cu", "-o", "user.o")
        self.compile("-arch=sm_80", "-c", "--relocatable-device-code=true", "owner.cu", "-o", "owner.o")
        self.compile("-arch=sm_80", "-dlink", "user.o", "owner.o", "-o", "linked.o")
        self.gxx("user.o", "owner.o", "linked.o", "-o", "p", *RUNTIME)
        self.check("p")

    def test_objects_that_another_linker_joined(self):
        self.compile("-dc", "user.cu", "owner.cu")
        self.run_command(["ld", "-r", "user.o", "owner.o", "-o", "both.o"])
        self.compile("both.o", "-o", "p")
        self.check("p")

    def test_without_a_device_link_no_linker_succeeds(self):
        self.compile("-dc", "user.cu", "owner.cu")
        result = self.run_command(["g++", "user.o", "owner.o", "-o", "p", *RUNTIME])
        self.assertNotEqual(result.returncode, 0)
        # Names the file, as with nvcc.
        self.assertRegex(result.stderr, "undefined reference to `__cudaRegisterLinkedBinary_.*_user_cu'")

    def test_link_time_optimisation_is_accepted(self):
        self.compile("-arch=sm_80", "-rdc=true", "-dlto", "user.cu", "owner.cu", "-o", "p")
        self.check("p")

    def test_different_arithmetic(self):
        self.compile("-dc", "-ftz=true", "user.cu")
        self.compile("-dc", "-G", "owner.cu")
        self.compile("user.o", "owner.o", "-o", "p")
        self.check("p")


class Libraries(SeparateCase):
    def setUp(self):
        super().setUp()
        self.compile("-lib", "-rdc=true", "owner.cu", "-o", "libowner.a")
        self.compile("-dc", "user.cu")

    def test_named_with_l(self):
        self.compile("user.o", "-L.", "-lowner", "-o", "p")
        self.check("p")

    def test_named_as_file(self):
        self.compile("user.o", "libowner.a", "-o", "p")
        self.check("p")

    def test_device_link_of_a_library(self):
        self.compile("-dlink", "user.o", "-L.", "-lowner", "-o", "linked.o")
        self.gxx("user.o", "linked.o", "libowner.a", "-o", "p", *RUNTIME)
        self.check("p")

    def test_members_that_only_other_device_code_needs(self):
        self.write("deep.cu", "__device__ int deep(int value) { return value + 1; }\n")
        self.write("shallow.cu", """\
__device__ int deep(int value);
__global__ void kernel(int* out) { *out = deep(41); }
int shallow() {
  int* out;
  cudaMallocManaged(&out, sizeof *out);
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  return *out;
}
""")
        self.write("main.cpp", "#include <cstdio>\nint shallow();\nint main() { std::printf(\"%d\\n\", shallow()); }\n")
        self.compile("-lib", "-rdc=true", "deep.cu", "shallow.cu", "-o", "libboth.a")
        self.compile("main.cpp", "-L.", "-lboth", "-o", "p")
        self.check("p", "42\n")

    def test_shared_libraries_link_their_own(self):
        """Two libraries and the program have a device function of one name each."""
        part = """\
__device__ int number();
__global__ void NAME_kernel(int* out) {{ *out = number(); }}
int NAME() {{
  int* out;
  cudaMallocManaged(&out, sizeof *out);
  NAME_kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  return *out;
}}
"""
        for name, number in (("one", 1), ("two", 2), ("three", 3)):
            os.mkdir(self.path(name))
            # The same file names: what objects of different programs share must not be taken for one.
            self.write(f"{name}/part.cu", part.replace("NAME", name).replace("{{", "{").replace("}}", "}"))
            self.write(f"{name}/number.cu", f"__device__ int number() {{ return {number}; }}\n")
        self.write("main.cpp", "#include <cstdio>\nint one(), two(), three();\n"
                   "int main() { std::printf(\"%d %d %d\\n\", one(), two(), three()); }\n")
        for name in ("one", "two"):
            self.compile("-shared", "-rdc=true", "-Xcompiler", "-fPIC", f"{name}/part.cu", f"{name}/number.cu",
                         "-o", f"lib{name}.so")
        self.compile("-rdc=true", "main.cpp", "three/part.cu", "three/number.cu", "-L.", "-lone", "-ltwo",
                     "-Xlinker", "-rpath=" + self.folder, "-o", "p")
        self.check("p", "1 2 3\n")


    def test_a_library_that_is_loaded_again_and_again(self):
        """The program itself is not linked to the runtime."""
        self.write("number.cu", "__device__ int twice(int value) { return 2 * value; }\n")
        self.write("part.cu", """\
__device__ int twice(int);
__managed__ int more = 5;
__global__ void kernel(int* out) { *out = twice(*out) + more; }
extern "C" int next(int value) {
  int* out;
  cudaMallocManaged(&out, sizeof *out);
  *out = value;
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  value = *out;
  cudaFree(out);
  ++more;
  return value;
}
""")
        self.write("main.cpp", """\
#include <dlfcn.h>
#include <cstdio>
int main() {
  for (int i = 0; i < 3; ++i) {
    void* library = dlopen("./libpart.so", RTLD_NOW);
    auto next = reinterpret_cast<int (*)(int)>(dlsym(library, "next"));
    const int first = next(i);
    std::printf("%d %d\\n", first, next(i));
    dlclose(library);
  }
}
""")
        self.compile("-rdc=true", "-shared", "-Xcompiler", "-fPIC", "part.cu", "number.cu", "-o", "libpart.so")
        self.gxx("main.cpp", "-ldl", "-o", "p")
        self.check("p", "5 6\n7 8\n9 10\n")


class Mixture(SeparateCase):
    def test_objects_of_both_kinds(self):
        self.write("whole.cu", """\
__device__ int scaled(int value) { return value; }
__global__ void whole(int* out) { *out = scaled(5); }
""")
        self.compile("-dc", "user.cu", "owner.cu")
        self.compile("-c", "whole.cu")
        self.compile("user.o", "whole.o", "owner.o", "-o", "p")
        self.check("p")

    def test_one_source_for_two_objects(self):
        source = """\
__device__ int NAME_value() { return NUMBER; }
__global__ void NAME_kernel(int* out) { *out = NAME_value(); }
"""
        self.write("part.cu", source.replace("NAME_value", "VALUE").replace("NAME_kernel", "KERNEL"))
        self.write("main.cu", """\
#include <cstdio>
__global__ void first(int* out);
__global__ void second(int* out);
int main() {
  int* out;
  cudaMallocManaged(&out, 2 * sizeof(int));
  first<<<1, 1>>>(out);
  second<<<1, 1>>>(out + 1);
  cudaDeviceSynchronize();
  std::printf("%d %d\\n", out[0], out[1]);
}
""")
        self.compile("-dc", "part.cu", "-DVALUE=a", "-DKERNEL=first", "-DNUMBER=1", "-o", "first.o")
        self.compile("-dc", "part.cu", "-DVALUE=b", "-DKERNEL=second", "-DNUMBER=2", "-o", "second.o")
        self.compile("-rdc=true", "main.cu", "first.o", "second.o", "-o", "p")
        self.check("p", "1 2\n")

    def test_functions_that_are_declared_again(self):
        self.write("declared.cu", """\
static __host__ __device__ int own(int value) { return value + 1; }
extern __device__ int own(int value);
__host__ __device__ int before(int value);
__host__ __device__ int before(int value) { return own(value) * 2; }
__host__ __device__ int after(int value) { return value * 3; }
__device__ int after(int value);
template <class T> __host__ __device__ int made(T) { return 0; }
template <> __host__ __device__ int made<int>(int value) { return value * 5; }
template <> __host__ __device__ int made<int>(int value);
""")
        self.write("main.cu", """\
#include <cstdio>
__host__ __device__ int before(int value);
__host__ __device__ int after(int value);
template <class T> __host__ __device__ int made(T);
template <> __host__ __device__ int made<int>(int value);
__global__ void call(int* out) { *out = before(1) + 10 * after(2) + 1000 * made(4); }
int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  call<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d\\n", *out);
}
""")
        self.compile("-rdc=true", "main.cu", "declared.cu", "-o", "p")
        self.check("p", "20064\n")

    def test_nothing_to_link(self):
        self.write("main.cpp", "int main() {}\n")
        self.compile("-c", "main.cpp")
        self.compile("-dlink", "main.o")
        self.gxx("main.o", "a_dlink.o", "-o", "p")
        self.check("p", "")

    def test_the_macro(self):
        self.write("macro.cu", "#ifndef __CUDACC_RDC__\n#error whole\n#endif\n")
        self.compile("-dc", "macro.cu")
        self.assertIn("whole", self.fails("-c", "macro.cu"))
        self.assertIn("whole", self.fails("-dw", "macro.cu"))


class Errors(SeparateCase):
    def test_undefined_symbols_are_named(self):
        self.compile("-dc", "user.cu")
        errors = self.fails("user.o", "-o", "p")
        for symbol in ("scaled(int)", "calls"):
            self.assertIn(f"riffle cc: undefined device symbol '{symbol}' in 'user.o'\n", errors)
        self.assertEqual(self.exit_code, 255)  # nvlink's
        self.assertFalse(self.exists("p"))

    def test_undefined_symbols_of_a_member(self):
        self.compile("-lib", "-rdc=true", "user.cu", "-o", "libuser.a")
        self.write("other.cpp", "int other;\n")
        self.assertIn("undefined device symbol 'scaled(int)' in './libuser.a:user.o'",
                      self.fails("-dlink", "other.cpp", "-L.", "-luser", "-o", "linked.o"))

    def test_duplicate_symbols_are_named(self):
        self.write("twin.cu", "__device__ int scaled(int value) { return value; }\n")
        self.compile("-dc", "user.cu", "owner.cu", "twin.cu")
        self.assertIn("device symbol 'scaled(int)' is defined in 'twin.o' and in 'owner.o'",
                      self.fails("user.o", "owner.o", "twin.o", "-o", "p"))

    def test_objects_of_another_compiler(self):
        self.write("foreign.c", """\
__attribute__((section("__nv_relfatbin"))) const unsigned code[64] = {0xba55ed50, 1};
int main(void) { return 0; }
""")
        self.compile("-c", "foreign.c")
        self.assertIn("'foreign.o': its device code was not made by riffle cc",
                      self.fails("foreign.o", "-o", "p"))


if __name__ == "__main__":
    riffle_case.main()
