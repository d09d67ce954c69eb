// SPDX-License-Identifier: Apache-2.0
// Handles, and the parameters of routines.
#include <cstdio>
#include <memory>

#include "libraries/cublas/openblas.h"
#include "libraries/cusolver/entry.h"
#include "libraries/version.h"

/// Where Jacobi's method would stop: accepted and told to nobody.
struct syevjInfo {
  double tolerance = 0;
  int most_sweeps = 100;
  int sorts = 1;
};
struct gesvdjInfo : syevjInfo {};
struct cusolverDnParams {
  cusolverAlgMode_t algorithms[2] = {CUSOLVER_ALG_0, CUSOLVER_ALG_0};
};

namespace riffle::cusolver {

int not_supported(const char* symbol, std::atomic<bool>& said) {
  if (!said.exchange(true)) std::fprintf(stderr, "riffle: %s is not supported yet\n", symbol);
  return CUSOLVER_STATUS_NOT_SUPPORTED;
}

namespace {

template <class Object>
cusolverStatus_t create(Object** made) {
  if (made == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *made = new (std::nothrow) Object;
  return *made == nullptr ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_SUCCESS;
}
template <class Object>
cusolverStatus_t destroy(Object* object) {
  const std::unique_ptr<Object> owned(object);
  return object == nullptr ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS;
}
template <class Object, class Part, class Value>
cusolverStatus_t set(Object* object, Part part, Value value) {
  if (object == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  object->*part = value;
  return CUSOLVER_STATUS_SUCCESS;
}
template <class Value>
cusolverStatus_t give(bool is_good, Value* to, Value value) {
  if (!is_good || to == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *to = value;
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace
}  // namespace riffle::cusolver

using namespace riffle::cusolver;

RIFFLE_SOLVER_ENTRY cusolverDnCreate(cusolverDnHandle_t* handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_INVALID_VALUE;
  *handle = nullptr;
  // Starts the device, and fails where a fault has ended it.
  if (cudaFree(nullptr) != cudaSuccess || !riffle::cublas::openblas_is_there())
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  return create(handle);
}
RIFFLE_SOLVER_ENTRY cusolverDnDestroy(cusolverDnHandle_t handle) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  // As with cuBLAS: the work of its streams is complete.
  static_cast<void>(cudaDeviceSynchronize());
  return destroy(handle);
}
RIFFLE_SOLVER_ENTRY cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return set(handle, &cusolverDnContext::stream, streamId);
}
RIFFLE_SOLVER_ENTRY cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* streamId) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return give(true, streamId, handle->stream);
}
RIFFLE_SOLVER_ENTRY cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                   cusolverDeterministicMode_t mode) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (mode != CUSOLVER_DETERMINISTIC_RESULTS && mode != CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return set(handle, &cusolverDnContext::mode, mode);
}
RIFFLE_SOLVER_ENTRY cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                   cusolverDeterministicMode_t* mode) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return give(true, mode, handle->mode);
}

RIFFLE_SOLVER_ENTRY cusolverGetVersion(int* version) {
  return give(true, version, CUSOLVER_VERSION);
}
RIFFLE_SOLVER_ENTRY cusolverGetProperty(libraryPropertyType type, int* value) {
  return riffle::libraries::give_version_part(
      type, value, {CUSOLVER_VER_MAJOR, CUSOLVER_VER_MINOR, CUSOLVER_VER_PATCH},
      CUSOLVER_STATUS_INVALID_VALUE, CUSOLVER_STATUS_INVALID_VALUE);
}

RIFFLE_SOLVER_ENTRY cusolverDnCreateParams(cusolverDnParams_t* params) { return create(params); }
RIFFLE_SOLVER_ENTRY cusolverDnDestroyParams(cusolverDnParams_t params) { return destroy(params); }
RIFFLE_SOLVER_ENTRY cusolverDnSetAdvOptions(cusolverDnParams_t params,
                                            cusolverDnFunction_t function, cusolverAlgMode_t algo) {
  if (params == nullptr || function < CUSOLVERDN_GETRF || function > CUSOLVERDN_POTRF ||
      algo < CUSOLVER_ALG_0 || algo > CUSOLVER_ALG_2)
    return CUSOLVER_STATUS_INVALID_VALUE;
  params->algorithms[function] = algo;
  return CUSOLVER_STATUS_SUCCESS;
}

RIFFLE_SOLVER_ENTRY cusolverDnCreateSyevjInfo(syevjInfo_t* info) { return create(info); }
RIFFLE_SOLVER_ENTRY cusolverDnDestroySyevjInfo(syevjInfo_t info) { return destroy(info); }
RIFFLE_SOLVER_ENTRY cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance) {
  return set(info, &syevjInfo::tolerance, tolerance);
}
RIFFLE_SOLVER_ENTRY cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int max_sweeps) {
  return set(info, &syevjInfo::most_sweeps, max_sweeps);
}
RIFFLE_SOLVER_ENTRY cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort_eig) {
  return set(info, &syevjInfo::sorts, sort_eig);
}
RIFFLE_SOLVER_ENTRY cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info,
                                                double* residual) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return give(info != nullptr, residual, 0.0);
}
RIFFLE_SOLVER_ENTRY cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info,
                                              int* executed_sweeps) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return give(info != nullptr, executed_sweeps, 0);
}
RIFFLE_SOLVER_ENTRY cusolverDnCreateGesvdjInfo(gesvdjInfo_t* info) { return create(info); }
RIFFLE_SOLVER_ENTRY cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info) { return destroy(info); }
RIFFLE_SOLVER_ENTRY cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance) {
  return set(info, &gesvdjInfo::tolerance, tolerance);
}
RIFFLE_SOLVER_ENTRY cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps) {
  return set(info, &gesvdjInfo::most_sweeps, max_sweeps);
}
RIFFLE_SOLVER_ENTRY cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort_svd) {
  return set(info, &gesvdjInfo::sorts, sort_svd);
}
RIFFLE_SOLVER_ENTRY cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                                 double* residual) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return give(info != nullptr, residual, 0.0);
}
RIFFLE_SOLVER_ENTRY cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info,
                                               int* executed_sweeps) {
  if (handle == nullptr) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return give(info != nullptr, executed_sweeps, 0);
}
