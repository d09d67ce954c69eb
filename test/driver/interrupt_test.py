# SPDX-License-Identifier: Apache-2.0
"""A compilation that a signal ends leaves no temporary file and no process."""
import glob
import os
import signal
import subprocess

import riffle_case
from riffle_case import RIFFLE, RiffleCase


class Interrupted(RiffleCase):
    def interrupt(self, number, *command, then=()):
        command = command or ("cc", "-o", "x", "x.cu")
        # The source is a pipe that nobody fills: both compilers wait for it, as long as it takes.
        os.mkfifo(self.path("endless.h"))
        self.write("x.cu", "#include \"endless.h\"\nint main() {}\n")
        process = subprocess.Popen([RIFFLE, *command], cwd=self.folder, env=self.environment,
                                   stderr=subprocess.PIPE, text=True)
        # Opening for writing returns when a compiler has opened for reading.
        writer = os.open(self.path("endless.h"), os.O_WRONLY)
        self.addCleanup(os.close, writer)
        for each in (number, *then):
            process.send_signal(each)
        _, messages = process.communicate(timeout=60)
        self.assertIn(-process.returncode, (number, *then))
        self.assertEqual(glob.glob(f"/dev/shm/riffle-*.{process.pid}-*"), [])
        self.assertNotIn("error", messages)
        self.assertEqual(os.listdir(self.temporary), [])
        self.assertFalse(self.exists("x"))
        os.remove(self.path("endless.h"))

    def test_terminated(self):
        self.interrupt(signal.SIGTERM)

    def test_interrupted_from_the_keyboard(self):
        self.interrupt(signal.SIGINT)

    def test_hung_up(self):
        self.interrupt(signal.SIGHUP)

    def test_while_the_first_signal_is_answered(self):
        self.interrupt(signal.SIGTERM, then=(signal.SIGINT, signal.SIGHUP))

    def test_other_commands(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            for command in ("run", "trace", "check", "explore"):
                with self.subTest(command=command, number=number):
                    self.interrupt(number, command, "x.cu")


if __name__ == "__main__":
    riffle_case.main()
