#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: environment.py FOLDER REQUIREMENTS

Makes the virtual environment FOLDER with packages. Does nothing when it already exists. Exit code 77 when the package index
cannot be reached."""
import hashlib
import pathlib
import shutil
import subprocess
import sys

UNREACHABLE = ("Temporary failure in name resolution", "Network is unreachable", "Connection refused", "ConnectTimeoutError",
               "NameResolutionError", "NewConnectionError")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode == 0:
        return
    print(done.stdout[-4000:])
    if any(sign in done.stdout for sign in UNREACHABLE):
        print("the package index cannot be reached: nothing is tested with ONNX Runtime")
        sys.exit(77)
    sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}")


def main(folder, requirements):
    folder = pathlib.Path(folder)
    key = hashlib.sha256((sys.version + pathlib.Path(requirements).read_text()).encode()).hexdigest()
    stamp = folder / "stamp"
    if stamp.exists() and stamp.read_text() == key:
        return
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--only-binary", ":all:", "-r", requirements)
    stamp.write_text(key)


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
