// SPDX-License-Identifier: Apache-2.0
// Results in words, and what the library says of itself.
#include <algorithm>

#include "libraries/cupti/entry.h"
#include "libraries/not_supported.h"

namespace riffle::cupti {
namespace {

struct ResultName {
  int result;
  const char* name;
};
constexpr ResultName kResultNames[] = {
#include "cupti_result_names.inc"
};

thread_local CUptiResult last_error = CUPTI_SUCCESS;

CUptiResult name_of(CUptiResult result, const char** text) {
  if (text == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  const auto* const found =
      std::ranges::find(kResultNames, static_cast<int>(result), &ResultName::result);
  if (found == std::end(kResultNames)) return CUPTI_ERROR_INVALID_PARAMETER;
  *text = found->name;
  return CUPTI_SUCCESS;
}

}  // namespace

CUptiResult noted(CUptiResult result) {
  if (result != CUPTI_SUCCESS) last_error = result;
  return result;
}

int not_supported(const char* what, std::atomic<bool>& said) {
  say_not_supported(what, said);
  return noted(CUPTI_ERROR_NOT_SUPPORTED);
}

}  // namespace riffle::cupti

RIFFLE_CUPTI_ENTRY cuptiGetResultString(CUptiResult result, const char** str) {
  return invoke([&] { return riffle::cupti::name_of(result, str); });
}
RIFFLE_CUPTI_ENTRY cuptiGetErrorMessage(CUptiResult result, const char** message) {
  return invoke([&] { return riffle::cupti::name_of(result, message); });
}
RIFFLE_CUPTI_ENTRY cuptiGetVersion(uint32_t* version) {
  return invoke([&] {
    if (version == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
    *version = CUPTI_API_VERSION;
    return CUPTI_SUCCESS;
  });
}
RIFFLE_CUPTI_ENTRY cuptiGetLastError() {
  const CUptiResult result = riffle::cupti::last_error;
  riffle::cupti::last_error = CUPTI_SUCCESS;
  return result;
}
