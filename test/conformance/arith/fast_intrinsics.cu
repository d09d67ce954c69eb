// SPDX-License-Identifier: Apache-2.0
// The approximate intrinsics at the edges, by class: which arguments give zero, infinity and NaN. Of __sinf
// and its like CUDA bounds the absolute error only.
#include "special_inputs.h"

UNARY(expf_, float, float, __expf(x));
UNARY(exp10f_, float, float, __exp10f(x));
UNARY(logf_, float, float, __logf(x));
UNARY(log2f_, float, float, __log2f(x));
UNARY(log10f_, float, float, __log10f(x));
UNARY(tanhf_, float, float, __tanhf(x));
UNARY(saturatef_, float, float, __saturatef(x));
UNARY(frcp_, float, float, __frcp_rn(x));
UNARY(frsqrt_, float, float, __frsqrt_rn(x));
UNARY(fsqrt_, float, float, __fsqrt_rn(x));
UNARY(drcp_, double, double, __drcp_rz(x));
UNARY(dsqrt_, double, double, __dsqrt_ru(x));
BINARY(powf_, float, float, float, __powf(x, y));
BINARY(fdividef_, float, float, float, __fdividef(x, y));
BINARY(fdiv_, float, float, float, __fdiv_rd(x, y));

int main() {
  const auto f = special_inputs<float>();
  const auto d = special_inputs<double>();
  SHOW_CLASSES(expf_, f);
  SHOW_CLASSES(exp10f_, f);
  SHOW_CLASSES(logf_, f);
  SHOW_CLASSES(log2f_, f);
  SHOW_CLASSES(log10f_, f);
  SHOW_CLASSES(tanhf_, f);
  SHOW_UNARY(saturatef_, f);
  SHOW_UNARY(frcp_, f);
  SHOW_UNARY(frsqrt_, f);
  SHOW_UNARY(fsqrt_, f);
  SHOW_UNARY(drcp_, d);
  SHOW_UNARY(dsqrt_, d);
  const auto p = special_pair_inputs<float>();
  // The largest number's logarithm is as near to 128 as the hardware cares.
  auto bases = p;
  bases.erase(bases.begin() + 20, bases.begin() + 22);
  SHOW_PAIR_CLASSES(powf_, bases, p);
  SHOW_PAIR_CLASSES(fdividef_, p, p);
  SHOW_BINARY(fdiv_, p, p);
}
