// SPDX-License-Identifier: Apache-2.0
// Descriptors of Riffle's own files.
#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace riffle {

/// The descriptor of a file that was just opened, as one that is not standard input, output or error. In a program that was
/// started with one of these closed the system gives their numbers to the next files, and what the program prints would be
/// written into Riffle's. A negative descriptor is returned as it is.
inline int above_standard(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  ::close(descriptor);
  return moved;
}

}  // namespace riffle
