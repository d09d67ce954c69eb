# SPDX-License-Identifier: Apache-2.0
"""`riffle check` of Python programs: places are lines of the script, and a test of pytest fails by what is found during it."""
import ctypes
import json
import os
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
        try:
            import pytest  # noqa: F401
        except ImportError:
            self.skipTest("there is no pytest")
        self.write("test_fills.py", TESTS)
        findings, done = self.check(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_fills.py")
        self.assertEqual(len(findings), 1, done.stdout + done.stderr)
        self.assertIn("1 failed, 1 passed", done.stdout)
        self.assertIn("FAILED test_fills.py::test_racy - Failed: error: race", done.stdout)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    riffle_case.main()
