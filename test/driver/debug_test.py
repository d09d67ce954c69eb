# SPDX-License-Identifier: Apache-2.0
"""Where in the source a kernel is: in the report of a fault, and for gdb in programs compiled with -G."""
import os
import shutil
import signal
import subprocess

import riffle_case
from riffle_case import RiffleCase

FAULT = """\
#include <cstdio>
__device__ void put(int* to, int value) {
  *to += value;  // line 3; a plain store might become one with the other branch's, and have the line of neither
}
__global__ void bad(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == n) put(reinterpret_cast<int*>(16), i);
  else data[i] = i;
}
int main() {
  int* data = nullptr;
  cudaMalloc(&data, 256 * sizeof(int));
  bad<<<2, 64>>>(data, 70);
  std::printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"""

STEPS = """\
#include <cstdio>
__device__ int scaled(int value, int factor) {
  int result = value * factor;  // line 3
  return result;
}
__global__ void step(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int local = i + 100;
  if (i < n) {
    local = scaled(local, 2);  // line 10
    data[i] = local;
  }
}
int main() {
  int* data = nullptr;
  cudaMallocManaged(&data, 4 * sizeof(int));
  step<<<1, 4>>>(data, 4);
  cudaDeviceSynchronize();
  std::printf("%d\\n", data[3]);
}
"""


class FaultReports(RiffleCase):
    def test_line(self):
        self.write("bad.cu", FAULT)
        for options in ([], ["-G"], ["-O3"]):
            self.compile("-o", "bad", "bad.cu", *options)
            for strategy in ("", "simd", "loop", "fiber"):
                environment = dict(self.environment, RIFFLE_STRATEGY=strategy)
                result = self.run_command([self.path("bad")], env=environment)
                self.assertEqual(result.stdout, "cudaErrorIllegalAddress\n")
                self.assertIn("kernel bad(int*, int): illegal address 0x10 at bad.cu:3 in block (1,0,0)",
                              result.stderr, (options, strategy))


class Gdb(RiffleCase):
    def gdb(self, program, *commands):
        script = ["set pagination off", "set confirm off", "set breakpoint pending on", "set debuginfod enabled off",
                  *commands, "kill"]
        self.write("commands", "\n".join(script) + "\n")
        with open(self.path("output"), "w") as output:
            process = subprocess.Popen(["gdb", "-nx", "-batch", "-x", "commands", self.path(program)], cwd=self.folder,
                                       env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True)
            try:
                process.wait(timeout=120)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        text = self.read("output")
        if "ptrace" in text and "not permitted" in text:
            self.skipTest("programs may not be debugged here")
        return text

    def setUp(self):
        super().setUp()
        if shutil.which("gdb") is None:
            self.skipTest("gdb is not installed")

    def check(self, *options):
        self.write("steps.cu", STEPS)
        self.compile("-G", "-g", *options, "-o", "steps", "steps.cu")
        self.assertEqual(self.program("steps").stdout, "206\n")
        text = self.gdb("steps", "break steps.cu:10", "run", "condition 1 threadIdx.x == 2", "continue",
                        "info args", "info locals", "print threadIdx", "print blockDim.x", "next", "print local",
                        "backtrace 1")
        for line in ("n = 4", "i = 2", "local = 102", "$1 = {x = 2, y = 0, z = 0}", "$2 = 4", "$3 = 204"):
            self.assertIn("\n" + line + "\n", text)
        self.assertIn("\n11\t    data[i] = local;\n", text)
        self.assertRegex(text, r"\n#0 +step \(data=0x[0-9a-f]+, n=4\) at steps.cu:11\n")

    def test_stepping_from_line_to_line(self):
        self.check()

    def test_without_a_cache(self):
        self.environment["RIFFLE_CACHE_DIR"] = "/dev/null/none"
        self.check()

    def test_device_function(self):
        self.write("steps.cu", STEPS)
        self.compile("-G", "-g", "-o", "steps", "steps.cu")
        text = self.gdb("steps", "break scaled", "run", "backtrace 2", "print value", "print threadIdx.x")
        self.assertRegex(text, r"#0 +scaled \(value=100, factor=2\) at steps.cu:3\n")
        self.assertIn("$1 = 100\n$2 = 0\n", text)


if __name__ == "__main__":
    riffle_case.main()
