// SPDX-License-Identifier: Apache-2.0
// The engine for processors with AVX2 and FMA.
#define pocketfft pocketfft_avx2
#define engine engine_avx2
#include "libraries/cufft/engine.h"

std::unique_ptr<riffle::cufft::Transform> riffle::cufft::make_transform_avx2(
    const TransformShape& shape) {
  return engine_avx2::make(shape);
}
