// SPDX-License-Identifier: Apache-2.0
// Fills: cudaMemset and its pitched forms.
#include "api/cudart/memory_set.h"

#include "api/cudart/captured.h"
#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/memory/transfer.h"

namespace riffle::api::cudart {
namespace {

using memory::SyncBehaviour;

// Where the memory lies is only asked when the graph is made executable, as on hardware.
graph::MemsetParams fill_node(const StreamObject& stream, const memory::FillRequest& request) {
  return {.destination = request.destination,
          .pitch_bytes = request.layout.row_pitch_bytes,
          .value = request.value,
          .element_bytes = request.element_bytes,
          .width = request.box.width / request.element_bytes,
          .height = request.box.height,
          .device = stream.context->device()};
}

// A node fills rows at one pitch: slices that do not follow each other take one each.
std::optional<cudaError_t> capture_fill(StreamObject& stream, memory::FillRequest request) {
  memory::CopyExtent& box = request.box;
  const memory::PitchedLayout& layout = request.layout;
  if (box.is_empty()) return cudaSuccess;
  if (box.rows() > 1 && layout.row_pitch_bytes < box.width) return cudaErrorInvalidValue;
  if (layout.slice_pitch_bytes == box.height * layout.row_pitch_bytes) {
    box.height *= box.depth;
    box.depth = 1;
  }
  for (std::size_t slice = 0; slice < box.depth; ++slice) {
    const auto node = captured(stream, [&] { return fill_node(stream, request); });
    if (!node || *node != cudaSuccess) return node;
    request.destination += layout.slice_pitch_bytes;
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t fill(const memory::FillRequest& request, cudaStream_t handle, SyncBehaviour call) {
  StreamObject* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  if (stream->capture.is_capturing()) [[unlikely]] {
    if (const auto nodes = capture_fill(*stream, request)) return *nodes;
  }
  const auto allocation =
      device_count() > 1 ? memory::registry().find(request.destination) : std::nullopt;
  if (allocation && allocation->kind == memory::MemoryType::kDevice &&
      !reaches(*stream->context, allocation->device)) [[unlikely]] {
    return request.box.is_empty() ? cudaSuccess : cudaErrorInvalidValue;
  }
  return to_cuda(memory::fill(*stream->stream, memory::registry(), request, call));
}

namespace {

cudaError_t fill(void* destination, const memory::CopyExtent& box,
                 const memory::PitchedLayout& layout, int value, cudaStream_t handle,
                 SyncBehaviour call) {
  return cudart::fill({.destination = static_cast<char*>(destination),
                       .box = box,
                       .layout = layout,
                       .value = static_cast<unsigned char>(value)},
                      handle, call);
}

cudaError_t fill_2d(void* destination, std::size_t pitch, int value, std::size_t width,
                    std::size_t height, cudaStream_t stream, SyncBehaviour call) {
  return fill(destination, {width, height, 1}, {pitch, 0}, value, stream, call);
}

cudaError_t fill_3d(const cudaPitchedPtr& pointer, int value, const cudaExtent& extent,
                    cudaStream_t stream, SyncBehaviour call) {
  return fill(pointer.ptr, {extent.width, extent.height, extent.depth},
              {pointer.pitch, pointer.pitch * pointer.ysize}, value, stream, call);
}

}  // namespace

cudaError_t memset(cudaStream_t default_stream, void* devPtr, int value, size_t count) {
  return fill(devPtr, {count, 1, 1}, {}, value, default_stream, SyncBehaviour::kSynchronous);
}

cudaError_t memset_async(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return fill(devPtr, {count, 1, 1}, {}, value, stream, SyncBehaviour::kAsynchronous);
}

cudaError_t memset_2d(cudaStream_t default_stream, void* devPtr, size_t pitch, int value,
                      size_t width, size_t height) {
  return fill_2d(devPtr, pitch, value, width, height, default_stream, SyncBehaviour::kSynchronous);
}

cudaError_t memset_2d_async(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                            cudaStream_t stream) {
  return fill_2d(devPtr, pitch, value, width, height, stream, SyncBehaviour::kAsynchronous);
}

cudaError_t memset_3d(cudaStream_t default_stream, cudaPitchedPtr pitchedDevPtr, int value,
                      cudaExtent extent) {
  return fill_3d(pitchedDevPtr, value, extent, default_stream, SyncBehaviour::kSynchronous);
}

cudaError_t memset_3d_async(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent,
                            cudaStream_t stream) {
  return fill_3d(pitchedDevPtr, value, extent, stream, SyncBehaviour::kAsynchronous);
}

}  // namespace riffle::api::cudart
