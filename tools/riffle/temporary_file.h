// SPDX-License-Identifier: Apache-2.0
// Files that hand something over between processes.
#pragma once

#include <string>

namespace riffle::tool {

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
