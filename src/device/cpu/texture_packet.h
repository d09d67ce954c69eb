// SPDX-License-Identifier: Apache-2.0
// The common textures for a packet of lanes at once: planes of floats, and of bytes and 16-bit numbers read as fractions.
#pragma once

#include <cstdint>

#include "riffle_device/image_layout.h"

namespace riffle::device {

/// Whether sample_plane_of_packet knows the texture.
[[nodiscard]] bool is_common_plane(const riffle_image& image, std::uint32_t request);

/// Reads it for the lanes of `mask`, with the very bits that each would get by itself. Returns the lanes that it left:
/// those that met numbers which need more care.
[[nodiscard]] std::uint64_t sample_plane_of_packet(const riffle_image& image, std::uint32_t lanes,
                                                   std::uint64_t mask, const float* x,
                                                   const float* y, void* results);

}  // namespace riffle::device
