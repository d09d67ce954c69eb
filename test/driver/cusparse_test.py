# SPDX-License-Identifier: Apache-2.0
"""cuSPARSE against plain evaluation (test/cusparse), and as the tools see it; its transcripts are in test/conformance/libraries."""
import pathlib

import riffle_case
from riffle_case import RiffleCase

PROGRAMS = pathlib.Path(__file__).resolve().parents[1] / "cusparse"


class Cusparse(RiffleCase):
    def compare(self, name):
        self.compile("-std=c++17", "-O1", f"-I{PROGRAMS}", str(PROGRAMS / f"{name}.cu"), "-o", name, "-lcusparse")
        result = self.program(name)
        self.assertRegex(result.stdout, r"\A0 of [1-9][0-9]* comparisons wrong\n\Z")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_products(self):
        self.compare("products")


riffle_case.main()
