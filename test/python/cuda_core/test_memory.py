# SPDX-License-Identifier: Apache-2.0
"""Buffers and where they are from: pools, pinned, managed, virtual memory; copies, fills, protocols."""
import numpy as np
import pytest
from cuda.core import (Buffer, Device, DeviceMemoryResource, DeviceMemoryResourceOptions, Host, LegacyPinnedMemoryResource,
                       ManagedMemoryResource, ManagedMemoryResourceOptions, MemoryResource, PinnedMemoryResource,
                       PinnedMemoryResourceOptions, VirtualMemoryResource, launch)
from cuda.core.utils import (StridedMemoryView, args_viewable_as_strided_memory, copy_batch, discard_batch,
                             discard_prefetch_batch, prefetch_batch)

from conftest import CONFIG, COUNT, Floats

RESOURCES = {
    "default": lambda d: d.memory_resource,
    "pool": lambda d: DeviceMemoryResource(d, DeviceMemoryResourceOptions(max_size=1 << 24)),
    "pinned": lambda d: PinnedMemoryResource(PinnedMemoryResourceOptions()),
    "legacy pinned": lambda d: LegacyPinnedMemoryResource(),
    "managed": lambda d: ManagedMemoryResource(ManagedMemoryResourceOptions()),
    "virtual": lambda d: VirtualMemoryResource(d),
}


@pytest.fixture(params=RESOURCES)
def resource(request, device):
    return RESOURCES[request.param](device)


def allocate(resource, size, stream):
    try:
        return resource.allocate(size, stream=stream)
    except TypeError:
        return resource.allocate(size)


def test_memory_is_filled_copied_and_freed(resource, stream):
    buffer = allocate(resource, 4096, stream)
    assert buffer.size >= 4096 and buffer.memory_resource is resource and int(buffer.handle) != 0
    if isinstance(resource, PinnedMemoryResource):  # no device has access to such a pool: on hardware neither
        with pytest.raises(Exception, match="CUDA_ERROR_INVALID_VALUE"):
            buffer.fill(7, stream=stream)
        np.from_dlpack(buffer).view(np.uint8)[:] = 7
    else:
        buffer.fill(7, stream=stream)
    seen = LegacyPinnedMemoryResource().allocate(buffer.size)
    buffer.copy_to(seen, stream=stream)
    stream.sync()
    assert set(np.from_dlpack(seen).view(np.uint8)) == {7}
    buffer.close(stream)
    assert buffer.is_closed


def test_where_memory_is_seen(resource, stream, kernel):
    buffer = allocate(resource, 4 * COUNT, stream)
    assert buffer.is_device_accessible and buffer.is_host_accessible == resource.is_host_accessible
    stream.sync()
    if resource.is_host_accessible:
        values = np.from_dlpack(buffer).view(np.float32)[:COUNT]
        values[:] = np.arange(COUNT)
        launch(stream, CONFIG, kernel("twice"), int(buffer.handle), np.int32(COUNT))
        stream.sync()
        assert np.array_equal(values, 2 * np.arange(COUNT))
        del values
    buffer.close(stream)


