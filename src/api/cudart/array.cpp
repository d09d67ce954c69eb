// SPDX-License-Identifier: Apache-2.0
// Arrays: made, described, freed.
#include "api/cudart/array.h"

#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/memory/imported.h"

namespace riffle::api::cudart {
namespace {

constexpr std::uint8_t kArrayHandleKind = 23;

cudaError_t make(cudaArray_t* out, const ArrayDescription& description) {
  if (is_well_formed(description)) *out = nullptr;  // what a refusal leaves, as on hardware
  const auto element_bytes = check_array(description, false);
  if (!element_bytes) return element_bytes.error();
  auto array = memory::Array::laid_out(*element_bytes, description.extent);
  if (const Status made = memory::allocate(memory::registry(), array, current_context().device());
      !made) {
    return to_cuda(made);
  }
  const auto shown = show_array(array, description, false, false);
  if (!shown) {
    (void)memory::registry().free(array.base);
    return shown.error();
  }
  *out = *shown;
  return cudaSuccess;
}

}  // namespace

HandleTable<ArrayObject>& arrays() {
  static constinit HandleTable<ArrayObject> table(kArrayHandleKind);
  return table;
}

std::expected<cudaArray_t, cudaError_t> show_array(const memory::Array& array,
                                                   const ArrayDescription& description,
                                                   bool is_level, bool is_imported) {
  auto object = std::make_unique<ArrayObject>(ArrayObject{.array = array,
                                                          .format = description.format,
                                                          .flags = description.flags,
                                                          .device = current_context().device(),
                                                          .is_level = is_level,
                                                          .is_imported = is_imported});
  const std::uintptr_t handle = arrays().insert(object.get());
  if (handle == 0) return std::unexpected(cudaErrorMemoryAllocation);
  object.release();  // NOLINT(bugprone-unused-return-value): the handle table has it
  return reinterpret_cast<cudaArray_t>(handle);
}

cudaError_t end_array(cudaArray_t handle) {
  const std::unique_ptr<ArrayObject> object(arrays().remove(handle));
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (object->is_imported) return cudaSuccess;  // the mipmapped array ends the whole mapping
  return to_cuda(memory::registry().free(object->array.base));
}

void forget_arrays_of(int device) {
  std::vector<std::uintptr_t> gone;
  arrays().for_each([&](std::uintptr_t handle, const ArrayObject* object) {
    if (object->device == device) gone.push_back(handle);
  });
  for (const std::uintptr_t handle : gone) delete arrays().remove(handle);
  gone.clear();
  mipmapped_arrays().for_each([&](std::uintptr_t handle, const MipmappedObject* object) {
    if (object->device == device) gone.push_back(handle);
  });
  for (const std::uintptr_t handle : gone) delete mipmapped_arrays().remove(handle);
}

cudaError_t malloc_array(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width,
                         size_t height, unsigned int flags) {
  if (array == nullptr || desc == nullptr) return cudaErrorInvalidValue;
  return make(array, {*desc, {width, height, 0}, flags});
}

cudaError_t malloc_3d_array(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                            cudaExtent extent, unsigned int flags) {
  if (array == nullptr || desc == nullptr) return cudaErrorInvalidValue;
  return make(array, {*desc, {extent.width, extent.height, extent.depth}, flags});
}

cudaError_t free_array(cudaArray_t array) {
  if (array == nullptr) return cudaSuccess;
  const ArrayObject* const object = find_array(array);
  if (object == nullptr || object->is_level) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t waited = wait_for_everything(); waited != cudaSuccess) return waited;
  return end_array(array);
}

cudaError_t array_get_info(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                           cudaArray_t array) {
  const ArrayObject* const object = find_array(array);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  const memory::ArrayExtent& size = object->array.extent;
  if (desc != nullptr) *desc = object->format;
  if (extent != nullptr) *extent = {size.width, size.height, size.depth};
  if (flags != nullptr) *flags = object->flags;
  return cudaSuccess;
}

cudaError_t get_channel_desc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
  if (desc == nullptr) return cudaErrorInvalidValue;
  const ArrayObject* const object = find_array(array);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  *desc = object->format;
  return cudaSuccess;
}

// ---- What only planar, deferred and sparse arrays have, of which there are none ----

namespace {

template <class Answer>
cudaError_t refuse_to_report(Answer* answer) {
  if (answer != nullptr) *answer = {};
  return cudaErrorInvalidValue;
}

}  // namespace

cudaError_t array_get_plane(cudaArray_t* pPlaneArray, cudaArray_t hArray, unsigned int) {
  if (find_array(hArray) == nullptr) return cudaErrorInvalidResourceHandle;
  (void)pPlaneArray;  // no array has planes
  return cudaErrorInvalidValue;
}

cudaError_t array_get_memory_requirements(cudaArrayMemoryRequirements* memoryRequirements,
                                          cudaArray_t, int) {
  return refuse_to_report(memoryRequirements);
}

cudaError_t mipmapped_array_get_memory_requirements(cudaArrayMemoryRequirements* memoryRequirements,
                                                    cudaMipmappedArray_t, int) {
  return refuse_to_report(memoryRequirements);
}

cudaError_t array_get_sparse_properties(cudaArraySparseProperties* sparseProperties, cudaArray_t) {
  return refuse_to_report(sparseProperties);
}

cudaError_t mipmapped_array_get_sparse_properties(cudaArraySparseProperties* sparseProperties,
                                                  cudaMipmappedArray_t) {
  return refuse_to_report(sparseProperties);
}

}  // namespace riffle::api::cudart
