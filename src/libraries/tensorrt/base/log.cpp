// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/base/log.h"

#include <algorithm>
#include <cstdio>

#include "libraries/tensorrt/base/types.h"

namespace riffle::tensorrt {

thread_local const Log* CurrentLog::current_ = nullptr;

void Log::say(ILogger::Severity severity, const char* text) const noexcept {
  if (logger_ != nullptr)
    logger_->log(severity, text);
  else if (severity <= ILogger::Severity::kERROR)
    std::fprintf(stderr, "riffle: %s\n", text);
}

void Log::tell(ErrorCode code, const char* text) const noexcept {
  say(code == ErrorCode::kINTERNAL_ERROR ? ILogger::Severity::kINTERNAL_ERROR
                                         : ILogger::Severity::kERROR,
      text);
  if (recorder != nullptr) recorder->reportError(code, text);
}

void Log::refuse(const char* function) const noexcept {
  error(ErrorCode::kUNSUPPORTED_STATE, function, " is not supported by Riffle");
}

std::string text_of(const Dims& dims) {
  std::ostringstream text;
  text << '[';
  for (int i = 0; i < std::clamp(dims.nbDims, 0, Dims::MAX_DIMS); ++i)
    text << (i == 0 ? "" : ",") << dims.d[i];
  text << ']';
  return text.str();
}

void check_rank(const std::string& what, std::size_t dimensions) {
  if (dimensions > Dims::MAX_DIMS)
    throw Failure(
        ErrorCode::kINVALID_ARGUMENT,
        joined(what, " has ", dimensions, " dimensions, expected up to ", Dims::MAX_DIMS));
}

void check_countable(const std::string& what, const Dims& dims) {
  if (elements_of(dims) == kCountless)
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined(what, " has dimensions ", text_of(dims),
                         ", which are more elements than can be counted"));
}

}  // namespace riffle::tensorrt
