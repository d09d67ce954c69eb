// SPDX-License-Identifier: Apache-2.0
// Products of matrices by wmma.load, wmma.mma and wmma.store: every shape and type, layouts and state spaces.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstring>
#include <string>

#include "../transcript.h"

// The operands as they are, or copies in shared memory, whose addresses PTX counts from its beginning.
#define OPERANDS(bytes_a, bytes_b, bytes_c, in_shared)                                          \
  __shared__ alignas(128) unsigned char shared[in_shared ? bytes_a + bytes_b + bytes_c : 16];   \
  if (in_shared) {                                                                              \
    for (int i = threadIdx.x; i < bytes_a; i += 32) shared[i] = ((const unsigned char *)ga)[i]; \
    for (int i = threadIdx.x; i < bytes_b; i += 32) shared[bytes_a + i] = ((const unsigned char *)gb)[i];           \
    for (int i = threadIdx.x; i < bytes_c; i += 32) shared[bytes_a + bytes_b + i] = ((const unsigned char *)gc)[i]; \
    __syncwarp();                                                                               \
  }                                                                                             \
  const auto start = __cvta_generic_to_shared(shared);                                          \
  const unsigned long long a = in_shared ? start : (unsigned long long)ga;                      \
  const unsigned long long b = in_shared ? start + bytes_a : (unsigned long long)gb;            \
  const unsigned long long c = in_shared ? start + bytes_a + bytes_b : (unsigned long long)gc;

__global__ void m16n16k16_row_row_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 1536, false)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_row_col_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 1536, true)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m16n16k16.shared.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_col_row_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 1536, false)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m16n16k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.col.row.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_col_col_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 1536, false)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m16n16k16.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.col.col.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_row_col_f16_f16_f16(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 768, true)
  unsigned fa[8], fb[8]; unsigned fc[4]; unsigned fd[4];
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.shared.f16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%4], {%0, %1, %2, %3}, %5;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "l"(gd), "r"(32) : "memory");
}

