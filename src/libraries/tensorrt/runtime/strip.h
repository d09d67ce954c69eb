// SPDX-License-Identifier: Apache-2.0
// Takes the weights out of a plan, for a refitter to give them back.
#pragma once

#include "libraries/tensorrt/runtime/plan.h"

namespace riffle::tensorrt {

/// What stays are single numbers, integers, constants inside of nodes, and what dimensions are computed from. Throws Failure where
/// the plan has plugins, as a refitter does.
void strip_weights(EnginePlan& plan);

}  // namespace riffle::tensorrt
