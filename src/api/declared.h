// SPDX-License-Identifier: Apache-2.0
// What a library tells `riffle check` of what nobody sees: functions of libcudart.so.13 beside CUDA's. Without observers they do
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

/// What a stream tells others, by words of memory or messages: engine::Signal (runtime/engine/observer.h).
struct RiffleSignal {
  std::uint64_t channel[2] = {0, 0};
  std::uint64_t number = 0;  ///< those of a channel grow
  unsigned parties = 1;      ///< how many give it
  unsigned giver = 0;        ///< which of them
  bool is_local = false;     ///< no other process knows the channel
};

extern "C" {
/// What the stream holds until now comes before the signal.
void riffle_gave_signal(cudaStream_t stream, const RiffleSignal* signal);
/// What the stream gets from now on comes after the signal: the thread's next wait for a value in memory stands for it.
void riffle_awaits_signal(cudaStream_t stream, const RiffleSignal* signal);
/// The program does not know of this memory, until it is freed: what is done to it is no finding.
void riffle_owns_memory(const void* memory, std::size_t bytes);
/// A function of the library answers an error to the code that it returns to.
void riffle_library_failed(const char* function, int result, const void* returns_to);
}
