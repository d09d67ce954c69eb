// SPDX-License-Identifier: Apache-2.0
#include "compiler/fat_binary/fat_binary.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace riffle::compiler {
namespace {

constexpr std::size_t kLeastEntryHeader = 64;
constexpr std::uint64_t kFlagLz4 = 0x2000;
constexpr std::uint64_t kFlagZstd = 0x8000;

template <class Number>
Number number_at(std::span<const std::byte> bytes, std::size_t offset) {
  Number number;
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

std::unexpected<Error> damaged(const std::string& why) {
  return error(Code::kInvalidKernelImage, "the fat binary " + why);
}

/// The header says where a record of two numbers lies in it: where the text begins, and how long it is.
Result<std::string_view> options_in(std::span<const std::byte> header) {
  const auto record = number_at<std::uint32_t>(header, 20);
  if (record == 0) return std::string_view();
  if (header.size() < 8 || record > header.size() - 8)
    return damaged("has an entry whose options lie outside its header");
  const auto begin = number_at<std::uint32_t>(header, record);
  const auto bytes = number_at<std::uint32_t>(header, record + 4);
  if (begin > header.size() || bytes > header.size() - begin)
    return damaged("has an entry whose options lie outside its header");
  return std::string_view(reinterpret_cast<const char*>(header.data()) + begin, bytes);
}

/// The entry that `rest` begins with.
Result<FatEntry> first_entry(std::span<const std::byte> rest) {
  if (rest.size() < kLeastEntryHeader) return damaged("ends inside an entry's header");
  const auto header_bytes = number_at<std::uint32_t>(rest, 4);
  const auto payload_bytes = number_at<std::uint64_t>(rest, 8);
  if (header_bytes < kLeastEntryHeader || header_bytes > rest.size())
    return damaged("has an entry whose header has " + std::to_string(header_bytes) + " bytes");
  if (payload_bytes > rest.size() - header_bytes)
    return damaged("has an entry of " + std::to_string(payload_bytes) + " bytes, where there are " +
                   std::to_string(rest.size() - header_bytes));
  FatEntry entry{.kind = FatKind{number_at<std::uint16_t>(rest, 0)},
                 .compression = FatCompression::kNone,
                 .architecture = number_at<std::uint32_t>(rest, 28),
                 .text_bytes = payload_bytes,
                 .whole = rest.first(header_bytes + payload_bytes),
                 .payload = rest.subspan(header_bytes, payload_bytes),
                 .options = {}};
  if (entry.kind == FatKind::kPtx) {
    const auto options = options_in(rest.first(header_bytes));
    if (!options) return std::unexpected(options.error());
    entry.options = *options;
  }
  const auto flags = number_at<std::uint64_t>(rest, 40);
  if ((flags & (kFlagLz4 | kFlagZstd)) == 0) return entry;
  const auto compressed_bytes = number_at<std::uint32_t>(rest, 16);
  if (compressed_bytes > payload_bytes)
    return damaged("has an entry of more compressed bytes than bytes");
  entry.compression = (flags & kFlagZstd) != 0 ? FatCompression::kZstd : FatCompression::kLz4;
  entry.text_bytes = number_at<std::uint64_t>(rest, 56);
  entry.payload = entry.payload.first(compressed_bytes);
  return entry;
}

bool is_better(const FatEntry& entry, const FatEntry& chosen, std::uint32_t architecture) {
  const bool fits = entry.architecture <= architecture;
  if (fits != (chosen.architecture <= architecture)) return fits;
  return fits ? entry.architecture > chosen.architecture : entry.architecture < chosen.architecture;
}

/// "sm_80, sm_90 and code for link-time optimisation"
std::string kinds_of(const std::vector<FatEntry>& entries) {
  std::string text;
  bool has_lto = false;
  for (const FatEntry& entry : entries) {
    has_lto |= entry.kind == FatKind::kLto;
    if (entry.kind == FatKind::kElf)
      text += (text.empty() ? "sm_" : ", sm_") + std::to_string(entry.architecture);
  }
  if (has_lto) text += text.empty() ? "link-time optimisation" : " and link-time optimisation";
  return text;
}

}  // namespace

std::unexpected<Error> no_ptx(const std::string& what) {
  return error(Code::kNoKernelImageForDevice,
               "the device code has no PTX, only code for " + what +
                   "; compile it with -gencode arch=compute_80,code=compute_80, or with riffle cc");
}

bool is_fat_binary(std::span<const std::byte> code) {
  return code.size() >= kFatBinaryMagic.size() &&
         std::memcmp(code.data(), kFatBinaryMagic.data(), kFatBinaryMagic.size()) == 0;
}

Result<std::uint64_t> fat_binary_bytes(std::span<const std::byte, kFatBinaryHeaderBytes> header) {
  const auto version = number_at<std::uint16_t>(header, 4);
  const auto header_bytes = number_at<std::uint16_t>(header, 6);
  const auto rest = number_at<std::uint64_t>(header, 8);
  if (!is_fat_binary(header) || version != 1 || header_bytes < kFatBinaryHeaderBytes)
    return damaged("has a header of an unknown version");
  if (rest > UINT64_MAX - header_bytes) return damaged("gives a size larger than any memory");
  return header_bytes + rest;
}

Result<std::vector<FatEntry>> fat_entries(std::span<const std::byte> binary) {
  if (binary.size() < kFatBinaryHeaderBytes) return damaged("is cut off");
  const auto bytes = fat_binary_bytes(binary.first<kFatBinaryHeaderBytes>());
  if (!bytes) return std::unexpected(bytes.error());
  if (*bytes > binary.size()) return damaged("is cut off");
  std::vector<FatEntry> entries;
  auto rest = binary.first(*bytes).subspan(number_at<std::uint16_t>(binary, 6));
  while (!rest.empty()) {
    const auto entry = first_entry(rest);
    if (!entry) return std::unexpected(entry.error());
    entries.push_back(*entry);
    rest = rest.subspan(entry->whole.size());
  }
  return entries;
}

Result<std::string> chosen_ptx(std::span<const std::byte> binary, std::uint32_t architecture) {
  const auto entries = fat_entries(binary);
  if (!entries) return std::unexpected(entries.error());
  const FatEntry* chosen = nullptr;
  for (const FatEntry& entry : *entries) {
    if (entry.kind != FatKind::kPtx) continue;
    if (chosen == nullptr || is_better(entry, *chosen, architecture)) chosen = &entry;
  }
  if (chosen == nullptr && entries->empty())
    return error(Code::kNoKernelImageForDevice, "the fat binary has no code");
  if (chosen == nullptr) return no_ptx(kinds_of(*entries));
  std::string alone(reinterpret_cast<const char*>(binary.data()), kFatBinaryHeaderBytes);
  const auto header_bytes = static_cast<std::uint16_t>(kFatBinaryHeaderBytes);
  const std::uint64_t rest = chosen->whole.size();
  std::memcpy(alone.data() + 6, &header_bytes, sizeof header_bytes);
  std::memcpy(alone.data() + 8, &rest, sizeof rest);
  alone.append(reinterpret_cast<const char*>(chosen->whole.data()), chosen->whole.size());
  return alone;
}

}  // namespace riffle::compiler
