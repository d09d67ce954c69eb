# SPDX-License-Identifier: Apache-2.0
"""Many arrays, one after the other in the default stream."""
import pycuda.autoinit  # noqa: F401
import numpy as np
from pycuda import gpuarray
from pycuda.compiler import SourceModule

import multi_kernel

mult_ker = SourceModule(multi_kernel.SOURCE).get_function("mult_ker")
arrays = multi_kernel.random_arrays(50)
on_device = [gpuarray.to_gpu(array) for array in arrays]
for array in on_device:
    mult_ker(array, np.int32(multi_kernel.LENGTH), block=multi_kernel.BLOCK, grid=(1, 1, 1))
for array, result in zip(arrays, [each.get() for each in on_device], strict=True):
    assert np.array_equal(array, result)
