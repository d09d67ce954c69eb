// SPDX-License-Identifier: Apache-2.0
// Which channel formats there are, and how large their elements are.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace riffle::api::cudart {

/// One, two or four channels of 8, 16 or 32 bits, all of one size; 0 channels for all else.
struct Channels {
  int count = 0;
  int bits = 0;

  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(count * bits) / 8; }
};
[[nodiscard]] Channels channels_of(const cudaChannelFormatDesc& format);

[[nodiscard]] inline bool is_compressed(cudaChannelFormatKind kind) {
  return kind >= cudaChannelFormatKindUnsignedBlockCompressed1 &&
         kind <= cudaChannelFormatKindUnsignedBlockCompressed7SRGB;
}

/// Formats whose elements stand for numbers from 0 or -1 to 1 by their kind.
[[nodiscard]] inline bool is_normalized_kind(cudaChannelFormatKind kind) {
  return (kind >= cudaChannelFormatKindUnsignedNormalized8X1 &&
          kind <= cudaChannelFormatKindSignedNormalized16X4) ||
         kind == cudaChannelFormatKindUnsignedNormalized1010102;
}

/// Bytes of an element that arrays and textures can hold; 0 when there is no such format.
[[nodiscard]] std::size_t element_bytes(const cudaChannelFormatDesc& format);

}  // namespace riffle::api::cudart
