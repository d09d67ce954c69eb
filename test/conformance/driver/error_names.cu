// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuGetErrorName, cuGetErrorString: every code that has a name, without cuInit.
#include "driver.h"

int main() {
  const char *text = "untouched";
  SHOW(cuGetErrorName(static_cast<CUresult>(-1), &text));
  show_truth("null", text == nullptr);
  text = "untouched";
  SHOW(cuGetErrorString(static_cast<CUresult>(12345), &text));
  show_truth("null", text == nullptr);
  for (int code = 0; code < 1100; ++code) {
    const char *name = nullptr, *words = nullptr;
    const CUresult named = cuGetErrorName(static_cast<CUresult>(code), &name);
    const CUresult told = cuGetErrorString(static_cast<CUresult>(code), &words);
    if (named != CUDA_SUCCESS && told != CUDA_SUCCESS) continue;
    std::printf("%d %s: %s\n", code, name != nullptr ? name : "(null)", words != nullptr ? words : "(null)");
  }
}
