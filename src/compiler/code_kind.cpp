// SPDX-License-Identifier: Apache-2.0
#include "compiler/code_kind.h"

#include <cstring>
#include <string_view>

#include "compiler/fat_binary/fat_binary.h"
#include "compiler/image.h"
#include "compiler/image_text.h"
#include "compiler/jit/entry.h"
#include "compiler/link_device_code.h"
#include "compiler/native.h"

namespace riffle::compiler {
namespace {

constexpr std::string_view kOwnMagic{kImageMagic, sizeof kImageMagic};
constexpr std::string_view kElfMagic =
    "\x7f"
    "ELF";
constexpr std::string_view kArchiveMagic = "!<arch>\n";

std::string_view text_of(std::span<const std::byte> code) {
  return {reinterpret_cast<const char*>(code.data()), code.size()};
}

Result<std::string> checked(std::span<const std::byte> image) {
  const auto whole = check_image(image);
  if (!whole) return std::unexpected(whole.error());
  return std::string(text_of(*whole));
}

}  // namespace

CodeKind kind_of(std::span<const std::byte> code) {
  const std::string_view text = text_of(code);
  if (text.starts_with(kOwnMagic)) return CodeKind::kImage;
  if (is_fat_binary(code)) return CodeKind::kFatBinary;
  if (text.starts_with(kElfMagic)) return CodeKind::kElf;
  if (text.starts_with(kArchiveMagic)) return CodeKind::kArchive;
  if (!may_be_text(code)) return CodeKind::kUnknown;
  if (announces_image(text)) return CodeKind::kImageText;
  return text.contains(".version") ? CodeKind::kPtx : CodeKind::kUnknown;
}

bool may_be_text(std::span<const std::byte> code) {
  const std::string_view text = text_of(code);
  return !text.empty() && text.front() != '\0' && std::strchr("/.\n\r\t ", text.front()) != nullptr;
}

std::unexpected<Error> not_an_image() {
  return error(Code::kInvalidKernelImage, "the device code is of an unknown kind");
}

Result<std::string> linkable_code(std::span<const std::byte> code) {
  const std::string_view text = text_of(code);
  switch (kind_of(code)) {
    case CodeKind::kImage:
      return checked(code);
    case CodeKind::kImageText:
      if (const auto inside = image_in_text(text))
        return checked(std::as_bytes(std::span(*inside)));
      return not_an_image();
    case CodeKind::kPtx:
      return translate_text(kCompilerLibrary, std::string(text.substr(0, text.find('\0'))));
    case CodeKind::kFatBinary: {
      auto ptx = chosen_ptx(code, kDeviceArchitecture);
      if (!ptx) return ptx;
      return translate_text(kCompilerLibrary, std::move(*ptx));
    }
    case CodeKind::kElf:
      return no_ptx("NVIDIA's processors");
    case CodeKind::kArchive:
    case CodeKind::kUnknown:
      break;
  }
  return not_an_image();
}

}  // namespace riffle::compiler
