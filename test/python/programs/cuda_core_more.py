# SPDX-License-Identifier: Apache-2.0
"""What else cuda-core's documentation shows: what is known of kernels, code from bytes and files, links, graphs, pools."""
import tempfile
import warnings

import cuda.bindings._internal.nvjitlink as nvjitlink
import numpy as np
from cuda.core import (Device, DeviceMemoryResource, DeviceMemoryResourceOptions, GraphMemoryResource, LaunchConfig, Linker,
                       LinkerOptions, ManagedMemoryResource, ObjectCode, PinnedMemoryResource, Program,
                       ProgramOptions, VirtualMemoryResource, launch)
from cuda.core.graph import GraphBuilder, GraphDefinition

# As on a machine without NVIDIA's nvJitLink: the Linker takes the driver then.
nvjitlink._inspect_function_pointer = lambda name: 0
warnings.filterwarnings("ignore", message=".*nvJitLink")

device = Device(0)
device.set_current()
stream = device.create_stream()
ARCH = "sm_" + "".join(map(str, device.compute_capability))
COUNT = 1000
CONFIG = LaunchConfig(grid=8, block=128)
SOURCE = r"""
extern "C" __global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
extern "C" __global__ void add(float *x, int n, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}
"""


def compiled(source, target, **options):
    return Program(source, code_type="c++", options=ProgramOptions(arch=ARCH, **options)).compile(target)


code = compiled(SOURCE, "cubin", lineinfo=True, ftz=True, define_macro=[("UNUSED", "1")])
twice, add = code.get_kernel("twice"), code.get_kernel("add")
pinned = PinnedMemoryResource().allocate(4 * COUNT, stream=stream)
values = np.from_dlpack(pinned).view(np.float32)
on_device = device.memory_resource.allocate(4 * COUNT, stream=stream)


def result_of(work):
    """What becomes of 0, 1, 2, ... on the device."""
    values[:] = np.arange(COUNT)
    pinned.copy_to(on_device, stream=stream)
    work()
    on_device.copy_to(pinned, stream=stream)
    stream.sync()
    return values.copy()


def expect(work, function):
    found = result_of(work)
    assert np.array_equal(found, function(np.arange(COUNT, dtype=np.float32))), found[:5]


# Kernels.
assert twice.num_arguments == 2 and [(p.offset, p.size) for p in twice.arguments_info] == [(0, 8), (8, 4)]
assert twice.attributes.max_threads_per_block == 1024 and twice.attributes.shared_size_bytes == 0
assert twice.occupancy.max_active_blocks_per_multiprocessor(128, 0) > 0
assert twice.occupancy.max_potential_block_size(0, 1024).max_block_size == 1024

# Code from elsewhere.
arguments = (int(on_device.handle), np.int32(COUNT))
as_text = compiled(SOURCE, "ptx")
with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
    file.write(bytes(code.code))
    file.flush()
    for loaded in (ObjectCode.from_cubin(bytes(code.code)), ObjectCode.from_cubin(file.name),
                   ObjectCode.from_ptx(bytes(as_text.code))):
        expect(lambda: launch(stream, CONFIG, loaded.get_kernel("twice"), *arguments), lambda x: 2 * x)
    again = Program(as_text.code.decode(), code_type="ptx", options=ProgramOptions(arch=ARCH)).compile("cubin")
    expect(lambda: launch(stream, CONFIG, again.get_kernel("twice"), *arguments), lambda x: 2 * x)
parts = [compiled(source, "ptx", relocatable_device_code=True) for source in (
    'extern "C" __device__ float half(float x) { return x / 2; }',
    'extern "C" __device__ float half(float x);'
    'extern "C" __global__ void halves(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;'
    ' if (i < n) x[i] = half(x[i]); }')]
linked = Linker(*parts, options=LinkerOptions(arch=ARCH)).link("cubin")
expect(lambda: launch(stream, CONFIG, linked.get_kernel("halves"), *arguments), lambda x: x / 2)


# Graphs: captured, with branches, memory of their own and what depends on a value; and made node by node.
def graph_of(build):
    builder = device.create_graph_builder()
    builder.begin_building()
    build(builder).end_building()
    return builder.complete()


def chain(builder):
    launch(builder, CONFIG, twice, *arguments)
    launch(builder, CONFIG, add, *arguments, np.float32(1))
    return builder


called = []
other = device.memory_resource.allocate(4 * COUNT, stream=stream)
stream.sync()


def branches(builder):
    left, right = builder.split(2)
    launch(left, CONFIG, twice, *arguments)
    launch(right, CONFIG, twice, int(other.handle), np.int32(COUNT))
    joined = GraphBuilder.join(left, right)
    joined.callback(lambda: called.append(1))
    return joined


def own_memory(builder):
    buffer = GraphMemoryResource(device).allocate(4 * COUNT, stream=builder)
    buffer.copy_from(on_device, stream=builder)
    launch(builder, CONFIG, add, int(buffer.handle), np.int32(COUNT), np.float32(5))
    on_device.copy_from(buffer, stream=builder)
    buffer.close(builder)
    return builder


def conditional(builder):
    for default in (0, 1):
        body = builder.if_then(builder.create_condition(default_value=default))
        body.begin_building()
        launch(body, CONFIG, add, *arguments, np.float32(10 + default))
        body.end_building()
    return builder


for build, function in ((chain, lambda x: 2 * x + 1), (branches, lambda x: 2 * x), (own_memory, lambda x: x + 5),
                        (conditional, lambda x: x + 11)):
    graph = graph_of(build)
    graph.upload(stream)
    expect(lambda: graph.launch(stream), function)
    expect(lambda: [graph.launch(stream) for _ in range(2)], lambda x: function(function(x)))
assert called == [1, 1, 1]

definition = GraphDefinition()
definition.launch(CONFIG, twice, *arguments).launch(CONFIG, add, *arguments, np.float32(3))
assert len(definition.nodes()) == 2 and len(definition.edges()) == 1
graph = definition.instantiate()
expect(lambda: graph.launch(stream), lambda x: 2 * x + 3)

# Memory.
pool = DeviceMemoryResource(device, DeviceMemoryResourceOptions(max_size=1 << 24))
buffer = pool.allocate(1 << 20, stream=stream)
assert pool.attributes.used_mem_current == 1 << 20
buffer.fill(7, stream=stream)
buffer.copy_to(pool.allocate(1 << 20, stream=stream), stream=stream)
buffer.close(stream)
mapped = VirtualMemoryResource(device).allocate(1 << 21)
mapped.fill(0, stream=stream)
stream.sync()
mapped.close()
managed = ManagedMemoryResource().allocate(4 * COUNT, stream=stream)
stream.sync()
seen = np.from_dlpack(managed).view(np.float32)
seen[:] = np.arange(COUNT)
managed.prefetch(device, stream=stream)
launch(stream, CONFIG, twice, int(managed.handle), np.int32(COUNT))
stream.sync()
assert np.array_equal(seen, 2 * np.arange(COUNT))
managed.close(stream)
