# SPDX-License-Identifier: Apache-2.0
"""`riffle info` in text and as JSON."""
import json
import os
import shutil
import subprocess
import sys

import riffle_case
from riffle_case import RIFFLE, RiffleCase


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
                     "lib64/libcudadevrt.a", "lib64/libnvidia-ml.so", "lib/libcuda.so.1", "nvvm/libdevice",
                     "targets/x86_64-linux/include/cuda.h", "targets/x86_64-linux/lib/stubs/libcuda.so"):
            self.assertTrue(os.path.exists(os.path.join(toolkit, name)), name)
        # What g++ links finds its library at run time, whichever folder was named.
        self.write("x.c", "int nvmlInit_v2(void);\nint main(void) { return nvmlInit_v2(); }\n")
        for folder in ("lib64", "lib64/stubs"):
            made = self.run_command(["gcc", "x.c", "-o", "x", "-L" + os.path.join(toolkit, folder), "-lnvidia-ml"])
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            self.assertEqual(self.program("x").returncode, 0)
        with open(os.path.join(toolkit, "version.json")) as file:
            self.assertEqual(json.load(file)["cuda"]["version"], "13.0.0")
        with open(os.path.join(toolkit, "version.txt")) as file:
            self.assertEqual(file.read(), "CUDA Version 13.0.48\n")
        version = self.run_command([os.path.join(toolkit, "bin/nvcc"), "--version"])
        self.assertIn("release 13.0, V13.0.48", version.stdout)

    def test_links_of_the_toolkit_are_relative(self):
        toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")
        links = [os.path.join(folder, name) for folder, folders, files in os.walk(toolkit)
                 for name in folders + files if os.path.islink(os.path.join(folder, name))]
        self.assertGreater(len(links), 10)
        for link in links:
            self.assertFalse(os.readlink(link).startswith("/"), link)
            self.assertTrue(os.path.exists(link), link)

    def test_nvcc_is_a_file(self):
        # Tools resolve links, and take the folder of what they find for the toolkit's.
        toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")
        for name in ("nvcc", "riffle-host-link"):
            path = os.path.join(toolkit, "bin", name)
            self.assertEqual(os.path.realpath(path), os.path.join(os.path.realpath(toolkit), "bin", name))
        os.symlink(os.path.join(toolkit, "bin/nvcc"), self.path("cuda-compiler"))
        self.assertIn("release 13.0", self.run_command([self.path("cuda-compiler"), "--version"]).stdout)
        # A copy somewhere else finds riffle in PATH, or says what is missing.
        shutil.copy(os.path.join(toolkit, "bin/nvcc"), self.path("nvcc"))
        environment = dict(self.environment, PATH=os.path.dirname(riffle_case.RIFFLE) + ":/usr/bin:/bin")
        self.assertIn("release 13.0", self.run_command([self.path("nvcc"), "--version"], env=environment).stdout)
        result = self.run_command([self.path("nvcc"), "--version"], env=dict(self.environment, PATH="/nonexistent"))
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("cannot start riffle", result.stderr)

    def test_libraries_that_programs_open_themselves(self):
        # By the names without a version there are libraries for linkers, whose own functions do nothing.
        toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")
        for name, call in (("libcudart.so", "cudaRuntimeGetVersion"), ("libcudart.so.13", "cudaRuntimeGetVersion"),
                           ("libcuda.so", "cuDriverGetVersion"), ("libcuda.so.1", "cuDriverGetVersion"),
                           ("stubs/libcuda.so", "cuDriverGetVersion"),
                           ("libnvidia-ml.so", "nvmlSystemGetCudaDriverVersion"),
                           ("stubs/libnvidia-ml.so", "nvmlSystemGetCudaDriverVersion")):
            self.write("open.py", f"""\
import ctypes
version = ctypes.c_int()
library = ctypes.CDLL("{os.path.basename(name)}")
print(library.{call}(ctypes.byref(version)), version.value)
runtime = ctypes.CDLL("libcudart.so.13")
with open("/proc/self/maps") as file:
    print(len({{line.split()[-1] for line in file if "libcudart.so.13." in line}}))
""")
            folders = [os.path.join(toolkit, "lib64", os.path.dirname(name)), os.path.join(toolkit, "lib64")]
            result = self.run_command([sys.executable, "open.py"],
                                      env=dict(self.environment, LD_LIBRARY_PATH=":".join(folders)))
            self.assertEqual((result.stdout, result.stderr), ("0 13000\n1\n", ""), name)

    def test_packages_for_pkg_config(self):
        if shutil.which("pkg-config") is None:
            self.skipTest("pkg-config is not installed")
        toolkit = self.riffle("info", "--toolkit").stdout.rstrip("\n")
        environment = dict(self.environment, PKG_CONFIG_PATH=toolkit + "/pkgconfig")
        flags = self.run_command(["pkg-config", "--cflags", "--libs", "cudart-13.0", "cuda-13.0", "cublas-13.0"],
                                 env=environment)
        self.assertEqual((flags.returncode, flags.stderr), (0, ""))
        self.write("x.c", "#include <cuda_runtime_api.h>\n#include <cuda.h>\n"
                          "int main(void) { int n = 0; return cudaGetDeviceCount(&n) != 0 || n != 1 || cuInit(0) != 0; }\n")
        made = self.run_command(["gcc", "x.c", "-o", "x", *flags.stdout.split()])
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertEqual(self.program("x").returncode, 0)

    def test_toolkits_at_once(self):
        build = os.path.dirname(os.path.dirname(os.path.realpath(RIFFLE)))
        own = self.path("tree/lib/riffle")
        os.makedirs(own)
        os.mkdir(self.path("tree/bin"))
        riffle = shutil.copy(RIFFLE, self.path("tree/bin/riffle"))
        for folder in ("lib", "lib/riffle"):
            for name in os.listdir(f"{build}/{folder}"):
                if name not in ("riffle", "toolkit", "toolkit-12"):
                    os.symlink(f"{build}/{folder}/{name}", self.path(f"tree/{folder}/{name}"))
        shutil.copytree(f"{build}/lib/riffle/toolkit", own + "/toolkit", symlinks=True)
        os.remove(own + "/toolkit/include")
        os.symlink(os.path.realpath(f"{build}/lib/riffle/toolkit/include"), own + "/toolkit/include")
        for _ in range(6):
            shutil.rmtree(own + "/toolkit-12", ignore_errors=True)
            processes = [subprocess.Popen([riffle, "info", "--toolkit", "--cuda-version=12"], text=True,
                                          env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                         for _ in range(8)]
            self.assertEqual([process.communicate()[1] for process in processes], [""] * 8)

    def test_visible_devices(self):
        self.write("x.cu", "#include <cstdio>\n#include <nvml.h>\nint main() {\n  int count = -1, back = -1;\n"
                           "  std::printf(\"%d\", cudaGetDeviceCount(&count));\n"
                           "  for (int i = 0; i < count; ++i) {\n    char id[20] = \"\"; cudaDeviceGetPCIBusId(id, 20, i);\n"
                           "    cudaDeviceGetByPCIBusId(&back, id); std::printf(\" %s=%d\", id, back);\n  }\n"
                           "  unsigned all = 0; nvmlInit(); nvmlDeviceGetCount(&all); std::printf(\" of %u\", all);\n"
                           "  for (unsigned i = 0; i < all; ++i) {\n    nvmlDevice_t device; nvmlDeviceGetHandleByIndex(i, &device);\n"
                           "    nvmlPciInfo_t pci{}; nvmlDeviceGetPciInfo(device, &pci); std::printf(\" %u\", pci.bus);\n  }\n}\n")
        self.compile("-o", "prog", "x.cu", "-lnvidia-ml")
        for visible, text in (("2,0", "0 0000:03:00.0=0 0000:01:00.0=1 of 3 1 2 3"), ("1,7,2", "0 0000:02:00.0=0 of 3 1 2 3"),
                              ("", "100 of 3 0 0 0"), ("1,1", "100 of 3 0 0 0")):
            environment = dict(self.environment, RIFFLE_DEVICES="3", CUDA_VISIBLE_DEVICES=visible)
            result = self.riffle("run", "./prog", env=environment)
            self.assertEqual((result.stdout, result.stderr), (text, ""))
            found = self.riffle("info", env=environment).stdout.count("multiprocessors")
            self.assertEqual(found, text.count("="))


if __name__ == "__main__":
    riffle_case.main()
