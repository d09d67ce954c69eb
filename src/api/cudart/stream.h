// SPDX-License-Identifier: Apache-2.0
// Streams as the runtime API sees them: handles, default streams, attributes.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/handle_table.h"
#include "base/mutex.h"
#include "runtime/context/context.h"
#include "runtime/engine/engine.h"
#include "runtime/graph/capture.h"
#include "runtime/memory/stream_memory.h"

namespace riffle::api::cudart {

/// Attributes that change nothing here but read back as they were set.
struct StreamAttributes {
  cudaAccessPolicyWindow window = {};
  int synchronization_policy = -1;  ///< as hardware shows it until it is set
  cudaLaunchMemSyncDomainMap domain_map = {0, 1};
  cudaLaunchMemSyncDomain domain = cudaLaunchMemSyncDomainDefault;
};

/// CUDA's rules for the values of attributes that streams and launches share.
[[nodiscard]] bool is_window(const cudaAccessPolicyWindow& window);
[[nodiscard]] bool is_domain(cudaLaunchMemSyncDomain domain);
[[nodiscard]] bool is_domain_map(const cudaLaunchMemSyncDomainMap& map);
/// Of streams; the least is 0.
inline constexpr int kGreatestPriority = -5;

struct StreamObject {
  engine::Stream* stream = nullptr;
  context::Context* context = nullptr;
  std::uint64_t generation = 0;  ///< of the context, when the stream was made
  unsigned flags = 0;
  graph::CaptureMember capture;

  /// Stream-ordered memory that was freed in it.
  memory::StreamMemory memory;

  /// Some attribute that its kernels have was set.
  std::atomic<bool> has_attributes{false};

  Mutex mutex;
  StreamAttributes attributes RIFFLE_GUARDED_BY(mutex);
  /// What cudaStreamGetCaptureInfo showed last: the program may read it until the next call.
  std::vector<cudaGraphNode_t> shown_nodes RIFFLE_GUARDED_BY(mutex);
  std::vector<cudaGraphEdgeData> shown_edges RIFFLE_GUARDED_BY(mutex);
};

inline constexpr std::uint8_t kStreamHandleKind = 1;
inline constexpr std::uint8_t kEventHandleKind = 2;

HandleTable<StreamObject>& streams();

/// Of operations that only take their turn in a stream.
inline Code run_nothing(const void*, std::uint64_t, std::uint64_t) noexcept { return Code::kOk; }

/// The stream a handle stands for: 0 and cudaStreamLegacy the current context's legacy stream,
/// cudaStreamPerThread this thread's own. Null for anything else that is not a live handle. The
/// current context must be started.
[[nodiscard]] StreamObject* find_stream(cudaStream_t handle);

/// Forgets all handles into a context: it is being reset.
void forget_streams_of(const context::Context& context);
void forget_events_of(const context::Context& context);

}  // namespace riffle::api::cudart
