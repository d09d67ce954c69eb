// SPDX-License-Identifier: Apache-2.0
#include "cc/device_image.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "cc/clang_lines.h"
#include "compiler/make_image.h"

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

Result<std::string> make_device_image(const std::string& bitcode_path,
                                      const CompileOptions& options) {
  Result<std::string> bitcode = read_file(bitcode_path);
  if (!bitcode) return bitcode;
  compiler::ImageTraits traits;
  if (options.device_debug) traits.flags |= compiler::kImageDebug;
  if (options.relocatable) traits.flags |= compiler::kImageRelocatable;
  traits.cuda_arch =
      static_cast<std::uint32_t>(effective_architecture(options.architectures).number) * 10;
  traits.optimization_level = static_cast<std::uint32_t>(device_optimization_level(options));
  return compiler::make_image(traits, *bitcode);
}

}  // namespace riffle::tool
