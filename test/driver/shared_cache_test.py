# SPDX-License-Identifier: Apache-2.0
"""A cache for all users of a machine: what root keeps serves everybody, what others keep serves nobody but them."""
import os
import stat
import subprocess
import time
import unittest

import riffle_case
from riffle_case import KERNEL, RIFFLE, RiffleCase

NOBODY = 65534
OTHER = "-arch=sm_90"  # Riffle comes with headers for other options


@unittest.skipUnless(os.geteuid() == 0, "only root can act as two users")
class SharedCache(RiffleCase):
    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o755)
        os.chmod(self.temporary, 0o1777)
        self.write("x.cu", KERNEL)
        self.cache = self.path("cache")
        os.mkdir(self.cache)
        os.chmod(self.cache, 0o1777)
        if self.as_nobody(RIFFLE, "--version").returncode != 0:
            self.skipTest("another user cannot reach this build")

    def as_nobody(self, *command):
        return subprocess.run(command, cwd=self.folder, env=self.environment, text=True, stdin=subprocess.DEVNULL, user=NOBODY,
                              group=NOBODY, extra_groups=[], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)

    def files(self, owner):
        found = []
        for folder, _, names in os.walk(self.cache):
            found += [os.path.join(folder, name) for name in names if os.stat(os.path.join(folder, name)).st_uid == owner]
        return sorted(found)

    def assert_all_may_read(self, files):
        for path in files:
            if not path.endswith(".seen"):
                self.assertEqual(os.stat(path).st_mode & 0o026, 0o004, path)
                self.assertEqual(os.stat(os.path.dirname(path)).st_mode & 0o005, 0o005, path)

    def run_as_root(self):
        self.assertEqual(self.riffle("run", OTHER, "x.cu").stdout, "sum 528\n")

    def test_a_folder_that_the_user_may_not_search(self):
        private = self.path("private")
        os.mkdir(private, 0o700)
        # Python enters a folder as the user that the child becomes: here the child is there already.
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(private)
        result = subprocess.run([RIFFLE, "run", OTHER, self.path("x.cu")], env=self.environment, text=True, stdin=subprocess.DEVNULL,
                                user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True, timeout=120)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\n", ""))

    def test_what_root_keeps_serves_others(self):
        os.umask(0o077)
        self.addCleanup(os.umask, 0o022)
        self.run_as_root()
        kept = self.files(0)
        self.assertTrue(any("/programs/" in name for name in kept), kept)
        self.assertTrue(any(name.endswith(".so") for name in kept), kept)
        self.assert_all_may_read(kept)
        result = self.as_nobody(RIFFLE, "run", OTHER, "x.cu")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\n", ""))
        self.assertEqual(self.files(NOBODY), [])  # nothing was compiled

    def test_headers_that_root_keeps_serve_others(self):
        for _ in range(2):
            self.compile("-c", "x.cu", OTHER)
        for _ in range(600):
            if sum(name.endswith(".inputs") for name in self.files(0)) == 2:
                break
            time.sleep(0.1)
        self.assert_all_may_read(self.files(0))
        result = self.as_nobody(RIFFLE, "cc", "-c", OTHER, "-o", "tmp/x.o", "x.cu")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.files(NOBODY), [])  # not even a note that these options were seen

    def test_what_others_keep_serves_them_alone(self):
        for _ in range(2):
            self.assertEqual(self.as_nobody(RIFFLE, "run", OTHER, "x.cu").stdout, "sum 528\n")
        theirs = self.files(NOBODY)
        self.assertTrue(any(f"/programs-{NOBODY}/" in name for name in theirs), theirs)
        self.run_as_root()
        self.assertTrue(any("/programs/" in name for name in self.files(0)))
        self.assertEqual(self.files(NOBODY), [name for name in theirs if not name.endswith(".so")])  # replaced by root's

    def test_folders_that_others_have_made_are_not_used(self):
        for name in ("programs", "headers", "toolkit-12"):
            os.mkdir(os.path.join(self.cache, name))
            os.chown(os.path.join(self.cache, name), NOBODY, NOBODY)
        for _ in range(2):
            self.run_as_root()
        for name in ("programs", "headers"):
            self.assertEqual(os.listdir(os.path.join(self.cache, name)), [])
        found = self.riffle("doctor").stdout
        self.assertRegex(found, r"(?m)^warning  cache .*/(headers|programs)' does not belong to root")

    def test_in_a_private_cache_files_are_private(self):
        os.chmod(self.cache, 0o700)
        self.run_as_root()
        for path in self.files(0):
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode) & 0o077, 0, path)


if __name__ == "__main__":
    riffle_case.main()
