// SPDX-License-Identifier: Apache-2.0
// Devices and contexts as the runtime API uses them: a thread's current context is the primary one of
// the device that it has chosen.
#pragma once

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

}  // namespace riffle::api::cudart
