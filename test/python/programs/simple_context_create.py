# SPDX-License-Identifier: Apache-2.0
"""A context made and left by hand, without autoinit."""
import numpy as np
import pycuda.driver as drv
from pycuda import gpuarray

drv.init()
assert drv.Device.count() >= 1
device = drv.Device(0)
print(device.name(), device.compute_capability(), device.total_memory())
context = device.make_context()
try:
    x = gpuarray.to_gpu(np.float32([1, 2, 3]))
    assert np.array_equal(x.get(), [1, 2, 3])
    assert drv.Context.get_device() == device
    del x
finally:
    context.pop()
context.detach()
try:
    gpuarray.to_gpu(np.float32([1]))
except drv.LogicError as error:
    assert "context" in str(error)
else:
    raise AssertionError("there is no context any more")
