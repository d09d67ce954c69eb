// SPDX-License-Identifier: Apache-2.0
// What the programs of this folder share: numbers to work on, and checks that are counted.
#pragma once

#include <cstdio>
#include <vector>

inline int failures = 0;
#define CHECK(...)                                              \
  do {                                                          \
    if (!(__VA_ARGS__)) {                                       \
      std::printf("line %d: not %s\n", __LINE__, #__VA_ARGS__); \
      ++failures;                                               \
    }                                                           \
  } while (false)

inline std::vector<int> some_numbers(int count) {
  std::vector<int> numbers(count);
  unsigned state = 1;
  for (int& number : numbers) {
    state = state * 1664525u + 1013904223u;
    number = static_cast<int>((state >> 8) % 5000);
  }
  return numbers;
}

inline int finish() {
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  std::printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
