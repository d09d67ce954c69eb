// SPDX-License-Identifier: Apache-2.0
// Parts of models as they are read, for what looks into them.
#pragma once

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/onnx/model.h"
#include "libraries/tensorrt/onnx/wire.h"

namespace riffle::tensorrt::onnx {

/// Calls `body` with each field of a message. Throws Failure where the message is damaged.
template <class Body>
void each(std::string_view message, Body body) {
  WireReader reader(message);
  for (Field field; reader.next(field);) body(field);
  if (!reader.is_whole())
    throw Failure(ErrorCode::kINVALID_ARGUMENT, "the bytes are not an ONNX model, or are cut off");
}

/// Whole numbers, one by one or packed.
void read_integers(const Field& field, std::vector<std::int64_t>& values);
OnnxTensor read_tensor(std::string_view message);
/// The graph refers to the bytes.
OnnxGraph read_graph(std::string_view message);

}  // namespace riffle::tensorrt::onnx
