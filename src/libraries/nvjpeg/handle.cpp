// SPDX-License-Identifier: Apache-2.0
// Handles, and what the library says of itself.
#include <atomic>

#include "libraries/not_supported.h"
#include "libraries/nvjpeg/objects.h"
#include "libraries/version.h"

namespace riffle::nvjpeg {
namespace {

/// All backends decode in the same way here, that of an H200's hardware too.
nvjpegStatus_t create_with(nvjpegBackend_t backend, unsigned flags, nvjpegHandle_t* handle) {
  if (handle == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  *handle = nullptr;
  if (backend < NVJPEG_BACKEND_DEFAULT || backend > NVJPEG_BACKEND_LOSSLESS_JPEG)
    return NVJPEG_STATUS_INVALID_PARAMETER;
  // Starts the device, and fails where a fault has ended it.
  if (turbojpeg() == nullptr || cudaFree(nullptr) != cudaSuccess)
    return NVJPEG_STATUS_NOT_INITIALIZED;
  const nvjpegStatus_t status = create(handle);
  if (status == NVJPEG_STATUS_SUCCESS) (*handle)->flags = flags;
  return status;
}

nvjpegStatus_t version_part(libraryPropertyType type, int* value, libraries::Version version) {
  return libraries::give_version_part(type, value, version, NVJPEG_STATUS_INVALID_PARAMETER,
                                      NVJPEG_STATUS_INVALID_PARAMETER);
}

}  // namespace

int not_supported(const char* what, std::atomic<bool>& said) {
  say_not_supported(what, said);
  return NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED;
}

}  // namespace riffle::nvjpeg

using namespace riffle::nvjpeg;

RIFFLE_JPEG_ENTRY nvjpegGetProperty(libraryPropertyType type, int* value) {
  return version_part(type, value, {NVJPEG_VER_MAJOR, NVJPEG_VER_MINOR, NVJPEG_VER_PATCH});
}
RIFFLE_JPEG_ENTRY nvjpegGetCudartProperty(libraryPropertyType type, int* value) {
  int version = 0;
  if (cudaRuntimeGetVersion(&version) != cudaSuccess) return NVJPEG_STATUS_INTERNAL_ERROR;
  return version_part(type, value, {version / 1000, version % 1000 / 10, version % 10});
}

// Nothing of an image is on a device but the program's own: allocators are not asked.
RIFFLE_JPEG_ENTRY nvjpegCreateSimple(nvjpegHandle_t* handle) {
  return create_with(NVJPEG_BACKEND_DEFAULT, NVJPEG_FLAGS_DEFAULT, handle);
}
RIFFLE_JPEG_ENTRY nvjpegCreate(nvjpegBackend_t backend, nvjpegDevAllocator_t*,
                               nvjpegHandle_t* handle) {
  return create_with(backend, NVJPEG_FLAGS_DEFAULT, handle);
}
RIFFLE_JPEG_ENTRY nvjpegCreateEx(nvjpegBackend_t backend, nvjpegDevAllocator_t*,
                                 nvjpegPinnedAllocator_t*, unsigned flags, nvjpegHandle_t* handle) {
  return create_with(backend, flags, handle);
}
RIFFLE_JPEG_ENTRY nvjpegCreateExV2(nvjpegBackend_t backend, nvjpegDevAllocatorV2_t*,
                                   nvjpegPinnedAllocatorV2_t*, unsigned flags,
                                   nvjpegHandle_t* handle) {
  return create_with(backend, flags, handle);
}
RIFFLE_JPEG_ENTRY nvjpegDestroy(nvjpegHandle_t handle) { return destroy(handle); }

RIFFLE_JPEG_ENTRY nvjpegGetHardwareDecoderInfo(nvjpegHandle_t handle, unsigned* num_engines,
                                               unsigned* num_cores_per_engine) {
  if (handle == nullptr || num_engines == nullptr || num_cores_per_engine == nullptr)
    return NVJPEG_STATUS_INVALID_PARAMETER;
  *num_engines = 0;
  *num_cores_per_engine = 0;
  return NVJPEG_STATUS_SUCCESS;
}
RIFFLE_JPEG_ENTRY nvjpegGetHardwareEncoderInfo(nvjpegHandle_t handle, unsigned* num_engines) {
  return handle == nullptr ? NVJPEG_STATUS_INVALID_PARAMETER : give(num_engines, 0U);
}
