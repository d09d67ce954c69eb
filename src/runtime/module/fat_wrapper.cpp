// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/fat_wrapper.h"

#include <cstring>

#include "compiler/fat_binary/fat_binary.h"
#include "platform/pages.h"

namespace riffle::module {
namespace {

/// More objects than any program has: a list that has lost its end is not followed for ever.
constexpr std::size_t kMostParts = std::size_t{1} << 16;

template <class Value>
bool read(const void* address, Value& value) {
  if (address == nullptr || platform::readable_bytes(address, sizeof value) < sizeof value)
    return false;
  std::memcpy(&value, address, sizeof value);
  return true;
}

}  // namespace

bool is_wrapper(const void* code) {
  std::uint32_t magic = 0;
  return read(code, magic) && magic == FatBinWrapper::kMagic;
}

Result<std::vector<const void*>> code_behind(const void* wrapper) {
  FatBinWrapper known;
  if (!is_wrapper(wrapper) || !read(wrapper, known))
    return error(Code::kInvalidKernelImage, "the registered device image has no valid wrapper");
  if (known.version != FatBinWrapper::kOfParts || known.parts == nullptr)
    return std::vector<const void*>{known.image};
  std::vector<const void*> parts;
  for (const void* const* next = known.parts; parts.size() < kMostParts; ++next) {
    const void* part = nullptr;
    if (!read(next, part)) break;
    if (part == nullptr) return parts;
    parts.push_back(part);
  }
  return error(Code::kInvalidKernelImage, "the list of a fat binary's parts has no end");
}

Result<std::span<const std::byte>> fat_binary_at(const void* code) {
  std::array<std::byte, compiler::kFatBinaryHeaderBytes> header{};
  if (!read(code, header)) return error(Code::kInvalidKernelImage, "the fat binary is cut off");
  const auto bytes = compiler::fat_binary_bytes(header);
  if (!bytes) return std::unexpected(bytes.error());
  if (platform::readable_bytes(code, *bytes) < *bytes)
    return error(Code::kInvalidKernelImage, "the fat binary is cut off");
  return std::span(static_cast<const std::byte*>(code), *bytes);
}

}  // namespace riffle::module
