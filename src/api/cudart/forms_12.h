// SPDX-License-Identifier: Apache-2.0
// CUDA 12's forms of calls that CUDA 13 changed: what libcudart.so.12 leads to (table/cudart12.tsv).
#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "api/cudart/memory_batch.h"
#include "api/cudart/newest.h"

#define RIFFLE_DEVICE_PROPERTIES_12 cudaDeviceProp12
#include <riffle_api/device_properties_12.h>
#undef RIFFLE_DEVICE_PROPERTIES_12

struct cudaLaunchParams12 {
  void* func;
  dim3 gridDim;
  dim3 blockDim;
  void** args;
  size_t sharedMem;
  cudaStream_t stream;
};

/// Before CUDA 11.2, which gave the structures room to grow.
struct cudaExternalSemaphoreSignalParams11 {
  unsigned long long fence_value;
  unsigned long long sync_object;
  unsigned long long key;
  unsigned int flags;
};
struct cudaExternalSemaphoreWaitParams11 {
  unsigned long long fence_value;
  unsigned long long sync_object;
  unsigned long long key;
  unsigned int timeout_ms;
  unsigned int flags;
};

namespace riffle::api::cudart {

inline constexpr int kVersion12 = 12080;

[[nodiscard]] inline cudaMemLocation location_of(int device) {
  if (device == cudaCpuDeviceId) return {.type = cudaMemLocationTypeHost, .id = 0};
  return {.type = cudaMemLocationTypeDevice, .id = device};
}

/// What of `res` a resource had, and behind it nothing.
inline constexpr std::size_t kResourceBytes12 =
    offsetof(cudaResourceDesc, res) + sizeof(cudaResourceDesc::res.pitch2D);

[[nodiscard]] inline auto of_12(const cudaResourceDesc* given) {
  return grown<kResourceBytes12>(given);
}
[[nodiscard]] inline auto of_12(const cudaResourceViewDesc* given) {
  return grown<offsetof(cudaResourceViewDesc, reserved)>(given);
}
[[nodiscard]] inline auto of_12(const cudaExternalMemoryHandleDesc* given) {
  return grown<offsetof(cudaExternalMemoryHandleDesc, reserved)>(given);
}
[[nodiscard]] inline auto of_12(const cudaExternalMemoryBufferDesc* given) {
  return grown<offsetof(cudaExternalMemoryBufferDesc, reserved)>(given);
}
[[nodiscard]] inline auto of_12(const cudaExternalMemoryMipmappedArrayDesc* given) {
  return grown<offsetof(cudaExternalMemoryMipmappedArrayDesc, reserved)>(given);
}
[[nodiscard]] inline auto of_12(const cudaExternalSemaphoreHandleDesc* given) {
  return grown<offsetof(cudaExternalSemaphoreHandleDesc, reserved)>(given);
}

/// Several structures, null for null.
template <class To>
class NewestOfMany {
 public:
  explicit NewestOfMany(std::vector<To> values) : values_(std::move(values)) {}
  operator const To*() const {  // NOLINT(google-explicit-constructor): it stands for the argument
    return values_.empty() ? nullptr : values_.data();
  }

 private:
  std::vector<To> values_;
};

[[nodiscard]] NewestOfMany<cudaExternalSemaphoreSignalParams> of_11(
    const cudaExternalSemaphoreSignalParams11* given, unsigned count);
[[nodiscard]] NewestOfMany<cudaExternalSemaphoreWaitParams> of_11(
    const cudaExternalSemaphoreWaitParams11* given, unsigned count);

cudaError_t get_device_properties_11(cudaDeviceProp12* properties, int device);
cudaError_t get_device_properties_12(cudaDeviceProp12* properties, int device);
cudaError_t choose_device_12(int* device, const cudaDeviceProp12* properties);
cudaError_t pointer_get_attributes_12(cudaPointerAttributes* attributes, const void* pointer);
cudaError_t get_texture_object_resource_desc_12(cudaResourceDesc* resource,
                                                cudaTextureObject_t object);
cudaError_t get_texture_object_resource_view_desc_12(cudaResourceViewDesc* view,
                                                     cudaTextureObject_t object);
cudaError_t get_surface_object_resource_desc_12(cudaResourceDesc* resource,
                                                cudaSurfaceObject_t object);
cudaError_t launch_cooperative_kernel_multi_device(cudaLaunchParams12* launches, unsigned count,
                                                   unsigned flags);
cudaError_t runtime_get_version_12(int* version);
cudaError_t get_driver_entry_point_12(cudaStream_t default_stream, const char* symbol,
                                      void** function, unsigned long long flags,
                                      cudaDriverEntryPointQueryResult* status);
/// Devices have had double for as long as this form did nothing.
cudaError_t set_double(double* value);

}  // namespace riffle::api::cudart
