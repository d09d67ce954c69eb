# SPDX-License-Identifier: Apache-2.0
"""`riffle report`: what is in the archive, what is left out, and how it fails."""
import json
import os
import subprocess
import tarfile

import riffle_case
from riffle_case import KERNEL, RiffleCase

# Prints to both, asks for its input, and ends as its argument says.
PROGRAM = KERNEL.replace("int main() {", "#include <cstdlib>\n#include <csignal>\nint main(int count, char** words) {").replace(
    "return sum", 'std::fprintf(stderr, "warned\\n");\n  if (count > 1 && std::atoi(words[1]) == 99) std::raise(SIGSEGV);\n'
                  "  if (count > 1) return std::atoi(words[1]);\n  return sum")


class Report(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("x.cu", PROGRAM)

    def parts(self, archive):
        with tarfile.open(self.path(archive), "r:gz") as tar:
            return {member.name.removeprefix("riffle-report/"): tar.extractfile(member).read().decode() for member in tar}

    def report(self, *arguments, archive="riffle-report-x.tar.gz", **changes):
        result = self.riffle("report", *arguments, env=dict(self.environment, **changes))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(os.listdir(self.temporary), [])
        parts = self.parts(archive)
        for name in parts:
            self.assertIn(f"  {name} ", result.stdout)
        return parts, result

    def test_contents(self):
        parts, result = self.report("x.cu", "7")
        self.assertIn("nothing was sent", result.stdout)
        self.assertEqual(result.stderr, "riffle report: running 'x'; its output goes into the archive\n"
                                        "riffle report: 'x' ended with exit code 7\n")
        self.assertRegex(parts["report.txt"], r"(?s)^riffle report x\.cu 7\nriffle \d.*\nLinux .*\nexit code 7\n$")
        self.assertEqual((parts["stdout.txt"], parts["stderr.txt"]), ("sum 528\n", "warned\n"))
        self.assertIn("findings", json.loads(parts["doctor.json"]))
        self.assertIn("devices", json.loads(parts["info.json"]))
        self.assertIn("add_one(int*)", parts["trace.txt"])
        self.assertTrue(any(e["name"] == "add_one(int*)" for e in json.loads(parts["trace.json"])["traceEvents"] if "name" in e))
        code = {name: text for name, text in parts.items() if name.startswith("ir/")}
        self.assertEqual([name[-10:] for name in sorted(code)], ["i.input.ll", ".output.ll"])
        self.assertTrue(all("_Z7add_onePi" in text for text in code.values()))

    def test_a_program_that_crashes(self):
        self.compile("-o", "x", "x.cu")
        parts, result = self.report("./x", "99")
        self.assertIn("exit code 139 (signal 11, Segmentation fault)\n", parts["report.txt"])
        self.assertIn("was ended by signal 11", parts["stderr.txt"])

    def test_secrets_are_left_out(self):
        secret = "s0" + "me5ecret" * 3
        parts, _ = self.report("-o", "y.tar.gz", "x.cu", "0", f"--api-key={secret}", f"https://me:{secret}@host/", archive="y.tar.gz",
                               RIFFLE_X=f"a {secret} b", CUDA_TOKEN="short", LD_LIBRARY_PATH="/opt/lib64:/usr/lib", HOME_SECRET=secret,
                               AWS_SECRET_ACCESS_KEY=secret, RIFFLE_DEVICES="2", CUDA_VISIBLE_DEVICES="1,0")
        for name, text in parts.items():
            self.assertNotIn(secret, text, name)
        environment = parts["environment.txt"].splitlines()
        for line in ("RIFFLE_X=a [left out] b", "CUDA_TOKEN=[left out]", "RIFFLE_DEVICES=2", "CUDA_VISIBLE_DEVICES=1,0",
                     "LD_LIBRARY_PATH=/opt/lib64:/usr/lib"):
            self.assertIn(line, environment)
        names = [line.partition("=")[0] for line in environment]
        for name in ("HOME_SECRET", "AWS_SECRET_ACCESS_KEY", "HOME", "USER", "RIFFLE_TRACE", "RIFFLE_DUMP_IR"):
            self.assertNotIn(name, names)

    def test_a_program_without_cuda(self):
        parts, result = self.report("/bin/echo", "words", archive="riffle-report-echo.tar.gz")
        self.assertEqual(parts["stdout.txt"], "words\n")
        self.assertNotIn("trace.json", parts)
        self.assertIn("  no timeline: the program did not use Riffle's CUDA runtime\n", result.stdout)

    def test_long_output_is_cut(self):
        parts, result = self.report("/bin/sh", "-c", "yes | head -c 6000000; echo last", archive="riffle-report-sh.tar.gz")
        self.assertLess(len(parts["stdout.txt"]), 5000000)
        self.assertTrue(parts["stdout.txt"].startswith("y\n") and parts["stdout.txt"].endswith("last\n"))
        self.assertIn("\n[left out]\n", parts["stdout.txt"])
        self.assertRegex(result.stdout, r"  stdout\.txt: .* of its .* are left out\n")

    def test_a_long_timeline_is_a_summary(self):
        self.write("long.cu", "__global__ void k() {}\nint main() { for (int i = 0; i < 600000; ++i) k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n")
        parts, result = self.report("long.cu", archive="riffle-report-long.tar.gz")
        self.assertIn("600000", parts["trace.txt"])
        self.assertNotIn("trace.json", parts)
        self.assertIn("  no trace.json: it would have more than 64.00 MiB\n", result.stdout)

    def test_a_process_that_is_left_behind(self):
        """It holds the output open and writes to it later: the report waits for the program alone."""
        parts, _ = self.report("/bin/sh", "-c", "echo first; { sleep 1; yes | head -c 30000000; } & echo last", archive="riffle-report-sh.tar.gz")
        self.assertTrue(parts["stdout.txt"].startswith("first\nlast\n"), parts["stdout.txt"][:100])

    def full_folder(self):
        """A file system of 256 KiB with nothing left on it, as TMPDIR."""
        folder = self.path("full")
        os.mkdir(folder)
        self.skip_unless_root_mounts(folder)
        file = os.open(os.path.join(folder, "all"), os.O_WRONLY | os.O_CREAT, 0o600)
        self.addCleanup(os.close, file)
        with self.assertRaises(OSError):
            while True:
                os.write(file, bytes(4096))
        return folder

    def skip_unless_root_mounts(self, folder):
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", folder], stderr=subprocess.PIPE, check=False)
        if mounted.returncode != 0:
            self.skipTest("cannot mount a file system: " + mounted.stderr.decode())
        self.addCleanup(subprocess.run, ["umount", folder], check=True)

    def test_a_full_folder_for_temporary_files(self):
        self.compile("-o", "x", "x.cu")
        folder = self.full_folder()
        result = self.riffle("report", "./x", env=dict(self.environment, TMPDIR=folder))
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, rf"^riffle report: TMPDIR: cannot write '{folder}/riffle-\w+/room': No space left on device\n$")
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("riffle-report")], [])
        self.assertEqual(os.listdir(folder), ["all"])

    def test_a_folder_that_fills_while_the_program_runs(self):
        self.compile("-o", "x", "x.cu")
        folder = self.path("small")
        os.mkdir(folder)
        self.skip_unless_root_mounts(folder)
        result = self.riffle("report", "/bin/sh", "-c", f"head -c 1000000 /dev/zero > {folder}/all; ./x",
                             env=dict(self.environment, TMPDIR=folder))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"\n  the code of kernels is not complete: cannot write '.*/ir/.*': No space left on device\n")
        parts = self.parts("riffle-report-sh.tar.gz")
        self.assertEqual(parts["stdout.txt"], "sum 528\n")
        for name, text in parts.items():
            if name.startswith("ir/"):
                self.assertTrue(text.endswith("\n") and "_Z7add_onePi" in text, name)

    def test_a_schedule(self):
        parts, _ = self.report("--schedule", "at:", "x.cu")
        self.assertIn("riffle report --schedule at: x.cu\n", parts["report.txt"])

    def test_errors_are_one_sentence(self):
        os.mkdir(self.path("folder.tar.gz"))
        os.symlink("/dev/full", self.path("full.tar.gz"))
        self.write("bad.cu", "int main() { return nothing; }\n")
        for arguments, code, text in (
                ((), 1, "no program; see 'riffle report --help'"),
                (("-o",), 1, "option '-o' needs a file"),
                (("-o", "x.zip", "x.cu"), 1, "expected a file name that ends in .tar.gz, got 'x.zip'"),
                (("nothing",), 127, "'nothing' is neither a file nor a program"),
                (("-o", "none/x.tar.gz", "x.cu"), 1, "cannot write 'none/x.tar.gz': No such file or directory"),
                (("-o", "folder.tar.gz", "x.cu"), 1, "cannot write 'folder.tar.gz': Is a directory")):
            with self.subTest(arguments=arguments):
                result = self.riffle("report", *arguments)
                self.assertEqual((result.returncode, result.stdout, result.stderr), (code, "", f"riffle report: {text}\n"))
        result = self.riffle("report", "-o", "full.tar.gz", "x.cu")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual(result.stderr.splitlines()[2:], ["riffle report: cannot write 'full.tar.gz': No space left on device"])
        self.write("garbage", "garbage")
        os.chmod(self.path("garbage"), 0o755)
        result = self.riffle("report", "./garbage")
        self.assertEqual((result.returncode, result.stdout), (126, ""))
        self.assertEqual(result.stderr, "riffle report: running './garbage'; its output goes into the archive\n"
                                        "riffle report: cannot run './garbage': Exec format error\n")
        result = self.riffle("report", "bad.cu")
        self.assertEqual(result.returncode, 2)
        self.assertIn("use of undeclared identifier 'nothing'", result.stderr)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("riffle-report")], [])

    def test_help(self):
        self.assertIn("Sends nothing", " ".join(self.riffle("report", "--help").stdout.split()))
        self.assertIn("report", self.riffle("--help").stdout)


if __name__ == "__main__":
    riffle_case.main()
