# SPDX-License-Identifier: Apache-2.0
"""Files of code that packaging/elf.py must refuse, and one that it must not."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "packaging"))
import elf  # noqa: E402


class Elf(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "tree").mkdir()

    def library(self, name, code, *options):
        path = self.folder / name
        subprocess.run(["gcc", "-shared", "-fPIC", "-nostdlib", "-x", "c", "-", "-x", "none", "-o", path, *options], input=code, text=True,
                       check=True)
        return path

    def future(self, soname, version, symbol="wanted"):
        """A library of another system, that has `symbol` in `version`."""
        script = self.folder / "versions.map"
        script.write_text(f"{version} {{ {symbol}; }};")
        return self.library(f"{version}.so", f"int {symbol}(void) {{ return 0; }}", f"-Wl,-soname,{soname}",
                            f"-Wl,--version-script={script}")

    def faults(self):
        return elf.check(self.folder / "tree")[1]

    def test_what_is_promised(self):
        self.library("tree/old.so", "int wanted(void); int have(void) { return wanted(); }", self.future("libc.so.6", "GLIBC_2.35"),
                     "-Wl,-rpath,$ORIGIN/../lib64")
        self.assertEqual(elf.check(self.folder / "tree"), (1, []))

    def test_versions(self):
        for soname, version in (("libc.so.6", "GLIBC_2.36"), ("libm.so.6", "GLIBC_2.100"), ("libstdc++.so.6", "GLIBCXX_3.4.31"),
                                ("libstdc++.so.6", "CXXABI_1.3.14"), ("libgcc_s.so.1", "GCC_13.0.0"), ("libc.so.6", "GLIBC_PRIVATE"),
                                ("libstdc++.so.6", "CXXABI_FLOAT128"), ("libc.so.6", "GLIBC_ABI_DT_RELR"), ("libm.so.6", "OTHER_1.0")):
            with self.subTest(version):
                self.library("tree/new.so", "int wanted(void); int have(void) { return wanted(); }", self.future(soname, version))
                found = self.faults()
                self.assertEqual(len(found), 1, found)
                self.assertIn(f"new.so asks for {version}; promised is ", found[0])

    def test_a_file_is_known_by_its_content(self):
        self.library("tree/libcudart.link", "int wanted(void); int have(void) { return wanted(); }",
                     self.future("libc.so.6", "GLIBC_2.36"))
        self.assertEqual(self.faults(), ["libcudart.link asks for GLIBC_2.36; promised is 2.35"])

    def test_other_libraries(self):
        other = self.library("libother.so", "int wanted(void) { return 0; }", "-Wl,-soname,libother.so")
        by_path = self.library("path.so", "int other(void) { return 0; }", "-Wl,-soname,/opt/libpath.so")
        self.library("tree/needs.so", "int wanted(void), other(void); int have(void) { return wanted() + other(); }", other, by_path)
        self.assertEqual(self.faults(), [f"needs.so needs {name}, which is neither in the tree nor on every machine"
                                         for name in ("libother.so", "/opt/libpath.so")])

    def test_places(self):
        for path in ("/usr/lib", "$ORIGIN:", "lib"):
            with self.subTest(path):
                self.library("tree/places.so", "int have;", f"-Wl,-rpath,{path}")
                self.assertEqual(self.faults(), [f"places.so looks for libraries in {path}"])

    def test_filters(self):
        self.library("tree/filter.so", "int have;", "-Wl,--filter=$ORIGIN/there.so")
        self.assertEqual(self.faults(), ["filter.so filters $ORIGIN/there.so, which is not there"])
        self.library("tree/there.so", "int have;")
        self.assertEqual(self.faults(), [])

    def test_links(self):
        (self.folder / "tree/link").symlink_to("/usr/lib")
        self.assertEqual(self.faults(), ["link is a link to /usr/lib"])


if __name__ == "__main__":
    unittest.main(verbosity=1)
