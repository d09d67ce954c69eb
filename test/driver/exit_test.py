# SPDX-License-Identifier: Apache-2.0
"""Exit codes and outputs of command lines, right and wrong: what nvcc 13.0 answers to each."""
import os

import riffle_case
from riffle_case import RiffleCase

SOURCES = {
    "ok.cu": "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n",
    "ok2.cu": "__global__ void k() {}\n",
    "device_error.cu": "__global__ void k() { missing(); }\nint main() {}\n",
    "host_error.cu": "int main() { return missing; }\n",
    "error.cpp": "int main() { return missing; }\n",
    "no_header.cu": "#include \"missing.h\"\nint main() {}\n",
    "hash_error.cu": "#error no way\nint main() {}\n",
    "undefined.cu": "__device__ int f();\n__global__ void k(int* p) { *p = f(); }\nint main() {}\n",
    "assembly.cu": "__global__ void k() { asm(\"bogus.u32 %r1;\"); }\nint main() {}\n",
    "host_undefined.cu": "int f();\nint main() { return f(); }\n",
    "text.xyz": "",
}

# Arguments, exit code, what is there afterwards.
LINES = """\
-c ok.cu | 0 | ok.o
-c ok.cu ok2.cu | 0 | ok.o ok2.o
-c ok.cu -o made | 0 | made
ok.cu -o made | 0 | made
-ptx ok.cu | 0 | ok.ptx
-cuda ok.cu | 0 | ok.cu.cpp.ii
-dc ok.cu | 0 | ok.o
-M ok.cu -MF made | 0 | made
-arch=compute_80 -code=sm_80,compute_80 -c ok.cu | 0 | ok.o
-gencode arch=compute_80,code=[sm_80,compute_80] -c ok.cu | 0 | ok.o
-c device_error.cu | 2 |
-c host_error.cu | 2 |
-c ok2.cu host_error.cu | 2 | ok2.o
-ptx host_error.cu | 1 |
-c error.cpp | 1 |
-c no_header.cu | 1 |
-c hash_error.cu | 1 |
-E no_header.cu | 1 |
-c undefined.cu | 255 |
-c -rdc=true undefined.cu | 0 | undefined.o
-rdc=true undefined.cu | 255 |
-c assembly.cu | 255 |
host_undefined.cu | 1 |
ok.cu -lmissing | 1 |
-Xcompiler -bogus-option -c ok.cu | 1 |
-c missing.cu | 1 |
missing.o | 1 |
text.xyz | 1 |
-c ok.cu ok2.cu -o made | 1 |
-c ok.cu -o missing/made | 1 |
-c ok.cu -I | 1 |
--bogus ok.cu | 1 |
-Wextra -c ok.cu | 1 |
-MF rule -c ok.cu | 1 |
-std=c++99 -c ok.cu | 1 |
-m32 -c ok.cu | 1 |
-code=sm_80 -c ok.cu | 1 |
-arch=sm_80 -code=sm_90 -c ok.cu | 1 |
-arch=compute_80 -code=sm_75 -c ok.cu | 1 |
-arch=compute_75 -code=compute_80 -c ok.cu | 1 |
-arch=native -code=sm_90 -c ok.cu | 1 |
-gencode arch=compute_80,code=sm_75 -c ok.cu | 1 |
-gencode arch=sm_80,code=sm_80 -c ok.cu | 1 |
-optf missing -c ok.cu | 1 |
| 1 |
"""


class AsNvcc(RiffleCase):
    def test_exit_codes_and_outputs(self):
        for line in LINES.splitlines():
            arguments, code, outputs = (part.strip() for part in line.split("|"))
            for name, text in SOURCES.items():
                self.write(name, text)
            result = self.riffle("cc", *arguments.split())
            made = sorted(set(os.listdir(self.folder)) - set(SOURCES) - {"tmp", "cache"})
            with self.subTest(line):
                self.assertEqual((result.returncode, made), (int(code), sorted(outputs.split())), result.stderr)
            for name in made:
                os.remove(self.path(name))

    def test_a_host_compiler_that_is_not_there_is_told_of(self):
        self.write("ok.cu", SOURCES["ok.cu"])
        result = self.riffle("cc", "-ccbin", "missing-g++", "-c", "ok.cu")
        self.assertEqual(result.returncode, 0)  # nvcc needs it
        self.assertIn("warning: the host compiler 'missing-g++' was not found", result.stderr)
        self.environment["NVCC_CCBIN"] = "missing-g++"
        self.assertIn("missing-g++", self.riffle("cc", "-c", "ok.cu").stderr)

    def test_cpp_output_is_compiled_by_host_compilers(self):
        self.write("x.cu", riffle_case.KERNEL)
        self.compile("-cuda", "x.cu")
        for compiler in ("g++", "clang++-22"):
            made = self.run_command([compiler, "-c", "x.cu.cpp.ii", "-o", "x.o"])
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            self.compile("x.o", "-o", "x")
            self.assertEqual(self.program("x").stdout, "sum 528\n")

    def test_an_undefined_device_function_is_told_with_its_call(self):
        self.write("x.cu", SOURCES["undefined.cu"])
        result = self.riffle("cc", "-c", "x.cu")
        self.assertIn("x.cu:2:34: error: device function 'f()' is not defined in this file; functions of other "
                      "files need -rdc=true", result.stderr)


riffle_case.main()
