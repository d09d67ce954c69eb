// SPDX-License-Identifier: Apache-2.0
#include "api/nvjitlink/link.h"

#include <fstream>
#include <iterator>
#include <utility>

#include "compiler/code_kind.h"
#include "compiler/jit/entry.h"
#include "compiler/ptx_text_of_image.h"

namespace riffle::nvjitlink {
namespace {

using compiler::CodeKind;

/// A module without contents: what a link without inputs makes.
constexpr std::string_view kEmptyModule = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// What NVRTC gives as code for link-time optimisation is an image, as its cubin is.
bool fits(nvJitLinkInputType type, CodeKind kind) {
  switch (type) {
    case NVJITLINK_INPUT_CUBIN:
      return kind == CodeKind::kImage || kind == CodeKind::kElf;
    case NVJITLINK_INPUT_LTOIR:
      return kind == CodeKind::kImage;
    case NVJITLINK_INPUT_PTX:
      return kind == CodeKind::kPtx || kind == CodeKind::kImageText;
    case NVJITLINK_INPUT_FATBIN:
      return kind == CodeKind::kFatBinary;
    case NVJITLINK_INPUT_OBJECT:
      return kind == CodeKind::kElf;
    case NVJITLINK_INPUT_LIBRARY:
      return kind == CodeKind::kArchive;
    case NVJITLINK_INPUT_ANY:
      return kind != CodeKind::kUnknown;
    case NVJITLINK_INPUT_NONE:
    case NVJITLINK_INPUT_INDEX:
      break;
  }
  return false;
}

nvJitLinkResult status_of(const Error& failure) {
  if (failure.code == Code::kNoKernelImageForDevice) return NVJITLINK_ERROR_ARCH_MISMATCH;
  if (failure.code == Code::kInvalidKernelImage) return NVJITLINK_ERROR_INVALID_INPUT;
  return NVJITLINK_ERROR_PTX_COMPILE;
}

/// What link_device_code takes. Objects and libraries of the host may hold device code; it looks there itself.
Result<std::string> content_of(CodeKind kind, nvJitLinkInputType type,
                               std::span<const std::byte> code) {
  const bool is_of_host =
      kind == CodeKind::kArchive || (kind == CodeKind::kElf && type != NVJITLINK_INPUT_CUBIN);
  if (is_of_host) return std::string(reinterpret_cast<const char*>(code.data()), code.size());
  return compiler::linkable_code(code);
}

}  // namespace

Link::Link(ParsedOptions parsed) : parsed_(std::move(parsed)) {
  const MutexLock lock(mutex_);
  if (!parsed_.message.empty()) errors_ = parsed_.message + "\n";
}

nvJitLinkResult Link::refuse(nvJitLinkResult result, const std::string& text) {
  errors_ += text + "\n";
  return result;
}

nvJitLinkResult Link::add(nvJitLinkInputType type, std::span<const std::byte> code,
                          const std::string& name) {
  const MutexLock lock(mutex_);
  if (!image_.empty()) return NVJITLINK_ERROR_INTERNAL;
  const CodeKind kind = compiler::kind_of(code);
  if (!fits(type, kind))
    return refuse(type == NVJITLINK_INPUT_ANY ? NVJITLINK_ERROR_UNRECOGNIZED_INPUT
                                              : NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
                  "'" + name + "' is not of the type that it is added as");
  if (type == NVJITLINK_INPUT_LTOIR && !parsed_.options.is_lto)
    return refuse(NVJITLINK_ERROR_LTO_NOT_ENABLED, "'" + name + "' needs the option -lto");
  Result<std::string> content = content_of(kind, type, code);
  if (!content) return refuse(status_of(content.error()), name + ": " + content.error().text);
  inputs_.push_back({.name = name, .content = std::move(*content)});
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult Link::add_file(nvJitLinkInputType type, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const MutexLock lock(mutex_);
    return refuse(NVJITLINK_ERROR_INVALID_INPUT, "cannot read '" + path + "'");
  }
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  return add(type, std::as_bytes(std::span(content)), path);
}

nvJitLinkResult Link::complete() {
  const MutexLock lock(mutex_);
  if (!image_.empty()) return NVJITLINK_ERROR_INTERNAL;
  std::vector<compiler::LinkInput> inputs = inputs_;
  if (inputs.empty()) {
    auto empty = compiler::linkable_code(std::as_bytes(std::span(kEmptyModule)));
    if (!empty) return refuse(NVJITLINK_ERROR_INTERNAL, empty.error().text);
    inputs.push_back({.name = "nothing", .content = std::move(*empty)});
  }
  auto linked =
      compiler::link_device_code(compiler::kCompilerLibrary, inputs, compiler::LinkWords::kDriver);
  if (!linked)
    return refuse(parsed_.options.is_lto ? NVJITLINK_ERROR_PTX_COMPILE : NVJITLINK_ERROR_INTERNAL,
                  linked.error().text);
  if (linked->image.empty())
    return refuse(NVJITLINK_ERROR_INVALID_INPUT, "the inputs have no device code");
  image_ = std::move(linked->image);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult Link::image(std::string& to) {
  const MutexLock lock(mutex_);
  if (image_.empty()) return NVJITLINK_ERROR_INTERNAL;
  to = image_;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult Link::ptx(std::string& to) {
  const MutexLock lock(mutex_);
  if (!parsed_.options.wants_ptx) return NVJITLINK_ERROR_INVALID_INPUT;
  if (image_.empty()) return NVJITLINK_ERROR_INTERNAL;
  Result<std::string> text = compiler::ptx_text_of(image_, "a link");
  if (!text) return refuse(NVJITLINK_ERROR_INTERNAL, text.error().text);
  to = std::move(*text);
  return NVJITLINK_SUCCESS;
}

std::string Link::errors() {
  const MutexLock lock(mutex_);
  return errors_;
}

}  // namespace riffle::nvjitlink
