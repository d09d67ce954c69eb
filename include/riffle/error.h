// SPDX-License-Identifier: Apache-2.0
// The exceptions of this library: a failed CUDA call, a source that does not compile, a kernel called with wrong arguments. Each
// carries CUDA's code, name and text, and the place in the program that made the call.
#pragma once

#include <cuda.h>
#include <nvrtc.h>

#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace riffle {

/// A CUDA call that failed. `what()` reads "main.cpp:12: cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory".
/// Kernels run later than their launch: what they do wrong is thrown by a later call, often a synchronize(), and every one after that.
class Error : public std::runtime_error {
 public:
  /// `what_failed`: the call, or a sentence that says what is wrong. `details` end the message.
  Error(CUresult code, std::string_view what_failed,
        std::source_location where = std::source_location::current(), std::string_view details = "")
      : std::runtime_error(message(code, what_failed, where) + std::string(details)),
        code_(code),
        where_(where) {}

  [[nodiscard]] CUresult code() const noexcept { return code_; }
  /// "CUDA_ERROR_INVALID_VALUE".
  [[nodiscard]] const char* name() const noexcept { return name_of(code_); }
  /// "invalid argument".
  [[nodiscard]] const char* text() const noexcept { return text_of(code_); }
  /// The call of this library that failed, in the program that made it.
  [[nodiscard]] const std::source_location& where() const noexcept { return where_; }

 private:
  static const char* name_of(CUresult code) noexcept {
    const char* name = nullptr;
    return cuGetErrorName(code, &name) == CUDA_SUCCESS ? name : "unknown CUresult";
  }
  static const char* text_of(CUresult code) noexcept {
    const char* text = nullptr;
    return cuGetErrorString(code, &text) == CUDA_SUCCESS ? text : "unknown error";
  }
  static std::string message(CUresult code, std::string_view what_failed,
                             const std::source_location& where) {
    return std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
           std::string(what_failed) + ": " + name_of(code) + " (" +
           std::to_string(static_cast<int>(code)) + "): " + text_of(code);
  }

  CUresult code_;
  std::source_location where_;
};

/// A source that NVRTC refused. `code()` is CUDA_ERROR_INVALID_SOURCE; `what()` ends with the compiler's messages.
class CompileError : public Error {
 public:
  CompileError(nvrtcResult result, std::string log, std::source_location where)
      : Error(CUDA_ERROR_INVALID_SOURCE,
              std::string("the source does not compile (") + nvrtcGetErrorString(result) + ")",
              where, "\n" + log),
        result_(result),
        log_(std::move(log)) {}

  [[nodiscard]] nvrtcResult nvrtc_code() const noexcept { return result_; }
  /// The compiler's messages, with lines of the source.
  [[nodiscard]] const std::string& log() const noexcept { return log_; }

 private:
  nvrtcResult result_;
  std::string log_;
};

namespace detail {

inline void check(CUresult result, const char* call, const std::source_location& where) {
  if (result != CUDA_SUCCESS) [[unlikely]]
    throw Error(result, call, where);
}

}  // namespace detail
}  // namespace riffle
