# SPDX-License-Identifier: Apache-2.0
"""What the tests of the riffle command share: a scratch folder, running the command, writing sources."""
import os
import shutil
import subprocess
import tempfile
import unittest

RIFFLE = os.environ.get("RIFFLE", "riffle")

KERNEL = """\
#include <cstdio>
__global__ void add_one(int* values) { values[threadIdx.x] += 1; }
int main() {
  int* values = nullptr;
  cudaMallocManaged(&values, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) values[i] = i;
  add_one<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += values[i];
  std::printf("sum %d\\n", sum);
  return sum == 528 ? 0 : 1;
}
"""


class RiffleCase(unittest.TestCase):
    """Each test runs in an empty folder of its own, with a cache and a TMPDIR of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="driver-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.temporary = os.path.join(self.folder, "tmp")
        os.mkdir(self.temporary)
        self.environment = dict(os.environ, TMPDIR=self.temporary,
                                RIFFLE_CACHE_DIR=os.path.join(self.folder, "cache"))
        for name in ("NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"):
            self.environment.pop(name, None)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)) or ".", exist_ok=True)
        with open(self.path(name), "w") as file:
            file.write(text)
        return name

    def read(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def exists(self, name):
        return os.path.exists(self.path(name))

    def run_command(self, command, **more):
        more.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run(command, cwd=self.folder, env=more.pop("env", self.environment), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, **more)

    def riffle(self, *arguments, **more):
        return self.run_command([RIFFLE, *arguments], **more)

    def compile(self, *arguments):
        """`riffle cc` that must succeed without a message."""
        result = self.riffle("cc", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(os.listdir(self.temporary), [])
        return result

    def program(self, name, *arguments):
        return self.run_command([self.path(name), *arguments])


def main():
    unittest.main(verbosity=1)
