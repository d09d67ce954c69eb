# SPDX-License-Identifier: Apache-2.0
"""Packs the tree for pip: the wheel riffle-cuda, which puts `riffle` on the PATH, and riffle-cuda-nvcc, which puts `nvcc` there."""
import base64
import hashlib
import os
import re
import subprocess
import tempfile
import time
import zipfile
from pathlib import Path

import elf
from tree import soname

# Follows from what each file of code is checked for; auditwheel is asked for its opinion (audit.py).
TAG = "py3-none-manylinux_{}_{}_x86_64".format(*elf.PROMISED["GLIBC"])

FIELDS = """\
Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: {summary}
License: Apache-2.0
Platform: linux_x86_64
Requires-Python: >=3.9
"""


class Wheel:
    """A file of the wheel format: https://packaging.python.org/specifications/binary-distribution-format"""

    def __init__(self, folder, name, version, metadata):
        self.stem = f"{name.replace('-', '_')}-{version}"
        self.path = folder / f"{self.stem}-{TAG}.whl"
        self.records = []
        # Files of one source are the same whenever they are packed.
        self.time = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", 315532800)))[:6]
        self.zip = zipfile.ZipFile(self.path, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self.metadata = metadata

    def add(self, name, content, executable=False):
        entry = zipfile.ZipInfo(name, self.time)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if executable else 0o100644) << 16
        self.zip.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.records.append(f"{name},sha256={digest},{len(content)}")

    def script(self, name, content):
        self.add(f"{self.stem}.data/scripts/{name}", content, True)

    def close(self, licence):
        info = f"{self.stem}.dist-info"
        self.add(f"{info}/METADATA", self.metadata.encode())
        self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: riffle\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode())
        self.add(f"{info}/LICENSE", licence)
        self.records.append(f"{info}/RECORD,,")
        self.zip.writestr(zipfile.ZipInfo(f"{info}/RECORD", self.time), "\n".join(self.records) + "\n")
        self.zip.close()


def symbols_of(library, name_of_real, filtee):
    """A library with the symbols of `library`, for linkers: programs that are linked with it need `name_of_real`. Who opens it gets `filtee`, a path
    from its folder: a second copy must not come into a process."""
    listed = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", "--with-symbol-versions", library], check=True,
                            capture_output=True, text=True).stdout
    code, versions = "", {}
    for number, line in enumerate(listed.splitlines()):
        symbol, kind = line.split()[:2]
        if kind not in "TWBDRV":
            continue
        # name@@version for new programs, name@version for old ones: linkers look for both, as other libraries ask for them.
        name, _, version = symbol.partition("@")
        label = name if version.startswith("@") or not version else f"old_{number}"
        names = versions.setdefault(version.lstrip("@"), [])
        if label == name:
            names.append(name)
        else:
            code += f".symver {label},{symbol}\n"
        code += f".globl {label}\n.type {label}, @function\n{label}:\n"
    script = "".join(f"{version} {{ {'global: ' if names else ''}{''.join(name + '; ' for name in names)}}};\n"
                     for version, names in versions.items() if version)
    with tempfile.TemporaryDirectory() as folder:
        assembly, object_file, made, map_file = (Path(folder) / name for name in ("symbols.s", "symbols.o", "symbols.so", "symbols.map"))
        assembly.write_text(f".text\n{code}ret\n.section .note.GNU-stack,\"\",@progbits\n")
        map_file.write_text(script)
        subprocess.run(["as", "-o", object_file, assembly], check=True)
        subprocess.run(["ld", "-shared", "-soname", name_of_real, "--filter", f"$ORIGIN/{filtee}", "-o", made, object_file,
                        *(["--version-script", map_file] if script else [])], check=True)
        return made.read_bytes()


def of_link(path):
    """In the place of a link to a library."""
    return symbols_of(path, path.resolve().name, path.readlink())


def filtee_of(path):
    """The file with the functions of what linkers find as `path`: both lie in lib64, or `path` in its folder stubs."""
    if path.is_symlink():
        return path.resolve().name
    text = subprocess.run(["readelf", "-dW", path], check=True, capture_output=True, text=True).stdout
    return Path(re.search(r"\(FILTER\).*\[(.*)\]", text).group(1)).name


def of_targets(tree):
    """What is in targets/x86_64-linux, which is where Meson looks, in the place of the tree's two links there: path -> content."""
    here = Path("targets/x86_64-linux")
    for path in sorted((tree / "lib64").rglob("*")):
        name = path.relative_to(tree / "lib64")
        if path.suffix == ".a":
            yield here / "lib" / name, path.read_bytes()
        elif path.suffix == ".so" and name.parts[0] != "riffle" and (real := soname(path)) not in (None, path.name):
            up = Path("../" * len((here / "lib" / name).parent.parts))
            yield here / "lib" / name, symbols_of(path, real, up / "lib64" / filtee_of(path))
    for path in sorted((tree / "include").rglob("*")):
        name = path.relative_to(tree)
        # Those of riffle_declared stand before the C++ library's, in the folder of which only `riffle cc` knows.
        if path.is_file() and path.suffix != ".md" and "riffle_declared" not in name.parts:
            up = "../" * len((here / name).parent.parts)
            yield here / name, f'#include "{up}{name}"\n'.encode()


def make(source, tree, starter, version, folder):
    """Both wheels, in `folder`."""
    licence = (source / "LICENSE").read_bytes()
    # An index shows it without the pages that it names.
    readme = re.sub(r"!?\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", (source / "README.md").read_text())
    extras = (f'Provides-Extra: nvcc\nRequires-Dist: riffle-cuda-nvcc=={version}; extra == "nvcc"\n'
              'Provides-Extra: openblas\nRequires-Dist: scipy-openblas32; extra == "openblas"\n')
    fields = FIELDS.format(name="riffle-cuda", version=version, summary="CUDA stream programs on machines without a GPU")
    wheel = Wheel(folder, "riffle-cuda", version, fields + extras + "Description-Content-Type: text/markdown\n\n" + readme)
    for path in sorted((source / "packaging/python/riffle").glob("*.py")):
        wheel.add(f"riffle/{path.name}", path.read_bytes().replace(b"@VERSION@", version.encode()))
    for path, content in of_targets(tree):
        wheel.add(f"riffle/tree/{path}", content)
    # Wheels hold no links: lib, where few look, is not in them.
    for folder_name, _, names in os.walk(tree):
        for path in (Path(folder_name) / name for name in sorted(names)):
            content = of_link(path) if path.is_symlink() else path.read_bytes()
            wheel.add(f"riffle/tree/{path.relative_to(tree)}", content, os.access(path, os.X_OK))
    wheel.script("riffle", starter.read_bytes())
    wheel.close(licence)
    fields = FIELDS.format(name="riffle-cuda-nvcc", version=version, summary="Riffle's compiler under the name nvcc, on the PATH")
    nvcc = Wheel(folder, "riffle-cuda-nvcc", version, fields + f"Requires-Dist: riffle-cuda=={version}\n\n")
    nvcc.script("nvcc", starter.read_bytes())
    nvcc.close(licence)
    return [wheel.path, nvcc.path]
