# SPDX-License-Identifier: Apache-2.0
"""usage: pycuda_tests.py FILE [ARGUMENT OF PYTEST...]

Runs a file of PyCUDA's own tests. Those that known_failures.txt names must fail: one that passes is to be taken off."""
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent


class KnownFailures:
    def __init__(self):
        lines = (HERE / "known_failures.txt").read_text().splitlines()
        self.reasons = dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))

    def pytest_collection_modifyitems(self, items):
        for item in items:
            reason = self.reasons.get(f"{item.path.stem}::{item.name}")
            if reason is not None:
                item.add_marker(pytest.mark.xfail(reason=reason, strict=True))


sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[KnownFailures()]))
