# SPDX-License-Identifier: Apache-2.0
"""Many arrays, each in a stream of its own: copied, worked on and copied back asynchronously."""
import pycuda.autoinit
import pycuda.driver as drv
import numpy as np
from pycuda import gpuarray
from pycuda.compiler import SourceModule

import multi_kernel

mult_ker = SourceModule(multi_kernel.SOURCE).get_function("mult_ker")
arrays = multi_kernel.random_arrays(200)
streams = [drv.Stream() for _ in arrays]
on_device = [gpuarray.to_gpu_async(array, stream=stream) for array, stream in zip(arrays, streams, strict=True)]
for array, stream in zip(on_device, streams, strict=True):
    mult_ker(array, np.int32(multi_kernel.LENGTH), block=multi_kernel.BLOCK, grid=(1, 1, 1), stream=stream)
results = [array.get_async(stream=stream) for array, stream in zip(on_device, streams, strict=True)]
pycuda.autoinit.context.synchronize()
assert all(stream.is_done() for stream in streams)
for array, result in zip(arrays, results, strict=True):
    assert np.array_equal(array, result)
