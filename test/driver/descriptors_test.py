# SPDX-License-Identifier: Apache-2.0
"""Standard output that is closed, or cannot be written: no file of Riffle's takes its place, and what is lost is said."""
import os
import subprocess

import riffle_case
from riffle_case import RIFFLE, RiffleCase

# Prints without having looked whether there is a standard output, and says on standard error what has its number.
PRINTS = """\
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
__global__ void add_one(int* values) { values[threadIdx.x] += 1; }
int main() {
  int* values = nullptr;
  cudaMallocManaged(&values, 32 * sizeof(int));
  add_one<<<1, 32>>>(values);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < 1000; ++i) std::puts("a line of the program's");
  std::fflush(stdout);
  add_one<<<1, 32>>>(values);
  if (cudaDeviceSynchronize() != cudaSuccess || values[0] != 2) return 2;
  std::fprintf(stderr, "standard output is %s\\n", fcntl(STDOUT_FILENO, F_GETFD) < 0 ? "closed" : "open");
  cudaFree(values);
}
"""


class Closed(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("x.cu", PRINTS)
        self.compile("-o", "x", "x.cu")

    def without(self, descriptors, *command, **variables):
        closing = " ".join(f"{number}>&-" for number in descriptors)
        return subprocess.run(["sh", "-c", f'exec "$@" {closing}', "sh", *command], cwd=self.folder, timeout=120, text=True,
                              env=dict(self.environment, **variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_recordings_and_findings_are_not_printed_into(self):
        for descriptors in ((1,), (0, 1), (0,)):
            with self.subTest(descriptors=descriptors):
                result = self.without(descriptors, RIFFLE, "trace", "-o", "t.html", "./x")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("2 streams" if "2 streams" in result.stderr else "1 stream", result.stderr)
                self.assertIn("<html", self.read("t.html"))
                result = self.without(descriptors, RIFFLE, "check", "./x")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertNotIn("damaged", result.stderr)
                self.assertEqual(self.without(descriptors, RIFFLE, "cc", "-o", "y", "x.cu").returncode, 0)

    def test_everything_closed(self):
        result = self.without((0, 1, 2), RIFFLE, "trace", "-o", "t.json", "./x")
        self.assertEqual(result.returncode, 0)
        self.assertTrue(self.read("t.json").rstrip().endswith("}"))

    def test_files_of_the_runtime_lie_above(self):
        for name in ("RIFFLE_TRACE", "RIFFLE_CHECK"):
            with self.subTest(name=name):
                result = self.without((1,), "./x", **{name: self.path(name)})
                self.assertEqual((result.returncode, result.stderr), (0, "standard output is closed\n"))
                with open(self.path(name), "rb") as file:
                    self.assertNotIn(b"a line of the program's", file.read())

    def test_output_that_is_lost_is_an_error(self):
        for command in (("info",), ("doctor",), ("--help",), ("--version",), ("cc", "--version"), ("cc", "--help"), ("run", "--help"),
                        ("info", "--json"), ("info", "--toolkit")):
            with self.subTest(command=command), open("/dev/full", "w") as full:
                result = subprocess.run([RIFFLE, *command], stdout=full, stderr=subprocess.PIPE, text=True, env=self.environment)
                self.assertEqual(result.returncode, 1)
                self.assertIn("No space left on device", result.stderr)


if __name__ == "__main__":
    riffle_case.main()
