// SPDX-License-Identifier: Apache-2.0
// flags: -lnvrtc
// Which code NVRTC warns about, in which words, and how options and pragmas change that.
#include "program.h"

static void show(const char* source, const std::vector<const char*>& options = {}) {
  Program program(source, "k.cu");
  std::printf("%s\n", name_of(program.compile(options)));
  std::printf("%s---\n", program.log().c_str());
}

static const char kUnused[] = "\n__global__ void k() { int main_unused; }\n";

int main() {
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
