// SPDX-License-Identifier: Apache-2.0
// The numbers that records have for contexts, streams and devices, by the driver's own functions.
#include <cuda.h>
#include <dlfcn.h>

#include <cstdint>

#include "libraries/cupti/entry.h"

namespace riffle::cupti {
namespace {

template <class Function>
Function* driver_function(const char* name) {
  static void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
  return driver == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(driver, name));
}

/// Makes a context the thread's for as long as this lives. Null: the thread's stays.
class Current {
 public:
  explicit Current(CUcontext context) {
    static auto* const push = driver_function<decltype(cuCtxPushCurrent)>("cuCtxPushCurrent_v2");
    is_pushed_ = context != nullptr && push != nullptr && push(context) == CUDA_SUCCESS;
    is_there_ = context == nullptr || is_pushed_;
  }
  ~Current() {
    static auto* const pop = driver_function<decltype(cuCtxPopCurrent)>("cuCtxPopCurrent_v2");
    CUcontext context = nullptr;
    if (is_pushed_ && pop != nullptr) pop(&context);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
  [[nodiscard]] bool is_there() const { return is_there_; }

 private:
  bool is_pushed_ = false;
  bool is_there_ = false;
};

CUptiResult stream_id(CUcontext context, CUstream stream, std::uint32_t* id) {
  if (id == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  if (context == nullptr && stream == nullptr) return CUPTI_ERROR_INVALID_STREAM;
  static auto* const get_context = driver_function<decltype(cuStreamGetCtx)>("cuStreamGetCtx");
  static auto* const get_id = driver_function<decltype(cuStreamGetId)>("cuStreamGetId");
  if (get_context == nullptr || get_id == nullptr) return CUPTI_ERROR_NOT_INITIALIZED;
  const Current current(context);
  CUcontext owner = nullptr;
  unsigned long long found = 0;
  if (!current.is_there() || get_context(stream, &owner) != CUDA_SUCCESS ||
      (context != nullptr && owner != context) || get_id(stream, &found) != CUDA_SUCCESS)
    return CUPTI_ERROR_INVALID_STREAM;
  *id = static_cast<std::uint32_t>(found);
  return CUPTI_SUCCESS;
}

}  // namespace
}  // namespace riffle::cupti

using namespace riffle::cupti;

/// `context` null: the thread's.
RIFFLE_CUPTI_ENTRY cuptiGetContextId(CUcontext context, uint32_t* contextId) {
  return invoke([&] {
    if (contextId == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    static auto* const get = driver_function<decltype(cuCtxGetId)>("cuCtxGetId");
    unsigned long long found = 0;
    if (get == nullptr) return CUPTI_ERROR_NOT_INITIALIZED;
    if (get(context, &found) != CUDA_SUCCESS) return CUPTI_ERROR_INVALID_CONTEXT;
    *contextId = static_cast<uint32_t>(found);
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiGetDeviceId(CUcontext context, uint32_t* deviceId) {
  return invoke([&] {
    if (deviceId == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    static auto* const get = driver_function<decltype(cuCtxGetDevice)>("cuCtxGetDevice");
    const Current current(context);
    CUdevice found = 0;
    if (get == nullptr) return CUPTI_ERROR_NOT_INITIALIZED;
    if (!current.is_there() || get(&found) != CUDA_SUCCESS) return CUPTI_ERROR_INVALID_CONTEXT;
    *deviceId = static_cast<uint32_t>(found);
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiGetStreamId(CUcontext context, CUstream stream, uint32_t* streamId) {
  return invoke([&] { return stream_id(context, stream, streamId); });
}
/// The default stream is the thread's own where `perThreadStream` is 1.
RIFFLE_CUPTI_ENTRY cuptiGetStreamIdEx(CUcontext context, CUstream stream, uint8_t perThreadStream,
                                      uint32_t* streamId) {
  return invoke([&] {
    const bool is_own = stream == nullptr && context != nullptr && perThreadStream != 0;
    return stream_id(context, is_own ? CU_STREAM_PER_THREAD : stream, streamId);
  });
}
