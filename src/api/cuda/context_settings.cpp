// SPDX-License-Identifier: Apache-2.0
// What a program may set on its context.
#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {

CUresult ctx_set_flags(unsigned int flags) {
  if (!are_context_flags(flags)) return CUDA_ERROR_INVALID_VALUE;
  Context& context = current_context();
  context.settings.flags = flags | (context.home().is_primary() ? CU_CTX_MAP_HOST : 0U);
  return CUDA_SUCCESS;
}

CUresult ctx_get_flags(unsigned int* flags) {
  if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *flags = current_context().settings.flags;
  return CUDA_SUCCESS;
}

CUresult ctx_set_limit(CUlimit limit, size_t value) {
  return to_result(checked::cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value));
}

CUresult ctx_get_limit(size_t* value, CUlimit limit) {
  if (limit == CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED) return CUDA_ERROR_UNSUPPORTED_LIMIT;
  if (limit == CU_LIMIT_CIG_ENABLED && value != nullptr) {
    *value = 0;  // no graphics share this context
    return CUDA_SUCCESS;
  }
  return to_result(checked::cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)));
}

CUresult ctx_get_cache_config(CUfunc_cache* config) {
  return to_result(checked::cudaDeviceGetCacheConfig(reinterpret_cast<cudaFuncCache*>(config)));
}

CUresult ctx_set_cache_config(CUfunc_cache config) {
  return to_result(checked::cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)));
}

CUresult ctx_get_shared_mem_config(CUsharedconfig* config) {
  return to_result(
      checked::cudaDeviceGetSharedMemConfig(reinterpret_cast<cudaSharedMemConfig*>(config)));
}

CUresult ctx_set_shared_mem_config(CUsharedconfig config) {
  return to_result(checked::cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(config)));
}

CUresult ctx_get_stream_priority_range(int* least_priority, int* greatest_priority) {
  return to_result(checked::cudaDeviceGetStreamPriorityRange(least_priority, greatest_priority));
}

CUresult ctx_get_exec_affinity(CUexecAffinityParam* exec_affinity, CUexecAffinityType type) {
  if (exec_affinity == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_EXEC_AFFINITY_TYPE_SM_COUNT) return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  exec_affinity->type = type;
  exec_affinity->param.smCount.val = current_context().multiprocessors();
  return CUDA_SUCCESS;
}

namespace {

CUresult set_access(CUcontext handle, bool enable) {
  const Context* const peer = find_context(handle);
  if (peer == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (peer->device() == current_context().device())  // these reach each other's memory anyway
    return enable ? CUDA_ERROR_PEER_ACCESS_UNSUPPORTED : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
  return to_result(enable ? checked::cudaDeviceEnablePeerAccess(peer->device(), 0)
                          : checked::cudaDeviceDisablePeerAccess(peer->device()));
}

}  // namespace

CUresult ctx_enable_peer_access(CUcontext peer_context, unsigned int flags) {
  return flags != 0 ? CUDA_ERROR_INVALID_VALUE : set_access(peer_context, true);
}

CUresult ctx_disable_peer_access(CUcontext peer_context) { return set_access(peer_context, false); }

}  // namespace riffle::api::cuda
