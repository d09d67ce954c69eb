# SPDX-License-Identifier: Apache-2.0
"""cuFFT as programs build it: headers in C and C++, what is refused by name, memory that is not to be had, the tools' view."""
import pathlib

import riffle_case
from riffle_case import RiffleCase

TABLE = pathlib.Path(__file__).resolve().parents[2] / "src/libraries/cufft/cufft.tsv"
PROGRAM = """\
#include <cuda_runtime_api.h>
#include <cufftXt.h>
#include <stdio.h>
#define SHOW(call) printf("%s: %d\\n", #call, (int)(call))
int main(void) {
  float values[16] = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
  float result[16];
  cufftComplex* device = 0;
  cufftHandle plan = 0;
  int devices[2] = {0, 1};
  cudaLibXtDesc* several = 0;
  SHOW(cudaMalloc((void**)&device, sizeof values));
  SHOW(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
  SHOW(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
  SHOW(cufftExecC2C(plan, device, device, CUFFT_FORWARD));
  SHOW(cudaMemcpy(result, device, sizeof values, cudaMemcpyDeviceToHost));
  SHOW(result[0] + result[2]);
  SHOW(cufftXtSetCallback(plan, 0, CUFFT_CB_LD_COMPLEX, 0));
  SHOW(cufftXtSetCallback(plan, 0, CUFFT_CB_LD_COMPLEX, 0));
  SHOW(cufftXtMalloc(plan, &several, CUFFT_XT_FORMAT_INPLACE));
  SHOW(cufftDestroy(plan));
  SHOW(cufftCreate(&plan));
  SHOW(cufftXtSetGPUs(plan, 2, devices));
  return 0;
}
"""
ANSWERS = [0, 0, 0, 0, 0, 8, 14, 14, 16, 0, 0, 16]
REFUSED = ["cufftXtSetCallback", "cufftXtMalloc", "cufftXtSetGPUs"]

# Plans until there is no memory for one.
LARGE = """\
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <stdio.h>
int main(void) {
  cufftHandle plan = 7;
  void* block = 0;
  printf("small %d\\n", cufftPlan1d(&plan, 1 << 16, CUFFT_Z2Z, 1));
  printf("large %d", cufftPlan1d(&plan, 1 << 27, CUFFT_Z2Z, 1));
  printf(", plan %d\\n", plan);
  printf("then %d\\n", cudaMalloc(&block, 1 << 20));
  printf("small %d\\n", cufftPlan1d(&plan, 1 << 10, CUFFT_C2C, 4));
  return 0;
}
"""


class CuFft(RiffleCase):
    def setUp(self):
        super().setUp()
        self.toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")

    def check(self, program):
        result = self.program(program)
        self.assertEqual(result.returncode, 0)
        self.assertEqual([line.split(": ")[-1] for line in result.stdout.splitlines()], [str(a) for a in ANSWERS])
        self.assertEqual(result.stderr, "".join(f"riffle: {name} is not supported yet\n" for name in REFUSED))

    def test_programs_build(self):
        for name in ("x.cu", "x.cpp", "x.c"):
            self.write(name, PROGRAM)
            self.compile(name, "-o", "x", "-lcufft")
            self.check("x")

    def test_host_compiler(self):
        self.write("x.c", PROGRAM)
        made = self.run_command(["gcc", "-Wall", "-Wextra", "-Werror", "x.c", "-o", "x", f"-I{self.toolkit}/include",
                                 f"-L{self.toolkit}/lib64", f"-Wl,-rpath,{self.toolkit}/lib64", "-lcufft", "-lcudart"])
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.check("x")

    def test_each_function_that_is_not_built_says_so(self):
        rows = [line.split("\t") for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
        missing = [(name, built) for _, name, _, built, _ in rows if built.startswith("CUFFT_")]
        self.assertGreater(len(missing), 15)
        self.write("x.c", "".join(f"int {name}(void);\n" for name, _ in missing) + "int main(void) { return 0"
                   + "".join(f" || {name}() != {14 if built == 'CUFFT_NOT_IMPLEMENTED' else 16}" for name, built in missing) + "; }\n")
        self.compile("x.c", "-o", "x", "-lcufft")
        result = self.program("x")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr.splitlines(), [f"riffle: {name} is not supported yet" for name, _ in missing])

    def test_refused_memory(self):
        self.write("x.c", LARGE)
        self.compile("x.c", "-o", "x", "-lcufft")
        result = self.run_command([self.path("x")], env=dict(self.environment, RIFFLE_MEMORY="1G"))
        self.assertEqual((result.returncode, result.stdout), (0, "small 0\nlarge 2, plan 0\nthen 0\nsmall 0\n"), result.stderr)


if __name__ == "__main__":
    riffle_case.unittest.main()
