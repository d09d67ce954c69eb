// SPDX-License-Identifier: Apache-2.0
// Cuts a graph at its plugins: what lies between becomes segments, which ONNX Runtime computes.
#pragma once

#include "libraries/tensorrt/network/network.h"
#include "libraries/tensorrt/runtime/plan.h"

namespace riffle::tensorrt {

bool has_plugins(const onnx::Graph& graph);

/// The steps of a plan, in the order in which they go into a stream, and what is known of all values between them. Throws Failure
/// where a plugin refuses its tensors.
struct Cut {
  std::vector<Step> steps;
  std::unordered_map<std::string, TensorPlan> values;
};
Cut cut_at_plugins(const Network& network, const onnx::Model& model, int optimization_level);

}  // namespace riffle::tensorrt
