// SPDX-License-Identifier: Apache-2.0
// The engine for any processor.
#define pocketfft pocketfft_baseline
#define engine engine_baseline
#include "libraries/cufft/engine.h"

std::unique_ptr<riffle::cufft::Transform> riffle::cufft::make_transform_baseline(
    const TransformShape& shape) {
  return engine_baseline::make(shape);
}
