# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's cuda-core: a device's streams, events and memory, templates compiled at run time, launches, a green context."""
import numpy as np
from cuda.core import (ContextOptions, Device, LaunchConfig, LegacyPinnedMemoryResource, Program, ProgramOptions,
                       SMResourceOptions, launch)

device = Device(0)
device.set_current()
assert device.properties.max_threads_per_block == 1024
arch = "sm_" + "".join(map(str, device.compute_capability))
options = ProgramOptions(std="c++17", arch=arch)

source = r"""
template <typename T>
__global__ void saxpy(T a, const T *x, const T *y, T *out, size_t count) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[i] = a * x[i] + y[i];
}
"""
program = Program(source, code_type="c++", options=options)
code = program.compile("cubin", name_expressions=("saxpy<float>", "saxpy<double>"))
stream = device.create_stream()
COUNT = 1000

for dtype, name in ((np.float32, "saxpy<float>"), (np.float64, "saxpy<double>")):
    kernel = code.get_kernel(name)
    bytes_of_one = np.dtype(dtype).itemsize * COUNT
    on_device = device.memory_resource.allocate(3 * bytes_of_one, stream=stream)
    pinned = LegacyPinnedMemoryResource().allocate(3 * bytes_of_one)
    values = np.from_dlpack(pinned).view(dtype)
    values[:] = np.random.default_rng(5).standard_normal(3 * COUNT)
    x, y = values[:COUNT].copy(), values[COUNT:2 * COUNT].copy()
    address = int(on_device.handle)
    begin = stream.record()
    pinned.copy_to(on_device, stream=stream)
    launch(stream, LaunchConfig(grid=4, block=128), kernel, dtype(2), address, address + bytes_of_one,
           address + 2 * bytes_of_one, np.uint64(COUNT))
    on_device.copy_to(pinned, stream=stream)
    end = stream.record()
    end.sync()
    assert begin.is_done and end.is_done
    assert np.allclose(values[2 * COUNT:], 2 * x + y, rtol=1e-6)  # a fused operation rounds once
    on_device.close(stream)
    pinned.close()

# A context of one multiprocessor, with a stream of its own.
parts, _ = device.resources.sm.split(SMResourceOptions(count=1))
green = device.create_context(ContextOptions(resources=[parts[0]]))
assert green.is_green and green.resources.sm.sm_count == 1
in_green = green.create_stream()
pinned = LegacyPinnedMemoryResource().allocate(16)
values = np.from_dlpack(pinned).view(np.float32)
values[:] = 1, 2, 3, 0
address = int(pinned.handle)
launch(in_green, LaunchConfig(grid=1, block=32), code.get_kernel("saxpy<float>"), np.float32(4), address, address + 4,
       address + 12, np.uint64(1))
in_green.sync()
assert values[3] == 6
in_green.close()
green.close()
pinned.close()

# One stream waits for another.
other = device.create_stream()
other.wait(stream.record())
other.sync()

stream.close()
other.close()
