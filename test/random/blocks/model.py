# SPDX-License-Identifier: Apache-2.0
"""What the threads of a grid touch, what orders it, and whether two of them meet.

A kernel is a list of nodes. Indices and conditions are text that C++ and Python read alike: t is a thread's number in its block, b its
block's, n the number of threads in a block, k a loop's variable.
"""
import dataclasses
import functools
import itertools


@dataclasses.dataclass
class Touch:
    """One statement. `accesses`: (kind, array, index), kind being read, write, atomic or copy, in the order in which a thread does them. A copy
    writes, and is at work until its thread has waited for it."""
    text: str
    accesses: list
    guard: str = ""


@dataclasses.dataclass
class Sync:
    """`scope`: how many threads of a block with neighbouring numbers wait for each other, 0: all of the grid. `is_promised`: CUDA says that it
    orders memory."""
    text: str
    scope: int
    is_promised: bool = True
    guard: str = ""
    number: int = -1


@dataclasses.dataclass
class Commit:
    """The thread's copies so far are a group."""
    text: str
    guard: str = ""


@dataclasses.dataclass
class Await:
    """The thread waits for its copies but those of the last `groups`."""
    text: str
    groups: int
    is_promised: bool = True
    guard: str = ""
    number: int = -1


@dataclasses.dataclass
class Fence:
    """For all blocks, or (`is_wide` being false) for the block alone."""
    text: str
    guard: str = ""
    is_wide: bool = True
    is_promised: bool = True
    number: int = -1


@dataclasses.dataclass
class Ticket:
    """One thread of each block tells the last block what is behind fences that it knows of."""
    text: str
    teller: int


@dataclasses.dataclass
class Loop:
    head: str
    values: list
    body: list


def number_syncs(nodes, numbers=None):
    numbers = itertools.count() if numbers is None else numbers
    for node in nodes:
        if isinstance(node, Loop):
            number_syncs(node.body, numbers)
        elif isinstance(node, (Sync, Await, Fence)):
            node.number = next(numbers)


def text_of(nodes, indent="  "):
    lines = []
    for node in nodes:
        if isinstance(node, Loop):
            lines += [f"{indent}{node.head} {{", *text_of(node.body, indent + "  "), f"{indent}}}"]
        else:
            guard = getattr(node, "guard", "")
            lines.append(f"{indent}if ({guard}) {node.text}" if guard else indent + node.text)
    return lines


@functools.cache
def function_of(text):
    return eval(f"lambda t, b, n, k: {text.replace('/', '//')}")  # noqa: S307


