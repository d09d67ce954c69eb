// SPDX-License-Identifier: Apache-2.0
// Names and texts of errors, and the last one.
#include "../../cases.h"
#include "../../gate.h"

#include <set>
#include <string>

__global__ void kernel() {}

static void show_name(long long code) {
  std::printf("%lld: %s\n", code, cudaGetErrorName(static_cast<cudaError_t>(code)));
}

// cudaGetErrorName: names as the enumerators are spelled, one text for numbers of no error, no last error.
CASE(get_error_name) {
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

// cudaGetErrorString: a text of its own for each error, one for numbers of no error, no last error.
CASE(get_error_string) {
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

static void inside(void *) {
  cudaEvent_t event;
  SHOW(cudaEventCreate(&event));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
}

// cudaGetLastError: the newest error of this thread, once; not of calls that succeed, not of what is only not ready.
CASE(get_last_error) {
  SHOW(cudaGetLastError());
  prepare_gates();
  SHOW(cudaGetLastError());
  SHOW(cudaSetDevice(-1));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaEventQuery(nullptr));
  SHOW(cudaGetLastError());
  SHOW(cudaGetLastError());
  kernel<<<1, 2000>>>();
  SHOW(cudaGetLastError());
  kernel<<<1, 2000>>>();
  kernel<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
  {
    Gate gate(nullptr);
    SHOW(cudaStreamQuery(nullptr));
    SHOW(cudaGetLastError());
  }
  SHOW(cudaSetDevice(-1));
  std::thread([] {
    SHOW(cudaGetLastError());
    SHOW(cudaEventQuery(nullptr));
  }).join();
  SHOW(cudaGetLastError());
  MUST(cudaLaunchHostFunc(nullptr, inside, nullptr));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
  SHOW(cudaSetDevice(-1));
  SHOW(cudaDeviceReset());
  SHOW(cudaGetLastError());
}

// cudaPeekAtLastError: the newest error of this thread, which stays.
CASE(peek_at_last_error) {
  SHOW(cudaPeekAtLastError());
  SHOW(cudaSetDevice(-1));
  for (int i = 0; i < 3; ++i) SHOW(cudaPeekAtLastError());
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaPeekAtLastError());
  kernel<<<1, 2000>>>();
  SHOW(cudaPeekAtLastError());
  kernel<<<1, 1>>>();
  SHOW(cudaPeekAtLastError());
  std::thread([] {
    SHOW(cudaPeekAtLastError());
    SHOW(cudaEventQuery(nullptr));
    SHOW(cudaPeekAtLastError());
  }).join();
  SHOW(cudaPeekAtLastError());
  SHOW(cudaGetLastError());
  SHOW(cudaPeekAtLastError());
}
