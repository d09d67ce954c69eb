// SPDX-License-Identifier: Apache-2.0
// What reaches beyond the runtime: the driver's functions, other systems' memory and synchronisation,
// the profiler, versions.
#include "api/cuda/proc_address.h"
#include "api/cudart/entry.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {

// No such symbol is an answer and no error.
cudaError_t get_driver_entry_point_by_version(cudaStream_t default_stream, const char* symbol,
                                              void** funcPtr, unsigned int cudaVersion,
                                              unsigned long long flags,
                                              cudaDriverEntryPointQueryResult* driverStatus) {
  if (symbol == nullptr || funcPtr == nullptr) return cudaErrorInvalidValue;  // hardware crashes
  constexpr unsigned long long kFlags = cudaEnableLegacyStream | cudaEnablePerThreadDefaultStream;
  // Hardware compares signed numbers: the largest versions pass.
  const bool is_version = static_cast<int>(cudaVersion) <= CUDART_VERSION;
  if ((flags & ~kFlags) != 0 || !is_version) return cudaErrorInvalidValue;
  const bool is_per_thread =
      (flags & cudaEnablePerThreadDefaultStream) != 0 ||
      (default_stream == cudaStreamPerThread && (flags & cudaEnableLegacyStream) == 0);
  const auto found = cuda::find_procedure(symbol, cudaVersion, is_per_thread);
  *funcPtr = found.value_or(nullptr);
  if (driverStatus == nullptr) return cudaSuccess;
  if (!found) {
    *driverStatus = cudaDriverEntryPointSymbolNotFound;
  } else {
    *driverStatus =
        *found != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointVersionNotSufficent;
  }
  return cudaSuccess;
}

cudaError_t get_driver_entry_point(cudaStream_t stream, const char* symbol, void** funcPtr,
                                   unsigned long long flags,
                                   cudaDriverEntryPointQueryResult* driverStatus) {
  return get_driver_entry_point_by_version(stream, symbol, funcPtr, CUDART_VERSION, flags,
                                           driverStatus);
}

cudaError_t driver_get_version(int* driverVersion) {
  if (driverVersion == nullptr) return cudaErrorInvalidValue;
  *driverVersion = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t runtime_get_version(int* runtimeVersion) {
  if (runtimeVersion == nullptr) return cudaErrorInvalidValue;
  *runtimeVersion = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t profiler_start() { return cudaSuccess; }  // there is no profiler to tell
cudaError_t profiler_stop() { return cudaSuccess; }

// Other devices on a bus do not reach this memory: there is nothing to flush, and the device says so.
cudaError_t device_flush_gpu_direct_rdma_writes(cudaFlushGPUDirectRDMAWritesTarget target,
                                                cudaFlushGPUDirectRDMAWritesScope scope) {
  const bool is_scope = scope == cudaFlushGPUDirectRDMAWritesToOwner ||
                        scope == cudaFlushGPUDirectRDMAWritesToAllDevices;
  if (target != cudaFlushGPUDirectRDMAWritesTargetCurrentDevice || !is_scope)
    return cudaErrorInvalidValue;
  return cudaErrorNotSupported;
}

// Lists of another library's attributes, which does not exist here.
cudaError_t device_get_nv_sci_sync_attributes(void* nvSciSyncAttrList, int, int) {
  return nvSciSyncAttrList == nullptr ? cudaErrorInvalidResourceHandle : cudaErrorNotSupported;
}

}  // namespace riffle::api::cudart
