// SPDX-License-Identifier: Apache-2.0
#include "compiler/fat_binary/ptx_text.h"

#include <zstd.h>

#include <algorithm>

#include "base/decompress.h"
#include "compiler/image.h"

namespace riffle::compiler {
namespace {

/// What the options change is said in the text itself, where every translation of it finds it (ptx/module_text.h). At the
/// end: the lines of errors are those of the text.
constexpr std::string_view kNoContractionPragma = "\n.pragma \"riffle-fmad=false\";\n";

constexpr std::uint64_t kMostTextBytes = std::uint64_t{1} << 30;

std::unexpected<Error> damaged(const std::string& why) {
  return error(Code::kInvalidKernelImage, "the PTX in the fat binary " + why);
}

/// What so many compressed bytes can become at most: no more memory is asked for, whatever the entry says.
std::uint64_t most_bytes(const FatEntry& entry) {
  const std::uint64_t compressed = entry.payload.size();
  // LZ4: a byte of a length stands for 255. Zstd: a block of 4 bytes repeats one 128 KiB long.
  const std::uint64_t most = entry.compression == FatCompression::kLz4
                                 ? (compressed + 1) * 255
                                 : (compressed / 4 + 1) * (std::uint64_t{128} << 10);
  return std::min(most, kMostTextBytes);
}

/// Fills `text`; false when other bytes come out than announced.
bool decompress_into(std::string& text, const FatEntry& entry) {
  if (entry.compression == FatCompression::kLz4) {
    const auto done =
        decompress(Compression::kLz4, entry.payload, std::as_writable_bytes(std::span(text)));
    return done.is_whole && done.bytes == text.size();
  }
  const std::size_t bytes =
      ZSTD_decompress(text.data(), text.size(), entry.payload.data(), entry.payload.size());
  return ZSTD_isError(bytes) == 0 && bytes == text.size();
}

/// Whether products and sums may be fused: the last of --fmad false, -fmad=true and the like says.
bool contracts(std::string_view options) {
  bool result = true, is_value = false;
  while (!options.empty()) {
    const std::size_t begin = options.find_first_not_of(" =");
    if (begin == std::string_view::npos) break;
    options.remove_prefix(begin);
    const std::string_view word = options.substr(0, options.find_first_of(" ="));
    if (is_value) result = word != "false";
    is_value = word == "--fmad" || word == "-fmad";
    options.remove_prefix(word.size());
  }
  return result;
}

}  // namespace

Result<std::string> text_of(const FatEntry& entry) {
  std::string text;
  if (entry.compression == FatCompression::kNone) {
    text.assign(reinterpret_cast<const char*>(entry.payload.data()), entry.payload.size());
  } else {
    if (entry.text_bytes > most_bytes(entry))
      return damaged("cannot be of " + std::to_string(entry.text_bytes) + " bytes, compressed to " +
                     std::to_string(entry.payload.size()));
    text.resize(entry.text_bytes);
    if (!decompress_into(text, entry)) return damaged("cannot be decompressed");
  }
  text.resize(std::min(text.find('\0'), text.size()));
  if (!contracts(entry.options)) text += kNoContractionPragma;
  return text;
}

Result<std::string> ptx_text_in(std::span<const std::byte> binary, std::uint32_t architecture) {
  const auto alone = chosen_ptx(binary, architecture);
  if (!alone) return std::unexpected(alone.error());
  const auto entries = fat_entries(std::as_bytes(std::span(*alone)));
  if (!entries) return std::unexpected(entries.error());
  return text_of(entries->front());
}

Result<std::string_view> ptx_text(std::string_view ptx, std::string& storage) {
  const auto bytes = std::as_bytes(std::span(ptx));
  if (!is_fat_binary(bytes)) return ptx;
  auto text = ptx_text_in(bytes, kDeviceArchitecture);
  if (!text) return std::unexpected(text.error());
  storage = std::move(*text);
  return storage;
}

}  // namespace riffle::compiler
