// SPDX-License-Identifier: Apache-2.0
// A model whose layers riffle trace shows, where that is wanted (RIFFLE_TRACE_LAYERS).
#pragma once

#include <memory>

#include "libraries/tensorrt/engine/session.h"

namespace riffle::tensorrt::ort {

/// Computes as `Model` does. Where layers are wanted, ONNX Runtime measures all inferences, and tells when the model's session ends:
/// then, at latest at the end of the process, the layers are recorded.
class TracedModel {
 public:
  /// As `Model`'s.
  TracedModel(std::string_view bytes, int level, int threads);
  TracedModel(const TracedModel&) = delete;
  ~TracedModel();

  void run(const std::vector<const char*>& inputs, const std::vector<const Value*>& values,
           const std::vector<const char*>& outputs, std::vector<Value*>& results) const;

 private:
  class Layers;
  std::unique_ptr<Layers> layers_;  ///< null where none are wanted
  Model model_;
};

}  // namespace riffle::tensorrt::ort
