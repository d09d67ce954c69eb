# SPDX-License-Identifier: Apache-2.0
"""Random code over structs, bit-fields, unions, small integers, arrays of structs, pointers and references into them, in functions
that call each other, with loops and switches that threads leave differently.

Each body is a function for both sides: the kernel calls it for its thread, the host for each thread in turn.
"""
import random

INTEGERS = ("int", "unsigned", "short", "unsigned char", "signed char", "unsigned short", "long long", "unsigned long long")
THREADS = (32, 33, 64, 100, 128, 256)


class Struct:
    def __init__(self, name, random, others):
        self.name, self.fields, lines = name, {}, []
        for i in range(random.randint(2, 5)):
            field, form = f"f{i}", random.random()
            if form < 0.25:
                kind = random.choice(("int", "unsigned", "unsigned short", "unsigned long long"))
                bits = random.randint(1, {"int": 30, "unsigned": 31, "unsigned short": 15, "unsigned long long": 45}[kind])
                lines.append(f"{kind} {field} : {bits};")
                self.fields[field] = ("bits", kind)
            elif form < 0.45:
                kind, count = random.choice(INTEGERS), random.choice((2, 3, 4, 8))
                lines.append(f"{kind} {field}[{count}];")
                self.fields[field] = ("array", count)
            elif form < 0.6 and others:
                other = random.choice(others)
                lines.append(f"{other.name} {field};")
                self.fields[field] = ("struct", other)
            else:
                kind = random.choice(INTEGERS)
                lines.append(f"{kind} {field};")
                self.fields[field] = ("number", kind)
        self.text = f"struct {name} {{ {' '.join(lines)} }};"

    def places(self, whole, random):
        """Numbers in it, and whether their address may be taken."""
        for field, (form, what) in self.fields.items():
            if form == "struct":
                yield from what.places(f"{whole}.{field}", random)
            elif form == "array":
                yield f"{whole}.{field}[{random.randrange(what)}]", True
                yield f"{whole}.{field}[(unsigned)(@) % {what}]", True
            else:
                yield f"{whole}.{field}", form == "number"


