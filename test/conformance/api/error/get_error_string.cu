// SPDX-License-Identifier: Apache-2.0
// cudaGetErrorString: a text of its own for each error, one for numbers of no error, no last error.
#include <set>
#include <string>

#include "../../transcript.h"

CASES() {
  std::set<std::string> texts;
  int known = 0, empty = 0, like_names = 0, unknown_alike = 0;
  const std::string unknown = cudaGetErrorString(static_cast<cudaError_t>(12345));
  for (int code = 0; code < 1000; ++code) {
    const auto error = static_cast<cudaError_t>(code);
    const std::string name = cudaGetErrorName(error), text = cudaGetErrorString(error);
    if (name.rfind("cuda", 0) != 0) {
      unknown_alike += text != unknown;
      continue;
    }
    ++known;
    empty += text.empty();
    like_names += text == name;
    texts.insert(text);
  }
  show_value("errors without a text", empty);
  show_value("texts that are only the name", like_names);
  show_value("texts of unknown numbers that differ", unknown_alike);
  show_truth("nearly all texts differ", static_cast<int>(texts.size()) > known * 9 / 10);
  std::printf("unknown: %s\n", unknown.c_str());
  show_truth("the same pointer each time", cudaGetErrorString(cudaSuccess) == cudaGetErrorString(cudaSuccess));
  show_truth("success differs from not ready",
             std::strcmp(cudaGetErrorString(cudaSuccess), cudaGetErrorString(cudaErrorNotReady)) != 0);
  SHOW(cudaSetDevice(-1));
  cudaGetErrorString(cudaSuccess);
  show_last_error("is that of the call before");
}
