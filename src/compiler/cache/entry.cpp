// SPDX-License-Identifier: Apache-2.0
#include "compiler/cache/entry.h"

#include <cstring>

namespace riffle::compiler {

EntryTrailer make_trailer(std::span<const std::byte> object, const Hash128& key) {
  EntryTrailer trailer{};
  std::memcpy(trailer.magic, kEntryMagic, sizeof kEntryMagic);
  trailer.object_bytes = object.size();
  trailer.key = key;
  trailer.object = hash128(object);
  return trailer;
}

Status verify_entry(std::span<const std::byte> file, const Hash128& key) {
  EntryTrailer trailer;
  if (file.size() <= sizeof trailer) return error(Code::kInvalidKernelImage, "file too short");
  std::memcpy(&trailer, file.data() + file.size() - sizeof trailer, sizeof trailer);
  if (std::memcmp(trailer.magic, kEntryMagic, sizeof kEntryMagic) != 0) {
    return error(Code::kInvalidKernelImage, "no trailer");
  }
  if (trailer.object_bytes != file.size() - sizeof trailer) {
    return error(Code::kInvalidKernelImage, "length differs from the trailer's");
  }
  if (trailer.key != key) return error(Code::kInvalidKernelImage, "made for another key");
  if (hash128(file.first(trailer.object_bytes)) != trailer.object) {
    return error(Code::kInvalidKernelImage, "content differs from the trailer's hash");
  }
  return {};
}

}  // namespace riffle::compiler
