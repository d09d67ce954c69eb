# SPDX-License-Identifier: Apache-2.0
"""What build systems and scripts ask of nvcc beside compiling, and read from its answers."""
import json
import os

import riffle_case
from riffle_case import KERNEL, RiffleCase


class Nvcc(RiffleCase):
    def setUp(self):
        super().setUp()
        toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")
        self.command = os.path.join(toolkit, "bin/nvcc")
        self.write("x.cu", KERNEL)

    def nvcc(self, *arguments, code=0):
        result = self.run_command([self.command, *arguments])
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def test_command_lines_are_refused_in_nvccs_words(self):
        self.assertEqual(self.nvcc("--foo", "x.cu", code=1).stderr, "nvcc fatal   : Unknown option '--foo'\n")
        self.assertEqual(self.nvcc("-O2", code=1).stderr, "nvcc fatal   : No input files; see 'riffle cc --help'\n")
        self.assertTrue(self.nvcc("x.cu", "-arch=sm_1", code=1).stderr
                        .startswith("nvcc fatal   : Unsupported gpu architecture 'sm_1'"))

    def test_host_compiler_answers_about_itself(self):
        # llama.cpp's CMake files ask so; there is no file '.c'.
        result = self.nvcc(".c", "-Xcompiler", "--version")
        self.assertIn("clang version 22", result.stdout)
        self.assertEqual(result.stderr, "")
        for arguments in (["-Xcompiler", "-dumpfullversion -dumpversion"],
                          ["-Xcompiler", "-dumpfullversion", "-Xcompiler", "-dumpversion"],
                          ["--compiler-options=-dumpversion"]):
            self.assertRegex(self.nvcc(".c", *arguments).stdout, r"^22\.\d+\.\d+\n$")

    def test_options_of_gcc_that_clang_does_not_have(self):
        result = self.nvcc("x.cu", "-o", "x", "-Xcompiler",
                           "-fno-gnu-unique,-fabi-version=11,-Wno-maybe-uninitialized,-Wall,-fno-tree-vectorize,-fPIC")
        self.assertEqual(result.stderr,
                         "riffle cc: warning: ignoring '-fno-gnu-unique': clang, the host compiler, does not have this option\n"
                         "riffle cc: warning: ignoring '-fabi-version=11': clang, the host compiler, does not have this option\n")
        self.assertEqual(self.program("x").stdout, "sum 528\n")
        forwarded = self.nvcc("-c", "x.cu", "-forward-unknown-to-host-compiler", "-fno-lifetime-dse", "-w")
        self.assertEqual(forwarded.stderr, "")

    def test_time(self):
        for name in ("x.o", "y.o"):
            self.nvcc("--time", "t.csv", "-c", "x.cu", "-o", name)
        lines = self.read("t.csv").splitlines()
        self.assertEqual([name.strip() for name in lines[0].split(",")],
                         ["source file name", "phase name", "phase input files", "phase output file", "arch", "tool",
                          "metric", "unit"])
        rows = [[cell.strip() for cell in line.split(",")] for line in lines[1:]]
        phases = [row[1] for row in rows]
        self.assertEqual(sorted(phases), sorted(2 * ["clang (device)", "device image", "clang (host)", "nvcc (driver)"]))
        self.assertEqual({row[0] for row in rows}, {"x.cu", ""})
        self.assertTrue(all(float(row[6]) >= 0 and row[7] == "ms" for row in rows))
        self.assertEqual([row[3] for row in rows if row[1] == "clang (host)"], ["x.o", "y.o"])
        printed = self.nvcc("--time=-", "x.cu", "-o", "x").stdout
        self.assertTrue(printed.startswith("source file name , phase name , "))
        self.assertIn(" , clang (linking) , ", printed)

    def test_device_time_trace(self):
        self.nvcc("-fdevice-time-trace=t.json", "-c", "x.cu")
        self.nvcc("-fdevice-time-trace", "-", "-c", "x.cu", "-o", "made.o")
        for name in ("t.json", "made.json"):
            self.assertGreater(len(json.loads(self.read(name))["traceEvents"]), 10)

    def test_clean_targets(self):
        self.nvcc("-MD", "-c", "x.cu")
        self.assertTrue(self.exists("x.o") and self.exists("x.d"))
        self.nvcc("-MD", "-c", "x.cu", "-clean")
        self.assertEqual([self.exists(name) for name in ("x.o", "x.d", "x.cu")], [False, False, True])
        self.nvcc("x.cu")
        self.nvcc("--clean-targets", "x.cu")
        self.assertFalse(self.exists("a.out"))

    def test_run(self):
        self.assertEqual(self.nvcc("-run", "x.cu", "-o", "program").stdout, "sum 528\n")
        self.assertEqual(self.nvcc("--run", "program").stdout, "sum 528\n")

    def test_lists_of_architectures(self):
        numbers = [75, 80, 86, 87, 88, 89, 90, 100, 110, 103, 120, 121]
        for option, prefix in (("--list-gpu-code", "sm_"), ("-code-ls", "sm_"), ("--list-gpu-arch", "compute_")):
            self.assertEqual(self.nvcc(option).stdout.split(), [prefix + str(number) for number in numbers])

    def test_warnings_of_nvcc(self):
        self.write("w.cu", """\
__global__ void bounded();
__global__ void __launch_bounds__(32) bounded() {}
__global__ void free_size() {}
template <class F> __global__ void __launch_bounds__(32) call(F f) { f(); }
struct S {
  int member;
  void run(cudaStream_t stream) {
    auto f = [=] __device__() { (void)member; };
    auto g = [self = *this] __device__() { (void)self.member; };
    call<<<1, 1, 0, stream>>>(f);
    call<<<1, 1, 0>>>(g);
  }
};
int main() { S{}.run(nullptr); }
""")
        # Clang has a warning of its own about the same lambda.
        command = ["-c", "--extended-lambda", "-Xcompiler=-Wno-gpu-maybe-wrong-side", "w.cu"]
        self.assertEqual(self.nvcc(*command).stderr, "")
        for kind, place in (("missing-launch-bounds", "w.cu:3:17"), ("ext-lambda-captures-this", "w.cu:8:14"),
                            ("default-stream-launch", "w.cu:11:5")):
            result = self.nvcc(*command, "-W" + kind)
            self.assertEqual([line.split(": ")[:2] for line in result.stderr.splitlines() if "[-W" in line],
                             [[place, "warning"]], result.stderr)
            self.assertIn(f"[-W{kind}]", result.stderr)
            self.assertEqual(self.nvcc(*command, "-W" + kind, "-w").stderr, "")
            result = self.run_command([self.command, *command, "-Werror", kind])
            self.assertNotEqual(result.returncode, 0)
            self.assertIn(f"{place}: error: ", result.stderr)

    def test_lambda_in_an_extended_lambda_is_the_devices(self):
        self.write("l.cu", """#include <cstdio>
template <class F> __device__ int apply(F f) { return f(2); }
template <class F> __global__ void run(int* o, F f) { *o = f(2); }
int main() {
  int* o;
  cudaMallocManaged(&o, 4);
  run<<<1, 1>>>(o, [=] __device__(int x) { return apply([=](int y) { return x + y; }); });
  cudaDeviceSynchronize();
  printf("%d\\n", *o);
}
""")
        self.assertEqual(self.nvcc("--extended-lambda", "l.cu", "-o", "l").stderr, "")
        self.assertEqual(self.program("l").stdout, "4\n")

    def test_device_query(self):
        # Makefiles make options of it: arch=compute_$(shell __nvcc_device_query).
        query = os.path.join(os.path.dirname(self.command), "__nvcc_device_query")
        for devices in ("1", "3"):
            result = self.run_command([query], env=dict(self.environment, RIFFLE_DEVICES=devices))
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "80\n", ""))

    def test_archiver(self):
        self.write("archiver", "#!/bin/sh\necho \"$@\" > asked\nexec ar \"$@\"\n")
        os.chmod(self.path("archiver"), 0o755)
        self.nvcc("-lib", "-arbin", self.path("archiver"), "x.cu", "-o", "libx.a")
        self.assertIn("libx.a", self.read("asked"))
        self.assertTrue(self.exists("libx.a"))


if __name__ == "__main__":
    riffle_case.main()
