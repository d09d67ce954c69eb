# SPDX-License-Identifier: Apache-2.0
"""`riffle check` of Python programs: places are lines of the script, and a test of pytest fails by what is found during it."""
import ctypes
import json
import os
import subprocess
import sys
import unittest

import riffle_case
from riffle_case import RiffleCase

# What tests and scripts share. Pinned memory, two streams that do not wait for each other, and the host.
SHARED = """\
import ctypes, sys
cuda = ctypes.CDLL("libcudart.so.13")

def stream():
    made = ctypes.c_void_p()
    assert cuda.cudaStreamCreateWithFlags(ctypes.byref(made), 1) == 0
    return made

def pinned():
    made = ctypes.c_void_p()
    assert cuda.cudaMallocHost(ctypes.byref(made), ctypes.c_size_t(4096)) == 0
    return made

def fill(memory, in_stream):
    assert cuda.cudaMemsetAsync(memory, 1, ctypes.c_size_t(4096), in_stream) == 0
"""

SCRIPT = SHARED + """
def work():
    memory, one, other = pinned(), stream(), stream()
    fill(memory, one)
    fill(memory, other)
    cuda.cudaStreamSynchronize(one)
    return (ctypes.c_char * 4096).from_address(memory.value)[7]

work()
"""

TESTS = SHARED + """
import pytest

@pytest.fixture
def memory():
    made = pinned()
    yield made
    assert cuda.cudaDeviceSynchronize() == 0
    assert cuda.cudaFreeHost(made) == 0

def test_racy(memory):
    fill(memory, stream())
    fill(memory, stream())

def test_right(memory):
    fill(memory, stream())
"""

MORE_TESTS = """
def test_racy_too(memory):
    fill(memory, stream())
    fill(memory, stream())
"""


def interpreter_with(*modules):
    """This one, or the system's, where scripts/setup --tests puts packages. None: neither has them."""
    for candidate in (sys.executable, "/usr/bin/python3"):
        wanted = "import " + ", ".join(modules)
        if subprocess.run([candidate, "-c", wanted], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return candidate
    return None


@unittest.skipUnless(hasattr(ctypes.pythonapi, "_Py_DumpTraceback"), "this interpreter does not export what tells its stack")
class CheckPythonTest(RiffleCase):
    def check(self, *words):
        library = os.path.join(os.path.dirname(os.path.dirname(riffle_case.RIFFLE)), "lib")
        done = self.riffle("check", "--tool", "race,api", "--json", "report.json", *words, env=dict(self.environment, LD_LIBRARY_PATH=library))
        return json.loads(self.read("report.json"))["findings"], done

    def test_places_are_lines_of_the_script(self):
        self.write("script.py", SCRIPT)
        lines = [number for number, line in enumerate(SCRIPT.splitlines(), 1) if "    fill(memory, " in line]
        findings, done = self.check(sys.executable, "script.py")
        self.assertEqual(len(findings), 2, done.stderr)
        stacks = [[(frame["line"], frame["function"]) for frame in operation["stack"]] for operation in findings[0]["operations"]]
        call = next(number for number, line in enumerate(SCRIPT.splitlines(), 1) if "cudaMemsetAsync" in line)
        last = len(SCRIPT.splitlines())
        self.assertEqual(stacks, [[(call, "fill"), (line, "work"), (last, "<module>")] for line in lines])
        self.assertEqual(findings[1]["operations"][1]["what"], "host access")
        self.assertEqual(findings[1]["operations"][1]["stack"][0]["line"], lines[-1] + 2)
        self.assertRegex(done.stderr, rf"from .*script.py:{lines[-1]} in work")

    def test_a_test_fails_by_its_race(self):
        python = interpreter_with("pytest")
        if python is None:
            self.skipTest("there is no pytest (Debian: python3-pytest)")
        self.write("test_fills.py", TESTS)
        findings, done = self.check(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_fills.py")
        self.assertEqual(len(findings), 1, done.stdout + done.stderr)
        self.assertIn("1 failed, 1 passed", done.stdout)
        self.assertRegex(done.stdout, r"FAILED test_fills.py::test_racy\b")
        self.assertIn("error: race: memset and memset on 4096 bytes", done.stdout)
        self.assertEqual(done.returncode, 1)
        # It is one process, whose number says nothing.
        self.assertNotIn("process", done.stdout)

    def test_each_test_of_several_processes_fails_by_its_own_race(self):
        python = interpreter_with("pytest", "xdist")
        if python is None:
            self.skipTest("there is no pytest-xdist (Debian: python3-pytest-xdist)")
        self.write("test_fills.py", TESTS + MORE_TESTS)
        findings, done = self.check(python, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", "test_fills.py")
        self.assertEqual(len(findings), 2, done.stdout + done.stderr)
        self.assertIn("2 failed, 1 passed", done.stdout)
        for name in ("test_racy", "test_racy_too"):
            self.assertRegex(done.stdout, rf"FAILED test_fills.py::{name}\b")
        self.assertEqual(done.stdout.count("error: race: memset and memset on 4096 bytes"), 2)
        # Frames that start a worker are left out of the call chain.
        self.assertNotIn("<string>", done.stdout + done.stderr)
        self.assertEqual({frame["function"] for each in findings for frame in each["operations"][0]["stack"]},
                         {"fill", "test_racy", "test_racy_too"})


if __name__ == "__main__":
    riffle_case.main()
