// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/forms_12.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cudart {
namespace {

static_assert(sizeof(cudaDeviceProp12) == 1032 && offsetof(cudaDeviceProp12, clockRate) == 348 &&
              offsetof(cudaDeviceProp12, reservedSharedMemPerBlock) == 720);
static_assert(kResourceBytes12 == 64);

/// Fields that both layouts have in one order, from one to another.
#define RIFFLE_FIELDS(X)                                   \
  X(name, maxGridSize)                                     \
  X(totalConstMem, texturePitchAlignment)                  \
  X(multiProcessorCount, multiProcessorCount)              \
  X(integrated, canMapHostMemory)                          \
  X(maxTexture1D, maxTexture1DMipmap)                      \
  X(maxTexture2D, unifiedAddressing)                       \
  X(memoryBusWidth, localL1CacheSupported)                 \
  X(sharedMemPerMultiprocessor, hostNativeAtomicSupported) \
  X(pageableMemoryAccess, cooperativeLaunch)               \
  X(sharedMemPerBlockOptin, unifiedFunctionPointers)

template <class Structure, class Field>
constexpr std::size_t end_of(std::size_t offset, Field Structure::*) {
  return offset + sizeof(Field);
}

#define RIFFLE_BYTES(structure, first, last) \
  (end_of(offsetof(structure, last), &structure::last) - offsetof(structure, first))

template <class To, class From>
void copy_fields(To& to, const From& from) {
#define RIFFLE_COPY(first, last)                                                   \
  static_assert(RIFFLE_BYTES(To, first, last) == RIFFLE_BYTES(From, first, last)); \
  std::memcpy(reinterpret_cast<char*>(&to) + offsetof(To, first),                  \
              reinterpret_cast<const char*>(&from) + offsetof(From, first),        \
              RIFFLE_BYTES(To, first, last));
  RIFFLE_FIELDS(RIFFLE_COPY)
#undef RIFFLE_COPY
}

#undef RIFFLE_BYTES
#undef RIFFLE_FIELDS

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  return device_get_attribute(&value, which, device) == cudaSuccess ? value : 0;
}

/// Writes the first `bytes` of what `ask` answers.
template <class Answer, class Ask>
cudaError_t begin_of(Answer* out, std::size_t bytes, Ask&& ask) {
  if (out == nullptr) return cudaErrorInvalidValue;
  Answer whole = {};
  const cudaError_t result = ask(&whole);
  if (result == cudaSuccess) std::memcpy(static_cast<void*>(out), &whole, bytes);
  return result;
}

template <class To, class From>
void copy_common(To& to, const From& from) {
  to.params.fence.value = from.fence_value;
  to.params.nvSciSync.reserved = from.sync_object;
  to.params.keyedMutex.key = from.key;
  to.flags = from.flags;
}

}  // namespace

NewestOfMany<cudaExternalSemaphoreSignalParams> of_11(
    const cudaExternalSemaphoreSignalParams11* given, unsigned count) {
  std::vector<cudaExternalSemaphoreSignalParams> made(given != nullptr ? count : 0);
  for (std::size_t i = 0; i < made.size(); ++i) copy_common(made[i], given[i]);
  return NewestOfMany(std::move(made));
}

NewestOfMany<cudaExternalSemaphoreWaitParams> of_11(const cudaExternalSemaphoreWaitParams11* given,
                                                    unsigned count) {
  std::vector<cudaExternalSemaphoreWaitParams> made(given != nullptr ? count : 0);
  for (std::size_t i = 0; i < made.size(); ++i) {
    copy_common(made[i], given[i]);
    made[i].params.keyedMutex.timeoutMs = given[i].timeout_ms;
  }
  return NewestOfMany(std::move(made));
}

