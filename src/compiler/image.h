// SPDX-License-Identifier: Apache-2.0
// The device image that `riffle cc` embeds into a program: this header, then LLVM bitcode.
#pragma once

#include <cstdint>

namespace riffle::compiler {

enum ImageFlags : std::uint32_t {
  kImageRelocatable = 1,
  kImageDebug = 2,
  /// The payload is PTX of another compiler, text or a fat binary, whose kernels are translated when they are needed.
  kImageText = 4,
};

/// Little endian, 8-aligned; `payload_bytes` of LLVM bitcode (nvptx64 triple), or of text, follow.
struct ImageHeader {
  char magic[8];                     ///< "RIFFLEDI"
  std::uint32_t version;             ///< kImageVersion
  std::uint32_t flags;               ///< ImageFlags
  std::uint32_t cuda_arch;           ///< 800 for sm_80
  std::uint32_t optimization_level;  ///< 0 to 3, of the device side
  std::uint64_t payload_bytes;
  std::uint64_t payload_hash[2];  ///< XXH3, 128 bits, of the payload
};

inline constexpr char kImageMagic[8] = {'R', 'I', 'F', 'F', 'L', 'E', 'D', 'I'};
inline constexpr std::uint32_t kImageVersion = 1;

/// What Riffle's devices say that they are: compute capability 8.0.
inline constexpr std::uint32_t kDeviceArchitecture = 80;

}  // namespace riffle::compiler
