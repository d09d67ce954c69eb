# SPDX-License-Identifier: Apache-2.0
"""Asks `riffle cc` about the programs of dialect.py and compares with golden.txt, what nvcc 13.0 and an H100 said.

Programs that nvcc takes and that may stand in a namespace are compiled together, a program for each set of options. The
others are compiled one by one, but for those that nvcc refuses and that an error names where they stand together. deviations.txt lists where Riffle differs, with reasons: a program that does not differ must
not be on it. Arguments are parts of names: those programs alone. By default those are asked that can be compiled together;
--refused asks about those that nvcc refuses, and --all about all, each with a compilation of its own.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import dialect

RIFFLE = os.environ["RIFFLE"]
HERE = pathlib.Path(__file__).parent
LENIENT = ["--extended-lambda", "--expt-relaxed-constexpr"]


class Answer:
  """`accepts` or `refuses`, whether with a warning, and what the program printed."""

  def __init__(self, accepts, warns=False, output=""):
    self.accepts = accepts
    self.warns = warns
    self.output = output


def golden():
  answers = {}
  for line in (HERE / "golden.txt").read_text().splitlines():
    name, verdict, *rest = line.split(" ", 2)
    answers[name] = Answer(verdict != "refuses", verdict == "warns", rest[0] if rest else "")
  return answers


def deviations():
  listed = {}
  reason = ""
  for line in (HERE / "deviations.txt").read_text().splitlines():
    if line.startswith("# "):
      reason = line[2:]
    elif line:
      listed[line] = reason
  return listed


def call(words, folder):
  return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=600)


def architecture(case):
  return [] if any(flag.startswith("-arch") for flag in case.flags) else ["-arch=sm_80"]


def ask_alone(case, folder, runs):
  folder = folder / case.name
  folder.mkdir()
  (folder / "x.cu").write_text(case.text)
  runs = runs and case.runs
  result = ["-o", "x"] if runs else ["-c", "-o", "x.o"]
  compiled = call([RIFFLE, "cc", *case.flags, *architecture(case), "x.cu", *result], folder)
  if compiled.returncode != 0:
    return Answer(False)
  output = " ".join(call(["./x"], folder).stdout.split()) if runs else ""
  return Answer(True, "warning: " in compiled.stderr, output)


def may_stand_in_namespace(case):
  text = case.text.replace("#include <cstdio>\n", "")
  if case.name.startswith("redeclare"):
    return False  # in a namespace the program's function hides the one of CUDA
  alone = ("#", "extern \"C\"", "\nmain", "__assert_fail", "nullptr)", "::k", "::run", "::table", "redeclare", "__LINE__")
  return (not any(word in text for word in alone) and "extern" not in text and
          not any(flag for flag in case.flags if not flag.startswith("-std=") and flag not in LENIENT))


def together(cases):
  """One program; each case has its name for its file's."""
  text = "#include <cstdio>\n"
  calls = ""
  for case in cases:
    body = case.text.replace("#include <cstdio>\n", "")
    takes_arguments = "int main(int n, char**)" in body
    body = re.sub(r"int main\((int n, char\*\*)?\)",
                  "int main_(int n = 1)" if takes_arguments else "int main_()", body)
    body = re.sub(r"(int main_\([^)]*\) \{)(.*)\}\s*$", r"\1\2 return 0; }\n", body, flags=re.S)
    text += f'#line 1 "{case.name}.cu"\nnamespace {case.name} {{ {body}}}\n'
    if case.runs:
      calls += f'  printf("\\n=== {case.name} "); {case.name}::main_(); cudaGetLastError();\n'
  return text + '#line 1 "main.cu"\nint main() {\n' + calls + "}\n"


