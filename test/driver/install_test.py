# SPDX-License-Identifier: Apache-2.0
"""`cmake --install`: the prefix works, also after it was moved to a folder with odd letters in its name."""
import os
import subprocess

import riffle_case
from riffle_case import KERNEL, RiffleCase

BUILD = os.environ.get("RIFFLE_BUILD", "")


class Installation(RiffleCase):
    def setUp(self):
        super().setUp()
        self.install("off")  # no precompiled headers, which a move makes useless
        self.moved = self.path("moved, with spaces/riffle")
        os.makedirs(os.path.dirname(self.moved))
        os.rename(self.path("prefix"), self.moved)
        self.command = os.path.join(self.moved, "bin/riffle")
        self.write("hello.cu", KERNEL)

    def install(self, cache):
        subprocess.run(["cmake", "--install", BUILD, "--prefix", self.path("prefix")], check=True,
                       stdout=subprocess.DEVNULL, env=dict(self.environment, RIFFLE_CACHE=cache))

    def test_precompiled_headers_are_for_everybody(self):
        self.install("on")
        folder = self.path("prefix/lib/riffle/headers")
        headers = [os.path.join(folder, name) for name in os.listdir(folder)]
        self.assertEqual(len(headers), 16)
        self.assertEqual({os.stat(path).st_mode & 0o777 for path in headers}, {0o644})
        result = self.run_command([self.path("prefix/bin/riffle"), "cc", "-c", "-O3", "hello.cu"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertFalse(self.exists("cache/headers"))

    def test_layout(self):
        for name in ("bin/riffle", "include/cuda_runtime.h", "include/riffle_device", "lib/libcudart.so",
                     "lib/libcudart.so.13", "lib/libriffle_compiler.so"):
            self.assertTrue(os.path.exists(os.path.join(self.moved, name)), name)
        self.assertFalse(os.path.exists(os.path.join(self.moved, "bin/riffle.build-tree")))

    def test_toolkit_after_moving(self):
        toolkit = self.run_command([self.command, "info", "--toolkit"]).stdout.rstrip("\n")
        self.assertEqual(toolkit, self.moved + "/lib/riffle/toolkit")
        for link in ("include/cuda_runtime.h", "bin/nvcc", "lib64/libcudadevrt.a", "lib64/libcudart.so.13"):
            self.assertTrue(os.path.exists(os.path.join(toolkit, link)), link)
        self.write("host.cpp", "#include <cuda_runtime.h>\n#include <cstdio>\n"
                               "int main() { int n = 0; cudaGetDeviceCount(&n); std::printf(\"%d\\n\", n); }\n")
        for library in ("cudart", "cudart_static"):
            result = self.run_command(["g++", "host.cpp", "-o", "host", f"-I{toolkit}/include", f"-L{toolkit}/lib64",
                                       "-l" + library])
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual(self.program("host").stdout, "1\n")
        result = self.run_command([toolkit + "/bin/nvcc", "-o", "hello", "hello.cu"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.program("hello").stdout, "sum 528\n")

    def test_toolkit_that_is_unpacked_anywhere(self):
        # Prepared for no place, moved, and never touched by riffle: works as other toolkits do.
        result = self.run_command([self.command, "info", "--toolkit", "--relocatable"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        os.rename(self.moved, self.path("here"))
        toolkit = self.path("here/lib/riffle/toolkit")
        self.write("host.cpp", "#include <cuda.h>\n#include <cuda_runtime.h>\n#include <nvml.h>\n#include <cstdio>\n"
                               "int main() { int n = 0; cuInit(0); nvmlInit_v2(); cudaGetDeviceCount(&n);\n"
                               "  std::printf(\"%d\\n\", n); }\n")
        for library in ("cudart", "cudart_static"):
            result = self.run_command(["g++", "host.cpp", "-o", "host", f"-I{toolkit}/include", f"-L{toolkit}/lib64",
                                       "-l" + library, "-lcuda", "-lnvidia-ml"])
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            result = self.run_command([self.path("host")], env=dict(self.environment, LD_LIBRARY_PATH=toolkit + "/lib64"))
            self.assertEqual((result.stdout, result.stderr), ("1\n", ""))

    def test_cccl_in_the_toolkit_is_found(self):
        headers = self.moved + "/lib/riffle/toolkit/include/cccl/cuda/std"
        os.makedirs(headers)
        with open(headers + "/tuple", "w") as file:
            file.write("#define FROM_CCCL 1\n")
        self.write("x.cu", "#include <cuda/std/tuple>\n#ifndef FROM_CCCL\n#error no\n#endif\n")
        result = self.run_command([self.command, "cc", "-c", "x.cu"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_run(self):
        result = self.run_command([self.command, "run", "hello.cu"])
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\n", ""))

    def test_compile_through_a_link_with_own_files_only(self):
        os.symlink(self.command, self.path("link"))
        result = self.run_command([self.path("link"), "cc", "-MD", "-o", "hello", "hello.cu"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.program("hello").stdout, "sum 528\n")
        loaded = self.run_command(["ldd", "hello"]).stdout
        self.assertIn(self.moved + "/lib/libcudart.so.13", loaded)
        rule = self.read("hello.d")
        self.assertIn("riffle/include/cuda_runtime.h", rule)
        for foreign in ("/usr/local/cuda", "/usr/local/include"):
            self.assertNotIn(foreign, rule)


if __name__ == "__main__":
    riffle_case.main()
