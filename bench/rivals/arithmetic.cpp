// SPDX-License-Identifier: Apache-2.0
// The rival of examples/multi_kernel: the same arithmetic, copies and allocations, one array after
// the other on each core, vectors by `omp simd`.
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "rivals.h"

namespace rivals {
namespace {

float* allocate(std::size_t bytes, Pages pages) {
  const std::size_t huge = std::size_t{2} << 20;
  if (pages == Pages::kSmall) return static_cast<float*>(std::malloc(bytes));
  const std::size_t rounded = (bytes + huge - 1) / huge * huge;
  void* memory = std::aligned_alloc(huge, rounded);
  if (memory != nullptr) madvise(memory, rounded, MADV_HUGEPAGE);
  return static_cast<float*>(memory);
}

// Eight vectors at a time: one alone would wait for its own last result at every step.
void double_and_halve_one(float* array, std::size_t elements) {
  constexpr std::size_t kPiece = 128;
  std::size_t first = 0;
  for (; first + kPiece <= elements; first += kPiece) {
    float piece[kPiece];
    std::memcpy(piece, array + first, sizeof piece);
    for (int k = 0; k < 50; ++k) {
#pragma omp simd
      for (std::size_t i = 0; i < kPiece; ++i) piece[i] = piece[i] * 2.0f / 2.0f;
    }
    std::memcpy(array + first, piece, sizeof piece);
  }
  for (; first < elements; ++first) {
    for (int k = 0; k < 50; ++k) array[first] = array[first] * 2.0f / 2.0f;
  }
}

}  // namespace

void double_and_halve(const float* const* inputs, float** results, int arrays, std::size_t elements,
                      Pages pages) {
  const std::size_t bytes = elements * sizeof(float);
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < arrays; ++k) {
    float* work = allocate(bytes, pages);
    if (work == nullptr) std::abort();
    std::memcpy(work, inputs[k], bytes);
    double_and_halve_one(work, elements);
    results[k] = new float[elements];
    std::memcpy(results[k], work, bytes);
    std::free(work);
  }
}

}  // namespace rivals
