// SPDX-License-Identifier: Apache-2.0
// The name of each error code; texts are the implementation's own, so only whether there is one.
#include "../transcript.h"

int main() {
  for (int code = -1; code <= 10001; ++code) {
    auto error = static_cast<cudaError_t>(code);
    const char *name = cudaGetErrorName(error), *text = cudaGetErrorString(error);
    if (std::strcmp(name, "unrecognized error code") != 0)
      std::printf("%d %s %s\n", code, name, text && *text ? "has a text" : "has no text");
  }
  std::printf("unknown: %s, %s\n", cudaGetErrorName(static_cast<cudaError_t>(12345)),
              cudaGetErrorString(static_cast<cudaError_t>(12345)));
  show_last_error("at the end");
}
