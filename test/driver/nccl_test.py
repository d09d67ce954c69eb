#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""NCCL: programs of the folder nccl, each of which checks itself, with devices of one process."""
import os
import shutil
import unittest

import riffle_case
from riffle_case import RiffleCase

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "nccl")


class Nccl(RiffleCase):
    def build(self, name, *options):
        self.compile("-std=c++20", os.path.join(HERE, name + ".cu"), "-o", name, "-lnccl", *options)

    def with_devices(self, devices, name, *arguments, **environment):
        """What the program prints on stdout; it must succeed, and soon."""
        result = self.run_command([self.path(name), *arguments],
                                  env=dict(self.environment, RIFFLE_DEVICES=str(devices), **environment))
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        return result.stdout

    def test_collectives(self):
        self.build("collectives")
        # Some types at a time: the first run compiles their kernels.
        for first in range(0, 12, 3):
            for ranks in ("1", "2", "3", "4", "8"):
                with self.subTest(ranks=ranks, first=first):
                    self.assertEqual(self.with_devices(8, "collectives", ranks, str(first), str(first + 2)), "0 failures\n")

    def test_threads(self):
        self.build("threads")
        for ranks in ("2", "4", "8"):
            with self.subTest(ranks=ranks):
                self.assertEqual(self.with_devices(8, "threads", ranks), "done\n")

    def test_graphs(self):
        self.build("graphs")
        self.assertEqual(self.with_devices(3, "graphs"), "done\n")
        # A graph tells nobody that it has come to a call: streams behind it are taken to be ordered.
        result = self.riffle("check", "--tool", "race", self.path("graphs"), env=dict(self.environment, RIFFLE_DEVICES="3"))
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "done\n", "riffle check: 0 errors\n"))

    def test_check(self):
        """Ranks' parts are kernels in their streams, and a collective orders these."""
        self.build("races", "-g")
        environment = dict(self.environment, RIFFLE_DEVICES="2")
        found = {}
        for what in ("clean", "early", "late"):
            result = self.riffle("check", self.path("races"), what, env=environment)
            found[what] = result.stderr.splitlines()
            self.assertEqual(found[what] == ["riffle check: 0 errors"], what == "clean", result.stderr)
        # What the collective reads too early may also be memory that nothing has written yet: that is told first then.
        self.assertTrue(any("kernel produce(float*) and kernel void ncclAllReduceKernel<float, nccl::Sum>" in line
                            for line in found["early"]), found["early"])
        self.assertTrue(any("race: " in line and "kernel void ncclAllReduceKernel<float, nccl::Sum>" in line for line in found["late"]), found["late"])
        # The program's line, not the library's.
        calls = [line for line in found["early"] + found["late"] if "called at" in line]
        self.assertTrue(all(" in main" in line and "races.cu" in line for line in calls), calls)

    def test_check_of_threads(self):
        """Streams that wait for words are taken to be ordered: nothing is found in what is right."""
        self.build("threads")
        result = self.riffle("check", "--tool", "race", self.path("threads"), "3",
                             env=dict(self.environment, RIFFLE_DEVICES="3"))
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "done\n", "riffle check: 0 errors\n"))

    def test_trace(self):
        self.build("races")
        result = self.riffle("trace", "--stats", self.path("races"), "clean", env=dict(self.environment, RIFFLE_DEVICES="2"))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout + result.stderr, " 2 .*ncclAllReduceKernel<float, nccl::Sum>")

    def test_refusals(self):
        self.build("refusals")
        self.assertEqual(self.with_devices(4, "refusals"), "done\n")

    @unittest.skipUnless(os.path.exists(os.path.join(os.environ.get("RIFFLE_BUILD", ""), "lib", "libriffle_gloo.so")),
                         "this build has no Gloo")
    def test_processes(self):
        self.build("processes")
        for what in ("work", "graph", "parts"):
            for processes, devices in (("2", "1"), ("4", "1"), ("2", "2")):
                with self.subTest(what=what, processes=processes, devices=devices):
                    self.assertEqual(self.with_devices(2, "processes", processes, devices, what), "0 processes failed\n")
        for what in ("aborted", "different", "leaves"):
            with self.subTest(what=what):
                self.assertEqual(self.with_devices(1, "processes", "3", "1", what), "0 processes failed\n")
        lines = self.with_devices(1, "processes", "3", "1", "killed").splitlines()
        self.assertEqual(sorted(lines), ["0 processes failed", "rank 0 goes on", "rank 1 goes on"])

    @unittest.skipUnless(os.path.exists(os.path.join(os.environ.get("RIFFLE_BUILD", ""), "lib", "libriffle_gloo.so")),
                         "this build has no Gloo")
    def test_check_of_processes(self):
        """The library's messages are not the program's accesses, and a collective orders streams of all ranks."""
        self.build("processes")
        for what in ("work", "graph", "parts"):
            with self.subTest(what=what):
                result = self.riffle("check", "--tool", "mem,race,api", self.path("processes"), "2", "1", what,
                                     env=dict(self.environment, RIFFLE_DEVICES="1"))
                self.assertEqual((result.returncode, result.stdout, result.stderr),
                                 (0, "0 processes failed\n", "riffle check: 0 errors in 3 processes\n"))

    def test_without_gloo(self):
        """One sentence says what is missing."""
        self.build("processes")
        folder = self.path("lib")
        os.mkdir(folder)
        library = os.path.join(os.environ["RIFFLE_BUILD"], "lib", "libnccl.so.2")
        shutil.copy(library, folder)
        result = self.run_command([self.path("processes"), "2", "1", "work"],
                                  env=dict(self.environment, LD_PRELOAD=os.path.join(folder, "libnccl.so.2")))
        self.assertIn("ranks of several processes need Gloo", result.stdout)
        self.assertIn("2 processes failed", result.stdout)


riffle_case.main()
