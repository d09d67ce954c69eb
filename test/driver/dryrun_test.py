# SPDX-License-Identifier: Apache-2.0
"""The commands that `riffle cc --dryrun` prints, against golden texts.

RIFFLE_UPDATE_GOLDEN=1 writes them anew; read the difference before committing it.
"""
import os
import re

import riffle_case
from riffle_case import RIFFLE, RiffleCase

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden")


class DryRun(RiffleCase):
    def normal(self, text):
        """Names of this machine's folders and of the unit, and the version, replaced."""
        root = os.path.dirname(os.path.dirname(os.path.realpath(RIFFLE)))
        include = re.search(r" -isystem (\S*) -fplugin=", text)
        clang = re.search(r"^#\$ (\S*clang\S*) ", text, re.M)
        text = text.replace(include.group(1) if include else "<include>", "<include>").replace(root, "<root>")
        if clang:
            text = text.replace(clang.group(1), "<clang>")
        text = re.sub(r"#\$ \S*/(llvm-)?ar(-22)? ", "#$ <ar> ", text)
        text = re.sub(r"^#\$ PATH=([^:]*):.*$", r"#$ PATH=\1:<path>", text, flags=re.M)
        text = re.sub(r"^#\$ riffle cc \d+\.\d+\.\d+$", "#$ riffle cc <version>", text, flags=re.M)
        text = re.sub(r"-cuid=[0-9a-f]{16}", "-cuid=<unit>", text)
        return re.sub(r" (?=-)", "\n    ", text)

    def check(self, name, *arguments):
        result = self.riffle("cc", "--dryrun", *arguments)
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertEqual(sorted(os.listdir(self.folder)), ["tmp"])
        path = os.path.join(GOLDEN, name + ".txt")
        if os.environ.get("RIFFLE_UPDATE_GOLDEN"):
            with open(path, "w") as file:
                file.write(self.normal(result.stderr))
        with open(path) as file:
            self.assertEqual(self.normal(result.stderr).splitlines(), file.read().splitlines())

    def test_program(self):
        self.check("program", "x.cu")

    def test_object(self):
        self.check("object", "-c", "-O3", "-g", "-std=c++20", "-arch=sm_90", "-Iinclude", "-DNAME=a b",
                   "-use_fast_math", "--default-stream", "per-thread", "-Xcompiler", "-Wall,-fPIC",
                   "-MD", "-o", "out/x.o", "folder/x.cu")

    def test_shared_library(self):
        self.check("shared_library", "-shared", "-o", "libx.so", "x.cu", "y.cpp", "z.o", "-Llib", "-lpng",
                   "-Xlinker", "-soname,libx.so")

    def test_static_library(self):
        self.check("static_library", "-lib", "-o", "libx.a", "x.cu", "y.c")

    def test_device_debugging(self):
        self.check("device_debugging", "-c", "-G", "x.cu")

    def test_cmake_question(self):
        """CMake asks with a file that does not exist for the folders of the toolkit."""
        result = self.riffle("cc", "-v", "__cmake_determine_cuda")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"(?m)^#\$ TOP=/")
        self.assertRegex(result.stderr, r"(?m)^#\$ NVVMIR_LIBRARY_DIR=/.*/nvvm/libdevice$")


if __name__ == "__main__":
    riffle_case.main()
