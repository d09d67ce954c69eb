// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "libraries/tensorrt/builder/config.h"
#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {

/// The plan of a network. Throws Failure where the network cannot be computed, or a profile does not fit it.
EnginePlan make_plan(const Network& network, const Config& config);

}  // namespace riffle::tensorrt
