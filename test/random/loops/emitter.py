# SPDX-License-Identifier: Apache-2.0
"""Emits loops over ranges in the forms in which people write them, and vectors and matrices in the places where they keep them.

Neither bounds nor any part of an index are negative, so that a counter may have any type.
"""
import random

SIGNED = ("int", "int", "int", "int", "long long", "short")
COUNTERS = SIGNED + ("unsigned", "unsigned", "size_t", "unsigned char", "unsigned short")


class Emitter:
    def __init__(self, seed):
        self.random, self.names, self.lines, self.depth = random.Random(seed), 0, [], 1

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def inside(self, head, body, *arguments, tail="}"):
        self.line(head)
        self.depth += 1
        body(*arguments)
        self.depth -= 1
        self.line(tail)

    def up(self, low, high, body, leaf=False):
        """Emits a loop whose counter goes from `low` to `high` - 1; `body(i)` emits what it does. A `leaf` may be unrolled by hand."""
        form, i = self.random.random(), self.name()
        kind = self.pick(*COUNTERS)
        end = f"({kind})({high})" if kind != "int" else f"{high}"
        start = f"{kind} {i} = {low}"
        next_one = self.pick(f"++{i}", f"{i}++", f"{i} += 1")
        if form < 0.45:
            if self.chance(0.12):
                self.lines.append(self.pick("#pragma unroll", "#pragma unroll 2", "#pragma unroll 4", "#pragma unroll 1", "#pragma nounroll"))
            self.inside(f"for ({start}; {i} < {end}; {next_one}) {{", body, i)
        elif form < 0.52:
            kind = self.pick(*SIGNED)
            self.inside(f"for ({kind} {i} = {low}; {i} <= ({kind})((int)({high}) - 1); {next_one}) {{", body, i)
        elif form < 0.6:
            self.inside(f"for ({start}; {i} != {f'({kind})' if kind != 'int' else ''}most<int>({low}, {high}); {next_one}) {{", body, i)
        elif form < 0.67:
            self.line(f"{{ {start};")
            self.inside(f"while ({i} < {end}) {{", lambda: (body(i), self.line(f"{next_one};")))
            self.line("}")
        elif form < 0.75:
            self.line(f"if ({low} < {high}) {{ {start};")
            self.inside("do {", body, i, tail=f"}} while (++{i} < {end}); }}")
        elif form < 0.8:
            self.line(f"{{ {start};")
            self.inside(self.pick("for (;;) {", "while (true) {"), lambda: (self.line(f"if ({i} >= {end}) break;"), body(i), self.line(f"{next_one};")))
            self.line("}")
        elif form < 0.86:
            c = self.name()
            self.inside(f"for (int {c} = 0; {c} < ({high}) - ({low}); ++{c}) {{", lambda: (self.line(f"const {kind} {i} = {low} + {c};"), body(i)))
        elif form < 0.91:
            left = self.name()
            self.inside(f"for (int {left} = ({high}) - ({low}), {i} = {low}; {left} > 0; --{left}, ++{i}) {{", body, i)
        elif form < 0.95:
            b, k = self.name(), self.pick(2, 4, 8, "a.step")
            self.line(f"for (int {b} = {low}; {b} < (int)({high}); {b} += {k})")
            self.inside(f"for ({kind} {i} = {b}; {i} < ({kind})least<int>({b} + {k}, {high}); {next_one}) {{", body, i)
        elif leaf:
            k = self.pick(2, 4)
            self.line(f"{{ int {i} = {low};")
            self.inside(f"for (; {i} + {k} <= {high}; {i} += {k}) {{", lambda: [body(f"({i} + {j})") for j in range(k)])
            self.inside(f"for (; {i} < {high}; ++{i}) {{", body, i)
            self.line("}")
        else:
            self.inside(f"for ({start}; {i} < {end}; {next_one}) {{", body, i)

    def down(self, low, high, body):
        """Emits the same from `high` - 1 down to `low`."""
        form, i = self.random.random(), self.name()
        if form < 0.4:
            kind = self.pick(*SIGNED)
            self.inside(f"for ({kind} {i} = (int)({high}) - 1; {i} >= ({kind})({low}); {self.pick('--' + i, i + '--')}) {{", body, i)
        elif form < 0.65:
            kind = self.pick(*COUNTERS)
            self.inside(f"for ({kind} {i} = {high}; {i}-- > ({kind})({low});) {{", body, i)
        elif form < 0.75:
            kind = self.pick(*COUNTERS)
            self.line(f"{{ {kind} {i} = {high};")
            self.inside(f"while ({i} > ({kind})({low})) {{", lambda: (self.line(f"--{i};"), body(i)))
            self.line("}")
        elif form < 0.87:
            self.line(f"if ({low} < {high}) {{ int {i} = {high};")
            self.inside("do {", lambda: (self.line(f"{i} -= 1;"), body(i)), tail=f"}} while ({i} > {low}); }}")
        else:
            c = self.name()
            self.inside(f"for (int {c} = 0; {c} < ({high}) - ({low}); ++{c}) {{", lambda: (self.line(f"const int {i} = ({high}) - 1 - {c};"), body(i)))

    def stepped(self, low, high, step, body):
        """Covers the range in `step` loops, each with a step of `step`."""
        r, i = self.name(), self.name()
        kind = self.pick("int", "unsigned", "long long")
        self.line(f"for (int {r} = 0; {r} < {step}; ++{r})")
        self.inside(f"for ({kind} {i} = {low} + {r}; {i} < ({kind})({high}); {i} += {step}) {{", body, i)

    def any_way(self, low, high, body, leaf=False):
        form = self.random.random()
        if form < 0.6:
            self.up(low, high, body, leaf)
        elif form < 0.85:
            self.down(low, high, body)
        else:
            self.stepped(low, high, self.pick("2", "3", "a.step", "a.step", "(1 + g % 3)"), body)


