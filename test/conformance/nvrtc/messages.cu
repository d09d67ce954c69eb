// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// What the compiler says of programs, and what language it takes.
#include "../cases.h"
#include "program.h"

namespace logs_ {
static void show(const char* source, const std::vector<const char*>& options = {}, const char* name = nullptr) {
  Program program(source, name);
  std::printf("%s\n", name_of(program.compile(options)));
  std::printf("%s---\n", program.log().c_str());
}

// Logs that programs read: names that are not declared, headers that are not there, code of the host.
CASE(logs) {
  show("__global__ void k(int* a) { a[0] = 1; }");
  show("__global__ void k(int* a) {\n  a[0] = missing;\n}\n");
  show("__global__ void k(int* a) {\n\tmissing(1);\n  a[other] = 1;\n}\n", {}, "named.cu");
  show("\n#include \"not_there.h\"\n__global__ void k() {}\n");
  show("#include <not_there.h>\n", {"-I/usr/include/nvrtc-test"});
  show("__global__ void k() { uint32_t x; }\n");
  show("int host(int x) { return x; }\n__global__ void k(int* a) { a[0] = host(1); }\n");
  show("int host(int x) { return x; }\nint v;\n__global__ void k(int* a) { a[0] = host(v); }\n", {"-default-device"});
  show("int v;\n__device__ int w;\nconst int c = 3;\n__global__ void k(int* a) { a[0] = c; }\n");
  show("__host__ int host() { return 1; }\n");
  show("struct S {\n  int f() { return 1; }\n  static int x;\n};\n");
  show("__global__ void k() {\n  int unused;\n}\n");
  show("__global__ void k() {\n  int unused;\n}\n", {"-w"});
  show("__global__ void k() {\n  int unused;\n}\n", {"-no-err-no"});
  show("#line 7 \"elsewhere.cu\"\n__global__ void k() { missing; }\n");
  show("__global__ void k() {}\n", {"-include=not_there.h"});
}
}  // namespace logs_

namespace warnings_ {
static void show(const char* source, const std::vector<const char*>& options = {}) {
  Program program(source, "k.cu");
  std::printf("%s\n", name_of(program.compile(options)));
  std::printf("%s---\n", program.log().c_str());
}

static const char kUnused[] = "\n__global__ void k() { int main_unused; }\n";

// Which code NVRTC warns about, in which words, and how options and pragmas change that.
CASE(warnings) {
  show(R"(__global__ void k() { int x = 3; })");
  show(R"(__global__ void k() { int x; x = 3; })");
  show(R"(__global__ void k(int x) { })");
  show(R"(static __device__ void f() {} __global__ void k() { })");
  show(R"(static const int v = 3; __global__ void k() { })");
  show(R"(__global__ void k() { a: ; })");
  show(R"(__global__ void k() { typedef int T; })");
  show(R"(__global__ void k(int* a) { int x; a[0] = x; })");
  show(R"(__global__ void k(int* a, unsigned b) { if (a[0] < b) a[0] = 1; })");
  show(R"(__global__ void k(int* a, unsigned b) { if (b >= 0) a[0] = 1; })");
  show(R"(__global__ void k(int* a) { a[0] = 2147483647 + 1; })");
  show(R"(__global__ void k(int* a) { a[0] = 1 / 0; })");
  show(R"(__global__ void k(char* a) { a[0] = 300; })");
  show(R"(__global__ void k(int* a) { a[0] = 1.5; })");
  show(R"(__global__ void k(int* a, double d) { int x{d}; a[0] = x; })");
  show(R"(struct S { float f; }; __global__ void k(float* a, double d) { S s = {d}; a[0] = s.f; })");
  show(R"(__global__ void k(int* a) { if (a[0]); a[1] = 1; })");
  show(R"(__global__ void k(int* a) { if (a[0]) if (a[1]) a[2] = 1; else a[3] = 1; })");
  show(R"(__global__ void k(int* a, bool b, bool c, bool d) { a[0] = b && c || d; })");
  show(R"([[what]] __device__ int f() { return 1; } __global__ void k(int* a) { a[0] = f(); })");
  show(R"(#warning "be careful"
__global__ void k() { })");
  show(R"(#error "no"
__global__ void k() { })");
  show(R"(#ifdef A
#endif A
__global__ void k() { })");
  show(R"(__global__ void k(int* a) { a[0] = 'ab'; })");
  show(R"(__global__ void k(int* a) { char* s = "x"; a[0] = s[0]; })");
  show(R"(__global__ void k(int* a) { printf("%d", 1.5); })");
  show(R"(__global__ void k(int* a) { printf("%d", 1, 2); })");
  show(R"(enum E { X, Y }; __global__ void k(int* a, E e) { switch (e) { case X: a[0] = 1; } })");
  show(R"(__global__ void k(const const int* a) { })");
  show(R"(__device__ const int f() { return 1; } __global__ void k(int* a) { a[0] = f(); })");
  show(R"(__global__ void k(int* a) { int x = NULL + 1; a[0] = x; })");
  show(R"(__global__ void k(int* a) { int x[2]; x[5] = 1; a[0] = x[1]; })");
  show(R"(__device__ int& f() { int x = 1; return x; } __global__ void k(int* a) { a[0] = f(); })");
  show(R"(__global__ void k(int* a) { volatile int x = 1; x++; x += 2; a[0] = x; })");
  show(R"(struct S { int a, b; __device__ S() : b(1), a(2) {} }; __global__ void k(int* a) { S s; a[0] = s.a; })");
  show(R"(template <class T> struct S { T x; __host__ __device__ S(T v) : x(v) {} }; template <class T> __host__ __device__ S(T) -> S<T>; __global__ void k(int* a) { S s(1); a[0] = s.x; })");
  show(R"(#pragma nv_diag_suppress 177
__global__ void k() { int x; })");
  show(R"(#pragma nv_diag_suppress = 177, 550
__global__ void k() { int x; })");
  show(R"(#pragma nv_diag_suppress declared_but_not_referenced
__global__ void k() { int x; })");
  show(R"(#pragma nv_diagnostic push
#pragma nv_diag_suppress 177
__global__ void k() { int x; }
#pragma nv_diagnostic pop
__global__ void k2() { int y; })");
  show(R"(#pragma nv_diag_suppress 177
__global__ void k() { int x; }
#pragma nv_diag_default 177
__global__ void k2() { int y; })");
  show(R"(#pragma nv_diag_error 177
__global__ void k() { int x; })");
  show(R"(template <class T> __device__ void f() { int x; } __global__ void k() { f<int>(); })");
  show(R"(#define __CUDA_ARCH__ 3
__global__ void k() { })");
  show(kUnused, {"--diag-suppress=177"});
  show(kUnused, {"-diag-suppress=177,550"});
  show(kUnused, {"--diag-error=177"});
  show(kUnused, {"--diag-warn=177"});
  show(kUnused, {"--diag-suppress=declared_but_not_referenced"});
}
}  // namespace warnings_

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

// What a program has without including anything, what it does not have, and the macros by which it knows where it is.
CASE(language) {
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
