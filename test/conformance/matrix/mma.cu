// SPDX-License-Identifier: Apache-2.0
// mma.sync of each type.
#include "../cases.h"
#include "shapes.h"

using Wide = unsigned long long;
__device__ Wide joined(const Word *x) { return x[0] | Wide(x[1]) << 32; }

SHAPE(m16n8k8_f16, 2, 1, 4, kHalf, kFloat,
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k16_f16, 4, 2, 4, kHalf, kFloat,
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m16n8k8_bf16, 2, 1, 4, kBfloat, kFloat,
      "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k16_bf16, 4, 2, 4, kBfloat, kFloat,
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m16n8k4_tf32, 2, 1, 4, kTf32, kFloat,
      "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k8_tf32, 4, 2, 4, kTf32, kFloat,
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")


// mma.sync of half, bfloat and tf32 into sums of float.
CASE(mma_floats) {
  show_shape<m16n8k8_f16>("m16n8k8_f16", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k16_f16>("m16n8k16_f16", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k8_bf16>("m16n8k8_bf16", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k16_bf16>("m16n8k16_bf16", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k4_tf32>("m16n8k4_tf32", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k8_tf32>("m16n8k8_tf32", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
}

SHAPE(m16n8k8_f16_f16, 2, 1, 2, kHalf, kHalf,
      "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};")
SHAPE(m16n8k16_f16_f16, 4, 2, 2, kHalf, kHalf,
      "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};")


// mma.sync of halves into sums of half.
CASE(mma_half_sums) {
  show_shape<m16n8k8_f16_f16>("m16n8k8_f16_f16", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m16n8k16_f16_f16>("m16n8k16_f16_f16", {Spread::kNear, Spread::kFar, Spread::kWhole});
}

struct m8n8k4_f64 {
  static constexpr int kA = 2, kB = 2, kC = 4;
  static constexpr Kind kFactors = Kind::kDouble, kSums = Kind::kDouble;
  static __device__ void of(Word *d, const Word *a, const Word *b, const Word *c) {
    Wide r[2];
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
                 : "=l"(r[0]), "=l"(r[1])
                 : "l"(joined(a + 0)), "l"(joined(b + 0)), "l"(joined(c + 0)), "l"(joined(c + 2)));
    for (int i = 0; i < 2; ++i) d[2 * i] = Word(r[i]), d[2 * i + 1] = Word(r[i] >> 32);
  }
};

// mma.sync of doubles.
CASE(mma_doubles) {
  show_shape<m8n8k4_f64>("m8n8k4_f64", {Spread::kNear, Spread::kFar, Spread::kWhole});
}

struct m16n8k4_f64 {
  static constexpr int kA = 4, kB = 2, kC = 8;
  static constexpr Kind kFactors = Kind::kDouble, kSums = Kind::kDouble;
  static __device__ void of(Word *d, const Word *a, const Word *b, const Word *c) {
    Wide r[4];
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
                 : "=l"(r[0]), "=l"(r[1]), "=l"(r[2]), "=l"(r[3])
                 : "l"(joined(a + 0)), "l"(joined(a + 2)), "l"(joined(b + 0)), "l"(joined(c + 0)), "l"(joined(c + 2)), "l"(joined(c + 4)), "l"(joined(c + 6)));
    for (int i = 0; i < 4; ++i) d[2 * i] = Word(r[i]), d[2 * i + 1] = Word(r[i] >> 32);
  }
};

struct m16n8k8_f64 {
  static constexpr int kA = 8, kB = 4, kC = 8;
  static constexpr Kind kFactors = Kind::kDouble, kSums = Kind::kDouble;
  static __device__ void of(Word *d, const Word *a, const Word *b, const Word *c) {
    Wide r[4];
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=l"(r[0]), "=l"(r[1]), "=l"(r[2]), "=l"(r[3])
                 : "l"(joined(a + 0)), "l"(joined(a + 2)), "l"(joined(a + 4)), "l"(joined(a + 6)), "l"(joined(b + 0)), "l"(joined(b + 2)), "l"(joined(c + 0)), "l"(joined(c + 2)), "l"(joined(c + 4)), "l"(joined(c + 6)));
    for (int i = 0; i < 4; ++i) d[2 * i] = Word(r[i]), d[2 * i + 1] = Word(r[i] >> 32);
  }
};

struct m16n8k16_f64 {
  static constexpr int kA = 16, kB = 8, kC = 8;
  static constexpr Kind kFactors = Kind::kDouble, kSums = Kind::kDouble;
  static __device__ void of(Word *d, const Word *a, const Word *b, const Word *c) {
    Wide r[4];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19};"
                 : "=l"(r[0]), "=l"(r[1]), "=l"(r[2]), "=l"(r[3])
                 : "l"(joined(a + 0)), "l"(joined(a + 2)), "l"(joined(a + 4)), "l"(joined(a + 6)), "l"(joined(a + 8)), "l"(joined(a + 10)), "l"(joined(a + 12)), "l"(joined(a + 14)), "l"(joined(b + 0)), "l"(joined(b + 2)), "l"(joined(b + 4)), "l"(joined(b + 6)), "l"(joined(c + 0)), "l"(joined(c + 2)), "l"(joined(c + 4)), "l"(joined(c + 6)));
    for (int i = 0; i < 4; ++i) d[2 * i] = Word(r[i]), d[2 * i + 1] = Word(r[i] >> 32);
  }
};

// mma.sync of doubles in the shapes of sm_90.
CASE(mma_doubles_sm90) {
  show_shape<m16n8k4_f64>("m16n8k4_f64", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m16n8k8_f64>("m16n8k8_f64", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m16n8k16_f64>("m16n8k16_f64", {Spread::kNear, Spread::kFar, Spread::kWhole});
}

SHAPE(m8n8k4_row_row, 2, 2, 8, kHalf, kFloat,
      "mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};")
SHAPE(m8n8k4_half_row_row, 2, 2, 4, kHalf, kHalf,
      "mma.sync.aligned.m8n8k4.row.row.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11};")
SHAPE(m8n8k4_row_col, 2, 2, 8, kHalf, kFloat,
      "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};")
SHAPE(m8n8k4_half_row_col, 2, 2, 4, kHalf, kHalf,
      "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11};")
SHAPE(m8n8k4_col_row, 2, 2, 8, kHalf, kFloat,
      "mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};")
SHAPE(m8n8k4_half_col_row, 2, 2, 4, kHalf, kHalf,
      "mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11};")
SHAPE(m8n8k4_col_col, 2, 2, 8, kHalf, kFloat,
      "mma.sync.aligned.m8n8k4.col.col.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19};")
SHAPE(m8n8k4_half_col_col, 2, 2, 4, kHalf, kHalf,
      "mma.sync.aligned.m8n8k4.col.col.f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11};")


// mma.sync.m8n8k4 of halves: four products of matrices by groups of eight lanes.
CASE(mma_quads) {
  show_shape<m8n8k4_row_row>("m8n8k4_row_row", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_half_row_row>("m8n8k4_half_row_row", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_row_col>("m8n8k4_row_col", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_half_row_col>("m8n8k4_half_row_col", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_col_row>("m8n8k4_col_row", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_half_col_row>("m8n8k4_half_col_row", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_col_col>("m8n8k4_col_col", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_half_col_col>("m8n8k4_half_col_col", {Spread::kNear, Spread::kFar, Spread::kWhole});
}

SHAPE(m8n8k16_s8s8, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k16_s8s8, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k32_s8s8, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k16_s8s8_sat, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k16_s8s8_sat, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k32_s8s8_sat, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k16_u8u8, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k16_u8u8, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k32_u8u8, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k16_u8u8_sat, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k16_u8u8_sat, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k32_u8u8_sat, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k16_s8u8, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k16_s8u8, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k32_s8u8, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k16_s8u8_sat, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k16_s8u8_sat, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k32_s8u8_sat, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k16_u8s8, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k16_u8s8, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k32_u8s8, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k16_u8s8_sat, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.s8.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k16_u8s8_sat, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k32_u8s8_sat, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k32_s4s4, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k32_s4s4, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k64_s4s4, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k32_s4s4_sat, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.s4.s4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k32_s4s4_sat, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k64_s4s4_sat, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k32_u4u4, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k32.row.col.s32.u4.u4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k32_u4u4, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k64_u4u4, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k32_u4u4_sat, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.u4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k32_u4u4_sat, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k64_u4u4_sat, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k32_s4u4, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k32_s4u4, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k64_s4u4, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k32_s4u4_sat, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.s4.u4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k32_s4u4_sat, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k64_s4u4_sat, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k32_u4s4, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k32.row.col.s32.u4.s4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k32_u4s4, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.s32.u4.s4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k64_u4s4, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k64.row.col.s32.u4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k32_u4s4_sat, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.s4.s32 {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k32_u4s4_sat, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u4.s4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k64_u4s4_sat, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k128_xor, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k128_xor, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k256_xor, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")
SHAPE(m8n8k128_and, 1, 1, 2, kBits, kBits,
      "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1}, {%2}, {%3}, {%4, %5};")
SHAPE(m16n8k128_and, 2, 1, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};")
SHAPE(m16n8k256_and, 4, 2, 4, kBits, kBits,
      "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};")


// mma.sync of 8-, 4- and 1-bit integers.
CASE(mma_integers) {
  show_shape<m8n8k16_s8s8>("m8n8k16_s8s8", {Spread::kFar});
  show_shape<m16n8k16_s8s8>("m16n8k16_s8s8", {Spread::kFar});
  show_shape<m16n8k32_s8s8>("m16n8k32_s8s8", {Spread::kFar});
  show_shape<m8n8k16_s8s8_sat>("m8n8k16_s8s8_sat", {Spread::kFar});
  show_shape<m16n8k16_s8s8_sat>("m16n8k16_s8s8_sat", {Spread::kFar});
  show_shape<m16n8k32_s8s8_sat>("m16n8k32_s8s8_sat", {Spread::kFar});
  show_shape<m8n8k16_u8u8>("m8n8k16_u8u8", {Spread::kFar});
  show_shape<m16n8k16_u8u8>("m16n8k16_u8u8", {Spread::kFar});
  show_shape<m16n8k32_u8u8>("m16n8k32_u8u8", {Spread::kFar});
  show_shape<m8n8k16_u8u8_sat>("m8n8k16_u8u8_sat", {Spread::kFar});
  show_shape<m16n8k16_u8u8_sat>("m16n8k16_u8u8_sat", {Spread::kFar});
  show_shape<m16n8k32_u8u8_sat>("m16n8k32_u8u8_sat", {Spread::kFar});
  show_shape<m8n8k16_s8u8>("m8n8k16_s8u8", {Spread::kFar});
  show_shape<m16n8k16_s8u8>("m16n8k16_s8u8", {Spread::kFar});
  show_shape<m16n8k32_s8u8>("m16n8k32_s8u8", {Spread::kFar});
  show_shape<m8n8k16_s8u8_sat>("m8n8k16_s8u8_sat", {Spread::kFar});
  show_shape<m16n8k16_s8u8_sat>("m16n8k16_s8u8_sat", {Spread::kFar});
  show_shape<m16n8k32_s8u8_sat>("m16n8k32_s8u8_sat", {Spread::kFar});
  show_shape<m8n8k16_u8s8>("m8n8k16_u8s8", {Spread::kFar});
  show_shape<m16n8k16_u8s8>("m16n8k16_u8s8", {Spread::kFar});
  show_shape<m16n8k32_u8s8>("m16n8k32_u8s8", {Spread::kFar});
  show_shape<m8n8k16_u8s8_sat>("m8n8k16_u8s8_sat", {Spread::kFar});
  show_shape<m16n8k16_u8s8_sat>("m16n8k16_u8s8_sat", {Spread::kFar});
  show_shape<m16n8k32_u8s8_sat>("m16n8k32_u8s8_sat", {Spread::kFar});
  show_shape<m8n8k32_s4s4>("m8n8k32_s4s4", {Spread::kFar});
  show_shape<m16n8k32_s4s4>("m16n8k32_s4s4", {Spread::kFar});
  show_shape<m16n8k64_s4s4>("m16n8k64_s4s4", {Spread::kFar});
  show_shape<m8n8k32_s4s4_sat>("m8n8k32_s4s4_sat", {Spread::kFar});
  show_shape<m16n8k32_s4s4_sat>("m16n8k32_s4s4_sat", {Spread::kFar});
  show_shape<m16n8k64_s4s4_sat>("m16n8k64_s4s4_sat", {Spread::kFar});
  show_shape<m8n8k32_u4u4>("m8n8k32_u4u4", {Spread::kFar});
  show_shape<m16n8k32_u4u4>("m16n8k32_u4u4", {Spread::kFar});
  show_shape<m16n8k64_u4u4>("m16n8k64_u4u4", {Spread::kFar});
  show_shape<m8n8k32_u4u4_sat>("m8n8k32_u4u4_sat", {Spread::kFar});
  show_shape<m16n8k32_u4u4_sat>("m16n8k32_u4u4_sat", {Spread::kFar});
  show_shape<m16n8k64_u4u4_sat>("m16n8k64_u4u4_sat", {Spread::kFar});
  show_shape<m8n8k32_s4u4>("m8n8k32_s4u4", {Spread::kFar});
  show_shape<m16n8k32_s4u4>("m16n8k32_s4u4", {Spread::kFar});
  show_shape<m16n8k64_s4u4>("m16n8k64_s4u4", {Spread::kFar});
  show_shape<m8n8k32_s4u4_sat>("m8n8k32_s4u4_sat", {Spread::kFar});
  show_shape<m16n8k32_s4u4_sat>("m16n8k32_s4u4_sat", {Spread::kFar});
  show_shape<m16n8k64_s4u4_sat>("m16n8k64_s4u4_sat", {Spread::kFar});
  show_shape<m8n8k32_u4s4>("m8n8k32_u4s4", {Spread::kFar});
  show_shape<m16n8k32_u4s4>("m16n8k32_u4s4", {Spread::kFar});
  show_shape<m16n8k64_u4s4>("m16n8k64_u4s4", {Spread::kFar});
  show_shape<m8n8k32_u4s4_sat>("m8n8k32_u4s4_sat", {Spread::kFar});
  show_shape<m16n8k32_u4s4_sat>("m16n8k32_u4s4_sat", {Spread::kFar});
  show_shape<m16n8k64_u4s4_sat>("m16n8k64_u4s4_sat", {Spread::kFar});
  show_shape<m8n8k128_xor>("m8n8k128_xor", {Spread::kFar});
  show_shape<m16n8k128_xor>("m16n8k128_xor", {Spread::kFar});
  show_shape<m16n8k256_xor>("m16n8k256_xor", {Spread::kFar});
  show_shape<m8n8k128_and>("m8n8k128_and", {Spread::kFar});
  show_shape<m16n8k128_and>("m16n8k128_and", {Spread::kFar});
  show_shape<m16n8k256_and>("m16n8k256_and", {Spread::kFar});
}
