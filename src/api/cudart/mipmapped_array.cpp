// SPDX-License-Identifier: Apache-2.0
// Mipmapped arrays: an array for each level, in memory of their own or in memory that is mapped.
#include <algorithm>

#include "api/cudart/array.h"
#include "api/cudart/entry.h"
#include "api/cudart/external.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

constexpr std::uint8_t kMipmappedHandleKind = 24;

struct Levels {
  std::vector<memory::Array> arrays;  // laid out, without memory
  std::size_t bytes = 0;              // of all, one behind the other
};

std::expected<Levels, cudaError_t> lay_out(const ArrayDescription& description, unsigned count) {
  const auto element_bytes = check_array(description, true);
  if (!element_bytes) return std::unexpected(element_bytes.error());
  const bool has_layers = (description.flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  count = std::clamp(count, 1U, memory::most_levels(description.extent, has_layers));
  Levels levels;
  for (unsigned level = 0; level < count; ++level) {
    levels.arrays.push_back(memory::Array::laid_out(
        *element_bytes, memory::level_extent(description.extent, level, has_layers)));
    levels.bytes += levels.arrays.back().bytes();
  }
  return levels;
}

cudaError_t end_levels(const MipmappedObject& mipmapped) {
  cudaError_t result = cudaSuccess;
  for (const cudaArray_t level : mipmapped.levels) {
    const cudaError_t ended = end_array(level);
    if (result == cudaSuccess) result = ended;
  }
  return result;
}

/// The arrays have memory; nothing is shown when there is no room for a handle.
cudaError_t show(cudaMipmappedArray_t* out, const Levels& levels,
                 const ArrayDescription& description, bool is_imported) {
  auto object = std::make_unique<MipmappedObject>();
  object->device = current_context().device();
  for (const memory::Array& array : levels.arrays) {
    const auto shown = show_array(array, description, true, is_imported);
    if (!shown) {
      end_levels(*object);
      return shown.error();
    }
    object->levels.push_back(*shown);
  }
  const std::uintptr_t handle = mipmapped_arrays().insert(object.get());
  if (handle == 0) {
    end_levels(*object);
    return cudaErrorMemoryAllocation;
  }
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  *out = reinterpret_cast<cudaMipmappedArray_t>(handle);
  return cudaSuccess;
}

}  // namespace

HandleTable<MipmappedObject>& mipmapped_arrays() {
  static constinit HandleTable<MipmappedObject> table(kMipmappedHandleKind);
  return table;
}

cudaError_t malloc_mipmapped_array(cudaMipmappedArray_t* mipmappedArray,
                                   const cudaChannelFormatDesc* desc, cudaExtent extent,
                                   unsigned int numLevels, unsigned int flags) {
  if (mipmappedArray == nullptr || desc == nullptr) return cudaErrorInvalidValue;
  const ArrayDescription description{*desc, {extent.width, extent.height, extent.depth}, flags};
  if (is_well_formed(description)) *mipmappedArray = nullptr;
  auto levels = lay_out(description, numLevels);
  if (!levels) return levels.error();
  for (memory::Array& array : levels->arrays) {
    const Status made = memory::allocate(memory::registry(), array, current_context().device());
    if (made) continue;
    for (const memory::Array& before : levels->arrays)
      if (before.base != nullptr) (void)memory::registry().free(before.base);
    return to_cuda(made);
  }
  return show(mipmappedArray, *levels, description, false);
}

cudaError_t get_mipmapped_array_level(cudaArray_t* levelArray,
                                      cudaMipmappedArray_const_t mipmappedArray,
                                      unsigned int level) {
  const MipmappedObject* const object =
      mipmapped_arrays().find(static_cast<const void*>(mipmappedArray));
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (levelArray == nullptr || level >= object->levels.size()) return cudaErrorInvalidValue;
  *levelArray = object->levels[level];
  return cudaSuccess;
}

cudaError_t free_mipmapped_array(cudaMipmappedArray_t mipmappedArray) {
  if (mipmappedArray == nullptr) return cudaSuccess;
  if (mipmapped_arrays().find(mipmappedArray) == nullptr) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t waited = wait_for_everything(); waited != cudaSuccess) return waited;
  const std::unique_ptr<MipmappedObject> object(mipmapped_arrays().remove(mipmappedArray));
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  const ArrayObject* const first = find_array(object->levels.front());
  if (first != nullptr && first->is_imported) end_mapped_range(first->array.base);
  return end_levels(*object);
}

// The layout inside is Riffle's own, on both sides: levels one behind the other.
cudaError_t external_memory_get_mapped_mipmapped_array(
    cudaMipmappedArray_t* mipmap, cudaExternalMemory_t extMem,
    const cudaExternalMemoryMipmappedArrayDesc* mipmapDesc) {
  if (mipmap == nullptr || mipmapDesc == nullptr || mipmapDesc->numLevels == 0)
    return cudaErrorInvalidValue;
  const cudaExtent& extent = mipmapDesc->extent;
  // Images that a graphics API draws into are plain memory here.
  const ArrayDescription description{mipmapDesc->formatDesc,
                                     {extent.width, extent.height, extent.depth},
                                     mipmapDesc->flags & ~unsigned{cudaArrayColorAttachment}};
  auto levels = lay_out(description, mipmapDesc->numLevels);
  if (!levels) return levels.error();
  const auto range = map_range(extMem, mipmapDesc->offset, levels->bytes);
  if (!range) return range.error();
  char* at = *range;
  for (memory::Array& array : levels->arrays) {
    array.base = at;
    at += array.bytes();
  }
  const cudaError_t shown = show(mipmap, *levels, description, true);
  if (shown != cudaSuccess) end_mapped_range(*range);
  return shown;
}

}  // namespace riffle::api::cudart