class Program:
    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.structs, self.functions, self.lines, self.names = [], [], [], 0
        for i in range(self.random.randint(1, 3)):
            self.structs.append(Struct(f"S{i}", self.random, self.structs))
        self.threads = self.pick(*THREADS)
        for i in range(self.random.randint(1, 3)):
            self.function(i)
        self.main = self.body("main_", None)

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def number(self, depth=2):
        form = self.random.random()
        if depth == 0 or form < 0.15:
            return self.pick("t", "t", "n", str(self.random.randint(0, 40)))
        if form < 0.55:
            return self.place(depth - 1)[0]
        one, other = self.number(depth - 1), self.number(depth - 1)
        operator = self.pick("+", "-", "*", "^", "&", "|", "<", "==", ">>", "<<", "/", "%")
        if operator in (">>", "<<"):
            return f"((unsigned)({one}) {operator} (({other}) & 7))"
        if operator in ("/", "%"):
            return f"((long long)({one}) {operator} ((({other}) & 15) + 1))"
        if form < 0.65:
            return f"(({one}) > ({other}) ? {self.number(depth - 1)} : {self.number(depth - 1)})"
        cast = self.pick("unsigned", "unsigned", "unsigned long long")
        return f"(({cast})({one}) {operator} ({cast})({other}))"

    def place(self, depth=1):
        whole, kind = self.pick(*self.objects)
        if kind is None:
            return whole, True
        text, has_address = self.pick(*kind.places(whole, self.random))
        return text.replace("@", self.number(depth) if depth > 0 else "t"), has_address

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def inside(self, head, count):
        self.line(head)
        self.depth += 1
        mark = len(self.objects)
        for _ in range(count):
            self.statement()
        del self.objects[mark:]
        self.depth -= 1
        self.line("}")

    def statement(self):
        form = self.random.random()
        deep = self.depth < 4
        if form < 0.4 or not deep and form < 0.8:
            self.line(f"{self.place()[0]} {self.pick('=', '=', '+=', '^=', '-=', '|=')} {self.number(3)};")
        elif form < 0.5:
            whole, kind = self.pick(*self.objects)
            same = [one for one, other in self.objects if other is kind and kind is not None]
            if same:
                self.line(f"{whole} = {self.pick(*same)};")
            if kind is not None and deep:
                copy = self.name()
                self.line(f"{kind.name} {copy} = {whole};")
                self.objects.append((copy, kind))
        elif form < 0.58:
            text, has_address = self.place()
            if has_address:
                pointer = self.name()
                self.line(f"auto* {pointer} = &{text};")
                self.objects.append((f"(*{pointer})", None))
        elif form < 0.64:
            kind, count, array = self.pick(*self.structs), self.pick(2, 3, 4), self.name()
            self.line(f"{kind.name} {array}[{count}] = {{}};")
            self.objects.append((f"{array}[(unsigned)({self.number(1)}) % {count}]", kind))
            self.objects.append((f"{array}[{self.random.randrange(count)}]", kind))
        elif form < 0.7:
            whole, kind = self.pick(*self.objects)
            if kind is not None:
                view = self.name()
                self.line(f"{kind.name}{self.pick('& ' + view + ' = ', '* const p' + view + ' = &')}{whole};")
                self.objects.append((view if "&" == self.lines[-1].strip()[len(kind.name)] else f"(*p{view})", kind))
        elif form < 0.78 and self.functions:
            name, kind = self.pick(*self.functions)
            same = [one for one, other in self.objects if other is kind]
            if same:
                self.line(f"{self.place()[0]} += {name}({self.pick(*same)}, t, (int)({self.number(1)}) & 31);")
        elif form < 0.86:
            self.inside(f"if ({self.number(2)} {self.pick('>', '<', '==', '!=')} {self.number(1)}) {{", self.random.randint(1, 3))
        elif form < 0.95:
            i = self.name()
            self.inside(f"for (int {i} = 0; {i} < {self.pick('4', '(int)(t & 7)', '(int)(n & 3)', '9')}; ++{i}) {{", self.random.randint(1, 3))
            if self.random.random() < 0.4:
                self.lines.insert(-1, "  " * (self.depth + 1) + f"if ((unsigned)({self.number(1)}) % 5 == 3) {self.pick('break', 'continue')};")
        else:
            self.line(f"switch ((unsigned)({self.number(1)}) % 4) {{")
            for case in range(self.random.randint(2, 4)):
                self.line(f"case {case}: {self.place()[0]} += {self.number(2)}; {self.pick('break;', 'break;', '[[fallthrough]];')}")
            self.line("default: break; }")

    def body(self, name, parameter):
        self.lines, self.depth = [], 1
        self.objects = [("acc", None)]
        if parameter is not None:
            self.objects.append(("s", parameter))
        for i in range(1 if parameter is not None else self.random.randint(2, 3)):
            kind = self.pick(*self.structs)
            self.line(f"{kind.name} o{i} = {{}};")
            self.objects.append((f"o{i}", kind))
            for text, _ in kind.places(f"o{i}", self.random):
                if "@" not in text:
                    self.line(f"{text} = {self.pick('t', 'n', 't * 3', 'n ^ t', '5')};")
        for _ in range(self.random.randint(4, 10)):
            self.statement()
        for whole, kind in self.objects:
            if kind is not None and whole.isidentifier():
                for text, _ in kind.places(whole, self.random):
                    if "@" not in text:
                        self.line(f"acc = acc * 31u + (unsigned){text};")
        return "\n".join(self.lines)

    def function(self, i):
        kind = self.pick(*self.structs)
        by = self.pick("&", "&", "")
        name = f"help{i}"
        text = self.body(name, kind)
        noinline = self.pick("", "__noinline__ ")
        self.functions.append((name, kind))
        self.helpers = getattr(self, "helpers", "") + (
            f"__host__ __device__ {noinline}unsigned {name}({kind.name}{by} s, unsigned t, int n) {{\n  unsigned acc = 7;\n{text}\n  return acc;\n}}\n")

    def source(self):
        structs = "\n".join(one.text for one in self.structs)
        return f"""
namespace object_{self.seed} {{
{structs}
{self.helpers}__host__ __device__ unsigned body(unsigned t, int n) {{
  unsigned acc = 1;
{self.main}
  return acc;
}}
__global__ void kernel(unsigned* out, int n) {{
  out[blockIdx.x * blockDim.x + threadIdx.x] = body(blockIdx.x * blockDim.x + threadIdx.x, n);
}}
static bool run() {{
  return check({self.seed}, 3, {self.threads}, [](unsigned t) {{ return body(t, 13); }},
    [](unsigned* out) {{ kernel<<<3, {self.threads}>>>(out, 13); }});
}}
}}  // namespace object_{self.seed}
"""


def program(seeds):
    text = ['#include "harness.h"\n']
    text += [Program(seed).source() for seed in seeds]
    text.append("int main() {\n  bool right = true;\n")
    text += [f"  right &= object_{seed}::run();\n" for seed in seeds]
    text.append("  return right ? 0 : 1;\n}\n")
    return "".join(text)