@pytest.mark.parametrize("pattern, size", [(3, 1), (np.uint16(0x1234), 2), (np.float32(1.5), 4), (b"\x01\x02", 2)])
def test_fills(device, stream, pattern, size):
    pinned = Floats(64)
    buffer = device.allocate(256, stream=stream)
    buffer.fill(pattern, stream=stream)
    buffer.copy_to(pinned.buffer, stream=stream)
    stream.sync()
    bits = bytes(pattern) if isinstance(pattern, bytes) else bytes([pattern]) if isinstance(pattern, int) else pattern.tobytes()
    assert pinned.values.tobytes() == bits * (256 // size)


@pytest.mark.parametrize("pattern", [256, -1, b"\x01\x02\x03"])
def test_wrong_fills_are_refused(device, stream, pattern):
    with pytest.raises((ValueError, OverflowError)):
        device.allocate(256, stream=stream).fill(pattern, stream=stream)


def test_copies_between_sizes_are_refused(device, stream):
    small, large = device.allocate(64, stream=stream), device.allocate(128, stream=stream)
    with pytest.raises(ValueError):
        small.copy_to(large, stream=stream)
    assert large.copy_to(stream=stream).size == 128


def test_a_pool_s_attributes(device, stream):
    pool = DeviceMemoryResource(device, DeviceMemoryResourceOptions(max_size=1 << 24))
    assert pool.is_handle_owned and not pool.is_ipc_enabled and pool.device_id == 0
    buffer = pool.allocate(1 << 20, stream=stream)
    assert pool.attributes.used_mem_current == 1 << 20 and pool.attributes.reserved_mem_current >= 1 << 20
    buffer.close(stream)
    stream.sync()
    assert pool.attributes.used_mem_current == 0 and pool.attributes.used_mem_high == 1 << 20
    for name in ("reuse_follow_event_dependencies", "reuse_allow_opportunistic", "reuse_allow_internal_dependencies"):
        assert getattr(pool.attributes, name) is True
    pool.close()
    assert pool.is_closed


def test_more_than_a_pool_may_hold(device, stream):
    pool = DeviceMemoryResource(device, DeviceMemoryResourceOptions(max_size=1 << 21))
    with pytest.raises(Exception, match="CUDA_ERROR_OUT_OF_MEMORY"):
        pool.allocate(1 << 30, stream=stream)


def test_memory_of_another(stream, floats):
    buffer = Buffer.from_handle(floats.address, 4 * COUNT, owner=floats)
    assert buffer.owner is floats and buffer.memory_resource is None
    copied = Floats()
    buffer.copy_to(copied.buffer, stream=stream)
    stream.sync()
    copied.expect(lambda x: x)


def test_a_resource_of_the_program_s_own(device, stream):
    freed = []

    class Counting(MemoryResource):
        is_device_accessible, is_host_accessible, device_id = True, True, 0

        def allocate(self, size, *, stream=None):
            inner = LegacyPinnedMemoryResource().allocate(size)
            self.kept = inner
            return Buffer.from_handle(int(inner.handle), size, mr=self)

        def deallocate(self, ptr, size, *, stream=None):
            freed.append(size)

    resource = Counting()
    resource.allocate(100).close(stream)
    assert freed == [100]


def test_a_managed_buffer_goes_where_it_is_told(device, stream):
    buffer = ManagedMemoryResource().allocate(1 << 16, stream=stream)
    assert buffer.is_managed
    buffer.read_mostly = True
    buffer.preferred_location = device
    assert buffer.read_mostly and buffer.preferred_location == device
    buffer.preferred_location = None
    buffer.accessed_by.add(device)
    assert device in buffer.accessed_by
    buffer.prefetch(device, stream=stream)
    buffer.prefetch(Host(), stream=stream)
    buffer.discard(stream=stream)
    buffer.discard_prefetch(Host(), stream=stream)
    stream.sync()
    buffer.close(stream)


def test_batches(device, stream):
    sources, targets = [Floats() for _ in range(3)], [Floats() for _ in range(3)]
    for i, source in enumerate(sources):
        source.values += i
    copy_batch(stream, [s.buffer for s in sources], [t.buffer for t in targets])
    managed = [ManagedMemoryResource().allocate(1 << 16, stream=stream) for _ in range(2)]
    prefetch_batch(stream, managed, device)
    prefetch_batch(stream, managed, [device, Host()])
    discard_batch(stream, managed)
    discard_prefetch_batch(stream, managed, Host())
    stream.sync()
    for i, target in enumerate(targets):
        target.expect(lambda x: x + np.float32(i))


def test_numpy_sees_pinned_memory(floats):
    assert floats.buffer.__dlpack_device__()[0] == 3  # kDLCUDAHost
    other = np.from_dlpack(floats.buffer).view(np.float32)
    other[3] = 33
    assert floats.values[3] == 33


def test_views(device, stream):
    view = StridedMemoryView.from_buffer(device.allocate(96, stream=stream), (4, 6), dtype=np.dtype(np.float32))
    assert view.shape == (4, 6) and view.size == 24 and view.dtype == np.float32
    host = StridedMemoryView.from_any_interface(np.ones((2, 3)), stream_ptr=-1)
    assert host.shape == (2, 3) and host.dtype == np.float64

    @args_viewable_as_strided_memory((0,))
    def shape_of(array):
        return array.view(-1).shape

    assert shape_of(np.zeros((5, 7))) == (5, 7)


def test_virtual_memory_grows(device, stream):
    resource = VirtualMemoryResource(device)
    buffer = resource.allocate(1 << 21)
    buffer.fill(9, stream=stream)
    stream.sync()
    grown = resource.modify_allocation(buffer, 1 << 22)
    assert grown.size >= 1 << 22
    seen = LegacyPinnedMemoryResource().allocate(grown.size)
    grown.copy_to(seen, stream=stream)
    stream.sync()
    assert set(np.from_dlpack(seen).view(np.uint8)[: 1 << 21]) == {9}


def test_memory_lives_as_long_as_it_is_used(device, stream, kernel):
    for _ in range(50):
        buffer = device.allocate(4 * COUNT, stream=stream)
        launch(stream, CONFIG, kernel("twice"), int(buffer.handle), np.int32(COUNT))
        buffer.close(stream)
    stream.sync()
    assert Device(0).memory_resource.attributes.used_mem_current >= 0
