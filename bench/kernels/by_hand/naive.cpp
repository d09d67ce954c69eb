// SPDX-License-Identifier: Apache-2.0
// As somebody would write these for a processor who takes as little trouble: loops in the order of memory, and `omp simd`.
#include <algorithm>
#include <vector>

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {

void naive_matrix_vector(const float* a, const float* x, float* y, int size) {
#pragma omp parallel for
  for (int row = 0; row < size; ++row) {
    const float* own = a + static_cast<std::ptrdiff_t>(row) * size;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int k = 0; k < size; ++k) sum += own[k] * x[k];
    y[row] = sum;
  }
}

void naive_product(const float* a, const float* b, float* c, int size) {
#pragma omp parallel for
  for (int row = 0; row < size; ++row) {
    float* sums = c + static_cast<std::ptrdiff_t>(row) * size;
    for (int column = 0; column < size; ++column) sums[column] = 0;
    for (int k = 0; k < size; ++k) {
      const float factor = a[static_cast<std::ptrdiff_t>(row) * size + k];
      const float* other = b + static_cast<std::ptrdiff_t>(k) * size;
#pragma omp simd
      for (int column = 0; column < size; ++column) sums[column] += factor * other[column];
    }
  }
}

void naive_by_transpose(const float* a, float* c, int size) {
#pragma omp parallel for
  for (int row = 0; row < size; ++row) {
    const float* own = a + static_cast<std::ptrdiff_t>(row) * size;
    for (int column = 0; column < size; ++column) {
      const float* other = a + static_cast<std::ptrdiff_t>(column) * size;
      float sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int k = 0; k < size; ++k) sum += own[k] * other[k];
      c[static_cast<std::ptrdiff_t>(row) * size + column] = sum;
    }
  }
}

int naive_count_small(const float* values, std::size_t count) {
  int found = 0;
#pragma omp parallel for simd reduction(+ : found)
  for (std::size_t i = 0; i < count; ++i) found += values[i] < 0.25f;
  return found;
}

// Tables of each thread's own that take turns, so that equal neighbours do not wait for each other.
void naive_histogram(const int* values, int* counts, std::size_t count, int bins) {
  std::fill_n(counts, bins, 0);
#pragma omp parallel
  {
    constexpr std::size_t kTables = 4;
    std::vector<int> all(kTables * bins);
    int* const tables[kTables] = {&all[0], &all[bins], &all[2 * bins], &all[3 * bins]};
    const rivals::Part part = rivals::my_part(count, kTables);
    std::size_t i = part.begin;
    for (; i + kTables <= part.end; i += kTables)
      for (std::size_t k = 0; k < kTables; ++k) ++tables[k][values[i + k]];
    for (; i < part.end; ++i) ++tables[0][values[i]];
#pragma omp critical
    for (int bin = 0; bin < bins; ++bin)
      counts[bin] += tables[0][bin] + tables[1][bin] + tables[2][bin] + tables[3][bin];
  }
}

void naive_gather_points(const int* places, const float* points, float* lengths,
                         std::size_t count) {
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i) {
    const float* p = points + 4 * static_cast<std::size_t>(places[i]);
    lengths[i] = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
  }
}

float naive_dot(const float* a, const float* b, int count) {
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

// A blend, since nobody else writes `bytes`. Of scalar forms clang makes a branch for each byte, hence its vectors.
void naive_put(const unsigned char* chosen, unsigned char* bytes, unsigned char value, int count) {
  using Vector [[gnu::vector_size(32), gnu::aligned(1), gnu::may_alias]] = unsigned char;
  const int whole = count / 32 * 32;
#pragma omp parallel for
  for (int i = 0; i < whole; i += 32) {
    auto& out = *reinterpret_cast<Vector*>(bytes + i);
    const auto mask = reinterpret_cast<Vector>(*reinterpret_cast<const Vector*>(chosen + i) != 0);
    out = (out & ~mask) | (value & mask);
  }
  for (int i = whole; i < count; ++i)
    if (chosen[i] != 0) bytes[i] = value;
}

}  // namespace by_hand
