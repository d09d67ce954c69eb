// SPDX-License-Identifier: Apache-2.0
// Handles, and what the library says of itself.
#include <algorithm>
#include <cstring>
#include <string>

#include <cuda_runtime_api.h>

#include "libraries/cudnn/entry.h"
#include "libraries/not_supported.h"
#include "libraries/version.h"

struct cudnnContext : riffle::cudnn::HandleTag<0> {
  cudaStream_t stream = nullptr;
};

namespace riffle::cudnn {
namespace {

struct StatusName {
  int status;
  const char* name;
};
constexpr StatusName kStatusNames[] = {
#include "cudnn_status_names.inc"
};

/// The function that refused last, of the calling thread. Texts of the program's whole life.
thread_local const char* last_refused = nullptr;

}  // namespace

int not_supported(const char* symbol, std::atomic<bool>& said) {
  last_refused = symbol;
  say_not_supported(symbol, said);
  return CUDNN_STATUS_NOT_SUPPORTED;
}

}  // namespace riffle::cudnn

using namespace riffle::cudnn;

#define RIFFLE_DNN_PLAIN extern "C" __attribute__((visibility("default")))

RIFFLE_DNN_PLAIN size_t cudnnGetVersion() { return CUDNN_VERSION; }
RIFFLE_DNN_PLAIN size_t cudnnGetMaxDeviceVersion() { return CUDNN_MAX_DEVICE_VERSION; }
RIFFLE_DNN_PLAIN size_t cudnnGetCudartVersion() {
  int version = 0;
  return cudaRuntimeGetVersion(&version) == cudaSuccess ? static_cast<size_t>(version) : 0;
}
RIFFLE_DNN_PLAIN const char* cudnnGetErrorString(cudnnStatus_t status) {
  const auto* const found =
      std::ranges::find(kStatusNames, static_cast<int>(status), &StatusName::status);
  return found == std::end(kStatusNames) ? "CUDNN_UNKNOWN_STATUS" : found->name;
}
RIFFLE_DNN_PLAIN void cudnnGetLastErrorString(char* message, size_t size) {
  if (message == nullptr || size == 0) return;
  const std::string text =
      last_refused == nullptr ? "" : std::string(last_refused) + " is not supported yet";
  last_refused = nullptr;
  message[text.copy(message, size - 1)] = '\0';
}

RIFFLE_DNN_ENTRY cudnnGetProperty(libraryPropertyType type, int* value) {
  return riffle::libraries::give_version_part(type, value,
                                              {CUDNN_MAJOR, CUDNN_MINOR, CUDNN_PATCHLEVEL},
                                              CUDNN_STATUS_BAD_PARAM, CUDNN_STATUS_INVALID_VALUE);
}

RIFFLE_DNN_ENTRY cudnnCreate(cudnnHandle_t* handle) {
  if (handle == nullptr) return CUDNN_STATUS_BAD_PARAM;
  // Starts the device, and fails where a fault has ended it.
  if (cudaFree(nullptr) != cudaSuccess) return CUDNN_STATUS_NOT_INITIALIZED;
  return create(handle);
}
RIFFLE_DNN_ENTRY cudnnDestroy(cudnnHandle_t handle) { return destroy(handle); }
RIFFLE_DNN_ENTRY cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  if (!is_known(handle)) return CUDNN_STATUS_BAD_PARAM;
  handle->stream = stream;
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetStream(cudnnHandle_t handle, cudaStream_t* stream) {
  return is_known(handle) ? give(stream, handle->stream) : CUDNN_STATUS_BAD_PARAM;
}
/// No function puts work into a stream, so that none has gone wrong there.
RIFFLE_DNN_ENTRY cudnnQueryRuntimeError(cudnnHandle_t handle, cudnnStatus_t* status,
                                        cudnnErrQueryMode_t mode, cudnnRuntimeTag_t*) {
  if (!is_known(handle) || mode < CUDNN_ERRQUERY_RAWCODE || mode > CUDNN_ERRQUERY_BLOCKING)
    return CUDNN_STATUS_BAD_PARAM;
  return give(status, CUDNN_STATUS_SUCCESS);
}

// One library has all parts: their versions agree.
RIFFLE_DNN_ENTRY cudnnGraphVersionCheck() { return CUDNN_STATUS_SUCCESS; }
RIFFLE_DNN_ENTRY cudnnOpsVersionCheck() { return CUDNN_STATUS_SUCCESS; }
RIFFLE_DNN_ENTRY cudnnCnnVersionCheck() { return CUDNN_STATUS_SUCCESS; }
RIFFLE_DNN_ENTRY cudnnAdvVersionCheck() { return CUDNN_STATUS_SUCCESS; }
RIFFLE_DNN_ENTRY cudnnSubquadraticOpsVersionCheck() { return CUDNN_STATUS_SUCCESS; }
