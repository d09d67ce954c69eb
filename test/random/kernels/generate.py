# SPDX-License-Identifier: Apache-2.0
"""Random CUDA kernels whose result is one and the same on every device: what CUDA leaves open does not occur.

- Integers wrap because arithmetic is unsigned; shifts are masked, divisors are positive and small.
- Floating-point operations are single IEEE operations: compile with -fmad=false. A NaN's bits are never looked at.
- What one thread reads of another is behind a barrier or a warp operation that both take part in; atomics are those
  whose order does not matter, and nobody reads what they return.
- Loops have few iterations by construction.
"""
import random

from statements import CELLS, PRIVATE
from together import Together

WORD_TYPES = ("unsigned", "unsigned long long", "float", "double")
SHAPES = ((32, 1, 1), (64, 1, 1), (96, 1, 1), (128, 1, 1), (256, 1, 1), (48, 1, 1), (7, 1, 1), (16, 4, 1), (8, 8, 1),
          (32, 4, 1), (33, 3, 1), (4, 4, 4), (5, 3, 2), (1, 1, 1))
GRIDS = ((1, 1, 1), (3, 1, 1), (2, 2, 1), (5, 1, 1), (2, 1, 3))
OUTPUTS = 4  # words that each thread stores
RECORDED = 1000  # seeds whose results a GPU has recorded: what came later is in others only


class Scope:
    """What the statements at one place may do, and the variables that they may use."""

    def __init__(self, variables, readable, uniform, converged, loops):
        self.variables = variables  # type -> names that may be assigned
        self.readable = readable  # type -> names that may be read only
        self.uniform = uniform  # all threads of the block come here together
        self.converged = converged  # all threads of a warp that are not named in `out` come here together
        self.loops = loops  # nested around

    def inside(self, uniform=False, converged=False, loop=False):
        copy = {kind: list(names) for kind, names in self.variables.items()}
        reads = {kind: list(names) for kind, names in self.readable.items()}
        return Scope(copy, reads, self.uniform and uniform, self.converged and converged, self.loops + loop)


