// SPDX-License-Identifier: Apache-2.0
// mma.sync of halves into sums of half.
#include "shapes.h"

SHAPE(m16n8k8_f16_f16, 2, 1, 2, kHalf, kHalf,
      "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};")
SHAPE(m16n8k16_f16_f16, 4, 2, 2, kHalf, kHalf,
      "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};")

int main() {
  show_shape<m16n8k8_f16_f16>("m16n8k8_f16_f16", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m16n8k16_f16_f16>("m16n8k16_f16_f16", {Spread::kNear, Spread::kFar, Spread::kWhole});
}
