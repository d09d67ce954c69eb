// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/strip.h"

#include "libraries/tensorrt/network/shape_flow.h"

namespace riffle::tensorrt {
namespace {

bool is_weight(const onnx::OnnxTensor& tensor) {
  switch (tensor.type) {
    case OnnxType::kFloat:
    case OnnxType::kFloat16:
    case OnnxType::kBfloat16:
    case OnnxType::kDouble:
    case OnnxType::kFloat8E4M3:
      return tensor.has_values && elements_of(tensor.dims) > 1;
    default:
      return false;
  }
}

}  // namespace

void strip_weights(EnginePlan& plan) {
  if (!plan.steps.empty())
    throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                  "Riffle does not support plans without weights for networks with plugins");
  onnx::OnnxModel model = onnx::OnnxModel::read(plan.model);
  const ShapeFlow flow = shape_flow_of(model.graph);
  for (onnx::OnnxTensor& tensor : model.graph.initializers) {
    if (!is_weight(tensor) || flow.sources.contains(tensor.name)) continue;
    plan.stripped_bytes += static_cast<std::int64_t>(tensor.bytes.size());
    model.graph.strip(tensor);
  }
  plan.model = std::make_shared<const std::string>(model.written());
}

}  // namespace riffle::tensorrt
