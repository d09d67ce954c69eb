// SPDX-License-Identifier: Apache-2.0
// Plans and their handles, which are numbers.
#pragma once

#include <memory>

#include <cuda_runtime_api.h>
#include <cufft.h>

#include "libraries/cufft/callbacks.h"
#include "libraries/cufft/execution.h"

namespace riffle::cufft {

struct Plan {
  cudaStream_t stream = nullptr;
  long long patient_jit = 0;  ///< a property that the program may set before the plan is made
  std::shared_ptr<const Made> made;  ///< null: only created
  Callback load;
  Callback store;
};

int add_plan(std::shared_ptr<Plan> plan);
/// Null: no plan has this handle.
std::shared_ptr<Plan> find_plan(int handle);
bool remove_plan(int handle);

/// Gives a plan that was only created what it needs.
cufftResult make_plan(Plan& plan, const LayoutRequest& request, Type type);

/// Puts the transform into the plan's stream, or into its capture.
cufftResult execute(const Plan& plan, void* in, void* out, int direction);

}  // namespace riffle::cufft
