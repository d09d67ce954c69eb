// SPDX-License-Identifier: Apache-2.0
#include "say.h"

#include <cerrno>
#include <cstdio>

#include <unistd.h>

namespace riffle::tool {

void say_text(std::string_view text) {
  std::fflush(stdout);
  while (!text.empty()) {
    const ssize_t count = write(STDERR_FILENO, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace riffle::tool
