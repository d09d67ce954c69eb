# SPDX-License-Identifier: Apache-2.0
"""Textures and surfaces: arrays, what is read between elements, what is written."""
import numpy as np
import pytest
from cuda.core import LaunchConfig, launch
from cuda.core.texture import (MipmappedArrayOptions, OpaqueArrayOptions, ResourceDescriptor, TextureObjectOptions)

from conftest import Floats

SOURCE = r"""
#include <cuda_runtime.h>
extern "C" __global__ void sample(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x * 0.5f, 1.0f);
}
extern "C" __global__ void fetch(cudaTextureObject_t texture, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}
extern "C" __global__ void mark(cudaSurfaceObject_t surface) {
  surf2Dwrite(100.0f + threadIdx.x, surface, threadIdx.x * 4, 0);
}
"""
EIGHT = LaunchConfig(grid=1, block=8)


@pytest.fixture(scope="module")
def code(compiled):
    return compiled(SOURCE)


@pytest.fixture
def array(device, stream):
    array = device.create_opaque_array(OpaqueArrayOptions((4, 2), "float32", 1, is_surface_load_store=True))
    source = Floats(8)
    source.values[:] = [0, 1, 2, 3, 10, 20, 30, 40]
    array.copy_from(source.buffer, stream=stream)
    stream.sync()
    return array


def test_what_an_array_tells(array, device):
    assert array.shape == (4, 2) and array.num_channels == 1 and array.element_bytes == 4 and array.size_bytes == 32
    assert array.is_surface_load_store and array.device == device


@pytest.mark.parametrize("filter_mode, expected", [("linear", [5, 5, 7.75, 10.5, 13.25, 16, 18.75, 21.5]), ("point", [10, 10, 20, 20, 30, 30, 40, 40])])
def test_a_texture_is_read(device, stream, code, array, filter_mode, expected):
    texture = device.create_texture_object(resource=ResourceDescriptor.from_opaque_array(array),
                                           options=TextureObjectOptions(address_mode="clamp", filter_mode=filter_mode))
    out = Floats(8)
    launch(stream, EIGHT, code.get_kernel("sample"), np.uint64(int(texture.handle)), out.address)
    stream.sync()
    assert list(out.values) == expected
    texture.close()
    assert texture.is_closed


def test_linear_memory_is_a_texture(device, stream, code):
    source, out = Floats(8), Floats(8)
    out.values[:] = 0
    resource = ResourceDescriptor.from_linear(source.buffer, format="float32", num_channels=1)
    with device.create_texture_object(resource=resource) as texture:
        launch(stream, EIGHT, code.get_kernel("fetch"), np.uint64(int(texture.handle)), out.address)
        stream.sync()
    out.expect(lambda x: x)


def test_a_surface_is_written(device, stream, code, array):
    with device.create_surface_object(resource=ResourceDescriptor.from_opaque_array(array)) as surface:
        launch(stream, LaunchConfig(grid=1, block=4), code.get_kernel("mark"), np.uint64(int(surface.handle)))
        stream.sync()
    seen = Floats(8)
    array.copy_to(seen.buffer, stream=stream)
    stream.sync()
    assert list(seen.values) == [100, 101, 102, 103, 10, 20, 30, 40]


def test_levels(device):
    mipmap = device.create_mipmapped_array(MipmappedArrayOptions((8, 4), "float32", 1, num_levels=3))
    assert mipmap.num_levels == 3 and [tuple(mipmap.get_level(i).shape) for i in range(3)] == [(8, 4), (4, 2), (2, 1)]
    mipmap.close()
    assert mipmap.is_closed


def test_wrong_arrays_are_refused(device):
    with pytest.raises(ValueError):
        device.create_opaque_array(OpaqueArrayOptions((4, 2), "float32", 3))
    with pytest.raises(ValueError):
        device.create_opaque_array(OpaqueArrayOptions((0, 2), "float32", 1))