class Vector:
    """`most` elements in private memory, a row or a column of global memory, or a part of shared memory; the first `n` are used."""

    def __init__(self, e, most, n, base=None):
        self.most, self.n, self.e = most, n, e
        place = e.pick("private", "private", "private", "private", "row", "column", "pointer", "structs", "shared")
        if place == "shared" and (e.shared + most) * e.threads > 5200:
            place = "private"
        v = e.name()
        if place in ("row", "column", "pointer"):
            offset = e.take(most)
        if place == "private":
            e.line(f"{e.type} {v}[{most}]{e.pick('', '', ' = {}')};")
            self.form = f"{v}[{{0}}]"
        elif place == "structs":
            e.line(f"struct S{v} {{ {e.pick('', 'int id; ')}{e.type} x; {e.pick('', 'short tag; ', 'double far; ')}}} {v}[{most}];")
            self.form = f"{v}[{{0}}].x"
        elif place == "row":
            self.form = f"a.work[g * a.pitch + {offset} + {{0}}]"
        elif place == "column":
            self.form = f"a.work[({offset} + {{0}}) * a.all + g]"
        elif place == "pointer":
            e.line(f"{e.type}* {e.pick('', '__restrict__ ')}const {v} = a.work + {e.pick(f'g * a.pitch + {offset}' if e.row_wise else f'{offset} * a.all + g')};")
            self.form = f"{v}[{{0}}]" if e.row_wise else f"{v}[({{0}}) * a.all]"
        else:
            self.form = e.pick(f"s[t.t * {most} + {e.shared * e.threads} + {{0}}]", f"s[{e.shared * e.threads} + ({{0}}) * {e.threads} + t.t]")
            e.shared += most
        if place in ("row", "column"):
            self.form = f"a.work[g * a.pitch + {offset} + {{0}}]" if e.row_wise else f"a.work[({offset} + {{0}}) * a.all + g]"
        self.flat = place == "private"
        self.label = v

    def __call__(self, i):
        return self.form.format(i)


class Matrix:
    """`most` times `most` elements, of which `n` times `n` are used."""

    def __init__(self, e, most, n):
        self.most, self.n = most, n
        if e.chance(0.5):
            v = e.name()
            e.line(f"{e.type} {v}[{most}][{e.pick(most, most, most + 1)}];")
            self.at = lambda i, j: f"{v}[{i}][{j}]"
        else:
            vector = Vector(e, most * most, n)
            row = e.pick(str(most), n)
            self.at = e.pick(lambda i, j: vector(f"({i}) * {row} + {j}"), lambda i, j: vector(f"{i} + {row} * ({j})"))

    def __call__(self, i, j):
        return self.at(i, j)
