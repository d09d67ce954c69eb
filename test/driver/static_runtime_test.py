# SPDX-License-Identifier: Apache-2.0
"""libcudart_static.a: an archive for every linker, whose programs use the one runtime of their process."""
import os
import shutil

import riffle_case
from riffle_case import RiffleCase

HOST = """\
#include <cuda_runtime_api.h>
#include <stdio.h>
int main(void) {
  int count = 0;
  char from[4] = "abc", to[4] = "";
  void* memory = NULL;
  if (cudaGetDeviceCount(&count) != cudaSuccess || cudaMalloc(&memory, 4) != cudaSuccess) return 1;
  /* One argument more than there are registers. */
  if (cudaMemcpy2D(memory, 4, from, 4, 4, 1, cudaMemcpyHostToDevice) != cudaSuccess) return 2;
  if (cudaMemcpy2D(to, 4, memory, 4, 4, 1, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  printf("%d %s\\n", count, to);
  return 0;
}
"""
# What nvcc itself, makefiles and the crates of Rust give to the linker.
FORMS = {
    "plain": ["-lcudart_static", "-lrt", "-lpthread", "-ldl"],
    "between -Bstatic and -Bdynamic": ["-static-libgcc", "-Wl,-Bstatic", "-lcudart_static", "-Wl,-Bdynamic"],
    "whole": ["-Wl,--whole-archive", "-lcudart_static", "-Wl,--no-whole-archive"],
}


