# SPDX-License-Identifier: Apache-2.0
"""Devices: one object for each, what they tell, contexts."""
import threading

import pytest
from cuda.bindings import driver
from cuda.core import Context, ContextOptions, Device, DeviceMemoryResource, LaunchConfig, SMResourceOptions, launch


def test_a_device_is_one_object(device):
    assert Device(0) is device and Device() is device and Device(0) == device and hash(Device(0)) == hash(device)
    assert device in Device.get_all_devices() and device.device_id == 0


@pytest.mark.parametrize("ordinal", [-1, 1000, "0"])
def test_others_are_refused(ordinal):
    with pytest.raises((ValueError, TypeError)):
        Device(ordinal)


def test_names(device):
    assert device.name and len(device.uuid) == 36
    assert device.arch == "".join(map(str, device.compute_capability))


@pytest.mark.parametrize("name, attribute", [
    ("max_threads_per_block", "MAX_THREADS_PER_BLOCK"), ("max_grid_dim_y", "MAX_GRID_DIM_Y"), ("warp_size", "WARP_SIZE"),
    ("max_shared_memory_per_block", "MAX_SHARED_MEMORY_PER_BLOCK"), ("multiprocessor_count", "MULTIPROCESSOR_COUNT"),
    ("maximum_texture2d_width", "MAXIMUM_TEXTURE2D_WIDTH"), ("managed_memory", "MANAGED_MEMORY"),
    ("cooperative_launch", "COOPERATIVE_LAUNCH"), ("unified_addressing", "UNIFIED_ADDRESSING"),
    ("compute_capability_major", "COMPUTE_CAPABILITY_MAJOR"), ("memory_pools_supported", "MEMORY_POOLS_SUPPORTED")])
def test_properties_are_the_driver_s_attributes(device, name, attribute):
    which = getattr(driver.CUdevice_attribute, "CU_DEVICE_ATTRIBUTE_" + attribute)
    code, value = driver.cuDeviceGetAttribute(which, 0)
    assert code == driver.CUresult.CUDA_SUCCESS and getattr(device.properties, name) == value


def test_every_property_has_an_answer(device):
    names = [name for name in dir(device.properties) if not name.startswith("_")]
    assert len(names) > 90
    for name in names:
        assert isinstance(getattr(device.properties, name), (int, bool)), name


def test_the_current_context_is_the_primary_one(device):
    code, current = driver.cuCtxGetCurrent()
    assert int(current) == int(device.context.handle)
    assert not device.context.is_green


def test_another_thread_sets_it_for_itself(device):
    found = []

    def work():
        found.append(int(driver.cuCtxGetCurrent()[1]))
        Device(0).set_current()
        found.append(int(driver.cuCtxGetCurrent()[1]))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [0, int(device.context.handle)]


def test_a_green_context_has_some_of_the_multiprocessors(device, kernel, floats):
    all_of_them = device.resources.sm
    assert all_of_them.sm_count == device.properties.multiprocessor_count
    parts, _ = all_of_them.split(SMResourceOptions(count=1))
    context = device.create_context(ContextOptions(resources=[parts[0]]))
    assert isinstance(context, Context) and context.is_green and context.resources.sm.sm_count == 1
    stream = context.create_stream()
    assert stream.context == context
    launch(stream, LaunchConfig(grid=4, block=128), kernel("twice"), floats.address, len(floats.values).__index__())
    stream.sync()
    floats.expect(lambda x: 2 * x)
    stream.close()
    context.close()
    assert context.is_closed


def test_its_memory_resource_is_its_default_pool(device):
    assert isinstance(device.memory_resource, DeviceMemoryResource)
    assert int(device.memory_resource.handle) == int(driver.cuDeviceGetDefaultMemPool(0)[1])
