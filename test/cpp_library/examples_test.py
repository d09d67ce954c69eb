# SPDX-License-Identifier: Apache-2.0
"""The complete programs of docs/cpp-library.md, of docs/cpp-arrays.md and of examples/cpp_library, as one program, compiled by g++ against
the toolkit folder and run; the first one by riffle cc too, as a .cu file. Each must end with 0. In a folder of the current one, always the
same: what g++ makes comes from ccache where that is installed."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

RIFFLE, SOURCE = os.environ["RIFFLE"], pathlib.Path(os.environ["SOURCE"])
PROGRAM = re.compile(r"```cpp\n(.*?)```", re.DOTALL)


def programs():
    pages = [(SOURCE / "docs" / name).read_text() for name in ("cpp-library.md", "cpp-arrays.md")]
    found = [text for page in pages for text in PROGRAM.findall(page) if "int main()" in text]
    return found + [path.read_text() for path in sorted((SOURCE / "examples/cpp_library").glob("*.cpp"))]


def together(texts):
    """#include lines first, each main() under a name of its own."""
    includes, bodies = {}, []
    for text in texts:
        lines = text.splitlines()
        includes.update((line, None) for line in lines if line.startswith("#include"))
        body = "\n".join(line for line in lines if not line.startswith("#include"))
        bodies.append(f"namespace example_{len(bodies)} {{\n{body.replace('int main()', 'int run()')}\n}}\n")
    calls = "\n".join(f'  if (example_{i}::run() != 0) {{ std::puts("example {i} failed"); return 1; }}'
                      for i in range(len(bodies)))
    return "\n".join(includes) + "\n#include <cstdio>\n" + "".join(bodies) + f"int main() {{\n{calls}\n}}\n"


class Examples(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path("examples").resolve()
        self.folder.mkdir(exist_ok=True)

    def build(self, *command):
        built = subprocess.run(command, capture_output=True, text=True, cwd=self.folder)
        self.assertEqual((built.returncode, built.stderr), (0, ""))

    def run_it(self):
        result = subprocess.run(["./program"], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)

    def test_they_are_found(self):
        self.assertGreaterEqual(len(programs()), 10)

    def test_gcc_against_the_toolkit(self):
        toolkit = subprocess.run([RIFFLE, "info", "--toolkit"], check=True, capture_output=True, text=True).stdout.strip()
        (self.folder / "programs.cpp").write_text(together(programs()))
        cached = ["ccache"] if shutil.which("ccache") else []
        self.build(*cached, "g++", "-std=c++20", "-Wall", "-Wextra", f"-I{toolkit}/include", "-c", "programs.cpp")
        self.build("g++", "programs.o", f"-L{toolkit}/lib64", f"-Wl,-rpath,{toolkit}/lib64", "-lcuda", "-lnvrtc", "-o", "program")
        self.run_it()

    def test_riffle_cc(self):
        (self.folder / "program.cu").write_text(together(programs()[:1]))
        self.build(RIFFLE, "cc", "-std=c++20", "-O0", "program.cu", "-lcuda", "-lnvrtc", "-o", "program")
        self.run_it()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=0)
