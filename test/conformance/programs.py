# SPDX-License-Identifier: Apache-2.0
"""The conformance programs. GROUP/FILE.cu with `int main` is the program GROUP/FILE; one with `CASE(NAME) {` in it is a
program GROUP/NAME for each such line, run with NAME as its argument."""
import dataclasses
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
CASE = re.compile(r"^CASE\((\w+)\) \{$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Source:
    path: pathlib.Path

    @property
    def name(self):
        return str(self.path.relative_to(HERE).with_suffix(""))

    @property
    def group(self):
        return str(self.path.parent.relative_to(HERE))

    def text(self):
        return self.path.read_text()

    def cases(self):
        return CASE.findall(self.text())

    def marker(self, name):
        """What `// NAME: ` in the first three lines says, or None."""
        for line in self.text().splitlines()[:3]:
            if line.startswith(f"// {name}: "):
                return line[len(f"// {name}: "):].strip()
        return None

    def flags(self):
        return (self.marker("flags") or "").split()


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    source: Source
    arguments: tuple


def programs_of(source):
    cases = source.cases()
    if not cases:
        return [Program(source.name, source, ())]
    return [Program(f"{source.group}/{case}", source, (case,)) for case in cases]


def every():
    """All programs by their names, sorted."""
    found = {}
    for path in HERE.rglob("*.cu"):
        for program in programs_of(Source(path)):
            if program.name in found:
                sys.exit(f"two programs are called {program.name}: {found[program.name].source.path} and {path}")
            found[program.name] = program
    return dict(sorted(found.items()))


def chosen(wanted, without=()):
    """The programs that `wanted` names, each by its own name, its file's or its group's; all if it is empty."""
    programs = {name: each for name, each in every().items() if not name.startswith(tuple(without))}
    if not wanted:
        return programs
    named = {each: [name for name, program in programs.items()
                    if each in (name, program.source.name) or name.startswith(f"{each}/")] for each in wanted}
    missing = [each for each, names in named.items() if not names]
    if missing:
        sys.exit(f"no program is called {' or '.join(missing)}")
    found = {name for names in named.values() for name in names}
    return {name: each for name, each in programs.items() if name in found}
