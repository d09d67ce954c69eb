# SPDX-License-Identifier: Apache-2.0
"""Small programs of CUDA's dialect: their text, and how a compiler is asked about them.

cases.txt, rules.txt and combinations.txt hold programs, each behind a line `=== NAME [flags: OPTIONS]`; spaces.py and values.py make more. A program without main that
has a kernel k(int*) gets a main that prints what the kernel left.
"""

import pathlib
import re

import spaces
import values

HERE = pathlib.Path(__file__).parent
MAIN = """
int main() {
  int* o;
  cudaMallocManaged(&o, 64);
  *o = 0;
  k<<<1, 1>>>(o);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%d %d\\n", (int)e, e ? 0 : *o);
}
"""


class Case:
  def __init__(self, name, flags, text):
    self.name = name
    self.flags = flags.split() or ["-std=c++17"]
    self.runs = "int main(" in text
    if not self.runs and re.search(r"\bvoid k\(int\* o\)", text):
      text += MAIN
      self.runs = True
    if "printf" in text:
      text = "#include <cstdio>\n" + text
    self.text = text


def written(file):
  name = flags = None
  lines = []
  for line in (HERE / file).read_text().splitlines() + ["=== "]:
    if not line.startswith("=== "):
      lines.append(line)
      continue
    if name:
      yield Case(name, flags, "\n".join(lines) + "\n")
    name, _, flags = line[4:].partition(" flags: ")
    lines = []


def all_cases():
  for file in ("cases.txt", "rules.txt", "combinations.txt"):
    yield from written(file)
  for name, flags, text in [*spaces.cases(), *values.cases()]:
    yield Case(name, flags, text)


def warnings_in(messages):
  """Distinct warnings: both sides of a compilation say the same one."""
  found = set()
  for line in messages.splitlines():
    place = re.match(r"(?:\S*?/)?([\w.]+)[:(](\d+)\S* (?:.*?)warning(?: #(\S+?))?: (.*)", line)
    if place:
      found.add((place[1], place[2], place[4]))
  return found
