// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <vector>

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {
namespace {

void plain(float* array, std::size_t count) {
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    float value = array[i];
    for (int k = 0; k < 50; ++k) value = value * 2.0f / 2.0f;
    array[i] = value;
  }
}

// Eight vectors at a time: one alone would wait for its own last result at every step.
void vectors(float* array, std::size_t count) {
  constexpr std::size_t kVectors = 8;
  std::size_t first = 0;
  for (; first + rivals::kLanes * kVectors <= count; first += rivals::kLanes * kVectors) {
    rivals::Vector piece[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v)
      piece[v] = rivals::load(array + first + rivals::kLanes * v);
    for (int k = 0; k < 50; ++k) {
      for (std::size_t v = 0; v < kVectors; ++v) piece[v] = piece[v] * 2.0f / 2.0f;
    }
    for (std::size_t v = 0; v < kVectors; ++v)
      rivals::store(array + first + rivals::kLanes * v, piece[v]);
  }
  plain(array + first, count - first);
}

void all(const float* in, float* out, int arrays, std::size_t elements,
         void (*run)(float*, std::size_t)) {
#pragma omp parallel
  {
    std::vector<float> work(elements);
#pragma omp for schedule(dynamic)
    for (int k = 0; k < arrays; ++k) {
      std::memcpy(work.data(), in + k * elements, elements * sizeof(float));
      run(work.data(), elements);
      std::memcpy(out + k * elements, work.data(), elements * sizeof(float));
    }
  }
}

}  // namespace

void multiply_divide(const float* in, float* out, int arrays, std::size_t elements) {
  all(in, out, arrays, elements, plain);
}

void multiply_divide_vectors(const float* in, float* out, int arrays, std::size_t elements) {
  all(in, out, arrays, elements, vectors);
}

}  // namespace by_hand
