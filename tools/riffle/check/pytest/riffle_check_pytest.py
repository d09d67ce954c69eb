# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest: under `riffle check pytest` a test during which a finding is made fails, with the finding in its report."""
import ctypes
import json
import os
import subprocess
import tempfile

import pytest

FINDINGS = os.environ.get("RIFFLE_CHECK")
REPORTER = json.loads(os.environ.get("RIFFLE_CHECK_REPORTER", "[]"))


class Findings:
    """What the process adds to the file that all checked processes write."""

    def __init__(self):
        self.at = os.path.getsize(FINDINGS)

    def next(self):
        """The report of what is new; empty if there is no error in it."""
        wait_for_devices()
        with open(FINDINGS, "rb") as file:
            file.seek(self.at)
            new = file.read()
        whole = new[:new.rfind(b"\n") + 1]
        self.at += len(whole)
        own = [line for line in whole.splitlines() if b'"severity"' in line and json.loads(line).get("process") == os.getpid()]
        return report_of(own) if own else ""


def wait_for_devices():
    """What kernels touch is known when they have run."""
    try:
        library = ctypes.CDLL("libcuda.so.1", mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
    except OSError:
        return  # CUDA is not used yet
    library.cuCtxSynchronize()


def fail_by(outcome, failure):
    if hasattr(outcome, "force_exception"):
        outcome.force_exception(failure)
    else:  # pluggy before 1.1, as Debian 12 has it
        outcome._excinfo = (type(failure), failure, None)


def report_of(lines):
    with tempfile.TemporaryDirectory() as folder:
        raw, report = os.path.join(folder, "findings"), os.path.join(folder, "report.json")
        with open(raw, "wb") as file:
            file.write(b"\n".join([b'{"began":true}', *lines, b'{"ended":true}', b""]))
        environment = {name: value for name, value in os.environ.items() if name not in ("RIFFLE_CHECK", "LD_PRELOAD")}
        done = subprocess.run([*REPORTER, "--json", report, "--from", raw], env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr
        with open(report) as file:
            has_errors = json.load(file)["summary"]["errors"] != 0
    return done.stderr if has_errors else ""


if FINDINGS and REPORTER:
    findings = Findings()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(item):
        findings.next()  # what fixtures have done before is not this test's
        outcome = yield
        text = findings.next()
        if not text:
            return
        if outcome.excinfo is None:
            fail_by(outcome, pytest.fail.Exception(text.rstrip(), pytrace=False))
        else:
            item.add_report_section("call", "riffle check", text)
