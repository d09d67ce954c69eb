# SPDX-License-Identifier: Apache-2.0
"""Events around a kernel, and the time between them."""
import pycuda.autoinit  # noqa: F401
import numpy as np
import pycuda.driver as drv
from pycuda import gpuarray
from pycuda.compiler import SourceModule

import multi_kernel

mult_ker = SourceModule(multi_kernel.SOURCE).get_function("mult_ker")
array = np.concatenate(multi_kernel.random_arrays(16))
on_device = gpuarray.to_gpu(array)
start, end = drv.Event(), drv.Event()
start.record()
mult_ker(on_device, np.int32(array.size), block=multi_kernel.BLOCK, grid=(1, 1, 1))
end.record()
end.synchronize()
assert start.query() and end.query()
print(f"kernel: {start.time_till(end):.3f} ms")
assert start.time_till(end) > 0
assert np.array_equal(on_device.get(), array)
