# SPDX-License-Identifier: Apache-2.0
"""What the tests of cuda-core share: the device, a stream, kernels, memory that the host sees."""
import warnings

import cuda.bindings._internal.nvjitlink as nvjitlink
import numpy as np
import pytest
from cuda.core import Device, LaunchConfig, LegacyPinnedMemoryResource, Program, ProgramOptions

# As on a machine without NVIDIA's nvJitLink: the Linker takes the driver then.
nvjitlink._inspect_function_pointer = lambda name: 0
warnings.filterwarnings("ignore", message=".*nvJitLink")

COUNT = 500
CONFIG = LaunchConfig(grid=4, block=128)
SOURCE = r"""
extern "C" __global__ void twice(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
extern "C" __global__ void add(float *x, int n, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}
extern "C" __global__ void count(int *counter) { atomicAdd(counter, 1); }
"""


@pytest.fixture(scope="session")
def device():
    device = Device(0)
    device.set_current()
    return device


@pytest.fixture(scope="session")
def arch(device):
    return "sm_" + "".join(map(str, device.compute_capability))


@pytest.fixture
def stream(device):
    stream = device.create_stream()
    yield stream
    stream.sync()
    stream.close()


@pytest.fixture(scope="session")
def compiled(arch):
    def compile_it(source=SOURCE, target="cubin", names=(), **options):
        return Program(source, code_type="c++", options=ProgramOptions(arch=arch, **options)).compile(target, name_expressions=names)
    return compile_it


@pytest.fixture(scope="session")
def kernel(compiled):
    code = compiled()
    return lambda name: code.get_kernel(name)


class Floats:
    """0, 1, 2, ... where host and device see them."""

    def __init__(self, count=COUNT, dtype=np.float32):
        self.buffer = LegacyPinnedMemoryResource().allocate(count * np.dtype(dtype).itemsize)
        self.values = np.from_dlpack(self.buffer).view(dtype)
        self.values[:] = np.arange(count)
        self.address = int(self.buffer.handle)

    def expect(self, function):
        wanted = function(np.arange(len(self.values), dtype=self.values.dtype))
        assert np.array_equal(self.values, wanted), self.values[:5]


@pytest.fixture
def floats(device):
    return Floats()


@pytest.fixture
def counter(device):
    """One integer, 0 first."""
    return Floats(1, np.int32)
