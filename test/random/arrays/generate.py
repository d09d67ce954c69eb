# SPDX-License-Identifier: Apache-2.0
"""Random work on global arrays, in the forms of people's kernels: an element, a few, a row or a column for each thread, by one or two
axes or with a grid's stride; narrow, wide and vector types, arrays of structs, tables, gathers, searches, stencils with edges, private
arrays, counters.

A thread writes what is its own, or adds to counters. Each body is a function for both sides. Numbers stay small, so that floats are exact.
"""
import random

NUMBERS = ("int", "int", "float", "float", "unsigned", "short", "unsigned char", "signed char", "unsigned short", "double", "long long",
           "unsigned long long", "bool")
VECTORS = {"uchar4": "unsigned char", "short2": "short", "int2": "int", "float4": "float", "float2": "float", "int4": "int",
           "double2": "double", "ushort4": "unsigned short", "char2": "signed char", "longlong2": "long long"}
LANES = "xyzw"
BLOCKS = ((32, 1), (64, 1), (100, 1), (128, 1), (256, 1), (1, 1), (16, 16), (32, 8), (8, 8), (64, 2), (33, 3), (4, 32), (1, 64))


class Program:
    def __init__(self, seed):
        self.seed, self.random, self.names, self.lines, self.depth = seed, random.Random(seed), 0, [], 1
        self.block = self.pick(*BLOCKS)
        self.integer = self.pick("int", "int", "unsigned", "long long", "size_t")
        self.arrays = {}  # name: type
        for i in range(self.random.randint(2, 4)):
            self.arrays[f"in{i}"] = self.pick(*NUMBERS)
        self.out = self.pick(*NUMBERS[:-1])
        self.structs = self.pick(None, "Rgb", "Point", "Mixed")
        self.vector = self.pick(None, None, *VECTORS)
        self.w, self.h = self.random.randint(1, 150), self.random.randint(1, 40)
        self.restrict = self.pick("", "__restrict__ ")
        self.locals, self.stops = [], None
        self.forms()

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    # What a thread owns.

    def forms(self):
        two = self.pick("t.by * t.bh + t.ty", "t.ty + t.bh * t.by")
        one = self.pick("t.bx * t.bw + t.tx", "t.tx + t.bw * t.bx")
        kind = self.integer
        n = f"({kind})(a.w * a.h)"
        form = self.pick("element", "element", "stride", "plane", "plane", "planes", "row", "column", "few", "apart", "vector")
        flat = self.block[1] == 1
        if form in ("plane", "planes"):
            self.grid = (-(-self.w // self.block[0]), -(-self.h // self.block[1]))
            self.line(f"const {kind} x = {one}, y = {two};")
            if form == "planes":
                self.line(f"if (x >= ({kind})a.w) return;")
                self.grid = (self.grid[0], self.pick(1, 2, 3))
                self.line(f"for ({kind} r = y; r < ({kind})a.h; r += ({kind})(t.gh * t.bh)) {{")
                self.stops = "continue"
                self.own(self.pick("r * a.w + x", "x * a.h + r", "(a.h - 1 - r) * a.w + x"), "r")
                self.line("}")
                return
            if self.random.random() < 0.5:
                self.line(f"if (x >= ({kind})a.w || y >= ({kind})a.h) return;")
                self.stops = "return"
                self.own(self.pick("y * a.w + x", "x * a.h + y", "(a.h - 1 - y) * a.w + x", "y * a.w + (a.w - 1 - x)"), "y")
            else:
                self.line(f"if (x < ({kind})a.w && y < ({kind})a.h) {{")
                self.own(self.pick("y * a.w + x", "x * a.h + y"), "y")
                self.line("}")
            return
        count = self.w * self.h
        threads = self.block[0] * self.block[1]
        self.line(f"const {kind} g = {one if flat else f'({one}) * t.bh + t.ty'};")
        self.line(f"const {kind} n = {n}; (void)n;")
        if form == "stride":
            self.grid = (self.random.randint(1, 5), 1)
            self.line(f"for ({kind} i = g; i < n; i += ({kind})(t.gw * t.bw * t.bh)) {{")
            self.stops = "continue"
            self.own(self.pick("i", "i", "n - 1 - i"))
            self.line("}")
        elif form in ("row", "column"):
            lines, length = (("a.h", "a.w") if form == "row" else ("a.w", "a.h"))
            self.grid = (-(-(self.h if form == "row" else self.w) // threads), 1)
            self.line(f"if (g >= ({kind}){lines}) return;")
            total = self.name()
            self.line(f"int {total} = {self.pick('0', '1', '(int)g')};")
            self.locals.append(total)
            first = self.pick("0", "0", f"(int)g % ({length})", f"a.h % ({length})", f"({length}) / 3")
            self.line(self.pick(f"for (int c = {first}; c < {length}; ++c) {{", f"for (int c = {first}; c < {length}; ++c) {{",
                                f"for (int c = {length} - 1; c >= {first}; --c) {{"))
            self.stops = self.pick("continue", "break")
            self.own("g * a.w + c" if form == "row" else "c * a.w + g", None, total)
            self.line("}")
            self.line(f"count_in(&a.bins[g % kBins], {total} & 1023);")
        elif form in ("few", "apart"):
            k = self.pick(2, 3, 4, 5)
            self.grid = (-(-(-(-count // k)) // threads), 1)
            loop = self.pick("", "#pragma unroll\n")
            self.lines.append(f"{loop}  for (int j = 0; j < {k}; ++j) {{")
            self.line(f"  const {kind} i = {f'g * {k} + j' if form == 'few' else f'g + j * ({kind})(t.gw * t.bw * t.bh)'};")
            self.line(f"  if (i >= n) {self.pick('break', 'continue', 'continue')};")
            self.stops = "continue"
            self.own("i")
            self.line("}")
        elif form == "vector" and self.vector:
            lanes = int(self.vector[-1])
            self.grid = (-(-(count // lanes) // threads) or 1, 1)
            self.line(f"if (g >= n / {lanes}) return;")
            self.line(f"{self.vector} q = reinterpret_cast<const {self.vector}*>(a.vec)[{self.pick('g', 'g', f'(g * 7 + 3) % (n / {lanes})')}];")
            self.line(f"const {kind} i = g; (void)i;")
            self.locals += [f"(int)q.{LANES[j]}" for j in range(lanes)]
            self.index = "i"
            for _ in range(self.random.randint(1, 3)):
                self.statement()
            element = VECTORS[self.vector]
            for j in range(lanes):
                if self.random.random() < 0.8:
                    self.line(f"q.{LANES[j]} = ({element}){self.small(self.number(2))};")
            self.line(f"reinterpret_cast<{self.vector}*>(a.vec_out)[{self.pick('g', f'n / {lanes} - 1 - g')}] = q;")
        else:
            self.grid = (-(-count // threads), 1)
            if self.random.random() < 0.5:
                self.line("if (g >= n) return;")
                self.stops = "return"
                self.own("g")
            else:
                self.line("if (g < n) {")
                self.own("g")
                self.line("}")

    def own(self, place, row=None, total=None):
        self.depth += 1
        self.line(f"const {self.integer} k = {place};")
        self.index = "k"
        for _ in range(self.random.randint(1, 5)):
            self.statement()
        if total:
            self.line(f"{total} = ({self.small(f'{total} {self.pick(chr(43), chr(42), chr(94))} {self.number(1)}')});")
        if self.structs and self.random.random() < 0.7:
            for field in self.random.sample({"Rgb": "rgb", "Point": "xyz", "Mixed": "abc"}[self.structs], self.random.randint(1, 3)):
                self.line(f"a.records[k].{field} {self.pick('=', '=', '+=')} {self.small(self.number(2))};")
        operator = self.pick("=", "=", "=", "+=", "-=") if self.out != "bool" else "="
        self.line(f"a.out[k] {operator} ({self.out}){self.small(self.number(3))};")
        if self.random.random() < 0.2:
            self.line(f"a.out[k] = ({self.out})(a.out[k] {self.pick('+', '*')} 2);")
        self.depth -= 1

    # What it computes.

    def small(self, value):
        return f"small({value})"

    def gather(self, depth):
        name, kind = self.pick(*self.arrays.items())
        place = self.pick("k", "k", "k", "{0}", "{0}", "(k + 1 < n_ ? k + 1 : k)", "(k > 0 ? k - 1 : 0)", "n_ - 1 - k").replace("k", self.index)
        if "{0}" in place:
            place = f"(unsigned)({self.number(depth - 1)}) % (unsigned)(n_)"
        place = place.replace("n_", "(a.w * a.h)")
        if self.index == "i" and self.lines and "q = " in "".join(self.lines[-9:]):
            place = f"(unsigned)({place}) % (unsigned)(a.w * a.h)"
        return f"(int)a.{name}[{place}]"

    def number(self, depth):
        form = self.random.random()
        if depth <= 0 or form < 0.12:
            return self.pick("1", "3", str(self.random.randint(0, 90)), f"(int)({self.index} & 63)", *self.locals[-5:])
        if form < 0.4:
            return self.gather(depth)
        one, other = self.number(depth - 1), self.number(depth - 1)
        if form < 0.6:
            return f"(int)((unsigned){one} {self.pick('+', '-', '*', '&', '|', '^')} (unsigned){other})"
        if form < 0.66:
            return f"({one} {self.pick('/', '%')} (({other} & 15) + 1))"
        if form < 0.72:
            return f"({self.condition(depth - 1)} ? {one} : {other})"
        if form < 0.77:
            return f"{self.pick('min', 'max')}({one}, {other})"
        if form < 0.81:
            return f"table({one})"
        if form < 0.85:
            return f"(({self.pick('unsigned', 'int')}){one} >> ({other} & 7))"
        if form < 0.92:
            real = self.pick("float", "double")
            return f"(int)(({real}){self.small(one)} {self.pick('*', '+', '-')} ({real}){self.pick('0.5', '2', '0.25', '3')})"
        cast = self.pick("unsigned char", "signed char", "short", "unsigned short", "long long")
        return f"(int)({cast})({one})"

    def condition(self, depth):
        form = self.random.random()
        if form < 0.6 or depth <= 0:
            return f"{self.number(depth)} {self.pick('<', '>', '==', '!=', '<=')} {self.number(depth - 1)}"
        if form < 0.9:
            return f"({self.condition(depth - 1)} {self.pick('&&', '||')} {self.condition(depth - 1)})"
        return f"!({self.condition(depth - 1)})"

    def inside(self, head, count, tail="}"):
        self.line(head)
        self.depth += 1
        mark, stops = len(self.locals), self.stops
        if head.startswith(("for", "while", "do")):
            self.stops = self.pick("break", "continue") if head.startswith("for") else "break"
        for _ in range(count):
            self.statement()
        del self.locals[mark:]
        self.stops = stops
        self.depth -= 1
        self.line(tail)

    def statement(self):
        form = self.random.random()
        if form < 0.3 or self.depth > 4:
            name = self.name()
            kind = self.pick("int", "int", "unsigned", "short", "unsigned char", "float", "long long")
            self.line(f"{kind} {name} = ({kind}){self.small(self.number(3))};")
            self.locals.append(f"(int){name}")
        elif form < 0.42 and any(one.isidentifier() or one.startswith("(int)v") for one in self.locals):
            name = self.pick(*(one for one in self.locals if one.isidentifier() or one.startswith("(int)v"))).replace("(int)", "")
            self.line(f"{name} = {self.small(f'(int){name} {self.pick(chr(43), chr(45), chr(94))} {self.number(2)}')};")
        elif form < 0.52:
            self.inside(f"if ({self.condition(2)}) {{", self.random.randint(1, 2))
        elif form < 0.62:
            i = self.name()
            trips = self.pick("4", "7", f"({self.number(1)} & 7)", f"(int)({self.index} % 5)", "a.h % 9")
            self.inside(f"for (int {i} = {self.pick(0, 0, 1, -2)}; {i} < {trips}; {self.pick('++' + i, i + ' += 2')}) {{", self.random.randint(1, 3))
        elif form < 0.68:
            lo, hi, mid = self.name(), self.name(), self.name()
            name, _ = self.pick(*self.arrays.items())
            self.line(f"int {lo} = 0, {hi} = a.w * a.h; const int key{lo} = {self.small(self.number(2))};")
            self.line(f"while ({lo} < {hi}) {{ const int {mid} = ({lo} + {hi}) {self.pick('/ 2', '>> 1')}; "
                      f"if ((int)a.{name}[{mid}] < key{lo}) {lo} = {mid} + 1; else {hi} = {mid}; }}")
            self.locals.append(f"(int){lo}")
        elif form < 0.74:
            self.stencil()
        elif form < 0.78:
            self.private()
        elif form < 0.8:
            self.triangle()
        elif form < 0.84 and self.stops:
            self.line(f"if ({self.condition(1)}) {self.stops};")
        elif form < 0.9:
            call = self.pick("count_in", "count_in", "largest_in")
            cast = "" if call == "count_in" else "(unsigned)"
            self.line(f"{call}(&a.bins[(unsigned)({self.number(2)}) % kBins], {cast}{self.small(self.number(1))});"
                      if call == "count_in" else f"largest_in(&a.tops[(unsigned)({self.number(2)}) % kBins], (unsigned)({self.number(1)}) & 4095u);")
        elif form < 0.95:
            p, end, steps = self.name(), self.name(), self.name()
            name, kind = self.pick(*self.arrays.items())
            self.line(f"int {steps} = 0;")
            self.line(f"for (const {kind} *{p} = a.{name} + (unsigned)({self.number(1)}) % (unsigned)(a.w * a.h), *{end} = a.{name} + a.w * a.h; "
                      f"{p} {self.pick('<', '!=')} {end} && (int)*{p} % 11 != {self.random.randint(0, 10)}; ++{p}) {steps} += {self.pick('1', f'(int)*{p}')};")
            self.locals.append(f"(int){steps}")
        else:
            self.line(f"switch ((unsigned)({self.number(1)}) % 5) {{")
            name = self.name()
            for case in range(self.random.randint(2, 4)):
                self.line(f"case {case}: count_in(&a.bins[{self.random.randrange(61)}], {self.small(self.number(1))}); {self.pick('break;', 'break;', '[[fallthrough]];')}")
            self.line("default: break; }")

    def stencil(self):
        total, name = self.name(), self.pick(*self.arrays)
        r = self.pick(1, 1, 2, 3)
        row = "(int)(k / a.w)" if self.index == "k" else "(int)(i % a.h)"
        column = "(int)(k % a.w)" if self.index == "k" else "(int)(i % a.w)"
        kind = self.pick("int", "float")
        self.line(f"{kind} {total} = 0;")
        edge = self.pick("skip", "clamp", "wrap")
        self.line(f"for (int dy = -{r}; dy <= {r}; ++dy) for (int dx = -{r}; dx <= {r}; ++dx) {{")
        self.line(f"  {'' if edge != 'skip' else 'const '}int yy = {row} + dy, xx = {column} + dx;")
        if edge == "skip":
            self.line("  if (yy < 0 || xx < 0 || yy >= a.h || xx >= a.w) continue;")
        elif edge == "clamp":
            self.line("  yy = yy < 0 ? 0 : yy >= a.h ? a.h - 1 : yy; xx = min(max(xx, 0), a.w - 1);")
        else:
            self.line("  yy = (yy + 8 * a.h) % a.h; xx = (xx + 8 * a.w) % a.w;")
        self.line(f"  {total} += ({kind})(int)a.{name}[yy * a.w + xx]{self.pick('', ' * (dx + 2)', ' * (dx * dy)')};")
        self.line("}")
        self.locals.append(f"(int){total}")

    def private(self):
        array, count = self.name(), self.pick(3, 4, 8, 9)
        kind = self.pick("int", "unsigned char", "short", "float")
        self.line(f"{kind} {array}[{count}];")
        self.line(f"for (int j_ = 0; j_ < {count}; ++j_) {array}[j_] = ({kind}){self.small(f'{self.number(1)} * (j_ + 1) + {self.number(1)}')};")
        if self.random.random() < 0.5:
            self.line(f"for (int p_ = 1; p_ < {count}; ++p_) {{ const {kind} key_ = {array}[p_]; int q_ = p_ - 1; "
                      f"while (q_ >= 0 && {array}[q_] > key_) {{ {array}[q_ + 1] = {array}[q_]; --q_; }} {array}[q_ + 1] = key_; }}")
        self.locals += [f"(int){array}[(unsigned)({self.number(1)}) % {count}]", f"(int){array}[{self.random.randrange(count)}]"]

    def triangle(self):
        """A private array that is gone through from where an outer loop stands, up or down, as far as an argument says."""
        array, count, total = self.name(), self.pick(12, 24, 40, 80), self.name()
        kind = self.pick("int", "float", "double")
        name, _ = self.pick(*self.arrays.items())
        self.line(f"{kind} {array}[{count}]; {kind} {total} = 0;")
        self.line(f"for (int j_ = 0; j_ < {count}; ++j_) {array}[j_] = ({kind}){self.small(f'{self.number(1)} + j_ * {self.number(1)}')};")
        first = self.pick("o_ + 1", "o_", "a.h % (o_ + 2)")
        self.line(f"for (int o_ = 0; o_ < a.h % {self.pick(4, 9)}; ++o_) {{")
        self.line(self.pick(f"  for (int i_ = {first}; i_ < {count}; ++i_) {{", f"  for (int i_ = {count} - 1; i_ >= {first}; --i_) {{"))
        self.line(f"    {total} = ({kind}){self.small(f'(int){total} {self.pick(chr(43), chr(94))} (int){array}[i_]')};")
        if self.random.random() < 0.5:
            self.line(f"    {array}[i_] = ({kind}){self.small(f'(int){array}[i_] * 3 + (int){total}')};")
        if self.random.random() < 0.5:
            self.line(f"    {total} += ({kind})((int)a.{name}[(i_ - ({first})) % (a.w * a.h)] & 31);")
        self.line("  }")
        self.line("}")
        self.locals += [f"(int){total}", f"(int){array}[(unsigned)({self.number(1)}) % {count}]"]

    # The program.

    def source(self):
        name, count = f"array_{self.seed}", self.w * self.h
        fields = [f"  const {kind}* {self.restrict}{one};" for one, kind in self.arrays.items()]
        fields.append(f"  {self.out}* {self.restrict}out;")
        makes = [f"  Array<{kind if kind != 'bool' else 'unsigned char'}> {one}({count}, {self.seed + i}u);" for i, (one, kind) in enumerate(self.arrays.items())]
        makes.append(f"  Array<{self.out}> out({count}, 7u);")
        both = [(one, kind) for one, kind in self.arrays.items()] + [("out", self.out)]
        written = ["out", "bins", "tops"]
        for one, kind in (("records", self.structs), ("vec_out", self.vector and VECTORS[self.vector]), ("vec", self.vector and VECTORS[self.vector])):
            if kind:
                fields.append(f"  {kind}* {one};")
                makes.append(f"  Array<{kind}> {one}({count} + 16, 5u);")
                both.append((one, kind))
                written.append(one)
        parameters = ", ".join(f"const {k}* {self.restrict}{o}" if o in self.arrays else f"{k}* {self.restrict}{o}" for o, k in both)
        give = lambda side: ", ".join((f"(bool*){o}.{side}" if k == "bool" else f"{o}.{side}") for o, k in both)
        bodies = "\n".join(self.lines)
        for one, kind in self.arrays.items():
            if kind == "bool":
                makes.append(f"  for (auto& v : {one}.host) v &= 1;")
                makes.append(f"  cudaMemcpy({one}.device, {one}.host.data(), {count}, cudaMemcpyHostToDevice);")
        return f"""
namespace {name} {{
struct Arguments {{
{chr(10).join(fields)}
  unsigned *bins, *tops;
  int w, h;
}};
__host__ __device__ inline int small(long long v) {{ return (int)(v % 1021); }}
__host__ __device__ void body(const Thread t, const Arguments a) {{
{bodies}
}}
__global__ void kernel({parameters}, unsigned* bins, unsigned* tops, int w, int h) {{
  body(Thread{{(int)threadIdx.x, (int)threadIdx.y, (int)blockIdx.x, (int)blockIdx.y, (int)blockDim.x, (int)blockDim.y,
    (int)gridDim.x, (int)gridDim.y}}, Arguments{{{", ".join(o for o, _ in both)}, bins, tops, w, h}});
}}
static bool run() {{
{chr(10).join(makes)}
  Array<unsigned> bins(kBins, 3u), tops(kBins, 4u);
  const dim3 grid({self.grid[0]}, {self.grid[1]}), block({self.block[0]}, {self.block[1]});
  kernel<<<grid, block>>>({give("device")}, bins.device, tops.device, {self.w}, {self.h});
  const Arguments arguments{{{give("host.data()")}, bins.host.data(), tops.host.data(), {self.w}, {self.h}}};
  on_host(grid, block, [&](const Thread& t) {{ body(t, arguments); }});
  return {" && ".join(f'{o}.same({self.seed}, "{o}")' for o in written)};
}}
}}  // namespace {name}
"""


def program(seeds):
    text = ['#include "harness.h"\n']
    text += [Program(seed).source() for seed in seeds]
    text.append("int main() {\n  make_table();\n  bool right = true;\n")
    text += [f"  right &= array_{seed}::run();\n" for seed in seeds]
    text.append("  return right ? 0 : 1;\n}\n")
    return "".join(text)
