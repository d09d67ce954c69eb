// SPDX-License-Identifier: Apache-2.0
// Format of a cache file: a shared object, then a trailer that proves it whole. The loader maps the
// file as it is, since an ELF file may carry bytes behind its last section.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/status.h"
#include "compiler/cache/hash.h"

namespace riffle::compiler {

/// Little endian, the last bytes of the file.
struct EntryTrailer {
  char magic[8];
  std::uint64_t object_bytes;
  Hash128 key;     ///< of the compilation: guards against a file under a wrong name
  Hash128 object;  ///< of the bytes before the trailer
};

inline constexpr char kEntryMagic[8] = {'R', 'I', 'F', 'F', 'L', 'E', 'S', '1'};

EntryTrailer make_trailer(std::span<const std::byte> object, const Hash128& key);

/// Says why `file` is not a whole entry for `key`; a value means that it is.
Status verify_entry(std::span<const std::byte> file, const Hash128& key);

}  // namespace riffle::compiler
