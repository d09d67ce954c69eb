// SPDX-License-Identifier: Apache-2.0
// Weights that a model keeps in files beside it: they are brought in, so that a plan is whole.
#pragma once

#include <string>

#include "libraries/tensorrt/onnx/model.h"

namespace riffle::tensorrt {

/// `path` is the model's file, beside which the others are. Throws Failure where one is missing or too short.
void load_external(onnx::OnnxGraph& graph, const std::string& path);

}  // namespace riffle::tensorrt
