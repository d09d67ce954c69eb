# SPDX-License-Identifier: Apache-2.0
"""Lays out the self-contained tree: an installation, and the clang, lld and LLVM that it uses, as a CUDA toolkit's folder.

Nothing in it names a place, and its only links are the names by which linkers find libraries.
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

LLVM = Path("/usr/lib/llvm-22")

# Headers of clang for other processors and languages, and of libraries that are not here.
FOREIGN_HEADERS = re.compile(
    r"arm|riscv|ppc_|altivec|vecintrin|hexagon|hvx|wasm|hlsl|opencl|amdgpu|amo\.h|sifive|andes|s390|htm|msa\.h|l[as]sx|lsx|larch|"
    r"vel|spirv|__clang_hip|__clang_spirv|ptrauth|bits_svc|ISO_Fortran|fuzzer|orc|profile|sanitizer|xray|zos|llvm_|__llvm"
)
# The packages whose code is in the tree, for their licences.
SOURCES = ["libllvm22", "libclang-common-22-dev", "liblld-22-dev", "libomp-22-dev", "zlib1g-dev", "libzstd-dev", "libfmt-dev",
           "libcli11-dev", "nlohmann-json3-dev", "libxxhash-dev"]
POCKETFFT = Path("/usr/local/include/pocketfft_hdronly.h")  # by scripts/setup


def soname(path):
    text = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=True).stdout
    found = re.search(r"\(SONAME\).*\[(.*)\]", text)
    return found.group(1) if found else None


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target, follow_symlinks=True)


def libraries(installed, tree):
    """Each under the one name that programs load, with a link of the name that linkers look for."""
    lib64 = tree / "lib64"
    replaced = {"libriffle_compiler.so", "libriffle_front.so", "libriffle_clang.so", "libriffle_host_code.so"}
    for path in sorted((installed / "lib").glob("lib*.so*")):
        if path.is_symlink() or path.name in replaced:
            continue
        name = soname(path) or path.name
        copy(path, lib64 / name)
        plain = name[: name.index(".so") + 3]
        # Those of CUDA 12 and TensorRT 11 are for programs that are linked already.
        if plain != name and name != "libcudart.so.12" and not re.match(r"libnv(infer|onnxparser).*\.so\.11$", name):
            (lib64 / plain).symlink_to(name)
    copy(installed / "lib/libcudadevrt.a", lib64 / "libcudadevrt.a")


def toolkit(installed, tree):
    """The rest of the toolkit folder, and the links by which tools find its parts in other places."""
    folder = installed / "lib/riffle/toolkit"
    for path in [*(folder / "bin").iterdir(), *folder.iterdir()]:
        if path.is_file():
            copy(path, tree / path.relative_to(folder))
    for name in ["nvvm", "pkgconfig"]:
        shutil.copytree(folder / name, tree / name)
    for link in (installed / "lib/riffle").glob("*.link"):
        copy(link, tree / "lib64/riffle" / link.name)
    copy(installed / "lib/riffle/trt", tree / "lib64/riffle/trt")
    for module in (installed / "lib/riffle/python").glob("*.py"):
        copy(module, tree / "lib64/riffle/python" / module.name)
    (tree / "lib").symlink_to("lib64")
    (tree / "targets/x86_64-linux").mkdir(parents=True)
    (tree / "targets/x86_64-linux/lib").symlink_to("../../lib64")
    (tree / "targets/x86_64-linux/include").symlink_to("../../include")
    # For `riffle cc` itself, which needs no place in them.
    (tree / "lib64/riffle/link").mkdir()
    for name in ["libcudart.so.13", "libcuda.so.1", "libnvidia-ml.so.1"]:
        (tree / "lib64/riffle/link" / name[: name.index(".so") + 3]).symlink_to(f"../../{name}")
    # The libraries that linkers see in the place of others: made anew, for any place.
    (tree / "lib64/stubs").mkdir()
    for name in ["libcudart.so", "libcuda.so", "libnvidia-ml.so"]:
        (tree / "lib64" / name).unlink()
    subprocess.run([tree / "bin/riffle", "info", "--toolkit", "--relocatable"], check=True, stdout=subprocess.DEVNULL)


def compiler(build, tree):
    own = build / "self-contained"
    copy(own / "lib/libriffle_llvm.so", tree / "lib64/libriffle_llvm.so")
    for name in ["clang++", "ld.lld", "llvm-symbolizer"]:
        copy(own / "bin/riffle_llvm_launcher", tree / "llvm/bin" / name)
        subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/../../lib64", tree / "llvm/bin" / name], check=True)
    headers = LLVM / "lib/clang/22/include"
    shutil.copytree(headers, tree / "llvm/lib/clang/22/include",
                    ignore=lambda folder, names: [n for n in names if Path(folder) == headers and FOREIGN_HEADERS.match(n)])
    # Programs find it by its soname where they find Riffle's libraries, linkers where clang's driver looks.
    copy(LLVM / "lib/libomp.so", tree / "lib64/libomp.so.5")
    (tree / "llvm/lib/libomp.so").symlink_to("../../lib64/libomp.so.5")


def documentation(source, tree):
    """The READMEs, and the pages and examples that they name, as they lie in the repository."""
    here = tree / "share/doc/riffle"
    pages = [path for path in sorted((source / "docs").rglob("*")) if path.suffix in (".md", ".png", ".svg")]
    examples = [path for path in sorted((source / "examples").rglob("*"))
                if path.suffix in (".cu", ".cpp", ".h", ".md") or path.name == "Makefile"]
    for path in [*sorted(source.glob("*.md")), source / "LICENSE", *pages, *examples]:
        copy(path, here / path.relative_to(source))


def licences(source, tree):
    copy(source / "LICENSE", tree / "licenses/riffle")
    for package in SOURCES:
        copy(Path("/usr/share/doc") / package / "copyright", tree / "licenses" / package)
    # The comment at the top of a header that is compiled into libcufft.so.
    text, end, _ = POCKETFFT.read_text().partition("*/")
    (tree / "licenses/pocketfft").write_text(text + end + "\n")


def strip(tree):
    for path in tree.rglob("*"):
        # The linker has stripped the large one.
        if path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF" and path.name != "libriffle_llvm.so":
            subprocess.run(["strip", "--strip-unneeded", path], check=True)


def make(source, build, work, tree):
    """`source`: the repository, `build`: its build folder with the target self_contained made, `work`: a folder for what is in
    between, `tree`: where the tree will be."""
    installed = work / "installed"
    for folder in (installed, tree):
        shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["cmake", "--install", build, "--prefix", installed], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "RIFFLE_CACHE": "off"})
    copy(installed / "bin/riffle", tree / "bin/riffle")
    shutil.copytree(installed / "include", tree / "include")
    libraries(installed, tree)
    compiler(build, tree)
    licences(source, tree)
    documentation(source, tree)
    strip(tree)
    toolkit(installed, tree)


def version_of(build):
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith("CMAKE_PROJECT_VERSION:"):
            return line.split("=", 1)[1]
    raise SystemExit(f"{build}: not a build folder")
