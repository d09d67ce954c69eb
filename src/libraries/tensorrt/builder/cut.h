// SPDX-License-Identifier: Apache-2.0
// Cuts a graph at its plugins: what lies between becomes segments, which ONNX Runtime computes.
#pragma once

#include "libraries/tensorrt/network/network.h"
#include "libraries/tensorrt/network/shape_flow.h"
#include "libraries/tensorrt/runtime/plan.h"

namespace riffle::tensorrt {

/// Whether the dimensions depend on values, where they are open.
void find_dependence(TensorPlan& output, const ShapeFlow& flow);

bool has_plugins(const onnx::OnnxGraph& graph);
/// How a plan names a node: its name, a tab, its operator.
std::string layer_text(const onnx::OnnxNode& node);

/// The steps of a plan, in the order in which they go into a stream, and what is known of all values between them. Throws Failure
/// where a plugin refuses its tensors.
struct Cut {
  std::vector<PlanStep> steps;
  std::shared_ptr<const EnginePlan>
      constants;  ///< makes the constants that plugins read; null without such
  std::unordered_map<std::string, TensorPlan> values;
};
Cut cut_at_plugins(const Network& network, const onnx::OnnxModel& model, int optimization_level);

}  // namespace riffle::tensorrt
