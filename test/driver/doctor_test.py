# SPDX-License-Identifier: Apache-2.0
"""`riffle doctor`: each fault that it names is made, and found."""
import json
import os
import shutil
import subprocess

import riffle_case
from riffle_case import RIFFLE, RiffleCase


class Doctor(RiffleCase):
    def setUp(self):
        super().setUp()
        self.toolkit = subprocess.run([RIFFLE, "info", "--toolkit"], capture_output=True, text=True,
                                      check=True).stdout.strip()
        # A setup in which everything is Riffle's.
        for name in ("CUDA_PATH", "CUDA_HOME", "CUDAToolkit_ROOT", "CUDACXX", "NVCC"):
            self.environment.pop(name, None)
        self.environment["LD_LIBRARY_PATH"] = os.path.join(self.toolkit, "lib64")
        self.environment["PATH"] = ":".join(
            [os.path.join(self.toolkit, "bin"), os.path.dirname(os.path.abspath(RIFFLE)), self.environment["PATH"]])

    def doctor(self, **changes):
        """Findings by check, and the exit code."""
        result = self.riffle("doctor", "--json", env=dict(self.environment, **changes))
        found = {}
        for finding in json.loads(result.stdout)["findings"]:
            found.setdefault(finding["check"], []).append(finding)
        return found, result.returncode

    def assert_warns(self, found, check, *words):
        lines = [f"{f['text']} {f['cure']}" for f in found.get(check, []) if f["level"] == "warning"]
        self.assertTrue(any(all(word in line for word in words) for line in lines), (check, words, found.get(check)))

    def test_everything_is_in_order(self):
        found, code = self.doctor()
        self.assertEqual(code, 0)
        for check in ("installation", "compiler", "commands", "cache", "memory", "processor"):
            self.assertEqual([f["level"] for f in found[check]], ["ok"], found[check])

    def test_text(self):
        result = self.riffle("doctor")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"(?m)^ok +compiler +.*compiled and run$")
        self.assertEqual(result.stderr, "")
        self.assertRegex(result.stdout, r"(?m)^0 errors, \d+ warnings?$")

    def test_another_nvcc(self):
        os.mkdir(self.path("bin"))
        self.write("bin/nvcc", "#!/bin/sh\n")
        os.chmod(self.path("bin/nvcc"), 0o755)
        found, code = self.doctor(PATH=self.path("bin") + ":" + self.environment["PATH"])
        self.assert_warns(found, "commands", self.path("bin/nvcc"), "export PATH=")
        self.assertEqual(code, 0)

    def test_commands_that_start_riffle(self):
        # What Python packages put on the PATH, in a folder whose name has a quote.
        folder = self.path("it's bin")
        os.mkdir(folder)
        for name, command in (("nvcc", os.path.join(self.toolkit, "bin/nvcc")), ("riffle", os.path.abspath(RIFFLE))):
            self.write(os.path.join(folder, name), f'#!/bin/sh\nexec "{command}" "$@"\n')
            os.chmod(os.path.join(folder, name), 0o755)
        found, _ = self.doctor(PATH=folder + ":" + self.environment["PATH"])
        self.assertEqual([f["level"] for f in found["commands"]], ["ok"], found["commands"])

    def test_variables_of_another_toolkit(self):
        found, _ = self.doctor(CUDA_HOME="/usr/local/cuda-1.0", CUDACXX="/usr/local/cuda-1.0/bin/nvcc")
        self.assert_warns(found, "commands", "CUDA_HOME is '/usr/local/cuda-1.0'", "export CUDA_HOME=")
        self.assert_warns(found, "commands", "CUDACXX is", "bin/nvcc")
        found, _ = self.doctor(CUDA_HOME=self.toolkit)
        self.assertEqual([f["level"] for f in found["commands"]], ["ok"])

    def test_variables_of_another_riffle(self):
        other = self.path("other")
        os.makedirs(other + "/bin")
        self.write("other/bin/nvcc", '#!/bin/sh\necho "(this is riffle cc 0.0.1)"\n')
        os.chmod(other + "/bin/nvcc", 0o755)
        found, _ = self.doctor(CUDA_PATH=other, CUDACXX=other + "/bin/nvcc")
        self.assert_warns(found, "commands", f"CUDA_PATH is '{other}', which is a different Riffle installation", "export CUDA_PATH=")
        self.assert_warns(found, "commands", f"CUDACXX is '{other}/bin/nvcc', which is a different Riffle installation")

    def test_a_limit_of_the_address_space(self):
        result = self.run_command(["sh", "-c", 'ulimit -v 4000000; exec "$0" doctor', RIFFLE])
        self.assertRegex(result.stdout, r"(?m)^warning +memory +the address space is limited to 3.8 GiB\n +-> ulimit -v unlimited$")

    def test_libraries_of_another_toolkit(self):
        os.mkdir(self.path("lib"))
        for name in ("libcuda.so.1", "libcudart.so.13"):
            self.write(os.path.join("lib", name), "")
        found, _ = self.doctor(LD_LIBRARY_PATH=self.path("lib") + ":" + self.environment["LD_LIBRARY_PATH"])
        self.assert_warns(found, "loader", self.path("lib/libcuda.so.1"), self.path("lib/libcudart.so.13"),
                          "export LD_LIBRARY_PATH=")

    def test_python_packages(self):
        site = self.path("site/nvidia_cuda_nvrtc-13.0.dist-info")
        os.makedirs(site)
        self.write(os.path.join(site, "METADATA"), "Metadata-Version: 2.1\nName: nvidia-cuda-nvrtc\nVersion: 13.0\n")
        found, _ = self.doctor(PYTHONPATH=self.path("site"))
        self.assert_warns(found, "python", "nvidia-cuda-nvrtc", "pip uninstall")

    def test_openblas(self):
        found, _ = self.doctor(RIFFLE_OPENBLAS=self.path("none.so"))
        self.assert_warns(found, "openblas", f"RIFFLE_OPENBLAS is '{self.path('none.so')}'", "unset RIFFLE_OPENBLAS")
        self.write("some.so", "")
        found, _ = self.doctor(RIFFLE_OPENBLAS=self.path("some.so"))
        self.assertEqual([(f["level"], f["text"]) for f in found["openblas"]], [("ok", self.path("some.so"))])

    def test_options(self):
        found, _ = self.doctor(RIFFLE_WORKERS="many", RIFFLE_DEVICE="2")
        self.assert_warns(found, "options", "RIFFLE_WORKERS", "many")
        self.assert_warns(found, "options", "RIFFLE_DEVICES")

    def test_no_cache(self):
        environment = {k: v for k, v in self.environment.items() if k not in ("HOME", "XDG_CACHE_HOME", "RIFFLE_CACHE_DIR")}
        result = self.riffle("doctor", env=environment)
        self.assertIn(os.path.join(self.temporary, f"riffle-cache-{os.geteuid()}"), result.stdout)
        shutil.rmtree(self.temporary)
        os.mkdir(self.temporary)
        # Somebody else's.
        self.write(os.path.join(self.temporary, f"riffle-cache-{os.geteuid()}"), "")
        result = self.riffle("doctor", env=environment)
        self.assertIn("export RIFFLE_CACHE_DIR=", result.stdout)
        self.assertEqual(result.returncode, 0)

    def test_compiler_is_missing(self):
        # No folder for temporary files: a compilation cannot begin.
        found, code = self.doctor(TMPDIR="/proc/none")
        self.assertEqual((code, found["compiler"][0]["level"]), (1, "error"))

    def test_headers_are_missing(self):
        # An option that takes the C++ library's headers away, as on a machine without g++.
        found, code = self.doctor(NVCC_PREPEND_FLAGS="-Xcompiler -nostdinc++")
        self.assertEqual((code, found["compiler"][0]["level"]), (1, "error"))
        self.assertIn("headers of a C++ standard library are missing", found["compiler"][0]["text"])
        self.assertIn("g++", found["compiler"][0]["cure"])

    def test_wrong_arguments(self):
        for argument in ("--wrong", "x"):
            result = self.riffle("doctor", argument)
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"'{argument}'", result.stderr)


if __name__ == "__main__":
    riffle_case.main()