cudaError_t get_device_properties_12(cudaDeviceProp12* properties, int device) {
  if (properties == nullptr) return cudaErrorInvalidValue;
  cudaDeviceProp newest;
  if (const cudaError_t bad = get_device_properties(&newest, device); bad != cudaSuccess)
    return bad;
  cudaDeviceProp12 made = {};
  copy_fields(made, newest);
  made.clockRate = attribute(cudaDevAttrClockRate, device);
  made.deviceOverlap = attribute(cudaDevAttrGpuOverlap, device);
  made.kernelExecTimeoutEnabled = attribute(cudaDevAttrKernelExecTimeout, device);
  made.computeMode = attribute(cudaDevAttrComputeMode, device);
  made.maxTexture1DLinear = attribute(cudaDevAttrMaxTexture1DLinearWidth, device);
  made.memoryClockRate = attribute(cudaDevAttrMemoryClockRate, device);
  made.singleToDoublePrecisionPerfRatio =
      attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
  constexpr auto kMultiDevice = static_cast<cudaDeviceAttr>(96);  // reserved since CUDA 13
  made.cooperativeMultiDeviceLaunch = attribute(kMultiDevice, device);
  *properties = made;
  return cudaSuccess;
}

cudaError_t get_device_properties_11(cudaDeviceProp12* properties, int device) {
  return begin_of(properties, offsetof(cudaDeviceProp12, hostRegisterSupported),
                  [&](cudaDeviceProp12* whole) { return get_device_properties_12(whole, device); });
}

cudaError_t choose_device_12(int* device, const cudaDeviceProp12* properties) {
  if (properties == nullptr) return choose_device(device, nullptr);
  cudaDeviceProp newest = {};
  copy_fields(newest, *properties);
  return choose_device(device, &newest);
}

cudaError_t pointer_get_attributes_12(cudaPointerAttributes* attributes, const void* pointer) {
  return begin_of(attributes, offsetof(cudaPointerAttributes, reserved),
                  [&](cudaPointerAttributes* all) { return pointer_get_attributes(all, pointer); });
}

cudaError_t get_texture_object_resource_desc_12(cudaResourceDesc* resource,
                                                cudaTextureObject_t object) {
  return begin_of(resource, kResourceBytes12, [&](cudaResourceDesc* all) {
    return get_texture_object_resource_desc(all, object);
  });
}

cudaError_t get_texture_object_resource_view_desc_12(cudaResourceViewDesc* view,
                                                     cudaTextureObject_t object) {
  return begin_of(view, offsetof(cudaResourceViewDesc, reserved), [&](cudaResourceViewDesc* all) {
    return get_texture_object_resource_view_desc(all, object);
  });
}

cudaError_t get_surface_object_resource_desc_12(cudaResourceDesc* resource,
                                                cudaSurfaceObject_t object) {
  return begin_of(resource, kResourceBytes12, [&](cudaResourceDesc* all) {
    return get_surface_object_resource_desc(all, object);
  });
}

// One grid for each stream, each on its stream's device. That they all run at once is not promised: no grid here waits for
// another device's.
cudaError_t launch_cooperative_kernel_multi_device(cudaLaunchParams12* launches, unsigned count,
                                                   unsigned /*flags*/) {
  if (launches == nullptr || count == 0) return cudaErrorInvalidValue;
  for (const cudaLaunchParams12& launch : std::span(launches, count)) {
    const cudaError_t result = checked::cudaLaunchCooperativeKernel(
        launch.func, launch.gridDim, launch.blockDim, launch.args, launch.sharedMem, launch.stream);
    if (result != cudaSuccess) return result;
  }
  return cudaSuccess;
}

cudaError_t runtime_get_version_12(int* version) {
  if (version == nullptr) return cudaErrorInvalidValue;
  *version = kVersion12;
  return cudaSuccess;
}

cudaError_t get_driver_entry_point_12(cudaStream_t default_stream, const char* symbol,
                                      void** function, unsigned long long flags,
                                      cudaDriverEntryPointQueryResult* status) {
  return get_driver_entry_point_by_version(default_stream, symbol, function, kVersion12, flags,
                                           status);
}

cudaError_t set_double(double* value) {
  return value != nullptr ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace riffle::api::cudart
