// SPDX-License-Identifier: Apache-2.0
#include "report/redirected.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

namespace riffle::tool::report {

Redirected::Redirected(int descriptor, const std::string& path) : descriptor_(descriptor) {
  std::fflush(stdout);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
  before_ = file < 0 ? -1 : ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (before_ < 0 || ::dup2(file, descriptor) < 0)
    status_ = error(Code::kOperatingSystem,
                    fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  if (file >= 0) ::close(file);
}

Redirected::~Redirected() {
  if (before_ < 0) return;
  std::fflush(stdout);
  ::dup2(before_, descriptor_);
  ::close(before_);
}

}  // namespace riffle::tool::report
