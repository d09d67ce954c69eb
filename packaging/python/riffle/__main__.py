# SPDX-License-Identifier: Apache-2.0
"""`python -m riffle env` prints what makes programs find Riffle as a CUDA toolkit; anything else is the command `riffle`."""
import os
import sys

from . import tree
from .environment import main

if sys.argv[1:2] == ["env"]:
    sys.exit(main(sys.argv[2:]))
os.execv(tree / "bin" / "riffle", ["riffle", *sys.argv[1:]])
