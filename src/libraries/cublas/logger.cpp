// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas/logger.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <mutex>

#include <unistd.h>

#include "libraries/cublas/entry.h"
#include "libraries/cublas/handle.h"

namespace riffle::cublas {
namespace {

/// Where lines go. Never destroyed: threads may call while the process ends.
struct Log {
  std::mutex mutex;  ///< never held while the callback runs
  cublasLogCallback callback = nullptr;
  bool to_stdout = false, to_stderr = false;
  std::FILE* file = nullptr;

  void open(const char* name) {
    if (file != nullptr) std::fclose(file);
    file = name == nullptr || *name == '\0' ? nullptr : std::fopen(name, "w");
  }
  void write(const std::string& line) {
    cublasLogCallback tell = nullptr;
    {
      const std::lock_guard lock(mutex);
      for (std::FILE* const to : {to_stdout ? stdout : nullptr, to_stderr ? stderr : nullptr, file})
        if (to != nullptr) {
          std::fputs(line.c_str(), to);
          std::fflush(to);
        }
      tell = callback;
    }
    if (tell != nullptr) tell(line.c_str());
  }
};
Log& the_log() {
  static Log& process = *new Log;
  return process;
}

/// CUBLAS_LOGINFO_DBG=1 turns the log on; CUBLAS_LOGDEST_DBG is stdout, stderr or a file's name.
bool configured_by_environment() {
  const char* const wanted = std::getenv("CUBLAS_LOGINFO_DBG");
  if (wanted == nullptr || std::string_view(wanted) != "1") return false;
  const char* const destination = std::getenv("CUBLAS_LOGDEST_DBG");
  if (destination == nullptr) return true;
  const std::string_view name = destination;
  the_log().to_stdout = name == "stdout";
  the_log().to_stderr = name == "stderr";
  if (!the_log().to_stdout && !the_log().to_stderr) the_log().open(destination);
  return true;
}

const std::chrono::steady_clock::time_point kStart = std::chrono::steady_clock::now();

std::string by_whom(cublasHandle_t handle, const std::string& address_of_handle,
                    const std::string& address_of_stream) {
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - kStart).count();
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char time[32];
  std::strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%S", &parts);
  int device = 0;
  static_cast<void>(cudaGetDevice(&device));
  std::ostringstream text;
  text << std::fixed << "i! Time: " << time << " elapsed from start " << seconds / 60
       << " minutes or " << seconds << " seconds\ni!Process=" << getpid()
       << "; Thread=" << pthread_self() << "; GPU=" << device << "; Handle=POINTER (IN HEX:0x"
       << address_of_handle << ')';
  if (handle != nullptr)
    text << "; StreamId=POINTER (IN HEX:0x" << address_of_stream << ')'
         << (handle->stream == nullptr ? " (defaultStream)" : "")
         << "; MathMode=" << static_cast<int>(handle->math_mode);
  text << '\n';
  return text.str();
}

}  // namespace

namespace detail {
std::atomic<bool> logging = configured_by_environment();
}

void LoggedCall::write() const {
  std::ostringstream first;
  first << "I! cuBLAS (v" << CUBLAS_VER_MAJOR << '.' << CUBLAS_VER_MINOR << '.' << CUBLAS_VER_PATCH
        << ") function " << signature_ << " called:\n";
  the_log().write(first.str());
  std::istringstream lines(arguments_);
  for (std::string line; std::getline(lines, line);) the_log().write(line + '\n');
  the_log().write(by_whom(handle_, address(handle_),
                          handle_ == nullptr ? std::string() : address(handle_->stream)));
}

std::string LoggedCall::address(const void* pointer) {
  if (pointer == nullptr) return "(nil)";
  std::ostringstream text;
  text << pointer;
  return text.str();
}

void LoggedCall::add(std::string_view declared, const std::string& value) {
  while (!declared.empty() && declared.front() == ' ') declared.remove_prefix(1);
  while (declared.ends_with("[]")) declared.remove_suffix(2);
  const std::size_t name = declared.find_last_of(" *") + 1;
  std::string type;
  for (std::string_view rest = declared.substr(0, name); !rest.empty();) {
    const std::size_t end = rest.find_first_of(" *");
    const std::string_view word = rest.substr(0, end);
    if (word != "const") type += word;
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  arguments_ += "i!  ";
  arguments_ += declared.substr(name);
  arguments_ += ": type=" + type + "; val=" + value + '\n';
}

const char* LoggedCall::name_of(cublasOperation_t value) {
  return value == CUBLAS_OP_N       ? "CUBLAS_OP_N"
         : value == CUBLAS_OP_T     ? "CUBLAS_OP_T"
         : value == CUBLAS_OP_C     ? "CUBLAS_OP_C"
         : value == CUBLAS_OP_CONJG ? "CUBLAS_OP_CONJG"
                                    : "";
}
const char* LoggedCall::name_of(cublasFillMode_t value) {
  return value == CUBLAS_FILL_MODE_LOWER   ? "CUBLAS_FILL_MODE_LOWER"
         : value == CUBLAS_FILL_MODE_UPPER ? "CUBLAS_FILL_MODE_UPPER"
         : value == CUBLAS_FILL_MODE_FULL  ? "CUBLAS_FILL_MODE_FULL"
                                           : "";
}
const char* LoggedCall::name_of(cublasDiagType_t value) {
  return value == CUBLAS_DIAG_UNIT       ? "CUBLAS_DIAG_UNIT"
         : value == CUBLAS_DIAG_NON_UNIT ? "CUBLAS_DIAG_NON_UNIT"
                                         : "";
}
const char* LoggedCall::name_of(cublasSideMode_t value) {
  return value == CUBLAS_SIDE_LEFT    ? "CUBLAS_SIDE_LEFT"
         : value == CUBLAS_SIDE_RIGHT ? "CUBLAS_SIDE_RIGHT"
                                      : "";
}

}  // namespace riffle::cublas

using riffle::cublas::the_log;

RIFFLE_ENTRY cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
                                   const char* logFileName) {
  return invoke([&] {
    const std::lock_guard lock(the_log().mutex);
    the_log().to_stdout = logToStdOut != 0;
    the_log().to_stderr = logToStdErr != 0;
    the_log().open(logFileName);
    riffle::cublas::detail::logging = logIsOn != 0;
    return CUBLAS_STATUS_SUCCESS;
  });
}
/// A callback turns the log on by itself.
RIFFLE_ENTRY cublasSetLoggerCallback(cublasLogCallback userCallback) {
  return invoke([&] {
    const std::lock_guard lock(the_log().mutex);
    the_log().callback = userCallback;
    if (userCallback != nullptr) riffle::cublas::detail::logging = true;
    return CUBLAS_STATUS_SUCCESS;
  });
}
RIFFLE_ENTRY cublasGetLoggerCallback(cublasLogCallback* userCallback) {
  return invoke([&] {
    if (userCallback == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    const std::lock_guard lock(the_log().mutex);
    *userCallback = the_log().callback;
    return CUBLAS_STATUS_SUCCESS;
  });
}
