# SPDX-License-Identifier: Apache-2.0
"""`riffle explore`: what it finds, how it says so, budgets, resuming, and replaying with `riffle run --schedule`."""
import json
import os
import re
import sys
import tempfile
import unittest

from riffle_case import RIFFLE, RiffleCase

# The second kernel needs what the first one writes, and the first one does not run after the fault.
FAULT = """\
#include <cstdio>
__global__ void set(int** p, int* value) { *p = value; }
__global__ void use(int** p) { **p = 1; }
int main() {
  int **p, *value;
  cudaMalloc(&p, sizeof *p);
  cudaMalloc(&value, sizeof *value);
  cudaMemset(p, 0, sizeof *p);
  cudaDeviceSynchronize();
  cudaStream_t streams[2];
  for (cudaStream_t& each : streams) cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking);
  set<<<1, 1, 0, streams[0]>>>(p, value);
  use<<<1, 1, 0, streams[1]>>>(p);
  std::printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
"""

# wait: nothing is missing; lag, start: nor there, but a host function takes long, another process uses CUDA; early: a result is read before the copy; abort, hang, astray: the same seen otherwise.
PROGRAM = """\
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
int main(int count, char** arguments) {
  const char* const mode = count > 1 ? arguments[1] : "early";
  const auto is = [mode](const char* name) { return std::strcmp(mode, name) == 0; };
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  char *x, *y;
  cudaMalloc(&x, 64);
  cudaMalloc(&y, 64);
  int* p;
  cudaMallocHost(&p, 64);
  std::memset(p, 0, 64);
  for (int i = 0; i < 3; ++i) cudaMemsetAsync(y, i, 64, b);
  cudaMemsetAsync(x, 1, 64, a);
  cudaMemcpyAsync(p, x, 64, cudaMemcpyDeviceToHost, a);
  if (is("wait") || is("lag") || is("start")) cudaStreamSynchronize(a);
  if (is("lag")) cudaLaunchHostFunc(b, [](void*) { usleep(300'000); }, nullptr);
  if (is("start") && std::system((std::string(arguments[0]) + " wait >/dev/null").c_str()) != 0) return 1;
  const bool is_early = *p == 0;
  if (is("abort") && is_early) std::abort();
  while (is("hang") && is_early) pause();
  if (is("astray") && is_early) cudaMemset(y, 0, 1000);
  if (is("file")) {
    FILE* const file = std::fopen("out.txt", "w");
    std::fprintf(file, "%d\\n", is_early);
    std::fclose(file);
  } else if (is("pid")) {
    std::printf("%d\\n", getpid());
  } else if (!is("astray")) {
    std::printf("%08x\\n", *p);
  }
  cudaDeviceSynchronize();
}
"""