class Model:
    """The threads of a grid. Each is in a segment that begins behind its last synchronisation; `knows` says of each thread which segments, a set
    as a number's bits, come before what it does next."""

    def __init__(self, blocks, threads, knows_all):
        self.threads, self.knows_all = threads, knows_all
        self.places = [(i % threads, i // threads) for i in range(blocks * threads)]  # t and b
        self.knows = [0] * len(self.places)
        self.segment = list(range(len(self.places)))
        self.next_segment = len(self.places)
        self.last = {}  # by array and index: thread, segment, kind
        self.tells = set()  # threads that use atomics
        self.copies = [[] for _ in self.places]  # of each thread: groups of segments, the last one not committed
        self.fences = []  # (thread, the segment that it ends, segments that come before it)

    def copy(self):
        other = Model.__new__(Model)
        other.__dict__.update(self.__dict__, knows=list(self.knows), segment=list(self.segment), tells=set(self.tells),
                              copies=[[list(group) for group in groups] for groups in self.copies], fences=list(self.fences),
                              last={key: list(value) for key, value in self.last.items()})
        return other

    def taking_part(self, guard, k):
        if not guard:
            return range(len(self.places))
        is_true = function_of(guard)
        return [i for i, (t, b) in enumerate(self.places) if is_true(t, b, self.threads, k)]

    def sync(self, node, k):
        if not (node.is_promised or self.knows_all):
            return
        groups = {}
        for thread in self.taking_part(node.guard, k):
            t, b = self.places[thread]
            groups.setdefault((b, t // node.scope) if node.scope else 0, []).append(thread)
        for group in groups.values():
            known = 0
            for thread in group:
                known |= self.knows[thread] | 1 << self.segment[thread]
            for thread in group:
                self.knows[thread] = known
                self.segment[thread] = self.next_segment
                self.next_segment += 1

    def begin_segment(self):
        self.next_segment += 1
        return self.next_segment - 1

    def begin_segment_of(self, thread):
        """What the thread does from now on is later than what it has done."""
        self.knows[thread] |= 1 << self.segment[thread]
        self.segment[thread] = self.begin_segment()

    def commit(self, node, k):
        for thread in self.taking_part(node.guard, k):
            self.copies[thread].append([])

    def wait_for_copies(self, node, k):
        for thread in self.taking_part(node.guard, k):
            groups = self.copies[thread]
            done = max(0, len(groups) - 1 - node.groups)  # the last one is not committed
            for group in groups[:done]:
                for segment in group:
                    self.knows[thread] |= 1 << segment
            del groups[:done]

    def fence(self, node, k):
        for thread in self.taking_part(node.guard, k):
            if node.is_wide:
                self.fences.append((thread, self.segment[thread], self.knows[thread] | 1 << self.segment[thread]))
            self.begin_segment_of(thread)

    def take_tickets(self, node):
        """All blocks have told; who is the last one knows it."""
        told = 0
        tellers = [i for i, (t, _) in enumerate(self.places) if t == node.teller]
        for teller in tellers:
            for thread, segment, before in self.fences:
                if thread == teller or self.knows[teller] >> segment & 1:
                    told |= before
        for teller in tellers:
            self.knows[teller] |= told

    def is_before(self, earlier, thread):
        return earlier[0] == thread or self.knows[thread] >> earlier[1] & 1

    def may_meet(self, thread, kind, earlier):
        if (kind == earlier[2] and kind not in ("write", "copy")) or self.is_before(earlier, thread):
            return False
        return not (self.knows_all and thread in self.tells and earlier[0] in self.tells)

    def touch(self, node, k):
        """False if two threads meet."""
        is_clean = True
        for kind, array, index in node.accesses:
            index_of = function_of(index)
            for thread in self.taking_part(node.guard, k):
                t, b = self.places[thread]
                if kind == "atomic":
                    self.tells.add(thread)
                before = self.last.setdefault((array, index_of(t, b, self.threads, k), 0 if array[0] == "g" else b), [])
                is_clean &= not any(self.may_meet(thread, kind, each) for each in before)
                if kind in ("write", "copy") and all(self.is_before(each, thread) for each in before):
                    before.clear()
                if kind != "copy":
                    before.append((thread, self.segment[thread], kind))
                    continue
                groups = self.copies[thread]
                if not groups:
                    groups.append([])
                groups[-1].append(self.begin_segment())
                before.append((-1, groups[-1][-1], kind))  # nobody's own
        return is_clean

    def run(self, nodes, k=0):
        """False if two threads meet."""
        is_clean = True
        for node in nodes:
            if isinstance(node, Sync):
                self.sync(node, k)
            elif isinstance(node, Touch):
                is_clean &= self.touch(node, k)
            elif isinstance(node, Commit):
                self.commit(node, k)
            elif isinstance(node, Await):
                self.wait_for_copies(node, k)
            elif isinstance(node, Fence):
                self.fence(node, k)
            elif isinstance(node, Ticket):
                self.take_tickets(node)
            else:
                for value in node.values:
                    is_clean &= self.run(node.body, value)
        return is_clean


def are_racy(nodes, blocks, threads):
    """Whatever atomics and operations of warps order."""
    first = Model(blocks, threads, knows_all=True)
    first.run(nodes)
    model = Model(blocks, threads, knows_all=True)
    model.tells = first.tells  # who tells something later may have told it already
    return not model.run(nodes)
