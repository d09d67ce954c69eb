// SPDX-License-Identifier: Apache-2.0
// Rivals that are bound by memory: vector addition, copies.
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "rivals.h"
#include "vectors.h"

namespace rivals {
void* huge_bytes(std::size_t bytes) {
  const std::size_t huge = std::size_t{2} << 20;
  const std::size_t rounded = (bytes + huge - 1) / huge * huge;
  void* memory = std::aligned_alloc(huge, rounded);
  if (memory == nullptr) std::abort();
  madvise(memory, rounded, MADV_HUGEPAGE);
  std::memset(memory, 0, rounded);
  return memory;
}

float* huge_floats(std::size_t count) {
  return static_cast<float*>(huge_bytes(count * sizeof(float)));
}

void vector_add(const float* a, const float* b, float* c, std::size_t count) {
#pragma omp parallel for simd
  for (std::size_t i = 0; i < count; ++i) c[i] = a[i] + b[i];
}

void vector_add_streaming(const float* a, const float* b, float* c, std::size_t count) {
#pragma omp parallel
  {
    const Part part = my_part(count, 16);
    std::size_t i = part.begin;
    for (; i + kLanes <= part.end; i += kLanes) {
      stream(c + i, load(a + i) + load(b + i));
    }
    for (; i < part.end; ++i) c[i] = a[i] + b[i];
  }
}

void copy(void* to, const void* from, std::size_t bytes) {
#pragma omp parallel
  {
    const Part part = my_part(bytes, 4096);
    std::memcpy(static_cast<char*>(to) + part.begin, static_cast<const char*>(from) + part.begin,
                part.end - part.begin);
  }
}

void copy_streaming(void* to, const void* from, std::size_t bytes) {
  const auto* source = static_cast<const float*>(from);
  auto* target = static_cast<float*>(to);
#pragma omp parallel
  {
    const Part part = my_part(bytes / sizeof(float), 1024);
    std::size_t i = part.begin;
    for (; i + kLanes <= part.end; i += kLanes) {
      stream(target + i, load(source + i));
    }
    for (; i < part.end; ++i) target[i] = source[i];
  }
}

}  // namespace rivals
