# SPDX-License-Identifier: Apache-2.0
"""Files and disks that fail: no space, no right to write, damaged entries of the cache. Programs run all the same,
compiled in memory, and say nothing."""
import json
import os
import subprocess

import riffle_case
from riffle_case import KERNEL, RIFFLE, RiffleCase


class Storage(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("x.cu", KERNEL)
        self.compile("-o", "x", "x.cu")

    def runs(self, command=None, **variables):
        environment = dict(self.environment, **variables)
        result = self.run_command(command or [self.path("x")], env=environment)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\n", ""))

    def entry(self):
        """The only file of the cache of native code."""
        names = [name for name in os.listdir(self.path("cache")) if name.endswith(".so")]
        self.assertEqual(len(names), 1)
        return self.path(os.path.join("cache", names[0]))

    def test_damaged_entries_are_replaced(self):
        self.runs()
        entry = self.entry()
        with open(entry, "rb") as file:
            good = file.read()
        damages = [good[:length] for length in (0, 64, len(good) - 1)] + [good + b"\0"]
        for position in (0, 100, len(good) // 2, len(good) - 40, len(good) - 1):
            flipped = bytearray(good)
            flipped[position] ^= 0x10
            damages.append(bytes(flipped))
        for damage in damages:
            os.chmod(entry, 0o600)
            with open(entry, "wb") as file:
                file.write(damage)
            self.runs()
            with open(entry, "rb") as file:
                self.assertEqual(file.read(), good, f"an entry of {len(damage)} bytes was not replaced")

    def test_something_else_at_an_entrys_place(self):
        self.runs()
        entry = self.entry()
        os.remove(entry)
        os.mkdir(entry)
        self.runs()
        os.rmdir(entry)
        os.symlink("/nonexistent/file", entry)
        self.runs()

    def test_an_entry_that_others_can_write_is_not_loaded(self):
        self.runs()
        entry = self.entry()
        os.chmod(entry, 0o666)
        self.runs()
        self.assertEqual(os.stat(entry).st_mode & 0o022, 0)  # written anew

    def test_a_file_where_the_folder_should_be(self):
        self.write("file", "")
        self.runs(RIFFLE_CACHE_DIR=self.path("file"))
        self.runs([RIFFLE, "run", "x.cu"], RIFFLE_CACHE_DIR=self.path("file"))

    def test_no_home(self):
        for name in ("RIFFLE_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
            self.environment.pop(name, None)
        self.runs()
        self.runs(HOME="/proc")  # nobody can write there, root neither
        self.runs([RIFFLE, "run", "x.cu"], HOME="/proc")

    def on_a_small_disk(self, kilobytes, test):
        """Runs `test` in a child that has a file system of its own, in the folder `small`."""
        os.mkdir(self.path("small"))
        mount = f"mount -t tmpfs -o size={kilobytes}k none {self.path('small')}"
        own = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
        if subprocess.run([*own, mount], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("this machine lets nobody mount a file system")
        return self.run_command([*own, f"{mount} && {test}"])

    def test_no_space_for_the_cache(self):
        self.environment["RIFFLE_CACHE_DIR"] = self.path("small")
        for kilobytes in (4, 12):
            with self.subTest(kilobytes=kilobytes):
                result = self.on_a_small_disk(kilobytes, f"./x && ./x && {RIFFLE} run x.cu && {RIFFLE} run x.cu")
                self.assertEqual((result.returncode, result.stdout, result.stderr), (0, 4 * "sum 528\n", ""))
            os.rmdir(self.path("small"))

    def test_no_space_for_temporary_files(self):
        self.environment.update(TMPDIR=self.path("small"), RIFFLE_CACHE="off")
        for kilobytes in (4, 16):  # for the device's code, for the program
            result = self.on_a_small_disk(kilobytes, f"{RIFFLE} run x.cu")
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, f"riffle cc: cannot write temporary files: no space left on the disk of '{self.path('small')}' "
                                            "(TMPDIR); free some space, or set TMPDIR to a folder on another disk\n")
            os.rmdir(self.path("small"))

    def where_no_program_starts(self, test, **variables):
        """Runs `test` in a child in which the folders `small` and `little` are mounted noexec."""
        own = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
        mount = " && ".join(f"mount -t tmpfs -o noexec none {self.path(name)}" for name in ("small", "little"))
        for name in ("small", "little"):
            os.makedirs(self.path(name), exist_ok=True)
        if subprocess.run([*own, mount], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("this machine lets nobody mount a file system")
        return self.run_command([*own, f"{mount} && {test}"], env={**self.environment, **variables})

    def test_programs_that_cannot_be_started_where_they_are_kept(self):
        small, little = self.path("small"), self.path("little")
        count = "ls -d small/programs/*.inputs small/.cache/riffle/programs/*.inputs 2>/dev/null | wc -l"
        homes = {"RIFFLE_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": small}
        for variables in ({"RIFFLE_CACHE_DIR": small}, homes):
            # They are kept all the same, and started from among temporary files, of which none is left.
            result = self.where_no_program_starts(f"{RIFFLE} run x.cu && {RIFFLE} run x.cu && {count}", **variables)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\nsum 528\n1\n", ""))
            self.assertEqual(os.listdir(self.temporary), [])
        # Temporary files that cannot be started do not matter where the cache keeps programs.
        result = self.where_no_program_starts(f"{RIFFLE} run x.cu && {RIFFLE} run x.cu", TMPDIR=little)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\nsum 528\n", ""))
        # Kernels are loaded everywhere.
        result = self.where_no_program_starts("./x", RIFFLE_CACHE_DIR=small, TMPDIR=little)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "sum 528\n", ""))

    def test_programs_that_can_be_started_nowhere(self):
        small, little = self.path("small"), self.path("little")
        both = (f"riffle run: cannot run 'x': '{small}/programs' (RIFFLE_CACHE_DIR) and '{little}' "
                "(TMPDIR) are mounted noexec; export TMPDIR=FOLDER, a folder of another file system\n")
        result = self.where_no_program_starts(f"{RIFFLE} run x.cu; {RIFFLE} run x.cu", RIFFLE_CACHE_DIR=small, TMPDIR=little)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (126, "", 2 * both))
        result = self.where_no_program_starts(f"{RIFFLE} run x.cu", RIFFLE_CACHE="off", TMPDIR=little)
        self.assertEqual((result.returncode, result.stdout, result.stderr),
                         (126, "", f"riffle run: cannot run 'x': '{little}' (TMPDIR) is mounted noexec, and the program is not in the cache; "
                          "export TMPDIR=FOLDER, a folder of another file system\n"))
        result = self.where_no_program_starts(f"cp x small && {RIFFLE} run small/x")
        self.assertEqual((result.returncode, result.stderr),
                         (126, "riffle run: 'small/x' is on a file system that is mounted noexec; copy it to another one\n"))

    def test_doctor_where_no_program_starts(self):
        def findings(**variables):
            result = self.where_no_program_starts(f"{RIFFLE} doctor --json", **variables)
            found = {each["check"]: each for each in json.loads(result.stdout)["findings"]}
            return found["compiler"], found["cache"], result.returncode
        small, little = self.path("small"), self.path("little")
        compiler, cache, code = findings(TMPDIR=little)
        self.assertEqual((compiler["level"], cache["level"], code), ("warning", "ok", 0))
        self.assertEqual(compiler["text"], f"a small program was compiled but cannot be started in '{little}' (TMPDIR), which is mounted noexec")
        self.assertEqual(compiler["cure"], "export TMPDIR=FOLDER, a folder of another file system")
        compiler, cache, code = findings(RIFFLE_CACHE_DIR=small)
        self.assertEqual((compiler["level"], cache["level"], code), ("ok", "warning", 0))
        self.assertIn(f"'{small}' is mounted noexec: riffle run copies each cached program to '{self.temporary}'", cache["text"])
        compiler, cache, code = findings(RIFFLE_CACHE_DIR=small, TMPDIR=little)
        self.assertEqual((cache["level"], code), ("error", 1))
        self.assertEqual(cache["cure"], "export TMPDIR=FOLDER, a folder of another file system")

    def test_no_space_for_an_object(self):
        result = self.on_a_small_disk(4, f"touch small/y-01234567.o.tmp small/x-0123.o.tmp; {RIFFLE} cc -c -o small/x.o x.cu; "
                                         "echo $?; ls small")
        self.assertEqual(result.stdout, "1\nx-0123.o.tmp\ny-01234567.o.tmp\n")
        self.assertEqual(result.stderr, f"riffle cc: cannot write 'small/x.o': no space left on the disk of '{self.path('small')}' "
                                        "(the output's folder); free some space\n")

    def test_no_space_to_open_a_temporary_file(self):
        self.environment["TMPDIR"] = self.path("small")
        full = 'i=0; while touch "small/$i" 2>/dev/null; do i=$((i + 1)); done; rm small/0'
        os.mkdir(self.path("small"))
        mount = f"mount -t tmpfs -o size=64k,nr_inodes=8 none {self.path('small')}"
        own = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
        if subprocess.run([*own, mount], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("this machine lets nobody mount a file system")
        result = self.run_command([*own, f"{mount} && {full} && {RIFFLE} cc -o small-x x.cu; {RIFFLE} doctor --json >found"])
        self.assertIn(f"no space left on the disk of '{self.path('small')}' (TMPDIR)", result.stderr)
        found = [one for one in json.loads(self.read("found"))["findings"] if one["check"] == "compiler"]
        self.assertEqual([one["level"] for one in found], ["error"])
        self.assertIn("export TMPDIR=FOLDER", found[0]["cure"])

    def test_no_space_for_a_timeline(self):
        result = self.on_a_small_disk(4, f"head -c 100000 /dev/zero > small/full 2> /dev/null; {RIFFLE} trace -o small/t.html ./x; "
                                         "echo $?; ls small")
        self.assertEqual(result.stdout, "sum 528\n1\nfull\n")
        self.assertIn(f"cannot write '{'small/t.html'}': No space left on device", result.stderr)

    def test_no_space_for_precompiled_headers(self):
        self.environment["RIFFLE_CACHE_DIR"] = self.path("small")
        wait = "for i in $(seq 600); do ls small/headers | grep -q seen || break; sleep 0.1; done"  # removed when it has failed
        result = self.on_a_small_disk(400, f"for i in 1 2; do {RIFFLE} cc -c -arch=sm_90 -o x.o x.cu; done; {wait}; ls small/headers")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_no_space_for_findings(self):
        self.environment["RIFFLE_CHECK"] = self.path("small/findings")
        result = self.on_a_small_disk(4, "head -c 100000 /dev/zero > small/full 2> /dev/null; ./x")
        self.assertEqual((result.returncode, result.stdout), (0, "sum 528\n"))
        self.assertEqual(result.stderr, f"riffle: RIFFLE_CHECK: cannot write '{self.path('small/findings')}': "
                                        "No space left on device\n")


if __name__ == "__main__":
    riffle_case.main()
