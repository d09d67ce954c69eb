// SPDX-License-Identifier: Apache-2.0
// mma.sync of 8-, 4- and 1-bit integers.
#include "shapes.h"

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

int main() {
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
