// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// What a program has without including anything, what it does not have, and the macros by which it knows where it is.
#include "program.h"

static void use(const char* statement) {
  const std::string source = std::string("__global__ void k() { ") + statement + "; }";
  Program program(source.c_str());
  std::printf("%s: %s\n", statement, name_of(program.compile({"-arch=sm_90", "-w"})));
}

static void know(const char* macro) {
  const std::string source = std::string("#ifndef ") + macro + "\n#error not defined\n#endif\n";
  Program program(source.c_str());
  std::printf("%s: %d\n", macro, program.compile({"-arch=sm_90"}) == NVRTC_SUCCESS);
}

int main() {
  for (const char* statement :
       {"size_t x", "ptrdiff_t x", "clock_t x", "va_list x", "uint32_t x", "int8_t x", "uint x", "intptr_t x",
        "std::initializer_list<int> x", "int x = std::move(1)", "auto x = std::forward<int>(1)", "std::size_t x",
        "std::integral_constant<int, 1> x", "nullptr_t x", "cudaStream_t x", "cudaError_t x", "dim3 x",
        "float4 x = make_float4(1, 2, 3, 4)", "int x = INT_MAX", "printf(\"a\")", "void* x = malloc(3)",
        "memset(0, 0, 0)", "memcpy(0, 0, 0)", "assert(0)", "__half x", "cudaTextureObject_t x", "cudaGetLastError()",
        "float x = sinf(1)", "bool x = isnan(1.f)", "bool x = isfinite(1.)", "bool x = signbit(1.f)",
        "float x = max(1.f, 2.f)", "int x = __popc(3)", "float x = INFINITY", "cudaExtent x", "cudaMemcpyKind x",
        "cudaDeviceProp x", "cuComplex x", "strlen(0)", "unsigned long long x = clock64()", "float x = abs(1.f)",
        "float x = pow(1.f, 2)", "tex1Dfetch<float>(0, 0)", "__syncwarp()", "int x = __shfl_sync(~0u, 1, 1)", "new int",
        "new (malloc(4)) int", "float x = __fdividef(1, 2)", "cudaEvent_t x", "int x = __dp4a(1, 2, 3)", "__nanosleep(1)",
        "puts(\"\")", "uint64_t x", "FILE* x", "cudaMalloc(0, 0)", "cudaDeviceSynchronize()", "int x = warpSize",
        "double x = M_PI", "int e; frexp(1.f, &e)", "float x = exp(1.f)", "auto x = [](int a) { return a; }",
        "__shared__ int x; atomicAdd(&x, 1)", "std::bad_alloc x", "throw 1"})
    use(statement);
  for (const char* macro :
       {"__CUDACC__", "__CUDACC_RTC__", "__NVCC__", "__GNUC__", "__clang__", "__CUDA_ARCH__", "__CUDACC_VER_MAJOR__",
        "__CUDACC_VER_BUILD__", "__linux__", "__unix__", "__x86_64__", "__LP64__", "NULL", "INT_MAX", "CUDART_VERSION",
        "__CUDA_ARCH_LIST__", "__CUDA_API_VER_MAJOR__", "__CUDA_FTZ", "__USE_FAST_MATH__", "__CUDA_PREC_DIV",
        "__CUDACC_DEVICE_ATOMIC_BUILTINS__", "__VECTOR_TYPES_H__", "__CUDA_RUNTIME_H__", "__DRIVER_TYPES_H__", "assert",
        "__launch_bounds__", "__forceinline__"})
    know(macro);
}
