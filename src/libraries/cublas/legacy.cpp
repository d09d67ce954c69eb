// SPDX-License-Identifier: Apache-2.0
// What cublas.h has beside routines: the handle of the process, the status of the last routine, memory. As NVIDIA's
// library, it needs no cublasInit: the first call makes the handle, also after cublasShutdown.
#include "libraries/cublas/legacy.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

namespace riffle::cublas {
namespace {

struct State {
  std::mutex mutex;
  std::optional<cublasContext> handle;  ///< guarded by mutex
  std::atomic<cublasStatus_t> status{CUBLAS_STATUS_SUCCESS};
};
/// Never destroyed: threads may call while the process ends.
State& state() {
  static State& process = *new State;
  return process;
}

/// Calls `use(handle)` under the lock.
template <class Use>
cublasStatus_t with_handle(Use use) {
  const std::lock_guard lock(state().mutex);
  if (!state().handle) {
    cublasHandle_t made = nullptr;
    if (const cublasStatus_t status = cublasCreate_v2(&made); status != CUBLAS_STATUS_SUCCESS)
      return status;
    state().handle = *std::unique_ptr<cublasContext>(made);
  }
  use(*state().handle);
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

cublasStatus_t copy_legacy_handle(cublasContext& copy) {
  return with_handle([&](const cublasContext& handle) { copy = handle; });
}
void keep_status(cublasStatus_t status) noexcept { state().status = status; }

}  // namespace riffle::cublas

using riffle::cublas::state;
using riffle::cublas::with_handle;

RIFFLE_ENTRY cublasInit() {
  return invoke([] { return with_handle([](const cublasContext&) {}); });
}
RIFFLE_ENTRY cublasShutdown() {
  return invoke([] {
    {
      const std::lock_guard lock(state().mutex);
      if (!state().handle) return CUBLAS_STATUS_SUCCESS;
      state().handle.reset();
    }
    // As cublasDestroy: the work of its streams is complete.
    static_cast<void>(cudaDeviceSynchronize());
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasGetError() { return state().status.exchange(CUBLAS_STATUS_SUCCESS); }
RIFFLE_ENTRY cublasGetVersion(int* version) { return cublasGetVersion_v2(nullptr, version); }
RIFFLE_ENTRY cublasSetKernelStream(cudaStream_t stream) {
  return invoke(
      [&] { return with_handle([&](cublasContext& handle) { handle.stream = stream; }); });
}

RIFFLE_ENTRY cublasAlloc(int n, int elemSize, void** devicePtr) {
  if (devicePtr == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *devicePtr = nullptr;
  if (n <= 0 || elemSize <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (cudaMalloc(devicePtr, static_cast<std::size_t>(n) * static_cast<std::size_t>(elemSize)) ==
      cudaSuccess)
    return CUBLAS_STATUS_SUCCESS;
  static_cast<void>(cudaGetLastError());  // the status says it
  return CUBLAS_STATUS_ALLOC_FAILED;
}
RIFFLE_ENTRY cublasFree(void* devicePtr) {
  if (cudaFree(devicePtr) == cudaSuccess) return CUBLAS_STATUS_SUCCESS;
  static_cast<void>(cudaGetLastError());
  return CUBLAS_STATUS_INTERNAL_ERROR;
}
