// SPDX-License-Identifier: Apache-2.0
// Our own mistakes: RIFFLE_CHECK is always on, RIFFLE_DCHECK in debug builds only. A user's mistake
// is an error value (status.h), never a check.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace riffle {

[[noreturn, gnu::cold, gnu::noinline]] inline void check_failed(const char* condition,
                                                                const char* why, const char* file,
                                                                int line) {
  std::fprintf(stderr, "riffle: internal error at %s:%d: %s (%s)\n", file, line, why, condition);
  std::abort();
}

}  // namespace riffle

#define RIFFLE_CHECK(condition, why)                               \
  do {                                                             \
    if (!(condition)) [[unlikely]]                                 \
      ::riffle::check_failed(#condition, why, __FILE__, __LINE__); \
  } while (false)

#ifdef NDEBUG
#define RIFFLE_DCHECK(condition, why) \
  do {                                \
  } while (false && (condition))
#else
#define RIFFLE_DCHECK(condition, why) RIFFLE_CHECK(condition, why)
#endif
