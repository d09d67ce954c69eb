// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/base/log.h"

#include <algorithm>
#include <cstdio>

#include "libraries/tensorrt/base/types.h"
#include "libraries/tensorrt/base/utf8.h"

namespace riffle::tensorrt {

thread_local const Log* CurrentLog::current_ = nullptr;

namespace {

/// How many bytes a character in UTF-8 has that begins here; 0 where none does.
std::size_t character_at(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  // Neither longer than need be, nor halves of pairs, nor beyond the last character.
  const unsigned least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  bool is_one = first >= 0xc2 && first <= 0xf4 && byte(1) >= least && byte(1) <= most;
  for (std::size_t i = 2; i < size; ++i) is_one = is_one && (byte(i) & 0xc0U) == 0x80;
  return is_one ? size : 0;
}

}  // namespace

std::string in_utf8(std::string_view text) {
  std::string made;
  while (!text.empty()) {
    const std::size_t size = character_at(text);
    if (size == 0)
      made += "\xef\xbf\xbd";
    else
      made += text.substr(0, size);
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return made;
}

void Log::say(ILogger::Severity severity, const char* given) const noexcept {
  std::string in_text;
  const char* text = given;
  try {
    in_text = in_utf8(given);
    text = in_text.c_str();
  } catch (const std::bad_alloc&) {  // as it is, then
  }
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