class ExploreTest(RiffleCase):
    @classmethod
    def setUpClass(cls):
        cls.built = tempfile.TemporaryDirectory(prefix="driver-test-")
        case = cls("compile_once")
        case.folder = cls.built.name
        case.environment = dict(os.environ)
        case.write("x.cu", PROGRAM)
        result = case.riffle("cc", "-o", "prog", "x.cu")
        assert result.returncode == 0, result.stderr
        cls.prog = os.path.join(cls.built.name, "prog")

    @classmethod
    def tearDownClass(cls):
        cls.built.cleanup()

    def compile_once(self):
        pass

    def explore(self, *arguments, **more):
        return self.riffle("explore", *arguments, **more)

    def test_a_missing_wait_is_found_shown_and_replayed(self):
        result = self.explore("--count", "100", self.prog, "early")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, r"schedule \S+ makes a difference: standard output differs\n"
                                        r"    usual:  01010101\n    now:    00000000\n")
        self.assertRegex(result.stderr, r"riffle explore: 1 of \d+ decisions matters:\n    stream \d+ is deferred at its operation \d+, mem\w+( \w+)? \(cudaMem\w+\)\n")
        self.assertRegex(result.stderr, r"\n    usual order +this schedule\n")
        self.assertRegex(result.stderr, r"\n +stream \d+: memcpy D2H, 64 B +<\n")
        schedule = re.search(r"again: riffle run --schedule (at:\d+\.\d+) \S+prog early\n", result.stderr).group(1)
        seed = re.search(r"found by schedule (\S+) in run \d+; ", result.stderr).group(1)
        for chosen in (schedule, seed):
            self.assertEqual(self.riffle("run", "--schedule", chosen, self.prog, "early").stdout, "00000000\n")
        self.assertEqual(self.riffle("run", "--schedule", "at:", self.prog, "early").stdout, "01010101\n")
        # The same search again, whoever is faster.
        again = self.explore("--count", "100", "--jobs", "3", self.prog, "early")
        self.assertEqual(re.search(r"found by schedule (\S+) in run \d+; ", again.stderr).group(1), seed)

    def test_a_program_without_mistakes(self):
        result = self.explore("--count", "40", "--jobs", "2", self.prog, "wait")
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertRegex(result.stderr, r"^riffle explore: no difference in 40 schedules, \d+ different orders of 5 operations "
                                        r"\(\d+ per second\)\n$")

    def test_what_was_not_steered_is_said(self):
        for mode, what in (("lag", "host functions? that took longer than 100 ms"), ("start", "more process(es)? that uses? CUDA")):
            result = self.explore("--count", "3", self.prog, mode)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertRegex(result.stderr, rf"riffle explore: not steered in 3 of 3 schedules: 3 {what}\n"
                                            r"riffle explore: no difference in 3 schedules")

    def test_exit_codes_and_ends_differ_too(self):
        result = self.explore("--count", "100", self.prog, "abort")
        self.assertEqual(result.returncode, 1)
        self.assertIn("makes a difference: exit code 134 instead of 0\n", result.stderr)
        result = self.explore("--count", "100", "--timeout", "1", self.prog, "hang")
        self.assertEqual(result.returncode, 1)
        self.assertIn("makes a difference: it does not end\n", result.stderr)

    def test_files_and_check_commands(self):
        result = self.explore("--file", "out.txt", self.prog, "file")
        self.assertEqual(result.returncode, 1)
        self.assertIn("makes a difference: file 'out.txt' differs\n", result.stderr)
        result = self.explore("--check-with", "grep -q 01010101 $RIFFLE_OUTPUT", self.prog, "early")
        self.assertEqual(result.returncode, 1)
        self.assertIn("the check command exits with 1 instead of 0\n", result.stderr)
        result = self.explore("--check-with", "false", self.prog, "early")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "riffle explore: the check command exits with 1 after the usual order\n"))
        result = self.explore("--ignore-output", "--count", "20", self.prog, "early")
        self.assertEqual(result.returncode, 0)

    def test_findings_of_the_check(self):
        result = self.explore("--check=mem", "--count", "100", self.prog, "astray")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"makes a difference: riffle check reports mem: .+\nerror: mem: ")
        # The host's own accesses are looked at, too.
        result = self.explore("--check=race", "--ignore-output", "--count", "3", self.prog, "early")
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stderr.startswith("riffle explore: riffle check finds 1 error in the usual order\n"), result.stderr)

    def test_a_search_goes_on_where_it_ended(self):
        for first in (1, 11):
            result = self.explore("--resume", "state", "--count", "10", self.prog, "wait")
            self.assertEqual(result.returncode, 0)
            self.assertEqual(self.read("state").splitlines()[2], str(first + 10))
        result = self.explore("--resume", "state", "--seed", "2", self.prog, "wait")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "riffle explore: 'state' was written by a search with another program, seed or depth\n"))
        self.write("other", "hello\n")
        result = self.explore("--resume", "other", self.prog, "wait")
        self.assertEqual((result.returncode, result.stderr), (2, "riffle explore: 'other' was not written by riffle explore\n"))

    def test_a_schedule_is_kept(self):
        result = self.explore("--keep", "found.schedule", self.prog, "abort")
        self.assertEqual(result.returncode, 1)
        comment, schedule = self.read("found.schedule").splitlines()
        self.assertEqual(comment, f"# exit code 134 instead of 0: riffle run --schedule found.schedule {self.prog} abort")
        self.assertTrue(result.stderr.endswith(f"again: riffle run --schedule {schedule} {self.prog} abort\n"), result.stderr)
        self.assertEqual(self.riffle("run", "--schedule", "found.schedule", self.prog, "abort").returncode, 128 + 6)
        self.assertEqual(self.riffle("run", "--schedule", "at:", self.prog, "abort").returncode, 0)
        self.write("empty", "# nothing\n")
        result = self.riffle("run", "--schedule", "empty", self.prog)
        self.assertIn("there is no schedule in 'empty'", result.stderr)

    def test_a_schedule_is_kept_of_any_command(self):
        words = (self.prog, "abort", "two\nlines", "it's\\")
        result = self.explore("--keep", "a schedule", "--resume", "state", *words)
        self.assertEqual(result.returncode, 1)
        comment, schedule = self.read("a schedule").splitlines()
        self.assertTrue(comment.endswith(rf"riffle run --schedule 'a schedule' {self.prog} abort $'two\nlines' 'it'\''s\'"), comment)
        self.assertEqual(self.explore("--resume", "state", *words).returncode, 1)
        # As another system's editor writes it.
        self.write("a schedule", f"{comment}\r\n{schedule}\r\n")
        self.assertEqual(self.riffle("run", "--schedule", "a schedule", self.prog, "abort").returncode, 128 + 6)
        # A name that is a schedule itself, and what an earlier search has left.
        self.assertEqual(self.explore("--keep", "7", self.prog, "abort").returncode, 1)
        self.assertIn(" --schedule ./7 ", self.read("7"))
        self.assertEqual(self.explore("--keep", "7", "--count", "2", self.prog, "wait").returncode, 0)
        self.assertFalse(self.exists("7"))

    def test_what_was_deferred_and_never_ran_is_named(self):
        self.write("fault.cu", FAULT)
        result = self.explore("--count", "100", "fault.cu")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cudaErrorIllegalAddress", result.stderr)
        self.assertRegex(result.stderr, r"stream \d is deferred at its operation 1, set\(int\*\*, int\*\)")

    def test_the_time_is_a_budget_too(self):
        result = self.explore("--count", "1000000", "--time", "1", self.prog, "wait")
        self.assertEqual(result.returncode, 0)
        self.assertIn("no difference in ", result.stderr)

    def test_timelines_are_written(self):
        result = self.explore("-o", "found.json", self.prog, "early")
        self.assertEqual(result.returncode, 1)
        for name in ("found.json", "found-usual.json"):
            self.assertIn("traceEvents", json.loads(self.read(name)))

    def test_what_depends_on_something_else_cannot_be_compared(self):
        result = self.explore(self.prog, "pid")
        self.assertEqual(result.returncode, 2)
        self.assertIn("two runs in the same order differ: standard output differs; compare something else", result.stderr)

    def test_programs_that_cannot_be_explored(self):
        result = self.explore("/bin/true")
        self.assertEqual((result.returncode, result.stderr),
                         (2, "riffle explore: the program did not use Riffle's CUDA runtime\n"))
        self.assertEqual(self.explore("./nothing").returncode, 127)

    def test_wrong_options(self):
        for arguments, text in ((("--count", "0", "x"), "--count: expected a number from 1 to 1000000000, got '0'"),
                                (("--jobs=many", "x"), "--jobs: expected a number from 1 to 256, got 'many'"),
                                (("--check=x", "y"), "--check: expected all or a list of mem, init, race, block, sync, leak, api; got 'x'"),
                                (("--seed",), "option '--seed' needs a value"),
                                (("-o", "x.png", "x"), "-o: expected a file name that ends in .html or .json, got 'x.png'"),
                                (("--file", "a", "--jobs", "2", "x"),
                                 "--file cannot be combined with --jobs: simultaneous runs would write the same file"),
                                ((), "no program; see 'riffle explore --help'")):
            result = self.explore(*arguments)
            self.assertEqual((result.returncode, result.stderr), (2, f"riffle explore: {text}\n"))

    def test_help(self):
        result = self.explore("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("--check-with", result.stdout)


if __name__ == "__main__":
    unittest.main()
