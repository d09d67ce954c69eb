// SPDX-License-Identifier: Apache-2.0
// Makes a device image from the bitcode of a device side.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "compiler/image.h"

namespace riffle::compiler {

/// What an image's header says of its code.
struct ImageTraits {
  std::uint32_t flags = 0;
  std::uint32_t cuda_arch = 0;
  std::uint32_t optimization_level = 0;
};

/// Header and bitcode.
std::string make_image(const ImageTraits& traits, std::string_view bitcode);

}  // namespace riffle::compiler
