# SPDX-License-Identifier: Apache-2.0
"""What the generators of both APIs share: a table of entry points, and what follows from it in the same way."""
import collections
import re
import sys

Parameter = collections.namedtuple("Parameter", "declaration name is_stream")

BANNER = "// Made by src/api/table/generate.py from the table of entry points. Not to be edited.\n"
STATES = {"yes": "built", "no": "not built", "never": "not supported", "data": "a variable"}


def read_table(path, Row, problem):
    """One Row a line. `problem` says what is wrong with one, or None."""
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != len(Row._fields):
            sys.exit(f"{path}:{number}: {len(columns)} columns seen, {len(Row._fields)} needed")
        row = Row(*columns)
        wrong = f"unknown state '{row.built}'" if row.built not in STATES else problem(row)
        if wrong is not None:
            sys.exit(f"{path}:{number}: {wrong}")
        rows.append(row)
    names = [row.name for row in rows]
    if len(set(names)) != len(names):
        sys.exit(f"{path}: an entry point has two rows")
    return rows


def split_parameters(text, stream_type):
    result = []
    for declaration in filter(None, (part.strip() for part in text.split(","))):
        name = re.search(r"(\w+)\s*$", declaration).group(1)
        result.append(Parameter(declaration, name, declaration.startswith(stream_type + " ")))
    return result


def needs_default_stream(row, parameters):
    return row.variant != "-" and not any(p.is_stream for p in parameters)


def declared_parameters(row, parameters, stream_type):
    """Those of the row's body: an entry point that has no stream passes its default one."""
    default = [f"{stream_type} default_stream"] if needs_default_stream(row, parameters) else []
    return ", ".join(default + [p.declaration for p in parameters])


def arguments(row, parameters, per_thread, per_thread_stream):
    """What an entry point passes to its body."""
    default = per_thread_stream if per_thread else "nullptr"
    return ([default] if needs_default_stream(row, parameters) else []) + [
        f"or_per_thread({p.name})" if per_thread and p.is_stream else p.name for p in parameters]


def called(body, arguments, parameters, per_thread):
    """The name and the arguments of what an entry point calls: those written in the row, or its own."""
    name, parenthesis, written = body.lstrip("@= ").partition("(")
    if not parenthesis:
        return name, arguments
    for stream in (p.name for p in parameters if per_thread and p.is_stream):
        written = re.sub(rf"\b{stream}\b", f"or_per_thread({stream})", written)
    return name, [argument.strip() for argument in re.split(r",(?![^()]*\))", written.removesuffix(")"))]


def symbol_of(row, per_thread):
    return row.name + ("_" + row.variant if per_thread else "")


def symbols(rows):
    return [symbol_of(row, per_thread) for row in rows for per_thread in (False, True)
            if not per_thread or row.variant != "-"]


def built_entries(rows, entry):
    """Each entry point that is built, and its variant for the thread's own default stream."""
    return [entry(row, per_thread) for row in rows if row.built == "yes" for per_thread in (False, True)
            if not per_thread or row.variant != "-"]


def missing(rows, api):
    # No CUDA header here: a body that ignores its arguments serves every signature of the C calling
    # convention, and stays right whatever the headers say.
    text = [BANNER, f"#include <atomic>\n\n#include \"api/{api}/not_supported.h\"\n\n"]
    for row in rows:
        if row.built == "yes":
            continue
        if row.built == "data":
            text.append(f'extern "C" {{ RIFFLE_EXPORT {row.parameters.replace("NAME", row.name)}; }}\n')
            continue
        # What will never be built is documented to answer so: no word about it.
        said = "std::atomic<bool> said{true}" if row.built == "never" else "static std::atomic<bool> said"
        text += [f'extern "C" RIFFLE_EXPORT int {symbol}() {{ {said}; '
                 f'return riffle::api::{api}::not_supported("{row.name}", said); }}\n' for symbol in symbols([row])]
    return "".join(text)


def version_script(rows, node, others):
    return f"{node} {{\n  global:\n" + "".join(f"    {s};\n" for s in symbols(rows)) + others + "};\n"


def names(rows):
    return BANNER + "".join(f'"{s}",\n' for s in symbols(rows))


def link_stand_in(rows):
    """The symbols without the code: what another linker sees of the library."""
    return BANNER + "".join(f"void {s}(void) {{}}\n" for s in symbols(rows))


def static_stand_in(names, library):
    """What a program gets that is linked "statically" with `library`: symbols that jump to its functions, where
    cudart_static/first_call.c finds them. `riffle` writes the library's path over the mark."""
    text = [BANNER, '#define RIFFLE_HIDDEN __attribute__((visibility("hidden")))\n\n'
            f'RIFFLE_HIDDEN extern const char riffle_static_library[];\nRIFFLE_HIDDEN const char riffle_static_library[] = "{library}";\n'
            "RIFFLE_HIDDEN extern const char* const riffle_static_names[];\nRIFFLE_HIDDEN const char* const riffle_static_names[] = {\n"]
    text += [f'    "{name}",\n' for name in names]
    text.append('};\n\n__asm__(".hidden riffle_static_path, riffle_static_slots\\n.globl riffle_static_path, riffle_static_slots\\n"\n'
                '        ".section .rodata\\nriffle_static_path: .ascii \\"@RIFFLE_RUNTIME@\\"\\n.fill 1000, 1, 47\\n.byte 0\\n"\n'
                '        ".data\\n.balign 8\\nriffle_static_slots:\\n"\n')
    text += [f'        ".quad .Lfirst{number}\\n"\n' for number in range(len(names))]
    text.append('        ".text\\n"\n')
    for number, name in enumerate(names):
        text.append(f'        ".globl {name}\\n.type {name}, @function\\n.balign 16\\n{name}:\\n"\n'
                    f'        "jmpq *riffle_static_slots+{8 * number}(%rip)\\n.Lfirst{number}: movl ${number}, %r11d\\n'
                    f'jmp riffle_static_first_call\\n.size {name}, .-{name}\\n"\n')
    return "".join(text + [");\n"])


def coverage(library, generator, answer, total, groups):
    """`groups`: for each, (name, state) of its members."""
    text = [f"# Coverage of {library}\n\n",
            f"Made by `src/api/table/{generator}`. An entry point that is *not built* links and returns `{answer}`;\n"
            "one message on standard error names it. One that is *not supported* returns the same without a message: it has no meaning "
            "on\na machine without a GPU.\n\n", total]
    for group, members in groups.items():
        built = sum(state == "yes" for _, state in members)
        text.append(f"\n## {group} ({built} of {len(members)})\n\n| function | state |\n|---|---|\n")
        text += [f"| `{name}` | {STATES[state]} |\n" for name, state in members]
    return "".join(text)


def write(folder, outputs):
    """Files whose text stays the same are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in outputs.items():
        target = folder / name
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
