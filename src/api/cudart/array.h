// SPDX-License-Identifier: Apache-2.0
// Arrays and mipmapped arrays behind handles.
#pragma once

#include <cuda_runtime_api.h>

#include <expected>
#include <memory>
#include <vector>

#include "base/handle_table.h"
#include "runtime/context/context.h"
#include "runtime/memory/array.h"

namespace riffle::api::cudart {

struct ArrayObject {
  memory::Array array;
  cudaChannelFormatDesc format{};
  unsigned flags = 0;
  int device = 0;
  bool is_level = false;  ///< of a mipmapped array, which frees it
  bool is_imported = false;

  [[nodiscard]] bool has_layers() const {
    return (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  }
};

struct MipmappedObject {
  std::vector<cudaArray_t> levels;
  int device = 0;
};

/// What the calls that make arrays are told.
struct ArrayDescription {
  cudaChannelFormatDesc format;
  memory::ArrayExtent extent;
  unsigned flags;
};

HandleTable<ArrayObject>& arrays();
HandleTable<MipmappedObject>& mipmapped_arrays();

[[nodiscard]] inline const ArrayObject* find_array(cudaArray_const_t handle) {
  return arrays().find(static_cast<const void*>(handle));
}

/// What hardware asks first, before captures: elements that there are, a width, and layers if they are asked for.
[[nodiscard]] bool is_well_formed(const ArrayDescription& description);

/// The size of an element of what can be made. `is_mipmapped`: levels are smaller than arrays may be.
[[nodiscard]] std::expected<std::size_t, cudaError_t> check_array(
    const ArrayDescription& description, bool is_mipmapped);

/// Shows an array whose memory is there.
[[nodiscard]] std::expected<cudaArray_t, cudaError_t> show_array(
    const memory::Array& array, const ArrayDescription& description, bool is_level,
    bool is_imported);
/// Ends a handle and frees its memory.
cudaError_t end_array(cudaArray_t handle);

/// Drops the handles of a context that is being reset: their memory is freed with the rest.
void forget_arrays_of(int device);

/// Freeing waits for all work that may use the memory, of any device.
cudaError_t wait_for_everything();

/// The limits of arrays and textures, in cudaDeviceProp's members.
[[nodiscard]] const cudaDeviceProp& texture_limits();

}  // namespace riffle::api::cudart
