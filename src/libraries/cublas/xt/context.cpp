// SPDX-License-Identifier: Apache-2.0
// Handles of cuBLASXt and their settings.
#include "libraries/cublas/xt/context.h"

#include <memory>
#include <set>
#include <utility>

#include "libraries/cublas/entry.h"

namespace riffle::cublas::xt {

XtDevice::XtDevice(XtDevice&& other) noexcept
    : number_(other.number_), handle_(std::exchange(other.handle_, {})) {}
XtDevice::~XtDevice() {
  if (handle_.stream != nullptr) static_cast<void>(cudaStreamDestroy(handle_.stream));
}
bool XtDevice::start() {
  handle_.takes_host_memory = true;
  return cudaSetDevice(number_) == cudaSuccess && cudaStreamCreate(&handle_.stream) == cudaSuccess;
}

cublasStatus_t Tiles::finish() {
  for (XtDevice& device : xt_->devices)
    if (cudaStreamSynchronize(device.handle()->stream) != cudaSuccess &&
        status_ == CUBLAS_STATUS_SUCCESS)
      status_ = CUBLAS_STATUS_EXECUTION_FAILED;
  return status_;
}

namespace {

/// Under the name of the function that it is called in.
template <class Body>
[[gnu::always_inline]] inline cublasStatus_t with(cublasXtHandle_t xt, bool valid, Body body,
                                                  const char* function = __builtin_FUNCTION()) {
  return invoke(
      [&] {
        if (xt == nullptr || !valid) return CUBLAS_STATUS_INVALID_VALUE;
        const std::lock_guard lock(xt->mutex);
        return body();
      },
      function);
}

/// The share of the host is for gemm.
cublasStatus_t check_hybrid(cublasXtBlasOp_t operation, cublasXtOpType_t type) {
  if (operation < CUBLASXT_GEMM || operation >= CUBLASXT_ROUTINE_MAX || type < CUBLASXT_FLOAT ||
      type > CUBLASXT_DOUBLECOMPLEX)
    return CUBLAS_STATUS_INVALID_VALUE;
  return operation == CUBLASXT_GEMM ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

bool are_devices(int count, const int* numbers) {
  int there = 0;
  if (count <= 0 || numbers == nullptr || cudaGetDeviceCount(&there) != cudaSuccess) return false;
  return std::all_of(numbers, numbers + count,
                     [&](int number) { return number >= 0 && number < there; });
}

}  // namespace
}  // namespace riffle::cublas::xt

using riffle::cublas::xt::with;

RIFFLE_ENTRY cublasXtCreate(cublasXtHandle_t* handle) {
  return invoke([&] {
    if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *handle = nullptr;
    if (cudaFree(nullptr) != cudaSuccess || !riffle::cublas::openblas_is_there())
      return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = std::make_unique<cublasXtContext>().release();
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasXtDestroy(cublasXtHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

RIFFLE_ENTRY cublasXtGetNumBoards(int nbDevices, int deviceId[], int* nbBoards) {
  return invoke([&] {
    if (nbBoards == nullptr || !riffle::cublas::xt::are_devices(nbDevices, deviceId))
      return CUBLAS_STATUS_INVALID_VALUE;
    *nbBoards = static_cast<int>(std::set<int>(deviceId, deviceId + nbDevices).size());
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasXtMaxBoards(int* nbGpuBoards) {
  return nbGpuBoards != nullptr && cudaGetDeviceCount(nbGpuBoards) == cudaSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_INVALID_VALUE;
}
RIFFLE_ENTRY cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]) {
  return with(handle, riffle::cublas::xt::are_devices(nbDevices, deviceId), [&] {
    const riffle::cublas::xt::CurrentDevice current;
    std::vector<riffle::cublas::xt::XtDevice> devices;
    devices.reserve(static_cast<std::size_t>(nbDevices));
    for (int i = 0; i < nbDevices; ++i)
      if (!devices.emplace_back(deviceId[i]).start()) return CUBLAS_STATUS_INVALID_VALUE;
    handle->devices.swap(devices);
    return CUBLAS_STATUS_SUCCESS;
  });
}

RIFFLE_ENTRY cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim) {
  return with(handle, blockDim > 0, [&] {
    handle->block_dim = blockDim;
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasXtGetBlockDim(cublasXtHandle_t handle, int* blockDim) {
  return with(handle, blockDim != nullptr, [&] {
    *blockDim = handle->block_dim;
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  const bool valid = mode == CUBLASXT_PINNING_DISABLED || mode == CUBLASXT_PINNING_ENABLED;
  return with(handle, valid, [&] {
    handle->pinning = mode;
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode) {
  return with(handle, mode != nullptr, [&] {
    *mode = handle->pinning;
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp,
                                   cublasXtOpType_t type, void* blasFunctor) {
  return with(handle, true, [&] {
    const cublasStatus_t status = riffle::cublas::xt::check_hybrid(blasOp, type);
    if (status == CUBLAS_STATUS_SUCCESS) handle->host_gemm[type] = blasFunctor;
    return status;
  });
}
RIFFLE_ENTRY cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp,
                                 cublasXtOpType_t type, float ratio) {
  return with(handle, ratio >= 0 && ratio <= 1, [&] {
    const cublasStatus_t status = riffle::cublas::xt::check_hybrid(blasOp, type);
    if (status == CUBLAS_STATUS_SUCCESS) handle->host_share[type] = ratio;
    return status;
  });
}
