# SPDX-License-Identifier: Apache-2.0
"""`riffle --version` says which commit it was built from; a build without a repository works too."""
import json
import os
import pathlib
import subprocess

import riffle_case
from riffle_case import RiffleCase

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "cmake/commit.cmake"
COMMIT = r"[0-9a-f]{7,40}(-modified)? \d{4}-\d\d-\d\d"


class Version(RiffleCase):
    def git(self, *arguments):
        identity = ("-c", "user.name=a", "-c", "user.email=a@b")
        done = self.run_command(["git", *identity, *arguments])
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def commit(self):
        """What the build would say of the test's folder."""
        done = self.run_command(["cmake", f"-DSOURCE={self.folder}", f"-DOUTPUT={self.path('commit.cpp')}", "-P", str(SCRIPT)])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return self.read("commit.cpp").split('return "')[1].split('"')[0]

    def test_command(self):
        version = self.riffle("--version").stdout
        self.assertRegex(version, rf"^riffle \d+\.\d+\.\d+ \(CUDA 13\.0\)(, commit {COMMIT})?\n$")
        commit = version.strip().partition(", commit ")[2]
        for command in ("info", "doctor"):
            self.assertEqual(json.loads(self.riffle(command, "--json").stdout)["commit"], commit)

    def test_repository(self):
        self.git("init", "-q")
        self.write(".gitignore", "commit.cpp\ntmp\n")
        self.git("add", ".gitignore")
        self.git("commit", "-qm", "first")
        self.git("tag", "v9")
        name = self.git("log", "-1", "--abbrev=12", "--format=%h %cs")
        self.assertEqual(self.commit(), name)
        self.assertRegex(name, COMMIT)
        time = os.stat(self.path("commit.cpp")).st_mtime_ns
        self.assertEqual((self.commit(), os.stat(self.path("commit.cpp")).st_mtime_ns), (name, time))
        self.write(".gitignore", "commit.cpp\ntmp\nmore\n")
        self.assertEqual(self.commit(), name.replace(" ", "-modified "))

    def test_archive(self):
        self.write("cmake/commit.txt", "0123456789ab 2026-01-02\n")
        self.assertEqual(self.commit(), "0123456789ab 2026-01-02")

    def test_plain_copy(self):
        self.write("cmake/commit.txt", "$Format:%h %cs$\n")
        self.assertEqual(self.commit(), "")

    def test_git_archive_names_the_commit(self):
        source = SCRIPT.parent.parent
        if not (source / ".git").exists():
            self.skipTest("the source is not a git repository")
        archive = subprocess.run(["git", "-C", source, "archive", "HEAD", "cmake/commit.txt"], capture_output=True, check=True)
        text = subprocess.run(["tar", "-xO"], input=archive.stdout, capture_output=True, check=True).stdout
        self.assertRegex(text.decode(), rf"^{COMMIT}\n$")


if __name__ == "__main__":
    riffle_case.main()
