# SPDX-License-Identifier: Apache-2.0
"""Asks auditwheel whether wheels run on every system that their names promise. Nothing is excluded: what a wheel needs is in it, or on
every such system.

    audit.py TOOLS WHEEL...     TOOLS: the folder of the virtual environment that has auditwheel, made if it is not there
"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parent / "requirements.txt"


class NotThere(Exception):
    """auditwheel could not be installed."""


def tool(folder):
    """auditwheel, in a virtual environment of the pinned packages."""
    stamp, wanted = folder / "stamp", REQUIREMENTS.read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        for command in ([sys.executable, "-m", "venv", folder],
                        [folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS]):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise NotThere(f"{' '.join(map(str, command))} failed: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
        stamp.write_text(wanted)
    return folder / "bin/auditwheel"


def glibc_of(tag):
    """The oldest glibc that a platform tag promises; none: no glibc at all."""
    found = re.search(r"manylinux_(\d+)_(\d+)_x86_64", tag)
    return tuple(map(int, found.groups())) if found else None


def fault(auditwheel, wheel):
    """Why the wheel must not have its name; empty: it may."""
    done = subprocess.run([auditwheel, "show", "--json", wheel], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return f"{wheel.name}: auditwheel failed: {done.stderr.strip()}"
    found = json.loads(done.stdout)
    oldest, promised = glibc_of(found["overall_tag"]), glibc_of(wheel.name)
    if promised is not None and oldest is not None and oldest <= promised:
        return ""
    why = json.dumps(found["policy_upgrades"].get(f"manylinux_{promised[0]}_{promised[1]}_x86_64", {})) if promised else ""
    return f"{wheel.name}: auditwheel calls it consistent with {found['overall_tag']} only {why}".strip()


def audit(wheels, tools):
    """Faults, a line each. In CI, a machine that cannot ask is one of them; elsewhere it says so."""
    try:
        auditwheel = tool(tools)
    except NotThere as problem:
        text = f"the wheels were not audited: {problem}"
        if os.environ.get("CI"):
            return [text]
        print(f"scripts/package: {text}", file=sys.stderr)
        return []
    return [text for text in (fault(auditwheel, wheel) for wheel in wheels) if text]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    found = audit([Path(word).resolve() for word in sys.argv[2:]], Path(sys.argv[1]).resolve())
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
