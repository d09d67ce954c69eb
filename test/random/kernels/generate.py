# SPDX-License-Identifier: Apache-2.0
"""Random CUDA kernels whose result is one and the same on every device: what CUDA leaves open does not occur.

- Integers wrap because arithmetic is unsigned; shifts are masked, divisors are positive and small.
- Floating-point operations are single IEEE operations: compile with -fmad=false. A NaN's bits are never looked at.
- What one thread reads of another is behind a barrier or a warp operation that both take part in; atomics are those
  whose order does not matter, and nobody reads what they return.
- Loops have few iterations by construction.
"""
import random

WORD_TYPES = ("unsigned", "unsigned long long", "float", "double")
SHAPES = ((32, 1, 1), (64, 1, 1), (96, 1, 1), (128, 1, 1), (256, 1, 1), (48, 1, 1), (7, 1, 1), (16, 4, 1), (8, 8, 1),
          (32, 4, 1), (33, 3, 1), (4, 4, 4), (5, 3, 2), (1, 1, 1))
GRIDS = ((1, 1, 1), (3, 1, 1), (2, 2, 1), (5, 1, 1), (2, 1, 3))
OUTPUTS = 4  # words that each thread stores
CELLS = 16  # of atomics
PRIVATE = 8  # elements of a thread's own array


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


