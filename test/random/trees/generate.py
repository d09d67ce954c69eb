# SPDX-License-Identifier: Apache-2.0
"""Random trees, scans, sorts and permutations in a block's shared memory, in the spellings that people use.

Each body is a list of steps with a barrier behind each. Numbers are small, so that sums of float are exact in any order.
"""
import random

TYPES = ("float", "float", "int", "unsigned", "double", "short")
THREADS = (32, 64, 128, 128, 256, 256, 512, 1024, 48, 96, 200)


class Tree:
    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.kind, self.threads = self.pick(*TYPES), self.pick(*THREADS)
        self.blocks = self.pick(1, 3, 40)
        self.padding = self.pick("{}", "{}", "({0} + ({0} >> 5))", "({0} + {0} / 16)", "({0} ^ (({0} >> 5) & 3))")
        self.is_power = self.threads & (self.threads - 1) == 0
        # An extent that the compiler knows, or learns of the launch.
        self.n = self.pick(str(self.threads), "n", "n")
        self.lines = []
        self.build()

    def pick(self, *choices):
        return self.random.choice(choices)

    def at(self, index):
        return self.padding.format(index if index.isalnum() else f"({index})")

    def get(self, index):
        return f"s.get({self.at(index)})"

    def step(self, *lines, loop=None):
        self.lines.append(f"{loop + ' ' if loop else ''}b.step([&](auto& s, unsigned t) {{")
        self.lines += [f"  {line}" for line in lines]
        self.lines.append("});")

    def combined(self, one, other):
        if self.kind in ("float", "double"):
            form = self.pick("{0} + {1}", "{0} > {1} ? {0} : {1}", "{0} * T(0.5) + {1}" if self.kind == "double" else "{0} + {1}")
        else:
            form = self.pick("{0} + {1}", "{0} > {1} ? {0} : {1}", "{0} ^ {1}", "{0} * 3 + {1}")
        return f"T({form.format(one, other)})"

    def change(self, place, other, guard):
        value = self.combined(self.get(place), self.get(other))
        self.step(f"if ({guard}) s.set({self.at(place)}, {value});", loop=self.loop)

    def falling(self):
        self.loop = self.pick(f"for (unsigned k = {self.n} / 2; k > 0; k >>= 1)", f"for (int k = {self.n} >> 1; k; k /= 2)")
        self.change("t", "t + k", "t < k")

    def rising_by_remainder(self):
        self.loop = f"for (unsigned k = 1; k < {self.n}; k *= 2)"
        mask = self.pick("t % (2 * k) == 0", "(t & (2 * k - 1)) == 0")
        self.change("t", "t + k", f"{mask} && t + k < {self.n}")

    def rising_by_stride(self):
        self.loop = f"for (unsigned k = 1; k < {self.n}; {self.pick('k *= 2', 'k <<= 1')})"
        value = self.combined(self.get("x"), self.get("x + k"))
        kind = self.pick("unsigned", "int")
        self.step(f"{kind} x = 2 * k * t;", f"if (x + k < {self.n}) s.set({self.at('x')}, {value});", loop=self.loop)

    def blelloch(self):
        if not self.is_power:
            return self.falling()
        n = self.n
        self.lines.append("{ unsigned off = 1;")
        places = ("unsigned l = off * (2 * t + 1) - 1, r = off * (2 * t + 2) - 1;",)
        self.lines.append(f"for (unsigned d = {n} >> 1; d > 0; d >>= 1) {{")
        self.step("if (t < d) {", *places, f"s.set({self.at('r')}, T({self.get('r')} + {self.get('l')}));", "}")
        self.lines.append("off *= 2; }")
        self.step(f"if (t == 0) s.set({self.at(n + ' - 1')}, 0);")
        self.lines.append(f"for (unsigned d = 1; d < {n}; d *= 2) {{ off >>= 1;")
        self.step("if (t < d) {", *places, f"T u = {self.get('l')};", f"s.set({self.at('l')}, {self.get('r')});",
                  f"s.set({self.at('r')}, T({self.get('r')} + u));", "}")
        self.lines.append("} }")

    def scan_in_registers(self):
        self.lines.append(f"for (unsigned k = 1; k < {self.n}; k {self.pick('*= 2', '+= k')}) {{")
        self.step(f"s.kept = t >= k ? {self.get('t - k')} : T(0);")
        self.step(f"s.set({self.at('t')}, T({self.get('t')} + s.kept));")
        self.lines.append("}")

    def scan_in_two_arrays(self):
        n = self.n
        other = f"(p * 2048 + {self.at('t')})"
        self.lines.append("{ unsigned p = 0;")
        self.lines.append(f"for (unsigned k = 1; k < {n}; k <<= 1) {{ p = 1 - p;")
        before = "((1 - p) * 2048 + {})"
        self.step(f"if (t >= k) s.set({other}, T(s.get({before.format(self.at('t'))}) + s.get({before.format(self.at('t - k'))})));",
                  f"else s.set({other}, s.get({before.format(self.at('t'))}));")
        self.lines.append("}")
        self.step(f"s.kept = s.get({other});")
        self.step(f"s.set({self.at('t')}, s.kept);")
        self.lines.append("}")

    def bitonic(self):
        if not self.is_power:
            return self.odd_and_even()
        n = self.n
        self.lines.append(f"for (unsigned k = 2; k <= {n}; k *= 2) for (unsigned j = k >> 1; j > 0; j >>= 1)")
        self.step("unsigned o = t ^ j;", "if (o > t) {", f"T x = {self.get('t')}, y = {self.get('o')};",
                  f"if (((t & k) == 0) == (x > y)) {{ s.set({self.at('t')}, y); s.set({self.at('o')}, x); }}", "}")

    def odd_and_even(self):
        self.lines.append(f"for (unsigned k = 0; k < {self.pick(2, 6, 9)}; ++k)")
        self.step("unsigned i = 2 * t + (k & 1);", f"if (i + 1 < {self.n}) {{", f"T x = {self.get('i')}, y = {self.get('i + 1')};",
                  f"if (x > y) {{ s.set({self.at('i')}, y); s.set({self.at('i + 1')}, x); }}", "}")

    def permutation(self):
        n = self.n
        odd = self.pick(3, 5, 7, 11) if self.is_power else 1
        place = self.pick(f"{n} - 1 - t", f"(t + {self.pick(1, 5, 17)}) % {n}", f"(t * {odd}) % {n}",
                          f"t ^ {self.pick(1, 3, 16)}" if self.is_power else "t")
        if self.random.random() < 0.5:
            self.step(f"s.kept = {self.get(place)};")
            self.step(f"s.set({self.at('t')}, s.kept);")
        else:
            self.step(f"s.kept = {self.get('t')};")
            self.step(f"s.set({self.at(place)}, s.kept);")

    def some_lanes(self):
        mask = self.pick(1, 2, 3, 4, 7, 16, 32, 64)
        guard = self.pick(f"(t & {mask}) {self.pick('==', '!=')} 0", f"t % {self.pick(3, 5, 8)} == {self.pick(0, 1)}",
                          f"t < {self.threads // self.pick(2, 3)}", f"t >= {self.pick(1, 17, 31)}",
                          f"{self.get('t')} > T({self.pick(100, 500)})")
        self.step(f"if ({guard}) s.set({self.at('t')}, T({self.get('t')} {self.pick('+', '-')} T({self.pick(1, 'p0')})));")

    def build(self):
        self.step(f"s.set({self.at('t')}, in[t]);")
        for _ in range(self.random.randint(1, 3)):
            self.pick(self.falling, self.rising_by_remainder, self.rising_by_stride, self.blelloch, self.scan_in_registers,
                      self.scan_in_two_arrays, self.bitonic, self.odd_and_even, self.permutation, self.some_lanes)()
        place = self.pick("t", "t", f"{self.n} - 1 - t")
        self.step(f"out[t] = {self.get(place)};")

    def source(self):
        body = "\n  ".join(self.lines)
        return f"""
namespace tree_{self.seed} {{
using T = {self.kind};
template <class Block> __host__ __device__ void body(Block& b, const T* in, T* out, unsigned n, int p0) {{
  {body}
}}
__global__ void kernel(const T* in, T* out, unsigned n, int p0) {{
  __shared__ T memory[kMostWords];
  OnDevice<T> block{{{{memory, T()}}}};
  body(block, in + blockIdx.x * blockDim.x, out + blockIdx.x * blockDim.x, {self.pick('n', 'blockDim.x', 'blockDim.x')}, p0);
}}
static bool run() {{
  return check<T>({self.seed}, {self.blocks}, {self.threads},
    [](auto& model, const T* in, T* out) {{ body(model, in, out, {self.threads}, 7); }},
    [](const T* in, T* out) {{ kernel<<<{self.blocks}, {self.threads}>>>(in, out, {self.threads}, 7); }});
}}
}}  // namespace tree_{self.seed}
"""


def program(seeds):
    text = ['#include "harness.h"\n']
    text += [Tree(seed).source() for seed in seeds]
    text.append("int main() {\n  bool right = true;\n")
    text += [f"  right &= tree_{seed}::run();\n" for seed in seeds]
    text.append("  return right ? 0 : 1;\n}\n")
    return "".join(text)
