// SPDX-License-Identifier: Apache-2.0
// mma.sync of doubles in the shapes of sm_90.
#include "shapes.h"

using Wide = unsigned long long;
__device__ Wide joined(const Word *x) { return x[0] | Wide(x[1]) << 32; }

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

int main() {
  show_shape<m16n8k4_f64>("m16n8k4_f64", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m16n8k8_f64>("m16n8k8_f64", {Spread::kNear, Spread::kFar, Spread::kWhole});
  show_shape<m16n8k16_f64>("m16n8k16_f64", {Spread::kNear, Spread::kFar, Spread::kWhole});
}
