// SPDX-License-Identifier: Apache-2.0
// cuBLASLt's log: failed calls, products, what a search found, all calls. Off until a level is set.
#pragma once

#include <atomic>
#include <initializer_list>
#include <string>
#include <utility>

#include "libraries/cublas/entry.h"

namespace riffle::cublas_lt {

/// As levels are numbered; of a mask each has a bit.
enum class LogLevel : int { kNone = 0, kError = 1, kTrace = 2, kHints = 3, kInfo = 4, kApi = 5 };
constexpr unsigned bit_of(LogLevel level) {
  return level == LogLevel::kNone ? 0 : 1u << (static_cast<int>(level) - 1);
}

namespace detail {
extern std::atomic<unsigned> log_mask;
}
[[nodiscard]] inline bool is_logged(LogLevel level) {
  // A late line more or less does not matter.
  return (detail::log_mask.load(std::memory_order_relaxed) & bit_of(level)) != 0;
}
void write_log(LogLevel level, const char* function, const char* message) noexcept;

/// For the first line of an exported function.
inline void log_api(const char* function = __builtin_FUNCTION()) noexcept {
  if (is_logged(LogLevel::kApi)) write_log(LogLevel::kApi, function, "");
}

/// "A=0x..., B=0x..."
[[nodiscard]] std::string told_places(
    std::initializer_list<std::pair<const char*, const void*>> places);

/// Runs the body of an exported function. What it did is told with `message()`, a failure by its status.
template <class Body, class Message>
cublasStatus_t logged(LogLevel level, Message message, Body body,
                      const char* function = __builtin_FUNCTION()) noexcept {
  return invoke([&] {
    const cublasStatus_t status = body();
    if (status != CUBLAS_STATUS_SUCCESS) {
      if (is_logged(LogLevel::kError))
        write_log(LogLevel::kError, function, cublasGetStatusName(status));
    } else if (is_logged(level)) {
      const std::string text = message();
      write_log(level, function, text.c_str());
    }
    return status;
  });
}

}  // namespace riffle::cublas_lt
