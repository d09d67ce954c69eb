// SPDX-License-Identifier: Apache-2.0
// A folder for intermediate files that goes away with its owner.
#pragma once

#include <filesystem>
#include <string>

#include "base/status.h"

namespace riffle::tool {

class TemporaryFolder {
 public:
  TemporaryFolder() = default;
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Makes a folder in TMPDIR, or /tmp.
  Status create();
  /// Uses `folder` and leaves it there (--keep).
  Status keep_in(const std::string& folder);

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool remove_ = false;
};

// What a compilation that failed leaves of its output.

/// Removes an ordinary file; other things (/dev/null) stay.
void remove_partial(const std::string& path);

/// Clang writes `x.o` as `x-01234567.o.tmp` and then renames it; on a full disk it leaves that behind.
void remove_unrenamed(const std::filesystem::path& object);

}  // namespace riffle::tool