__global__ void m16n16k16_row_col_f16_f16_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 768, false)
  unsigned fa[8], fb[8]; unsigned fc[4]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m16n16k16.f16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]));
  asm volatile("wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_col_row_f16_f32_f16(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 1536, false)
  unsigned fa[8], fb[8]; float fc[8]; unsigned fd[4];
  asm volatile("wmma.load.a.sync.aligned.col.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.col.row.m16n16k16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23, %24, %25, %26, %27};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%4], {%0, %1, %2, %3}, %5;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "l"(gd), "r"(32) : "memory");
}

__global__ void m16n16k16_row_col_bf16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 1536, true)
  unsigned fa[4], fb[4]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.shared.bf16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.shared.bf16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m16n16k16.shared.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_col_row_bf16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 1536, false)
  unsigned fa[4], fb[4]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m16n16k16.bf16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.bf16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.col.row.m16n16k16.f32.bf16.bf16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_row_col_s8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 256, 1536, false)
  unsigned fa[2], fb[2]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.global.s8 {%0, %1}, [%2], %3;" : "=r"(fa[0]), "=r"(fa[1]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.global.s8 {%0, %1}, [%2], %3;" : "=r"(fb[0]), "=r"(fb[1]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m16n16k16.global.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fb[0]), "r"(fb[1]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m16n16k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_col_row_s8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 256, 1536, true)
  unsigned fa[2], fb[2]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m16n16k16.shared.s8 {%0, %1}, [%2], %3;" : "=r"(fa[0]), "=r"(fa[1]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.shared.s8 {%0, %1}, [%2], %3;" : "=r"(fb[0]), "=r"(fb[1]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.shared.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.col.row.m16n16k16.s32.s8.s8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fb[0]), "r"(fb[1]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_row_col_u8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 256, 1536, false)
  unsigned fa[2], fb[2]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.u8 {%0, %1}, [%2], %3;" : "=r"(fa[0]), "=r"(fa[1]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.u8 {%0, %1}, [%2], %3;" : "=r"(fb[0]), "=r"(fb[1]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m16n16k16.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fb[0]), "r"(fb[1]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m16n16k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m16n16k16_col_row_u8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 256, 1536, false)
  unsigned fa[2], fb[2]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m16n16k16.global.u8 {%0, %1}, [%2], %3;" : "=r"(fa[0]), "=r"(fa[1]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.global.u8 {%0, %1}, [%2], %3;" : "=r"(fb[0]), "=r"(fb[1]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.global.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.col.row.m16n16k16.s32.u8.u8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fb[0]), "r"(fb[1]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m32n8k16_row_row_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(1024, 256, 1280, true)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m32n8k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.row.m32n8k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(8));
  asm volatile("wmma.load.c.sync.aligned.col.m32n8k16.shared.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.row.row.m32n8k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m32n8k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m32n8k16_row_col_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(1024, 256, 2048, false)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m32n8k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m32n8k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m32n8k16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m32n8k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m32n8k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m32n8k16_col_row_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(1024, 256, 1280, false)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m32n8k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(32));
  asm volatile("wmma.load.b.sync.aligned.row.m32n8k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(8));
  asm volatile("wmma.load.c.sync.aligned.col.m32n8k16.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m32n8k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m32n8k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m32n8k16_col_col_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(1024, 256, 2048, true)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m32n8k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(32));
  asm volatile("wmma.load.b.sync.aligned.col.m32n8k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m32n8k16.shared.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.col.col.m32n8k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m32n8k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m32n8k16_row_col_f16_f16_f16(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(1024, 256, 640, false)
  unsigned fa[8], fb[8]; unsigned fc[4]; unsigned fd[4];
  asm volatile("wmma.load.a.sync.aligned.row.m32n8k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m32n8k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m32n8k16.f16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.row.col.m32n8k16.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]));
  asm volatile("wmma.store.d.sync.aligned.col.m32n8k16.global.f16 [%4], {%0, %1, %2, %3}, %5;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "l"(gd), "r"(48) : "memory");
}

__global__ void m32n8k16_row_col_f16_f16_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(1024, 256, 1024, false)
  unsigned fa[8], fb[8]; unsigned fc[4]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m32n8k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m32n8k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m32n8k16.global.f16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m32n8k16.f32.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]));
  asm volatile("wmma.store.d.sync.aligned.row.m32n8k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m32n8k16_col_row_f16_f32_f16(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(1024, 256, 1280, true)
  unsigned fa[8], fb[8]; float fc[8]; unsigned fd[4];
  asm volatile("wmma.load.a.sync.aligned.col.m32n8k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(32));
  asm volatile("wmma.load.b.sync.aligned.row.m32n8k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(8));
  asm volatile("wmma.load.c.sync.aligned.col.m32n8k16.shared.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m32n8k16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23, %24, %25, %26, %27};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m32n8k16.global.f16 [%4], {%0, %1, %2, %3}, %5;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "l"(gd), "r"(48) : "memory");
}

__global__ void m32n8k16_row_col_bf16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(1024, 256, 2048, false)
  unsigned fa[8], fb[2]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m32n8k16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m32n8k16.bf16 {%0, %1}, [%2], %3;" : "=r"(fb[0]), "=r"(fb[1]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m32n8k16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m32n8k16.f32.bf16.bf16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17}, {%18, %19, %20, %21, %22, %23, %24, %25};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m32n8k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m32n8k16_col_row_bf16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(1024, 256, 1280, false)
  unsigned fa[8], fb[2]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m32n8k16.global.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(32));
  asm volatile("wmma.load.b.sync.aligned.row.m32n8k16.global.bf16 {%0, %1}, [%2], %3;" : "=r"(fb[0]), "=r"(fb[1]) : "l"(b), "r"(8));
  asm volatile("wmma.load.c.sync.aligned.col.m32n8k16.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m32n8k16.f32.bf16.bf16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17}, {%18, %19, %20, %21, %22, %23, %24, %25};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m32n8k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m32n8k16_row_col_s8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 128, 2048, true)
  unsigned fa[4], fb[1]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m32n8k16.shared.s8 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m32n8k16.shared.s8 {%0}, [%1], %2;" : "=r"(fb[0]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m32n8k16.shared.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m32n8k16.s32.s8.s8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12}, {%13, %14, %15, %16, %17, %18, %19, %20};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m32n8k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m32n8k16_col_row_s8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 128, 1280, false)
  unsigned fa[4], fb[1]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m32n8k16.s8 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "l"(a), "r"(32));
  asm volatile("wmma.load.b.sync.aligned.row.m32n8k16.s8 {%0}, [%1], %2;" : "=r"(fb[0]) : "l"(b), "r"(8));
  asm volatile("wmma.load.c.sync.aligned.col.m32n8k16.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m32n8k16.s32.s8.s8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12}, {%13, %14, %15, %16, %17, %18, %19, %20};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m32n8k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m32n8k16_row_col_u8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 128, 2048, false)
  unsigned fa[4], fb[1]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m32n8k16.global.u8 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m32n8k16.global.u8 {%0}, [%1], %2;" : "=r"(fb[0]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m32n8k16.global.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m32n8k16.s32.u8.u8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12}, {%13, %14, %15, %16, %17, %18, %19, %20};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m32n8k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m32n8k16_col_row_u8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 128, 1280, true)
  unsigned fa[4], fb[1]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m32n8k16.shared.u8 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "l"(a), "r"(32));
  asm volatile("wmma.load.b.sync.aligned.row.m32n8k16.shared.u8 {%0}, [%1], %2;" : "=r"(fb[0]) : "l"(b), "r"(8));
  asm volatile("wmma.load.c.sync.aligned.col.m32n8k16.shared.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m32n8k16.s32.u8.u8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12}, {%13, %14, %15, %16, %17, %18, %19, %20};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m32n8k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m8n32k16_row_row_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 1024, 1280, false)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m8n32k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.row.m8n32k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(32));
  asm volatile("wmma.load.c.sync.aligned.row.m8n32k16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.row.row.m8n32k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n32k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m8n32k16_row_col_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 1024, 2048, false)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m8n32k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m8n32k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m8n32k16.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m8n32k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m8n32k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m8n32k16_col_row_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 1024, 1280, true)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m8n32k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(8));
  asm volatile("wmma.load.b.sync.aligned.row.m8n32k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(32));
  asm volatile("wmma.load.c.sync.aligned.row.m8n32k16.shared.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m8n32k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n32k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m8n32k16_col_col_f16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 1024, 2048, false)
  unsigned fa[8], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m8n32k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(8));
  asm volatile("wmma.load.b.sync.aligned.col.m8n32k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m8n32k16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.col.col.m8n32k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m8n32k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m8n32k16_row_col_f16_f16_f16(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 1024, 640, false)
  unsigned fa[8], fb[8]; unsigned fc[4]; unsigned fd[4];
  asm volatile("wmma.load.a.sync.aligned.row.m8n32k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m8n32k16.global.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m8n32k16.global.f16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.row.col.m8n32k16.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n32k16.global.f16 [%4], {%0, %1, %2, %3}, %5;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "l"(gd), "r"(48) : "memory");
}

__global__ void m8n32k16_row_col_f16_f16_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 1024, 1024, true)
  unsigned fa[8], fb[8]; unsigned fc[4]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m8n32k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m8n32k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m8n32k16.shared.f16 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m8n32k16.f32.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]));
  asm volatile("wmma.store.d.sync.aligned.col.m8n32k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m8n32k16_col_row_f16_f32_f16(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 1024, 1280, false)
  unsigned fa[8], fb[8]; float fc[8]; unsigned fd[4];
  asm volatile("wmma.load.a.sync.aligned.col.m8n32k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]), "=r"(fa[4]), "=r"(fa[5]), "=r"(fa[6]), "=r"(fa[7]) : "l"(a), "r"(8));
  asm volatile("wmma.load.b.sync.aligned.row.m8n32k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(32));
  asm volatile("wmma.load.c.sync.aligned.row.m8n32k16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m8n32k16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23, %24, %25, %26, %27};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fa[4]), "r"(fa[5]), "r"(fa[6]), "r"(fa[7]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n32k16.global.f16 [%4], {%0, %1, %2, %3}, %5;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "l"(gd), "r"(48) : "memory");
}

__global__ void m8n32k16_row_col_bf16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 1024, 2048, false)
  unsigned fa[2], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m8n32k16.global.bf16 {%0, %1}, [%2], %3;" : "=r"(fa[0]), "=r"(fa[1]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m8n32k16.global.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m8n32k16.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m8n32k16.f32.bf16.bf16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13, %14, %15, %16, %17}, {%18, %19, %20, %21, %22, %23, %24, %25};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m8n32k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m8n32k16_col_row_bf16_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 1024, 1280, true)
  unsigned fa[2], fb[8]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m8n32k16.shared.bf16 {%0, %1}, [%2], %3;" : "=r"(fa[0]), "=r"(fa[1]) : "l"(a), "r"(8));
  asm volatile("wmma.load.b.sync.aligned.row.m8n32k16.shared.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]), "=r"(fb[4]), "=r"(fb[5]), "=r"(fb[6]), "=r"(fb[7]) : "l"(b), "r"(32));
  asm volatile("wmma.load.c.sync.aligned.row.m8n32k16.shared.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m8n32k16.f32.bf16.bf16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13, %14, %15, %16, %17}, {%18, %19, %20, %21, %22, %23, %24, %25};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fb[4]), "r"(fb[5]), "r"(fb[6]), "r"(fb[7]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n32k16.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m8n32k16_row_col_s8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(128, 512, 2048, false)
  unsigned fa[1], fb[4]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m8n32k16.s8 {%0}, [%1], %2;" : "=r"(fa[0]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m8n32k16.s8 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m8n32k16.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m8n32k16.s32.s8.s8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8}, {%9, %10, %11, %12}, {%13, %14, %15, %16, %17, %18, %19, %20};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m8n32k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m8n32k16_col_row_s8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(128, 512, 1280, false)
  unsigned fa[1], fb[4]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m8n32k16.global.s8 {%0}, [%1], %2;" : "=r"(fa[0]) : "l"(a), "r"(8));
  asm volatile("wmma.load.b.sync.aligned.row.m8n32k16.global.s8 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]) : "l"(b), "r"(32));
  asm volatile("wmma.load.c.sync.aligned.row.m8n32k16.global.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m8n32k16.s32.s8.s8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8}, {%9, %10, %11, %12}, {%13, %14, %15, %16, %17, %18, %19, %20};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n32k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m8n32k16_row_col_u8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(128, 512, 2048, true)
  unsigned fa[1], fb[4]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m8n32k16.shared.u8 {%0}, [%1], %2;" : "=r"(fa[0]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.col.m8n32k16.shared.u8 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m8n32k16.shared.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m8n32k16.s32.u8.u8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8}, {%9, %10, %11, %12}, {%13, %14, %15, %16, %17, %18, %19, %20};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m8n32k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(16) : "memory");
}

__global__ void m8n32k16_col_row_u8_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(128, 512, 1280, false)
  unsigned fa[1], fb[4]; unsigned fc[8]; unsigned fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m8n32k16.u8 {%0}, [%1], %2;" : "=r"(fa[0]) : "l"(a), "r"(8));
  asm volatile("wmma.load.b.sync.aligned.row.m8n32k16.u8 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]) : "l"(b), "r"(32));
  asm volatile("wmma.load.c.sync.aligned.row.m8n32k16.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=r"(fc[0]), "=r"(fc[1]), "=r"(fc[2]), "=r"(fc[3]), "=r"(fc[4]), "=r"(fc[5]), "=r"(fc[6]), "=r"(fc[7]) : "l"(c), "r"(40));
  asm volatile("wmma.mma.sync.aligned.col.row.m8n32k16.s32.u8.u8.s32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8}, {%9, %10, %11, %12}, {%13, %14, %15, %16, %17, %18, %19, %20};" : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3]), "=r"(fd[4]), "=r"(fd[5]), "=r"(fd[6]), "=r"(fd[7]) : "r"(fa[0]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "r"(fc[0]), "r"(fc[1]), "r"(fc[2]), "r"(fc[3]), "r"(fc[4]), "r"(fc[5]), "r"(fc[6]), "r"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n32k16.global.s32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "r"(fd[0]), "r"(fd[1]), "r"(fd[2]), "r"(fd[3]), "r"(fd[4]), "r"(fd[5]), "r"(fd[6]), "r"(fd[7]), "l"(gd), "r"(40) : "memory");
}

__global__ void m16n16k8_row_col_tf32_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 1536, false)
  unsigned fa[4], fb[4]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k8.global.tf32 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "l"(a), "r"(8));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k8.global.tf32 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]) : "l"(b), "r"(8));
  asm volatile("wmma.load.c.sync.aligned.col.m16n16k8.global.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k8.f32.tf32.tf32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m16n16k8.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m8n8k4_row_col_f64_f64_f64(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 256, 1024, true)
  double fa[1], fb[1]; double fc[2]; double fd[2];
  asm volatile("wmma.load.a.sync.aligned.row.m8n8k4.shared.f64 {%0}, [%1], %2;" : "=d"(fa[0]) : "l"(a), "r"(4));
  asm volatile("wmma.load.b.sync.aligned.col.m8n8k4.shared.f64 {%0}, [%1], %2;" : "=d"(fb[0]) : "l"(b), "r"(4));
  asm volatile("wmma.load.c.sync.aligned.row.m8n8k4.shared.f64 {%0, %1}, [%2], %3;" : "=d"(fc[0]), "=d"(fc[1]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m8n8k4.rn.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};" : "=d"(fd[0]), "=d"(fd[1]) : "d"(fa[0]), "d"(fb[0]), "d"(fc[0]), "d"(fc[1]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%2], {%0, %1}, %3;" :: "d"(fd[0]), "d"(fd[1]), "l"(gd), "r"(16) : "memory");
}

__global__ void m16n16k8_col_row_tf32_f32_f32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(512, 512, 1536, false)
  unsigned fa[4], fb[4]; float fc[8]; float fd[8];
  asm volatile("wmma.load.a.sync.aligned.col.m16n16k8.tf32 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3]) : "l"(a), "r"(16));
  asm volatile("wmma.load.b.sync.aligned.row.m16n16k8.tf32 {%0, %1, %2, %3}, [%4], %5;" : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3]) : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.col.m16n16k8.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;" : "=f"(fc[0]), "=f"(fc[1]), "=f"(fc[2]), "=f"(fc[3]), "=f"(fc[4]), "=f"(fc[5]), "=f"(fc[6]), "=f"(fc[7]) : "l"(c), "r"(24));
  asm volatile("wmma.mma.sync.aligned.col.row.m16n16k8.f32.tf32.tf32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23};" : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3]), "=f"(fd[4]), "=f"(fd[5]), "=f"(fd[6]), "=f"(fd[7]) : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]), "r"(fb[2]), "r"(fb[3]), "f"(fc[0]), "f"(fc[1]), "f"(fc[2]), "f"(fc[3]), "f"(fc[4]), "f"(fc[5]), "f"(fc[6]), "f"(fc[7]));
  asm volatile("wmma.store.d.sync.aligned.col.m16n16k8.global.f32 [%8], {%0, %1, %2, %3, %4, %5, %6, %7}, %9;" :: "f"(fd[0]), "f"(fd[1]), "f"(fd[2]), "f"(fd[3]), "f"(fd[4]), "f"(fd[5]), "f"(fd[6]), "f"(fd[7]), "l"(gd), "r"(24) : "memory");
}

