# SPDX-License-Identifier: Apache-2.0
"""Riffle's own headers, precompiled: used where that changes nothing, made at the second use, never in the way."""
import glob
import os
import shutil

import riffle_case
from riffle_case import KERNEL, RiffleCase


class PrecompiledHeaders(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("x.cu", KERNEL)

    def headers(self, suffix=".pch"):
        return sorted(glob.glob(self.path(f"cache/headers/*{suffix}")))

    def make_headers(self, *options):
        for _ in range(2):
            self.compile("-c", "x.cu", *options)

    def files_of(self, rule):
        return {os.path.normpath(word) for word in self.read(rule).split()}

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_made_at_the_second_use_and_objects_are_equal(self):
        self.compile("-c", "x.cu", "-o", "first.o")
        self.assertEqual((len(self.headers()), len(self.headers(".seen"))), (0, 2))
        self.compile("-c", "x.cu", "-o", "second.o")
        self.assertEqual((len(self.headers()), len(self.headers(".inputs"))), (2, 2))
        self.compile("-c", "x.cu", "-o", "third.o")
        self.assertEqual(self.content("first.o"), self.content("second.o"))
        self.assertEqual(self.content("first.o"), self.content("third.o"))
        self.assertEqual(len(os.listdir(self.path("cache/headers"))), 6)

    def test_macros_and_folders_that_say_nothing_to_the_headers_share_them(self):
        self.make_headers()
        self.write("more/own.h", "#define OWN 1\n")
        self.write("y.cu", "#include <own.h>\nstatic_assert(OWN + MINE == 3);\n__global__ void k() {}\n")
        self.compile("-c", "y.cu", "-Imore", "-DMINE=2")
        self.assertEqual(len(self.headers(".seen")), 2)

    def test_macros_that_headers_mention_get_their_own(self):
        self.make_headers()
        self.make_headers("-D_GLIBCXX_ASSERTIONS")
        self.assertEqual(len(self.headers()), 4)
        self.write("y.cu", "#ifndef _GLIBCXX_ASSERTIONS\n#error lost\n#endif\n")
        self.compile("-c", "y.cu", "-D_GLIBCXX_ASSERTIONS")

    def test_a_header_of_the_users_with_a_known_name_is_taken(self):
        self.make_headers()
        self.write("own/math.h", "#define OWN_MATH 1\n#include_next <math.h>\n")
        self.write("y.cu", "#ifndef OWN_MATH\n#error another math.h\n#endif\n__global__ void k() {}\n")
        self.compile("-c", "y.cu", "-Iown")

    def test_a_spoilt_header_is_made_again(self):
        self.make_headers()
        for path in self.headers():
            with open(path, "r+b") as file:
                file.truncate(1000)
        self.compile("x.cu", "-o", "x")
        self.assertEqual(self.program("x").stdout, "sum 528\n")
        self.assertEqual(self.headers(), [])
        self.make_headers()
        self.assertEqual(len(self.headers()), 2)

    def test_a_header_that_others_may_write_is_not_used(self):
        self.make_headers()
        for path in self.headers():
            with open(path, "r+b") as file:
                file.truncate(1000)
            os.chmod(path, 0o666)
        self.compile("-c", "x.cu")
        self.assertEqual(len(self.headers()), 2)

    def test_dependency_rules_name_headers_not_the_precompiled(self):
        self.compile("-c", "x.cu", "-MD", "-MF", "before.d")
        self.make_headers()
        self.compile("-c", "x.cu", "-MD", "-MF", "after.d")
        self.assertEqual(self.files_of("before.d"), self.files_of("after.d"))

    def test_errors_are_told_as_without(self):
        self.write("y.cu", "__global__ void k(int* p) { *p = missing; }\nint main() {}\n")
        before = self.riffle("cc", "-c", "y.cu")
        self.make_headers()
        after = self.riffle("cc", "-c", "y.cu")
        self.assertEqual((before.returncode, before.stderr), (after.returncode, after.stderr))

    def test_off_without_a_cache(self):
        self.environment["RIFFLE_CACHE"] = "off"
        self.make_headers()
        self.assertFalse(self.exists("cache"))
        del self.environment["RIFFLE_CACHE"]
        shutil.rmtree(self.path("cache"), ignore_errors=True)
        self.write("cache", "a file, no folder")
        self.make_headers()


riffle_case.main()
