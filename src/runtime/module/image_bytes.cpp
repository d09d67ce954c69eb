// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/image_bytes.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "compiler/code_kind.h"
#include "compiler/fat_binary/fat_binary.h"
#include "compiler/image.h"
#include "compiler/image_text.h"
#include "compiler/jit/entry.h"
#include "compiler/link_device_code.h"
#include "compiler/native.h"
#include "compiler/progress.h"
#include "platform/pages.h"
#include "runtime/module/fat_wrapper.h"

namespace riffle::module {
namespace {

/// Longer than any kind's beginning.
constexpr std::size_t kBeginBytes = 8;

std::string_view text_of(std::span<const std::byte> code) {
  return {reinterpret_cast<const char*>(code.data()), code.size()};
}

std::unexpected<Error> cut_off() {
  return error(Code::kInvalidKernelImage, "the device code is cut off");
}

Result<ImageBytes> checked(std::span<const std::byte> image) {
  const auto whole = compiler::check_image(image);
  if (!whole) return std::unexpected(whole.error());
  return ImageBytes(whole->begin(), whole->end());
}

/// Bytes up to the zero byte that ends a text, or up to the end of the memory. The longer the text, the more is asked for at
/// once: the system answers for many pages as fast as for a few.
std::size_t text_bytes(const char* text) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  std::size_t bytes = 0;
  for (std::size_t wanted = platform::kPageBytes;; wanted = std::min(2 * wanted, kMost)) {
    const std::size_t more = platform::readable_bytes(text + bytes, wanted);
    const std::size_t length = ::strnlen(text + bytes, more);
    bytes += length;
    if (length < more || more < wanted) return bytes;
  }
}

Result<ImageBytes> compiled(std::span<const compiler::LinkInput> inputs) {
  const compiler::CompilationNotice waiting("PTX");
  const auto linked = compiler::link_device_code(compiler::kCompilerLibrary, inputs);
  if (!linked) return std::unexpected(linked.error());
  if (linked->image.empty()) return compiler::not_an_image();
  return checked(std::as_bytes(std::span(linked->image)));
}

/// PTX of another compiler: text, or a fat binary with this one entry.
Result<ImageBytes> compiled_ptx(std::string_view ptx) {
  return compiler::image_of_ptx(compiler::kCompilerLibrary, ptx);
}

Result<ImageBytes> image_in_fat_binary(std::span<const std::byte> binary) {
  auto ptx = compiler::chosen_ptx(binary, compiler::kDeviceArchitecture);
  if (!ptx) return std::unexpected(ptx.error());
  return compiled_ptx(*ptx);
}

/// A relocatable program: the PTX of all its objects, linked.
Result<ImageBytes> image_of_parts(std::span<const void* const> parts) {
  std::vector<compiler::LinkInput> inputs;
  for (const void* const part : parts) {
    const auto binary = fat_binary_at(part);
    if (!binary) return std::unexpected(binary.error());
    auto ptx = compiler::chosen_ptx(*binary, compiler::kDeviceArchitecture);
    if (!ptx) return std::unexpected(ptx.error());
    inputs.push_back(
        {.name = "part " + std::to_string(inputs.size() + 1), .content = std::move(*ptx)});
  }
  return compiled(inputs);
}

Result<ImageBytes> own_image_at(const std::byte* begin) {
  compiler::ImageHeader header;
  if (platform::readable_bytes(begin, sizeof header) < sizeof header) return cut_off();
  std::memcpy(&header, begin, sizeof header);
  // What the header says may be wrong: no more is read than there is.
  const std::uint64_t payload =
      platform::readable_bytes(begin + sizeof header, header.payload_bytes);
  if (payload < header.payload_bytes) return cut_off();
  return image_in({begin, sizeof header + payload});
}

/// Anything but a wrapper.
Result<ImageBytes> unwrapped_image_at(const void* code) {
  const auto* const begin = static_cast<const std::byte*>(code);
  const std::size_t most = begin == nullptr ? 0 : platform::readable_bytes(begin, kBeginBytes);
  const std::span<const std::byte> head(begin, most);
  if (compiler::may_be_text(head))
    return image_in({begin, text_bytes(static_cast<const char*>(code))});
  switch (compiler::kind_of(head)) {
    case compiler::CodeKind::kImage:
      return own_image_at(begin);
    case compiler::CodeKind::kFatBinary:
      break;
    default:
      return image_in(head);
  }
  const auto binary = fat_binary_at(code);
  if (!binary) return std::unexpected(binary.error());
  return image_in_fat_binary(*binary);
}

}  // namespace

Result<ImageBytes> image_in(std::span<const std::byte> code) {
  const std::string_view text = text_of(code);
  switch (compiler::kind_of(code)) {
    case compiler::CodeKind::kImage:
      return checked(code);
    case compiler::CodeKind::kFatBinary:
      return image_in_fat_binary(code);
    case compiler::CodeKind::kElf:
      return compiler::no_ptx("NVIDIA's processors");
    case compiler::CodeKind::kPtx:
      return compiled_ptx(text);
    case compiler::CodeKind::kImageText:
      if (const auto inside = compiler::image_in_text(text))
        return checked(std::as_bytes(std::span(*inside)));
      break;
    case compiler::CodeKind::kArchive:
    case compiler::CodeKind::kUnknown:
      break;
  }
  return compiler::not_an_image();
}

Result<ImageBytes> image_at(const void* code) {
  if (!is_wrapper(code)) return unwrapped_image_at(code);
  const auto behind = code_behind(code);
  if (!behind) return std::unexpected(behind.error());
  return behind->size() == 1 ? unwrapped_image_at(behind->front()) : image_of_parts(*behind);
}

Result<std::string> file_content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return error(Code::kFileNotFound, "cannot read " + path);
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

Result<ImageBytes> image_in_file(const std::string& path) {
  const auto content = file_content(path);
  if (!content) return std::unexpected(content.error());
  auto image = image_in(std::as_bytes(std::span(*content)));
  if (!image) image.error().text = path + ": " + image.error().text;
  return image;
}

}  // namespace riffle::module
