// SPDX-License-Identifier: Apache-2.0
// From what a reference was told to the object that kernels read; surface references, which are told of an array only.
#include <algorithm>
#include <cstdint>
#include <memory>

#include "api/cuda/entry.h"
#include "api/cuda/texture_reference.h"
#include "base/handle_table.h"
#include "base/mutex.h"
#include "cuda_bodies.h"

namespace riffle::api::cuda {
namespace {

constexpr std::uint8_t kSurfaceReferenceHandleKind = 0x37;
constexpr unsigned kTextureAlignment = 512;

struct SurfaceReference {
  explicit SurfaceReference(ObjectPlace& place) : place(place) {}

  ObjectPlace& place;
  Mutex mutex;
  CUarray array RIFFLE_GUARDED_BY(mutex) = nullptr;
  CUsurfObject object RIFFLE_GUARDED_BY(mutex) = 0;
};

HandleTable<SurfaceReference>& surfaces() {
  static constinit HandleTable<SurfaceReference> table(kSurfaceReferenceHandleKind);
  return table;
}

CUDA_RESOURCE_DESC resource_of(const TextureSettings& settings) {
  const Binding& bound = settings.binding;
  const auto channels = static_cast<unsigned>(settings.channels);
  CUDA_RESOURCE_DESC made = {};
  if (bound.array != nullptr) {
    made.resType = CU_RESOURCE_TYPE_ARRAY;
    made.res.array.hArray = bound.array;
  } else if (bound.mipmap != nullptr) {
    made.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    made.res.mipmap.hMipmappedArray = bound.mipmap;
  } else if (bound.bytes != 0) {
    made.resType = CU_RESOURCE_TYPE_LINEAR;
    made.res.linear.devPtr = bound.address - bound.address % kTextureAlignment;
    made.res.linear.format = settings.format;
    made.res.linear.numChannels = channels;
    made.res.linear.sizeInBytes = bound.bytes;
  } else {
    made.resType = CU_RESOURCE_TYPE_PITCH2D;
    made.res.pitch2D.devPtr = bound.address;
    made.res.pitch2D.format = settings.format;
    made.res.pitch2D.numChannels = channels;
    made.res.pitch2D.width = bound.width;
    made.res.pitch2D.height = bound.height;
    made.res.pitch2D.pitchInBytes = bound.pitch_bytes;
  }
  return made;
}

CUDA_TEXTURE_DESC reading_of(const TextureSettings& settings) {
  CUDA_TEXTURE_DESC made = {};
  std::ranges::copy(settings.modes, made.addressMode);
  made.filterMode = settings.filter;
  made.flags = settings.flags;
  made.maxAnisotropy = settings.anisotropy;
  made.mipmapFilterMode = settings.mipmap_filter;
  made.mipmapLevelBias = settings.bias;
  made.minMipmapLevelClamp = settings.lowest_level;
  made.maxMipmapLevelClamp = settings.highest_level;
  std::ranges::copy(settings.border, made.borderColor);
  return made;
}

}  // namespace

CUtexObject texture_of(const TextureSettings& settings) {
  const CUDA_RESOURCE_DESC resource = resource_of(settings);
  CUDA_TEXTURE_DESC reading = reading_of(settings);
  CUtexObject made = 0;
  if (tex_object_create(&made, &resource, &reading, nullptr) == CUDA_SUCCESS) return made;
  // Integers are never filtered.
  reading.filterMode = CU_TR_FILTER_MODE_POINT;
  return tex_object_create(&made, &resource, &reading, nullptr) == CUDA_SUCCESS ? made : 0;
}

void wait_for_readers() {
  for (const auto* const context : context::all_contexts()) {
    if (engine::ContextStreams* const running = context->engine()) running->synchronize();
  }
}

CUsurfref make_surface_reference(ObjectPlace& place) {
  auto made = std::make_unique<SurfaceReference>(place);
  const std::uintptr_t handle = surfaces().insert(made.get());
  if (handle != 0) made.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  return reinterpret_cast<CUsurfref>(handle);
}

void end_surface_reference(CUsurfref reference) {
  const std::unique_ptr<SurfaceReference> gone(
      surfaces().remove(reinterpret_cast<std::uintptr_t>(reference)));
  if (gone == nullptr) return;
  const MutexLock lock(gone->mutex);
  if (gone->object != 0) (void)surf_object_destroy(gone->object);
}

CUresult surf_ref_set_array(CUsurfref surface, CUarray array, unsigned int flags) {
  SurfaceReference* const found = surfaces().find(surface);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  CUDA_ARRAY3D_DESCRIPTOR known = {};
  if (array_3d_get_descriptor_v2(&known, array) != CUDA_SUCCESS) return CUDA_ERROR_INVALID_HANDLE;
  if (flags != 0 || (known.Flags & CUDA_ARRAY3D_SURFACE_LDST) == 0) return CUDA_ERROR_INVALID_VALUE;
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUsurfObject made = 0;
  if (const CUresult bad = surf_object_create(&made, &resource); bad != CUDA_SUCCESS) return bad;
  wait_for_readers();
  const MutexLock lock(found->mutex);
  if (found->object != 0) (void)surf_object_destroy(found->object);
  found->array = array;
  found->place = found->object = made;
  return CUDA_SUCCESS;
}

CUresult surf_ref_get_array(CUarray* array, CUsurfref surface) {
  SurfaceReference* const found = surfaces().find(surface);
  if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  const MutexLock lock(found->mutex);
  if (array == nullptr || found->array == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *array = found->array;
  return CUDA_SUCCESS;
}

}  // namespace riffle::api::cuda
