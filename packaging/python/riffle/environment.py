# SPDX-License-Identifier: Apache-2.0
"""The environment in which build systems and packages take Riffle for a CUDA toolkit."""
import argparse
import json
import os
import shlex

from . import tree


def values():
    """Variable -> its value; those of lists come before what is there."""
    root = str(tree)
    toolchain = {
        "CUDA_PATH": root,  # CMake's FindCUDAToolkit, CuPy, cuda-core
        "CUDA_HOME": root,  # Numba, PyTorch's and Python's extensions
        "CUDA_ROOT": root,  # PyCUDA
        "CUDAToolkit_ROOT": root,
        "CUDACXX": str(tree / "bin" / "nvcc"),  # CMake's language CUDA
    }
    lists = {"PATH": str(tree / "bin"), "LD_LIBRARY_PATH": str(tree / "lib64")}
    return toolchain, lists


def joined(name, first):
    """`first` in front of the variable's present value, once."""
    rest = [part for part in os.environ.get(name, "").split(os.pathsep) if part and part != first]
    return os.pathsep.join([first, *rest])


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="python -m riffle env",
        description="Print the environment in which CMake, PyCUDA, Numba, cuda-core and tinygrad find Riffle as a CUDA toolkit.",
        epilog='In a shell: eval "$(python -m riffle env)". In GitHub Actions: python -m riffle env --github')
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as a JSON object")
    form.add_argument("--github", action="store_true", help="add it to $GITHUB_ENV and $GITHUB_PATH, for the steps that follow")
    chosen = parser.parse_args(arguments)
    toolchain, lists = values()
    if chosen.github:
        return write_github(parser, toolchain, lists)
    everything = {**toolchain, **{name: joined(name, first) for name, first in lists.items()}}
    if chosen.json:
        print(json.dumps(everything, indent=2))
    else:
        for name, value in everything.items():
            print(f"export {name}={shlex.quote(value)}")
    return 0


def write_github(parser, toolchain, lists):
    files = {name: os.environ.get(name) for name in ("GITHUB_ENV", "GITHUB_PATH")}
    for name, path in files.items():
        if not path:
            parser.error(f"--github is for a step of GitHub Actions: {name} is not set")
    folder = lists.pop("PATH")
    with open(files["GITHUB_ENV"], "a", encoding="utf-8") as file:
        for name, value in {**toolchain, **{name: joined(name, first) for name, first in lists.items()}}.items():
            file.write(f"{name}={value}\n")
    with open(files["GITHUB_PATH"], "a", encoding="utf-8") as file:
        file.write(folder + "\n")
    return 0
