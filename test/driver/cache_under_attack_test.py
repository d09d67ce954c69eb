# SPDX-License-Identifier: Apache-2.0
"""The cache of native code under attack: processes that are killed while they write, many at once, a folder that goes away,
that cannot be written, clocks that jump. A program's result is right and nothing is said, or next to nothing."""
import os
import shutil
import signal
import subprocess
import time

import riffle_case
from riffle_case import RiffleCase

# Two images would be one: the second kernel is compiled when the first has run and the folder is what somebody made of it.
TWO_KERNELS = """\
#include <cstdio>
#include <cstdlib>
template <int kStep>
__global__ void add(int* values) {
  __shared__ int sums[64];
  sums[threadIdx.x] = values[threadIdx.x] * kStep;
  __syncthreads();
  values[threadIdx.x] += sums[63 - threadIdx.x];
}
int main(int count, char** words) {
  int* values = nullptr;
  cudaMallocManaged(&values, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) values[i] = i;
  add<1><<<1, 64>>>(values);
  cudaDeviceSynchronize();
  if (count > 1 && std::system(words[1]) != 0) return 4;
  add<2><<<1, 64>>>(values);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  for (int i = 0; i < 64; ++i)
    if (values[i] != 189) return 2;
  std::puts("right");
}
"""


class CacheUnderAttack(RiffleCase):
    def setUp(self):
        super().setUp()
        # An object for each kernel: the second is made while the program runs.
        self.environment["RIFFLE_KERNELS"] = "apart"
        self.write("x.cu", TWO_KERNELS)
        self.compile("-o", "x", "x.cu")
        self.cache = self.path("cache")

    def runs(self, *words, **variables):
        result = self.run_command([self.path("x"), *words], env=dict(self.environment, **variables))
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "right\n", ""))

    def start(self):
        return subprocess.Popen([self.path("x")], cwd=self.folder, env=self.environment, text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def entries(self):
        return [os.path.join(self.cache, name) for name in os.listdir(self.cache)] if os.path.isdir(self.cache) else []

    def test_killed_while_writing(self):
        shutil.rmtree(self.cache, ignore_errors=True)
        killed_with_parts = 0
        for _ in range(6):
            process = self.start()
            end = time.monotonic() + 60
            # As soon as something of this run lies there, whole or in part.
            before = set(self.entries())
            while process.poll() is None and set(self.entries()) <= before and time.monotonic() < end:
                pass
            process.send_signal(signal.SIGKILL)
            process.communicate()
            killed_with_parts += any(name.endswith(".part") for name in self.entries())
            self.runs()
            for name in self.entries():
                if name.endswith(".so"):
                    os.remove(name)
        self.runs()

    def test_many_at_once(self):
        for attempt in range(2):
            processes = [self.start() for _ in range(6)]
            for process in processes:
                out, errors = process.communicate(timeout=300)
                self.assertEqual((process.returncode, out, errors), (0, "right\n", ""), attempt)
            for name in self.entries():
                self.assertFalse(name.endswith(".part"), name)

    def test_the_folder_goes_away(self):
        self.runs(f"rm -rf {self.cache}")
        self.runs(f"rm -rf {self.cache}; echo > {self.cache}")
        self.runs()
        os.remove(self.cache)
        self.runs(f"rm -rf {self.cache}; ln -s {self.cache} {self.cache}")
        os.remove(self.cache)

    def test_a_folder_that_is_read_only(self):
        self.runs()
        own = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
        command = f"mount -t tmpfs -o ro none {self.cache} && ./x"
        if subprocess.run([*own, f"mount -t tmpfs none {self.cache}"], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("this machine lets nobody mount a file system")
        result = self.run_command([*own, command])
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "right\n", ""))
        result = self.run_command([*own, f"mount --bind {self.cache} {self.cache} && mount -o remount,bind,ro {self.cache} && ./x"])
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "right\n", ""))

    def test_clocks_that_jump(self):
        self.runs()
        for when in (0, 4102444800, 1):  # 1970, 2100
            for name in self.entries():
                os.utime(name, (when, when))
            part = os.path.join(self.cache, "0" * 32 + ".abcdef.part")
            with open(part, "w") as file:
                file.write("left behind")
            os.utime(part, (when, when))
            self.runs()
            self.runs(RIFFLE_CACHE_SIZE="1")
            self.runs()


if __name__ == "__main__":
    riffle_case.main()
