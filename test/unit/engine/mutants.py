#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Builds the engine with each of its deliberate mistakes (src/runtime/engine/mutant.h) and says which test
# notices. Only what a mistake touches is compiled again; the rest comes from a build folder, best that of tsan.
"""usage: mutants.py BUILD_FOLDER [NUMBER...]"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))
ENGINE = os.path.join(ROOT, "src/runtime/engine")
PATIENCE_S = 120
TESTS = [("engine_model_test", {}), ("engine_model_test", {"RIFFLE_WORKERS": "1"}),
         ("engine_model_test", {"RIFFLE_WORKERS": "3"}), ("engine_test", {}), ("engine_exit_test", {})]


def mutants():
    with open(os.path.join(ENGINE, "mutant.h")) as file:
        return {int(number): name for name, number in re.findall(r"^  (k\w+) = (\d+),", file.read(), re.M)}


def sources_of(name):
    """What must be compiled anew: files that name the mistake; if a header does, all of the engine."""
    using = []
    for file in sorted(os.listdir(ENGINE)):
        with open(os.path.join(ENGINE, file)) as text:
            if file != "mutant.h" and f"Mutant::{name}" in text.read():
                using.append(file)
    if any(file.endswith(".h") for file in using):
        return [file for file in sorted(os.listdir(ENGINE)) if file.endswith(".cpp")]
    return using


def compile_mutant(build, number, name, folder):
    with open(os.path.join(build, "compile_commands.json")) as file:
        commands = {entry["file"]: entry for entry in json.load(file)}
    objects = []
    for source in sources_of(name):
        entry = commands[os.path.join(ENGINE, source)]
        command = shlex.split(entry["command"])
        if command[0].endswith("ccache"):
            command = command[1:]
        target = os.path.join(folder, source + ".o")
        command[command.index("-o") + 1] = target
        subprocess.run([*command, f"-DRIFFLE_ENGINE_MUTANT={number}"], cwd=entry["directory"], check=True)
        objects.append(target)
    return objects


def link(build, test, objects, folder):
    text = subprocess.run(["ninja", "-C", build, "-t", "commands", "-s", f"bin/{test}"], check=True,
                          capture_output=True, text=True).stdout.strip().splitlines()[-1]
    command = re.sub(r"^: && | && :.*$", "", text)
    words = shlex.split(command)
    program = os.path.join(folder, test)
    words[words.index("-o") + 1] = program
    first_archive = next(i for i, word in enumerate(words) if word.endswith(".a"))
    subprocess.run([*words[:first_archive], *objects, *words[first_archive:]], cwd=build, check=True)
    return program


def verdict(program, variables):
    environment = dict(os.environ, TSAN_OPTIONS="halt_on_error=1", **variables)
    try:
        done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=PATIENCE_S,
                              errors="replace")
    except subprocess.TimeoutExpired:
        return "hangs"
    if done.returncode == 0:
        return None
    if "ThreadSanitizer" in done.stderr:
        return re.search(r"ThreadSanitizer: ([^(\n]*)", done.stderr).group(1).strip()
    failed = re.findall(r"\[  FAILED  \] (\w+\.\w+)", done.stdout)
    return ", ".join(sorted(set(failed))) or f"exit {done.returncode}"


def main():
    build = os.path.realpath(sys.argv[1])
    wanted = [int(number) for number in sys.argv[2:]]
    survivors = 0
    for number, name in mutants().items():
        if wanted and number not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            objects = compile_mutant(build, number, name, folder)
            programs = {test: link(build, test, objects, folder) for test in {test for test, _ in TESTS}}
            found = False
            for test, variables in TESTS:
                seen = verdict(programs[test], variables)
                if seen is None:
                    continue
                words = " ".join(f"{key}={value}" for key, value in variables.items())
                print(f"{number} {name}: {words} {test}: {seen}".replace("  ", " "), flush=True)
                found = True
                break
            if not found:
                survivors += 1
                print(f"{number} {name}: SURVIVES", flush=True)
    sys.exit(1 if survivors else 0)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
