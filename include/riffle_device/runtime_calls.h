// SPDX-License-Identifier: Apache-2.0
// What kernels ask of the runtime: printf, assert, the heap, memory blocks, traps, clocks. Must
// precede every standard header: `operator new` for kernels binds to the malloc declared here.
#pragma once

#include "function_macros.h"

extern "C" {
// Clang packs the arguments of a device printf and calls vprintf.
__device__ int vprintf(const char*, const char*);
__device__ int printf(const char*, ...);
__device__ void* malloc(__SIZE_TYPE__) __attribute__((nothrow, malloc));
__device__ void* __nv_aligned_device_malloc(__SIZE_TYPE__ bytes, __SIZE_TYPE__ alignment)
    __attribute__((nothrow, malloc));
__device__ void free(void*) __attribute__((nothrow));
__device__ void __assertfail(const char* message, const char* file, unsigned line,
                             const char* function, __SIZE_TYPE__ char_size);
__device__ static inline __attribute__((always_inline)) void* memcpy(void* to, const void* from,
                                                                     __SIZE_TYPE__ bytes) {
  return __builtin_memcpy(to, from, bytes);
}
__device__ static inline __attribute__((always_inline)) void* memmove(void* to, const void* from,
                                                                      __SIZE_TYPE__ bytes) {
  return __builtin_memmove(to, from, bytes);
}
__device__ static inline __attribute__((always_inline)) void* memset(void* to, int value,
                                                                     __SIZE_TYPE__ bytes) {
  return __builtin_memset(to, value, bytes);
}
}

// glibc's assert macro calls this. Programs may declare it again, as glibc does.
extern "C" __device__ inline void __assert_fail(const char* message, const char* file,
                                                unsigned line, const char* function)
    __attribute__((nothrow)) {
  __assertfail(message, file, line, function, sizeof(char));
}

// Vtables of abstract classes refer to this; emitted only then.
extern "C" inline __attribute__((device, weak)) void __cxa_pure_virtual() { __builtin_trap(); }

// A conditional handle is the address of its value; whole, because other threads may write it too.
RIFFLE_DEVICE void cudaGraphSetConditional(unsigned long long handle, unsigned value) {
  *reinterpret_cast<volatile unsigned*>(handle) = value;
}

__attribute__((noreturn)) RIFFLE_DEVICE void __trap() { __builtin_trap(); }
// A breakpoint without a debugger attached stops the kernel on hardware too.
RIFFLE_DEVICE void __brkpt(int = 0) { __builtin_trap(); }
RIFFLE_DEVICE void __prof_trigger(int) {}

// clock_t is `long` on Linux; the C library's host function has the same signature.
RIFFLE_DEVICE long clock() { return static_cast<int>(__nvvm_read_ptx_sreg_clock()); }
RIFFLE_DEVICE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
RIFFLE_DEVICE void __nanosleep(unsigned ns) { __nvvm_nanosleep(ns); }
