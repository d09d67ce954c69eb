// SPDX-License-Identifier: Apache-2.0
// Handles and their settings.
#include "libraries/cublas/handle.h"

#include <memory>

#include "libraries/cublas/emulation.h"
#include "libraries/cublas/entry.h"
#include "libraries/cublas/logger.h"
#include "libraries/cublas/openblas.h"
#include "libraries/cublas/property.h"

namespace {

bool is_math_mode(int mode) {
  const int base = mode & ~CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
  return (base >= CUBLAS_DEFAULT_MATH && base <= CUBLAS_FP32_EMULATED_BF16X9_MATH) ||
         base == CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH;
}

}  // namespace

using riffle::cublas::get_setting;
using riffle::cublas::set_setting;

RIFFLE_ENTRY cublasCreate_v2(cublasHandle_t* handle) {
  if (is_logging())
    log_call("cublasStatus_t cublasCreate_v2", "cublasHandle_t*", "cublasHandle_t* handle", handle);
  return invoke([&] {
    if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *handle = nullptr;
    // Starts the device, and fails where a fault has ended it.
    if (cudaFree(nullptr) != cudaSuccess || !riffle::cublas::openblas_is_there())
      return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = std::make_unique<cublasContext>().release();
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasDestroy_v2(cublasHandle_t handle) {
  if (is_logging())
    log_call("cublasStatus_t cublasDestroy_v2", "cublasHandle_t", "cublasHandle_t handle", handle);
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const std::unique_ptr<cublasContext> owned(handle);
  // Programs count on it: the work of the handle's streams is complete. An error of that work is for their next call.
  static_cast<void>(cudaDeviceSynchronize());
  return CUBLAS_STATUS_SUCCESS;
}

RIFFLE_ENTRY cublasGetVersion_v2(cublasHandle_t, int* version) {
  if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
RIFFLE_ENTRY cublasGetProperty(libraryPropertyType type, int* value) {
  return riffle::cublas::property(type, value);
}
extern "C" RIFFLE_EXPORT std::size_t cublasGetCudartVersion() { return CUDART_VERSION; }

/// OpenBLAS has memory of its own: no workspace is used.
RIFFLE_ENTRY cublasSetWorkspace_v2(cublasHandle_t handle, void*, std::size_t) {
  return handle == nullptr ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_SUCCESS;
}

RIFFLE_ENTRY cublasSetStream_v2(cublasHandle_t handle, cudaStream_t streamId) {
  if (is_logging())
    log_call("cublasStatus_t cublasSetStream_v2", "cublasHandle_t, cudaStream_t",
             "cublasHandle_t handle, cudaStream_t streamId", handle, streamId);
  return set_setting(handle, &cublasContext::stream, streamId, true);
}
RIFFLE_ENTRY cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* streamId) {
  if (is_logging())
    log_call("cublasStatus_t cublasGetStream_v2", "cublasHandle_t, cudaStream_t*",
             "cublasHandle_t handle, cudaStream_t* streamId", handle, streamId);
  return get_setting(handle, &cublasContext::stream, streamId);
}
RIFFLE_ENTRY cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
  if (is_logging())
    log_call("cublasStatus_t cublasGetPointerMode_v2", "cublasHandle_t, cublasPointerMode_t*",
             "cublasHandle_t handle, cublasPointerMode_t* mode", handle, mode);
  return get_setting(handle, &cublasContext::pointer_mode, mode);
}
RIFFLE_ENTRY cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
  if (is_logging())
    log_call("cublasStatus_t cublasSetPointerMode_v2", "cublasHandle_t, cublasPointerMode_t",
             "cublasHandle_t handle, cublasPointerMode_t mode", handle, mode);
  return set_setting(handle, &cublasContext::pointer_mode, mode,
                     mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}
RIFFLE_ENTRY cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  if (is_logging())
    log_call("cublasStatus_t cublasGetAtomicsMode", "cublasHandle_t, cublasAtomicsMode_t*",
             "cublasHandle_t handle, cublasAtomicsMode_t* mode", handle, mode);
  return get_setting(handle, &cublasContext::atomics_mode, mode);
}
RIFFLE_ENTRY cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  if (is_logging())
    log_call("cublasStatus_t cublasSetAtomicsMode", "cublasHandle_t, cublasAtomicsMode_t",
             "cublasHandle_t handle, cublasAtomicsMode_t mode", handle, mode);
  return set_setting(handle, &cublasContext::atomics_mode, mode,
                     mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
}
RIFFLE_ENTRY cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  if (is_logging())
    log_call("cublasStatus_t cublasGetMathMode", "cublasHandle_t, cublasMath_t*",
             "cublasHandle_t handle, cublasMath_t* mode", handle, mode);
  return get_setting(handle, &cublasContext::math_mode, mode);
}
RIFFLE_ENTRY cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  if (is_logging())
    log_call("cublasStatus_t cublasSetMathMode", "cublasHandle_t, cublasMath_t",
             "cublasHandle_t handle, cublasMath_t mode", handle, mode);
  return set_setting(handle, &cublasContext::math_mode, mode, is_math_mode(mode));
}
RIFFLE_ENTRY cublasGetSmCountTarget(cublasHandle_t handle, int* smCountTarget) {
  if (is_logging())
    log_call("cublasStatus_t cublasGetSmCountTarget", "cublasHandle_t, int*",
             "cublasHandle_t handle, int* smCountTarget", handle, smCountTarget);
  return get_setting(handle, &cublasContext::sm_count_target, smCountTarget);
}
RIFFLE_ENTRY cublasSetSmCountTarget(cublasHandle_t handle, int smCountTarget) {
  if (is_logging())
    log_call("cublasStatus_t cublasSetSmCountTarget", "cublasHandle_t, int",
             "cublasHandle_t handle, int smCountTarget", handle, smCountTarget);
  return set_setting(handle, &cublasContext::sm_count_target, smCountTarget, smCountTarget >= 0);
}
