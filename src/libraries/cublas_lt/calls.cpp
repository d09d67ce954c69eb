// SPDX-License-Identifier: Apache-2.0
// cuBLASLt's handles, versions, texts and cache.
#include <atomic>
#include <memory>
#include <mutex>
#include <set>

#include <cublasLt.h>
#include <cuda_runtime_api.h>

#include "libraries/cublas/entry.h"
#include "libraries/cublas/property.h"
#include "libraries/cublas/status_texts.h"
#include "libraries/cublas_lt/handles.h"
#include "libraries/cublas_lt/logger.h"

namespace {

/// Programs also hand over a handle of cuBLAS, which counts as one of cuBLASLt: what is ours is known by its address.
class Handles {
 public:
  cublasLtHandle_t create() {
    auto handle = std::make_unique<cublasLtContext>();
    const std::lock_guard lock(mutex_);
    return *live_.insert(handle.release()).first;
  }
  bool destroy(cublasLtHandle_t handle) {
    const std::lock_guard lock(mutex_);
    if (live_.erase(handle) == 0) return false;
    const std::unique_ptr<cublasLtContext> owned(handle);
    return true;
  }

 private:
  std::mutex mutex_;
  std::set<cublasLtHandle_t> live_;
};

Handles& handles() {
  static auto* const kHandles = new Handles;
  return *kHandles;
}

/// Results of searches are kept nowhere, as they cost nothing; a program may set this and ask for it.
std::atomic<std::size_t> cache_capacity{8192};

}  // namespace

using riffle::cublas_lt::log_api;

RIFFLE_ENTRY cublasLtCreate(cublasLtHandle_t* lightHandle) {
  log_api();
  return invoke([&] {
    if (lightHandle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *lightHandle = nullptr;
    // Starts the device, and fails where a fault has ended it.
    if (cudaFree(nullptr) != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED;
    *lightHandle = handles().create();
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasLtDestroy(cublasLtHandle_t lightHandle) {
  log_api();
  return handles().destroy(lightHandle) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

extern "C" RIFFLE_EXPORT const char* cublasLtGetStatusName(cublasStatus_t status) {
  return riffle::cublas::status_name(status);
}
extern "C" RIFFLE_EXPORT const char* cublasLtGetStatusString(cublasStatus_t status) {
  return riffle::cublas::status_text(status);
}
extern "C" RIFFLE_EXPORT size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
extern "C" RIFFLE_EXPORT size_t cublasLtGetCudartVersion() { return CUDART_VERSION; }

RIFFLE_ENTRY cublasLtGetProperty(libraryPropertyType type, int* value) {
  log_api();
  return riffle::cublas::property(type, value);
}

RIFFLE_ENTRY cublasLtHeuristicsCacheGetCapacity(size_t* capacity) {
  log_api();
  if (capacity == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *capacity = cache_capacity.load();
  return CUBLAS_STATUS_SUCCESS;
}
RIFFLE_ENTRY cublasLtHeuristicsCacheSetCapacity(size_t capacity) {
  log_api();
  cache_capacity.store(capacity);
  return CUBLAS_STATUS_SUCCESS;
}
