# SPDX-License-Identifier: Apache-2.0
"""Riffle: CUDA stream programs on machines without a GPU. The package holds the command; `python -m riffle` runs it."""
from pathlib import Path

__version__ = "@VERSION@"  # by packaging/wheel.py

#: A CUDA toolkit's folder: bin, include, lib64.
tree = Path(__file__).resolve().parent / "tree"
