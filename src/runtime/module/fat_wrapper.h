// SPDX-License-Identifier: Apache-2.0
// Where device code lies in memory that only its own headers describe: the wrapper that host compilers put into
// .nvFatBinSegment, and the fat binaries behind it. Whatever an address holds, nothing is read that cannot be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"

namespace riffle::module {

struct FatBinWrapper {
  static constexpr std::uint32_t kMagic = 0x466243b1;
  /// The code of a relocatable program: it is in `parts`, an array that a null ends, one fat binary for each object.
  static constexpr std::uint32_t kOfParts = 2;

  std::uint32_t magic = kMagic;
  std::uint32_t version = 1;
  const void* image = nullptr;
  const void* const* parts = nullptr;
};

[[nodiscard]] bool is_wrapper(const void* code);

/// What the wrapper has: the addresses of images or fat binaries. Errors: kInvalidKernelImage.
Result<std::vector<const void*>> code_behind(const void* wrapper);

/// The fat binary there. Errors: kInvalidKernelImage (something else, or cut off).
Result<std::span<const std::byte>> fat_binary_at(const void* code);

}  // namespace riffle::module
