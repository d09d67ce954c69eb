// SPDX-License-Identifier: Apache-2.0
// cudaCreateChannelDesc<T>(): the channel format of one element of type T.
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include <cuda_runtime_api.h>

#ifdef __cplusplus

namespace riffle_api {
// A format of `channels` equal components of `bits` bits.
inline cudaChannelFormatDesc channels(int bits, int channels, cudaChannelFormatKind kind) {
  cudaChannelFormatDesc desc = {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                channels > 3 ? bits : 0, kind};
  return desc;
}

// Formats that are named by their kind, because no element type says them.
inline cudaChannelFormatDesc channels_of_kind(cudaChannelFormatKind kind) {
  switch (kind) {
    case cudaChannelFormatKindSignedNormalized8X1:
    case cudaChannelFormatKindUnsignedNormalized8X1:
    case cudaChannelFormatKindUnsignedBlockCompressed4:
    case cudaChannelFormatKindSignedBlockCompressed4:
      return channels(8, 1, kind);
    case cudaChannelFormatKindSignedNormalized8X2:
    case cudaChannelFormatKindUnsignedNormalized8X2:
    case cudaChannelFormatKindUnsignedBlockCompressed5:
    case cudaChannelFormatKindSignedBlockCompressed5:
      return channels(8, 2, kind);
    case cudaChannelFormatKindNV12:
      return channels(8, 3, kind);
    case cudaChannelFormatKindSignedNormalized8X4:
    case cudaChannelFormatKindUnsignedNormalized8X4:
    case cudaChannelFormatKindUnsignedBlockCompressed1:
    case cudaChannelFormatKindUnsignedBlockCompressed1SRGB:
    case cudaChannelFormatKindUnsignedBlockCompressed2:
    case cudaChannelFormatKindUnsignedBlockCompressed2SRGB:
    case cudaChannelFormatKindUnsignedBlockCompressed3:
    case cudaChannelFormatKindUnsignedBlockCompressed3SRGB:
    case cudaChannelFormatKindUnsignedBlockCompressed7:
    case cudaChannelFormatKindUnsignedBlockCompressed7SRGB:
      return channels(8, 4, kind);
    case cudaChannelFormatKindSignedNormalized16X1:
    case cudaChannelFormatKindUnsignedNormalized16X1:
      return channels(16, 1, kind);
    case cudaChannelFormatKindSignedNormalized16X2:
    case cudaChannelFormatKindUnsignedNormalized16X2:
      return channels(16, 2, kind);
    case cudaChannelFormatKindUnsignedBlockCompressed6H:
    case cudaChannelFormatKindSignedBlockCompressed6H:
      return channels(16, 3, kind);
    case cudaChannelFormatKindSignedNormalized16X4:
    case cudaChannelFormatKindUnsignedNormalized16X4:
      return channels(16, 4, kind);
    case cudaChannelFormatKindUnsignedNormalized1010102: {
      cudaChannelFormatDesc desc = {10, 10, 10, 2, kind};
      return desc;
    }
    default:
      return channels(0, 0, cudaChannelFormatKindNone);
  }
}
}  // namespace riffle_api

// Types that no texture can hold, three-component vectors among them, give an empty format.
template <class _Tp>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return riffle_api::channels(0, 0, cudaChannelFormatKindNone);
}

template <cudaChannelFormatKind kind>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return riffle_api::channels_of_kind(kind);
}

#define RIFFLE_CHANNELS(type, element, count, kind)                           \
  template <>                                                                 \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                \
    return riffle_api::channels(8 * static_cast<int>(sizeof(element)), count, \
                                cudaChannelFormatKind##kind);                 \
  }

RIFFLE_CHANNELS(signed char, signed char, 1, Signed)
RIFFLE_CHANNELS(char1, signed char, 1, Signed)
RIFFLE_CHANNELS(char2, signed char, 2, Signed)
RIFFLE_CHANNELS(char4, signed char, 4, Signed)
RIFFLE_CHANNELS(unsigned char, unsigned char, 1, Unsigned)
RIFFLE_CHANNELS(uchar1, unsigned char, 1, Unsigned)
RIFFLE_CHANNELS(uchar2, unsigned char, 2, Unsigned)
RIFFLE_CHANNELS(uchar4, unsigned char, 4, Unsigned)
RIFFLE_CHANNELS(short, short, 1, Signed)
RIFFLE_CHANNELS(short1, short, 1, Signed)
RIFFLE_CHANNELS(short2, short, 2, Signed)
RIFFLE_CHANNELS(short4, short, 4, Signed)
RIFFLE_CHANNELS(unsigned short, unsigned short, 1, Unsigned)
RIFFLE_CHANNELS(ushort1, unsigned short, 1, Unsigned)
RIFFLE_CHANNELS(ushort2, unsigned short, 2, Unsigned)
RIFFLE_CHANNELS(ushort4, unsigned short, 4, Unsigned)
RIFFLE_CHANNELS(int, int, 1, Signed)
RIFFLE_CHANNELS(int1, int, 1, Signed)
RIFFLE_CHANNELS(int2, int, 2, Signed)
RIFFLE_CHANNELS(int4, int, 4, Signed)
RIFFLE_CHANNELS(unsigned int, unsigned int, 1, Unsigned)
RIFFLE_CHANNELS(uint1, unsigned int, 1, Unsigned)
RIFFLE_CHANNELS(uint2, unsigned int, 2, Unsigned)
RIFFLE_CHANNELS(uint4, unsigned int, 4, Unsigned)
RIFFLE_CHANNELS(float, float, 1, Float)
RIFFLE_CHANNELS(float1, float, 1, Float)
RIFFLE_CHANNELS(float2, float, 2, Float)
RIFFLE_CHANNELS(float4, float, 4, Float)
RIFFLE_CHANNELS(char, signed char, 1, Signed)

#undef RIFFLE_CHANNELS

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return riffle_api::channels(16, 1, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
  return riffle_api::channels(16, 1, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return riffle_api::channels(16, 2, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return riffle_api::channels(16, 4, cudaChannelFormatKindFloat);
}

#endif  // __cplusplus
#endif  // __CHANNEL_DESCRIPTOR_H__
