// SPDX-License-Identifier: Apache-2.0
// What libcufft.so.12 gives libcufftw.so.12: transforms with any distances between elements along each axis and along each
// axis of a batch. No header declares it.
#pragma once

#include <array>
#include <vector>

#include <cuda_runtime_api.h>

#include "libraries/cufft/transform.h"

namespace riffle::cufft {

/// In elements: complex ones on a complex side, real ones on a real side.
struct GuruAxis {
  ElementCount n = 1;
  ElementCount in_step = 0;
  ElementCount out_step = 0;
};

struct GuruRequest {
  TransformKind kind = TransformKind::kComplex;
  Precision number = Precision::kFloat;
  std::vector<GuruAxis> axes;     ///< one to three, the innermost last
  std::vector<GuruAxis> batches;  ///< any number
};

class GuruPlan;

extern "C" {
/// Null: the request cannot be had. Throws std::bad_alloc.
__attribute__((visibility("default"))) GuruPlan* riffle_cufft_make_guru_plan(
    const GuruRequest& request);
__attribute__((visibility("default"))) void riffle_cufft_destroy_guru_plan(GuruPlan* plan);
/// In the legacy default stream; returns when it is done.
__attribute__((visibility("default"))) cudaError_t riffle_cufft_run_guru_plan(const GuruPlan& plan,
                                                                              void* in, void* out,
                                                                              bool forward);
}

}  // namespace riffle::cufft
