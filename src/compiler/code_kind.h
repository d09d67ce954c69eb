// SPDX-License-Identifier: Apache-2.0
// What bytes that somebody hands over as device code are, by how they begin, and what the linker is given of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/status.h"

namespace riffle::compiler {

enum class CodeKind : std::uint8_t {
  kUnknown,
  kImage,      ///< Riffle's own
  kImageText,  ///< text that has one in its comments
  kPtx,        ///< of another compiler
  kFatBinary,
  kElf,      ///< an object of the host, or code for NVIDIA's processors
  kArchive,  ///< a static library
};

[[nodiscard]] CodeKind kind_of(std::span<const std::byte> code);

/// Whether it begins as text does, PTX or what holds an image: with a comment, a directive or blanks.
[[nodiscard]] bool may_be_text(std::span<const std::byte> code);

/// The answer for what has no kind.
[[nodiscard]] std::unexpected<Error> not_an_image();

/// What link_device_code takes of device code: an image, or PTX translated to one, which may want functions of other modules.
/// Text ends at its first zero byte. Errors: kInvalidKernelImage (no device code, or a damaged image), kNoKernelImageForDevice
/// (compiled for NVIDIA's processors alone), and those of translate_text. Thread-safe.
Result<std::string> linkable_code(std::span<const std::byte> code);

}  // namespace riffle::compiler
