// SPDX-License-Identifier: Apache-2.0
// Plans and their handles, which are numbers.
#pragma once

#include <memory>

#include <cuda_runtime_api.h>
#include <cufft.h>

#include "libraries/cufft/layout.h"

namespace riffle::cufft {

/// What is asked for once. Work in streams and graphs keeps it, longer than its plan where need be.
struct Made {
  Layout layout;
  std::unique_ptr<const Transform> transform;
  unsigned threads = 1;
};

struct Plan {
  cudaStream_t stream = nullptr;
  long long patient_jit = 0;  ///< a property that the program may set before the plan is made
  std::shared_ptr<const Made> made;  ///< null: only created
};

int add_plan(std::shared_ptr<Plan> plan);
/// Null: no plan has this handle.
std::shared_ptr<Plan> find_plan(int handle);
bool remove_plan(int handle);

/// Gives a plan that was only created what it needs.
cufftResult make_plan(Plan& plan, const Request& request, Type type);

/// Puts the transform into the plan's stream, or into its capture.
cufftResult execute(const Plan& plan, void* in, void* out, int direction);

}  // namespace riffle::cufft
