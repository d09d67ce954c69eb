# SPDX-License-Identifier: Apache-2.0
"""Packs the tree as an archive, and as a package for Debian and Ubuntu that needs none of LLVM's."""
import os
import shutil
import subprocess

CONTROL = """\
Package: riffle
Version: {version}
Architecture: amd64
Maintainer: The Riffle developers
Section: devel
Priority: optional
Installed-Size: {kibibytes}
Depends: libc6 (>= 2.35), libstdc++6 (>= 12), libgcc-s1, g++, libc6-dev
Recommends: libopenblas0-pthread, libgloo0, libturbojpeg0
Description: CUDA stream programs on machines without a GPU
 Compiles CUDA C++ with nvcc's command line, runs it on the processor's cores with CUDA's whole stream model, and finds races
 between streams. It brings its own clang. Not affiliated with NVIDIA.
"""

# They hold for this machine's standard library and compiler. Without them the first compilations take longer.
AFTER_INSTALLATION = """\
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  /opt/riffle/bin/riffle cc --riffle-make-headers || echo "riffle: precompiled headers were not made" >&2
fi
"""
BEFORE_REMOVAL = """\
#!/bin/sh
set -e
rm -rf /opt/riffle/lib64/riffle/headers
"""


def tarball(tree, folder):
    path = folder / f"{tree.name}.tar.xz"
    subprocess.run(["tar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-C", tree.parent, "-cf", path,
                    "-I", "xz -T0 -6", tree.name], check=True)
    return path


def settle(tree, prefix):
    """Writes the libraries for linkers with the place where the tree will be: a package is not moved, and its programs need no setting."""
    subprocess.run([tree / "bin/riffle", "info", "--toolkit", "--prefix", prefix], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "RIFFLE_CACHE": "off"})


def debian_root(tree, work):
    """Everything lies in /opt/riffle, as libcudart.so.13 and cuda.h in /usr would meet those of NVIDIA's own packages."""
    root = work / "debian"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(tree, root / "opt/riffle", symlinks=True)
    settle(root / "opt/riffle", "/opt/riffle")
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/riffle").symlink_to("/opt/riffle/bin/riffle")
    return root


def debian(tree, version, work, folder):
    root = debian_root(tree, work)
    kibibytes = sum(path.lstat().st_size for path in root.rglob("*")) // 1024
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN/control").write_text(CONTROL.format(version=version, kibibytes=kibibytes))
    for name, text in [("postinst", AFTER_INSTALLATION), ("prerm", BEFORE_REMOVAL)]:
        (root / "DEBIAN" / name).write_text(text)
        (root / "DEBIAN" / name).chmod(0o755)
    path = folder / f"riffle_{version}_amd64.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", root, path], check=True, stdout=subprocess.DEVNULL)
    return path
