#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Makes TensorRT's interface from the tables in interface/: the enumerations, the virtual tables that libraries implement,
# and the classes that programs call, whose functions do nothing but call the table.
"""usage: generate.py INTERFACE_FOLDER OUTPUT_FOLDER"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import table

BANNER = """// SPDX-License-Identifier: Apache-2.0
// Made by src/libraries/tensorrt/generate.py from the tables of TensorRT's interface. Not to be edited.
// {what}
// clang-format off
#pragma once

"""
SECTIONS = ("runtime", "layers", "builder")


class Row:
    """One function of a class."""

    def __init__(self, line):
        text, *marks = (part.strip() for part in line.split(" | "))
        self.marks = marks
        match = re.fullmatch(r"(.+?[\s&*])(\w+)\((.*)\)( const)?", text)
        if not match:
            sys.exit(f"this row is no function: {line}")
        self.result, self.name, self.parameters, self.const = match[1].strip(), match[2], match[3], match[4] or ""
        self.is_hidden = "hidden" in marks
        self.is_virtual = "virtual" in marks
        self.public_name = next((m.split()[1] for m in marks if m.startswith("as ")), self.name)

    @property
    def plain_parameters(self):
        """Without default arguments, which virtual functions do not have."""
        return re.sub(r" = [^,]+", "", self.parameters)

    @property
    def arguments(self):
        return ", ".join(re.search(r"(\w+)$", p.strip())[1] for p in self.plain_parameters.split(",") if p.strip())


class Interface:
    """One class and the virtual table behind it."""

    def __init__(self, line):
        text, *self.marks = (part.strip() for part in line.split(" | "))
        self.name, self.virtual, self.base, *rest = text.split()
        self.is_owned = "owned" in rest
        self.member = next((r for r in rest if r != "owned"), "mImpl")
        self.rows = []


def read(path):
    classes = []
    for line in path.read_text().splitlines():
        if line.startswith("  "):
            classes[-1].rows.append(Row(line))
        elif line and not line.startswith("#"):
            classes.append(Interface(line))
    return classes


def guarded(marks, text):
    """The text, for the versions that have it."""
    if "until 10" in marks:
        return f"#if NV_TENSORRT_MAJOR < 11\n{text}#endif\n"
    if "since 11" in marks:
        return f"#if NV_TENSORRT_MAJOR >= 11\n{text}#endif\n"
    return text


def merge(text):
    """Neighbours under the same condition share it."""
    lines, condition = [], None
    for line in text.splitlines():
        if lines and line.startswith("#if NV_TENSORRT_MAJOR") and lines[-1] == "#endif" and line == condition:
            lines.pop()
            continue
        if line.startswith("#if NV_TENSORRT_MAJOR"):
            condition = line
        lines.append(line)
    return "\n".join(lines) + "\n"


def enumeration(line):
    text, *marks = (part.strip() for part in line.split(" | "))
    _, name, *values = text.split()
    name, _, kind = name.partition(":")
    top, texts = -1, []
    following = 0
    for value in values:
        word, _, number = value.partition("=")
        following = int(number) if number else following
        texts.append(f"{word} = {following}")
        top = max(top, following)
        following += 1
    body = (f"enum class {name} : {kind or 'int32_t'} {{\n  " + ",\n  ".join(texts) + "\n};\n"
            f"namespace impl {{\ntemplate <>\nstruct EnumMaxImpl<{name}> {{\n"
            f"  static constexpr int32_t kVALUE = {top + 1};\n}};\n}}  // namespace impl\n")
    return name, kind, marks, guarded(marks, body)


def enumerations(path, classes):
    lines = [line for line in path.read_text().splitlines() if line.startswith("enum ")]
    text = [BANNER.format(what="The enumerations, with the number of values of each, and the names of all classes."),
            "namespace nvinfer1 {\n\n"]
    text += [guarded(c.marks, f"class {c.name};\n") for c in classes]
    text += ["\n"] + [enumeration(line)[3] for line in lines]
    return merge("".join(text) + "\n}  // namespace nvinfer1\n")


def virtual_tables(classes):
    text = [BANNER.format(what="The virtual tables that a library of TensorRT implements. The order of functions is the ABI."),
            "namespace nvinfer1 {\nnamespace apiv {\n\nclass VRoot {\n public:\n  virtual ~VRoot() noexcept = default;\n};\n"]
    for c in classes:
        rows = "".join(guarded(r.marks, f"  virtual {r.result} {r.name}({r.plain_parameters}){r.const} noexcept = 0;\n") for r in c.rows)
        text.append(guarded(c.marks, f"\nclass {c.virtual} : public VRoot {{\n public:\n{rows}}};\n"))
    return merge("".join(text) + "\n}  // namespace apiv\n}  // namespace nvinfer1\n")


def public_class(c):
    rows = []
    base_names = {"setInput"} if any(r.public_name == "setInput" for r in c.rows) and c.base != "INoCopy" else set()
    for r in c.rows:
        if r.is_hidden:
            continue
        call = f"{c.member}->{r.name}({r.arguments})"
        rows.append(guarded(r.marks, f"  {'virtual ' if r.is_virtual else ''}{r.result} {r.public_name}({r.parameters}){r.const} noexcept {{ "
                                     f"{'' if r.result == 'void' else 'return '}{call}; }}\n"))
    using = "".join(f"  using ILayer::{name};\n" for name in base_names)
    destructor = f"  virtual ~{c.name}() noexcept = default;\n"
    head = f"\nclass {c.name} : public {c.base} {{\n public:\n"
    tail = f" protected:\n{destructor if c.is_owned else ''}  apiv::{c.virtual}* {c.member};\n}};\n"
    return guarded(c.marks, head + ("" if c.is_owned else destructor) + using + "".join(rows) + tail)


def public_classes(classes, what):
    return merge(BANNER.format(what=what) + "namespace nvinfer1 {\n" + "".join(map(public_class, classes)) +
                 "\n}  // namespace nvinfer1\n")


STORED = {"char const*": "std::string", "Dims const&": "Dims", "Permutation const&": "Permutation"}


def settings_of(c):
    """The setters of a table that have a getter: both, on a member of that name."""
    getters = {r.name: r for r in c.rows if r.name.startswith(("get", "is")) and not r.parameters}
    members, functions = [], []
    for r in c.rows:
        if not r.name.startswith("set") or r.parameters.count(",") or not r.parameters:
            continue
        getter = getters.get("get" + r.name[3:]) or getters.get("is" + r.name[3:])
        if not getter:
            continue
        kind = re.sub(r"(\w+)$", "", r.parameters).strip()
        if kind.endswith("&") and kind not in STORED:
            continue
        member = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", r.name[3:]).lower()
        stored = STORED.get(kind, kind)
        members.append((r.marks, f"  {stored} {member}{{}};\n"))
        value = re.search(r"(\w+)$", r.parameters)[1]
        given = f"{value} == nullptr ? \"\" : {value}" if stored == "std::string" else value
        ends = " return true;" if r.result == "bool" else ""
        taken = f"{member}.c_str()" if stored == "std::string" else member
        functions.append((r.marks, f"  {r.result} {r.name}({r.plain_parameters}) noexcept override {{ this->{member} = {given};{ends} }}\n"
                                   f"  {getter.result} {getter.name}(){getter.const} noexcept override {{ return {taken}; }}\n"))
    return members, functions


def settings(classes):
    text = [BANNER.format(what="Virtual tables whose setters store what they are given and whose getters return it; the rest is left open."),
            "#include <NvInfer.h>\n\n#include <string>\n\nnamespace riffle::tensorrt {\n\nusing namespace nvinfer1;\n"]
    for c in classes:
        members, functions = settings_of(c)
        if not members:
            continue
        name = c.virtual[1:] + "Settings"
        body = "".join(guarded(m, t) for m, t in functions) + "\n" + "".join(guarded(m, t) for m, t in members)
        text.append(guarded(c.marks, f"\nclass {name} : public apiv::{c.virtual} {{\n public:\n{body}}};\n"))
    return merge("".join(text) + "\n}  // namespace riffle::tensorrt\n")


def main(folder, output):
    folder = pathlib.Path(folder)
    parts = {name: read(folder / f"{name}.txt") for name in SECTIONS}
    every = [c for part in parts.values() for c in part]
    table.write(pathlib.Path(output), {
        "enumerations.h": enumerations(folder / "enumerations.txt", every),
        "virtual_tables.h": virtual_tables(every),
        "runtime_classes.h": public_classes(parts["runtime"], "What programs call at run time."),
        "layer_classes.h": public_classes(parts["layers"], "Tensors and layers."),
        "builder_classes.h": public_classes(parts["builder"], "Networks and what builds them."),
        "tensorrt_settings.h": settings(every),
    })


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
