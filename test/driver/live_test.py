# SPDX-License-Identifier: Apache-2.0
"""`riffle trace --live`: what is shown of a program while it runs, on a terminal and elsewhere, and its output after it."""
import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios

import riffle_case
from riffle_case import RIFFLE, RiffleCase

# Runs until somebody writes to the pipe that it is given.
PROGRAM = """\
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
__global__ void scale(float* x) { x[threadIdx.x] *= 2; }
static void hold(void* path) { char c; int pipe = open((const char*)path, O_RDONLY); (void)!read(pipe, &c, 1); close(pipe); }
int main(int, char** arguments) {
  float* device;
  cudaMalloc(&device, 8 << 20);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t done;
  cudaEventCreate(&done);
  std::puts("on standard output");
  std::fputs("on standard error\\n", stderr);
  cudaMemsetAsync(device, 0, 1 << 20, a);
  cudaLaunchHostFunc(a, hold, arguments[1]);
  cudaEventRecord(done, a);
  cudaStreamWaitEvent(b, done);
  scale<<<1, 32, 0, b>>>(device);
  std::fflush(stdout);
  cudaDeviceSynchronize();
  std::puts("the end");
  return 5;
}
"""


class Live(RiffleCase):
    def setUp(self):
        super().setUp()
        self.write("x.cu", PROGRAM)
        os.mkfifo(self.path("pipe"))

    def let_go(self):
        with open(self.path("pipe"), "w") as pipe:
            pipe.write("x")

    def start(self, *options, **more):
        process = subprocess.Popen([RIFFLE, "trace", *options, "./prog", "pipe"], cwd=self.folder,
                                   stdin=subprocess.DEVNULL, **more)
        self.addCleanup(process.kill)
        return process

    def test_a_program_that_runs(self):
        self.compile("-o", "prog", "x.cu")
        self.look_at_lines()
        self.look_at_the_view()

    def look_at_lines(self):
        """Where there is no terminal, or one that cannot move its cursor."""
        for terminal in ("xterm", "dumb"):
            process = self.start("--live=0.05", "-o", "x.json", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env=dict(self.environment, TERM=terminal))
            said = ""
            line = "-"
            while not ("1 operations done, 2 queued" in line and ": host function" in line):
                line = process.stderr.readline()
                self.assertNotEqual(line, "", said)
                said += line
            self.assertRegex(line, r"stream \d: waits for an event of stream \d, ")
            self.assertIn("memory 8.00 MiB", line)
            self.let_go()
            output, rest = process.communicate()
            self.assertEqual((process.returncode, output), (5, "on standard output\nthe end\n"))
            self.assertIn("on standard error\n", said + rest)
            self.assertIn("3 operations done, 0 queued", rest)
            self.assertNotIn("\x1b", said + rest)
            self.assertIn('"memset"', self.read("x.json"))

    def look_at_the_view(self):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 90, 0, 0))
        process = self.start("--live=0.05", stdout=theirs, stderr=theirs, env=dict(self.environment, TERM="xterm"))
        os.close(theirs)
        shown = b""

        def frames():
            return shown.split(b"\x1b[H")[1:]

        def read():
            nonlocal shown
            try:
                piece = os.read(ours, 65536)
            except OSError:
                piece = b""
            shown += piece
            return piece

        def read_until(holds):
            while len(frames()) < 2 or not holds(frames()[-2]):
                self.assertTrue(read(), shown)
                self.assertLess(len(frames()), 1000, frames()[-2:])

        # The last of what leads to this is that the host waits.
        read_until(lambda frame: b"cudaDeviceSynchronize" in frame and b" host function" in frame)
        frame = frames()[-2].replace(b"\x1b[K", b"").replace(b"\r", b"").split(b"\x1b[J")[0].decode().split("\n")
        self.assertLessEqual(len(frame), 20)
        self.assertLessEqual(max(map(len, frame)), 90)
        self.assertIn("./prog pipe", frame[0])
        self.assertIn("1 done, 2 queued", frame[1])
        self.assertTrue(any(line.startswith("stream ") and "host function" in line for line in frame), frame)
        self.assertTrue(any(line.startswith("stream ") and "waits for an event of" in line for line in frame), frame)
        self.assertTrue(any(line.startswith("main ") and "cudaDeviceSynchronize" in line for line in frame), frame)
        # A smaller window has less in it.
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 4, 30, 0, 0))
        process.send_signal(signal.SIGWINCH)
        read_until(lambda frame: frame.count(b"\n") == 3)
        self.assertNotIn(b"STREAM", frames()[-2])
        self.let_go()
        while read():
            pass
        self.assertEqual(process.wait(), 5)
        os.close(ours)
        # The usual screen has all that the program has written, in its order, and how it ended.
        self.assertEqual(shown.count(b"\x1b[?1049h"), 1)
        before, rest = shown.replace(b"\r", b"").split(b"\x1b[?1049h")
        self.assertEqual(rest.count(b"\x1b[?1049l"), 1)
        written = (before + rest.split(b"\x1b[?1049l")[1]).decode()
        self.assertRegex(written, r"^on standard error\non standard output\nthe end\nriffle trace: .*: 3 operations done.*\n$"
                         if "error\non" in written else
                         r"^on standard output\non standard error\nthe end\nriffle trace: .*: 3 operations done.*\n$")

    def test_what_needs_no_view(self):
        process = self.riffle("trace", "--live=0.05", "/bin/sh", "-c", "echo only this; exit 4")
        self.assertEqual((process.returncode, process.stdout, process.stderr), (4, "only this\n", ""))
        for words, text in ((("--live=0", "./prog"), "from 0.01 to 3600"), (("--live", "--recording", "x"), "--live cannot be combined with --recording")):
            process = self.riffle("trace", *words)
            self.assertEqual(process.returncode, 1)
            self.assertIn(text, process.stderr)


if __name__ == "__main__":
    riffle_case.main()
