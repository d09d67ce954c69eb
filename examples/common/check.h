// SPDX-License-Identifier: Apache-2.0
// Error checking for the examples. Every CUDA function returns an error code, and work in a stream
// can also fail later: the code of such a failure comes out of a later call. So every call is
// checked.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

/// Exit codes of all examples.
constexpr int kRight = 0;       // everything ran and every result was checked and is right
constexpr int kWrong = 1;       // a CUDA call failed, or a result is wrong
constexpr int kUsageError = 2;  // the command line made no sense

inline void check_cuda(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", file, line, call, cudaGetErrorName(error),
               cudaGetErrorString(error));
  std::exit(kWrong);
}

/// Stops the program with file, line and CUDA's own text when the call fails.
#define CHECK(call) check_cuda((call), #call, __FILE__, __LINE__)

/// A launch `kernel<<<...>>>(...)` returns nothing: what went wrong with it (too many threads in a
/// block, say) is asked for afterwards.
#define CHECK_LAUNCH() check_cuda(cudaGetLastError(), "kernel launch", __FILE__, __LINE__)

/// Ends an example: prints the verdict and gives main() its exit code.
inline int verdict(bool right) {
  std::puts(right ? "OK: every result is right" : "WRONG: see above");
  return right ? kRight : kWrong;
}
