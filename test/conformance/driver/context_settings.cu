// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuCtxSetLimit, cuCtxGetLimit, cuCtxSetCacheConfig, cuCtxGetCacheConfig, cuCtxSetFlags, cuCtxGetFlags,
// cuCtxGetSharedMemConfig, cuCtxSetSharedMemConfig, cuCtxGetStreamPriorityRange, cuCtxResetPersistingL2Cache,
// cuCtxGetExecAffinity, cuCtxEnablePeerAccess, cuCtxDisablePeerAccess: what each context keeps, and what is refused.
#include "driver.h"

int main() {
  MUST(cuInit(0));
  CUcontext a = make_context(CU_CTX_SCHED_SPIN), b = make_context();
  std::size_t value = 0;
  for (int limit = -1; limit <= 10; ++limit) {
    std::printf("limit %d\n", limit);
    SHOW(cuCtxGetLimit(&value, static_cast<CUlimit>(limit)));
  }
  SHOW(cuCtxGetLimit(nullptr, CU_LIMIT_STACK_SIZE));
  SHOW(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
  SHOW(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  show_value("stack", value);
  SHOW(cuCtxSetCurrent(a));
  SHOW(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  show_value("stack of the other", value);
  SHOW(cuCtxSetLimit(static_cast<CUlimit>(99), 1));
  SHOW(cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, 2));
  SHOW(cuCtxSetLimit(CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 32));
  SHOW(cuCtxSetLimit(CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 1000));
  CUfunc_cache config = CU_FUNC_CACHE_PREFER_EQUAL;
  SHOW(cuCtxGetCacheConfig(nullptr));
  SHOW(cuCtxGetCacheConfig(&config));
  show_value("cache", config);
  SHOW(cuCtxSetCacheConfig(static_cast<CUfunc_cache>(77)));
  SHOW(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
  SHOW(cuCtxGetCacheConfig(&config));
  show_value("cache", config);
  unsigned flags = 77;
  SHOW(cuCtxGetFlags(nullptr));
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  SHOW(cuCtxSetFlags(CU_CTX_SCHED_BLOCKING_SYNC));
  SHOW(cuCtxSetFlags(0x7));
  SHOW(cuCtxSetFlags(0x1000));
  SHOW(cuCtxSetFlags(CU_CTX_SYNC_MEMOPS));
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  SHOW(cuCtxSetFlags(CU_CTX_LMEM_RESIZE_TO_MAX));
  SHOW(cuCtxGetFlags(&flags));
  show_value("flags", flags);
  CUsharedconfig shared = CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
  SHOW(cuCtxGetSharedMemConfig(nullptr));
  SHOW(cuCtxGetSharedMemConfig(&shared));
  show_value("banks", shared);
  SHOW(cuCtxSetSharedMemConfig(static_cast<CUsharedconfig>(77)));
  SHOW(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
  int least = 77, greatest = 77;
  SHOW(cuCtxGetStreamPriorityRange(nullptr, nullptr));
  SHOW(cuCtxGetStreamPriorityRange(&least, &greatest));
  show_row("priorities", {least, greatest});
  SHOW(cuCtxResetPersistingL2Cache());
  CUexecAffinityParam affinity = {};
  SHOW(cuCtxGetExecAffinity(nullptr, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
  SHOW(cuCtxGetExecAffinity(&affinity, static_cast<CUexecAffinityType>(77)));
  SHOW(cuCtxEnablePeerAccess(nullptr, 0));
  SHOW(cuCtxEnablePeerAccess(a, 0));
  SHOW(cuCtxEnablePeerAccess(b, 0));
  SHOW(cuCtxEnablePeerAccess(b, 1));
  SHOW(cuCtxDisablePeerAccess(nullptr));
  SHOW(cuCtxDisablePeerAccess(b));
  SHOW(cuCtxDestroy(b));
  SHOW(cuCtxDestroy(a));
}
