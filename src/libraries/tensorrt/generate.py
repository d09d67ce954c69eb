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


def setting_pairs(c):
    """The setters that have a getter: their rows, by name, with the member that both work on."""
    getters = {r.name: r for r in c.rows if r.name.startswith(("get", "is")) and not r.parameters}
    pairs = {}
    for r in c.rows:
        getter = getters.get("get" + r.name[3:]) or getters.get("is" + r.name[3:])
        kind = re.sub(r"(\w+)$", "", r.parameters).strip()
        if r.name.startswith("set") and kind and "," not in kind and getter and (kind in STORED or not kind.endswith("&")):
            pairs[r.name] = pairs[getter.name] = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", r.name[3:]).lower(), r
    return pairs


def default_function(c, row, pairs):
    """What a table does that nobody has written otherwise: it stores a setting, or refuses."""
    named = re.sub(r"(\w+)$", "given", row.plain_parameters)
    head = f"  {row.result} {row.name}({named}){row.const} noexcept override {{ "
    if row.name in pairs and (row.name.startswith("set") == bool(row.parameters)):
        member, setter = pairs[row.name]
        kind = re.sub(r"(\w+)$", "", setter.parameters).strip()
        is_text = STORED.get(kind) == "std::string"
        if row.name == setter.name:
            if is_text:
                result = " return is_kept;" if row.result == "bool" else ""
                return head + f"{'const bool is_kept = ' if result else ''}keep({member}, given);{result} }}\n"
            return head + f"{member} = given;{' return true;' if row.result == 'bool' else ''} }}\n"
        return head + f"return {member}{'.c_str()' if is_text else ''}; }}\n"
    if row.result.endswith("&"):
        return ""
    plain = re.sub(r"(\w+)(?=,|$)", "", row.plain_parameters) if row.plain_parameters else ""
    head = f"  {row.result} {row.name}({plain}){row.const} noexcept override {{ "
    return head + f'refuse("{c.name}::{row.public_name}");{"" if row.result == "void" else " return {};"} }}\n'


def default_rows(c, row, pairs):
    """A function that a version's table has no more is a virtual function of the class all the same: what is written for the
    older version overrides it."""
    text = default_function(c, row, pairs)
    if "until 10" not in row.marks or not text or any(r.name == row.name and "since 11" in r.marks for r in c.rows):
        return guarded(row.marks, text)
    own = text.replace(" override {", " {").replace("  ", "  virtual ", 1)
    return guarded(row.marks, text) + guarded(["since 11"], own)


def defaults(classes):
    text = [BANNER.format(what="What each virtual table does where nobody has written otherwise: setters store, getters return that, "
                               "the rest refuses by name."),
            "#include <NvInfer.h>\n\n#include <cstdio>\n#include <new>\n#include <string>\n\nnamespace riffle::tensorrt {\n\nusing namespace nvinfer1;\n",
            """
/// False, after a line on stderr, where there is no memory for the text.
inline bool keep(std::string& member, char const* given) noexcept {
  try {
    member = given == nullptr ? "" : given;
    return true;
  } catch (const std::bad_alloc&) {
    std::fputs("riffle: out of memory: a name is not kept\\n", stderr);
    return false;
  }
}

""",
            "#if NV_TENSORRT_MAJOR >= 11\nenum class QuantizationFlag : int32_t { kCALIBRATE_BEFORE_FUSION = 0 };\n#endif\n"]
    for c in classes:
        pairs = setting_pairs(c)
        body = "".join(default_rows(c, r, pairs) for r in c.rows if r.name != "getPImpl")
        members = []
        for member, setter in dict(pairs.values()).items():
            kind = re.sub(r"(\w+)$", "", setter.parameters).strip()
            marks = [m for m in setter.marks if m == "since 11" and not setter.name.startswith("setMax")]
            members.append(guarded(marks, f"  {STORED.get(kind, kind)} {member}{{}};\n"))
        refuse = "\n protected:\n  /// Says that this function is not supported.\n  virtual void refuse(char const* function) const noexcept = 0;\n"
        text.append(guarded(c.marks, f"\nclass {c.virtual[1:]}Defaults : public apiv::{c.virtual} {{\n public:\n{body}\n"
                                     f"{''.join(members)}{refuse}}};\n"))
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
        "tensorrt_defaults.h": defaults(every),
    })


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
