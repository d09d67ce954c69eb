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

// Registers of a fragment: as outputs, as inputs, and their numbers in the text.
#define WMMA_OUT_1(letter, f) "=" letter(f[0])
#define WMMA_IN_1(letter, f) letter(f[0])
#define WMMA_NUMBERS_1 "{%0}"
#define WMMA_PLACE_1 "[%1]"
#define WMMA_STRIDE_1 "%2"
#define WMMA_OUT_2(letter, f) "=" letter(f[0]), "=" letter(f[1])
#define WMMA_IN_2(letter, f) letter(f[0]), letter(f[1])
#define WMMA_NUMBERS_2 "{%0, %1}"
#define WMMA_PLACE_2 "[%2]"
#define WMMA_STRIDE_2 "%3"
#define WMMA_OUT_4(letter, f) "=" letter(f[0]), "=" letter(f[1]), "=" letter(f[2]), "=" letter(f[3])
#define WMMA_IN_4(letter, f) letter(f[0]), letter(f[1]), letter(f[2]), letter(f[3])
#define WMMA_NUMBERS_4 "{%0, %1, %2, %3}"
#define WMMA_PLACE_4 "[%4]"
#define WMMA_STRIDE_4 "%5"
#define WMMA_OUT_8(letter, f) "=" letter(f[0]), "=" letter(f[1]), "=" letter(f[2]), "=" letter(f[3]), "=" letter(f[4]), "=" letter(f[5]), "=" letter(f[6]), "=" letter(f[7])
#define WMMA_IN_8(letter, f) letter(f[0]), letter(f[1]), letter(f[2]), letter(f[3]), letter(f[4]), letter(f[5]), letter(f[6]), letter(f[7])
#define WMMA_NUMBERS_8 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define WMMA_PLACE_8 "[%8]"
#define WMMA_STRIDE_8 "%9"
// The same of d, a, b and c in a product.
#define WMMA_PRODUCT_8_8_8_8 "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31};"
#define WMMA_PRODUCT_8_8_8_4 "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23, %24, %25, %26, %27};"
#define WMMA_PRODUCT_8_8_4_8 "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27};"
#define WMMA_PRODUCT_8_8_4_4 "{%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23};"
#define WMMA_PRODUCT_8_2_8_8 "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17}, {%18, %19, %20, %21, %22, %23, %24, %25};"
#define WMMA_PRODUCT_4_4_8_8 "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23};"
#define WMMA_PRODUCT_4_1_8_8 "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, {%12}, {%13, %14, %15, %16, %17, %18, %19, %20};"
#define WMMA_PRODUCT_2_8_8_8 "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13, %14, %15, %16, %17}, {%18, %19, %20, %21, %22, %23, %24, %25};"
#define WMMA_PRODUCT_2_2_8_8 "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};"
#define WMMA_PRODUCT_1_4_8_8 "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8}, {%9, %10, %11, %12}, {%13, %14, %15, %16, %17, %18, %19, %20};"
#define WMMA_PRODUCT_1_1_2_2 "{%0, %1}, {%2}, {%3}, {%4, %5};"
#define WMMA_LETTER_unsigned "r"
#define WMMA_LETTER_float "f"
#define WMMA_LETTER_double "d"
#define WMMA_SPACE_generic ""
#define WMMA_SPACE_global ".global"
#define WMMA_SPACE_shared ".shared"
#define WMMA_IS_SHARED_generic false
#define WMMA_IS_SHARED_global false
#define WMMA_IS_SHARED_shared true
#define WMMA_LOAD(which, layout, shape, space, type, count, letter, f, address, stride)                                  \
  asm volatile("wmma.load." #which ".sync.aligned." #layout "." #shape WMMA_SPACE_##space "." #type " " WMMA_NUMBERS_##count ", " WMMA_PLACE_##count ", " WMMA_STRIDE_##count ";" \
               : WMMA_OUT_##count(letter, f) : "l"(address), "r"(stride));
#define WMMA_KERNEL(shape, la, lb, ta, tc, td, types, lc, space, bytes_a, bytes_b, bytes_c, sa, sb, sc, sd, na, nb, nc, nd, ra, rc, rd, ...) \
  __global__ void shape##_##la##_##lb##_##ta##_##tc##_##td(const void *ga, const void *gb, const void *gc, void *gd) { \
    OPERANDS(bytes_a, bytes_b, bytes_c, WMMA_IS_SHARED_##space)                                                              \
    ra fa[na], fb[nb]; rc fc[nc]; rd fd[nd];                                                                            \
    WMMA_LOAD(a, la, shape, space, ta, na, WMMA_LETTER_##ra, fa, a, sa)                                                           \
    WMMA_LOAD(b, lb, shape, space, ta, nb, WMMA_LETTER_##ra, fb, b, sb)                                                           \
    WMMA_LOAD(c, lc, shape, space, tc, nc, WMMA_LETTER_##rc, fc, c, sc)                                                           \
    asm volatile("wmma.mma.sync.aligned." #la "." #lb "." #shape "." types " " WMMA_PRODUCT_##na##_##nb##_##nc##_##nd        \
                 : WMMA_OUT_##nd(WMMA_LETTER_##rd, fd)                                                                            \
                 : WMMA_IN_##na(WMMA_LETTER_##ra, fa), WMMA_IN_##nb(WMMA_LETTER_##ra, fb), WMMA_IN_##nc(WMMA_LETTER_##rc, fc));                       \
    asm volatile("wmma.store.d.sync.aligned." #lc "." #shape ".global." #td " " WMMA_PLACE_##nd ", " WMMA_NUMBERS_##nd ", " WMMA_STRIDE_##nd ";" \
                 :: WMMA_IN_##nd(WMMA_LETTER_##rd, fd), "l"(gd), "r"(sd) : "memory");                                             \
  }

// A row: shape, layouts of a and b, types of a (and b), c and d, types in the product's name, layout of c and d, state space, bytes of
// a, b and c, strides of a, b, c and d, registers of a, b, c and d, their types of a (and b), c and d, an element of d, rows and columns of
// what is shown.
#define WMMA_ROWS(each) \
  each(m16n16k16, row, row, f16, f32, f32, "f32.f32", row, global, 512, 512, 1536, 16, 16, 24, 24, 8, 8, 8, 8, unsigned, float, float, float, 16, 16) \
  each(m16n16k16, row, col, f16, f32, f32, "f32.f32", col, shared, 512, 512, 1536, 16, 16, 24, 24, 8, 8, 8, 8, unsigned, float, float, float, 16, 16) \
  each(m16n16k16, col, row, f16, f32, f32, "f32.f32", row, generic, 512, 512, 1536, 16, 16, 24, 24, 8, 8, 8, 8, unsigned, float, float, float, 16, 16) \
  each(m16n16k16, col, col, f16, f32, f32, "f32.f32", col, global, 512, 512, 1536, 16, 16, 24, 24, 8, 8, 8, 8, unsigned, float, float, float, 16, 16) \
  each(m16n16k16, row, col, f16, f16, f16, "f16.f16", row, shared, 512, 512, 768, 16, 16, 24, 32, 8, 8, 4, 4, unsigned, unsigned, unsigned, __half, 16, 16) \
  each(m16n16k16, row, col, f16, f16, f32, "f32.f16", col, generic, 512, 512, 768, 16, 16, 24, 24, 8, 8, 4, 8, unsigned, unsigned, float, float, 16, 16) \
  each(m16n16k16, col, row, f16, f32, f16, "f16.f32", row, global, 512, 512, 1536, 16, 16, 24, 32, 8, 8, 8, 4, unsigned, float, unsigned, __half, 16, 16) \
  each(m16n16k16, row, col, bf16, f32, f32, "f32.bf16.bf16.f32", col, shared, 512, 512, 1536, 16, 16, 24, 24, 4, 4, 8, 8, unsigned, float, float, float, 16, 16) \
  each(m16n16k16, col, row, bf16, f32, f32, "f32.bf16.bf16.f32", row, generic, 512, 512, 1536, 16, 16, 24, 24, 4, 4, 8, 8, unsigned, float, float, float, 16, 16) \
  each(m16n16k16, row, col, s8, s32, s32, "s32.s8.s8.s32", col, global, 256, 256, 1536, 16, 16, 24, 24, 2, 2, 8, 8, unsigned, unsigned, unsigned, int, 16, 16) \
  each(m16n16k16, col, row, s8, s32, s32, "s32.s8.s8.s32", row, shared, 256, 256, 1536, 16, 16, 24, 24, 2, 2, 8, 8, unsigned, unsigned, unsigned, int, 16, 16) \
  each(m16n16k16, row, col, u8, s32, s32, "s32.u8.u8.s32", col, generic, 256, 256, 1536, 16, 16, 24, 24, 2, 2, 8, 8, unsigned, unsigned, unsigned, int, 16, 16) \
  each(m16n16k16, col, row, u8, s32, s32, "s32.u8.u8.s32", row, global, 256, 256, 1536, 16, 16, 24, 24, 2, 2, 8, 8, unsigned, unsigned, unsigned, int, 16, 16) \
  each(m32n8k16, row, row, f16, f32, f32, "f32.f32", col, shared, 1024, 256, 1280, 16, 8, 40, 40, 8, 8, 8, 8, unsigned, float, float, float, 8, 32) \
  each(m32n8k16, row, col, f16, f32, f32, "f32.f32", row, generic, 1024, 256, 2048, 16, 16, 16, 16, 8, 8, 8, 8, unsigned, float, float, float, 32, 8) \
  each(m32n8k16, col, row, f16, f32, f32, "f32.f32", col, global, 1024, 256, 1280, 32, 8, 40, 40, 8, 8, 8, 8, unsigned, float, float, float, 8, 32) \
  each(m32n8k16, col, col, f16, f32, f32, "f32.f32", row, shared, 1024, 256, 2048, 32, 16, 16, 16, 8, 8, 8, 8, unsigned, float, float, float, 32, 8) \
  each(m32n8k16, row, col, f16, f16, f16, "f16.f16", col, generic, 1024, 256, 640, 16, 16, 40, 48, 8, 8, 4, 4, unsigned, unsigned, unsigned, __half, 8, 32) \
  each(m32n8k16, row, col, f16, f16, f32, "f32.f16", row, global, 1024, 256, 1024, 16, 16, 16, 16, 8, 8, 4, 8, unsigned, unsigned, float, float, 32, 8) \
  each(m32n8k16, col, row, f16, f32, f16, "f16.f32", col, shared, 1024, 256, 1280, 32, 8, 40, 48, 8, 8, 8, 4, unsigned, float, unsigned, __half, 8, 32) \
  each(m32n8k16, row, col, bf16, f32, f32, "f32.bf16.bf16.f32", row, generic, 1024, 256, 2048, 16, 16, 16, 16, 8, 2, 8, 8, unsigned, float, float, float, 32, 8) \
  each(m32n8k16, col, row, bf16, f32, f32, "f32.bf16.bf16.f32", col, global, 1024, 256, 1280, 32, 8, 40, 40, 8, 2, 8, 8, unsigned, float, float, float, 8, 32) \
  each(m32n8k16, row, col, s8, s32, s32, "s32.s8.s8.s32", row, shared, 512, 128, 2048, 16, 16, 16, 16, 4, 1, 8, 8, unsigned, unsigned, unsigned, int, 32, 8) \
  each(m32n8k16, col, row, s8, s32, s32, "s32.s8.s8.s32", col, generic, 512, 128, 1280, 32, 8, 40, 40, 4, 1, 8, 8, unsigned, unsigned, unsigned, int, 8, 32) \
  each(m32n8k16, row, col, u8, s32, s32, "s32.u8.u8.s32", row, global, 512, 128, 2048, 16, 16, 16, 16, 4, 1, 8, 8, unsigned, unsigned, unsigned, int, 32, 8) \
  each(m32n8k16, col, row, u8, s32, s32, "s32.u8.u8.s32", col, shared, 512, 128, 1280, 32, 8, 40, 40, 4, 1, 8, 8, unsigned, unsigned, unsigned, int, 8, 32) \
  each(m8n32k16, row, row, f16, f32, f32, "f32.f32", row, generic, 256, 1024, 1280, 16, 32, 40, 40, 8, 8, 8, 8, unsigned, float, float, float, 8, 32) \
  each(m8n32k16, row, col, f16, f32, f32, "f32.f32", col, global, 256, 1024, 2048, 16, 16, 16, 16, 8, 8, 8, 8, unsigned, float, float, float, 32, 8) \
  each(m8n32k16, col, row, f16, f32, f32, "f32.f32", row, shared, 256, 1024, 1280, 8, 32, 40, 40, 8, 8, 8, 8, unsigned, float, float, float, 8, 32) \
  each(m8n32k16, col, col, f16, f32, f32, "f32.f32", col, generic, 256, 1024, 2048, 8, 16, 16, 16, 8, 8, 8, 8, unsigned, float, float, float, 32, 8) \
  each(m8n32k16, row, col, f16, f16, f16, "f16.f16", row, global, 256, 1024, 640, 16, 16, 40, 48, 8, 8, 4, 4, unsigned, unsigned, unsigned, __half, 8, 32) \
  each(m8n32k16, row, col, f16, f16, f32, "f32.f16", col, shared, 256, 1024, 1024, 16, 16, 16, 16, 8, 8, 4, 8, unsigned, unsigned, float, float, 32, 8) \
  each(m8n32k16, col, row, f16, f32, f16, "f16.f32", row, generic, 256, 1024, 1280, 8, 32, 40, 48, 8, 8, 8, 4, unsigned, float, unsigned, __half, 8, 32) \
  each(m8n32k16, row, col, bf16, f32, f32, "f32.bf16.bf16.f32", col, global, 256, 1024, 2048, 16, 16, 16, 16, 2, 8, 8, 8, unsigned, float, float, float, 32, 8) \
  each(m8n32k16, col, row, bf16, f32, f32, "f32.bf16.bf16.f32", row, shared, 256, 1024, 1280, 8, 32, 40, 40, 2, 8, 8, 8, unsigned, float, float, float, 8, 32) \
  each(m8n32k16, row, col, s8, s32, s32, "s32.s8.s8.s32", col, generic, 128, 512, 2048, 16, 16, 16, 16, 1, 4, 8, 8, unsigned, unsigned, unsigned, int, 32, 8) \
  each(m8n32k16, col, row, s8, s32, s32, "s32.s8.s8.s32", row, global, 128, 512, 1280, 8, 32, 40, 40, 1, 4, 8, 8, unsigned, unsigned, unsigned, int, 8, 32) \
  each(m8n32k16, row, col, u8, s32, s32, "s32.u8.u8.s32", col, shared, 128, 512, 2048, 16, 16, 16, 16, 1, 4, 8, 8, unsigned, unsigned, unsigned, int, 32, 8) \
  each(m8n32k16, col, row, u8, s32, s32, "s32.u8.u8.s32", row, generic, 128, 512, 1280, 8, 32, 40, 40, 1, 4, 8, 8, unsigned, unsigned, unsigned, int, 8, 32) \
  each(m16n16k8, row, col, tf32, f32, f32, "f32.tf32.tf32.f32", col, global, 512, 512, 1536, 8, 8, 24, 24, 4, 4, 8, 8, unsigned, float, float, float, 16, 16) \
  each(m8n8k4, row, col, f64, f64, f64, "rn.f64.f64.f64.f64", row, shared, 256, 256, 1024, 4, 4, 16, 16, 1, 1, 2, 2, double, double, double, double, 8, 8) \
  each(m16n16k8, col, row, tf32, f32, f32, "f32.tf32.tf32.f32", col, generic, 512, 512, 1536, 16, 16, 24, 24, 4, 4, 8, 8, unsigned, float, float, float, 16, 16) \
  each(m8n8k4, col, row, f64, f64, f64, "rn.f64.f64.f64.f64", row, global, 256, 256, 1024, 8, 8, 16, 16, 1, 1, 2, 2, double, double, double, double, 8, 8) \
  each(m8n8k32, row, col, s4, s32, s32, "s32.s4.s4.s32", col, generic, 128, 128, 512, 32, 32, 16, 16, 1, 1, 2, 2, unsigned, unsigned, unsigned, int, 8, 8) \
  each(m8n8k32, row, col, u4, s32, s32, "s32.u4.u4.s32", row, generic, 128, 128, 512, 32, 32, 16, 16, 1, 1, 2, 2, unsigned, unsigned, unsigned, int, 8, 8)

WMMA_ROWS(WMMA_KERNEL)

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
#define WMMA_SHOW(shape, la, lb, ta, tc, td, types, lc, space, bytes_a, bytes_b, bytes_c, sa, sb, sc, sd, na, nb, nc, nd, ra, rc, rd, T, rows, columns) \
  show<T>(#shape "_" #la "_" #lb "_" #ta "_" #tc "_" #td, shape##_##la##_##lb##_##ta##_##tc##_##td, #ta, #tc, rows, columns, sd);
  WMMA_ROWS(WMMA_SHOW)
  show<int>("m8n8k128_row_col_b1_s32_s32", m8n8k128_row_col_b1_s32_s32, "b1", "s32", 8, 8, 16);
}