__global__ void m8n8k4_col_row_f64_f64_f64(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(256, 256, 1024, false)
  double fa[1], fb[1]; double fc[2]; double fd[2];
  asm volatile("wmma.load.a.sync.aligned.col.m8n8k4.global.f64 {%0}, [%1], %2;" : "=d"(fa[0]) : "l"(a), "r"(8));
  asm volatile("wmma.load.b.sync.aligned.row.m8n8k4.global.f64 {%0}, [%1], %2;" : "=d"(fb[0]) : "l"(b), "r"(8));
  asm volatile("wmma.load.c.sync.aligned.row.m8n8k4.global.f64 {%0, %1}, [%2], %3;" : "=d"(fc[0]), "=d"(fc[1]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.col.row.m8n8k4.rn.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};" : "=d"(fd[0]), "=d"(fd[1]) : "d"(fa[0]), "d"(fb[0]), "d"(fc[0]), "d"(fc[1]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%2], {%0, %1}, %3;" :: "d"(fd[0]), "d"(fd[1]), "l"(gd), "r"(16) : "memory");
}

__global__ void m8n8k32_row_col_s4_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(128, 128, 512, false)
  unsigned fa[1], fb[1]; unsigned fc[2]; unsigned fd[2];
  asm volatile("wmma.load.a.sync.aligned.row.m8n8k32.s4 {%0}, [%1], %2;" : "=r"(fa[0]) : "l"(a), "r"(32));
  asm volatile("wmma.load.b.sync.aligned.col.m8n8k32.s4 {%0}, [%1], %2;" : "=r"(fb[0]) : "l"(b), "r"(32));
  asm volatile("wmma.load.c.sync.aligned.col.m8n8k32.s32 {%0, %1}, [%2], %3;" : "=r"(fc[0]), "=r"(fc[1]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};" : "=r"(fd[0]), "=r"(fd[1]) : "r"(fa[0]), "r"(fb[0]), "r"(fc[0]), "r"(fc[1]));
  asm volatile("wmma.store.d.sync.aligned.col.m8n8k32.global.s32 [%2], {%0, %1}, %3;" :: "r"(fd[0]), "r"(fd[1]), "l"(gd), "r"(16) : "memory");
}

