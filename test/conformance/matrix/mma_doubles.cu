// SPDX-License-Identifier: Apache-2.0
// mma.sync of doubles.
#include "shapes.h"

using Wide = unsigned long long;
__device__ Wide joined(const Word *x) { return x[0] | Wide(x[1]) << 32; }

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

int main() {
  show_shape<m8n8k4_f64>("m8n8k4_f64", {Spread::kNear, Spread::kFar, Spread::kWhole});
}
