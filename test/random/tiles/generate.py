# SPDX-License-Identifier: Apache-2.0
"""Random work on tiles of images in a block's shared memory: halos, stencils, transpositions, products of tiles, sums of rows, private
arrays, tables, vectors, structs and pointers.

Each body is a list of steps with a barrier behind each. Numbers stay small, so that floats are exact.
"""
import random

TYPES = ("float", "float", "int", "unsigned", "short", "unsigned char", "double", "long long")
BLOCKS = ((16, 16), (32, 8), (32, 4), (8, 8), (64, 2), (32, 32), (16, 4), (33, 3), (128, 1), (4, 32))
SIZES = (1, 7, 16, 31, 33, 64, 70, 100)


class Tile:
    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.kind, self.block = self.pick(*TYPES), self.pick(*BLOCKS)
        self.w, self.h = self.pick(*SIZES) + self.block[0] * self.pick(0, 1, 2), self.pick(*SIZES) % 50 + 1
        self.pitch = self.w + self.pick(0, 0, 1, 5)
        self.halo = self.pick(0, 1, 1, 2)
        self.lines, self.names = [], 0
        bx, by = self.block
        # An extent that the compiler knows, or learns of the launch.
        self.bx, self.by = self.pick((str(bx), str(by)), ("p.bx", "p.by"))
        self.width = bx + 2 * self.halo
        self.row = self.width + self.pick(0, 0, 1, 3)
        self.index = self.pick("int", "int", "unsigned")
        self.build()

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self):
        self.names += 1
        return f"v{self.names}"

    def step(self, *lines):
        self.lines.append("b.step([&](auto& s, const Place& p) {")
        self.lines.append(f"  const {self.index} tx = p.tx, ty = p.ty;")
        self.lines.append(f"  const int x = p.block_x * {self.bx} + p.tx, y = p.block_y * {self.by} + p.ty;")
        self.lines.append("  const bool inside = x < m.w && y < m.h; (void)inside; (void)tx; (void)ty;")
        self.lines += [f"  {line}" for line in lines]
        self.lines.append("});")

    def at(self, x="tx", y="ty"):
        """Of the tile, from its first element behind the halo on."""
        return f"(({y}) + {self.halo}) * {self.row} + ({x}) + {self.halo}"

    def load(self):
        edge = self.pick("clamp", "zero", "wrap")
        bx, by = self.block
        value = {"clamp": "m.in[(gy < 0 ? 0 : gy >= m.h ? m.h - 1 : gy) * m.pitch + (gx < 0 ? 0 : gx >= m.w ? m.w - 1 : gx)]",
                 "zero": "gx >= 0 && gy >= 0 && gx < m.w && gy < m.h ? m.in[gy * m.pitch + gx] : T(0)",
                 "wrap": "m.in[((gy % m.h + m.h) % m.h) * m.pitch + (gx % m.w + m.w) % m.w]"}[edge]
        corner = (f"const int left = int(p.block_x * {self.bx}) - {self.halo}, top = int(p.block_y * {self.by}) - {self.halo};",)
        if self.random.random() < 0.5:
            self.step(*corner, f"for (int j = p.ty; j < {by + 2 * self.halo}; j += {self.by})",
                      f"  for (int i = p.tx; i < {self.width}; i += {self.bx}) {{",
                      f"    const int gx = left + i, gy = top + j; s.set(j * {self.row} + i, {value}); }}")
        else:
            self.step(*corner, f"for (int k = p.ty * {self.bx} + p.tx; k < {self.width * (by + 2 * self.halo)}; k += {self.bx} * {self.by}) {{",
                      f"  const int i = k % {self.width}, j = k / {self.width}, gx = left + i, gy = top + j;",
                      f"  s.set(j * {self.row} + i, {value}); }}")

    def keep(self, value):
        """In two steps: what is read, then what is written."""
        self.step(f"s.kept.value = T({value});")
        if self.random.random() < 0.8:
            self.step(f"s.set({self.at()}, s.kept.value);")

    def stencil(self):
        r = self.random.randint(0, self.halo)
        table = ", ".join(str(self.random.randint(0, 3)) for _ in range(2 * r + 1))
        total = self.name()
        if self.random.random() < 0.5:
            self.step(f"const int table[{2 * r + 1}] = {{{table}}}; int {total} = 0;",
                      f"for (int j = -{r}; j <= {r}; ++j) for (int i = -{r}; i <= {r}; ++i)",
                      f"  {total} += table[i + {r}] * table[j + {r}] * (int)s.get({self.at('int(tx) + i', 'int(ty) + j')});",
                      f"s.kept.value = T({total} % 97);")
        else:
            sides = " + ".join(f"s.get({self.at(*side)})" for side in (("tx", "ty"), (f"int(tx) - {r}", "ty"), (f"tx + {r}", "ty"),
                                                                     ("tx", f"int(ty) - {r}"), ("tx", f"ty + {r}")))
            self.step(f"s.kept.value = T((int)({sides}) % 89);")
        self.step(f"s.set({self.at()}, s.kept.value);")

    def transposed(self):
        bx, by = self.block
        if bx != by:
            place = (f"({self.bx} - 1 - tx)", "ty")
        else:
            place = self.pick(("ty", "tx"), (f"({self.bx} - 1 - tx)", "ty"), ("ty", f"({self.bx} - 1 - tx)"))
        self.keep(f"s.get({self.at(*place)})")

    def product(self):
        n = self.pick(4, 8, "k + 3")
        bx, by = self.block
        deep = min(bx, by, 8)
        total = self.name()
        kind = self.pick("int", "T")
        unroll = self.pick("", "#pragma unroll\n", "#pragma unroll 2\n")
        self.step(f"{kind} {total} = 0;", f"{unroll}for (int k = 0; k < {deep if n != 'k + 3' else max(1, deep - 1)}; ++k)",
                  f"  {total} = {kind}((int)({total} + s.get({self.at('k')}) * s.get({self.at('tx', 'k')})) % 1009);",
                  f"s.kept.value = T((int){total} % 101);")
        self.step(f"s.set({self.at()}, s.kept.value);")

    def sum_of_row(self):
        if self.block[0] & (self.block[0] - 1):
            return self.scan_of_row()
        bx = self.bx.replace("p.bx", "b.width()")
        k = self.pick(f"for (unsigned k = {bx} / 2; k > 0; k >>= 1)", f"for (int k = {bx} >> 1; k; k /= 2)")
        self.lines.append(k)
        self.step(f"if (tx < k) s.set({self.at()}, T((int)(s.get({self.at()}) + s.get({self.at('tx + k')})) % 97));")

    def scan_of_row(self):
        self.lines.append(f"for (unsigned k = 1; k < {self.block[0]}; k *= 2) {{")
        self.step(f"s.kept.value = p.tx >= k ? s.get({self.at('p.tx - k')}) : T(0);")
        self.step(f"s.set({self.at()}, T((int)(s.get({self.at()}) + s.kept.value) % 97));")
        self.lines.append("}")

    def private_array(self):
        a, i = self.name(), self.pick(0, 1, 2, 3)
        self.step(f"T {a}[4] = {{s.get({self.at()}), T(tx), T(ty), T({i})}};",
                  f"for (int k = 0; k < {self.pick(3, 5, '(int)(tx % 5)')}; ++k) {{ T u = {a}[k & 3]; {a}[k & 3] = {a}[(k + {self.pick(1, 2)}) & 3]; {a}[(k + 1) & 3] = T((int)(u + k) % 91); }}",
                  f"for (int k = 0; k < 4; ++k) s.kept.row[k] = {a}[{self.pick('k', '3 - k', '(k + tx) & 3')}];",
                  f"s.kept.value = s.kept.row[{self.pick('tx & 3', 'ty & 3', '2', '(int)s.kept.row[0] & 3')}];")
        self.step(f"s.set({self.at()}, s.kept.value);")

    def struct_of_pointers(self):
        one, two = self.name(), self.name()
        self.step(f"struct Pair {{ T a; T b; int n; }}; Pair {one} = {{s.get({self.at()}), T(tx & 7), 3}}, {two} = {{T(ty & 7), T(1), 5}};",
                  f"Pair* q[2] = {{&{one}, &{two}}}; Pair* const chosen = q[{self.pick('tx & 1', '(tx + ty) & 1', 'p.block_x & 1')}];",
                  "chosen->a = T((int)(chosen->a + chosen->b * chosen->n) % 83);",
                  f"s.kept.value = T((int)({one}.a + {two}.a * 2) % 79);")
        self.step(f"s.set({self.at()}, s.kept.value);")

    def two_tiles(self):
        """Each in turn, by pointers' places."""
        second = 2048
        self.lines.append("{ unsigned turn = 0;")
        self.lines.append(f"for (int k = 0; k < {self.pick(2, 3, 5)}; ++k) {{")
        neighbour = self.pick(f"(tx + 1) % {self.bx}", f"tx == 0 ? {self.bx} - 1 : tx - 1", f"tx ^ 1" if self.block[0] % 2 == 0 else "tx")
        self.step(f"s.set((1 - turn) * {second} + {self.at()}, T((int)(s.get(turn * {second} + {self.at()}) + s.get(turn * {second} + {self.at(neighbour)})) % 97));")
        self.lines.append("turn = 1 - turn; }")
        self.step(f"s.kept.value = s.get(turn * {second} + {self.at()});")
        self.step(f"s.set({self.at()}, s.kept.value);")
        self.lines.append("}")

    def some(self):
        guard = self.pick("(tx + ty) % 2 == 0", "tx < ty", "inside && x > y", f"s.get({self.at()}) > T(40)", "tx % 3 == 1 && ty > 0",
                          "tx == ty", f"ty == {self.by} - 1")
        other = self.pick("T(3)", "T(x % 5)", "T(y & 3)")
        self.step(f"if ({guard}) s.set({self.at()}, T((int)(s.get({self.at()}) + {other}) % 97));",
                  self.pick("", f"else s.set({self.at()}, T(tx & 15));"))

    def search(self):
        n = self.name()
        self.step(f"int {n} = 0; while ({n} < {self.pick(4, 7)}) {{ if (s.get({self.at(f'(tx + {n}) % {self.bx}')}) > T({self.pick(20, 60, 90)})) break; ++{n}; }}",
                  f"s.kept.value = T({n} * 3 + (s.get({self.at()}) > T(50) ? 1 : 0));")
        self.step(f"s.set({self.at()}, s.kept.value);")

    def build(self):
        self.load()
        for _ in range(self.random.randint(1, 4)):
            self.pick(self.stencil, self.stencil, self.transposed, self.product, self.sum_of_row, self.scan_of_row, self.private_array,
                      self.struct_of_pointers, self.two_tiles, self.some, self.search)()
        out = self.pick("y * m.pitch + x", "y * m.pitch + x", "y * m.pitch + (m.w - 1 - x)")
        self.step(f"if (inside) m.out[{out}] = s.get({self.at()});")

    def source(self):
        body = "\n  ".join(self.lines)
        bx, by = self.block
        return f"""
namespace tile_{self.seed} {{
using T = {self.kind};
template <class Block> __host__ __device__ void body(Block& b, const Image<T> m) {{
  {body}
}}
__global__ void kernel(const Image<T> m) {{
  __shared__ T memory[kMostWords];
  TileOnDevice<T> block{{{{memory, {{}}}}}};
  body(block, m);
}}
static bool run() {{
  return check_tiles<T>({self.seed}, dim3({bx}, {by}), {self.w}, {self.h}, {self.pitch},
    [](auto& model, const Image<T>& m) {{ body(model, m); }},
    [](dim3 grid, const Image<T>& m) {{ kernel<<<grid, dim3({bx}, {by})>>>(m); }});
}}
}}  // namespace tile_{self.seed}
"""


def program(seeds):
    text = ['#include "harness.h"\n']
    text += [Tile(seed).source() for seed in seeds]
    text.append("int main() {\n  bool right = true;\n")
    text += [f"  right &= tile_{seed}::run();\n" for seed in seeds]
    text.append("  return right ? 0 : 1;\n}\n")
    return "".join(text)