__global__ void m8n8k32_row_col_u4_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(128, 128, 512, false)
  unsigned fa[1], fb[1]; unsigned fc[2]; unsigned fd[2];
  asm volatile("wmma.load.a.sync.aligned.row.m8n8k32.u4 {%0}, [%1], %2;" : "=r"(fa[0]) : "l"(a), "r"(32));
  asm volatile("wmma.load.b.sync.aligned.col.m8n8k32.u4 {%0}, [%1], %2;" : "=r"(fb[0]) : "l"(b), "r"(32));
  asm volatile("wmma.load.c.sync.aligned.row.m8n8k32.s32 {%0, %1}, [%2], %3;" : "=r"(fc[0]), "=r"(fc[1]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};" : "=r"(fd[0]), "=r"(fd[1]) : "r"(fa[0]), "r"(fb[0]), "r"(fc[0]), "r"(fc[1]));
  asm volatile("wmma.store.d.sync.aligned.row.m8n8k32.global.s32 [%2], {%0, %1}, %3;" :: "r"(fd[0]), "r"(fd[1]), "l"(gd), "r"(16) : "memory");
}

__global__ void m8n8k128_row_col_b1_s32_s32(const void *ga, const void *gb, const void *gc, void *gd) {
  OPERANDS(128, 128, 512, false)
  unsigned fa[1], fb[1]; unsigned fc[2]; unsigned fd[2];
  asm volatile("wmma.load.a.sync.aligned.row.m8n8k128.b1 {%0}, [%1], %2;" : "=r"(fa[0]) : "l"(a), "r"(128));
  asm volatile("wmma.load.b.sync.aligned.col.m8n8k128.b1 {%0}, [%1], %2;" : "=r"(fb[0]) : "l"(b), "r"(128));
  asm volatile("wmma.load.c.sync.aligned.col.m8n8k128.s32 {%0, %1}, [%2], %3;" : "=r"(fc[0]), "=r"(fc[1]) : "l"(c), "r"(16));
  asm volatile("wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%0, %1}, {%2}, {%3}, {%4, %5};" : "=r"(fd[0]), "=r"(fd[1]) : "r"(fa[0]), "r"(fb[0]), "r"(fc[0]), "r"(fc[1]));
  unsigned fc_[2]; asm volatile("wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%0, %1}, {%2}, {%3}, {%4, %5};" : "=r"(fc_[0]), "=r"(fc_[1]) : "r"(fa[0]), "r"(fb[0]), "r"(fc[0]), "r"(fc[1]));
  fd[0] += 1000 * fc_[0]; fd[1] += 1000 * fc_[1];
  asm volatile("wmma.store.d.sync.aligned.col.m8n8k128.global.s32 [%2], {%0, %1}, %3;" :: "r"(fd[0]), "r"(fd[1]), "l"(gd), "r"(16) : "memory");
}

