// SPDX-License-Identifier: Apache-2.0
// An attribute of a node, with its values.
#pragma once

#include "libraries/tensorrt/onnx/model.h"

namespace riffle::tensorrt::onnx {

struct OnnxAttribute {
  enum class Kind { kFloat, kFloats, kInteger, kIntegers, kText, kTensor, kOther };

  std::string name;
  Kind kind = Kind::kOther;
  std::vector<float> reals;  ///< of one number or many
  std::vector<std::int64_t> integers;
  std::string text;
  OnnxTensor tensor;          ///< refers to the bytes that were read
  std::string tensor_values;  ///< as plain bytes, however they are written

  /// `bytes` is AttributeProto as it is written. Throws Failure where it is damaged.
  static OnnxAttribute read(std::string_view bytes);
};

/// The graphs inside a node, those of loops and conditions. They refer to its bytes. `depth` is how many graphs the node itself is
/// inside of; throws Failure where these are too many.
std::vector<OnnxGraph> graphs_inside(const OnnxNode& node, int depth);

/// The names outside that the graphs inside a node (those of loops and conditions) refer to.
std::vector<std::string> captured_by(const OnnxNode& node);

}  // namespace riffle::tensorrt::onnx
