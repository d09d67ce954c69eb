#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The timings of docs/textbook-timings.md: what a PyCUDA textbook measures with the host's clock, and the same with events.

Needs PyCUDA, built as docs/python.md says; runs on Riffle and on a GPU alike. Prints one line for each figure: the
fastest of some runs, but for what the book does once."""
import time

import numpy as np
import pycuda.autoinit
import pycuda.driver as drv
from pycuda import gpuarray
from pycuda.compiler import SourceModule
from pycuda.elementwise import ElementwiseKernel

COUNT = 10_000_000
BLOCK = 256
ARRAYS, LENGTH = 200, 1024**2

SUM = SourceModule("""
__global__ void first_block_only(float *a, float *b, float *c) {
  int i = threadIdx.x;
  c[i] = a[i] + b[i];
}
__global__ void all(float *a, float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
""")
ROUNDS = SourceModule("""
__global__ void mult_ker(float *array, int length) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = blockDim.x * gridDim.x;
  for (int i = thread; i < length; i += threads)
    for (int k = 0; k < 50; k++) {
      array[i] *= 2.0;
      array[i] /= 2.0;
    }
}
""").get_function("mult_ker")


def show(what, value, unit="ms"):
    print(f"{what}: {value:.4g} {unit}", flush=True)


def host_ms(action):
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1e3


def event_ms(action, repetitions=11):
    """The fastest of single runs between two events, after one that is not counted."""
    action()
    begin, end = drv.Event(), drv.Event()
    times = []
    for _ in range(repetitions):
        begin.record()
        action()
        end.record()
        end.synchronize()
        times.append(begin.time_till(end))
    return min(times)


def two_kinds_of_kernel():
    generator = np.random.default_rng(1)
    a, b = (gpuarray.to_gpu(generator.standard_normal(COUNT).astype(np.float32)) for _ in range(2))
    c = gpuarray.zeros_like(a)
    grid = ((COUNT + BLOCK - 1) // BLOCK, 1)
    wrong, right = SUM.get_function("first_block_only"), SUM.get_function("all")
    elementwise = ElementwiseKernel("float *a, float *b, float *c", "c[i] = a[i] + b[i]", "sum")
    pycuda.autoinit.context.synchronize()

    show("as printed, SourceModule", host_ms(lambda: wrong(a, b, c, block=(BLOCK, 1, 1), grid=grid)))
    pycuda.autoinit.context.synchronize()
    print(f"as printed, elements that were added: {np.count_nonzero(c.get())} of {COUNT}")
    show("as printed, ElementwiseKernel", host_ms(lambda: elementwise(a, b, c)))
    pycuda.autoinit.context.synchronize()

    source_module = lambda: right(a, b, c, np.int32(COUNT), block=(BLOCK, 1, 1), grid=grid)
    for name, launch in (("SourceModule", source_module), ("ElementwiseKernel", lambda: elementwise(a, b, c))):
        c.fill(0)
        show(f"equal work, {name}, by events", event_ms(launch))
        assert np.array_equal(c.get(), a.get() + b.get())
        show(f"equal work, {name}, the call alone", min(host_ms(launch) for _ in range(11)) * 1e3, "us")
        pycuda.autoinit.context.synchronize()


def in_default_stream(arrays):
    on_device = [gpuarray.to_gpu(array) for array in arrays]
    for array in on_device:
        ROUNDS(array, np.int32(LENGTH), block=(64, 1, 1), grid=(1, 1, 1))
    return [array.get() for array in on_device]


def in_streams(arrays, streams):
    on_device = [gpuarray.to_gpu_async(array, stream=s) for array, s in zip(arrays, streams)]
    for array, s in zip(on_device, streams):
        ROUNDS(array, np.int32(LENGTH), block=(64, 1, 1), grid=(1, 1, 1), stream=s)
    results = [array.get_async(stream=s) for array, s in zip(on_device, streams)]
    pycuda.autoinit.context.synchronize()
    return results


def in_streams_with_buffers(arrays, results, buffers, streams):
    for array, result, buffer, s in zip(arrays, results, buffers, streams):
        drv.memcpy_htod_async(buffer, array, s)
        ROUNDS(buffer, np.int32(LENGTH), block=(64, 1, 1), grid=(1, 1, 1), stream=s)
        drv.memcpy_dtoh_async(result, buffer, s)
    pycuda.autoinit.context.synchronize()


def many_arrays():
    generator = np.random.default_rng(2)
    arrays = [generator.standard_normal(LENGTH).astype(np.float32) for _ in range(ARRAYS)]
    streams = [drv.Stream() for _ in arrays]
    in_streams(arrays[:2], streams)  # compiles
    show("200 arrays, default stream", min(host_ms(lambda: in_default_stream(arrays)) for _ in range(3)))
    show("200 arrays, 200 streams", min(host_ms(lambda: in_streams(arrays, streams)) for _ in range(3)))
    one = [streams[0]] * ARRAYS
    show("200 arrays, 1 stream, same calls", min(host_ms(lambda: in_streams(arrays, one)) for _ in range(3)))
    buffers = [drv.mem_alloc(array.nbytes) for array in arrays]
    results = [np.zeros_like(array) for array in arrays]
    run = lambda: in_streams_with_buffers(arrays, results, buffers, streams)
    run()
    show("200 streams, buffers ready, pageable", min(host_ms(run) for _ in range(5)))
    pinned = [drv.pagelocked_empty_like(array) for array in arrays]
    for to, array in zip(pinned, arrays):
        to[:] = array
    arrays, results = pinned, [drv.pagelocked_empty_like(array) for array in arrays]
    run = lambda: in_streams_with_buffers(arrays, results, buffers, streams)
    run()
    show("200 streams, buffers ready, pinned", min(host_ms(run) for _ in range(5)))
    assert all(np.array_equal(array, result) for array, result in zip(arrays, results))


def one_large_array():
    array = gpuarray.zeros(100 * LENGTH, np.float32) + np.float32(1)
    count = np.int32(array.size)
    for blocks in (1, 1024):
        show(f"100 Mi floats by events, grid of {blocks}",
             event_ms(lambda: ROUNDS(array, count, block=(64, 1, 1), grid=(blocks, 1, 1)), repetitions=3))
    small = gpuarray.zeros(LENGTH, np.float32) + np.float32(1)
    show("1 Mi floats by events, grid of 1",
         event_ms(lambda: ROUNDS(small, np.int32(LENGTH), block=(64, 1, 1), grid=(1, 1, 1))))


two_kinds_of_kernel()
many_arrays()
one_large_array()
