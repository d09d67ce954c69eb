# SPDX-License-Identifier: Apache-2.0
"""usage: pytest_file.py FILE [ARGUMENT OF PYTEST...]

Runs a file of tests."""
import sys

import pytest

sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
