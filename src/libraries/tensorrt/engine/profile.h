// SPDX-License-Identifier: Apache-2.0
// How long each node of a model takes, as ONNX Runtime's own profiling tells.
#pragma once

#include "libraries/tensorrt/engine/session.h"

namespace riffle::tensorrt::ort {

struct NodeTime {
  std::string name;
  float ms = 0;
};

/// The times of the last of `runs` equal inferences, from the file that ONNX Runtime writes.
std::vector<NodeTime> node_times(const std::string& profile, std::size_t runs);

struct Profiled {
  std::vector<NodeTime> times;
  std::string why_not;  ///< where they are not known
};

/// Computes as `Model::run` does. ONNX Runtime tells times only when a session ends: one is made for it, which computes twice, as the
/// first inference of a session allocates memory. No result may be null.
Profiled run_profiled(std::string_view model, int level, int threads,
                      const std::vector<const char*>& inputs,
                      const std::vector<const Value*>& values,
                      const std::vector<const char*>& outputs, std::vector<Value*>& results);

}  // namespace riffle::tensorrt::ort
