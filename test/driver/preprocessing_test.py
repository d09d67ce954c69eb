# SPDX-License-Identifier: Apache-2.0
"""Before the compiler proper: which headers a source reads, the macros that it finds, and the dependency files of it."""
import os

import riffle_case
from riffle_case import RiffleCase


class Headers(RiffleCase):
    def test_driver_types_are_the_runtimes(self):
        self.write("x.cu", "#include <cuda.h>\nint main() {\n  CUstream own = nullptr;\n"
                           "  cudaStream_t stream = own;\n  return cudaStreamSynchronize(stream);\n}\n")
        self.compile("-o", "x", "x.cu")
        self.assertEqual(self.program("x").returncode, 0)

    def test_driver_types_bring_the_integers_of_stdint(self):
        self.write("x.cu", "#include <cuda.h>\nint main() { return sizeof(uint32_t) == 4 ? 0 : 1; }\n")
        self.compile("-c", "x.cu")

    def test_no_file_of_another_toolkit_is_read(self):
        self.write("x.cu", "#include <cuda.h>\n#include <cuda_runtime.h>\n#include <device_launch_parameters.h>\n"
                           "#include <math_constants.h>\nint main() {}\n")
        self.compile("-c", "-MD", "-I/usr/local/cuda/include", "x.cu")
        for word in self.read("x.d").split():
            self.assertNotIn("nvidia", os.path.realpath(self.path(word)).lower())
            self.assertNotIn("/usr/local/", os.path.realpath(self.path(word)))


class Macros(RiffleCase):
    def check(self, condition, *options):
        self.write("m.cu", f"#if !({condition})\n#error no\n#endif\n__global__ void k() {{}}\n")
        self.compile("-c", "m.cu", *options)

    def test_versions(self):
        self.check("CUDART_VERSION == 13000 && __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ == 0")
        self.check("defined(__NVCC__) && defined(__CUDACC__)")

    def test_architecture(self):
        for options, value in (([], 800), (["-arch=sm_90"], 900), (["-arch=compute_75"], 750),
                               (["-arch=sm_120a"], 1200), (["-arch=sm_88"], 880), (["-arch=sm_100f"], 1000),
                               (["-gencode", "arch=compute_75,code=sm_75", "-gencode",
                                 "arch=compute_86,code=sm_86"], 750)):
            self.check(f"!defined(__CUDA_ARCH__) || __CUDA_ARCH__ == {value}", *options)
            self.check(f"__CUDA_ARCH_LIST__ == {value}", *options)

    def test_per_thread_default_stream(self):
        self.check("!defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)")
        self.check("defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)", "--default-stream", "per-thread")
        self.write("m.cpp", "#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM\n#error no\n#endif\n")
        self.compile("-c", "m.cpp", "--default-stream=per-thread")

    def test_switches_that_programs_test(self):
        self.check("defined(__CUDACC_EXTENDED_LAMBDA__)", "--extended-lambda")
        self.check("defined(__CUDACC_RELAXED_CONSTEXPR__)", "--expt-relaxed-constexpr")
        self.check("defined(__CUDACC_DEBUG__)", "-G")
        self.check("!defined(__CUDA_ARCH__) || defined(__USE_FAST_MATH__)", "-use_fast_math")


class Dependencies(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("x.cu", "#include \"a.h\"\n#ifdef __CUDA_ARCH__\n#include \"device.h\"\n#endif\nint main() {}\n")
        self.write("a.h", "")
        self.write("device.h", "")

    def test_beside_the_output(self):
        os.mkdir(self.path("out"))
        self.compile("-c", "-MD", "-o", "out/x.o", "x.cu")
        rule = self.read("out/x.d")
        # First, as make's $<, even where a precompiled header's files come before it.
        self.assertRegex(rule, r"^out/x\.o:[ \\\n]+x\.cu[ \n]")
        self.assertIn("a.h", rule)
        self.assertIn("cuda_runtime.h", rule)

    def test_headers_of_the_device_side_are_there(self):
        self.compile("-c", "-MMD", "x.cu")
        self.assertIn("device.h", self.read("x.d"))
        self.assertNotIn("cuda_runtime.h", self.read("x.d"))

    def test_names_by_option(self):
        self.compile("-c", "x.cu", "-MD", "-MT", "target", "-MF", "rule", "-MP")
        rule = self.read("rule")
        self.assertTrue(rule.startswith("target:"))
        self.assertIn("\na.h:\n", rule)

    def test_program(self):
        self.compile("-MD", "-o", "prog", "x.cu")
        self.assertTrue(self.read("prog.d").startswith("prog:"))

    def test_printed(self):
        result = self.riffle("cc", "-MM", "x.cu")
        self.assertEqual((result.returncode, result.stdout), (0, "x.o: x.cu a.h\n"))
        self.assertFalse(self.exists("x.o"))


if __name__ == "__main__":
    riffle_case.main()
