// SPDX-License-Identifier: Apache-2.0
// The answer of functions that are not built, and one sentence on standard error the first time. No header of a library here: the
// entries that table.py makes have no prototype of the functions that they answer for.
#pragma once

#include <atomic>
#include <cstdio>

namespace riffle {

inline void say_not_supported(const char* what, std::atomic<bool>& said) {
  if (!said.exchange(true, std::memory_order_relaxed))
    std::fprintf(stderr, "riffle: %s is not supported yet\n", what);
}

}  // namespace riffle

// Each library's result for it.
namespace riffle::cublas {
int not_supported(const char* what, std::atomic<bool>& said);
}
namespace riffle::cudnn {
int not_supported(const char* what, std::atomic<bool>& said);
}
namespace riffle::cupti {
int not_supported(const char* what, std::atomic<bool>& said);
}
namespace riffle::cusparse {
int not_supported(const char* what, std::atomic<bool>& said);
}
namespace riffle::nvjpeg {
int not_supported(const char* what, std::atomic<bool>& said);
}
/// cuFFT's depends on the function.
namespace riffle::cufft {
inline int not_supported(const char* what, std::atomic<bool>& said, int result) {
  say_not_supported(what, said);
  return result;
}
}  // namespace riffle::cufft
