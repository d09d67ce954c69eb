# SPDX-License-Identifier: Apache-2.0
"""Statements that the threads of a block or of a warp make together."""
from statements import Statements


class Together(Statements):
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
