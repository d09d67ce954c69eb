# SPDX-License-Identifier: Apache-2.0
"""Object code, kernels, occupancy, launches, links."""
import ctypes
import pickle

import numpy as np
import pytest
from cuda.core import LaunchConfig, Linker, LinkerOptions, ObjectCode, launch

from conftest import CONFIG, COUNT


def is_twice(code, stream, floats):
    launch(stream, CONFIG, code.get_kernel("twice"), floats.address, np.int32(COUNT))
    stream.sync()
    floats.expect(lambda x: 2 * x)


@pytest.mark.parametrize("target, load", [("cubin", ObjectCode.from_cubin), ("ptx", ObjectCode.from_ptx), ("cubin", ObjectCode.from_fatbin)])
@pytest.mark.parametrize("in_file", [False, True])
def test_code_is_loaded(compiled, stream, floats, tmp_path, target, load, in_file):
    content = bytes(compiled(target=target).code)
    (tmp_path / "code").write_bytes(content)
    is_twice(load(str(tmp_path / "code") if in_file else content, name="mine"), stream, floats)


@pytest.mark.parametrize("damage", [lambda c: c[:100], lambda c: b"\0" * 200, lambda c: c[:60] + b"damaged" + c[67:], lambda c: b"x"])
def test_damaged_code_is_refused(compiled, damage):
    with pytest.raises(Exception, match="CUDA_ERROR_INVALID_IMAGE|CUDA_ERROR_INVALID_PTX|CUDA_ERROR_NO_BINARY_FOR_GPU"):
        ObjectCode.from_cubin(damage(bytes(compiled().code))).get_kernel("twice")


def test_code_is_pickled(compiled, stream, floats):
    is_twice(pickle.loads(pickle.dumps(compiled())), stream, floats)


def test_a_kernel_that_is_not_there(compiled):
    with pytest.raises(Exception, match="CUDA_ERROR_NOT_FOUND"):
        compiled().get_kernel("gone")


def test_what_is_known_of_a_kernel(kernel, device):
    twice, attributes = kernel("twice"), kernel("twice").attributes
    assert twice.num_arguments == 2 and [(a.offset, a.size) for a in twice.arguments_info] == [(0, 8), (8, 4)]
    assert attributes.max_threads_per_block == device.properties.max_threads_per_block
    assert attributes[device].shared_size_bytes == 0 and attributes.const_size_bytes >= 0 and attributes.num_regs > 0
    assert attributes.ptx_version >= 70 and attributes.binary_version >= 70 and not attributes.cluster_size_must_be_set
    assert kernel("twice") == twice and len({kernel("twice"), twice, kernel("add")}) == 2


def test_occupancy(kernel, device):
    occupancy, most = kernel("twice").occupancy, device.properties.max_threads_per_multiprocessor
    assert 1 <= occupancy.max_active_blocks_per_multiprocessor(128, 0) <= most // 128
    assert occupancy.max_potential_block_size(0, 256).max_block_size == 256
    assert occupancy.available_dynamic_shared_memory_per_block(1, 128) > 0


@pytest.mark.parametrize("grid, block, shape", [(3, 5, ((3, 1, 1), (5, 1, 1))), ((2, 3), (4, 5), ((2, 3, 1), (4, 5, 1))),
                                                ((2, 3, 4), (5, 6, 7), ((2, 3, 4), (5, 6, 7)))])
def test_shapes_of_launches(grid, block, shape):
    config = LaunchConfig(grid=grid, block=block)
    assert (config.grid, config.block) == shape and config == LaunchConfig(grid=grid, block=block)


@pytest.mark.parametrize("grid, block", [(0, 1), (1, 0), ((1, 2, 3, 4), 1), (1, (-1, 1, 1))])
def test_wrong_shapes_are_refused(grid, block):
    with pytest.raises(ValueError):
        LaunchConfig(grid=grid, block=block)


def test_a_block_that_is_too_large(stream, kernel, floats):
    with pytest.raises(Exception, match="CUDA_ERROR_INVALID_VALUE"):
        launch(stream, LaunchConfig(grid=1, block=2048), kernel("twice"), floats.address, np.int32(COUNT))


