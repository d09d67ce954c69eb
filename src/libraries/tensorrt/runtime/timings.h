// SPDX-License-Identifier: Apache-2.0
// How long the parts of an inference took, for a profiler: times at which the stream got to the start of each part and to the end,
// and of layers inside where these are measured.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "libraries/tensorrt/engine/profile.h"

namespace riffle::tensorrt {

class Timings {
 public:
  explicit Timings(std::vector<std::string> parts)
      : parts_(std::move(parts)), stamps_(parts_.size() + 1), layers_(parts_.size()) {}

  /// The stream is at the start of a part, or at the end of the last one.
  void stamp(std::size_t at) {
    stamps_[at] = std::chrono::steady_clock::now().time_since_epoch().count();
  }
  /// What a part consists of.
  void set_layers(std::size_t part, std::vector<ort::NodeTime> layers) {
    const std::lock_guard lock(mutex_);
    layers_[part] = std::move(layers);
  }
  /// Each layer where these are known, else each part.
  template <class Report>
  void each(Report report) const {
    using Clock = std::chrono::steady_clock::duration;
    using Ms = std::chrono::duration<float, std::milli>;
    std::vector<std::vector<ort::NodeTime>> layers;
    {  // the program's profiler may wait for the stream, which sets layers
      const std::lock_guard lock(mutex_);
      layers = layers_;
    }
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      for (const ort::NodeTime& layer : layers[i]) report(layer.name, layer.ms);
      if (layers[i].empty()) report(parts_[i], Ms(Clock(stamps_[i + 1] - stamps_[i])).count());
    }
  }

 private:
  std::vector<std::string> parts_;
  std::vector<std::atomic<std::chrono::steady_clock::rep>> stamps_;
  mutable std::mutex mutex_;
  std::vector<std::vector<ort::NodeTime>> layers_;
};

/// Where a segment of a network with plugins puts the times of its layers.
struct TimedPart {
  std::shared_ptr<Timings> timings;
  std::size_t number = 0;
};

}  // namespace riffle::tensorrt
