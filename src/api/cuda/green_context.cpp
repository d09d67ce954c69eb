// SPDX-License-Identifier: Apache-2.0
// Green contexts: contexts that use some of a device's multiprocessors, which are cores here. A kernel runs on so many of
// them at once, unless its blocks may wait for each other; memory, modules and events are the primary context's.
#include "api/cuda/dev_resource.h"

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "api/cudart/device.h"
#include "base/handle_table.h"
#include "base/mutex.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {
namespace {

constexpr std::uint8_t kGreenContextHandleKind = 0x34;

// As long as the process, as contexts are.
struct Shown {
  Mutex mutex;
  HandleTable<Context> table{kGreenContextHandleKind};
  std::unordered_map<const Context*, CUgreenCtx> handles RIFFLE_GUARDED_BY(mutex);
};

Shown& shown() {
  static Shown* const all = new Shown;
  return *all;
}

/// The green context that a call names, as long as it is not destroyed.
CUresult find_live(CUgreenCtx handle, Context*& context) {
  context = find_green_context(handle);
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  return context->engine() != nullptr ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUgreenCtx green_or_null(Context& context) {
  return context.is_green() ? green_handle_of(context) : nullptr;
}

CUresult resource_of(const Context& context, CUdevResource* resource, CUdevResourceType type) {
  if (resource == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_DEV_RESOURCE_TYPE_SM) return CUDA_ERROR_INVALID_RESOURCE_TYPE;
  *resource = multiprocessors_of(context.device(), context.multiprocessors());
  return CUDA_SUCCESS;
}

}  // namespace

CUgreenCtx green_handle_of(Context& context) {
  Shown& all = shown();
  const MutexLock lock(all.mutex);
  CUgreenCtx& handle = all.handles[&context];
  if (handle == nullptr) handle = reinterpret_cast<CUgreenCtx>(all.table.insert(&context));
  if (handle == nullptr) throw std::bad_alloc();
  return handle;
}

Context* find_green_context(CUgreenCtx handle) { return shown().table.find(handle); }

CUresult green_ctx_create(CUgreenCtx* green_context, CUdevResourceDesc desc, CUdevice device,
                          unsigned int flags) {
  if (green_context == nullptr || flags != CU_GREEN_CTX_DEFAULT_STREAM)
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  unsigned count = context::primary_context(device)->multiprocessors();
  // Without a descriptor all of them, as hardware does.
  if (desc != nullptr) {
    const Provision* const provision = find_provision(desc);
    if (provision == nullptr || provision->device != device) return CUDA_ERROR_INVALID_VALUE;
    count = provision->multiprocessors;
  }
  CUcontext primary = nullptr;
  if (const CUresult bad = device_primary_ctx_retain(&primary, device); bad != CUDA_SUCCESS)
    return bad;
  Context* const made = context::make_green_context(device, count);
  if (const Status started = made->start(); !started) {
    (void)device_primary_ctx_release_v2(device);
    return to_result(started);
  }
  *green_context = green_handle_of(*made);
  return CUDA_SUCCESS;
}

CUresult green_ctx_destroy(CUgreenCtx green_context) {
  Context* context = nullptr;
  if (const CUresult bad = find_live(green_context, context); bad != CUDA_SUCCESS) return bad;
  context->end();
  return device_primary_ctx_release_v2(context->device());
}

CUresult ctx_from_green_ctx(CUcontext* context, CUgreenCtx green_context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  Context* green = nullptr;
  if (const CUresult bad = find_live(green_context, green); bad != CUDA_SUCCESS) return bad;
  *context = handle_of(*green);
  return CUDA_SUCCESS;
}

CUresult device_get_dev_resource(CUdevice device, CUdevResource* resource, CUdevResourceType type) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  return resource_of(*context::primary_context(device), resource, type);
}

CUresult ctx_get_dev_resource(CUcontext context, CUdevResource* resource, CUdevResourceType type) {
  if (resource == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const Context* const found = find_context(context);
  return found == nullptr ? CUDA_ERROR_INVALID_CONTEXT : resource_of(*found, resource, type);
}

CUresult green_ctx_get_dev_resource(CUgreenCtx green_context, CUdevResource* resource,
                                    CUdevResourceType type) {
  if (resource == nullptr) return CUDA_ERROR_INVALID_VALUE;
  Context* context = nullptr;
  if (const CUresult bad = find_live(green_context, context); bad != CUDA_SUCCESS) return bad;
  return resource_of(*context, resource, type);
}

CUresult green_ctx_stream_create(CUstream* stream, CUgreenCtx green_ctx, unsigned int flags,
                                 int priority) {
  if (stream == nullptr || flags != CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
  Context* context = nullptr;
  if (const CUresult bad = find_live(green_ctx, context); bad != CUDA_SUCCESS) return bad;
  const CurrentContext current(*context);
  if (const CUresult bad = check_context(); bad != CUDA_SUCCESS) return bad;
  return to_result(checked::cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult stream_get_green_ctx(CUstream stream, CUgreenCtx* green_context) {
  if (green_context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudart::StreamObject* const object = cudart::find_stream(stream);
  if (object == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  *green_context = green_or_null(*object->context);
  return CUDA_SUCCESS;
}

CUresult stream_get_ctx_v2(CUstream stream, CUcontext* ctx, CUgreenCtx* green_ctx) {
  if (ctx == nullptr && green_ctx == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (stream == CU_STREAM_PER_THREAD && current_context().is_green())
    return CUDA_ERROR_INVALID_HANDLE;
  const cudart::StreamObject* const object = cudart::find_stream(stream);
  if (object == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (green_ctx != nullptr) *green_ctx = green_or_null(*object->context);
  if (ctx != nullptr) *ctx = handle_of(object->context->home());
  return CUDA_SUCCESS;
}

CUresult green_ctx_get_id(CUgreenCtx green_ctx, unsigned long long* green_ctx_id) {
  if (green_ctx_id == nullptr) return CUDA_ERROR_INVALID_VALUE;
  Context* context = context::current;
  if (green_ctx != nullptr) {
    if (const CUresult bad = find_live(green_ctx, context); bad != CUDA_SUCCESS) return bad;
  }
  if (context == nullptr || !context->is_green()) return CUDA_ERROR_INVALID_CONTEXT;
  *green_ctx_id = context->id();
  return CUDA_SUCCESS;
}

}  // namespace riffle::api::cuda