// Small numbers of which every sum is exact; any bits where the type is narrow.
static std::vector<unsigned char> numbers(const std::string &type, unsigned seed) {
  std::vector<unsigned char> bytes(8192);
  unsigned state = seed;
  const auto next = [&] { return (state = state * 1664525u + 1013904223u) >> 24; };
  const auto fill = [&](auto sample) {
    for (std::size_t i = 0; i < bytes.size() / sizeof sample; ++i) {
      const decltype(sample) value(float(int(next() % 17) - 8) * 0.25f);
      std::memcpy(&bytes[i * sizeof sample], &value, sizeof sample);
    }
  };
  if (type == "f16") fill(__half());
  else if (type == "bf16") fill(__nv_bfloat16());
  else if (type == "f32" || type == "tf32") fill(float());
  else if (type == "f64") fill(double());
  else if (type == "s32") for (std::size_t i = 0; i < bytes.size(); i += 4) { const int v = int(next()) - 128; std::memcpy(&bytes[i], &v, 4); }
  else for (auto &b : bytes) b = static_cast<unsigned char>(next());
  return bytes;
}

template <class T>
static void show(const char *name, void (*kernel)(const void *, const void *, const void *, void *), const char *factors, const char *start,
                 int rows, int columns, int stride) {
  DeviceArray<unsigned char> a(numbers(factors, 1)), b(numbers(factors, 2)), c(numbers(start, 3));
  DeviceArray<T> d(std::vector<T>(std::size_t(rows) * stride));
  kernel<<<1, 32>>>(a.get(), b.get(), c.get(), d.get());
  MUST(cudaDeviceSynchronize());
  const std::vector<T> all = d.read();
  std::printf("%s:\n", name);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) std::printf(" %g", double(float(all[std::size_t(row) * stride + column])));
    std::printf("\n");
  }
}

