// SPDX-License-Identifier: Apache-2.0
#include "temporary_file.h"

#include <cstdlib>

#include <unistd.h>

namespace riffle::tool {

TemporaryFile::TemporaryFile(const std::string& prefix) {
  const char* const chosen = std::getenv("TMPDIR");
  for (const char* folder : {"/dev/shm", chosen != nullptr ? chosen : "/tmp"}) {
    std::string path =
        std::string(folder) + "/" + prefix + "." + std::to_string(getpid()) + "-XXXXXX";
    const int descriptor = mkstemp(path.data());
    if (descriptor < 0) continue;
    close(descriptor);
    path_ = path;
    return;
  }
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) unlink(path_.c_str());
}

}  // namespace riffle::tool
