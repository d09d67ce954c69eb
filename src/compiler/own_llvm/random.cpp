// SPDX-License-Identifier: Apache-2.0
// The one function that LLVM takes from a newer C library (glibc 2.36) than those that Riffle runs with. LLVM names temporary
// files with it.
#include <cstdint>
#include <cstdlib>

#include <sys/random.h>

extern "C" std::uint32_t arc4random() {
  std::uint32_t number = 0;
  while (::getrandom(&number, sizeof number, 0) != sizeof number) {
    // Interrupted before the kernel's source was ready.
  }
  return number;
}