class Kernel(Together):
    """One kernel, its device functions, and how it is launched."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.block = self.random.choice(SHAPES)
        self.grid = self.random.choice(GRIDS)
        self.threads = self.block[0] * self.block[1] * self.block[2]
        self.features = {name for name in ("barrier", "warp", "atomic", "call", "private", "double", "leave", "table", "bytes")
                         if self.random.random() < 0.6}
        self.lines = []
        self.names = 0
        self.indent = 1
        self.budget = self.random.randint(12, 45)
        self.functions = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def function(self, number):
        name = f"f{self.seed}_{number}"
        attribute = self.pick("", "__noinline__ ", "__forceinline__ ")
        head = f"{attribute}__device__ unsigned {name}(unsigned a, unsigned b, float x) {{"
        saved, self.features = self.features, self.features & {"private"}
        budget, self.budget = self.budget, 10
        scope = Scope({kind: [] for kind in WORD_TYPES},
                      {"unsigned": ["a", "b"], "unsigned long long": [], "float": ["x"], "double": []}, False, False, 1)
        self.line(head)
        self.indent = 1
        if "private" in self.features:
            self.line(f"unsigned own[{PRIVATE}] = {{a, b, 1u, 2u, 3u, 4u, 5u, 6u}};")
        if self.random.random() < 0.3:
            self.line(f"if ({self.condition(scope)}) return {self.expression('unsigned', scope, 2)};")
        self.statements(scope, self.random.randint(1, 5))
        if self.random.random() < 0.25:
            self.line(f"if ((b & 7u) > 2u) return {name}(a ^ {self.constant('unsigned')}, (b & 7u) - 1u, x) + 1u;")
        self.line(f"return {self.expression('unsigned', scope)};")
        self.indent = 0
        self.line("}")
        self.features, self.budget = saved, budget
        self.functions.append(name)

    def source(self):
        self.indent = 0
        self.line(f"// seed {self.seed}: grid {self.grid}, block {self.block}, {', '.join(sorted(self.features)) or 'plain'}")
        if "call" in self.features:
            for number in range(self.random.randint(1, 3)):
                self.function(number)
        self.indent = 0
        bounds = f"__launch_bounds__({self.threads}) " if self.random.random() < 0.3 else ""
        self.line(f"__global__ void {bounds}k{self.seed}(const unsigned* __restrict__ in, unsigned* out, unsigned* cells,")
        self.line("    unsigned p0, unsigned p1, unsigned p2) {")
        self.indent = 1
        self.prologue()
        self.indent = 1
        scope = Scope({kind: [] for kind in WORD_TYPES},
                      {"unsigned": ["thread", "global", "p0", "p1", "p2", "in[global]", "blockIdx.x", "threadIdx.x",
                                    "threadIdx.y"],
                       "unsigned long long": [], "float": ["from_word(in[global])", "(float)threadIdx.x"], "double": []},
                      True, True, 0)
        self.line("unsigned a = in[global] + global; float x = (float)(int)a * 0.125f;")
        scope.variables["unsigned"].append("a")
        scope.variables["float"].append("x")
        if self.seed > RECORDED:
            scope.readable["unsigned"] += ["in[threads - 1u - thread]",
                                           "in[threads * gridDim.x * gridDim.y * gridDim.z - 1u - global]"]
        strides = self.seed > RECORDED and self.random.random() < 0.7
        if strides and self.random.random() < 0.6:
            self.grid_strides(scope)
        while self.budget > 0:
            self.statements(scope, 4)
            # Threads that have left take part in no warp operation, but barriers do without them.
            if "leave" in self.features and self.random.random() < 0.3:
                self.features -= {"leave", "warp"}
                self.line(f"if ({self.condition(scope)}) {{ out[global] = a; return; }}")
                scope.converged = False
        if strides:
            self.grid_strides(scope)
        self.epilogue(scope)
        self.indent = 0
        self.line("}")
        return "\n".join(self.lines) + "\n"

    def prologue(self):
        self.line("const unsigned threads = blockDim.x * blockDim.y * blockDim.z;")
        self.line("const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);")
        self.line("const unsigned global = thread + threads * (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));")
        if "warp" in self.features:
            self.line("const unsigned rest = threads - thread / 32u * 32u;")
            self.line("const unsigned warp = rest < 32u ? (1u << rest) - 1u : 0xffffffffu;")
        if "private" in self.features:
            self.line(f"unsigned own[{PRIVATE}] = {{thread, p0, p1, p2, 4u, 5u, 6u, 7u}};")
        if "barrier" in self.features:
            self.line(f"__shared__ unsigned shared[{self.threads}], block_cells[{CELLS}];")
            self.line(f"__shared__ unsigned char bytes[{self.threads}];")
            self.line(f"__shared__ short shorts[{self.threads}];")
            # Threads that leave early write none of their elements.
            self.line("shared[thread] = bytes[thread] = shorts[thread] = thread & 63u;")
            self.line(f"for (unsigned i = thread; i < {CELLS}u; i += threads) block_cells[i] = i * 1000u;")
            self.line("__syncthreads();")

    def grid_strides(self, scope):
        """Threads go through the input together, each taking every so many-th word."""
        kind = self.pick("unsigned", "int", "unsigned long long")
        index, stride = self.name("i"), self.name("n")
        self.line(f"const {kind} {stride} = blockDim.x * gridDim.x;")
        step = self.pick(stride, "blockDim.x * gridDim.x")
        count = f"{stride} * {self.pick('p0', 'p1', 5)} + {self.pick('0', '1', f'{stride} / 3')}"
        inner = scope.inside(loop=True)
        inner.readable["unsigned"] += [f"in[{index}]", f"(unsigned){index}"]
        self.line(f"for ({kind} {index} = blockIdx.x * blockDim.x + threadIdx.x; {index} < {count}; {index} += {step}) {{")
        self.indent += 1
        self.line(f"a = a * 5u + in[{index}];")
        self.statements(inner, self.random.randint(0, 3))
        self.indent -= 1
        self.line("}")

    def epilogue(self, scope):
        self.line("const unsigned all = threads * gridDim.x * gridDim.y * gridDim.z;")
        # Every variable counts: what is not stored is not computed.
        kept = [(kind, name) for kind in WORD_TYPES for name in scope.variables[kind]]
        for output in range(OUTPUTS):
            words = [f"(unsigned)bits_of({name})" if kind in ("float", "double") else f"(unsigned){name}"
                     for kind, name in kept[output::OUTPUTS]]
            self.line(f"out[global + {output}u * all] = {' * 31u + '.join(words + [self.expression('unsigned', scope)])};")
        if "barrier" in self.features and "atomic" in self.features:
            self.line("__syncthreads();")
            self.line(f"for (unsigned i = thread; i < {CELLS}u; i += threads) atomicAdd(&cells[{CELLS}u + i], block_cells[i]);")


def program(seeds):
    kernels = [Kernel(seed) for seed in seeds]
    text = ['#include "harness.h"\n']
    text += [kernel.source() for kernel in kernels]
    text.append("int main(int argc, char** argv) {\n  const Only only(argc, argv);\n")
    for kernel in kernels:
        grid, block = (", ".join(map(str, shape)) for shape in (kernel.grid, kernel.block))
        text.append(f"  only.run({kernel.seed}, k{kernel.seed}, dim3({grid}), dim3({block}));\n")
    text.append("}\n")
    return "\n".join(text)