class Kernel:
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

    # ---- expressions ----

    def constant(self, kind):
        if kind in ("float", "double"):
            value = self.pick("0", "1", "-1", "0.5", "3.25", "1e-3", "-7e4", "1.0e30", "16777217")
            return f"({kind}){value}"
        value = self.pick(0, 1, 2, 3, 7, 31, 255, 0x80000000, 0xFFFFFFFF, self.random.getrandbits(32))
        return f"{value}u" if kind == "unsigned" else f"{self.pick(value, self.random.getrandbits(64))}ull"

    def leaf(self, kind, scope):
        names = scope.variables[kind] + scope.readable[kind]
        if names and self.random.random() < 0.8:
            return self.random.choice(names)
        return self.constant(kind)

    def expression(self, kind, scope, depth=0):
        if depth > 3 or self.random.random() < 0.15 + 0.2 * depth:
            return self.leaf(kind, scope)
        below = lambda other=kind: self.expression(other, scope, depth + 1)
        if kind in ("float", "double"):
            return self.real(kind, below, scope)
        return self.integer(kind, below, scope)

    def integer(self, kind, below, scope):
        bits = 31 if kind == "unsigned" else 63
        signed = "int" if kind == "unsigned" else "long long"
        form = self.random.randrange(16)
        if form < 5:
            return f"({below()} {self.pick('+', '-', '*', '&', '|', '^')} {below()})"
        if form == 5:
            return f"({below()} {self.pick('<<', '>>')} ({below('unsigned')} & {bits}u))"
        if form == 6:
            return f"(({kind})((({signed}){below()}) >> ({below('unsigned')} & {bits}u)))"
        if form == 7:
            return f"({below()} {self.pick('/', '%')} (({below()} & 1023u) | 1u))"
        if form == 8:
            return f"(({kind})((({signed}){below()}) {self.pick('/', '%')} (({signed})(({below()} & 255u) | 1u))))"
        if form == 9:
            return f"({self.condition(scope)} ? {below()} : {below()})"
        if form == 10:
            return f"{self.pick('min', 'max')}({below()}, {below()})"
        if form == 11:
            return f"(({kind})({self.pick('min', 'max')}(({signed}){below()}, ({signed}){below()})))"
        if form == 12 and kind == "unsigned":
            return self.pick(f"(unsigned)__popc({below()})", f"(unsigned)__clz({below()})", f"__brev({below()})",
                             f"(unsigned)__ffs({below()})", f"__umulhi({below()}, {below()})",
                             f"__funnelshift_l({below()}, {below()}, {below()})",
                             f"__byte_perm({below()}, {below()}, {below()} & 0x7777u)")
        if form == 12:
            return self.pick(f"(unsigned long long)__popcll({below()})", f"__umul64hi({below()}, {below()})",
                             f"(unsigned long long)__clzll({below()})")
        if form == 13:
            real = self.real_kind()
            return f"(({kind})bits_of({self.expression(real, scope, 2)}))"
        if form == 14:
            return f"(({kind})({signed}){self.expression(self.real_kind(), scope, 2)})"
        return f"(({kind})({self.pick('signed char', 'short', 'unsigned char', 'int')}){below('unsigned')})"

    def real_kind(self):
        return self.pick("float", "double") if "double" in self.features else "float"

    def real(self, kind, below, scope):
        form = self.random.randrange(11)
        if form < 5:
            return f"({below()} {self.pick('+', '-', '*')} {below()})"
        if form == 5:
            return f"({below()} / {below()})"
        if form == 6:
            return f"({self.condition(scope)} ? {below()} : {below()})"
        if form == 7:
            return f"{self.pick('fmin', 'fmax')}({below()}, {below()})"
        if form == 8:
            call = self.pick("fabs", "floor", "ceil", "trunc", "rint", "sqrt")
            return f"{call}({below()})"
        if form == 9:
            return f"fma({below()}, {below()}, {below()})"
        other = self.pick("unsigned", "unsigned long long")
        cast = self.pick("", "(int)" if other == "unsigned" else "(long long)")
        return f"(({kind}){cast}{self.expression(other, scope, 2)})"

    def condition(self, scope):
        kind = self.pick("unsigned", "unsigned", "unsigned long long", self.real_kind())
        left, right = self.expression(kind, scope, 2), self.expression(kind, scope, 2)
        if kind == "unsigned" and self.random.random() < 0.4:
            return f"(({left}) & {self.pick(1, 2, 3, 4, 8)}u)"
        if kind == "unsigned" and self.random.random() < 0.4:
            return f"((int){left} {self.pick('<', '>', '<=')} (int){right})"
        return f"({left} {self.pick('<', '>', '<=', '>=', '==', '!=')} {right})"

    # ---- statements ----

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

    # ---- what threads do together ----

    def uniform_condition(self):
        return f"((p{self.random.randrange(3)} + blockIdx.x) & {self.pick(1, 2, 3)}u)"

    def uniform_branch(self, scope):
        self.block_of(f"if ({self.uniform_condition()}) {{", scope.inside(uniform=True, converged=True), 4)

    def uniform_loop(self, scope):
        if scope.loops > 1:
            return self.assign(scope)
        index = self.name("i")
        inner = scope.inside(uniform=True, converged=True, loop=True)
        inner.readable["unsigned"].append(index)
        self.block_of(f"for (unsigned {index} = 0; {index} < (p{self.random.randrange(3)} & 3u); ++{index}) {{", inner, 4)

    def exchange(self, scope):
        name = self.name("v")
        place = self.pick("thread", "threads - 1 - thread", "(thread + 1) % threads")
        self.line(f"shared[{place}] = {self.expression('unsigned', scope, 1)};")
        self.line("__syncthreads();")
        self.line(f"unsigned {name} = shared[{self.expression('unsigned', scope, 2)} % threads];")
        self.line("__syncthreads();")
        scope.variables["unsigned"].append(name)

    def exchange_in_call(self, scope):
        name = self.name("v")
        self.line(f"unsigned {name} = {self.pick('exchanged', 'exchanged_apart')}(shared, thread, threads,"
                  f" {self.expression('unsigned', scope, 1)}, {self.expression('unsigned', scope, 2)});")
        scope.variables["unsigned"].append(name)

    def exchange_in_memory(self, scope):
        name = self.name("v")
        self.line(f"out[global] = {self.expression('unsigned', scope, 1)};")
        self.line("__syncthreads();")
        self.line(f"unsigned {name} = out[global - thread + {self.expression('unsigned', scope, 2)} % threads];")
        self.line("__syncthreads();")
        scope.variables["unsigned"].append(name)

    def exchange_bytes(self, scope):
        name = self.name("v")
        array = self.pick("bytes", "shorts")
        self.line(f"{array}[thread] = {self.expression('unsigned', scope, 1)};")
        self.line("__syncthreads();")
        self.line(f"unsigned {name} = {array}[{self.expression('unsigned', scope, 2)} % threads];")
        self.line("__syncthreads();")
        scope.variables["unsigned"].append(name)

    def barrier_vote(self, scope):
        name, form = self.name("v"), self.pick("count", "and", "or")
        negated = "!!" if form != "count" else ""
        self.line(f"unsigned {name} = (unsigned){negated}__syncthreads_{form}({self.condition(scope)});")
        scope.variables["unsigned"].append(name)

    def warp_value(self, scope, mask, lanes_known):
        value = self.expression("unsigned", scope, 1)
        forms = [f"__ballot_sync({mask}, {self.condition(scope)})", f"(unsigned)__any_sync({mask}, {self.condition(scope)})",
                 f"(unsigned)!!__all_sync({mask}, {self.condition(scope)})", f"__reduce_add_sync({mask}, {value})",
                 f"__reduce_max_sync({mask}, {value})", f"__reduce_xor_sync({mask}, {value})",
                 f"(unsigned)__reduce_min_sync({mask}, (int){value})", f"__match_any_sync({mask}, {value} & 7u)",
                 f"__shfl_sync({mask}, {value}, __ffs({mask}) - 1)"]
        if lanes_known:
            other = self.expression("unsigned", scope, 2)
            width = self.pick(32, 32, 16, 8, 4)
            forms += [f"__shfl_xor_sync({mask}, {value}, {self.pick(1, 2, 3, 4, 8, 16, 31)}, {width})",
                      f"__shfl_up_sync({mask}, {value}, {self.pick(1, 2, 5, 16)}, {width})",
                      f"__shfl_down_sync({mask}, {value}, {self.pick(1, 3, 8)}, {width})",
                      f"__shfl_sync({mask}, {value}, (int)({other} & 31u), {width})"] * 2
        return self.random.choice(forms)

    def warp_operation(self, scope):
        name = self.name("v")
        whole = self.threads % 32 == 0
        self.line(f"unsigned {name} = {self.warp_value(scope, 'warp' if not whole else '0xffffffffu', whole)};")
        scope.variables["unsigned"].append(name)

    def wide_shuffle(self, scope):
        """Of 64-bit and floating-point values; a lane that is not there keeps its own."""
        kind, name = self.pick("unsigned long long", "float", self.real_kind()), self.name("v")
        value = self.expression(kind, scope, 1)
        call = self.pick(f"__shfl_sync(warp, {value}, 0)", f"__shfl_up_sync(warp, {value}, {self.pick(1, 2, 7)})")
        self.line(f"{kind} {name} = {call};")
        scope.variables[kind].append(name)

    def leaving_lanes(self, scope):
        """A loop that lanes leave one after the other; those that are left take counsel."""
        left, turn, name = self.name("m"), self.name("i"), self.name("v")
        self.line(f"unsigned {left} = warp, {name} = {self.expression('unsigned', scope, 2)};")
        inner = scope.inside(loop=True)
        inner.readable["unsigned"] += [turn, name]
        self.line(f"for (unsigned {turn} = 0; {turn} < 6u; ++{turn}) {{")
        self.indent += 1
        go = self.name("c")
        self.line(f"const bool {go} = {self.condition(inner)};")
        self.line(f"{left} = __ballot_sync({left}, {go});")
        self.line(f"if (!{go}) break;")
        self.line(f"{name} += {self.warp_value(inner, left, False)};")
        self.indent -= 1
        self.line("}")
        scope.variables["unsigned"].append(name)

    def part_of_warp(self, scope):
        chosen, mask, name = self.name("c"), self.name("m"), self.name("v")
        self.line(f"const bool {chosen} = {self.condition(scope)};")
        self.line(f"const unsigned {mask} = __ballot_sync(warp, {chosen});")
        self.line(f"unsigned {name} = {mask};")
        self.line(f"if ({chosen}) {name} {self.pick('=', '^=', '+=')} {self.warp_value(scope, mask, False)};")
        scope.variables["unsigned"].append(name)

    # ---- whole functions ----

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
        while self.budget > 0:
            self.statements(scope, 4)
            # Threads that have left take part in no warp operation, but barriers do without them.
            if "leave" in self.features and self.random.random() < 0.3:
                self.features -= {"leave", "warp"}
                self.line(f"if ({self.condition(scope)}) {{ out[global] = a; return; }}")
                scope.converged = False
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
