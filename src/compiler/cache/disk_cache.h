// SPDX-License-Identifier: Apache-2.0
// Native modules on disk, bounded in size, safe for many processes at once.
//
// Invariants:
// 1. A file appears under its final name only whole (written elsewhere, then renamed).
// 2. An open descriptor stays good when another process evicts or replaces the file.
// 3. Nothing here fails a compilation: what cannot be read is a miss, what cannot be written is
// dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compiler/cache/hash.h"

namespace riffle::compiler {

/// An open cache file. The caller owns the descriptor.
struct CachedFile {
  int descriptor;
  std::string path;
};

class DiskCache {
 public:
  /// An empty directory name turns the cache off.
  DiskCache(std::string directory, std::uint64_t limit_bytes)
      : directory_(std::move(directory)), limit_bytes_(limit_bytes) {}

  /// As the process's options say (base/options.h).
  static DiskCache of_options();

  /// The verified entry for `key`, marked as used now. A corrupt file is removed and is a miss.
  [[nodiscard]] std::optional<CachedFile> find(const Hash128& key) const;

  /// Stores `object` under `key` and opens it. Now and then, by how much was stored since, evicts what was used
  /// longest ago until the directory is within its limit (never the new entry). Empty when the file cannot be written.
  [[nodiscard]] std::optional<CachedFile> store(const Hash128& key,
                                                std::span<const std::byte> object) const;

  /// The bytes of an entry that is no object to be loaded.
  [[nodiscard]] std::optional<std::string> read(const Hash128& key) const;
  /// Stores such bytes.
  void keep(const Hash128& key, std::string_view bytes) const;

  [[nodiscard]] const std::string& directory() const { return directory_; }
  [[nodiscard]] std::uint64_t limit_bytes() const { return limit_bytes_; }
  [[nodiscard]] std::string path_of(const Hash128& key) const;

 private:
  void evict(const std::string& keep) const;

  std::string directory_;
  std::uint64_t limit_bytes_;
};

}  // namespace riffle::compiler
