// SPDX-License-Identifier: Apache-2.0
// Device memory that an engine needs: by the program's allocator where it has set one, else by CUDA.
#pragma once

#include <NvInferRuntime.h>

#include <cstddef>
#include <string>

namespace riffle::tensorrt {

class DeviceMemory {
 public:
  /// The allocator outlives the engine; null stands for CUDA's.
  explicit DeviceMemory(nvinfer1::IGpuAllocator* allocator) : allocator_(allocator) {}

  /// Allocates at once, even while the stream is being captured. Throws Failure, which says what the memory was for.
  void* allocate(std::size_t bytes, const std::string& what, cudaStream_t stream) const;
  void free(void* data) const noexcept;

  nvinfer1::IGpuAllocator* allocator() const { return allocator_; }

 private:
  nvinfer1::IGpuAllocator* allocator_;
};

}  // namespace riffle::tensorrt
