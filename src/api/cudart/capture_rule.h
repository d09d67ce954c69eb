// SPDX-License-Identifier: Apache-2.0
// The rules of the table's column "capture", by name. Asked by the generated entries, before the
// body, while a capture is in progress anywhere in the process. cudaSuccess: go on.
#pragma once

#include <cuda_runtime_api.h>

#include "runtime/graph/capture.h"

namespace riffle::api::cudart::capture_rule {

// Conditions of the column.
[[nodiscard]] inline bool is_copy(cudaMemcpyKind kind, bool has_bytes) {
  return has_bytes && kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
}
[[nodiscard]] inline bool has_bytes(const cudaExtent& extent) {
  return extent.width != 0 && extent.height != 0 && extent.depth != 0;
}
/// An array that can be asked for: there are such elements, and it has a width and the layers of its flags.
[[nodiscard]] bool is_array(const void* handle, const cudaChannelFormatDesc* format,
                            const cudaExtent& extent, unsigned flags);
/// A resource that a texture or surface object can be asked for.
[[nodiscard]] bool is_texture(const cudaResourceDesc* resource);
[[nodiscard]] bool is_surface(const cudaSurfaceObject_t* object, const cudaResourceDesc* resource);
/// Between devices that there are, of rows and slices that do not overlap.
[[nodiscard]] bool is_peer_copy(const cudaMemcpy3DPeerParms* p);
[[nodiscard]] bool is_library(cudaLibrary_t library);

/// A graph would not repeat the call: refused as the modes of thread and captures say.
[[gnu::cold]] cudaError_t unsafe();
/// Waits for a whole context.
[[gnu::cold]] cudaError_t context();
/// Uses a stream, capturing or not. What else a call may not do with it, the body says.
[[gnu::cold]] cudaError_t stream(cudaStream_t handle);
/// As `stream`, but a capture can hold nothing of the kind: refused, and the capture goes on.
[[gnu::cold]] cudaError_t unable(cudaStream_t handle);
/// Never while that stream captures.
[[gnu::cold]] cudaError_t refused(cudaStream_t handle);
/// The same, and for other streams `unsafe`.
[[gnu::cold]] cudaError_t waits(cudaStream_t handle);
/// Becomes a node in a stream that captures, and is `unsafe` in another.
[[gnu::cold]] cudaError_t ordered(cudaStream_t handle);
/// Only the legacy stream makes a difference.
[[gnu::cold]] cudaError_t legacy(cudaStream_t handle);
/// The same, and asking does no harm.
[[gnu::cold]] cudaError_t asks(cudaStream_t handle);
/// Asks for the state of an event.
[[gnu::cold]] cudaError_t event(cudaEvent_t handle);

}  // namespace riffle::api::cudart::capture_rule
