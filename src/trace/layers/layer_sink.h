// SPDX-License-Identifier: Apache-2.0
// What a library tells about the operations that it has in streams: the layers of an inference, by libnvinfer.so. Nothing of the
// engine is seen here: the two libraries share this header alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::trace {

/// A part of the operation that a thread ran, with times of `LayerSink::now`.
struct Layer {
  const char* name;      ///< valid during the call
  std::uint32_t thread;  ///< its number in the system
  std::uint64_t begin;
  std::uint64_t end;
};

/// Of the runtime; lives as long as the process. Any thread, at any time, also when the operations have long ended.
class LayerSink {
 public:
  [[nodiscard]] virtual std::uint64_t now() noexcept = 0;
  [[nodiscard]] virtual std::uint64_t ticks_per_us() noexcept = 0;
  virtual void record(const Layer* layers, std::size_t count) noexcept = 0;
  /// So many are not known.
  virtual void lose(std::size_t count) noexcept = 0;

 protected:
  ~LayerSink() = default;
};

}  // namespace riffle::trace

/// Of libcudart.so.13: null where nothing is recorded, or no layers are wanted.
extern "C" riffle::trace::LayerSink* riffle_layer_sink();
