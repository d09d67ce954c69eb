// SPDX-License-Identifier: Apache-2.0
// What Riffle's own libraries tell observers of what these do not see: streams that wait for each other by words of memory, and
// memory that is not the program's. They link these functions (api/declared.h); no header of CUDA's has them.
#include "api/cudart/declared.h"

#include <cstdint>
#include <utility>

#include "api/cudart/entry.h"
#include "api/cudart/stream.h"
#include "api/declared.h"
#include "runtime/engine/observer.h"

namespace riffle::api::cudart {
namespace {

constinit thread_local bool next_wait_is_declared = false;

/// Null: no observer is attached, or the stream's operations are only nodes yet.
engine::Stream* stream_of(cudaStream_t handle) {
  if (engine::current_observer() == nullptr) return nullptr;
  StreamObject* const object = find_stream(handle);
  return object == nullptr || object->capture.is_capturing() ? nullptr : object->stream;
}

engine::Signal signal_of(const RiffleSignal& signal) {
  return {.channel = {signal.channel[0], signal.channel[1]},
          .number = signal.number,
          .parties = signal.parties,
          .giver = signal.giver,
          .is_local = signal.is_local};
}

}  // namespace

bool take_declared_wait() { return std::exchange(next_wait_is_declared, false); }

RIFFLE_ENTRY void riffle_gave_signal(cudaStream_t stream, const RiffleSignal* signal) {
  if (engine::Stream* const own = stream_of(stream)) notify_gave_signal(*own, signal_of(*signal));
}

RIFFLE_ENTRY void riffle_awaits_signal(cudaStream_t stream, const RiffleSignal* signal) {
  engine::Stream* const own = stream_of(stream);
  if (own == nullptr) return;
  notify_awaits_signal(*own, signal_of(*signal));
  next_wait_is_declared = true;
}

RIFFLE_ENTRY void riffle_owns_memory(const void* memory, std::size_t bytes) {
  if (engine::Observer* const observer = engine::current_observer())
    observer->memory_of_library(reinterpret_cast<std::uintptr_t>(memory), bytes);
}

RIFFLE_ENTRY void riffle_library_failed(const char* function, int result, const void* returns_to) {
  if (engine::Observer* const observer = engine::current_observer())
    observer->library_failed(function, result, returns_to);
}

}  // namespace riffle::api::cudart
