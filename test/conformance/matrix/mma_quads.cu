// SPDX-License-Identifier: Apache-2.0
// mma.sync.m8n8k4 of halves: four products of matrices by groups of eight lanes.
#include "shapes.h"

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

int main() {
  show_shape<m8n8k4_row_row>("m8n8k4_row_row", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_half_row_row>("m8n8k4_half_row_row", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_row_col>("m8n8k4_row_col", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_half_row_col>("m8n8k4_half_row_col", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_col_row>("m8n8k4_col_row", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_half_col_row>("m8n8k4_half_col_row", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_col_col>("m8n8k4_col_col", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m8n8k4_half_col_col>("m8n8k4_half_col_col", {Spread::kNear, Spread::kFar, Spread::kWhole});
}
