# SPDX-License-Identifier: Apache-2.0
"""`riffle env`: the environment in which build systems find Riffle, for shells, as JSON, for jobs of GitHub Actions."""
import json
import os
import subprocess

import riffle_case
from riffle_case import RIFFLE, RiffleCase

NAMES = ["CUDA_PATH", "CUDA_HOME", "CUDA_ROOT", "CUDAToolkit_ROOT", "CUDACXX", "PATH", "LD_LIBRARY_PATH"]


class Env(RiffleCase):
    def setUp(self):
        super().setUp()
        self.toolkit = self.riffle("info", "--toolkit").stdout.strip()

    def values(self, **variables):
        result = self.riffle("env", "--json", env={**self.environment, **variables})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)

    def test_json(self):
        values = self.values(PATH=os.environ["PATH"] + ":/a b", LD_LIBRARY_PATH="/x::/y")
        self.assertEqual(list(values), NAMES)
        for name in NAMES[:4]:
            self.assertEqual(values[name], self.toolkit)
        self.assertEqual(values["CUDACXX"], self.toolkit + "/bin/nvcc")
        self.assertTrue(values["PATH"].startswith(self.toolkit + "/bin:"), values["PATH"])
        self.assertTrue(values["PATH"].endswith(":/a b"), values["PATH"])
        folder, rest = values["LD_LIBRARY_PATH"].split(":", 1)
        self.assertTrue(os.path.exists(folder + "/libcudart.so.13"))
        self.assertEqual(rest, "/x:/y")

    def test_its_commands_are_riffles(self):
        environment = {**self.environment, "PATH": "/usr/bin:/bin"}
        script = f'eval "$({RIFFLE} env)" && nvcc --version && riffle --version'
        result = self.run_command(["sh", "-euc", script], env=environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("riffle cc", result.stdout)

    def test_shell(self):
        strange = "it's; $HOME `x` \"y\" *"
        script = f'eval "$({RIFFLE} env)" && eval "$({RIFFLE} env)" && {RIFFLE} env --json'
        result = self.run_command(["sh", "-euc", script], env={**self.environment, "LD_LIBRARY_PATH": strange})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        # The second time changes nothing.
        self.assertEqual(json.loads(result.stdout), self.values(LD_LIBRARY_PATH=strange))
        self.assertTrue(json.loads(result.stdout)["LD_LIBRARY_PATH"].endswith(":" + strange))

    def test_github(self):
        files = {name: self.path(name) for name in ("GITHUB_ENV", "GITHUB_PATH")}
        self.write("GITHUB_ENV", "BEFORE=1\n")
        result = self.riffle("env", "--github", env={**self.environment, **files})
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        lines = self.read("GITHUB_ENV").splitlines()
        self.assertEqual(lines[0], "BEFORE=1")
        self.assertEqual([line.partition("=")[0] for line in lines[1:]], [name for name in NAMES if name != "PATH"])
        # What the last line names is found first.
        self.assertEqual(self.read("GITHUB_PATH").splitlines()[-1], self.toolkit + "/bin")
        result = self.riffle("env", "--github", env={**self.environment, **files, "GITHUB_ENV": self.path("none/x")})
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, f"riffle env: cannot write '{self.path('none/x')}' (GITHUB_ENV): No such file or directory\n")

    def test_wrong_words(self):
        environment = {name: value for name, value in self.environment.items() if not name.startswith("GITHUB_")}
        for words, text in ((["--github"], "--github works only in a step of GitHub Actions: GITHUB_ENV is not set"),
                            (["--jsn"], "unknown option '--jsn'"), (["bash"], "unknown argument 'bash'"),
                            (["--json", "--github"], "expected one of --json and --github, got both")):
            result = self.riffle("env", *words, env=environment)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertTrue(result.stderr.startswith(f"riffle env: {text}"), result.stderr)

    def test_help(self):
        self.assertIn("\n    env\n", self.riffle("--help").stdout)
        self.assertIn("--github", self.riffle("env", "--help").stdout)
        self.assertEqual(self.riffle("help", "env").stdout, self.riffle("env", "--help").stdout)

    def test_a_full_disk(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([RIFFLE, "env"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot write to standard output", result.stderr)


if __name__ == "__main__":
    riffle_case.main()
