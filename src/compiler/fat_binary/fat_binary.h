// SPDX-License-Identifier: Apache-2.0
// Fat binaries, as NVIDIA's compiler writes them: code of several kinds for several architectures.
//
//   header   16 bytes: magic, version, size of the header, size of what follows
//   entry    header, whose size is in it, and payload; the next entry follows
//
// Riffle runs the PTX. What is chosen stays compressed here: only the compiler needs the text (ptx_text.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace riffle::compiler {

inline constexpr std::string_view kFatBinaryMagic = "\x50\xed\x55\xba";
inline constexpr std::size_t kFatBinaryHeaderBytes = 16;

enum class FatKind : std::uint16_t { kPtx = 1, kElf = 2, kLto = 8 };
enum class FatCompression : std::uint8_t { kNone, kLz4, kZstd };

struct FatEntry {
  FatKind kind;  ///< may be a kind that has no name here
  FatCompression compression;
  std::uint32_t architecture;          ///< 80 for compute_80
  std::uint64_t text_bytes;            ///< of the payload, decompressed
  std::span<const std::byte> whole;    ///< header and payload
  std::span<const std::byte> payload;  ///< as it lies there, without padding
  std::string_view options;            ///< of the assembler that compiles the PTX: " --fmad false "
};

[[nodiscard]] bool is_fat_binary(std::span<const std::byte> code);

/// All bytes of the fat binary that begins with `header`, as it says. Errors: kInvalidKernelImage.
Result<std::uint64_t> fat_binary_bytes(std::span<const std::byte, kFatBinaryHeaderBytes> header);

/// Errors: kInvalidKernelImage (cut off, or sizes that contradict each other).
Result<std::vector<FatEntry>> fat_entries(std::span<const std::byte> binary);

/// The PTX to run, as a fat binary with this one entry: the newest that is not newer than `architecture`, else the oldest.
/// Errors: those of fat_entries; kNoKernelImageForDevice when there is no PTX.
Result<std::string> chosen_ptx(std::span<const std::byte> binary, std::uint32_t architecture);

/// The answer for code that only NVIDIA's processors run; `what` says which, "sm_90".
[[nodiscard]] std::unexpected<Error> no_ptx(const std::string& what);

}  // namespace riffle::compiler
