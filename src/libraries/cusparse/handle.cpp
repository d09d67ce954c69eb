// SPDX-License-Identifier: Apache-2.0
// Handles, what the library says of itself, and the descriptors of the calls with types in their names.

#include "libraries/cusparse/entry.h"
#include "libraries/not_supported.h"
#include "libraries/version.h"

namespace riffle::cusparse {
namespace {

struct StatusText {
  const char* name;
  const char* text;
};
constexpr StatusText kStatusTexts[] = {
    {"CUSPARSE_STATUS_SUCCESS", "success"},
    {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
    {"CUSPARSE_STATUS_ALLOC_FAILED", "out of memory"},
    {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"},
    {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
    {"CUSPARSE_STATUS_MAPPING_ERROR", "texture memory mapping error"},
    {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel launch failure"},
    {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
    {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"},
    {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"},
};
constexpr StatusText kUnknown{"unrecognized error code", "unrecognized error code"};

const StatusText& text_of(cusparseStatus_t status) {
  const bool is_known = status >= 0 && status <= CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
  return is_known ? kStatusTexts[status] : kUnknown;
}

template <class Part, class Value>
cusparseStatus_t set(cusparseMatDescr_t descr, Part part, Value value, Value last) {
  if (descr == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (value < 0 || value > last) return CUSPARSE_STATUS_INVALID_VALUE;
  descr->*part = value;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

int not_supported(const char* what, std::atomic<bool>& said) {
  say_not_supported(what, said);
  return CUSPARSE_STATUS_NOT_SUPPORTED;
}

}  // namespace riffle::cusparse

using namespace riffle::cusparse;

RIFFLE_SPARSE_ENTRY cusparseCreate(cusparseHandle_t* handle) {
  if (handle == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *handle = nullptr;
  void* result = nullptr;
  // Starts the device, and fails where a fault has ended it.
  if (const cudaError_t error = cudaMallocHost(&result, kResultBytes); error != cudaSuccess)
    return error == cudaErrorMemoryAllocation ? CUSPARSE_STATUS_ALLOC_FAILED
                                              : CUSPARSE_STATUS_NOT_INITIALIZED;
  const cusparseStatus_t status = create(handle);
  if (status == CUSPARSE_STATUS_SUCCESS)
    (*handle)->result = result;
  else
    cudaFreeHost(result);
  return status;
}
RIFFLE_SPARSE_ENTRY cusparseDestroy(cusparseHandle_t handle) {
  if (handle == nullptr) return CUSPARSE_STATUS_SUCCESS;
  cudaFreeHost(handle->result);  // waits for the work that uses it
  return destroy(handle);
}
RIFFLE_SPARSE_ENTRY cusparseGetVersion(cusparseHandle_t handle, int* version) {
  if (handle == nullptr || version == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *version = CUSPARSE_VERSION;
  return CUSPARSE_STATUS_SUCCESS;
}
RIFFLE_SPARSE_ENTRY cusparseGetProperty(libraryPropertyType type, int* value) {
  return riffle::libraries::give_version_part(
      type, value, {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR, CUSPARSE_VER_PATCH},
      CUSPARSE_STATUS_INVALID_VALUE, CUSPARSE_STATUS_INVALID_VALUE);
}
extern "C" __attribute__((visibility("default"))) const char* cusparseGetErrorName(
    cusparseStatus_t status) {
  return text_of(status).name;
}
extern "C" __attribute__((visibility("default"))) const char* cusparseGetErrorString(
    cusparseStatus_t status) {
  return text_of(status).text;
}
RIFFLE_SPARSE_ENTRY cusparseSetStream(cusparseHandle_t handle, cudaStream_t streamId) {
  if (handle == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  handle->stream = streamId;
  return CUSPARSE_STATUS_SUCCESS;
}
RIFFLE_SPARSE_ENTRY cusparseGetStream(cusparseHandle_t handle, cudaStream_t* streamId) {
  if (handle == nullptr || streamId == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *streamId = handle->stream;
  return CUSPARSE_STATUS_SUCCESS;
}
RIFFLE_SPARSE_ENTRY cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  if (handle == nullptr || mode == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *mode = handle->pointer_mode;
  return CUSPARSE_STATUS_SUCCESS;
}
RIFFLE_SPARSE_ENTRY cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  if (handle == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (mode != CUSPARSE_POINTER_MODE_HOST && mode != CUSPARSE_POINTER_MODE_DEVICE)
    return CUSPARSE_STATUS_INVALID_VALUE;
  handle->pointer_mode = mode;
  return CUSPARSE_STATUS_SUCCESS;
}

RIFFLE_SPARSE_ENTRY cusparseCreateMatDescr(cusparseMatDescr_t* descrA) { return create(descrA); }
RIFFLE_SPARSE_ENTRY cusparseDestroyMatDescr(cusparseMatDescr_t descrA) { return destroy(descrA); }
RIFFLE_SPARSE_ENTRY cusparseSetMatType(cusparseMatDescr_t descrA, cusparseMatrixType_t type) {
  return set(descrA, &cusparseMatDescr::type, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR);
}
RIFFLE_SPARSE_ENTRY cusparseSetMatFillMode(cusparseMatDescr_t descrA, cusparseFillMode_t fillMode) {
  return set(descrA, &cusparseMatDescr::fill_mode, fillMode, CUSPARSE_FILL_MODE_UPPER);
}
RIFFLE_SPARSE_ENTRY cusparseSetMatDiagType(cusparseMatDescr_t descrA, cusparseDiagType_t diagType) {
  return set(descrA, &cusparseMatDescr::diag_type, diagType, CUSPARSE_DIAG_TYPE_UNIT);
}
RIFFLE_SPARSE_ENTRY cusparseSetMatIndexBase(cusparseMatDescr_t descrA, cusparseIndexBase_t base) {
  return set(descrA, &cusparseMatDescr::index_base, base, CUSPARSE_INDEX_BASE_ONE);
}

#define RIFFLE_SPARSE_PART(type) extern "C" __attribute__((visibility("default"))) type
RIFFLE_SPARSE_PART(cusparseMatrixType_t) cusparseGetMatType(const cusparseMatDescr_t descrA) {
  return descrA->type;
}
RIFFLE_SPARSE_PART(cusparseFillMode_t) cusparseGetMatFillMode(const cusparseMatDescr_t descrA) {
  return descrA->fill_mode;
}
RIFFLE_SPARSE_PART(cusparseDiagType_t) cusparseGetMatDiagType(const cusparseMatDescr_t descrA) {
  return descrA->diag_type;
}
RIFFLE_SPARSE_PART(cusparseIndexBase_t) cusparseGetMatIndexBase(const cusparseMatDescr_t descrA) {
  return descrA->index_base;
}
