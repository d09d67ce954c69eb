// SPDX-License-Identifier: Apache-2.0
#include "cc/device_output.h"

#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "cc/clang_lines.h"
#include "cc/compiler_library.h"
#include "compiler/image.h"
#include "compiler/image_text.h"
#include "compiler/make_image.h"
#include "file.h"

namespace riffle::tool {
namespace {

Result<std::string> text_of(const std::string& image, const std::string& source) {
  compiler::ImageHeader header;
  std::memcpy(&header, image.data(), sizeof header);
  const std::string_view bitcode = std::string_view(image).substr(sizeof header);
  Result<std::string> ptx = ptx_text(bitcode, header.cuda_arch);
  if (!ptx) return ptx;
  return fmt::format(
             "//\n// PTX of {}, made by riffle cc. It shows what was compiled; a program that "
             "loads this\n"
             "// file runs the device image at its end, so that changes of the text have no "
             "effect.\n//\n",
             source) +
         *ptx + compiler::image_comment(image);
}

}  // namespace

const char* suffix_of(DeviceOutput kind) {
  switch (kind) {
    case DeviceOutput::kPtx:
      return ".ptx";
    case DeviceOutput::kCubin:
      return ".cubin";
    default:
      return ".fatbin";
  }
}

Result<std::string> device_file(DeviceOutput kind, const std::string& image,
                                const std::string& source) {
  if (kind == DeviceOutput::kPtx) return text_of(image, source);
  return image;
}

Result<std::string> image_of_file(const std::string& path) {
  Result<std::string> content = read_file(path);
  if (!content) return content;
  if (content->starts_with(std::string_view(compiler::kImageMagic, sizeof compiler::kImageMagic)))
    return content;
  if (std::optional<std::string> image = compiler::image_in_text(*content)) return *image;
  if (path.ends_with(".ptx") && !compiler::announces_image(*content)) {
    auto linked = link_device_code({path});
    if (!linked) return std::unexpected(std::move(linked.error()));
    if (!linked->image.empty()) return std::move(linked->image);
  }
  return error(
      Code::kInvalidKernelImage,
      fmt::format("'{}' holds no device code made by riffle cc, and no PTX; compile its source",
                  path));
}

Result<std::string> make_device_image(const std::string& bitcode_path, const NvccOptions& options) {
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
