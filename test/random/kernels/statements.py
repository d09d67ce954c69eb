# SPDX-License-Identifier: Apache-2.0
"""Statements of one thread: assignments, branches, loops, private arrays, atomics, calls."""
from expressions import Expressions

CELLS = 16  # of atomics
PRIVATE = 8  # elements of a thread's own array


class Statements(Expressions):
    """Needs also: line(), name(), indent, budget, functions."""

    def kind(self):
        kind = self.pick("unsigned", "unsigned", "unsigned", "unsigned long long", "float", "double")
        return kind if kind != "double" or "double" in self.features else "unsigned"

    def statements(self, scope, count):
        for _ in range(count):
            if self.budget <= 0:
                break
            self.budget -= 1
            self.statement(scope)

    def statement(self, scope):
        forms = [self.assign] * 6 + [self.branch] * 3 + [self.counted_loop] * 2 + [self.searching_loop, self.select]
        if "private" in self.features:
            forms += [self.private_array] * 2
            forms += [self.private_by_pointer]
        if "atomic" in self.features:
            forms += [self.atomic] * 2
        if "table" in self.features:
            forms += [self.table, self.pair]
        if self.functions:
            forms += [self.call] * 2
        if scope.uniform:
            forms += [self.uniform_branch, self.uniform_loop]
            if "barrier" in self.features:
                forms += [self.exchange] * 2 + [self.exchange_in_call, self.exchange_in_memory, self.barrier_vote]
                forms += [self.exchange_bytes] if "bytes" in self.features else []
        if scope.converged and "warp" in self.features:
            forms += [self.warp_operation] * 3 + [self.wide_shuffle, self.part_of_warp, self.leaving_lanes]
        self.random.choice(forms)(scope)

    def assign(self, scope):
        kind = self.kind()
        value = self.expression(kind, scope)
        if scope.variables[kind] and self.random.random() < 0.6:
            self.line(f"{self.random.choice(scope.variables[kind])} = {value};")
            return
        name = self.name("v")
        self.line(f"{kind} {name} = {value};")
        scope.variables[kind].append(name)

    def block_of(self, head, scope, count=3, tail="}"):
        self.line(head)
        self.indent += 1
        self.statements(scope, self.random.randint(1, count))
        self.indent -= 1
        if tail:
            self.line(tail)

    def branch(self, scope):
        both = self.random.random() < 0.5
        self.block_of(f"if ({self.condition(scope)}) {{", scope.inside(), tail=None if both else "}")
        if both:
            self.block_of("} else {", scope.inside())

    def iterations(self, scope):
        return f"({self.expression('unsigned', scope, 2)} & {self.pick(3, 7)}u)"

    def counted_loop(self, scope):
        if scope.loops > 1:
            return self.assign(scope)
        index, limit = self.name("i"), self.name("n")
        self.line(f"const unsigned {limit} = {self.iterations(scope)};")
        inner = scope.inside(loop=True)
        inner.readable["unsigned"].append(index)
        self.line(f"for (unsigned {index} = 0; {index} < {limit}; ++{index}) {{")
        self.indent += 1
        self.statements(inner, self.random.randint(1, 3))
        if self.random.random() < 0.4:
            self.line(f"if ({self.condition(inner)}) {self.pick('break', 'continue')};")
            self.statements(inner, self.random.randint(1, 2))
        self.indent -= 1
        self.line("}")

    def searching_loop(self, scope):
        if scope.loops > 1:
            return self.assign(scope)
        fuel = self.name("fuel")
        self.line(f"unsigned {fuel} = {self.iterations(scope)};")
        inner = scope.inside(loop=True)
        if self.random.random() < 0.5:
            self.block_of(f"while ({fuel} != 0 && {self.condition(scope)}) {{", inner, tail=None)
            self.line(f"  --{fuel};")
            self.line("}")
        else:
            self.block_of("do {", inner, tail=None)
            self.line(f"}} while ({fuel}-- > 0 && {self.condition(scope)});")

    def select(self, scope):
        ways = self.random.randint(2, 4)
        self.line(f"switch ({self.expression('unsigned', scope, 1)} % {ways + 1}u) {{")
        self.indent += 1
        for way in range(ways):
            self.block_of(f"case {way}: {{", scope.inside())
            if self.random.random() < 0.7:
                self.line("break;")
        self.block_of("default: {", scope.inside())
        self.indent -= 1
        self.line("}")

    def private_array(self, scope):
        index = lambda: f"({self.expression('unsigned', scope, 2)} & {PRIVATE - 1}u)"
        self.line(f"own[{index()}] = {self.expression('unsigned', scope, 1)};")
        name = self.name("v")
        self.line(f"unsigned {name} = own[{index()}];")
        scope.variables["unsigned"].append(name)

    def private_by_pointer(self, scope):
        name = self.name("v")
        self.line(f"unsigned {name} = turn_over(own, {self.expression('unsigned', scope, 2)});")
        scope.variables["unsigned"].append(name)

    def table(self, scope):
        name = self.name("v")
        index = self.expression("unsigned", scope, 2)
        value = self.pick(f"table_of_words[{index} & 15u]", f"steps[{index} % 3u]({self.expression('unsigned', scope, 2)})",
                          f"(unsigned)table_of_shapes[{index} & 1u]->sides({self.expression('unsigned', scope, 2)})")
        self.line(f"unsigned {name} = {value};")
        scope.variables["unsigned"].append(name)

    def pair(self, scope):
        pair = self.name("s")
        self.line(f"Pair {pair} = swapped(Pair{{{self.expression('unsigned', scope, 2)}, {self.expression('float', scope, 2)},"
                  f" {self.expression('unsigned long long', scope, 2)}}});")
        scope.variables["unsigned"].append(f"{pair}.word")
        scope.variables["float"].append(f"{pair}.real")
        scope.variables["unsigned long long"].append(f"{pair}.wide")

    def atomic(self, scope):
        where = self.pick("cells", "cells", "block_cells" if "barrier" in self.features else "cells")
        # One operation for each cell: different ones do not commute.
        cell = self.random.randrange(5)
        operation = ("atomicAdd", "atomicMax", "atomicXor", "atomicMin", "atomicOr")[cell]
        index = f"{cell}u + 5u * ({self.expression('unsigned', scope, 2)} % 3u)"
        self.line(f"{operation}(&{where}[{index}], {self.expression('unsigned', scope, 1)});")

    def call(self, scope):
        name = self.name("v")
        which = self.random.choice(self.functions)
        if len(self.functions) > 1 and self.random.random() < 0.3:
            first, second = self.random.sample(self.functions, 2)
            which = f"({self.condition(scope)} ? {first} : {second})"
        arguments = ", ".join(self.expression("unsigned", scope, 2) for _ in range(2))
        self.line(f"unsigned {name} = {which}({arguments}, {self.expression('float', scope, 2)});")
        scope.variables["unsigned"].append(name)
