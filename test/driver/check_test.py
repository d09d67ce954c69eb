# SPDX-License-Identifier: Apache-2.0
"""`riffle check`: its options, its exit codes and its reports; what it finds is in test/race."""
import json
import os
import unittest
import xml.etree.ElementTree

from riffle_case import RiffleCase

PROGRAM = """\
#include <cstdlib>
int main(int count, char** arguments) {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  char* x;
  cudaMalloc(&x, 4096);
  cudaMemsetAsync(x, 1, 4096, a);
  cudaMemsetAsync(x + 4095, 2, 1, b);
  cudaDeviceSynchronize();
  if (count > 1) std::abort();
  return 3;
}
"""


KERNEL = """\
__global__ void fill(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
int main() {
  int* x;
  cudaMalloc(&x, 400);
  fill<<<2, 64>>>(x, 101);
  const bool good = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(x);
  return good ? 3 : 4;
}
"""


# Kernels with more blocks than are looked at: KERNELS of them.
LARGE = """\
template <int kNumber>
__global__ void fill(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = kNumber; }
template <int kNumber>
void fill_all(int* out) {
  fill<kNumber><<<65 + kNumber, 32>>>(out);
  if constexpr (kNumber > 1) fill_all<kNumber - 1>(out);
}
int main() {
  int* x;
  cudaMalloc(&x, 128 * 32 * sizeof *x);
  fill_all<KERNELS>(x);
  const bool good = cudaFree(x) == cudaSuccess;
  return good ? 0 : 1;
}
"""


# A handler that says what happened, puts back what was there before it, and ends the process by the same signal.
HANDLER = """\
#include <csignal>
#include <cstdio>
#include <unistd.h>
struct sigaction before;
void handle(int signal) {
  (void)!write(2, "caught\\n", 7);
  sigaction(signal, &before, nullptr);
  raise(signal);
}
int main() {
  int* x;
  cudaMalloc(&x, 400);
  struct sigaction action{};
  action.sa_handler = handle;
  action.sa_flags = SA_NODEFER;
  sigaction(SIGSEGV, &action, &before);
  cudaFree(x);
  *reinterpret_cast<volatile int*>(8) = 1;
}
"""


