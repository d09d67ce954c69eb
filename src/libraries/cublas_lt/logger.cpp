// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas_lt/logger.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <sstream>
#include <string_view>

#include <cublasLt.h>
#include <unistd.h>

namespace riffle::cublas_lt {
namespace {

constexpr int kHighestLevel = 6;
constexpr const char* kNames[] = {"", "Error", "Trace", "Hints", "Info", "Api"};

/// Never destroyed: threads may call while the process ends.
struct Log {
  std::mutex mutex;  ///< never held while the callback runs
  cublasLtLoggerCallback_t callback = nullptr;
  std::FILE* file = nullptr;  ///< null: standard output
  bool owns_file = false;

  void set(std::FILE* next, bool owned) {
    if (owns_file) std::fclose(file);
    file = next;
    owns_file = owned;
  }
};
Log& the_log() {
  static Log& process = *new Log;
  return process;
}
std::atomic<bool> is_disabled{false};

unsigned up_to(int level) { return (1u << level) - 1; }

/// A number in a variable of the environment, or 0.
int number_of(const char* variable) {
  const char* const text = std::getenv(variable);
  int number = 0;
  if (text != nullptr) std::from_chars(text, text + std::string_view(text).size(), number);
  return number;
}
/// CUBLASLT_LOG_LEVEL, CUBLASLT_LOG_MASK and CUBLASLT_LOG_FILE, where %i is the number of the process.
unsigned mask_of_environment() {
  const int level = number_of("CUBLASLT_LOG_LEVEL"), mask = number_of("CUBLASLT_LOG_MASK");
  if (const char* const wanted = std::getenv("CUBLASLT_LOG_FILE"); wanted != nullptr) {
    std::string name = wanted;
    if (const std::size_t at = name.find("%i"); at != std::string::npos)
      name.replace(at, 2, std::to_string(getpid()));
    if (std::FILE* const file = std::fopen(name.c_str(), "w"); file != nullptr)
      the_log().set(file, true);
  }
  if (mask != 0) return static_cast<unsigned>(mask);
  return level > 0 && level <= kHighestLevel ? up_to(level) : 0;
}

cublasStatus_t set_mask(unsigned mask) {
  if (!is_disabled) detail::log_mask = mask;
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace

namespace detail {
std::atomic<unsigned> log_mask = mask_of_environment();
}

std::string told_places(std::initializer_list<std::pair<const char*, const void*>> places) {
  std::ostringstream text;
  for (const auto& [name, place] : places)
    text << (text.tellp() == 0 ? "" : " ") << name << '=' << place;
  return text.str();
}

void write_log(LogLevel level, const char* function, const char* message) noexcept {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char time[32];
  std::strftime(time, sizeof time, "%Y-%m-%d %H:%M:%S", &parts);
  const int number = static_cast<int>(level);
  cublasLtLoggerCallback_t tell = nullptr;
  {
    const std::lock_guard lock(the_log().mutex);
    std::FILE* const to = the_log().file == nullptr ? stdout : the_log().file;
    std::fprintf(to, "[%s][cublasLt][%d][%s][%s] %s\n", time, getpid(), kNames[number], function,
                 message);
    std::fflush(to);
    tell = the_log().callback;
  }
  if (tell != nullptr) tell(number, function, message);
}

}  // namespace riffle::cublas_lt

using namespace riffle::cublas_lt;

RIFFLE_ENTRY cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback) {
  log_api();
  const std::lock_guard lock(the_log().mutex);
  the_log().callback = callback;
  return CUBLAS_STATUS_SUCCESS;
}
/// Null: standard output again.
RIFFLE_ENTRY cublasLtLoggerSetFile(FILE* file) {
  log_api();
  const std::lock_guard lock(the_log().mutex);
  the_log().set(file, false);
  return CUBLAS_STATUS_SUCCESS;
}
RIFFLE_ENTRY cublasLtLoggerOpenFile(const char* logFile) {
  log_api();
  std::FILE* const file = logFile == nullptr ? nullptr : std::fopen(logFile, "w");
  if (file == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  const std::lock_guard lock(the_log().mutex);
  the_log().set(file, true);
  return CUBLAS_STATUS_SUCCESS;
}
RIFFLE_ENTRY cublasLtLoggerSetLevel(int level) {
  log_api();
  if (level < 0 || level > kHighestLevel) return CUBLAS_STATUS_INVALID_VALUE;
  return set_mask(up_to(level));
}
RIFFLE_ENTRY cublasLtLoggerSetMask(int mask) {
  log_api();
  return set_mask(static_cast<unsigned>(mask));
}
/// For the rest of the process.
RIFFLE_ENTRY cublasLtLoggerForceDisable() {
  is_disabled = true;
  detail::log_mask = 0;
  return CUBLAS_STATUS_SUCCESS;
}
