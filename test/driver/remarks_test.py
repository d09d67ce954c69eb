# SPDX-License-Identifier: Apache-2.0
"""What the kernel compiler tells: riffle cc --remarks, riffle run --remarks, --dump-ir, RIFFLE_WIDTH."""
import os
import re

import riffle_case
from riffle_case import RiffleCase

# A comment at the end of a line says with which words there must be a remark on it.
MIXED = """\
__global__ void mixed(const float* in, const int* index, float* out, int* count, int n) {  // packets of 32 threads
  __shared__ float tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value =
      in[index[i]];  // gather: the address depends on what memory holds (line 5) [memory]
  for (int k = 0; k < n; ++k)  // uniform loop: all lanes leave it together [loop]
    value = value * value + in[k];  // load of one address for all lanes: done once [memory]
  value += __shfl_down_sync(~0u, value, 1);  // shuffle: registers are permuted [warp]
  tile[threadIdx.x] = value;  // consecutive store: one vector [memory]
  __syncthreads();  // barrier: a region ends here
  if (value > 1.0f)  // divergent branch: masked code, skipped where no lane takes it; that depends on what memory
    atomicAdd(count, 1);  // all lanes at one address: their updates are combined into one atomic [atomic]
  out[3 * i] = tile[63 - threadIdx.x];  // scatter: lanes are 12 bytes apart [memory]
}

__global__ void hunt(const int* next, int* out, int n) {  // packets of
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int steps = 0;
  for (int k = i; k != 0; k = next[k])  // divergent loop: runs until its last lane has left; that depends on what memory
    ++steps;
  out[i] = steps;
}

__global__ void wait(int* flag, int* out) {  // a stack for each thread of the block: a loop waits for what other
  if (threadIdx.x == 0) *flag = 1;
  while (*static_cast<volatile int*>(flag) == 0)  // this loop prevents packets: it waits for what other threads write
    ;
  out[threadIdx.x] = 1;
}

int main() {
  int* memory = nullptr;
  cudaMalloc(&memory, 4096);
  cudaMemset(memory, 0, 4096);
  hunt<<<1, 64>>>(memory, memory + 512, 1);
  return cudaDeviceSynchronize();
}
"""


def expected(source):
    """Line -> words."""
    return {number: line.split("  // ")[1] for number, line in enumerate(source.splitlines(), 1) if "  // " in line}


class Remarks(RiffleCase):
    def check_remarks(self, text):
        remarks = [line for line in text.splitlines() if ": remark: kernel '" in line]
        self.assertEqual(sorted(set(remarks)), sorted(remarks))
        for number, words in expected(MIXED).items():
            here = [line for line in remarks if re.match(rf"mixed\.cu:{number}:(\d+:)? remark: ", line)]
            self.assertTrue(any(words in line for line in here), (number, words, here, text))
        return remarks

    def test_cc_and_run_say_the_same(self):
        self.write("mixed.cu", MIXED)
        told = self.riffle("cc", "--remarks", "mixed.cu", "-o", "mixed")
        self.assertEqual(told.returncode, 0, told.stderr)
        remarks = self.check_remarks(told.stderr)
        lines = [int(re.match(r"mixed\.cu:(\d+)", line).group(1)) for line in remarks]
        self.assertEqual(lines, sorted(lines))
        # What the cache has is compiled anew for the sake of the remarks.
        self.assertEqual(self.riffle("run", "./mixed").stderr, "")
        for words in (["./mixed"], ["mixed.cu"]):
            run = self.riffle("run", "--remarks", *words)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(self.check_remarks(run.stderr), remarks)
        self.assertEqual(self.riffle("run", "./mixed").stderr, "")

    def test_strategy_and_width_are_the_users_to_choose(self):
        self.write("hunt.cu", MIXED)
        for options, words in (
                ({"RIFFLE_WIDTH": "64"}, "kernel 'hunt': packets of 64 threads in vector registers: as RIFFLE_WIDTH asks"),
                ({"RIFFLE_STRATEGY": "loop"}, "kernel 'hunt': a loop over the block's threads, which the loop vectoriser "
                                              "may widen; as RIFFLE_STRATEGY asks"),
                ({"RIFFLE_STRATEGY": "fiber"}, "kernel 'hunt': a stack for each thread of the block; as RIFFLE_STRATEGY"),
                ({"RIFFLE_STRATEGY": "auto"}, "kernel 'hunt': packets of ")):
            told = self.riffle("cc", "-cubin", "--remarks", "hunt.cu", env=dict(self.environment, **options))
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertIn(words, told.stderr)

    def test_relocatable_code_is_told_of_when_it_is_linked(self):
        self.write("add.cu", "__global__ void add(int* a) { a[threadIdx.x] += 1; }\n")
        made = self.riffle("cc", "-dc", "--remarks", "add.cu")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        linked = self.riffle("cc", "-dlink", "--remarks", "add.o", "-cubin", "-o", "add.cubin")
        self.assertEqual(linked.returncode, 0, linked.stderr)
        self.assertIn("add.cu:1: remark: kernel 'add': packets of ", linked.stderr)

    def test_code_after_each_step(self):
        self.write("mixed.cu", MIXED)
        told = self.riffle("cc", "-c", "--dump-ir", "dump", "mixed.cu")
        self.assertEqual((told.returncode, told.stderr), (0, ""))
        files = sorted(os.listdir(self.path("dump")))
        kernel = next(name for name in files if "hunt" in name).split(".")[0]
        self.assertIn(f"{kernel}.000-input.ll", files)
        after = {name.split("-", 1)[1]: name for name in files if name.startswith(kernel)}
        self.assertIn("masked.gather", self.read(f"dump/{after['choose-strategies.ll']}"))
        # The forms that the strategies made of it, too: before they are packets, and then.
        self.assertIn(f"@{kernel}.body", self.read(f"dump/{after['structurize.ll']}"))
        self.assertRegex(self.read(f"dump/{after['prefetch-walks.ll']}"), rf"@{kernel}\.body[.0-9]*\.packet\(")
        self.assertTrue(any(name.endswith("-optimize.ll") for name in files), files)
        # A file has one kernel's code.
        self.assertNotIn("mixed(", self.read(f"dump/{kernel}.000-input.ll"))
        run = self.riffle("run", "--dump-ir=other", "mixed.cu")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual(sorted(os.listdir(self.path("other"))), files)
        full = self.riffle("run", "--dump-ir", "/dev/null/none", "mixed.cu")
        self.assertEqual(full.returncode, 0)
        self.assertEqual(full.stderr.count("riffle: cannot write '/dev/null/none/"), 1)


if __name__ == "__main__":
    riffle_case.main()
