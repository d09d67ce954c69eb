# SPDX-License-Identifier: Apache-2.0
"""`cmake --install`: the prefix works, also after it was moved to a folder with odd letters in its name."""
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import riffle_case
from riffle_case import KERNEL, RiffleCase

BUILD = os.environ.get("RIFFLE_BUILD", "")


class Installation(RiffleCase):
    def setUp(self):
        super().setUp()
        self.install("off")  # no precompiled headers, which a move makes useless
        self.moved = self.path("moved, with spaces/riffle")
        os.makedirs(os.path.dirname(self.moved))
        os.rename(self.path("prefix"), self.moved)
        self.command = os.path.join(self.moved, "bin/riffle")
        self.write("hello.cu", KERNEL)

    def install(self, cache):
        subprocess.run(["cmake", "--install", BUILD, "--prefix", self.path("prefix")], check=True,
                       stdout=subprocess.DEVNULL, env=dict(self.environment, RIFFLE_CACHE=cache))

    def test_precompiled_headers_are_for_everybody(self):
        self.install("on")
        folder = self.path("prefix/lib/riffle/headers")
        headers = [os.path.join(folder, name) for name in os.listdir(folder)]
        self.assertEqual(len(headers), 16)
        self.assertEqual({os.stat(path).st_mode & 0o777 for path in headers}, {0o644})
        result = self.run_command([self.path("prefix/bin/riffle"), "cc", "-c", "-O3", "hello.cu"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertFalse(self.exists("cache/headers"))

    def test_layout(self):
        for name in ("bin/riffle", "include/cuda_runtime.h", "include/riffle_device", "lib/libcudart.so",
                     "lib/libcudart.so.13", "lib/libriffle_compiler.so"):
            self.assertTrue(os.path.exists(os.path.join(self.moved, name)), name)
        self.assertFalse(os.path.exists(os.path.join(self.moved, "bin/riffle.build-tree")))

    def test_toolkit_after_moving(self):
        toolkit = self.run_command([self.command, "info", "--toolkit"]).stdout.rstrip("\n")
        self.assertEqual(toolkit, self.moved + "/lib/riffle/toolkit")
        for link in ("include/cuda_runtime.h", "bin/nvcc", "lib64/libcudadevrt.a", "lib64/libcudart.so.13"):
            self.assertTrue(os.path.exists(os.path.join(toolkit, link)), link)
        self.write("host.cpp", "#include <cuda_runtime.h>\n#include <cstdio>\n"
                               "int main() { int n = 0; cudaGetDeviceCount(&n); std::printf(\"%d\\n\", n); }\n")
        for library in ("cudart", "cudart_static"):
            result = self.run_command(["g++", "host.cpp", "-o", "host", f"-I{toolkit}/include", f"-L{toolkit}/lib64",
                                       "-l" + library])
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual(self.program("host").stdout, "1\n")
        result = self.run_command([toolkit + "/bin/nvcc", "-o", "hello", "hello.cu"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.program("hello").stdout, "sum 528\n")

    def read_only(self, folder, *command):
        """Runs a command while nobody may write to a folder, which binds root, too."""
        isolated = ["unshare", "--mount", "--map-root-user"]
        if self.run_command([*isolated, "true"]).returncode != 0:
            self.skipTest("no user namespaces here")
        script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
        return self.run_command([*isolated, "sh", "-c", script, folder, *command])

    def test_toolkit_moved_to_where_nobody_may_write(self):
        toolkit = self.moved + "/lib/riffle/toolkit"
        old = self.path("prefix/lib/")
        for option, printed in (("--toolkit", toolkit), ("--cmake-toolchain", toolkit + "/toolchain.cmake")):
            for more in ([], ["--cuda-version=12"]):
                result = self.read_only(self.moved, self.command, "info", option, *more)
                place = toolkit + "-12" if more else toolkit
                self.assertEqual((result.returncode, result.stdout), (0, printed.replace(toolkit, place) + "\n"), result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1)
                self.assertRegex(result.stderr, rf"^riffle info: warning: cannot write '{re.escape(toolkit)}/lib64/libcudart\.so': Read-only "
                                                rf"file system; programs that g\+\+ links .* look for the runtime in '{old}' until ")
        report = self.read_only(self.moved, self.command, "doctor", "--json")
        (found,) = [one for one in json.loads(report.stdout)["findings"] if one["check"] == "toolkit"]
        self.assertEqual(found["level"], "warning")
        self.assertIn(f"name '{old}'", found["text"])
        self.assertIn(f"-L{self.moved}/lib -l:libcudart.so.13", found["cure"])
        # Once it was written, there is nothing to tell.
        self.run_command([self.command, "info"])
        result = self.read_only(self.moved, self.command, "info", "--toolkit")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        report = self.run_command([self.command, "doctor", "--json"])
        self.assertNotIn("toolkit", [one["check"] for one in json.loads(report.stdout)["findings"]])

    def packed_tree(self):
        """An installation with the layout that packages have, and this machine's clang."""
        tree = self.path("tree")
        shutil.copytree(self.moved + "/lib", tree + "/lib64", symlinks=True)
        shutil.copytree(self.moved + "/bin", tree + "/bin")
        shutil.copytree(self.moved + "/include", tree + "/include")
        os.makedirs(tree + "/llvm/bin")
        os.makedirs(tree + "/lib64/stubs")
        os.symlink(shutil.which("clang++-22") or shutil.which("clang++"), tree + "/llvm/bin/clang++")
        for name in ("libcudart.so", "libcuda.so", "libnvidia-ml.so"):
            os.unlink(f"{tree}/lib64/{name}")
        self.assertEqual(self.run_command([tree + "/bin/riffle", "info", "--toolkit", "--relocatable"]).returncode, 0)
        return tree

    def link_host(self, tree, library):
        self.write("host.cpp", "#include <cuda_runtime.h>\n#include <cstdio>\n"
                               "int main() { int n = 0; cudaGetDeviceCount(&n); std::printf(\"%d\\n\", n); }\n")
        result = self.run_command(["g++", "host.cpp", "-o", "host", f"-I{tree}/include", f"-L{tree}/lib64", "-l" + library])
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_packed_tree_depends_on_no_place_and_is_never_changed(self):
        tree = self.packed_tree()
        contents = lambda: {path: path.read_bytes() for path in Path(tree, "lib64").rglob("*") if path.is_file()}  # noqa: E731
        packed = contents()
        self.run_command([tree + "/bin/riffle", "info"])
        self.assertEqual(contents(), packed)
        os.rename(tree, self.path("elsewhere"))
        tree = self.path("elsewhere")
        result = self.run_command([tree + "/bin/riffle", "info", "--toolkit"])
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, tree + "\n", ""))
        self.assertEqual(list(contents().values()), list(packed.values()))
        for library, name in (("cudart", "LD_LIBRARY_PATH"), ("cudart_static", "LD_LIBRARY_PATH"), ("cudart_static", "CUDA_PATH")):
            self.link_host(tree, library)
            self.assertNotIn("elsewhere", self.run_command(["readelf", "-d", "host"]).stdout)
            value = tree if name == "CUDA_PATH" else tree + "/lib64"
            result = self.run_command([self.path("host")], env={**self.environment, name: value})
            self.assertEqual((result.stdout, result.stderr), ("1\n", ""), library)

    def test_packed_tree_has_no_sanitizers(self):
        tree = self.packed_tree()
        os.symlink("riffle", tree + "/bin/riffle-host-link")
        result = self.run_command([tree + "/bin/riffle-host-link", "-fsanitize=address", "x.o", "-o", "x"])
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, r"^riffle-host-link: the libraries of clang's sanitizers \(-fsanitize\) are not part of [^\n]*\n$")

    def test_packed_tree_that_is_copied_from_where_it_was_packed_for(self):
        tree = self.packed_tree()
        command = [tree + "/bin/riffle", "info", "--toolkit"]
        self.assertEqual(self.run_command([*command, "--prefix", "/opt/riffle"]).returncode, 0)
        result = self.read_only(tree, *command)
        self.assertEqual((result.returncode, result.stdout), (0, tree + "\n"))
        self.assertIn("look for the runtime in '/opt/riffle/lib64/'", result.stderr)
        self.assertEqual(self.run_command(command).stderr, "")
        self.link_host(tree, "cudart")
        self.assertIn("[libcudart.so.13]", self.run_command(["readelf", "-d", "host"]).stdout)

    def test_toolkit_that_is_unpacked_anywhere(self):
        # Prepared for no place, moved, and never touched by riffle: works as other toolkits do.
        result = self.run_command([self.command, "info", "--toolkit", "--relocatable"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        os.rename(self.moved, self.path("here"))
        toolkit = self.path("here/lib/riffle/toolkit")
        self.write("host.cpp", "#include <cuda.h>\n#include <cuda_runtime.h>\n#include <nvml.h>\n#include <cstdio>\n"
                               "int main() { int n = 0; cuInit(0); nvmlInit_v2(); cudaGetDeviceCount(&n);\n"
                               "  std::printf(\"%d\\n\", n); }\n")
        for library in ("cudart", "cudart_static"):
            result = self.run_command(["g++", "host.cpp", "-o", "host", f"-I{toolkit}/include", f"-L{toolkit}/lib64",
                                       "-l" + library, "-lcuda", "-lnvidia-ml"])
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            result = self.run_command([self.path("host")], env=dict(self.environment, LD_LIBRARY_PATH=toolkit + "/lib64"))
            self.assertEqual((result.stdout, result.stderr), ("1\n", ""))

    def test_cccl_in_the_toolkit_is_found(self):
        headers = self.moved + "/lib/riffle/toolkit/include/cccl/cuda/std"
        os.makedirs(headers)
        with open(headers + "/tuple", "w") as file:
            file.write("#define FROM_CCCL 1\n")
        self.write("x.cu", "#include <cuda/std/tuple>\n#ifndef FROM_CCCL\n#error no\n#endif\n")
        result = self.run_command([self.command, "cc", "-c", "x.cu"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_run(self):
        result = self.run_command([self.command, "run", "hello.cu"])
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\n", ""))

    def test_compile_through_a_link_with_own_files_only(self):
        os.symlink(self.command, self.path("link"))
        result = self.run_command([self.path("link"), "cc", "-MD", "-o", "hello", "hello.cu"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.program("hello").stdout, "sum 528\n")
        loaded = self.run_command(["ldd", "hello"]).stdout
        self.assertIn(self.moved + "/lib/libcudart.so.13", loaded)
        rule = self.read("hello.d")
        self.assertIn("riffle/include/cuda_runtime.h", rule)
        for foreign in ("/usr/local/cuda", "/usr/local/include"):
            self.assertNotIn(foreign, rule)


if __name__ == "__main__":
    riffle_case.main()