@pytest.mark.parametrize("c_type, value", [("bool", True), ("signed char", np.int8(-5)), ("unsigned short", np.uint16(60000)), ("int", np.int32(-7)),
                                           ("long long", np.int64(-1 << 40)), ("unsigned long long", np.uint64(1 << 63)), ("float", np.float32(1.5)),
                                           ("double", np.float64(2.25)), ("int", ctypes.c_int(9)), ("double", 3.5), ("unsigned char", ctypes.c_uint8(200))])
def test_arguments(compiled, stream, floats, c_type, value):
    kernel = compiled(f'extern "C" __global__ void k(double *out, {c_type} value) {{ *out = value; }}').get_kernel("k")
    launch(stream, LaunchConfig(grid=1, block=1), kernel, floats.address, value)
    stream.sync()
    assert floats.values.view(np.float64)[0] == float(getattr(value, "value", value))


def test_a_half_and_a_complex_number(compiled, stream, floats):
    kernel = compiled('#include <cuda_fp16.h>\nextern "C" __global__ void k(float *out, __half h, float2 c) '
                      "{ out[0] = __half2float(h); out[1] = c.x; out[2] = c.y; }").get_kernel("k")
    launch(stream, LaunchConfig(grid=1, block=1), kernel, floats.address, np.float16(0.5), np.complex64(3 + 4j))
    stream.sync()
    assert list(floats.values[:3]) == [0.5, 3, 4]


def test_dynamic_shared_memory_and_a_grid_of_three_dimensions(compiled, stream, floats):
    kernel = compiled('extern "C" __global__ void k(float *out) { extern __shared__ float s[]; int t = threadIdx.x + threadIdx.y * blockDim.x;\n'
                      "s[t] = t; __syncthreads(); int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);\n"
                      "out[b * 8 + t] = 100 * b + s[7 - t]; }").get_kernel("k")
    launch(stream, LaunchConfig(grid=(2, 3, 2), block=(4, 2), shmem_size=32), kernel, floats.address)
    stream.sync()
    assert list(floats.values[:96]) == [100 * b + 7 - t for b in range(12) for t in range(8)]


def test_a_cooperative_launch(compiled, stream, counter):
    kernel = compiled('#include <cooperative_groups.h>\nextern "C" __global__ void k(int *c) { atomicAdd(c, 1); '
                      "cooperative_groups::this_grid().sync(); if (*c == 64 * gridDim.x && blockIdx.x + threadIdx.x == 0) *c = -1; }").get_kernel("k")
    launch(stream, LaunchConfig(grid=2, block=64, is_cooperative=True), kernel, counter.address)
    stream.sync()
    assert counter.values[0] == -1


CALLER = ('extern "C" __device__ float half_of(float x);\nextern "C" __global__ void halves(float *x, int n) '
          "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = half_of(x[i]); }")
CALLEE = 'extern "C" __device__ float half_of(float x) { return x / 2; }'


@pytest.mark.parametrize("target", ["ptx", "cubin"])
def test_links(compiled, arch, stream, floats, target):
    linker = Linker(*(compiled(s, target, relocatable_device_code=True) for s in (CALLER, CALLEE)), options=LinkerOptions(arch=arch))
    assert Linker.which_backend() == "driver"
    code = linker.link("cubin")
    launch(stream, CONFIG, code.get_kernel("halves"), floats.address, np.int32(COUNT))
    stream.sync()
    floats.expect(lambda x: x / 2)
    assert linker.get_error_log().rstrip("\0") == ""
    linker.close()
    assert linker.is_closed


def test_an_undefined_function(compiled, arch):
    part = compiled("extern __device__ int z(); __global__ void a(int *p) { *p = z(); }", "ptx", relocatable_device_code=True, name="part")
    linker = Linker(part, options=LinkerOptions(arch=arch))
    with pytest.raises(Exception):
        linker.link("cubin")
    assert linker.get_error_log().rstrip("\0").startswith("error   : Undefined reference to '_Z1zv' in 'part")
