"""A kernel through NVRTC and the driver API, as Python packages use them."""
import ctypes

SOURCE = b'extern "C" __global__ void twice(float* v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) v[i] *= 2; }'


def check(code):
    assert code == 0


def compiled():
    nvrtc = ctypes.CDLL("libnvrtc.so.13")
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), SOURCE, b"twice.cu", 0, None, None))
    check(nvrtc.nvrtcCompileProgram(program, 0, None))
    check(nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)))
    text = ctypes.create_string_buffer(size.value)
    check(nvrtc.nvrtcGetPTX(program, text))
    return text


def test_twice():
    cuda = ctypes.CDLL("libcuda.so.1")
    context, module, kernel = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    check(cuda.cuInit(0))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0))
    check(cuda.cuCtxSetCurrent(context))
    check(cuda.cuModuleLoadData(ctypes.byref(module), compiled()))
    check(cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"twice"))
    n = 1000
    values, memory, count = (ctypes.c_float * n)(*range(n)), ctypes.c_uint64(), ctypes.c_int(n)
    check(cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(4 * n)))
    check(cuda.cuMemcpyHtoD_v2(memory, values, ctypes.c_size_t(4 * n)))
    arguments = (ctypes.c_void_p * 2)(*[ctypes.cast(ctypes.byref(each), ctypes.c_void_p) for each in (memory, count)])
    check(cuda.cuLaunchKernel(kernel, 4, 1, 1, 256, 1, 1, 0, None, arguments, None))
    check(cuda.cuMemcpyDtoH_v2(values, memory, ctypes.c_size_t(4 * n)))
    assert list(values) == [2.0 * i for i in range(n)]
