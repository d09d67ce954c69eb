// SPDX-License-Identifier: Apache-2.0
// Writes layers into a recording. They come when their operations have ended, so they are in chunks of their own, which are headed
// by the threads that ran them.
#pragma once

#include <string>
#include <unordered_map>

#include "base/mutex.h"
#include "trace/layers/layer_sink.h"
#include "trace/recording_file.h"
#include "trace/thread_log.h"

namespace riffle::trace {

/// Its lock is a leaf.
class LayerWriter final : public LayerSink {
 public:
  explicit LayerWriter(RecordingFile& file) : file_(file) {}

  [[nodiscard]] std::uint64_t now() noexcept override;
  [[nodiscard]] std::uint64_t ticks_per_us() noexcept override;
  void record(const Layer* layers, std::size_t count) noexcept override RIFFLE_EXCLUDES(mutex_);
  void lose(std::size_t count) noexcept override;

 private:
  void write(const Layer& layer) RIFFLE_REQUIRES(mutex_);

  RecordingFile& file_;
  Mutex mutex_;
  std::unordered_map<std::uint32_t, ThreadLog> logs_ RIFFLE_GUARDED_BY(mutex_);
  std::unordered_map<std::string, std::uint32_t> names_ RIFFLE_GUARDED_BY(mutex_);
};

/// That of this process's recording, if RIFFLE_TRACE_LAYERS asks for layers; else null.
[[nodiscard]] LayerSink* layer_sink();

}  // namespace riffle::trace
