// SPDX-License-Identifier: Apache-2.0
// For programs that call earlier forms of the driver's functions, which cuda.h no longer declares. They tell by
// themselves whether an answer is right, because what an earlier form answers is what its newest form does.
#pragma once

#include "driver.h"

#include <cudaTypedefs.h>
#include <dlfcn.h>

// The function of that symbol, as a pointer of type `Function`.
template <class Function>
Function form(const char *symbol) {
  static void *const library = dlopen("libcuda.so.1", RTLD_NOW);
  void *const found = dlsym(library, symbol);
  if (found == nullptr) {
    std::printf("no symbol %s\n", symbol);
    std::exit(2);
  }
  return reinterpret_cast<Function>(found);
}

static int wrong_answers = 0;

inline void expect(const char *what, bool is_right) {
  show_truth(what, is_right);
  if (!is_right) ++wrong_answers;
}

// Prints the call and its result, which must be `wanted`.
inline void expect_result(const char *what, CUresult wanted, CUresult result) {
  show(what, result);
  if (result != wanted) ++wrong_answers;
}

#define GOOD(...) expect_result(#__VA_ARGS__, CUDA_SUCCESS, (__VA_ARGS__))
#define REFUSED(result, ...) expect_result(#__VA_ARGS__, result, (__VA_ARGS__))
