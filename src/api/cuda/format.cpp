// SPDX-License-Identifier: Apache-2.0
#include "api/cuda/format.h"

namespace riffle::api::cuda {
namespace {

struct Element {
  CUarray_format format;
  int bits;
  cudaChannelFormatKind kind;
};

constexpr Element kElements[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
    {CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
    {CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
    {CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

}  // namespace

std::optional<cudaChannelFormatDesc> channel_format(CUarray_format format, unsigned channels) {
  if (channels != 1 && channels != 2 && channels != 4) return std::nullopt;
  for (const Element& element : kElements) {
    if (element.format != format) continue;
    const auto bits = [&](unsigned channel) { return channel < channels ? element.bits : 0; };
    return cudaChannelFormatDesc{bits(0), bits(1), bits(2), bits(3), element.kind};
  }
  return std::nullopt;
}

ArrayFormat array_format(const cudaChannelFormatDesc& channels) {
  unsigned count = 0;
  for (const int bits : {channels.x, channels.y, channels.z, channels.w}) count += bits != 0;
  for (const Element& element : kElements) {
    if (element.bits == channels.x && element.kind == channels.f) return {element.format, count};
  }
  return {static_cast<CUarray_format>(0), count};
}

}  // namespace riffle::api::cuda
