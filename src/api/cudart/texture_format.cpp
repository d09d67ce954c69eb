// SPDX-License-Identifier: Apache-2.0
#include "api/cudart/texture_format.h"

#include "api/cudart/channel_format.h"

namespace riffle::api::cudart {
namespace {

bool is_signed_kind(cudaChannelFormatKind kind) {
  return kind == cudaChannelFormatKindSigned || (kind >= cudaChannelFormatKindSignedNormalized8X1 &&
                                                 kind <= cudaChannelFormatKindSignedNormalized16X4);
}

riffle_channel_type channel_type(int bits, cudaChannelFormatKind kind) {
  if (kind == cudaChannelFormatKindFloat)
    return bits == 16 ? RIFFLE_CHANNEL_F16 : RIFFLE_CHANNEL_F32;
  const bool is_signed = is_signed_kind(kind);
  if (bits == 8) return is_signed ? RIFFLE_CHANNEL_S8 : RIFFLE_CHANNEL_U8;
  if (bits == 16) return is_signed ? RIFFLE_CHANNEL_S16 : RIFFLE_CHANNEL_U16;
  return is_signed ? RIFFLE_CHANNEL_S32 : RIFFLE_CHANNEL_U32;
}

// The order of cudaResourceViewFormat: 1, 2 and 4 channels of each.
struct ViewType {
  riffle_channel_type type;
  unsigned bytes;
};
constexpr ViewType kViewTypes[] = {{RIFFLE_CHANNEL_U8, 1},  {RIFFLE_CHANNEL_S8, 1},
                                   {RIFFLE_CHANNEL_U16, 2}, {RIFFLE_CHANNEL_S16, 2},
                                   {RIFFLE_CHANNEL_U32, 4}, {RIFFLE_CHANNEL_S32, 4},
                                   {RIFFLE_CHANNEL_F16, 2}, {RIFFLE_CHANNEL_F32, 4}};

}  // namespace

std::optional<TexelFormat> texel_format(const cudaChannelFormatDesc& format) {
  const std::size_t bytes = element_bytes(format);
  if (bytes == 0) return std::nullopt;
  if (format.f == cudaChannelFormatKindUnsignedNormalized1010102)
    return TexelFormat{RIFFLE_CHANNEL_U1010102, 4, 4};
  const Channels channels = channels_of(format);
  return TexelFormat{channel_type(channels.bits, format.f), static_cast<unsigned>(channels.count),
                     static_cast<unsigned>(bytes)};
}

std::optional<TexelFormat> texel_format(cudaResourceViewFormat format) {
  if (format < cudaResViewFormatUnsignedChar1 || format > cudaResViewFormatFloat4)
    return std::nullopt;
  const auto index = static_cast<unsigned>(format - cudaResViewFormatUnsignedChar1);
  const unsigned channels = 1U << (index % 3);
  const ViewType& view = kViewTypes[index / 3];
  return TexelFormat{view.type, channels, channels * view.bytes};
}

}  // namespace riffle::api::cudart
