// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cudaGetErrorName, cuGetErrorName for each code that there is and those beside them.
#include "../driver/driver.h"

int main() {
  for (int code = -2; code < 1002; ++code) {
    const char *of_driver = "untouched";
    const CUresult result = cuGetErrorName(static_cast<CUresult>(code), &of_driver);
    const char *const of_runtime = cudaGetErrorName(static_cast<cudaError_t>(code));
    if (result == CUDA_SUCCESS || std::strcmp(of_runtime, "unrecognized error code") != 0)
      std::printf("%d: %s, %s\n", code, of_runtime, of_driver != nullptr ? of_driver : "null");
  }
  const char *text = "untouched";
  SHOW(cuGetErrorName(static_cast<CUresult>(77777), &text));
  show_truth("null", text == nullptr);
  SHOW(cuGetErrorString(static_cast<CUresult>(77777), &text));
  std::printf("%s, %s\n", cudaGetErrorString(static_cast<cudaError_t>(-1)), cudaGetErrorString(static_cast<cudaError_t>(9999)));
}
