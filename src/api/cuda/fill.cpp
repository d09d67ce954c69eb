// SPDX-License-Identifier: Apache-2.0
// Fills with elements of 1, 2 and 4 bytes.
#include "api/cudart/memory_set.h"

#include "api/cuda/entry.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {
namespace {

using memory::SyncBehaviour;

cudaError_t ask_captures(CUstream stream, SyncBehaviour call) {
  if (!graph::is_any_capture_in_progress()) [[likely]]
    return cudaSuccess;
  return call == SyncBehaviour::kSynchronous ? cudart::capture_rule::refused(stream)
                                             : cudart::capture_rule::stream(stream);
}

template <class Element>
CUresult fill(CUdeviceptr destination, std::size_t pitch, Element value, std::size_t width,
              std::size_t height, CUstream stream, SyncBehaviour call) {
  const std::size_t bytes = width * sizeof value;  // hardware forgets what does not fit
  if (bytes != 0 && height != 0) {
    if (destination % sizeof value != 0 || (height > 1 && pitch % sizeof value != 0))
      return CUDA_ERROR_INVALID_VALUE;
    if (const cudaError_t refused = ask_captures(stream, call); refused != cudaSuccess)
      return to_result(refused);
  }
  return to_result(cudart::fill({.destination = reinterpret_cast<char*>(destination),
                                 .box = {bytes, height, 1},
                                 .layout = {pitch, 0},
                                 .value = value,
                                 .element_bytes = sizeof value},
                                stream, call));
}

}  // namespace

CUresult memset_d8_v2(CUstream default_stream, CUdeviceptr dst_device, unsigned char value,
                      size_t count) {
  return fill(dst_device, 0, value, count, 1, default_stream, SyncBehaviour::kSynchronous);
}

CUresult memset_d16_v2(CUstream default_stream, CUdeviceptr dst_device, unsigned short value,
                       size_t count) {
  return fill(dst_device, 0, value, count, 1, default_stream, SyncBehaviour::kSynchronous);
}

CUresult memset_d32_v2(CUstream default_stream, CUdeviceptr dst_device, unsigned int value,
                       size_t count) {
  return fill(dst_device, 0, value, count, 1, default_stream, SyncBehaviour::kSynchronous);
}

CUresult memset_d2d8_v2(CUstream default_stream, CUdeviceptr dst_device, size_t dst_pitch,
                        unsigned char value, size_t width, size_t height) {
  return fill(dst_device, dst_pitch, value, width, height, default_stream,
              SyncBehaviour::kSynchronous);
}

CUresult memset_d2d16_v2(CUstream default_stream, CUdeviceptr dst_device, size_t dst_pitch,
                         unsigned short value, size_t width, size_t height) {
  return fill(dst_device, dst_pitch, value, width, height, default_stream,
              SyncBehaviour::kSynchronous);
}

CUresult memset_d2d32_v2(CUstream default_stream, CUdeviceptr dst_device, size_t dst_pitch,
                         unsigned int value, size_t width, size_t height) {
  return fill(dst_device, dst_pitch, value, width, height, default_stream,
              SyncBehaviour::kSynchronous);
}

CUresult memset_d8_async(CUdeviceptr dst_device, unsigned char value, size_t count,
                         CUstream stream) {
  return fill(dst_device, 0, value, count, 1, stream, SyncBehaviour::kAsynchronous);
}

CUresult memset_d16_async(CUdeviceptr dst_device, unsigned short value, size_t count,
                          CUstream stream) {
  return fill(dst_device, 0, value, count, 1, stream, SyncBehaviour::kAsynchronous);
}

CUresult memset_d32_async(CUdeviceptr dst_device, unsigned int value, size_t count,
                          CUstream stream) {
  return fill(dst_device, 0, value, count, 1, stream, SyncBehaviour::kAsynchronous);
}

CUresult memset_d2d8_async(CUdeviceptr dst_device, size_t dst_pitch, unsigned char value,
                           size_t width, size_t height, CUstream stream) {
  return fill(dst_device, dst_pitch, value, width, height, stream, SyncBehaviour::kAsynchronous);
}

CUresult memset_d2d16_async(CUdeviceptr dst_device, size_t dst_pitch, unsigned short value,
                            size_t width, size_t height, CUstream stream) {
  return fill(dst_device, dst_pitch, value, width, height, stream, SyncBehaviour::kAsynchronous);
}

CUresult memset_d2d32_async(CUdeviceptr dst_device, size_t dst_pitch, unsigned int value,
                            size_t width, size_t height, CUstream stream) {
  return fill(dst_device, dst_pitch, value, width, height, stream, SyncBehaviour::kAsynchronous);
}

}  // namespace riffle::api::cuda
