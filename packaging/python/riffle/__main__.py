# SPDX-License-Identifier: Apache-2.0
"""`python -m riffle` is the command `riffle`."""
import os
import sys

from . import tree

os.execv(tree / "bin" / "riffle", ["riffle", *sys.argv[1:]])
