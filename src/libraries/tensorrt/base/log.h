// SPDX-License-Identifier: Apache-2.0
// Where the library says what it refuses: the program's logger, and its error recorder where it has set one.
#pragma once

#include <NvInferRuntime.h>

#include <exception>
#include <new>
#include <sstream>
#include <string>

namespace riffle::tensorrt {

using namespace nvinfer1;

/// The parts as one text.
template <class... Parts>
std::string joined(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

class Log {
 public:
  explicit Log(ILogger* logger) : logger_(logger) {}

  /// The parts are one text.
  template <class... Parts>
  void error(ErrorCode code, const Parts&... parts) const noexcept {
    try {
      tell(code, joined(parts...).c_str());
    } catch (const std::bad_alloc&) {
      tell(code, "out of memory, for a message as well");
    }
  }
  void warning(const std::string& text) const noexcept {
    say(ILogger::Severity::kWARNING, text.c_str());
  }
  void info(const std::string& text) const noexcept { say(ILogger::Severity::kINFO, text.c_str()); }
  void verbose(const std::string& text) const noexcept {
    say(ILogger::Severity::kVERBOSE, text.c_str());
  }
  /// A function of the interface that this library does not have.
  void refuse(const char* function) const noexcept;

  ILogger* logger() const { return logger_; }
  IErrorRecorder* recorder = nullptr;

 private:
  void tell(ErrorCode code, const char* text) const noexcept;
  void say(ILogger::Severity severity, const char* text) const noexcept;
  ILogger* logger_;
};

/// What went wrong inside, on its way to the log.
class Failure : public std::exception {
 public:
  Failure(ErrorCode code, std::string text) : code_(code), text_(std::move(text)) {}
  ErrorCode code() const { return code_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  ErrorCode code_;
  std::string text_;
};

/// The log of the entry point that this thread is in, for as long as the object lives.
class CurrentLog {
 public:
  explicit CurrentLog(const Log& log) : before_(current_) { current_ = &log; }
  CurrentLog(const CurrentLog&) = delete;
  ~CurrentLog() { current_ = before_; }
  /// Null outside of entry points.
  static const Log* get() { return current_; }

 private:
  static thread_local const Log* current_;
  const Log* before_;
};

/// Runs the body of an entry point: an exception becomes an entry of the log, and the result `{}`.
template <class Body>
auto guarded(const Log& log, const char* function, Body body) noexcept -> decltype(body()) {
  const CurrentLog current(log);
  try {
    return body();
  } catch (const Failure& failure) {
    log.error(failure.code(), function, ": ", failure.what());
  } catch (const std::bad_alloc&) {
    log.error(ErrorCode::kFAILED_ALLOCATION, function, ": out of memory");
  } catch (const std::exception& other) {
    log.error(ErrorCode::kINTERNAL_ERROR, function, ": ", other.what());
  }
  return decltype(body())();
}

std::string text_of(const Dims& dims);
/// Throws Failure where so many dimensions are more than TensorRT has.
void check_rank(const std::string& what, std::size_t dimensions);
/// Throws Failure where there are too many elements.
void check_countable(const std::string& what, const Dims& dims);

}  // namespace riffle::tensorrt
