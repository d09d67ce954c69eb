// SPDX-License-Identifier: Apache-2.0
// Texture and surface references of modules: what kernels read through is an object, whose number lies in a variable of the
// module.
#pragma once

#include <cuda.h>

#include <array>
#include <cstddef>

namespace riffle::api::cuda {

/// At most one of the three is bound.
struct Binding {
  CUdeviceptr address = 0;
  std::size_t bytes = 0;  ///< of memory in a line; 0: a plane
  std::size_t width = 0, height = 0, pitch_bytes = 0;
  CUarray array = nullptr;
  CUmipmappedArray mipmap = nullptr;
};

struct TextureSettings {
  Binding binding;
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  int channels = 1;
  std::array<CUaddress_mode, 3> modes{CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP,
                                      CU_TR_ADDRESS_MODE_CLAMP};
  CUfilter_mode filter = CU_TR_FILTER_MODE_POINT;
  CUfilter_mode mipmap_filter = CU_TR_FILTER_MODE_POINT;
  float bias = 0;
  float lowest_level = 0;
  float highest_level = 0;
  unsigned anisotropy = 0;
  std::array<float, 4> border{};
  unsigned flags = 0;
};

/// The number of an object, as a kernel finds it. Written while no kernel runs.
using ObjectPlace = unsigned long long;

/// Makes the texture that the settings describe. 0 when they describe none: nothing is bound, or it cannot be read so.
[[nodiscard]] CUtexObject texture_of(const TextureSettings& settings);

/// A reference whose kernels find its object at `place`. Null when out of memory.
[[nodiscard]] CUtexref make_texture_reference(ObjectPlace& place);
[[nodiscard]] CUsurfref make_surface_reference(ObjectPlace& place);
/// Before the module with its place goes. Nothing happens if the program has destroyed it.
void end_texture_reference(CUtexref reference);
void end_surface_reference(CUsurfref reference);
[[nodiscard]] bool is_of_module(CUtexref reference);

/// Kernels that wait in a stream read a reference as it was when they were launched.
void wait_for_readers();

}  // namespace riffle::api::cuda
