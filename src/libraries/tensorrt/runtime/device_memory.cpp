// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/device_memory.h"

#include <cuda_runtime_api.h>

#include <algorithm>

#include "libraries/tensorrt/base/log.h"

namespace riffle::tensorrt {
namespace {

constexpr std::uint64_t kAlignment = 256;

/// While it lives, this thread may make the CUDA calls that a capture would otherwise forbid.
class OutsideOfCaptures {
 public:
  OutsideOfCaptures() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  OutsideOfCaptures(const OutsideOfCaptures&) = delete;
  ~OutsideOfCaptures() { cudaThreadExchangeStreamCaptureMode(&mode_); }

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

}  // namespace

void* DeviceMemory::allocate(std::size_t bytes, const std::string& what,
                             cudaStream_t stream) const {
  const OutsideOfCaptures outside;
  bytes = std::max<std::size_t>(bytes, 1);
  if (allocator_ != nullptr) {
    void* const made = allocator_->allocateAsync(bytes, kAlignment, 0, stream);
    if (made != nullptr) return made;
    throw Failure(
        ErrorCode::kFAILED_ALLOCATION,
        joined("the program's IGpuAllocator returned no memory of ", bytes, " bytes for ", what));
  }
  void* made = nullptr;
  if (const cudaError_t error = cudaMalloc(&made, bytes); error != cudaSuccess)
    throw Failure(ErrorCode::kFAILED_ALLOCATION, joined("no memory of ", bytes, " bytes for ", what,
                                                        ": ", cudaGetErrorString(error)));
  return made;
}

void DeviceMemory::free(void* data) const noexcept {
  if (data == nullptr) return;
  if (allocator_ != nullptr)
    allocator_->deallocateAsync(data, nullptr);
  else
    cudaFree(data);
}

}  // namespace riffle::tensorrt