class CheckTest(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("two.cu", PROGRAM)

    def check(self, *arguments):
        return self.run_command([os.environ["RIFFLE"], "check", *arguments])

    def test_findings_that_cannot_be_read(self):
        """A file that was full, or comes from somewhere else: what there is counts, and what is missing is said."""
        self.write("prog.cu", PROGRAM)
        self.compile("prog.cu", "-o", "prog")
        self.run_command(["./prog"], env=dict(self.environment, RIFFLE_CHECK=self.path("found")))
        lines = self.read("found")
        wrong = ['{"shared":5}', '{"shared":{"in":1,"ranges":[[1]]}}', '{"given":{"channel":[1]}}', '{"looked_at":[]}', '{"tool":1}',
                 '{"tool":"race","operations":[3]}', '{"sha{"tool":"race"}', "[]"]
        self.write("torn", lines + "\n" + "\n".join(wrong) + "\n" + lines[:40])
        result = self.riffle("check", "--error-exitcode", "9", "--from", "torn")
        self.assertEqual(result.returncode, 9, result.stderr)
        self.assertIn("error: race", result.stderr)
        self.assertIn(f"riffle check: {len(wrong)} lines of the findings cannot be read: some findings are missing\n", result.stderr)
        self.write("other", "hello\n")
        result = self.riffle("check", "--from", "other")
        self.assertEqual((result.returncode, result.stderr), (1, "riffle check: the findings are damaged\n"))

    def test_kernels_that_were_not_checked_whole_are_few_lines(self):
        self.write("large.cu", LARGE)
        for kernels, lines in ((5, []), (6, ["1 other kernel"]), (9, ["4 other kernels"])):
            notes = self.check(f"-DKERNELS={kernels}", "large.cu").stderr.splitlines()
            self.assertEqual(sum("blocks were checked;" in line for line in notes), 5, notes)
            # Those of which most is missing.
            self.assertIn(f"fill<{kernels}>(int*): 64 of {65 + kernels} blocks", notes[0])
            self.assertEqual([line for line in notes if "the same holds" in line], [f"riffle check: the same holds for {each}" for each in lines])

    def test_text(self):
        result = self.check("--tool", "race", "two.cu")
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stderr, r"error: race: memset and memset on 1 byte of device memory\n")
        self.assertRegex(result.stderr, r"two\.cu:8 in main \(cudaMemsetAsync\)")
        self.assertRegex(result.stderr, r"two\.cu:9 in main \(cudaMemsetAsync\)")
        self.assertRegex(result.stderr, r"byte 4095 of 4096 bytes of device memory, allocated at \S*two\.cu:7")
        self.assertRegex(result.stderr, r"fix: record an event after the memset on stream \d+ and make stream \d+ wait")
        self.assertTrue(result.stderr.endswith("riffle check: 1 error\n"), result.stderr)

    def check_without_a_symbolizer(self):
        os.mkdir(self.path("empty"))
        result = self.run_command([os.environ["RIFFLE"], "check", "--tool", "race", "./two"],
                                  env=dict(self.environment, PATH=self.path("empty")))
        self.assertEqual(result.returncode, 3)
        return result.stderr

    def test_without_a_symbolizer(self):
        self.compile("-g", "-o", "two", "two.cu")
        text = self.check_without_a_symbolizer()
        self.assertRegex(text, r"called at \S*two\+0x[0-9a-f]+ \(cudaMemsetAsync\)")
        self.assertIn("riffle: llvm-symbolizer was not found, so places are shown as addresses; the package llvm-22 contains it\n", text)

    def test_functions_without_debug_information_need_no_symbolizer(self):
        self.write("two.cu", PROGRAM.replace("int main", "namespace a { template <class T> __attribute__((noinline)) int run").replace("char** arguments", "T** arguments") +
                   "}\nint main(int count, char** arguments) { return a::run(count, arguments); }\n")
        self.compile("-o", "two", "two.cu")
        text = self.check_without_a_symbolizer()
        self.assertRegex(text, r"called at \S*two\+0x[0-9a-f]+ in int a::run<char>\(int, char\*\*\) \(cudaMemsetAsync\)")
        self.assertNotIn("llvm-symbolizer", text)

    def test_exit_codes(self):
        self.assertEqual(self.check("--error-exitcode=9", "two.cu").returncode, 9)
        self.assertEqual(self.check("--tool=api", "--error-exitcode=9", "two.cu").returncode, 3)

    def test_leaks_are_errors(self):
        result = self.check("--tool", "leak", "--error-exitcode", "9", "two.cu")
        self.assertEqual(result.returncode, 9)
        self.assertRegex(result.stderr, "error: leak: 4096 bytes of device memory in 1 allocation was never released")

    def test_a_crash_leaves_what_was_found(self):
        result = self.check("--tool", "race,leak", "two.cu", "crash")
        self.assertEqual(result.returncode, 134)
        self.assertIn("riffle check: 'two' was ended by signal 6", result.stderr)
        self.assertIn("1 error; the program did not finish, so leaks are unknown", result.stderr)

    def test_a_crash_handler_runs_once(self):
        self.write("handler.cu", HANDLER)
        result = self.check("-w", "handler.cu")
        self.assertEqual((result.returncode, result.stderr.count("caught")), (139, 1), result.stderr[:1000])

    def test_options_in_any_order(self):
        self.assertEqual(self.check("-O3", "--error-exitcode", "9", "two.cu").returncode, 9)

    def test_memory_in_kernels(self):
        self.write("fill.cu", KERNEL)
        self.write("known.txt", "mem:*fill.cu:3\n")
        result = self.check("--json", "x.json", "--sarif", "x.sarif", "fill.cu")
        self.assertEqual(result.returncode, 3)  # it goes on
        self.assertRegex(result.stderr, r"error: mem: out of bounds: a kernel writes 4 bytes at 0x[0-9a-f]+, which is outside every live allocation")
        self.assertRegex(result.stderr, r"in the kernel: \S*fill\.cu:3\n +in block \(1,0,0\), thread \(36,0,0\)\n")
        self.assertRegex(result.stderr, r"memory: just past the end of 400 bytes of device memory, allocated at \S*fill\.cu:7")
        operation = json.loads(self.read("x.json"))["findings"][0]["operations"][0]
        self.assertEqual((operation["block"], operation["thread"]), ("(1,0,0)", "(36,0,0)"))
        place = json.loads(self.read("x.sarif"))["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(place["region"]["startLine"], 3)
        result = self.check("--tool", "all", "--error-exitcode=9", "--suppress", "known.txt", "fill.cu")
        self.assertEqual(result.returncode, 3)
        self.assertIn("0 errors, 1 suppressed", result.stderr)

    def test_suppressions(self):
        self.write("known.txt", "# known\nrace:*two.cu:8\nleak:main\n")
        result = self.check("--suppress", "known.txt", "--error-exitcode", "9", "two.cu")
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stderr, r"riffle check: 0 errors, \d suppressed\n")

    def test_formats(self):
        self.check("--tool", "race", "--json", "x.json", "--sarif", "x.sarif", "--junit", "x.xml", "two.cu")
        report = json.loads(self.read("x.json"))
        self.assertEqual(report["summary"], {"errors": 1, "performance": 0, "suppressed": 0, "processes": 1, "ended": True})
        self.assertEqual([each["stack"][0]["line"] for each in report["findings"][0]["operations"]], [8, 9])
        sarif = json.loads(self.read("x.sarif"))
        self.assertEqual((sarif["version"], sarif["runs"][0]["results"][0]["ruleId"]), ("2.1.0", "race/race"))
        known = {rule["id"]: rule for rule in sarif["runs"][0]["tool"]["driver"]["rules"]}
        self.assertIn("```cpp", known["race/race"]["help"]["markdown"])
        self.assertEqual(known["race/use-after-free"]["shortDescription"]["text"], "Use after free")
        # Related places are shown where the message links to them.
        result = sarif["runs"][0]["results"][0]
        self.assertEqual([each["id"] for each in result["relatedLocations"]], [1, 2])
        self.assertRegex(result["message"]["text"], r"^Race: memset and memset on 1 byte of device memory\. No event, .* wait for stream \d\. Record an event .* "
                                                    r"before the memset\. See \[memset, cudaMemsetAsync\]\(1\), \[the memory is allocated here\]\(2\)\.$")
        suite = xml.etree.ElementTree.fromstring(self.read("x.xml"))
        self.assertEqual((suite.get("failures"), suite[0].get("classname")), ("1", "riffle.check.race"))
        self.assertEqual((os.path.basename(suite[0].get("file")), suite[0].get("line"), suite[0][0].get("type")), ("two.cu", "8", "race/race"))
        self.assertIn("two.cu:9", suite[0][0].text)

    def test_a_finding_keeps_its_fingerprint_when_lines_move(self):
        def fingerprints():
            self.check("--tool", "race", "--sarif", "x.sarif", "two.cu")
            return [each["partialFingerprints"]["riffleFinding/v1"] for each in json.loads(self.read("x.sarif"))["runs"][0]["results"]]

        before = fingerprints()
        self.write("two.cu", "\n\n" + PROGRAM)
        self.assertEqual(fingerprints(), before)
        self.write("two.cu", PROGRAM.replace("cudaMemsetAsync(x + 4095, 2, 1, b)", "cudaMemcpyAsync(x + 4095, x, 1, cudaMemcpyDeviceToDevice, b)"))
        self.assertNotEqual(fingerprints(), before)

    def test_rules_are_those_of_the_documentation(self):
        page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/check-rules.md")
        with open(page) as file:
            self.assertEqual(self.riffle("check", "--rules").stdout, file.read())

    def test_places_are_those_of_code_hosts(self):
        os.mkdir(self.path("a b"))
        os.rename(self.path("two.cu"), self.path("a b/two.cu"))
        self.check("--tool", "race", "--sarif", "x.sarif", "a b/two.cu")
        result = json.loads(self.read("x.sarif"))["runs"][0]["results"][0]
        places = result["locations"] + result["relatedLocations"]
        self.assertEqual([each["physicalLocation"]["artifactLocation"]["uri"] for each in places], ["a%20b/two.cu"] * 3)
        self.assertEqual([each["message"]["text"] for each in places],
                         ["memset, cudaMemsetAsync", "memset, cudaMemsetAsync", "the memory is allocated here"])
        self.assertEqual(len(result["locations"]), 1)

    def test_all_processes_are_checked(self):
        self.compile("-g", "-o", "two", "two.cu")
        self.write("both", "#!/bin/sh\n./two\n./two crash\nexit 4\n")
        os.chmod(self.path("both"), 0o755)
        result = self.check("--tool", "race,leak", "--error-exitcode", "9", "--json", "x.json", "./both")
        self.assertEqual(result.returncode, 9)
        report = json.loads(self.read("x.json"))
        # The race is one, and of the process that came to its end its leaks are known.
        self.assertEqual([each["tool"] for each in report["findings"]], ["race"] + 3 * ["leak"])
        self.assertEqual((report["summary"]["processes"], report["summary"]["ended"]), (2, False))
        self.assertIn("4 errors in 2 processes; a process did not finish, so leaks are unknown", result.stderr)

    def test_lines_of_an_optimised_program(self):
        self.write("fill.cu", KERNEL)
        result = self.check("-O3", "fill.cu")
        self.assertRegex(result.stderr, r"called at fill\.cu:8 in main \(cudaLaunchKernel\)")
        self.assertRegex(result.stderr, r"allocated at fill\.cu:7 in main \(cudaMalloc\)")

    def test_wrong_options(self):
        for arguments, text in ((("--tool", "rice", "x"), "--tool: expected all or a list of mem, init, race, block, sync, leak, api; got 'rice'"),
                                (("--error-exitcode", "0", "x"), "--error-exitcode: expected a number from 1 to 255, got '0'"),
                                (("--json",), "option '--json' needs a value"),
                                ((), "no program; see 'riffle check --help'")):
            result = self.check(*arguments)
            self.assertEqual((result.returncode, result.stderr), (1, f"riffle check: {text}\n"))

    def test_a_program_without_cuda(self):
        result = self.check("/bin/true")
        self.assertEqual(result.returncode, 1)
        self.assertIn("nothing was checked", result.stderr)

    def test_nothing_to_run(self):
        self.write("bad.cu", "int main() { return missing; }\n")
        for command in ("check", "trace", "explore"):
            for program, code, text in (("none", 127, "'none' is neither a file nor a program"), ("tmp", 126, "'tmp' is a folder"),
                                        ("--foo", 1, "unknown option '--foo'")):
                with self.subTest(command=command, program=program):
                    result = self.run_command([os.environ["RIFFLE"], command, program])
                    self.assertEqual((result.returncode, result.stderr), (code, f"riffle {command}: {text}\n"))
            result = self.run_command([os.environ["RIFFLE"], command, "bad.cu"])
            self.assertEqual((result.returncode, result.stderr.count("error:")), (2, 1))
            self.assertTrue(result.stderr.endswith("1 error generated.\n"), result.stderr)

    def test_help(self):
        result = self.check("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("--error-exitcode", result.stdout)


if __name__ == "__main__":
    unittest.main()
