# SPDX-License-Identifier: Apache-2.0
"""The Debian package: it holds the whole product, says what it needs, and works from any folder."""
import glob
import os
import subprocess

import riffle_case
from riffle_case import KERNEL, RiffleCase

BUILD = os.environ.get("RIFFLE_BUILD", "")


class Package(RiffleCase):
    def test_package(self):
        subprocess.run(["cpack", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B", self.path("out")], check=True,
                       stdout=subprocess.DEVNULL, env=self.environment, cwd=BUILD)
        (package,) = glob.glob(self.path("out/riffle_*_amd64.deb"))
        depends = subprocess.run(["dpkg-deb", "-f", package, "Depends"], check=True, text=True, stdout=subprocess.PIPE).stdout
        for name in ("clang-22", "lld-22", "llvm-22", "libllvm22", "libclang-cpp22", "libc6", "libfmt", "libstdc++6"):
            self.assertIn(name, depends)
        subprocess.run(["dpkg-deb", "-x", package, self.path("root")], check=True)
        self.assertEqual(os.readlink(self.path("root/usr/bin/riffle")), "/opt/riffle/bin/riffle")
        self.assertEqual(sorted(os.listdir(self.path("root"))), ["opt", "usr"])
        root = self.path("root/opt/riffle")
        for link in glob.glob(os.path.join(root, "lib/riffle/toolkit/*/*")):
            self.assertTrue(os.path.exists(link), link)
        self.assertTrue(os.path.exists(os.path.join(root, "lib/riffle/toolkit/lib64/libcudart.so")))
        self.write("hello.cu", KERNEL)
        result = self.run_command([os.path.join(root, "bin/riffle"), "run", "hello.cu"])
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\n", ""))


if __name__ == "__main__":
    riffle_case.main()
