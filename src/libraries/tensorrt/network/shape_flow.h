// SPDX-License-Identifier: Apache-2.0
// Which inputs of a model hold dimensions of other tensors, and which outputs have dimensions that depend on values.
#pragma once

#include <string>
#include <unordered_set>

#include "libraries/tensorrt/onnx/model.h"

namespace riffle::tensorrt {

struct ShapeFlow {
  std::unordered_set<std::string> shape_inputs;
  std::unordered_set<std::string> unknown_outputs;
  std::unordered_set<std::string> sources;  ///< values from which dimensions are computed
};

/// Whether inputs may hold dimensions: programs have such inputs in memory of the host, parts of a network do not.
enum class ShapeInputs { kOnHost, kNone };
ShapeFlow shape_flow_of(const onnx::OnnxGraph& graph, ShapeInputs inputs = ShapeInputs::kOnHost);

}  // namespace riffle::tensorrt
