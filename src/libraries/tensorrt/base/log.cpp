// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/base/log.h"

#include <algorithm>
#include <cstdio>

namespace riffle::tensorrt {

void Log::say(ILogger::Severity severity, const std::string& text) const noexcept {
  if (logger_ != nullptr)
    logger_->log(severity, text.c_str());
  else if (severity <= ILogger::Severity::kERROR)
    std::fprintf(stderr, "riffle: %s\n", text.c_str());
}

void Log::error(ErrorCode code, const std::string& text) const noexcept {
  say(code == ErrorCode::kINTERNAL_ERROR ? ILogger::Severity::kINTERNAL_ERROR
                                         : ILogger::Severity::kERROR,
      text);
  if (recorder != nullptr) recorder->reportError(code, text.c_str());
}

void Log::refuse(const char* function) const noexcept {
  error(ErrorCode::kUNSUPPORTED_STATE, joined(function, " is not supported by Riffle"));
}

std::string text_of(const Dims& dims) {
  std::ostringstream text;
  text << '[';
  for (int i = 0; i < std::clamp(dims.nbDims, 0, Dims::MAX_DIMS); ++i)
    text << (i == 0 ? "" : ",") << dims.d[i];
  text << ']';
  return text.str();
}

}  // namespace riffle::tensorrt
