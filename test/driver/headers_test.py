# SPDX-License-Identifier: Apache-2.0
"""Riffle's own headers, precompiled: used where that changes nothing, made behind the second use, never in the way."""
import glob
import os
import shutil
import time

import riffle_case
from riffle_case import KERNEL, RIFFLE, RiffleCase

READY = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(RIFFLE))), "lib/riffle/headers")

# Riffle comes with headers for other options.
OTHER = "-arch=sm_90"

MACROS = """\
#include <cassert>
#include <cstdio>
#ifdef __OPTIMIZE__
#define OPTIMIZED "optimized "
#else
#define OPTIMIZED "not "
#endif
#ifdef __PIE__
#define PLACE "executable "
#else
#define PLACE "shared "
#endif
__global__ void k(bool* p) { assert(*p = true); }
int main() {
  bool* p;
  cudaMallocManaged(&p, 1);
  *p = false;
  k<<<1, 1>>>(p);
  bool host = false;
  assert(host = true);
  cudaDeviceSynchronize();
  std::printf(OPTIMIZED PLACE "asserts %d %d; %d\\n", host, *p, __CUDA_ARCH_LIST__);
}
"""


class PrecompiledHeaders(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("x.cu", KERNEL)

    def headers(self, suffix=".pch"):
        return sorted(glob.glob(self.path(f"cache/headers/*{suffix}")))

    def make_headers(self, *options, expected=None):
        expected = len(self.headers()) + 2 if expected is None else expected
        for _ in range(2):
            self.compile("-c", "x.cu", OTHER, *options)
        self.wait_for(expected)

    def wait_for(self, expected):
        for _ in range(600):
            if len(self.headers(".inputs")) == expected:
                return
            time.sleep(0.1)
        self.fail(f"{self.headers('')} in place of {expected} headers")

    def files_of(self, rule):
        return {os.path.normpath(word) for word in self.read(rule).split()}

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_made_behind_the_second_use_and_objects_are_equal(self):
        self.compile("-c", "x.cu", OTHER, "-o", "first.o")
        self.assertEqual((len(self.headers()), len(self.headers(".seen"))), (0, 2))
        self.compile("-c", "x.cu", OTHER, "-o", "second.o")
        self.wait_for(2)
        self.compile("-c", "x.cu", OTHER, "-o", "third.o")
        self.assertEqual(self.content("first.o"), self.content("second.o"))
        self.assertEqual(self.content("first.o"), self.content("third.o"))
        self.assertEqual(len(os.listdir(self.path("cache/headers"))), 6)

    def test_what_died_halfway_is_removed_by_the_next(self):
        self.compile("-c", "x.cu", OTHER, "-o", "first.o")
        left = [name.removesuffix(".seen") + end for name in os.listdir(self.path("cache/headers"))
                for end in (".7.part", ".7.part-inputs", ".7-01234567.part.tmp")]
        for name in left:
            self.write("cache/headers/" + name, "half")
        self.compile("-c", "x.cu", OTHER, "-o", "second.o")
        self.wait_for(2)
        self.assertEqual([name for name in os.listdir(self.path("cache/headers")) if name in left], [])

    def test_those_of_usual_options_are_there(self):
        self.assertEqual(len(glob.glob(READY + "/*.pch")), 8)
        for options in ([], ["-O3", "-DNDEBUG", "-std=c++17"], ["-g", "-G"], ["-std=c++20", "-Xcompiler", "-fPIC,-Wall"],
                        ["-std=c++14", "--extended-lambda", "-lineinfo", "-w"]):
            self.compile("-c", "x.cu", *options)
        self.assertFalse(self.exists("cache/headers"))

    def test_options_that_share_a_header_find_their_macros(self):
        self.write("m.cu", MACROS)
        for options in ([], ["-O3", "-DNDEBUG"], ["-O0"], ["-G"], ["-Xcompiler", "-fPIC"], ["-Xcompiler", "-O0"], ["-g"],
                        ["-std=c++20", "-DNDEBUG", "-O1", "-g"]):
            self.compile("m.cu", "-o", "with", *options)
            own_folder = self.write("own/math.h", "#include_next <math.h>\n")  # no header is used beside such a folder
            self.compile("m.cu", "-o", "without", "-I" + os.path.dirname(own_folder), *options)
            self.assertEqual(self.program("with").stdout, self.program("without").stdout, options)

    def test_warnings_are_those_of_the_compilation(self):
        self.write("w.cu", "int main() { using unused = int; }\n")
        self.assertEqual(self.riffle("cc", "-c", "w.cu").stderr, "")
        self.assertIn("unused type alias", self.riffle("cc", "-c", "w.cu", "-Xcompiler", "-Wall").stderr)
        self.assertEqual(self.riffle("cc", "-c", "w.cu", "-Xcompiler", "-Wall", "-w").stderr, "")

    def test_macros_and_folders_that_say_nothing_to_the_headers_share_them(self):
        self.make_headers()
        self.write("more/own.h", "#define OWN 1\n")
        self.write("y.cu", "#include <own.h>\nstatic_assert(OWN + MINE == 3);\n__global__ void k() {}\n")
        self.compile("-c", "y.cu", OTHER, "-Imore", "-DMINE=2")
        self.assertEqual(len(self.headers(".seen")), 2)

    def test_macros_that_headers_mention_get_their_own(self):
        self.make_headers()
        self.make_headers("-D_GLIBCXX_ASSERTIONS")
        self.assertEqual(len(self.headers()), 4)
        self.write("y.cu", "#ifndef _GLIBCXX_ASSERTIONS\n#error lost\n#endif\n")
        self.compile("-c", "y.cu", OTHER, "-D_GLIBCXX_ASSERTIONS")

    def test_a_header_of_the_users_with_a_known_name_is_taken(self):
        self.make_headers()
        self.write("own/math.h", "#define OWN_MATH 1\n#include_next <math.h>\n")
        self.write("y.cu", "#ifndef OWN_MATH\n#error another math.h\n#endif\n__global__ void k() {}\n")
        self.compile("-c", "y.cu", OTHER, "-Iown")

    def damages(self, path):
        """Contents that a full disk, a crash or a fault of the disk may leave of a file."""
        with open(path, "rb") as file:
            good = file.read()
        flipped = bytearray(good)
        flipped[len(good) // 3] ^= 1
        return [good[:len(good) // 2], bytes(flipped)]

    def replace(self, path, content):
        os.remove(path)  # tests that run beside this one may have it open
        with open(path, "wb") as file:
            file.write(content)

    def test_damage_is_noticed_and_repaired(self):
        self.make_headers()
        for suffix, which in ((".pch", 0), (".pch", 1), (".inputs", 0)):
            damages = {path: self.damages(path)[which] for path in self.headers(suffix)}
            for path, damage in damages.items():
                self.replace(path, damage)
            for _ in range(60):
                self.compile("-c", "x.cu", OTHER)
                if all(self.content(path) != damage for path, damage in damages.items()):  # made anew behind an earlier one
                    break
                time.sleep(1)
            else:
                self.fail(f"the damage to {list(damages)} was not repaired")
            self.wait_for(2)

    def test_damage_to_an_installation_is_passed_over(self):
        root = self.path("installation")
        source = os.path.dirname(os.path.dirname(os.path.realpath(RIFFLE)))
        os.makedirs(root + "/bin")
        for name in os.listdir(source + "/bin"):
            (shutil.copy2 if name.startswith("riffle") else os.symlink)(f"{source}/bin/{name}", f"{root}/bin/{name}")
        os.mkdir(root + "/lib")
        for name in os.listdir(source + "/lib"):
            if name != "riffle":
                os.symlink(f"{source}/lib/{name}", f"{root}/lib/{name}")
        shutil.copytree(source + "/lib/riffle", root + "/lib/riffle", symlinks=True)
        for path in glob.glob(root + "/lib/riffle/headers/*.pch"):
            self.replace(path, self.damages(path)[0])
        for _ in range(2):
            result = self.run_command([root + "/bin/riffle", "cc", "-o", "x", "x.cu"])
            self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.program("x").stdout, "sum 528\n")
        self.wait_for(2)  # in the cache, in their place

    def test_a_crash_of_the_compiler_costs_no_header(self):
        self.make_headers()
        self.write("crash.cu", "#pragma clang __debug crash\n")
        for options in ([], [OTHER]):
            self.assertNotEqual(self.riffle("cc", "-c", "crash.cu", *options).returncode, 0)
        self.assertEqual((len(self.headers()), len(glob.glob(READY + "/*.pch"))), (2, 8))

    def test_a_header_that_others_may_write_is_not_used(self):
        self.make_headers()
        for path in self.headers():
            with open(path, "r+b") as file:
                file.truncate(1000)
            os.chmod(path, 0o666)
        self.compile("-c", "x.cu", OTHER)
        self.assertEqual(len(self.headers()), 2)

    def test_dependency_rules_name_headers_not_the_precompiled(self):
        self.compile("-c", "x.cu", OTHER, "-MD", "-MF", "before.d")
        self.make_headers()
        self.compile("-c", "x.cu", OTHER, "-MD", "-MF", "after.d")
        # libstdc++ asks whether TBB is installed, without including it; precompiled headers do not keep that.
        probed = {"/usr/include/tbb/tbb.h"}
        self.assertEqual(self.files_of("before.d") - probed, self.files_of("after.d") - probed)

    def test_errors_are_told_as_without(self):
        self.write("y.cu", "__global__ void k(int* p) { *p = missing; }\nint main() {}\n")
        before = self.riffle("cc", "-c", "y.cu", OTHER)
        self.make_headers()
        after = self.riffle("cc", "-c", "y.cu", OTHER)
        self.assertEqual((before.returncode, before.stderr), (after.returncode, after.stderr))

    def test_none_are_kept_without_a_cache(self):
        self.environment["RIFFLE_CACHE"] = "off"
        for _ in range(2):
            self.compile("-c", "x.cu", OTHER)
        self.assertFalse(self.exists("cache"))
        del self.environment["RIFFLE_CACHE"]
        shutil.rmtree(self.path("cache"), ignore_errors=True)
        self.write("cache", "a file, no folder")
        for _ in range(2):
            self.compile("-c", "x.cu", OTHER)


riffle_case.main()
