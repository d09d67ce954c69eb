// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/channel_format.h"

namespace riffle::api::cudart {
namespace {

// Kinds that say by their names how many channels of how many bits there are.
struct NamedKind {
  cudaChannelFormatKind kind;
  int count;
  int bits;
};
constexpr NamedKind kNamedKinds[] = {
    {cudaChannelFormatKindUnsignedNormalized8X1, 1, 8},
    {cudaChannelFormatKindUnsignedNormalized8X2, 2, 8},
    {cudaChannelFormatKindUnsignedNormalized8X4, 4, 8},
    {cudaChannelFormatKindUnsignedNormalized16X1, 1, 16},
    {cudaChannelFormatKindUnsignedNormalized16X2, 2, 16},
    {cudaChannelFormatKindUnsignedNormalized16X4, 4, 16},
    {cudaChannelFormatKindSignedNormalized8X1, 1, 8},
    {cudaChannelFormatKindSignedNormalized8X2, 2, 8},
    {cudaChannelFormatKindSignedNormalized8X4, 4, 8},
    {cudaChannelFormatKindSignedNormalized16X1, 1, 16},
    {cudaChannelFormatKindSignedNormalized16X2, 2, 16},
    {cudaChannelFormatKindSignedNormalized16X4, 4, 16},
};

bool is_packed_1010102(const cudaChannelFormatDesc& format) {
  return format.f == cudaChannelFormatKindUnsignedNormalized1010102 && format.x == 10 &&
         format.y == 10 && format.z == 10 && format.w == 2;
}

bool agrees_with_kind(const Channels& channels, cudaChannelFormatKind kind) {
  switch (kind) {
    case cudaChannelFormatKindSigned:
    case cudaChannelFormatKindUnsigned:
      return true;
    case cudaChannelFormatKindFloat:
      return channels.bits != 8;
    default:
      break;
  }
  for (const NamedKind& named : kNamedKinds) {
    if (named.kind == kind) return named.count == channels.count && named.bits == channels.bits;
  }
  return false;
}

}  // namespace

Channels channels_of(const cudaChannelFormatDesc& format) {
  const int count = (format.x != 0) + (format.y != 0) + (format.z != 0) + (format.w != 0);
  const bool is_size = format.x == 8 || format.x == 16 || format.x == 32;
  const bool is_even = (count < 2 || format.y == format.x) && (count < 3 || format.z == format.x) &&
                       (count < 4 || format.w == format.x);
  const bool is_count = count == 1 || count == 2 || count == 4;
  return is_size && is_even && is_count ? Channels{count, format.x} : Channels{};
}

std::size_t element_bytes(const cudaChannelFormatDesc& format) {
  if (is_packed_1010102(format)) return 4;
  const Channels channels = channels_of(format);
  return channels.count != 0 && agrees_with_kind(channels, format.f) ? channels.bytes() : 0;
}

}  // namespace riffle::api::cudart