int main() {
  show<float>("m16n16k16_row_row_f16_f32_f32", m16n16k16_row_row_f16_f32_f32, "f16", "f32", 16, 16, 24);
  show<float>("m16n16k16_row_col_f16_f32_f32", m16n16k16_row_col_f16_f32_f32, "f16", "f32", 16, 16, 24);
  show<float>("m16n16k16_col_row_f16_f32_f32", m16n16k16_col_row_f16_f32_f32, "f16", "f32", 16, 16, 24);
  show<float>("m16n16k16_col_col_f16_f32_f32", m16n16k16_col_col_f16_f32_f32, "f16", "f32", 16, 16, 24);
  show<__half>("m16n16k16_row_col_f16_f16_f16", m16n16k16_row_col_f16_f16_f16, "f16", "f16", 16, 16, 32);
  show<float>("m16n16k16_row_col_f16_f16_f32", m16n16k16_row_col_f16_f16_f32, "f16", "f16", 16, 16, 24);
  show<__half>("m16n16k16_col_row_f16_f32_f16", m16n16k16_col_row_f16_f32_f16, "f16", "f32", 16, 16, 32);
  show<float>("m16n16k16_row_col_bf16_f32_f32", m16n16k16_row_col_bf16_f32_f32, "bf16", "f32", 16, 16, 24);
  show<float>("m16n16k16_col_row_bf16_f32_f32", m16n16k16_col_row_bf16_f32_f32, "bf16", "f32", 16, 16, 24);
  show<int>("m16n16k16_row_col_s8_s32_s32", m16n16k16_row_col_s8_s32_s32, "s8", "s32", 16, 16, 24);
  show<int>("m16n16k16_col_row_s8_s32_s32", m16n16k16_col_row_s8_s32_s32, "s8", "s32", 16, 16, 24);
  show<int>("m16n16k16_row_col_u8_s32_s32", m16n16k16_row_col_u8_s32_s32, "u8", "s32", 16, 16, 24);
  show<int>("m16n16k16_col_row_u8_s32_s32", m16n16k16_col_row_u8_s32_s32, "u8", "s32", 16, 16, 24);
  show<float>("m32n8k16_row_row_f16_f32_f32", m32n8k16_row_row_f16_f32_f32, "f16", "f32", 8, 32, 40);
  show<float>("m32n8k16_row_col_f16_f32_f32", m32n8k16_row_col_f16_f32_f32, "f16", "f32", 32, 8, 16);
  show<float>("m32n8k16_col_row_f16_f32_f32", m32n8k16_col_row_f16_f32_f32, "f16", "f32", 8, 32, 40);
  show<float>("m32n8k16_col_col_f16_f32_f32", m32n8k16_col_col_f16_f32_f32, "f16", "f32", 32, 8, 16);
  show<__half>("m32n8k16_row_col_f16_f16_f16", m32n8k16_row_col_f16_f16_f16, "f16", "f16", 8, 32, 48);
  show<float>("m32n8k16_row_col_f16_f16_f32", m32n8k16_row_col_f16_f16_f32, "f16", "f16", 32, 8, 16);
  show<__half>("m32n8k16_col_row_f16_f32_f16", m32n8k16_col_row_f16_f32_f16, "f16", "f32", 8, 32, 48);
  show<float>("m32n8k16_row_col_bf16_f32_f32", m32n8k16_row_col_bf16_f32_f32, "bf16", "f32", 32, 8, 16);
  show<float>("m32n8k16_col_row_bf16_f32_f32", m32n8k16_col_row_bf16_f32_f32, "bf16", "f32", 8, 32, 40);
  show<int>("m32n8k16_row_col_s8_s32_s32", m32n8k16_row_col_s8_s32_s32, "s8", "s32", 32, 8, 16);
  show<int>("m32n8k16_col_row_s8_s32_s32", m32n8k16_col_row_s8_s32_s32, "s8", "s32", 8, 32, 40);
  show<int>("m32n8k16_row_col_u8_s32_s32", m32n8k16_row_col_u8_s32_s32, "u8", "s32", 32, 8, 16);
  show<int>("m32n8k16_col_row_u8_s32_s32", m32n8k16_col_row_u8_s32_s32, "u8", "s32", 8, 32, 40);
  show<float>("m8n32k16_row_row_f16_f32_f32", m8n32k16_row_row_f16_f32_f32, "f16", "f32", 8, 32, 40);
  show<float>("m8n32k16_row_col_f16_f32_f32", m8n32k16_row_col_f16_f32_f32, "f16", "f32", 32, 8, 16);
  show<float>("m8n32k16_col_row_f16_f32_f32", m8n32k16_col_row_f16_f32_f32, "f16", "f32", 8, 32, 40);
  show<float>("m8n32k16_col_col_f16_f32_f32", m8n32k16_col_col_f16_f32_f32, "f16", "f32", 32, 8, 16);
  show<__half>("m8n32k16_row_col_f16_f16_f16", m8n32k16_row_col_f16_f16_f16, "f16", "f16", 8, 32, 48);
  show<float>("m8n32k16_row_col_f16_f16_f32", m8n32k16_row_col_f16_f16_f32, "f16", "f16", 32, 8, 16);
  show<__half>("m8n32k16_col_row_f16_f32_f16", m8n32k16_col_row_f16_f32_f16, "f16", "f32", 8, 32, 48);
  show<float>("m8n32k16_row_col_bf16_f32_f32", m8n32k16_row_col_bf16_f32_f32, "bf16", "f32", 32, 8, 16);
  show<float>("m8n32k16_col_row_bf16_f32_f32", m8n32k16_col_row_bf16_f32_f32, "bf16", "f32", 8, 32, 40);
  show<int>("m8n32k16_row_col_s8_s32_s32", m8n32k16_row_col_s8_s32_s32, "s8", "s32", 32, 8, 16);
  show<int>("m8n32k16_col_row_s8_s32_s32", m8n32k16_col_row_s8_s32_s32, "s8", "s32", 8, 32, 40);
  show<int>("m8n32k16_row_col_u8_s32_s32", m8n32k16_row_col_u8_s32_s32, "u8", "s32", 32, 8, 16);
  show<int>("m8n32k16_col_row_u8_s32_s32", m8n32k16_col_row_u8_s32_s32, "u8", "s32", 8, 32, 40);
  show<float>("m16n16k8_row_col_tf32_f32_f32", m16n16k8_row_col_tf32_f32_f32, "tf32", "f32", 16, 16, 24);
  show<double>("m8n8k4_row_col_f64_f64_f64", m8n8k4_row_col_f64_f64_f64, "f64", "f64", 8, 8, 16);
  show<float>("m16n16k8_col_row_tf32_f32_f32", m16n16k8_col_row_tf32_f32_f32, "tf32", "f32", 16, 16, 24);
  show<double>("m8n8k4_col_row_f64_f64_f64", m8n8k4_col_row_f64_f64_f64, "f64", "f64", 8, 8, 16);
  show<int>("m8n8k32_row_col_s4_s32_s32", m8n8k32_row_col_s4_s32_s32, "s4", "s32", 8, 8, 16);
  show<int>("m8n8k32_row_col_u4_s32_s32", m8n8k32_row_col_u4_s32_s32, "u4", "s32", 8, 8, 16);
  show<int>("m8n8k128_row_col_b1_s32_s32", m8n8k128_row_col_b1_s32_s32, "b1", "s32", 8, 8, 16);
}
