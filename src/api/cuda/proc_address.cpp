// SPDX-License-Identifier: Apache-2.0
// cuGetProcAddress, and tables of functions that the driver exports to NVIDIA's own tools.
#include "api/cuda/proc_address.h"

#include "api/cuda/entry.h"
#include "cuda_bodies.h"

namespace riffle::api::cuda {

CUresult get_proc_address_v2(const char* symbol, void** function, int cuda_version,
                             cuuint64_t flags, CUdriverProcAddressQueryResult* symbol_status) {
  constexpr cuuint64_t kFlags =
      CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  if (symbol == nullptr || function == nullptr || (flags & ~kFlags) != 0 ||
      cuda_version > CUDA_VERSION)
    return CUDA_ERROR_INVALID_VALUE;
  const bool is_per_thread = (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
  // A negative version is the largest of all, as on hardware.
  const auto found = find_procedure(symbol, static_cast<unsigned>(cuda_version), is_per_thread);
  *function = found.value_or(nullptr);
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
  if (!found) {
    status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  } else if (*found == nullptr) {
    status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
  }
  if (symbol_status != nullptr) *symbol_status = status;
  return CUDA_SUCCESS;
}

CUresult get_proc_address(const char* symbol, void** function, int cuda_version, cuuint64_t flags) {
  return get_proc_address_v2(symbol, function, cuda_version, flags, nullptr);
}

// They are no part of the documented interface.
CUresult get_export_table(const void** export_table, const CUuuid* export_table_id) {
  if (export_table == nullptr || export_table_id == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return CUDA_ERROR_INVALID_VALUE;
}

}  // namespace riffle::api::cuda
