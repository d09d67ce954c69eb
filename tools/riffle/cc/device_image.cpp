// SPDX-License-Identifier: Apache-2.0
#include "cc/device_image.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <xxhash.h>

#include <fmt/format.h>

#include "cc/clang_lines.h"
#include "compiler/image.h"

namespace riffle::tool {

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return error(Code::kFileNotFound,
                 fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  }
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

Status write_file(const std::string& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (file) return {};
  return error(Code::kOperatingSystem,
               fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

std::string device_image(const ImageTraits& traits, std::string_view bitcode) {
  compiler::ImageHeader header{};
  std::memcpy(header.magic, compiler::kImageMagic, sizeof header.magic);
  header.version = compiler::kImageVersion;
  header.flags = traits.flags;
  header.cuda_arch = traits.cuda_arch;
  header.optimization_level = traits.optimization_level;
  header.payload_bytes = bitcode.size();
  const XXH128_hash_t hash = XXH3_128bits(bitcode.data(), bitcode.size());
  header.payload_hash[0] = hash.low64;
  header.payload_hash[1] = hash.high64;
  std::string image(reinterpret_cast<const char*>(&header), sizeof header);
  image += bitcode;
  return image;
}

Result<std::string> make_device_image(const std::string& bitcode_path,
                                      const CompileOptions& options) {
  Result<std::string> bitcode = read_file(bitcode_path);
  if (!bitcode) return bitcode;
  ImageTraits traits;
  if (options.device_debug) traits.flags |= compiler::kImageDebug;
  if (options.relocatable) traits.flags |= compiler::kImageRelocatable;
  traits.cuda_arch =
      static_cast<std::uint32_t>(effective_architecture(options.architectures).number) * 10;
  traits.optimization_level = static_cast<std::uint32_t>(device_optimization_level(options));
  return device_image(traits, *bitcode);
}

}  // namespace riffle::tool
