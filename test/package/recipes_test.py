#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the recipes of docs/ci.md: the action's installation, then each `run:` step, in projects under recipes/.

    recipes_test.py FOLDER     that of the packages, build/package

GitHub's part is played by the files that GITHUB_ENV, GITHUB_PATH and GITHUB_OUTPUT name.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
PACKAGES = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else SOURCE / "build/package"
FOREIGN = ("CUDA_PATH", "CUDA_HOME", "CUDA_ROOT", "CUDAToolkit_ROOT", "CUDACXX", "LD_LIBRARY_PATH", "PYTHONPATH")


def recipes():
    """Name -> the shell texts of its steps, in order."""
    found = {}
    for block in re.findall(r"^```yaml\n(.*?)^```", (SOURCE / "docs/ci.md").read_text(), re.MULTILINE | re.DOTALL):
        name = re.match(r"# recipe: (\w+)\n", block)
        if name:
            found[name.group(1)] = steps_of(block.splitlines())
    return found


def steps_of(lines):
    steps = []
    for at, line in enumerate(lines):
        run = re.match(r"( +)run: (.*)", line)
        if not run:
            continue
        if run.group(2) != "|":
            steps.append(run.group(2))
            continue
        inside = []
        for below in lines[at + 1:]:
            if below.strip() and not below.startswith(run.group(1) + "  "):
                break
            inside.append(below.strip())
        steps.append("\n".join(inside))
    return steps


