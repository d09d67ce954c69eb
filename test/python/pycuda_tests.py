# SPDX-License-Identifier: Apache-2.0
"""usage: pycuda_tests.py FILE [PART/PARTS] [ARGUMENT OF PYTEST...]

Runs a file of PyCUDA's own tests, or every PARTS-th of them from the PART-th on (1 is the first). Those that known_failures.txt
names must fail: one that passes is to be taken off."""
import pathlib
import re
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


class Part:
    def __init__(self, part, parts):
        self.part, self.parts = part, parts

    def pytest_collection_modifyitems(self, items):
        items[:] = items[self.part - 1 :: self.parts]


def main():
    file, *rest = sys.argv[1:]
    plugins = [KnownFailures()]
    if rest and (part := re.fullmatch(r"(\d+)/(\d+)", rest[0])):
        plugins.append(Part(*map(int, part.groups())))
        rest = rest[1:]
    return pytest.main(["-q", "-p", "no:cacheprovider", file, *rest], plugins=plugins)


sys.exit(main())
