#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: run.py RIFFLE [ATTACK...]
Compiles the attacks with `riffle cc` and runs each in a process of its own: it must end with 0, in time, and say nothing."""
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ["main.cu", "processes.cu", "threads.cu", "unloading.cu", "sharing.cu"]
SECONDS = 120


def compile_all(riffle, folder):
    common = [riffle, "cc", "-std=c++17", "-O1", "-lcuda", "-lpthread", "-ldl"]
    sources = [HERE / name for name in SOURCES]
    subprocess.run([*common, "-o", folder / "attacks", *sources], check=True)
    subprocess.run([*common, "-shared", "-Xcompiler", "-fPIC", "-o", folder / "libplugin.so", HERE / "plugin.cu"], check=True)


def run(folder, name, environment):
    try:
        ended = subprocess.run([folder / "attacks", name], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired as late:
        return f"does not end within {SECONDS} s; {(late.stderr or b'').decode()[-500:]}"
    if ended.returncode == 0 and not ended.stdout and not ended.stderr:
        return None
    return f"exit code {ended.returncode}\n{ended.stdout[-1000:]}{ended.stderr[-1000:]}"


def main():
    riffle, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    with tempfile.TemporaryDirectory(prefix="attacks-") as name:
        folder = pathlib.Path(name)
        compile_all(riffle, folder)
        environment = dict(os.environ, RIFFLE_CACHE_DIR=str(folder / "cache"))
        listed = subprocess.run([folder / "attacks"], capture_output=True, text=True, check=True).stdout.split()
        failed = 0
        for attack in wanted or sorted(listed):
            fault = run(folder, attack, environment)
            print(f"{attack}: {'ok' if fault is None else fault}", flush=True)
            failed += fault is not None
    return failed != 0


sys.exit(main())
