// SPDX-License-Identifier: Apache-2.0
// mma.sync of half, bfloat and tf32 into sums of float.
#include "shapes.h"

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

int main() {
  show_shape<m16n8k8_f16>("m16n8k8_f16", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k16_f16>("m16n8k16_f16", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k8_bf16>("m16n8k8_bf16", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k16_bf16>("m16n8k16_bf16", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k4_tf32>("m16n8k4_tf32", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
  show_shape<m16n8k8_tf32>("m16n8k8_tf32", {Spread::kNear, Spread::kFar, Spread::kWhole, Spread::kSpecial});
}
