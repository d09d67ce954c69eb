// SPDX-License-Identifier: Apache-2.0
#include "compiler/make_image.h"

#include <cstring>
#include <span>

#include "compiler/cache/hash.h"

namespace riffle::compiler {

std::string make_image(const ImageTraits& traits, std::string_view bitcode) {
  ImageHeader header{};
  std::memcpy(header.magic, kImageMagic, sizeof header.magic);
  header.version = kImageVersion;
  header.flags = traits.flags;
  header.cuda_arch = traits.cuda_arch;
  header.optimization_level = traits.optimization_level;
  header.payload_bytes = bitcode.size();
  const Hash128 hash = hash128(std::as_bytes(std::span(bitcode)));
  header.payload_hash[0] = hash.low;
  header.payload_hash[1] = hash.high;
  std::string image(reinterpret_cast<const char*>(&header), sizeof header);
  image += bitcode;
  return image;
}

}  // namespace riffle::compiler
