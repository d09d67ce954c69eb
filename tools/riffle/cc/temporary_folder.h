// SPDX-License-Identifier: Apache-2.0
// A folder for intermediate files that goes away with its owner.
#pragma once

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

}  // namespace riffle::tool
