# SPDX-License-Identifier: Apache-2.0
"""Random kernels in which each thread computes on vectors and matrices in private, global and shared memory (algorithms.py). The bounds of
loops come from arguments, the thread's index and data; the loops have many forms (emitter.py); barriers separate the phases of a kernel.

Results are equal bit for bit: products and sums are either not fused, or exact.
"""
from algorithms import MATRICES, VECTORS, Algorithms

TYPES = ("float", "float", "float", "double", "int", "int", "unsigned", "long long", "short", "unsigned char")
BLOCKS = (1, 32, 33, 64, 64, 100, 128, 256)


class Kernel(Algorithms):
    def __init__(self, seed):
        super().__init__(seed)
        self.seed, self.type, self.threads = seed, self.pick(*TYPES), self.pick(*BLOCKS)
        self.real = self.type in ("float", "double")
        self.fused = self.real and self.chance(0.3)
        self.blocks = self.pick(1, 2, 3) if self.threads > 1 else 40
        self.row_wise = self.chance(0.6)
        self.taken, self.shared, self.results, self.phases = 0, 0, 8, []
        self.n = self.random.randint(1, 24)
        self.reps, self.first, self.step = self.random.randint(1, 6), self.random.randint(0, 5), self.random.randint(1, 4)
        for _ in range(self.pick(1, 1, 1, 2, 3)):
            self.phase()
            self.phases.append("\n".join(self.lines))
            self.lines = []

    def take(self, count):
        """Reserves `count` elements of the thread's part of global memory, past its results, and returns the first one's offset."""
        self.taken += count
        return self.results + self.taken - count

    def given(self, i):
        return self.pick("a.in[({0} + g) % a.len]", "a.in[({0} * 5 + g * 3) % a.len]", "(T)table((int)({0}) & 63)", "a.in[g * a.pitch + ({0}) % 16]", "a.in[({0}) % 16 * a.all + g]",
                         "(T)(({0}) & 15)", "(T)(({0} + g) % 7)").format(i)

    def size(self, most):
        """A number of elements from 1 to `most`: a constant, or a variable that the kernel computes."""
        form = self.random.random()
        if form < 0.1:
            return str(most)
        n = self.name()
        value = self.pick("a.n", "a.n", "a.n + 2", "a.n") if form < 0.6 else self.pick("a.n - g % 3", f"1 + g % {most}", "a.n + (g & 1)") if form < 0.8 else "(int)a.bytes[g]" if form < 0.9 else "a.n + t.block"
        self.line(f"const int {n} = {self.pick(f'least<int>(most<int>({value}, 1), {most})', f'1 + (int)(unsigned)({value}) % {most}')};")
        return n

    def result(self, *values):
        for value in values:
            self.line(f"acc = {self.fit(self.add('acc', value))};")

    def read(self, v):
        """Adds up all elements, or those from where an argument says."""
        low, high = self.pick("0", "a.first", "a.first", "a.step", "(g % 3)", "1"), self.pick(v.n, v.n, f"least<int>({v.n}, a.n)", f"({v.n} - {v.n} / 3)")
        x, half = self.name(), "(T)0.5f" if self.real and not self.fused else "(T)3"
        self.line(f"T {x} = {self.pick('0', 'acc', self.given('0'))};")
        value = self.pick(x, self.mul(x, half))
        go = self.pick(self.up, self.up, self.any_way)
        weight = self.pick(None, None, "(T)table(((int){0}) & 63)", "a.in[{0}]", "(T)2")
        go(low, high, lambda i: self.line(f"{x} = {self.fit(self.add(value, self.mul(v(i), weight.format(i)) if weight else v(i)))};"), True)
        self.result(x)

    def read_all(self, m):
        self.any_way("0", m.n, lambda i: self.any_way("0", m.n, lambda j: self.line(f"acc = {self.fit(self.add('acc', self.mul(m(i, j), f'(T)({i} + 2 * {j} + 1)')))};"), True))

    def phase(self):
        self.line("const int g = t.block * t.threads + t.t; (void)g;")
        number = len(self.phases)
        self.line("T acc = 0;")
        if number and self.exchanged:
            x = self.name()
            self.line(f"T {x} = 0;")
            low, high = self.pick(("0", str(self.threads)), ("0", "t.t + 1"), ("t.t", str(self.threads)), ("0", f"least<int>(a.n, {self.threads})"))
            self.any_way(low, high, lambda i: self.line(f"{x} = {self.fit(self.add(x, self.exchanged.format(i)))};"), True)
            self.result(x)
        start, guard = self.shared, self.pick(None, None, None, "g % 3 != 1", "(a.bytes[g] & 3) != 0", "t.t < a.n", "t.t * 2 < t.threads")
        if number:
            self.shared, start = self.slots, self.slots
        body = lambda: [self.work() for _ in range(self.pick(1, 1, 2))]
        if guard:
            self.inside(f"if ({guard}) {{", body)
        else:
            body()
        self.line(f"a.work[{self.place(number)}] = acc;")
        # The next phase reads what this one leaves in slots that no other phase writes.
        self.slots = self.most_shared = max(getattr(self, "most_shared", 0), self.shared)
        self.exchanged = f"s[{self.slots * self.threads} + {{0}}]"
        self.line(f"s[{self.slots * self.threads} + t.t] = acc;")
        self.slots += 1
        self.most_shared = self.shared = self.slots

    def place(self, i):
        return f"g * a.pitch + {i}" if self.row_wise else f"{i} * a.all + g"

    def work(self):
        if self.chance(0.65):
            v = self.vector()
            for _ in range(self.pick(1, 1, 2)):
                name = self.pick(*VECTORS)
                self.around(lambda: getattr(self, name)(v))
            self.read(v)
        else:
            m = self.matrix()
            for _ in range(self.pick(1, 1, 2)):
                name = self.pick(*MATRICES)
                self.around(lambda: getattr(self, name)(m))
            self.read_all(m)

    def around(self, body):
        form = self.random.random()
        if form < 0.75:
            self.inside("{", body)
        elif form < 0.88:
            self.inside(f"for (int r = 0; r < {self.pick('a.reps', '2', 'g % 3')}; ++r) {{", body)
        else:
            self.inside(f"if ({self.pick('g % 2 == 0', 'a.first > 1', 't.t > 3', '(a.bytes[g] & 1)')}) {{", body)

    def source(self):
        name, count = f"loops_{self.seed}", self.threads * self.blocks
        pitch = self.results + self.taken + self.pick(0, 1, 3) + 24
        shared = (self.most_shared + 1) * self.threads
        contract = "" if self.fused else "#pragma clang fp contract(off)\n"
        phases = "".join(f"__host__ __device__ {self.pick('', 'inline ')}void phase{i}(const Thread t, const Arguments a, T* s) {{\n{contract}{one}\n}}\n" for i, one in enumerate(self.phases))
        calls = "\n  __syncthreads();\n".join(f"  phase{i}(t, a, s);" for i in range(len(self.phases)))
        on_host = "\n".join(f"    for (int t = 0; t < {self.threads}; ++t) phase{i}(Thread{{t, block, {self.threads}, {self.blocks}}}, on, s.data());" for i in range(len(self.phases)))
        return f"""
namespace {name} {{
using T = {self.type};
struct Arguments {{
  const T* in;
  T* work;
  const unsigned char* bytes;
  int n, reps, first, step, pitch, all, len;
}};
{phases}
__global__ void kernel(const T* in, T* work, const unsigned char* bytes, int n, int reps, int first, int step, int pitch, int all, int len) {{
  __shared__ T s[{shared}];
  const Thread t{{(int)threadIdx.x, (int)blockIdx.x, (int)blockDim.x, (int)gridDim.x}};
  const Arguments a{{in, work, bytes, n, reps, first, step, pitch, all, len}};
{calls}
}}
static bool run() {{
  const int all = {count}, pitch = {pitch};
  Array<T> in(all * pitch, {self.seed}u, 50), work(all * pitch, 5u, 60);
  Array<unsigned char> bytes(all + 800, 9u, 251);
  kernel<<<{self.blocks}, {self.threads}>>>(in.device, work.device, bytes.device, {self.n}, {self.reps}, {self.first}, {self.step}, pitch, all, all * pitch);
  const Arguments on{{in.host.data(), work.host.data(), bytes.host.data(), {self.n}, {self.reps}, {self.first}, {self.step}, pitch, all, all * pitch}};
  for (int block = 0; block < {self.blocks}; ++block) {{
    std::vector<T> s({shared});
{on_host}
  }}
  return work.same({self.seed}, "work");
}}
}}  // namespace {name}
"""


def program(seeds):
    text = ['#include "harness.h"\n']
    text += [Kernel(seed).source() for seed in seeds]
    text.append("int main() {\n  make_table();\n  bool right = true;\n")
    text += [f"  right &= loops_{seed}::run();\n" for seed in seeds]
    text.append("  return right ? 0 : 1;\n}\n")
    return "".join(text)
