// SPDX-License-Identifier: Apache-2.0
// Contexts: creation, end, and the stack of the thread. The top of the stack is context::current, which the runtime API
// uses too.
#include "api/cuda/context.h"

#include <unordered_map>
#include <vector>

#include "api/cuda/entry.h"
#include "base/handle_table.h"
#include "base/mutex.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {
namespace {

constexpr std::uint8_t kContextHandleKind = 0x30;

// Contexts live as long as the process, and so do their handles.
struct Shown {
  Mutex mutex;
  HandleTable<Context> table{kContextHandleKind};
  std::unordered_map<const Context*, CUcontext> handles RIFFLE_GUARDED_BY(mutex);
  std::unordered_map<const Context*, int> attached
      RIFFLE_GUARDED_BY(mutex);  ///< beside the creator
};

Shown& shown() {
  static Shown* const all = new Shown;
  return *all;
}

/// What lies below context::current, the newest last.
thread_local std::vector<Context*> below;

void push(Context* context) {
  if (context::current != nullptr || !below.empty()) below.push_back(context::current);
  context::current = context;
}

void pop() {
  context::current = nullptr;
  if (below.empty()) return;
  context::current = below.back();
  below.pop_back();
}

Context* named_or_current(CUcontext handle) {
  return handle == nullptr ? context::current : find_context(handle);
}

}  // namespace

CUcontext handle_of(Context& context) {
  Shown& all = shown();
  const MutexLock lock(all.mutex);
  CUcontext& handle = all.handles[&context];
  if (handle == nullptr) handle = reinterpret_cast<CUcontext>(all.table.insert(&context));
  if (handle == nullptr) throw std::bad_alloc();
  return handle;
}

Context* find_context(CUcontext handle) { return shown().table.find(handle); }

bool are_context_flags(unsigned flags) {
  const unsigned schedule = flags & CU_CTX_SCHED_MASK;
  constexpr unsigned kKnown =
      CU_CTX_SCHED_MASK | CU_CTX_MAP_HOST | CU_CTX_LMEM_RESIZE_TO_MAX | CU_CTX_SYNC_MEMOPS;
  return (flags & ~kKnown) == 0 && (schedule & (schedule - 1)) == 0;
}

CUresult ctx_create_v4(CUcontext* context, CUctxCreateParams* params, unsigned int flags,
                       CUdevice device) {
  if (params != nullptr && (params->numExecAffinityParams != 0 || params->cigParams != nullptr))
    return CUDA_ERROR_NOT_SUPPORTED;
  return ctx_create_v2(context, flags, device);
}

CUresult ctx_create_v2(CUcontext* context, unsigned int flags, CUdevice device) {
  constexpr unsigned kDumps = CU_CTX_COREDUMP_ENABLE;
  if (context == nullptr || !are_context_flags(flags & ~kDumps)) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  Context* const made = context::make_context(device);
  if (const Status started = made->start(); !started) return to_result(started);
  made->settings.flags = flags;
  if ((flags & kDumps) != 0) {
    context::CoreDumpSettings dump = made->core_dump.get();
    dump.is_enabled = true;
    made->core_dump.set(dump);
  }
  *context = handle_of(*made);
  push(made);
  return CUDA_SUCCESS;
}

CUresult ctx_destroy_v2(CUcontext handle) {
  if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
  Context* const context = find_context(handle);
  if (context == nullptr || context->home().is_primary()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context->engine() == nullptr) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  context->end();
  if (context::current == context) pop();
  return CUDA_SUCCESS;
}

CUresult ctx_push_current_v2(CUcontext handle) {
  if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
  Context* const context = find_context(handle);
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  push(context);
  return CUDA_SUCCESS;
}

CUresult ctx_pop_current_v2(CUcontext* handle) {
  if (context::current == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (handle != nullptr) *handle = handle_of(*context::current);
  pop();
  return CUDA_SUCCESS;
}

CUresult ctx_set_current(CUcontext handle) {
  if (handle == nullptr) {
    pop();
    return CUDA_SUCCESS;
  }
  Context* const context = find_context(handle);
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  context::current = context;
  return CUDA_SUCCESS;
}

CUresult ctx_get_current(CUcontext* handle) {
  if (handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *handle = context::current != nullptr ? handle_of(*context::current) : nullptr;
  return CUDA_SUCCESS;
}

CUresult ctx_get_device(CUdevice* device) {
  if (context::current == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *device = context::current->device();
  return CUDA_SUCCESS;
}

CUresult ctx_get_device_v2(CUdevice* device, CUcontext handle) {
  const Context* const context = named_or_current(handle);
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (device == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *device = context->device();
  return CUDA_SUCCESS;
}

CUresult ctx_get_id(CUcontext handle, unsigned long long* id) {
  const Context* const context = named_or_current(handle);
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (id == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *id = context->id();
  return CUDA_SUCCESS;
}

CUresult ctx_get_api_version(CUcontext handle, unsigned int* version) {
  const Context* const context = named_or_current(handle);
  if (context == nullptr || context->engine() == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = context->settings.api_version;
  return CUDA_SUCCESS;
}

CUresult ctx_synchronize() { return to_result(checked::cudaDeviceSynchronize()); }

CUresult ctx_synchronize_v2(CUcontext handle) {
  Context* const context = named_or_current(handle);
  if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  if (context->engine() == nullptr) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  const CurrentContext current(*context);
  return ctx_synchronize();
}

CUresult ctx_attach(CUcontext* handle, unsigned int flags) {
  if (flags != 0 || handle == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *handle = handle_of(current_context());
  Shown& all = shown();
  const MutexLock lock(all.mutex);
  ++all.attached[context::current];
  return CUDA_SUCCESS;
}

CUresult ctx_detach(CUcontext handle) {
  Context* const context = find_context(handle);
  if (context == nullptr || context != context::current) return CUDA_ERROR_INVALID_CONTEXT;
  {
    Shown& all = shown();
    const MutexLock lock(all.mutex);
    if (all.attached[context] > 0) {
      --all.attached[context];
      return CUDA_SUCCESS;
    }
  }
  return ctx_destroy_v2(handle);
}

}  // namespace riffle::api::cuda