class StaticRuntime(RiffleCase):
    def setUp(self):
        super().setUp()
        self.toolkit = self.riffle("info", "--toolkit").stdout.strip()
        self.libraries = self.toolkit + "/lib64"

    def link(self, compiler, *arguments, output="program"):
        built = self.run_command([*compiler, "-I" + self.toolkit + "/include", "-o", output, *arguments])
        self.assertEqual((built.returncode, built.stderr), (0, ""))

    def test_every_linker(self):
        self.write("host.c", HOST)
        shutil.copy(self.path("host.c"), self.path("host.cpp"))
        for compiler, source in (("gcc", "host.c"), ("g++", "host.cpp"), ("clang-22", "host.c"), ("clang++-22", "host.cpp")):
            for linker in ("bfd", "gold", "lld"):
                if shutil.which(compiler) is None or shutil.which("ld." + linker) is None:
                    continue
                for form, libraries in FORMS.items():
                    with self.subTest(f"{compiler}, {linker}, {form}"):
                        self.link([compiler, "-fuse-ld=" + linker], source, "-L" + self.libraries, *libraries)
                        self.assertEqual(self.program("program").stdout, "1 abc\n")

    def test_riffle_cc(self):
        self.write("host.cu", HOST)
        for libraries in (FORMS["plain"], ["-Xlinker", "-Bstatic", "-lcudart_static", "-Xlinker", "-Bdynamic"], ["-cudart", "static"],
                          [self.libraries + "/libcudart_static.a"]):
            with self.subTest(" ".join(libraries)):
                self.compile("-o", "program", "host.cu", *libraries)
                self.assertEqual(self.program("program").stdout, "1 abc\n")

    def test_cuda_12(self):
        self.write("host.c", HOST.replace('printf("%d %s\\n", count, to)', 'int v; cudaRuntimeGetVersion(&v); printf("%d\\n", v)'))
        self.toolkit = self.riffle("info", "--toolkit", "--cuda-version=12").stdout.strip()
        self.link(["gcc"], "host.c", f"-L{self.toolkit}/lib64", *FORMS["between -Bstatic and -Bdynamic"])
        self.assertEqual(self.program("program").stdout, "12080\n")

    def test_kernels_and_observers(self):
        self.write("kernels.cu", "__global__ void set(int* p) { *p = 6; }\nextern \"C\" void launch(int* p) { set<<<1, 1>>>(p); }\n")
        self.write("main.c", "#include <cuda_runtime_api.h>\n#include <stdio.h>\nvoid launch(int*);\nint main(void) {\n  int* p;\n"
                   "  cudaMallocManaged((void**)&p, 4, cudaMemAttachGlobal);\n  launch(p);\n  cudaDeviceSynchronize();\n"
                   '  printf("%d\\n", *p);\n}\n')
        self.compile("-c", "kernels.cu")
        self.link(["gcc"], "main.c", "kernels.o", "-L" + self.libraries, *FORMS["between -Bstatic and -Bdynamic"], "-lstdc++")
        self.assertEqual(self.program("program").stdout, "6\n")
        self.assertIn("cudaMallocManaged", self.riffle("check", "--tool", "leak", "./program").stderr)
        self.riffle("trace", "-o", "trace.html", "./program")
        self.assertTrue(self.exists("trace.html"))

    def test_one_runtime_in_a_process(self):
        self.write("library.c", "#include <cuda_runtime_api.h>\nvoid* memory(void) { void* p = 0; cudaMalloc(&p, 4); return p; }\n")
        self.write("main.c", "#include <cuda_runtime_api.h>\n#include <stdio.h>\nvoid* memory(void);\n"
                   'int main(void) { printf("%d\\n", cudaFree(memory())); return 0; }\n')
        static = ["-L" + self.libraries, *FORMS["between -Bstatic and -Bdynamic"]]
        for library in (static, ["-L" + self.libraries, "-lcudart"]):
            self.link(["gcc", "-shared", "-fPIC"], "library.c", *library, output="libmemory.so")
            for program in (static, ["-L" + self.libraries, "-lcudart"]):
                self.link(["gcc"], "main.c", "-L.", "-lmemory", "-Wl,-rpath," + self.folder, *program)
                self.assertEqual(self.program("program").stdout, "0\n")

    def test_another_runtime_in_the_loaders_path_is_not_taken(self):
        self.write("host.c", HOST)
        self.link(["gcc"], "host.c", "-L" + self.libraries, "-lcudart_static")
        self.write("other/libcudart.so.13", "not a library")
        self.environment["LD_LIBRARY_PATH"] = self.path("other")
        self.assertEqual(self.program("program").stdout, "1 abc\n")

    def test_without_a_runtime(self):
        self.write("host.c", HOST)
        # The archive that does not know its place looks for the library as the loader does.
        archive = os.path.join(os.path.dirname(os.path.realpath(self.libraries + "/libcudart.so.13")), "libcudart_static.a")
        self.link(["gcc"], "host.c", archive)
        # The machine may have another toolkit's.
        self.write("other/libcudart.so.13", "not a library")
        self.environment["LD_LIBRARY_PATH"] = self.path("other")
        for name in ("CUDA_PATH", "CUDA_HOME"):
            self.environment.pop(name, None)
        ended = self.program("program")
        self.assertEqual((ended.returncode, ended.stdout), (127, ""))
        self.assertRegex(ended.stderr, r"^.*/program: cannot load Riffle's CUDA runtime; LD_LIBRARY_PATH can name its folder, or CUDA_PATH the toolkit's: "
                         r".*/other/libcudart\.so\.13: file too short\n$")
        # Nor is a library of the name taken that has the functions and is not Riffle's.
        self.write("foreign.c", "int cudaGetDeviceCount(int *n) { return *n = 0; }\n")
        os.mkdir(self.path("foreign"))
        self.link(["gcc", "-shared", "-fPIC"], "foreign.c", output="foreign/libcudart.so.13")
        self.environment["LD_LIBRARY_PATH"] = self.path("foreign")
        ended = self.program("program")
        self.assertEqual((ended.returncode, ended.stdout), (127, ""))
        self.assertIn("cannot load Riffle's CUDA runtime; ", ended.stderr)
        for name in ("CUDA_PATH", "CUDA_HOME"):
            result = self.run_command([self.path("program")], env={**self.environment, name: self.toolkit})
            self.assertEqual((result.stdout, result.stderr), ("1 abc\n", ""))
        self.environment["LD_LIBRARY_PATH"] = os.path.dirname(archive)
        self.assertEqual(self.program("program").stdout, "1 abc\n")
        # No call, no complaint.
        self.write("quiet.c", "#include <cuda_runtime_api.h>\nint main(int n, char** w) { return n > 1 ? cudaFree(w) : 0; }\n")
        self.environment["LD_LIBRARY_PATH"] = self.path("other")
        self.link(["gcc"], "quiet.c", archive)
        self.assertEqual(self.program("program").returncode, 0)


if __name__ == "__main__":
    riffle_case.main()