def ask_together(cases, standard, folder, answers):
  if not cases:
    return None
  runs = cases[0].runs
  folder = folder / "_".join([standard, *[option.strip("-") for option in cases[0].options], "runs" if runs else "compiles"])
  folder.mkdir()
  (folder / "x.cu").write_text(together(cases))
  result = ["-o", "x"] if runs else ["-c", "-o", "x.o"]
  compiled = call([RIFFLE, "cc", "-std=" + standard, *cases[0].options, "-arch=sm_80", "x.cu", *result], folder)
  named = lambda kind: set(re.findall(r"^(\w+)\.cu:\d+:\d+: (?:fatal )?" + kind, compiled.stderr, re.M))
  if compiled.returncode != 0:
    refused = named("error")
    if not refused:
      sys.exit(compiled.stderr)
    for name in refused:
      answers[name] = Answer(False)
    again = folder / "again"
    again.mkdir()
    return ask_together([case for case in cases if case.name not in refused], standard, again, answers)
  printed = {} if not runs else dict(part.partition(" ")[::2] for part in call(["./x"], folder).stdout.split("\n=== ")[1:])
  warned = named("warning")
  for case in cases:
    answers[case.name] = Answer(True, case.name in warned, " ".join(printed.get(case.name, "").split()))
  return None


def refused_together(cases, standard, folder):
  """Those of the cases that an error names in one program of all of them, without those that were named before."""
  refused = set()
  for turn in range(5):
    left = [case for case in cases if case.name not in refused]
    inner = folder / "_".join([standard, *[option.strip("-") for option in cases[0].options], "refused", str(turn)])
    inner.mkdir()
    (inner / "x.cu").write_text(together(left))
    compiled = call([RIFFLE, "cc", "-std=" + standard, *left[0].options, "-arch=sm_80", "-Xcompiler", "-ferror-limit=0",
                     "x.cu", "-c", "-o", "x.o"], inner)
    named = set(re.findall(r"^(\w+)\.cu:\d+:\d+: (?:fatal )?error", compiled.stderr, re.M))
    if not named or len(named) == len(left):
      return refused | named
    refused |= named
  return refused


def ask_refused(cases, standard, folder, answers):
  """Refused together is refused; the others are asked one by one."""
  refused = refused_together(cases, standard, folder) if len(cases) > 1 else set()
  for case in cases:
    answers[case.name] = Answer(False) if case.name in refused else ask_alone(case, folder, True)


def ask(cases, gold, runs=True):
  answers = {}
  with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(
      len(os.sched_getaffinity(0))) as pool:
    folder = pathlib.Path(temporary)
    groups = {}
    alone = []
    refused = {}
    for case in cases:
      standard = next((flag[5:] for flag in case.flags if flag.startswith("-std=")), "c++17")
      case.options = [flag for flag in case.flags if flag in LENIENT]
      if not may_stand_in_namespace(case):
        alone.append(case)
      elif gold[case.name].accepts:
        groups.setdefault((standard, case.runs, *case.options), []).append(case)
      else:
        refused.setdefault((standard, *case.options), []).append(case)
    waits = [pool.submit(ask_together, group, standard, folder, answers)
             for (standard, *_), group in groups.items()]
    waits += [pool.submit(ask_refused, group, standard, folder, answers)
              for (standard, *_), group in refused.items()]
    answers.update(zip([case.name for case in alone],
                       pool.map(lambda case: ask_alone(case, folder, runs), alone)))
    for wait in waits:
      wait.result()
  return answers


def difference(ours, theirs):
  if ours.accepts != theirs.accepts:
    return "Riffle " + ("takes it, nvcc does not" if ours.accepts else "refuses it, nvcc does not")
  if ours.warns and not theirs.warns:
    return "Riffle warns, nvcc does not"
  if ours.accepts and ours.output and ours.output != theirs.output:
    return f"Riffle prints '{ours.output}', not '{theirs.output}'"
  return ""


def main():
  gold = golden()
  listed = deviations()
  wanted = [word for word in sys.argv[1:] if not word.startswith("--")]

  def is_asked(case):
    if wanted:
      return any(part in case.name for part in wanted)
    if "--refused" in sys.argv:
      return not gold[case.name].accepts
    return "--all" in sys.argv or (gold[case.name].accepts and may_stand_in_namespace(case))

  cases = [case for case in dialect.all_cases() if is_asked(case)]
  answers = ask(cases, gold)
  faults = 0
  for case in cases:
    found = difference(answers[case.name], gold[case.name])
    if found and case.name not in listed:
      faults += 1
      print(f"{case.name}: {found}")
    if not found and case.name in listed:
      faults += 1
      print(f"{case.name}: agrees; take it off deviations.txt")
  print(f"{len(cases)} programs, {sum(case.name in listed for case in cases)} deviations on the list, {faults} faults")
  return 1 if faults else 0


if __name__ == "__main__":
  sys.exit(main())
