// SPDX-License-Identifier: Apache-2.0
// Which operators can be in a network.
#pragma once

#include "libraries/tensorrt/onnx/model.h"

namespace riffle::tensorrt {

/// Whether ONNX has the operator, ONNX Runtime in a domain of its own, or the model as one of its functions.
bool is_known(const onnx::OnnxModel& model, const onnx::OnnxNode& node);

}  // namespace riffle::tensorrt
