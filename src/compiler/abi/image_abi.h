// SPDX-License-Identifier: Apache-2.0
// What kernels that read textures find behind the tables that every kernel and every cooperative kernel knows.
#pragma once

#include "compiler/abi/grid_abi.h"

namespace riffle::abi {

struct ImageRuntime {
  GridRuntime grid;
  /// Reads the texture `object`, the address of a riffle_image (riffle_device/image_layout.h), as `request` says. `result`
  /// has four channels of 32 bits. Ends the kernel if there is no such object.
  void (*sample_texture)(std::uint64_t object, std::uint32_t request, float x, float y, float z,
                         std::int32_t layer, float level, void* result);
  /// The same for the lanes of a packet that are in `mask`: coordinates lane by lane, results of 16 bytes lane by lane.
  void (*sample_packet)(std::uint64_t object, std::uint32_t request, std::uint32_t lanes,
                        std::uint64_t mask, const float* x, const float* y, const float* z,
                        const std::int32_t* layer, const float* level, void* results);
  /// The level for a place (three numbers) and its gradients along the two axes of the screen (three each).
  float (*texture_level)(std::uint64_t object, std::uint32_t request,
                         const float* place_and_gradients);
};

}  // namespace riffle::abi
