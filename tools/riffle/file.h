// SPDX-License-Identifier: Apache-2.0
// Whole files.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"

namespace riffle::tool {

Result<std::string> read_file(const std::string& path);
/// Whatever was there is replaced.
Status write_file(const std::string& path, std::string_view content);
/// Whether `path` lies on a file system that is mounted noexec: no program is started from there.
bool is_mounted_noexec(const std::string& path);

// Files that hand something over between processes.

/// An empty file in memory, if there is a file system for that, else beside other temporary files. Gone with the object.
class TemporaryFile {
 public:
  /// Its name begins with `prefix` and the number of this process.
  explicit TemporaryFile(const std::string& prefix);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Empty when none can be made.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace riffle::tool
