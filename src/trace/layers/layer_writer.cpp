// SPDX-License-Identifier: Apache-2.0
#include "trace/layers/layer_writer.h"

#include <new>

#include "base/options.h"
#include "platform/clock.h"
#include "runtime/engine/observer.h"
#include "trace/recorder.h"

namespace riffle::trace {

std::uint64_t LayerWriter::now() noexcept { return platform::ticks(); }
std::uint64_t LayerWriter::ticks_per_us() noexcept { return platform::ticks_per_us(); }

void LayerWriter::lose(std::size_t count) noexcept {
  file_.header().lost.fetch_add(count, std::memory_order_relaxed);
}

void LayerWriter::write(const Layer& layer) {
  ThreadLog& log = logs_.try_emplace(layer.thread, file_, layer.thread).first->second;
  const auto [known, is_new] = names_.try_emplace(layer.name);
  if (is_new) known->second = log.write_text(layer.name);
  Record& record = log.take();
  record.name = known->second;
  record.begin = layer.begin;
  record.end = layer.end;
  log.commit(RecordKind::kLayer);
}

void LayerWriter::record(const Layer* layers, std::size_t count) noexcept {
  // In a child the observers are gone: the file is its parent's.
  if (engine::current_observer() == nullptr) return;
  const MutexLock lock(mutex_);
  std::size_t written = 0;
  try {
    for (; written < count; ++written) write(layers[written]);
  } catch (const std::bad_alloc&) {
    lose(count - written);
  }
}

LayerSink* layer_sink() {
  if (recorder() == nullptr || !options().trace_layers) return nullptr;
  // Never destroyed: layers come until the very end.
  static auto* const writer = new LayerWriter(recorder()->file());
  return writer;
}

}  // namespace riffle::trace
