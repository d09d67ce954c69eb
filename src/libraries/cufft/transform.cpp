// SPDX-License-Identifier: Apache-2.0
// Which of the engines a transform gets.
#include "libraries/cufft/transform.h"

std::unique_ptr<riffle::cufft::Transform> riffle::cufft::make_transform(
    const TransformShape& shape) {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return make_transform_avx512(shape);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return make_transform_avx2(shape);
  return make_transform_baseline(shape);
}
