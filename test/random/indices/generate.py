# SPDX-License-Identifier: Apache-2.0
"""Random index expressions: quotients, remainders, wraps and clamps of threads' numbers, as array indices.

Each body is a function for both sides: the kernel calls it for its thread, the host for each thread in turn. What they store must
be equal. Every fourth body has loops along rows of memory.
"""
import random

WORDS = 1 << 16
TYPES = ("int", "unsigned", "long long", "size_t")
CONSTANTS = (2, 3, 5, 7, 8, 12, 16, 18, 24, 33, 48, 64, 100)
SHAPES = (((5, 1), (128, 1)), ((7, 1), (96, 1)), ((3, 1), (16, 16)), ((4, 2), (32, 4)), ((2, 3), (8, 8)), ((11, 1), (33, 1)),
          ((2, 2), (64, 3)), ((1, 1), (1024, 1)))


class Number:
    """An expression whose values are from 0 to less than `limit`."""

    def __init__(self, text, limit):
        self.text, self.limit = text, limit


class Body:
    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.kind = self.pick(*TYPES)
        self.grid, self.block = self.pick(*SHAPES)
        self.parameters = {"w": self.random.choice((9, 17, 31, 32, 40, 63, 64, 100, 257, 1000)),
                           "h": self.random.choice((3, 8, 16, 33, 50)), "d": self.random.choice((2, 5, 19, 36, 128))}
        self.lines, self.names, self.numbers = [], 0, []
        self.build()

    def pick(self, *choices):
        return self.random.choice(choices)

    def line(self, text):
        self.lines.append(text)

    def new(self, text, limit):
        name = f"v{self.names}"
        self.names += 1
        self.line(f"const {self.kind} {name} = {text};")
        number = Number(name, limit)
        self.numbers.append(number)
        return number

    def threads(self):
        return self.grid[0] * self.grid[1] * self.block[0] * self.block[1]

    def first(self):
        """The thread's own number, which no two share."""
        (across, down), (width, height) = self.grid, self.block
        if down == 1 and height == 1:
            text = self.pick("p.block_x * p.extent_x + p.thread_x", f"p.block_x * {width} + p.thread_x")
        elif across * down == 1 or self.random.random() < 0.3:
            text = ("(p.block_y * p.grid_x + p.block_x) * (p.extent_x * p.extent_y) + p.thread_y * p.extent_x + p.thread_x")
        else:
            text = ("(p.block_y * p.extent_y + p.thread_y) * (p.grid_x * p.extent_x) + p.block_x * p.extent_x + p.thread_x")
        return self.new(f"({self.kind})({text})" if self.random.random() < 0.5 else text, self.threads())

    def divisor(self):
        if self.random.random() < 0.5:
            name = self.pick(*self.parameters)
            return name, self.parameters[name]
        number = self.pick(*CONSTANTS)
        return str(number), number

    def divide(self, number):
        text, value = self.divisor()
        quotient = self.new(f"{number.text} / {text}", (number.limit - 1) // value + 1)
        if self.random.random() < 0.3:
            rest = self.new(f"{number.text} - {quotient.text} * {text}", value)
        else:
            rest = self.new(f"{number.text} % {text}", value)
        return quotient, rest, text, value

    def move(self, number):
        """To a neighbour, within the same limit."""
        text, limit = number.text, number.limit
        if limit < 2:
            return number
        return self.new(self.pick(
            f"{text} == 0 ? {limit - 1} : {text} - 1",
            f"{text} == {limit - 1} ? 0 : {text} + 1",
            f"{text} > 0 ? {text} - 1 : 0",
            f"({text} + {limit} - 1) % {limit}",
            f"({text} + {self.pick(1, 3, limit // 2)}) % {limit}",
            f"{text} + 1 < {limit} ? {text} + 1 : {text}",
            f"{text} == 0 ? {text} : {text} - 1",
            f"{text} - ({text} == 0 ? 0 : 1)",
            f"{text} + ({text} != {limit - 1})",
            f"{text} == {limit // 2} ? {limit - 1} - {text} : {text}",
            f"{limit - 1} - {text}"), limit)

    def index(self):
        number = self.pick(*self.numbers)
        for _ in range(self.random.randint(0, 2)):
            number = self.move(number)
        if self.random.random() < 0.4:
            return number
        other = self.pick(*self.numbers)
        if self.random.random() < 0.5:
            other = self.move(other)
        return Number(f"{number.text} * {other.limit} + {other.text}", number.limit * other.limit)

    def load(self):
        number = self.index()
        text = f"({number.text}) % {WORDS}" if number.limit > WORDS else number.text
        array = self.pick("words", "words", "words", "bytes", "shorts", "longs")
        self.line(f"sum = sum * 31u + (unsigned){array}[{text}];")

    def condition(self):
        one, other = self.pick(*self.numbers), self.pick(*self.numbers)
        return self.pick(f"{one.text} != 0", f"{one.text} < {max(1, one.limit // 2)}", f"{one.text} >= {other.text}",
                         f"words[{one.text} % {WORDS}] & 1u")

    def negative(self):
        """Signed division rounds towards zero."""
        number, (text, _) = self.pick(*self.numbers), self.divisor()
        shift = self.pick(1, 7, 40)
        self.line(f"sum += (unsigned)(((long long){number.text} - {shift}) {self.pick('/', '%')} (long long){text});")
        self.line(f"sum ^= (unsigned)(((int){number.text} - {shift}) {self.pick('/', '%')} (int){text});")

    def build(self):
        own = self.first()
        self.line("unsigned sum = 7u;")
        if self.random.random() < 0.5:
            limit = self.random.randint(self.threads() // 2, self.threads())
            self.line(f"if ({own.text} >= {limit}) return;")
        number = own
        if self.random.random() < 0.3:
            number = self.new(f"{own.text} * 2 + 1", 2 * own.limit)
        quotient, rest, _, value = self.divide(number)
        if self.random.random() < 0.5:
            self.divide(self.pick(quotient, rest))
        for _ in range(self.random.randint(2, 6)):
            form = self.random.random()
            if form < 0.6:
                self.load()
            elif form < 0.8:
                mark = len(self.numbers)
                self.line(f"if ({self.condition()}) {{")
                self.load()
                self.line("}")
                del self.numbers[mark:]  # what is declared inside is not known outside
            else:
                self.negative()
        # Places that no two threads share: in order, or turned.
        if self.random.random() < 0.7 or number is not own:
            self.line(f"out[{own.text}] = sum;")
        else:
            self.line(f"out[{rest.text} * {quotient.limit} + {quotient.text}] = sum;")

    def source(self):
        body = "\n  ".join(self.lines)
        w, h, d = (self.parameters[name] for name in "whd")
        grid, block = (", ".join(map(str, shape)) for shape in (self.grid, self.block))
        return f"""
template <class P> __host__ __device__ void body_{self.seed}(const P p, const unsigned* words, const unsigned char* bytes,
    const short* shorts, const unsigned long long* longs, unsigned* out, {self.kind} w, {self.kind} h, {self.kind} d) {{
  {body}
}}
__global__ void kernel_{self.seed}(Arrays a, {self.kind} w, {self.kind} h, {self.kind} d) {{
  body_{self.seed}(here(), a.words, a.bytes, a.shorts, a.longs, a.out, w, h, d);
}}
static bool run_{self.seed}(Test& test) {{
  return test.run({self.seed}, dim3({grid}), dim3({block}),
    [&](Arrays a, dim3 g, dim3 b) {{ kernel_{self.seed}<<<g, b>>>(a, {w}, {h}, {d}); }},
    [&](Arrays a, Place p) {{ body_{self.seed}(p, a.words, a.bytes, a.shorts, a.longs, a.out, {w}, {h}, {d}); }});
}}
"""


class Rows(Body):
    """Threads that go along rows of their own: what they read there and what they write may overlap, a few elements apart."""

    STRETCH = 128  # words of `out` for each thread
    LONGEST = 60

    def offset(self):
        return f"{self.pick('h', 'd % 64', '16', '20')} + {self.random.randint(0, 3)}"  # less than 68

    def value(self):
        return self.pick("x[k]", "x[k]", "y[k]", "z[k]", "words[k]", f"words[({self.own} * n + k) % {WORDS}]", "s[k]", "x[n - 1 - k]",
                         "words[w % 7]", "(unsigned)k", "sum")

    def step(self):
        target = self.pick("y[k]", "y[k]", "y[k]", "z[k]", "sum", "sum", "x[0]")
        text = f"{self.value()} {self.pick('+', '*', '^', '-')} {self.value()}"
        self.line(f"  {target} {self.pick('=', '+=', '^=')} {text};")

    def build(self):
        self.own = self.first().text
        if self.random.random() < 0.5:
            self.line(f"if ({self.own} >= {self.random.randint(self.threads() // 2, self.threads())}) return;")
        self.line(f"unsigned* const row = out + {self.own} * {self.STRETCH};")
        for name in "xyz":
            self.line(f"unsigned* const {name} = row + {self.offset()};")
        self.line(f"const unsigned* const s = words + {self.own} * {self.pick('w', '64', '61')} % {WORDS // 2};")
        self.line(f"const {self.kind} n = {self.pick(f'w % {self.LONGEST}', '16', '37', f'd % {self.LONGEST}')};")
        self.line("unsigned sum = 7u;")
        self.line("float rounds = 0.f;")  # in order, so that rows are no vectors but those of packets
        for _ in range(self.random.randint(1, 3)):
            self.line(f"for ({self.kind} k = 0; k < n; ++k) {{")
            for _ in range(self.random.randint(1, 3)):
                self.step()
            if self.random.random() < 0.8:
                self.line("  rounds = rounds * 0.5f + 1.f;")
            self.line("}")
        self.line("row[127] = sum + (unsigned)(rounds * 1024.f);")


def body(seed):
    return Rows(seed) if seed % 4 == 0 else Body(seed)


def program(seeds):
    text = ['#include "harness.h"\n']
    text += [body(seed).source() for seed in seeds]
    text.append("int main() {\n  Test test;\n  bool right = true;\n")
    text += [f"  right &= run_{seed}(test);\n" for seed in seeds]
    text.append("  return right ? 0 : 1;\n}\n")
    return "".join(text)
