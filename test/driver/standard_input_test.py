# SPDX-License-Identifier: Apache-2.0
"""A source that is standard input: `-x cu -`."""
import os

import riffle_case
from riffle_case import KERNEL, RiffleCase


class StandardInput(RiffleCase):
    def from_input(self, text, *arguments):
        result = self.run_command([riffle_case.RIFFLE, "cc", *arguments], input=text, stdin=None)
        self.assertEqual(os.listdir(self.temporary), [])
        return result

    def test_a_program(self):
        result = self.from_input(KERNEL, "-x", "cu", "-", "-o", "x")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.program("x").stdout, "sum 528\n")

    def test_includes_are_beside_the_user_and_messages_name_standard_input(self):
        self.write("own.h", "#define OWN 3\n")
        text = '#include "own.h"\n__global__ void k() {}\nint main() { return OWN + missing; }\n'
        result = self.from_input(text, "-x", "cu", "-c", "-o", "x.o", "-")
        self.assertEqual(result.returncode, 2)
        self.assertIn("<stdin>:3:", result.stderr)
        self.assertNotIn("own.h' file not found", result.stderr)

    def test_preprocessed(self):
        result = self.from_input("#define ONE 1\nint one = ONE;\n", "-E", "-x", "c++", "-")
        self.assertEqual(result.returncode, 0)
        self.assertIn("int one = 1;", result.stdout)

    def test_its_language_must_be_named(self):
        result = self.from_input(KERNEL, "-", "-o", "x")
        self.assertEqual(result.returncode, 1)
        self.assertIn("'-' is standard input; set its language with -x", result.stderr)

    def test_once(self):
        result = self.from_input(KERNEL, "-x", "cu", "-", "-", "-o", "x")
        self.assertEqual(result.returncode, 1)
        self.assertIn("'-' is given twice", result.stderr)


if __name__ == "__main__":
    riffle_case.main()
