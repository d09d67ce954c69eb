// SPDX-License-Identifier: Apache-2.0
// Devices and contexts as the runtime API uses them: a thread's current context is the primary one of
// the device that it has chosen.
#pragma once

#include <cstddef>

#include "api/cudart/stream.h"
#include "runtime/context/device.h"

namespace riffle::api::cudart {

using context::Context;
using context::device_count;
using context::primary_context;

[[nodiscard]] inline bool is_device(int index) { return index >= 0 && index < device_count(); }

/// The context's legacy default stream. The context is started.
[[nodiscard]] inline StreamObject& legacy_of(const Context& context) {
  return *static_cast<StreamObject*>(context.attachment);
}

/// The calling thread's context, started: what every call that may touch streams or memory begins
/// with. Null with `why` set when there is none.
[[nodiscard]] Context* start_current(cudaError_t& why);

/// The context whose settings a call means that needs none: the thread's, started or not. Null when
/// there is no device.
[[nodiscard]] Context* chosen_context();

/// Whether kernels and fills of a context reach memory of a device. (Copies reach all.)
[[nodiscard]] inline bool reaches(const Context& context, int device) {
  return device == context.device() || (context.settings.peers >> device & 1) != 0;
}

/// A limit as it is set, or its default. Errors leave `value` as it is.
[[nodiscard]] cudaError_t get_limit(const Context& context, cudaLimit limit, std::size_t& value);

/// Persisting accesses, with the proportions of compute capability 8.0: the last-level cache has 16
/// shares, of which 12 can be set aside. Nothing is, but values are checked and kept as if.
[[nodiscard]] std::size_t cache_share_bytes();
[[nodiscard]] inline std::size_t persisting_cache_bytes_most() { return 12 * cache_share_bytes(); }
inline constexpr int kPolicyWindowBytesMost = (128 << 20) - 4096;

}  // namespace riffle::api::cudart
