// SPDX-License-Identifier: Apache-2.0
// Compiled by riffle cc. The kernels have the names that findings show.
#include "libraries/tensorrt/runtime/witness.h"

#include <algorithm>
#include <cstdlib>

namespace riffle::tensorrt {
namespace {

constexpr unsigned kThreads = 128;

unsigned blocks_for(std::size_t bytes) {
  return static_cast<unsigned>(std::clamp<std::size_t>((bytes + kThreads - 1) / kThreads, 1, 4096));
}

}  // namespace

/// `kept` is null, which the compiler does not know: the reads stay.
extern "C" __global__ void tensorrt_reads_its_input(const unsigned char* data, std::size_t bytes,
                                                    unsigned char* kept) {
  unsigned char sum = 0;
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < bytes;
       i += std::size_t{gridDim.x} * blockDim.x)
    sum ^= data[i];
  if (kept != nullptr) *kept = sum;
}

extern "C" __global__ void tensorrt_writes_its_output(unsigned char* data, std::size_t bytes) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < bytes;
       i += std::size_t{gridDim.x} * blockDim.x)
    data[i] = 0;
}

extern "C" __global__ void tensorrt_uses_its_execution_context(unsigned* word) { *word = 1; }

bool is_checked() {
  static const bool checked = [] {
    const char* const check = std::getenv("RIFFLE_CHECK");
    return check != nullptr && *check != '\0';
  }();
  return checked;
}

cudaError_t witness_reads(const void* data, std::size_t bytes, cudaStream_t stream) {
  if (bytes == 0) return cudaSuccess;
  tensorrt_reads_its_input<<<blocks_for(bytes), kThreads, 0, stream>>>(
      static_cast<const unsigned char*>(data), bytes, nullptr);
  return cudaGetLastError();
}

cudaError_t witness_writes(void* data, std::size_t bytes, cudaStream_t stream) {
  if (bytes == 0) return cudaSuccess;
  tensorrt_writes_its_output<<<blocks_for(bytes), kThreads, 0, stream>>>(
      static_cast<unsigned char*>(data), bytes);
  return cudaGetLastError();
}

cudaError_t witness_context(unsigned* word, cudaStream_t stream) {
  tensorrt_uses_its_execution_context<<<1, 1, 0, stream>>>(word);
  return cudaGetLastError();
}

}  // namespace riffle::tensorrt
