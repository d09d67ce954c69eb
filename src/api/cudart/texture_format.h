// SPDX-License-Identifier: Apache-2.0
// How textures take the formats of elements.
#pragma once

#include <cuda_runtime_api.h>

#include <optional>

#include "riffle_device/image_layout.h"

namespace riffle::api::cudart {

struct TexelFormat {
  riffle_channel_type type = RIFFLE_CHANNEL_U8;
  unsigned channels = 0;
  unsigned element_bytes = 0;

  [[nodiscard]] bool is_float() const {
    return type == RIFFLE_CHANNEL_F16 || type == RIFFLE_CHANNEL_F32;
  }
  /// Integers that may be read as numbers from 0 or -1 to 1.
  [[nodiscard]] bool is_small_integer() const {
    return type == RIFFLE_CHANNEL_U8 || type == RIFFLE_CHANNEL_S8 || type == RIFFLE_CHANNEL_U16 ||
           type == RIFFLE_CHANNEL_S16;
  }
};

/// Nothing for descriptors that textures do not take.
[[nodiscard]] std::optional<TexelFormat> texel_format(const cudaChannelFormatDesc& format);
/// Nothing for cudaResViewFormatNone, compressed formats and numbers that name none.
[[nodiscard]] std::optional<TexelFormat> texel_format(cudaResourceViewFormat format);

}  // namespace riffle::api::cudart
