# SPDX-License-Identifier: Apache-2.0
"""Two events for each of many streams: how long each kernel took."""
import pycuda.autoinit  # noqa: F401
import numpy as np
import pycuda.driver as drv
from pycuda import gpuarray
from pycuda.compiler import SourceModule

import multi_kernel

mult_ker = SourceModule(multi_kernel.SOURCE).get_function("mult_ker")
arrays = multi_kernel.random_arrays(100)
streams = [drv.Stream() for _ in arrays]
starts = [drv.Event() for _ in arrays]
ends = [drv.Event() for _ in arrays]
on_device = [gpuarray.to_gpu_async(array, stream=stream) for array, stream in zip(arrays, streams, strict=True)]
for array, stream, start, end in zip(on_device, streams, starts, ends, strict=True):
    start.record(stream)
    mult_ker(array, np.int32(multi_kernel.LENGTH), block=multi_kernel.BLOCK, grid=(1, 1, 1), stream=stream)
    end.record(stream)
results = [array.get_async(stream=stream) for array, stream in zip(on_device, streams, strict=True)]
for stream in streams:
    stream.synchronize()
for array, result in zip(arrays, results, strict=True):
    assert np.array_equal(array, result)
times = [start.time_till(end) for start, end in zip(starts, ends, strict=True)]
assert min(times) > 0
print(f"mean {np.mean(times):.3f} ms, deviation {np.std(times):.3f} ms")
