# SPDX-License-Identifier: Apache-2.0
"""NVIDIA's cuda-bindings: NVRTC, modules, links, streams, events, memory and graphs by the driver's own calls."""
import ctypes

import numpy as np
from cuda.bindings import driver, nvrtc


def checked(answer):
    code, *values = answer
    if code.value != 0:
        raise RuntimeError(str(code))
    return values[0] if len(values) == 1 else values


def compiled(source, *options):
    program = checked(nvrtc.nvrtcCreateProgram(source.encode(), b"part.cu", 0, [], []))
    given = [option.encode() for option in ("--gpu-architecture=sm_80", *options)]
    if nvrtc.nvrtcCompileProgram(program, len(given), given)[0].value != 0:
        log = b" " * checked(nvrtc.nvrtcGetProgramLogSize(program))
        nvrtc.nvrtcGetProgramLog(program, log)
        raise RuntimeError(log.decode())
    cubin = b" " * checked(nvrtc.nvrtcGetCUBINSize(program))
    checked(nvrtc.nvrtcGetCUBIN(program, cubin))
    checked(nvrtc.nvrtcDestroyProgram(program))
    return cubin


def launch(function, stream, *arguments):
    kinds = {np.dtype("u8"): ctypes.c_uint64, np.dtype("f4"): ctypes.c_float, np.dtype("i4"): ctypes.c_int}
    given = (tuple(a.item() for a in arguments), tuple(kinds[a.dtype] for a in arguments))
    checked(driver.cuLaunchKernel(function, 4, 1, 1, 64, 1, 1, 0, stream, given, 0))


checked(driver.cuInit(0))
device = checked(driver.cuDeviceGet(0))
context = checked(driver.cuDevicePrimaryCtxRetain(device))
checked(driver.cuCtxSetCurrent(context))
assert checked(driver.cuDeviceGetCount()) >= 1

# A kernel of two parts, put together by the driver.
caller = compiled("""
extern __device__ float square(float x);
extern "C" __global__ void squares(const float *in, float *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = square(in[i]);
}""", "-rdc=true")
callee = compiled("__device__ float square(float x) { return x * x; }", "-rdc=true")
link = checked(driver.cuLinkCreate(0, [], []))
for name, part in ((b"caller", caller), (b"callee", callee)):
    checked(driver.cuLinkAddData(link, driver.CUjitInputType.CU_JIT_INPUT_CUBIN, part, len(part), name, 0, [], []))
image, size = checked(driver.cuLinkComplete(link))
assert size > 0
module = checked(driver.cuModuleLoadData(image))
checked(driver.cuLinkDestroy(link))
squares = checked(driver.cuModuleGetFunction(module, b"squares"))

COUNT = 200
values = np.arange(COUNT, dtype=np.float32)
result = np.zeros_like(values)
stream = checked(driver.cuStreamCreate(driver.CUstream_flags.CU_STREAM_NON_BLOCKING))
start, end = (checked(driver.cuEventCreate(0)) for _ in range(2))
memory = [np.uint64(int(checked(driver.cuMemAllocAsync(values.nbytes, stream)))) for _ in range(2)]
checked(driver.cuEventRecord(start, stream))
checked(driver.cuMemcpyHtoDAsync(memory[0].item(), values.ctypes.data, values.nbytes, stream))
launch(squares, stream, *memory, np.int32(COUNT))
checked(driver.cuMemcpyDtoHAsync(result.ctypes.data, memory[1].item(), values.nbytes, stream))
checked(driver.cuEventRecord(end, stream))
checked(driver.cuStreamSynchronize(stream))
assert np.array_equal(result, values * values)
assert checked(driver.cuEventElapsedTime(start, end)) > 0

# The same work as a graph.
checked(driver.cuStreamBeginCapture(stream, driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_GLOBAL))
launch(squares, stream, memory[1], memory[1], np.int32(COUNT))
graph = checked(driver.cuStreamEndCapture(stream))
executable = checked(driver.cuGraphInstantiate(graph, 0))
checked(driver.cuGraphLaunch(executable, stream))
checked(driver.cuMemcpyDtoHAsync(result.ctypes.data, memory[1].item(), values.nbytes, stream))
checked(driver.cuStreamSynchronize(stream))
assert np.array_equal(result, np.square(values * values))

# What is damaged is refused, and says why.
answer = driver.cuModuleLoadData(caller[:100])
assert answer[0] == driver.CUresult.CUDA_ERROR_INVALID_IMAGE, answer
try:
    compiled("__global__ void broken( {}")
except RuntimeError as error:
    assert "error:" in str(error)
else:
    raise AssertionError("it does not compile")

for pointer in memory:
    checked(driver.cuMemFreeAsync(pointer.item(), stream))
checked(driver.cuStreamSynchronize(stream))
checked(driver.cuModuleUnload(module))
checked(driver.cuDevicePrimaryCtxRelease(device))
