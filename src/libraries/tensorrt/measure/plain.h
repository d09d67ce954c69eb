// SPDX-License-Identifier: Apache-2.0
// The same model on ONNX Runtime alone, for comparison.
#pragma once

#include "libraries/tensorrt/measure/inferences.h"

namespace riffle::tensorrt::measure {

/// Computes for `seconds` in `threads` threads that share a session whose operators have `inner` threads.
Rate measure_plain(const std::string& model, const Engine& engine, int threads, int inner,
                   double seconds, std::vector<std::string>* results);

struct FirstPlain {
  double load_ms, inference_ms;
};
FirstPlain first_plain(const std::string& model, const Engine& engine, int inner);

std::string plain_version();

}  // namespace riffle::tensorrt::measure
