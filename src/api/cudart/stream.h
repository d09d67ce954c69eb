// SPDX-License-Identifier: Apache-2.0
// Streams as the runtime API sees them: handles, default streams, attributes.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "base/handle_table.h"
#include "base/mutex.h"
#include "runtime/engine/engine.h"

namespace riffle::api::cudart {

class Device;

/// Attributes that change nothing here but read back as they were set.
struct StreamAttributes {
  cudaAccessPolicyWindow window = {};
  int synchronization_policy = -1;  ///< as hardware shows it until it is set
  cudaLaunchMemSyncDomainMap domain_map = {0, 1};
  cudaLaunchMemSyncDomain domain = cudaLaunchMemSyncDomainDefault;
};

struct StreamObject {
  engine::Stream* stream = nullptr;
  Device* device = nullptr;
  std::uint64_t generation = 0;  ///< of the device, when the stream was made
  unsigned flags = 0;

  Mutex mutex;
  StreamAttributes attributes RIFFLE_GUARDED_BY(mutex);
};

inline constexpr std::uint8_t kStreamHandleKind = 1;
inline constexpr std::uint8_t kEventHandleKind = 2;

HandleTable<StreamObject>& streams();

/// The stream a handle stands for: 0 and cudaStreamLegacy the current device's legacy stream,
/// cudaStreamPerThread this thread's own. Null for anything else that is not a live handle. The
/// current device must be initialised.
[[nodiscard]] StreamObject* find_stream(cudaStream_t handle);

/// Destroys all streams and forgets all handles of a device: it is being reset.
void forget_streams_of(const Device& device);
void forget_events_of(const Device& device);

}  // namespace riffle::api::cudart
