// SPDX-License-Identifier: Apache-2.0
// The same model on ONNX Runtime alone, for comparison.
#pragma once

#include "libraries/tensorrt/engine/session.h"
#include "libraries/tensorrt/measure/inferences.h"

namespace riffle::tensorrt::measure {

class Bound;

/// Threads that share a session whose operators have `inner` threads, with ONNX Runtime's own settings.
class Plain {
 public:
  Plain(const std::string& model, const MeasuredEngine& engine, int threads, int inner);
  ~Plain();
  /// Computes for `seconds` in each thread.
  Rate run(double seconds) const;
  std::vector<std::string> results() const;

 private:
  const MeasuredEngine& engine_;
  ort::Model model_;
  std::vector<std::unique_ptr<Bound>> bounds_;
};

struct FirstPlain {
  double load_ms, inference_ms;
};
FirstPlain first_plain(const std::string& model, const MeasuredEngine& engine, int inner);

std::string plain_version();

}  // namespace riffle::tensorrt::measure
