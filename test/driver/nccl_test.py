#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""NCCL: programs of the folder nccl, each of which checks itself, with devices of one process."""
import os
import subprocess
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

    def test_refusals(self):
        self.build("refusals")
        self.assertEqual(self.with_devices(4, "refusals"), "done\n")


riffle_case.main()
