// SPDX-License-Identifier: Apache-2.0
#include "cc/device_image.h"

#include "cc/clang_lines.h"
#include "compiler/make_image.h"
#include "file.h"

namespace riffle::tool {

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
