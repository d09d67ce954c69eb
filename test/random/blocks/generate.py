# SPDX-License-Identifier: Apache-2.0
"""Random kernels whose threads share memory, with just the order that they need, and mutants that lack some of it (model.py)."""
import copy
import random

from model import Await, Commit, Fence, Loop, Model, Sync, Ticket, Touch, are_racy, number_syncs, text_of

SHAPES = ((32,), (64,), (64,), (96,), (128,), (128,), (64, 2), (16, 4), (32, 2), (8, 8), (32, 4))
WORDS = 1024  # of each array, of which a block has BLOCK_WORDS of a global one
BLOCK_WORDS = 256


class Kernel:
    def __init__(self, seed):
        self.seed, self.random = seed, random.Random(seed)
        self.shape = self.pick(*SHAPES)
        self.threads = self.shape[0] * (self.shape[1] if len(self.shape) > 1 else 1)
        self.blocks = self.pick(1, 1, 2, 3, 4)
        self.is_cooperative = self.blocks > 1 and self.random.random() < 0.5
        self.is_power = self.threads & (self.threads - 1) == 0
        self.nodes, self.step = [], 0
        self.model = Model(self.blocks, self.threads, knows_all=False)
        # What nothing has written has no value, and what is computed with it is nothing to a compiler.
        for array in ("s", "r"):
            fill = Touch(f"{array}[k * n + t] = k;", [("write", array, "k * n + t")])
            self.add([Loop(f"for (unsigned k = 0; k < {WORDS} / n; ++k)", list(range(WORDS // self.threads)), [fill])])
        self.add([self.barrier()])
        for _ in range(self.random.randint(3, 9)):
            self.add(self.pick(self.store, self.load, self.update, self.count, self.store_to_global, self.load_from_global,
                               self.count_in_global, self.warp_operation, self.tree, self.warp_tree, self.scan, self.buffers,
                               self.strided, self.share_all, self.copy, self.stages)())
        if self.random.random() < 0.3:
            self.add(self.last_block())
        number_syncs(self.nodes)

    def pick(self, *choices):
        return self.random.choice(choices)

    # ---- Order ----

    def syncs(self):
        """From weak to strong."""
        found = [[]]
        if self.threads % 32 == 0:
            found += [[Sync(self.pick("cg::tiled_partition<16>(block).sync();", "__syncwarp(0xffffu << (t & 16));"), 16)],
                      [Sync(self.pick("__syncwarp();", "__syncwarp(0xffffffffu);", "cg::tiled_partition<32>(block).sync();"), 32)]]
        found.append([Sync(self.pick("__syncthreads();", "__syncthreads();", "__syncthreads();", "block.sync();", "cg::sync(block);",
                                     "sum += __syncthreads_count(int(sum & 1));", "sum += __syncthreads_or(0);",
                                     'asm volatile("bar.sync 0;" ::: "memory");', "__barrier_sync(0);"), self.threads)])
        if self.is_cooperative:
            found.append([Sync("cg::this_grid().sync();", 0)])
        return found

    def add(self, nodes):
        """With the weakest order in front that suffices, or sometimes a stronger one."""
        if not nodes:
            return
        fitting = []
        for sync in self.syncs():
            model = self.model.copy()
            if model.run(sync + nodes):
                fitting.append((sync, model))
        if not fitting:
            return
        sync, self.model = fitting[0] if self.random.random() < 0.85 else self.pick(*fitting)
        self.nodes += sync + nodes

    # ---- Indices ----

    def index(self):
        t = self.pick("t", "t", "(n - 1 - t)", f"((t + {self.pick(1, 3, 16, 32, 33)}) % n)", f"(t / {self.pick(2, 8, 32)})", f"(t * {self.pick(2, 3)} % 256)",
                      f"(t % {self.pick(2, 7, 32)})", f"(t ^ {self.pick(1, 8, 16, 31)})" if self.is_power else "t", f"(t % 32 * 4 + t / 32)")
        return self.pick(t, t, t, str(self.random.randrange(8)))

    def global_index(self):
        own = f"(b * {BLOCK_WORDS} + {self.index()})"
        return self.pick(own, own, own, self.index(), f"((b + 1) % {self.blocks} * {BLOCK_WORDS} + {self.index()})")

    def guard(self):
        return self.pick("", "", "", f"t < {self.pick(1, 16, 32, 40)}", "t == 0", f"t % {self.pick(2, 3, 32)} == {self.pick(0, 1)}",
                         f"t / 32 == {self.pick(0, 1)}", f"(t & {self.pick(1, 4, 32)}) == 0")

    def value(self):
        self.step += 1
        return f"b * 100000 + t * 131 + {self.step * 7919}"

    # ---- Statements ----

    def array(self):
        return self.pick("s", "s", "r")

    def store(self, array=None, index=None):
        array, index = array or self.array(), index or self.index()
        return [Touch(f"{array}[{index}] = {self.value()};", [("write", array, index)], self.guard())]

    def load(self, array=None, index=None):
        array, index = array or self.array(), index or self.index()
        return [Touch(f"sum += {array}[{index}];", [("read", array, index)], self.guard())]

    def update(self):
        array, index, other = self.array(), self.index(), self.index()
        return [Touch(f"{array}[{index}] += {array}[{other}];", [("read", array, other), ("read", array, index), ("write", array, index)], self.guard())]

    def count(self, array=None, index=None):
        array, index = array or self.array(), index or self.index()
        text = self.pick("atomicAdd(&{}[{}], 3u);", "atomicMax(&{}[{}], t);", "sum += atomicExch(&{}[{}], t);", "sum += atomicCAS(&{}[{}], 0u, t);")
        return [Touch(text.format(array, index), [("atomic", array, index)], self.guard())]

    def store_to_global(self):
        return self.store(self.pick("g", "g2"), self.global_index())

    def load_from_global(self):
        return self.load(self.pick("g", "g2"), self.global_index())

    def count_in_global(self):
        return self.count(self.pick("g", "g2"), self.global_index())

    def warp_operation(self):
        if self.threads % 32 != 0:
            return []
        text = self.pick("sum += __shfl_xor_sync(~0u, sum, 4);", "sum = __shfl_down_sync(~0u, sum, 1);", "sum += __ballot_sync(~0u, sum & 1);",
                         "sum += __reduce_add_sync(~0u, t);", "sum += __any_sync(~0u, t == 7);", "sum += cg::tiled_partition<32>(block).shfl(sum, 3);")
        return [Sync(text, 32, is_promised=False)]

    # ---- What people write ----

    def barrier(self):
        return Sync(self.pick("__syncthreads();", "__syncthreads();", "block.sync();"), self.threads)

    def tree(self):
        if not self.is_power:
            return []
        array = self.array()
        half = self.threads // 2
        values = []
        while half:
            values.append(half)
            half //= 2
        body = [Touch(f"{array}[t] += {array}[t + k];", [("read", array, "t + k"), ("read", array, "t"), ("write", array, "t")], "t < k"), self.barrier()]
        start = [Touch(f"{array}[t] = {self.value()};", [("write", array, "t")]), self.barrier()]
        loop = Loop(self.pick("for (unsigned k = n / 2; k > 0; k >>= 1)", f"for (unsigned k = {self.threads // 2}; k > 0; k /= 2)"), values, body)
        return [*start, loop, Touch(f"sum += {array}[0];", [("read", array, "0")])]

    def warp_tree(self):
        if self.threads % 32 != 0:
            return []
        array, place = self.array(), "t"
        first = "t < 32" if self.random.random() < 0.5 else ""
        sync = lambda: Sync("__syncwarp();", 32, guard=first)  # noqa: E731
        body = [Touch(f"value = {array}[t + k];", [("read", array, "t + k")], f"{'(t < 32) & ' if first else ''}(t % 32 + k < 32)"), sync(),
                Touch(f"{array}[t] += value;", [("read", array, place), ("write", array, place)], first), sync()]
        start = [Touch(f"{array}[t] = {self.value()};", [("write", array, "t")]), sync()]
        return start + [Loop("for (unsigned k = 16; k > 0; k >>= 1)", [16, 8, 4, 2, 1], body)]

    def scan(self):
        array = self.array()
        values = [value for value in (1, 2, 4, 8, 16, 32, 64) if value < self.threads]
        body = [Touch(f"value = {array}[t - k];", [("read", array, "t - k")], "t >= k"), self.barrier(),
                Touch(f"{array}[t] += value;", [("read", array, "t"), ("write", array, "t")], "t >= k"), self.barrier()]
        start = [Touch(f"{array}[t] = {self.value()};", [("write", array, "t")]), self.barrier()]
        return start + [Loop("for (unsigned k = 1; k < n; k *= 2)", values, body)]

    def buffers(self):
        """Two halves of an array, of which one is filled while the other is read: one barrier in each round."""
        array = self.array()
        other = self.pick("(n - 1 - t)", "((t + 1) % n)", "((t + 33) % n)")
        body = [Touch(f"{array}[k % 2 * 256 + t] = t + k;", [("write", array, "k % 2 * 256 + t")]), self.barrier(),
                Touch(f"sum += {array}[k % 2 * 256 + {other}];", [("read", array, f"k % 2 * 256 + {other}")])]
        return [Loop("for (unsigned k = 0; k < 5; ++k)", [0, 1, 2, 3, 4], body)]

    def strided(self):
        """A tile larger than the block, filled in rounds."""
        array, rounds = self.array(), self.pick(2, 3)
        fill = Loop(f"for (unsigned k = 0; k < {rounds}; ++k)", list(range(rounds)),
                    [Touch(f"{array}[k * n + t] = t * 3 + k;", [("write", array, "k * n + t")])])
        use = Loop(f"for (unsigned k = 0; k < {rounds}; ++k)", list(range(rounds)),
                   [Touch(f"sum += {array}[t * {rounds} + k];", [("read", array, f"t * {rounds} + k")])])
        return [fill, self.barrier(), use]

    def share_all(self):
        """One thread tells all."""
        array, index, who = self.array(), str(self.random.randrange(300, 310)), self.pick("t == 0", f"t == {self.threads - 1}")
        return [Touch(f"{array}[{index}] = {self.value()};", [("write", array, index)], who), self.barrier(),
                Touch(f"sum += {array}[{index}];", [("read", array, index)])]

    # ---- Asynchronous copies ----

    def copy_text(self, array, index, source):
        to, of = f"&{array}[{index}]", f"&{source}"
        return self.pick(f"__pipeline_memcpy_async({to}, {of}, 4);", f"copy_async({to}, {of});")

    def commit(self, guard=""):
        return Commit(self.pick("__pipeline_commit();", 'asm volatile("cp.async.commit_group;" ::: "memory");'), guard)

    def wait(self, groups):
        return Await(self.pick(f"__pipeline_wait_prior({groups});", f'asm volatile("cp.async.wait_group {groups};" ::: "memory");'), groups)

    def copy_touch(self, array, index, source, guard=""):
        return Touch(self.copy_text(array, index, source), [("copy", array, index)], guard)

    def copy(self):
        """A tile, waited for before or behind other work; then a barrier, or only each thread's own part."""
        array, source = self.array(), f"c[b * {BLOCK_WORDS} + t % {BLOCK_WORDS}]"
        index = self.pick("t", "(n - 1 - t)", "(t + 300)")
        start = [self.copy_touch(array, index, source), self.commit()]
        if self.random.random() < 0.5:
            start += [Touch(f"sum += {self.value()};", [])]
        if self.random.random() < 0.5:
            return [*start, self.wait(0), Touch(f"sum += {array}[{index}];", [("read", array, index)])]
        other = self.pick("(n - 1 - t)", "((t + 1) % n)", "t / 2") + (" + 300" if index == "(t + 300)" else "")
        return [*start, self.wait(0), self.barrier(), Touch(f"sum += {array}[{other}];", [("read", array, other)])]

    def stages(self):
        """A ring of stages, each filled while those before it are read."""
        array, count, turns = self.array(), self.pick(2, 3), 5
        if self.threads * count > WORDS // 2:
            return []
        other = self.pick("t", "(n - 1 - t)", "((t + 1) % n)")
        place = lambda turn, index: f"({turn}) % {count} * n + {index}"  # noqa: E731
        source = "c[k * 64 + t]"
        fill = lambda turn: [self.copy_touch(array, place(turn, "t"), source, f"{turn} < {turns}"), self.commit()]  # noqa: E731
        before = Loop(f"for (unsigned k = 0; k < {count - 1}; ++k)", list(range(count - 1)), fill("k"))
        body = [self.wait(count - 2), self.barrier(), Touch(f"sum += {array}[{place('k', other)}];", [("read", array, place("k", other))]),
                *([self.barrier()] if self.random.random() < 0.3 else []), *fill(f"k + {count - 1}")]
        return [before, Loop(f"for (unsigned k = 0; k < {turns}; ++k)", list(range(turns)), body), self.wait(0), self.barrier()]

    # ---- Blocks that tell the last one ----

    def last_block(self):
        if self.blocks == 1:
            return []
        teller = self.pick(0, 0, self.threads - 1)
        mine = f"t == {teller}"
        fence = self.pick("__threadfence();", "__threadfence();", "__threadfence_system();", "cuda::atomic_thread_fence(cuda::memory_order_acq_rel, "
                          "cuda::thread_scope_device);", 'asm volatile("membar.gl;" ::: "memory");')
        ticket = self.pick("atomicAdd(&g[1100], 1u)", "atomicInc(&g[1100], 1000u)",
                           "cuda::atomic_ref<unsigned, cuda::thread_scope_device>(g[1100]).fetch_add(1, cuda::memory_order_relaxed)")
        take = Ticket(f"if ({mine}) r[1000] = {ticket};", teller)
        is_last = f"r[1000] == {self.blocks - 1}"
        tell = [take, self.barrier()]
        if self.random.random() < 0.5:  # one element of each block
            put = [Touch(f"g2[1200 + b] = {self.value()};", [("write", "g2", "1200 + b")], mine), Fence(fence, mine)]
            use = Touch(f"if ({is_last}) sum += g2[1200 + t % {self.blocks}];", [("read", "g2", f"1200 + t % {self.blocks}")])
            return [self.barrier(), *put, *tell, use]
        put = [Touch(f"g2[1200 + b * n + t] = {self.value()};", [("write", "g2", "1200 + b * n + t")])]
        order = self.pick([self.barrier(), Fence(fence, mine)], [Fence(fence), self.barrier()])
        use = Loop(f"for (unsigned k = 0; k < {self.blocks}; ++k)", list(range(self.blocks)),
                   [Touch(f"if ({is_last}) sum += g2[1200 + k * n + t];", [("read", "g2", "1200 + k * n + t")])])
        return [self.barrier(), *put, *order, *tell, use]

    # ---- Text ----

    def source(self, name, nodes):
        t = "threadIdx.x" if len(self.shape) == 1 else f"threadIdx.y * {self.pick('blockDim.x', self.shape[0])} + threadIdx.x"
        n = self.pick(str(self.threads), "blockDim.x * blockDim.y")
        body = "\n".join(text_of(nodes))
        return f"""
__global__ void {name}(unsigned* g, unsigned* g2, unsigned* out) {{
  __shared__ unsigned s[{WORDS}], r[{WORDS}];
  [[maybe_unused]] const auto block = cg::this_thread_block();
  [[maybe_unused]] const unsigned t = {t}, b = blockIdx.x, n = {n};
  [[maybe_unused]] unsigned sum = 0, value = 0;
{body}
  out[b * {self.threads} + t] = sum;
}}
"""

    def launch(self, name):
        shape = ", ".join(map(str, self.shape))
        return f"  run({name}, {self.blocks}, dim3({shape}), {'true' if self.is_cooperative else 'false'});\n"

    def mutants(self, most):
        """Of some synchronisations: the kernel without it, if two threads meet then for certain; or with a weaker one. Not of the first one:
        without it compilers leave out what is stored before it where it is stored again. At most so many of them."""
        choices = [(number, is_weakened) for number in list(self.numbers(self.nodes))[1:] for is_weakened in (False, True)]
        random.Random(self.seed).shuffle(choices)
        found = []
        for number, is_weakened in choices:
            if len(found) == most:
                break
            nodes = copy.deepcopy(self.nodes)
            if change(nodes, number, is_weakened, self.threads) and are_racy(nodes, self.blocks, self.threads):
                found.append((f"{'weak' if is_weakened else 'without'}_{number}", nodes))
        return found

    def numbers(self, nodes):
        for node in nodes:
            if isinstance(node, Loop):
                yield from self.numbers(node.body)
            elif isinstance(node, (Sync, Await, Fence)) and node.is_promised:
                yield node.number


def change(nodes, number, is_weakened, threads):
    for i, node in enumerate(nodes):
        if isinstance(node, Loop) and change(node.body, number, is_weakened, threads):
            return True
        if isinstance(node, (Sync, Await, Fence)) and node.number == number:
            if not is_weakened:
                del nodes[i]
                return True
            if isinstance(node, Await):
                nodes[i] = Await(f"__pipeline_wait_prior({node.groups + 1});", node.groups + 1, guard=node.guard)
                return True
            if isinstance(node, Fence):
                nodes[i] = Fence("__threadfence_block();", node.guard, is_wide=False)
                return True
            if node.scope != threads or threads % 32 != 0 or threads == 32:
                return False
            nodes[i] = Sync("__syncwarp();", 32, guard=node.guard)
            return True
    return False


def program(kernels):
    """`kernels`: (name, Kernel, nodes)."""
    text = ['#include "harness.h"\n']
    text += [kernel.source(name, nodes) for name, kernel, nodes in kernels]
    text.append("\nint main() {\n")
    text += [kernel.launch(name) for name, kernel, _ in kernels]
    text.append("  return 0;\n}\n")
    return "".join(text)
