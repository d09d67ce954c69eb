// SPDX-License-Identifier: Apache-2.0
// Rivals that are bound by memory: vector addition, copies.
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include <omp.h>

#include "rivals.h"

namespace rivals {
namespace {

// As many bytes as the widest register has.
using Vector = float __attribute__((ext_vector_type(16)));
using LooseVector = float __attribute__((ext_vector_type(16), aligned(4)));

// The part of [0, count) that this OpenMP thread takes, in multiples of `grain`.
struct Part {
  std::size_t begin, end;
};

Part my_part(std::size_t count, std::size_t grain) {
  const std::size_t threads = static_cast<std::size_t>(omp_get_num_threads());
  const std::size_t me = static_cast<std::size_t>(omp_get_thread_num());
  const std::size_t grains = count / grain;
  const std::size_t begin = grains * me / threads * grain;
  const std::size_t end = me + 1 == threads ? count : grains * (me + 1) / threads * grain;
  return {begin, end};
}

}  // namespace

float* huge_floats(std::size_t count) {
  const std::size_t huge = std::size_t{2} << 20;
  const std::size_t bytes = (count * sizeof(float) + huge - 1) / huge * huge;
  void* memory = std::aligned_alloc(huge, bytes);
  if (memory == nullptr) std::abort();
  madvise(memory, bytes, MADV_HUGEPAGE);
  std::memset(memory, 0, bytes);
  return static_cast<float*>(memory);
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
    for (; i + 16 <= part.end; i += 16) {
      const Vector sum = *reinterpret_cast<const LooseVector*>(a + i) +
                         *reinterpret_cast<const LooseVector*>(b + i);
      __builtin_nontemporal_store(sum, reinterpret_cast<Vector*>(c + i));
    }
    for (; i < part.end; ++i) c[i] = a[i] + b[i];
  }
}

void block_sums(const float* values, float* sums, std::size_t blocks, std::size_t block) {
#pragma omp parallel for
  for (std::size_t b = 0; b < blocks; ++b) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = 0; i < block; ++i) sum += values[b * block + i];
    sums[b] = sum;
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
    for (; i + 16 <= part.end; i += 16) {
      __builtin_nontemporal_store(Vector(*reinterpret_cast<const LooseVector*>(source + i)),
                                  reinterpret_cast<Vector*>(target + i));
    }
    for (; i < part.end; ++i) target[i] = source[i];
  }
}

}  // namespace rivals
