// SPDX-License-Identifier: Apache-2.0
// What the attacks share: each is a function of its own process, which must end with 0 (or as it says), in time.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

struct Attack {
  Attack(const char* name, int (*run)()) : name(name), run(run), next(first) { first = this; }
  const char* name;
  int (*run)();
  Attack* next;
  static inline Attack* first = nullptr;
};

// ATTACK(name) { ... return 0; }
#define ATTACK(name)                               \
  static int name();                               \
  static const Attack attack_##name(#name, &name); \
  static int name()

#define EXPECT(...)                                                                  \
  do {                                                                               \
    if (!(__VA_ARGS__)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
      std::_Exit(1);                                                                 \
    }                                                                                \
  } while (false)

#define GOOD(...)                                                                           \
  do {                                                                                      \
    const int code = static_cast<int>(__VA_ARGS__);                                         \
    if (code != 0) {                                                                        \
      std::fprintf(stderr, "%s:%d: %s gives %d\n", __FILE__, __LINE__, #__VA_ARGS__, code); \
      std::_Exit(1);                                                                        \
    }                                                                                       \
  } while (false)

extern __global__ void add_to(int* values, int amount);
extern __global__ void spin(const volatile int* flag, int* done);

/// Managed memory with zeros.
inline int* zeros(int count = 1024) {
  int* values = nullptr;
  GOOD(cudaMallocManaged(&values, sizeof(int) * static_cast<std::size_t>(count)));
  std::memset(values, 0, sizeof(int) * static_cast<std::size_t>(count));
  return values;
}

/// Runs `body` in so many threads, each with its number.
inline void in_threads(int count, const std::function<void(int)>& body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back(body, i);
  for (std::thread& thread : threads) thread.join();
}
