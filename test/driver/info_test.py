# SPDX-License-Identifier: Apache-2.0
"""`riffle info` in text and as JSON."""
import json
import os

import riffle_case
from riffle_case import RiffleCase


class Info(RiffleCase):
    def test_json(self):
        result = self.riffle("info", "--json")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        info = json.loads(result.stdout)
        self.assertEqual(info["cuda"], "13.0")
        self.assertEqual(info["cores"], len(os.sched_getaffinity(0)))
        self.assertIn(info["vector_bits"], (128, 256, 512))
        self.assertEqual(info["cache"]["folder"], self.path("cache"))
        self.assertEqual(info["cache"]["programs"], 0)
        self.assertTrue(info["clang"].startswith("22."))
        self.assertTrue(os.path.exists(os.path.join(info["include_folder"], "cuda_runtime.h")))

    def test_devices(self):
        for count in (1, 3):
            environment = dict(self.environment, RIFFLE_DEVICES=str(count))
            info = json.loads(self.riffle("info", "--json", env=environment).stdout)
            self.assertEqual(info["devices_error"], "")
            self.assertEqual(len(info["devices"]), count)
            self.assertEqual(info["devices"][0]["compute_capability"], "8.0")

    def test_cache_is_counted(self):
        self.write("x.cu", "int main() {}\n")
        self.assertEqual(self.riffle("run", "x.cu").returncode, 0)
        info = json.loads(self.riffle("info", "--json").stdout)
        self.assertEqual(info["cache"]["programs"], 1)
        self.assertGreater(info["cache"]["bytes"], 1000)

    def test_text(self):
        result = self.riffle("info")
        self.assertEqual(result.returncode, 0)
        for word in ("Riffle", "CUDA level 13.0", "cores", "vectors", "device 0", "cache"):
            self.assertIn(word, result.stdout)

    def test_wrong_option(self):
        result = self.riffle("info", "--wrong")
        self.assertEqual(result.returncode, 1)
        self.assertIn("--wrong", result.stderr)

    def test_toolkit(self):
        for option, file in (("--toolkit", "bin/nvcc"), ("--cmake-toolchain", "")):
            result = self.riffle("info", option)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertTrue(os.path.exists(os.path.join(result.stdout.rstrip("\n"), file).rstrip("/")), option)
        toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")
        for name in ("include/cuda_runtime.h", "lib64/libcudart.so", "lib64/libcudart_static.a",
                     "lib64/libcudadevrt.a", "lib64/libnvidia-ml.so",
                     "nvvm/libdevice"):
            self.assertTrue(os.path.exists(os.path.join(toolkit, name)), name)
        # What g++ links finds its library at run time, whichever folder was named.
        self.write("x.c", "int nvmlInit_v2(void);\nint main(void) { return nvmlInit_v2(); }\n")
        for folder in ("lib64", "lib64/stubs"):
            made = self.run_command(["gcc", "x.c", "-o", "x", "-L" + os.path.join(toolkit, folder), "-lnvidia-ml"])
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            self.assertEqual(self.program("x").returncode, 0)
        with open(os.path.join(toolkit, "version.json")) as file:
            self.assertEqual(json.load(file)["cuda"]["version"], "13.0.0")
        version = self.run_command([os.path.join(toolkit, "bin/nvcc"), "--version"])
        self.assertIn("release 13.0, V13.0.48", version.stdout)


if __name__ == "__main__":
    riffle_case.main()
