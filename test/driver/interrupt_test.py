# SPDX-License-Identifier: Apache-2.0
"""A compilation that a signal ends leaves no temporary file and no process."""
import os
import signal
import subprocess

import riffle_case
from riffle_case import RIFFLE, RiffleCase


class Interrupted(RiffleCase):
    def interrupt(self, number):
        # The source is a pipe that nobody fills: both compilers wait for it, as long as it takes.
        os.mkfifo(self.path("endless.h"))
        self.write("x.cu", "#include \"endless.h\"\nint main() {}\n")
        process = subprocess.Popen([RIFFLE, "cc", "-o", "x", "x.cu"], cwd=self.folder, env=self.environment,
                                   stderr=subprocess.PIPE, text=True)
        # Opening for writing returns when a compiler has opened for reading.
        writer = os.open(self.path("endless.h"), os.O_WRONLY)
        self.addCleanup(os.close, writer)
        process.send_signal(number)
        _, messages = process.communicate(timeout=60)
        self.assertEqual(process.returncode, -number)
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


if __name__ == "__main__":
    riffle_case.main()
