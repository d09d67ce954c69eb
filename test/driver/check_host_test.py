# SPDX-License-Identifier: Apache-2.0
"""-fcheck-host: host code that tells riffle check of its accesses, and runs alone."""
import shutil
import subprocess

import riffle_case
from riffle_case import RiffleCase

MAIN = """\
#include <cstdio>
#include <cstdlib>
void read_early(char* from);
extern "C" void write_early(char* to);
int main() {
  char* device;
  cudaMalloc(&device, 100000);
  cudaMemset(device, 7, 100000);
  char* const memory = static_cast<char*>(std::malloc(100000));
  cudaMemcpyAsync(memory, device, 100000, cudaMemcpyDeviceToHost, 0);
  read_early(memory);
  cudaDeviceSynchronize();
  cudaMemcpyAsync(device, memory, 100000, cudaMemcpyHostToDevice, 0);
  write_early(memory);
  cudaDeviceSynchronize();
  std::free(memory);
  cudaFree(device);
}
"""
READ = "#include <cstdio>\nvoid read_early(char* from) { std::printf(\"%d\\n\", from[5]); }\n"
WRITE = "void write_early(char* to) { to[99999] = 3; }\n"


class CheckHost(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("main.cu", MAIN)
        self.write("read.cpp", READ)
        self.write("write.c", WRITE)

    def good(self, *arguments):
        result = self.riffle(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def findings(self, program):
        result = self.riffle("check", "--tool", "race", program)
        self.assertEqual(result.stdout, "7\n")
        return result.stderr

    def test_objects_of_all_languages_linked_apart(self):
        self.good("cc", "-g", "-fcheck-host", "-c", "main.cu", "read.cpp", "write.c")
        self.good("cc", "-fcheck-host", "main.o", "read.o", "write.o", "-o", "one")
        self.good("cc", "-shared", "-g", "-fcheck-host", "-Xcompiler", "-fPIC", "read.cpp", "-o", "libread.so")
        self.good("cc", "main.o", "write.o", "-L.", "-lread", "-Xlinker", "-rpath=" + self.folder, "-o", "two")
        for program in ("one", "two"):
            result = self.program(program)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "7\n", ""))
            found = self.findings(program)
            self.assertEqual(found.count("unpromised order"), 2, found)
            self.assertRegex(found, r"host access reads\n +at \S*read.cpp:2")
            self.assertRegex(found, r"host access writes\n +at \S*write.c:1")

    def test_other_linkers_need_nothing_more(self):
        compiler = shutil.which("g++") or shutil.which("c++")
        self.good("cc", "-O0", "-fcheck-host", "-c", "read.cpp")
        self.write("own.cpp", "void read_early(char*);\nint main() { char bytes[8] = {1, 2, 3, 4, 5, 6}; read_early(bytes); }\n")
        subprocess.run([compiler, "own.cpp", "read.o", "-o", "own"], cwd=self.folder, check=True)
        self.assertEqual(self.program("own").stdout, "6\n")

    def test_device_code_is_the_same(self):
        self.write("k.cu", "__global__ void k(int* p) { *p += 1; }\n")
        self.good("cc", "-cubin", "k.cu", "-o", "plain.cubin")
        self.good("cc", "-cubin", "-fcheck-host", "k.cu", "-o", "told.cubin")
        with open(self.path("plain.cubin"), "rb") as plain, open(self.path("told.cubin"), "rb") as told:
            self.assertEqual(plain.read(), told.read())

    def test_not_beside_a_sanitizer_of_threads(self):
        for words in (["-Xcompiler", "-fsanitize=thread"], ["-forward-unknown-to-host-compiler", "-fsanitize=thread"]):
            result = self.riffle("cc", "-fcheck-host", *words, "-c", "read.cpp")
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, "riffle cc: '-fcheck-host' cannot be combined with '-fsanitize=thread'; compile "
                             "the program with one of them\n")


riffle_case.main()
