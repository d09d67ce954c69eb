#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""riffle check of programs that a launcher starts several times: one report, which names the ranks."""
import contextlib
import glob
import json
import os
import shutil
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree

import riffle_case
from riffle_case import RIFFLE, RiffleCase

# Each rank waits for the others, so that all run at the same time. Rank 1 alone has the second race.
PROGRAM = """\
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, int value) { out[threadIdx.x] += value; }
static void come_to(const char* where, int rank, int size) {
  std::fclose(std::fopen((std::string(where) + std::to_string(rank)).c_str(), "w"));
  for (int other = 0; other < size; ++other)
    for (int i = 0; access((std::string(where) + std::to_string(other)).c_str(), F_OK) != 0; ++i) {
      if (i == 6000) std::exit(5);
      usleep(10000);
    }
}
int main(int count, char** words) {
  const int rank = std::atoi(std::getenv("OMPI_COMM_WORLD_RANK")), size = std::atoi(words[2]);
  const std::string what = words[1];
  come_to("begun", rank, size);
  cudaStream_t one, other;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  int* data;
  cudaMalloc(&data, 256);
  cudaMemset(data, 0, 256);
  cudaDeviceSynchronize();
  fill<<<1, 64, 0, one>>>(data, 1);
  if (what != "clean") add<<<1, 64, 0, other>>>(data, 2);
  cudaDeviceSynchronize();
  if (rank == 1 && what != "clean") {
    fill<<<1, 64, 0, one>>>(data, 1);
    cudaMemsetAsync(data, 0, 256, other);
    cudaDeviceSynchronize();
  }
  cudaFree(data);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
  if (what == "fails" && rank == 1) return 3;
  if (what == "fails") sleep(60);
  if (what == "killed" && rank == 1) raise(SIGKILL);
  return 0;
}
"""

# Every other element, which are as many ranges of bytes.
MANY_RANGES = """\
__global__ void fill(int* out, int value) { out[2 * (blockIdx.x * blockDim.x + threadIdx.x)] = value; }
int main() {
  int* data;
  cudaMalloc(&data, 1 << 20);
  cudaIpcMemHandle_t handle;
  cudaIpcGetMemHandle(&handle, data);
  for (int i = 0; i < 20; ++i) fill<<<512, 256>>>(data, i);
  cudaDeviceSynchronize();
  cudaFree(data);
}
"""


