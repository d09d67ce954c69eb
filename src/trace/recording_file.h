// SPDX-License-Identifier: Apache-2.0
// The file that a recording grows in. It is mapped, shared: what was written is in the file even if the
// process is killed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/status.h"
#include "trace/record.h"

namespace riffle::trace {

/// Thread-safe. Lives as long as the process: threads may write until the very end.
class RecordingFile {
 public:
  /// Recordings do not grow beyond this.
  static constexpr std::size_t kMostBytes = std::size_t{8} << 30;

  /// Creates the file, or takes an empty one that exists, or one that this process records into already: the runtime
  /// and the library for NVTX both do. Fails when another process records into it.
  static Result<std::unique_ptr<RecordingFile>> open(const std::string& path);
  ~RecordingFile();
  RecordingFile(const RecordingFile&) = delete;
  RecordingFile& operator=(const RecordingFile&) = delete;

  [[nodiscard]] FileHeader& header() { return *header_; }
  /// A new chunk of zeroed records, mapped until the process ends; empty when there is no room.
  std::span<Record> grow(std::size_t bytes);
  /// The clocks now, for the tool to compare.
  void note_time();

 private:
  RecordingFile(int descriptor, FileHeader* header) : descriptor_(descriptor), header_(header) {}

  const int descriptor_;
  FileHeader* const header_;
};

}  // namespace riffle::trace
