// SPDX-License-Identifier: Apache-2.0
// Fills: cudaMemset and its pitched forms.
#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/memory/transfer.h"

namespace riffle::api::cudart {
namespace {

using memory::Call;

cudaError_t fill(void* destination, const memory::Box& box, const memory::Layout& layout, int value,
                 cudaStream_t handle, Call call) {
  const StreamObject* const stream = find_stream(handle);
  if (stream == nullptr) return cudaErrorInvalidResourceHandle;
  return to_cuda(memory::fill(*stream->stream, memory::registry(),
                              {.destination = static_cast<char*>(destination),
                               .box = box,
                               .layout = layout,
                               .value = static_cast<unsigned char>(value)},
                              call));
}

cudaError_t fill_2d(void* destination, std::size_t pitch, int value, std::size_t width,
                    std::size_t height, cudaStream_t stream, Call call) {
  return fill(destination, {width, height, 1}, {pitch, 0}, value, stream, call);
}

cudaError_t fill_3d(const cudaPitchedPtr& pointer, int value, const cudaExtent& extent,
                    cudaStream_t stream, Call call) {
  return fill(pointer.ptr, {extent.width, extent.height, extent.depth},
              {pointer.pitch, pointer.pitch * pointer.ysize}, value, stream, call);
}

}  // namespace

cudaError_t memset(cudaStream_t default_stream, void* devPtr, int value, size_t count) {
  return fill(devPtr, {count, 1, 1}, {}, value, default_stream, Call::kSynchronous);
}

cudaError_t memset_async(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return fill(devPtr, {count, 1, 1}, {}, value, stream, Call::kAsynchronous);
}

cudaError_t memset_2d(cudaStream_t default_stream, void* devPtr, size_t pitch, int value,
                      size_t width, size_t height) {
  return fill_2d(devPtr, pitch, value, width, height, default_stream, Call::kSynchronous);
}

cudaError_t memset_2d_async(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                            cudaStream_t stream) {
  return fill_2d(devPtr, pitch, value, width, height, stream, Call::kAsynchronous);
}

cudaError_t memset_3d(cudaStream_t default_stream, cudaPitchedPtr pitchedDevPtr, int value,
                      cudaExtent extent) {
  return fill_3d(pitchedDevPtr, value, extent, default_stream, Call::kSynchronous);
}

cudaError_t memset_3d_async(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent,
                            cudaStream_t stream) {
  return fill_3d(pitchedDevPtr, value, extent, stream, Call::kAsynchronous);
}

}  // namespace riffle::api::cudart
