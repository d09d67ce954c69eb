// SPDX-License-Identifier: Apache-2.0
// cudaGetErrorName: names as the enumerators are spelled, one text for numbers of no error, no last error.
#include "../../transcript.h"

static void show_name(long long code) {
  std::printf("%lld: %s\n", code, cudaGetErrorName(static_cast<cudaError_t>(code)));
}

CASES() {
  for (int code : {0, 1, 2, 3, 4, 9, 12, 13, 21, 46, 98, 100, 101, 200, 208, 209, 214, 217, 218, 304, 400, 401, 402, 500,
                   600, 700, 701, 702, 704, 705, 710, 712, 713, 715, 716, 717, 718, 719, 720, 800, 801, 900, 901, 908,
                   909, 910, 911, 912, 999})
    show_name(code);
  for (long long code : {-1LL, 10LL, 11LL, 50LL, 399LL, 1000LL, 9999LL, 2147483647LL}) show_name(code);
  show_truth("the same pointer each time", cudaGetErrorName(cudaErrorNotReady) == cudaGetErrorName(cudaErrorNotReady));
  MUST(cudaFree(nullptr));
  SHOW(cudaSetDevice(-1));
  cudaGetErrorName(cudaSuccess);
  show_last_error("is that of the call before");
}
