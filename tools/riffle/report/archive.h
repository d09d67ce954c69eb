// SPDX-License-Identifier: Apache-2.0
// An archive in memory: tar, compressed by gzip, which every system reads and issue trackers take.
#pragma once

#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace riffle::tool::report {

struct ArchiveEntry {
  std::string name;  ///< a path of at most 99 bytes
  std::string content;
};

/// As `tar` writes it (ustar): each entry as a file that its owner may read and write.
std::string tar_of(const std::vector<ArchiveEntry>& entries, std::time_t time);
/// RFC 1952.
std::string gzip_of(std::string_view content);

}  // namespace riffle::tool::report