class CheckRanks(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("ranks.cu", "#include <csignal>\n" + PROGRAM)
        self.compile("-g", "ranks.cu", "-o", "ranks")

    def start(self, rank, *words):
        return subprocess.Popen([RIFFLE, "check", *words], cwd=self.folder, text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=dict(self.environment, OMPI_COMM_WORLD_RANK=str(rank)))

    def left(self):
        return glob.glob(f"/dev/shm/riffle-check-{os.getuid()}-{os.getpid()}-*") + glob.glob(self.path("tmp/riffle-check-*"))

    def check_report(self, text):
        """Both ranks have the first race, rank 1 alone the second one."""
        self.assertIn("riffle check: 2 errors in 2 processes", text)
        self.assertRegex(text, r"kernel fill\(int\*, int\) and kernel add\(int\*, int\) on 256 bytes of device memory\n    in ranks 0 and 1\n")
        self.assertRegex(text, r"kernel fill\(int\*, int\) and memset on 256 bytes of device memory\n    in rank 1\n")

    def test_side_by_side(self):
        outputs = ["--error-exitcode", "9", "--sarif", "a.sarif", "--junit", "a.xml", "--json", "a.json"]
        ranks = [self.start(rank, *outputs, "./ranks", "races", "2") for rank in (0, 1)]
        texts = [rank.communicate(timeout=120)[1] for rank in ranks]
        self.assertEqual(sorted(rank.returncode for rank in ranks), [0, 9], texts)
        self.assertEqual(sorted(text != "" for text in texts), [False, True], texts)
        self.check_report("".join(texts))
        results = json.loads(self.read("a.sarif"))["runs"][0]["results"]
        self.assertEqual(sorted("In ranks 0 and 1." in each["message"]["text"] for each in results), [False, True])
        self.assertEqual(xml.etree.ElementTree.parse(self.path("a.xml")).getroot().get("failures"), "2")
        self.assertEqual(sorted(sorted(each["processes"]) for each in json.loads(self.read("a.json"))["findings"]),
                         [["rank 0", "rank 1"], ["rank 1"]])
        self.assertEqual(self.left(), [])

    def test_clean(self):
        ranks = [self.start(rank, "--error-exitcode", "9", "./ranks", "clean", "3") for rank in range(3)]
        texts = [rank.communicate(timeout=120)[1] for rank in ranks]
        self.assertEqual([rank.returncode for rank in ranks], [0, 0, 0], texts)
        self.assertEqual("".join(texts), "riffle check: 0 errors in 3 processes\n")

    def test_one_rank_fails(self):
        """The others may wait for it forever: it reports what there is, once."""
        ranks = [self.start(rank, "./ranks", "fails", "2") for rank in (0, 1)]
        text = ranks[1].communicate(timeout=50)[1]
        self.assertEqual(ranks[1].returncode, 3)
        self.check_report(text)
        self.assertIsNone(ranks[0].poll())
        # As launchers do: the command and its program.
        with open(f"/proc/{ranks[0].pid}/task/{ranks[0].pid}/children") as file:
            children = [int(child) for child in file.read().split()]
        for process in (ranks[0].pid, *children):
            with contextlib.suppress(ProcessLookupError):  # the command may have ended its program
                os.kill(process, signal.SIGTERM)
        self.assertNotIn("error:", ranks[0].communicate(timeout=50)[1])
        self.assertEqual(self.left(), [])

    def test_killed(self):
        ranks = [self.start(rank, "./ranks", "killed", "2") for rank in (0, 1)]
        text = "".join(rank.communicate(timeout=120)[1] for rank in ranks)
        self.assertIn("a process did not finish", text)
        self.check_report(text)
        # One of the commands itself.
        for file in glob.glob(self.path("begun*")):
            os.remove(file)
        ranks = [self.start(rank, "./ranks", "fails", "2") for rank in (0, 1)]
        while not self.exists("begun0"):
            time.sleep(0.05)
        ranks[0].kill()
        text = ranks[1].communicate(timeout=50)[1]
        self.assertEqual(ranks[1].returncode, 3)
        self.assertIn("2 processes", text)
        ranks[0].communicate(timeout=90)

    def start_and_wait(self, end):
        """Rank 0 of one, whose program has ended, but its shell has not."""
        rank = self.start(0, "--error-exitcode", "9", "sh", "-c", f"./ranks races 1; touch done; {end}")
        while not self.exists("done"):
            self.assertIsNone(rank.poll())
            time.sleep(0.05)
        return rank

    def test_commands_of_one_rank(self):
        """`srun --pty bash`: what is started there side by side is no job."""
        one = self.start_and_wait("while [ ! -e go ]; do sleep 0.05; done")
        other = self.start(0, "--error-exitcode", "9", "./ranks", "races", "1")
        text = other.communicate(timeout=50)[1]
        self.write("go", "")
        texts = [one.communicate(timeout=50)[1], text]
        self.assertEqual([one.returncode, other.returncode], [9, 9], texts)
        for text in texts:
            self.assertTrue(text.endswith("riffle check: 1 error\n"), text)
        self.assertEqual(self.left(), [])

    def test_after_a_killed_job(self):
        """What it has left is not reported again."""
        killed = self.start_and_wait("sleep 60")
        with open(f"/proc/{killed.pid}/task/{killed.pid}/children") as file:
            children = [int(child) for child in file.read().split()]
        killed.kill()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        killed.wait(timeout=50)
        killed.stdout.close()
        killed.stderr.close()
        self.assertNotEqual(self.left(), [])
        rank = self.start(0, "--error-exitcode", "9", "./ranks", "clean", "1")
        text = rank.communicate(timeout=50)[1]
        self.assertEqual((rank.returncode, text), (0, "riffle check: 0 errors\n"))
        self.assertEqual(self.left(), [])

    def test_no_cuda(self):
        """A rank's exit code stays: others may use CUDA later, and a launcher ends them when one fails."""
        for code in (0, 3):
            rank = self.start(0, "sh", "-c", f"exit {code}")
            text = rank.communicate(timeout=50)[1]
            self.assertEqual((rank.returncode, text), (code, "riffle check: nothing was checked: the program did not use Riffle's CUDA runtime\n"))
        self.assertEqual(self.left(), [])

    def test_reader_goes_away(self):
        rank = self.start(0, "sh", "-c", "./ranks races 1; while [ ! -e go ]; do sleep 0.05; done")
        rank.stderr.close()
        self.write("go", "")
        rank.stdout.close()
        self.assertEqual(rank.wait(timeout=50), 0)
        self.assertEqual(self.left(), [])

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("unshare"), "only root makes namespaces")
    def test_first_process_of_a_container(self):
        """Its parent is not seen: all containers would be one job."""
        words = ["unshare", "--pid", "--fork", "--mount-proc", RIFFLE, "check", "sh", "-c", "ls -d /dev/shm/riffle-check-*"]
        result = self.run_command(words, env=dict(self.environment, OMPI_COMM_WORLD_RANK="0"))
        if "unshare failed" in result.stderr or "mount" in result.stderr:
            self.skipTest(result.stderr)
        self.assertNotIn("-0-0", result.stdout)

    def test_much_is_cut(self):
        """It is said where processes have the same memory; collectives alone are nothing to compare."""
        for of, files, is_said in (("signals", [], False), ("signals", [7], False), ("signals", [7, 8], False), ("signals", [7, 7], True),
                                   ("accesses", [7, 8], True)):
            lines = [{"began": True, "process": process, "instance": process, "rank": ""} for process in (1, 2)]
            lines += [{"cut": {"in": process, "at": 20, "of": of}} for process in (1, 2)]
            lines += [{"shared": {"in": process + 1, "id": 1, "file": file, "actor": 1, "time": 1, "at": 1, "done": 1, "kind": "read",
                                  "ranges": [[0, 4]]}} for process, file in enumerate(files)]
            lines += [{"ended": True, "instance": process} for process in (1, 2)]
            self.write("cut", "".join(json.dumps(line) + "\n" for line in lines))
            with self.subTest(of=of, files=files):
                result = self.riffle("check", "--from", "cut")
                self.assertEqual("there are too many" in result.stderr + result.stdout, is_said, result.stderr)
                self.assertIn("0 errors in 2 processes", result.stderr + result.stdout)

    def test_talk_is_cut(self):
        """Kernels of both may have talked: what one did after its lines were cut is not known."""
        def access(process, identity, file, at, kind):
            return {"shared": {"in": process, "id": identity, "file": file, "actor": 1, "time": identity, "at": at, "done": at, "kind": kind,
                               "ranges": [[0, 4]] if file else []}}
        for of, errors in (("signals", 1), ("accesses", 0)):
            lines = [{"began": True, "process": process, "instance": process, "rank": ""} for process in (1, 2)]
            lines += [access(1, 1, 7, 1, "write"), access(2, 1, 0, 2, "atomic"), access(2, 2, 7, 10, "write"), {"cut": {"in": 1, "at": 20, "of": of}}]
            lines += [{"ended": True, "instance": process} for process in (1, 2)]
            self.write("talk", "".join(json.dumps(line) + "\n" for line in lines))
            with self.subTest(of=of):
                result = self.riffle("check", "--from", "talk")
                self.assertIn(f"{errors} error", result.stderr + result.stdout)

    def test_processes_of_one_rank(self):
        """They are told apart; a batch script of Slurm outside of a step is no rank."""
        run = "OMPI_COMM_WORLD_RANK=0 ./ranks races 1"
        result = self.riffle("check", "sh", "-c", f"{run}; {run}")
        self.assertRegex(result.stderr, r"\n    in rank 0, processes \d+ and \d+\n")
        self.write("alone.cu", PROGRAM.replace('std::getenv("OMPI_COMM_WORLD_RANK")', '"0"').replace("#include <unistd.h>", "#include <unistd.h>\n#include <csignal>"))
        self.compile("alone.cu", "-o", "alone")
        script = "SLURM_PROCID=0 ./alone races 1; ./alone races 1"
        result = self.riffle("check", "sh", "-c", script)
        self.assertRegex(result.stderr, r"\n    in processes \d+ and \d+\n")

    def test_many_ranges(self):
        """What processes tell each other lies in memory, of which a container may have 64 MB."""
        self.write("many.cu", MANY_RANGES)
        self.compile("many.cu", "-o", "many")
        result = self.riffle("check", "--tool", "race", "sh", "-c", './many; cp "$RIFFLE_CHECK" found')
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertLess(os.path.getsize(self.path("found")), 9 << 20)

    def test_one_command(self):
        """`riffle check mpirun ...`, with a shell as the launcher."""
        script = "OMPI_COMM_WORLD_RANK=0 ./ranks races 2 & OMPI_COMM_WORLD_RANK=1 ./ranks races 2; wait"
        result = self.riffle("check", "--error-exitcode", "9", "sh", "-c", script)
        self.assertEqual(result.returncode, 9, result.stderr)
        self.check_report(result.stderr)

    @unittest.skipUnless(shutil.which("mpirun"), "there is no mpirun")
    def test_mpirun(self):
        run = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2"]
        for words in ([RIFFLE, "check", "--error-exitcode", "9", *run, "./ranks", "races", "2"],
                      [*run, RIFFLE, "check", "--error-exitcode", "9", "./ranks", "races", "2"]):
            with self.subTest(words=words):
                for file in glob.glob(self.path("begun*")):
                    os.remove(file)
                result = self.run_command(words)
                self.assertEqual(result.returncode, 9, result.stdout + result.stderr)
                self.check_report(result.stdout + result.stderr)
                self.assertEqual((result.stdout + result.stderr).count("riffle check: 2 errors"), 1)


riffle_case.main()
