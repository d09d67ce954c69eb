# SPDX-License-Identifier: Apache-2.0
"""Numba: kernels in Python, which NVIDIA's NVVM makes PTX of; libdevice's functions, shared and local memory, atomics,
exchange between lanes, device functions, streams and events, printing, reductions, random numbers, universal functions."""
import math
import warnings

import numpy as np
from numba import complex64, cuda, float32, int32, vectorize
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

warnings.filterwarnings("ignore")  # small grids would not fill a GPU
COUNT, BLOCK = 4096, 128


@cuda.jit(device=True)
def shifted(value, by):
    return value + by


@cuda.jit
def elementwise(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = shifted(a * x[i], math.sin(x[i]) + math.exp(-x[i]) + x[i] ** 1.5)


@cuda.jit
def strided(x, y):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        y[i] = 2 * x[i] if i % 3 else -x[i]


@cuda.jit
def block_sums(x, sums, total):
    shared = cuda.shared.array(BLOCK, float32)
    t = cuda.threadIdx.x
    shared[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            shared[t] += shared[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        sums[cuda.blockIdx.x] = shared[0]
        cuda.atomic.add(total, 0, shared[0])


@cuda.jit
def dynamic_reverse(x, y):
    shared = cuda.shared.array(0, int32)
    t = cuda.threadIdx.x
    shared[t] = x[t]
    cuda.syncthreads()
    y[t] = shared[cuda.blockDim.x - 1 - t]


@cuda.jit
def warp_sums(x, y):
    value = x[cuda.grid(1)]
    for offset in (16, 8, 4, 2, 1):
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, offset)
    if cuda.laneid == 0:
        y[cuda.grid(1) // 32] = value


@cuda.jit
def local_sort(x, y):
    row = cuda.local.array(8, int32)
    i = cuda.grid(1)
    for k in range(8):
        row[k] = x[i, k]
    for k in range(1, 8):
        value, at = row[k], k
        while at > 0 and row[at - 1] > value:
            row[at] = row[at - 1]
            at -= 1
        row[at] = value
    for k in range(8):
        y[i, k] = row[k]


@cuda.jit
def product(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total


@cuda.jit
def mandelbrot(points, limit, out):
    i = cuda.grid(1)
    if i >= points.size:
        return
    z = complex64(0)
    out[i] = limit
    for step in range(limit):
        z = z * z + points[i]
        if z.real * z.real + z.imag * z.imag > 4:
            out[i] = step
            return


@cuda.jit
def estimate(states, out):
    i = cuda.grid(1)
    inside = 0
    for _ in range(100):
        x = xoroshiro128p_uniform_float32(states, i)
        y = xoroshiro128p_uniform_float32(states, i)
        if x * x + y * y < 1:
            inside += 1
    out[i] = inside


@cuda.jit
def say():
    if cuda.grid(1) == 3:
        print("thread", cuda.threadIdx.x, "of block", cuda.blockIdx.x)


@vectorize(["float32(float32, float32)"], target="cuda")
def hypotenuse(a, b):
    return math.sqrt(a * a + b * b)


@cuda.reduce
def largest(a, b):
    return a if a > b else b


x = np.linspace(0, 8, COUNT, dtype=np.float32)
grid = COUNT // BLOCK

y = np.zeros_like(x)
elementwise[grid, BLOCK](np.float32(2), x, y)
assert np.allclose(y, 2 * x + np.sin(x) + np.exp(-x) + x**1.5, rtol=1e-5)

stream = cuda.stream()
before, after = cuda.event(), cuda.event()
on_device = cuda.to_device(x, stream=stream)
result = cuda.device_array_like(on_device, stream=stream)
before.record(stream)
strided[4, BLOCK, stream](on_device, result)
after.record(stream)
y = result.copy_to_host(stream=stream)
stream.synchronize()
assert before.elapsed_time(after) >= 0
assert np.array_equal(y, np.where(np.arange(COUNT) % 3, 2 * x, -x))

sums, total = np.zeros(grid, np.float32), np.zeros(1, np.float32)
block_sums[grid, BLOCK](x, sums, total)
assert np.allclose(sums, x.reshape(grid, BLOCK).sum(axis=1), rtol=1e-5) and np.allclose(total[0], x.sum(), rtol=1e-4)

integers = np.random.default_rng(1).integers(0, 1000, (64, 8)).astype(np.int32)
row = np.ascontiguousarray(integers[:, 0])
reversed_row = np.zeros_like(row)
dynamic_reverse[1, 64, 0, 64 * 4](row, reversed_row)
assert np.array_equal(reversed_row, row[::-1])

flat = integers.ravel()
sums = np.zeros(flat.size // 32, np.int32)
warp_sums[flat.size // 64, 64](flat, sums)
assert np.array_equal(sums, flat.reshape(-1, 32).sum(axis=1))

ordered = np.zeros_like(integers)
local_sort[2, 32](integers, ordered)
assert np.array_equal(ordered, np.sort(integers, axis=1))

a, b = np.random.default_rng(2).random((48, 32)), np.random.default_rng(3).random((32, 40))
c = np.zeros((48, 40))
product[(3, 3), (16, 16)](a, b, c)
assert np.allclose(c, a @ b)

points = (np.linspace(-2, 1, 256) + 0.3j).astype(np.complex64)
steps = np.zeros(256, np.int32)
mandelbrot[2, 128](points, 50, steps)
z, expected = np.zeros(256, np.complex64), np.full(256, 50)
for step in range(50):
    z = np.where(expected == 50, z * z + points, z)
    expected[(expected == 50) & (z.real**2 + z.imag**2 > 4)] = step
assert np.count_nonzero(steps != expected) <= 2  # at the border one rounding decides

inside = np.zeros(256, np.int32)
estimate[2, 128](create_xoroshiro128p_states(256, seed=7), inside)
assert abs(4 * inside.sum() / 25600 - math.pi) < 0.05

assert np.allclose(hypotenuse(x, 2 * x), np.sqrt(5) * x)
assert largest(x) == x.max()

pinned = cuda.pinned_array(16, np.int32)
pinned[:] = 5
assert cuda.to_device(pinned).copy_to_host().sum() == 80
say[2, 2]()
cuda.synchronize()
print("numba: done")
