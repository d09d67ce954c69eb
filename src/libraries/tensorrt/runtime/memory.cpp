// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/memory.h"

#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include <cuda.h>
#include <cuda_runtime_api.h>

#include "libraries/tensorrt/base/log.h"

namespace riffle::tensorrt {
namespace {

/// The system reads the byte, or says that it cannot. Where it may not read for this process, the byte counts as there.
bool is_mapped(const char* data) {
  char byte = 0;
  const iovec to{&byte, 1};
  const iovec from{const_cast<char*>(data), 1};
  return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1 || errno != EFAULT;
}

using PointerGetAttributes = CUresult (*)(unsigned, CUpointer_attribute*, void**, CUdeviceptr);

PointerGetAttributes pointer_get_attributes() {
  constexpr unsigned kVersion = 7000;
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
  const cudaError_t error = cudaGetDriverEntryPointByVersion("cuPointerGetAttributes", &found,
                                                             kVersion, cudaEnableDefault, &result);
  return error == cudaSuccess && result == cudaDriverEntryPointSuccess
             ? reinterpret_cast<PointerGetAttributes>(found)
             : nullptr;
}

/// How many bytes CUDA has at the address and behind it in one allocation; 0 where it has none.
std::size_t known_bytes_at(const char* data) {
  static const PointerGetAttributes get = pointer_get_attributes();
  CUdeviceptr start = 0;
  std::size_t bytes = 0;
  CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                 CU_POINTER_ATTRIBUTE_RANGE_SIZE};
  void* answers[] = {&start, &bytes};
  const auto at = reinterpret_cast<CUdeviceptr>(data);
  if (get == nullptr || get(2, asked, answers, at) != CUDA_SUCCESS) return 0;
  return at >= start && at - start < bytes ? bytes - (at - start) : 0;
}

}  // namespace

std::string why_not_memory(const void* data, std::size_t bytes, bool is_capturing) {
  if (bytes == 0) return {};
  const auto* const first = static_cast<const char*>(data);
  // Allocations may lie side by side, as those do that a program maps into a range of addresses.
  std::size_t known = 0;
  while (known < bytes) {
    const std::size_t more = known_bytes_at(first + known);
    if (more == 0) break;
    known += more;
  }
  if (known >= bytes) return {};
  if (known > 0)
    return joined("the memory at address ", data, " has ", known, " bytes, and ", bytes,
                  " are needed");
  if (is_capturing || (is_mapped(first) && is_mapped(first + bytes - 1))) return {};
  return joined("the ", bytes, " bytes at address ", data, " are not memory of this process");
}

}  // namespace riffle::tensorrt
