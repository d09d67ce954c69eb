// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>

#include <cuda_runtime_api.h>

namespace riffle::tensorrt {
namespace {

/// The system reads the byte, or says that it cannot. Where it may not read for this process, the byte counts as there.
bool is_mapped(const char* data) {
  char byte = 0;
  const iovec to{&byte, 1};
  const iovec from{const_cast<char*>(data), 1};
  return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1 || errno != EFAULT;
}

}  // namespace

bool is_memory(const void* data, std::size_t bytes) {
  if (bytes == 0) return true;
  cudaPointerAttributes attributes{};
  const bool is_known = cudaPointerGetAttributes(&attributes, data) == cudaSuccess &&
                        attributes.type != cudaMemoryTypeUnregistered;
  if (is_known) return true;
  const auto* const first = static_cast<const char*>(data);
  return is_mapped(first) && is_mapped(first + bytes - 1);
}

}  // namespace riffle::tensorrt