class Runner:
    """What a job on a runner has: files for the environment of later steps, and a temporary folder with a blank in its name."""

    def __init__(self, folder):
        self.folder = folder
        self.files = {name: folder / name.lower() for name in ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT")}
        for path in self.files.values():
            path.touch()
        temporary = folder / "runner temp"
        temporary.mkdir()
        self.base = {k: v for k, v in os.environ.items() if k not in FOREIGN and not k.startswith("RIFFLE_")}
        self.base.update({name: str(path) for name, path in self.files.items()}, RUNNER_TEMP=str(temporary), CI="true",
                         RIFFLE_ACTION_PIP_OPTIONS="--no-index --no-deps")

    def environment(self):
        result = dict(self.base)
        for line in self.files["GITHUB_ENV"].read_text().splitlines():
            name, _, value = line.partition("=")
            result[name] = value
        added = self.files["GITHUB_PATH"].read_text().splitlines()
        result["PATH"] = ":".join([*reversed(added), result["PATH"]])
        return result

    def run(self, text, folder=None, **more):
        return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text], cwd=folder or self.folder,
                              env=dict(self.environment(), **more), capture_output=True, text=True, timeout=600)


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="recipes-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.runner = Runner(cls.folder)
        (wheel,) = PACKAGES.glob("riffle_cuda-*.whl")
        done = cls.runner.run(f"'{SOURCE}/packaging/action/install'", RIFFLE_ACTION_PACKAGE=str(wheel))
        assert done.returncode == 0, done.stdout + done.stderr

    def steps(self, name):
        """Runs the steps of a recipe in its project; what the last one printed."""
        project = self.folder / name
        shutil.copytree(HERE / "recipes" / name, project)
        steps = recipes()[name]
        self.assertTrue(steps)
        for step in steps:
            done = self.runner.run(step, project)
            self.assertEqual(done.returncode, 0, f"{step}\n{done.stdout}\n{done.stderr}")
        return done

    def test_outputs(self):
        outputs = dict(line.split("=", 1) for line in self.runner.files["GITHUB_OUTPUT"].read_text().splitlines())
        self.assertTrue((Path(outputs["toolkit"]) / "bin/nvcc").exists())
        self.assertRegex(outputs["version"], r"^\d+\.\d+\.\d+")

    def test_cmake(self):
        self.steps("cmake")

    def test_make(self):
        self.assertIn("right", self.steps("make").stdout)

    def test_pytest(self):
        if self.runner.run("python3 -m pip download --quiet --no-deps --dest wheels pytest").returncode != 0:
            self.skipTest("PyPI cannot be reached, and the recipe installs pytest")
        self.assertIn("1 passed", self.steps("pytest").stdout)

    def test_a_pattern_in_a_folder_that_is_named_like_a_wheel(self):
        with tempfile.TemporaryDirectory() as folder:
            runner = Runner(Path(folder))
            wheels = Path(folder) / "riffle_cuda-wheels"
            wheels.mkdir()
            for wheel in PACKAGES.glob("riffle_cuda*.whl"):
                os.symlink(wheel, wheels / wheel.name)
            done = runner.run(f"'{SOURCE}/packaging/action/install'", RIFFLE_ACTION_PACKAGE=f"{wheels}/riffle_cuda-*.whl")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("riffle cc", runner.run("nvcc --version").stdout)
            # Which pip cannot fetch without an index.
            done = runner.run(f"'{SOURCE}/packaging/action/install'", RIFFLE_ACTION_PACKAGE=f"{wheels}/riffle_cuda-*.whl",
                              RIFFLE_ACTION_OPENBLAS="true")
            self.assertIn("pip could not install", done.stdout)
            self.assertIn("scipy-openblas32", done.stdout)
            done = runner.run(f"'{SOURCE}/packaging/action/install'", RIFFLE_ACTION_PACKAGE=f"{wheels}/riffle_cuda*.whl")
            self.assertIn(f"expected one wheel that '{wheels}/riffle_cuda*.whl' matches, found 2", done.stdout)

    def test_a_wheel_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            (wheel,) = PACKAGES.glob("riffle_cuda-*.whl")
            runner = Runner(Path(folder))
            brackets = Path(folder) / "wheels [1]"
            brackets.mkdir()
            os.symlink(wheel, brackets / wheel.name)
            done = runner.run(f"'{SOURCE}/packaging/action/install'", RIFFLE_ACTION_PACKAGE=str(brackets / wheel.name), RIFFLE_ACTION_NVCC="false")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("riffle ", runner.run("riffle --version").stdout)
            self.assertNotIn(folder, runner.run("command -v nvcc || true").stdout)

    def test_later_steps_keep_their_python(self):
        for command in ("python3", "pip3"):
            where = shutil.which(command, path=self.runner.base["PATH"]) or ""
            self.assertEqual(self.runner.run(f"command -v {command} || true").stdout.strip(), where)

    def test_wrong_inputs(self):
        for more, text in (({"RIFFLE_ACTION_DEVICES": "many"}, "expected a number of devices from 1 to 64, got 'many'"),
                           ({"RIFFLE_ACTION_DEVICES": "65"}, "expected a number of devices from 1 to 64, got '65'"),
                           ({"RIFFLE_ACTION_NVCC": "yes"}, "expected true or false for nvcc, got 'yes'"),
                           ({"RIFFLE_ACTION_OPENBLAS": "1"}, "expected true or false for openblas, got '1'"),
                           ({"RIFFLE_ACTION_PACKAGE": "no-such-wheel.whl"}, "there is no wheel 'no-such-wheel.whl'"),
                           ({"RIFFLE_ACTION_PACKAGE": "no-such-package"}, "pip could not install"),
                           ({"RIFFLE_ACTION_PACKAGE": "dist/riffle-0.2.0-linux-x86_64.tar.xz"},
                            "pip does not install the archive 'dist/riffle-0.2.0-linux-x86_64.tar.xz': unpack it"),
                           ({"RIFFLE_ACTION_PACKAGE": "riffle_0.2.0_amd64.deb"},
                            "pip does not install the Debian package './riffle_0.2.0_amd64.deb': install it")):
            done = self.runner.run(f"'{SOURCE}/packaging/action/install'", **more)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stdout, f"(?m)^::error title=Riffle::.*{re.escape(text)}")


if __name__ == "__main__":
    unittest.main()
