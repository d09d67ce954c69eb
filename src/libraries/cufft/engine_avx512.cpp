// SPDX-License-Identifier: Apache-2.0
// The engine for processors with AVX-512.
#define pocketfft pocketfft_avx512
#define engine engine_avx512
#include "libraries/cufft/engine.h"

std::unique_ptr<riffle::cufft::Transform> riffle::cufft::make_transform_avx512(
    const TransformShape& shape) {
  return engine_avx512::make(shape);
}
