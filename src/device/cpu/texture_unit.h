// SPDX-License-Identifier: Apache-2.0
// What kernels ask of a GPU's texture units and do not do inline: filters, conversions, address modes, levels, cubes.
#pragma once

#include <cstdint>

namespace riffle::device {

/// See abi::ImageRuntime.
void sample_texture(std::uint64_t object, std::uint32_t request, float x, float y, float z,
                    std::int32_t layer, float level, void* result);
void sample_packet(std::uint64_t object, std::uint32_t request, std::uint32_t lanes,
                   std::uint64_t mask, const float* x, const float* y, const float* z,
                   const std::int32_t* layer, const float* level, void* results);
float texture_level(std::uint64_t object, std::uint32_t request, const float* place_and_gradients);

}  // namespace riffle::device
