// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {
namespace {

// Pieces that stay in the second cache: sums of the threads' parts of a piece, then the scan of each.
template <typename Sum, typename Scan>
void in_pieces(const int* in, int* out, std::size_t count, Sum&& sum, Scan&& scan) {
  std::vector<int> sums(static_cast<std::size_t>(omp_get_max_threads()) + 1);
#pragma omp parallel
  {
    const std::size_t threads = static_cast<std::size_t>(omp_get_num_threads());
    const std::size_t me = static_cast<std::size_t>(omp_get_thread_num());
    const std::size_t piece = (std::size_t{64} << 10) * threads;
    int before = 0;
    for (std::size_t first = 0; first < count; first += piece) {
      const std::size_t n = first + piece < count ? piece : count - first;
      const rivals::Part part = rivals::my_part(n, 16);
      sums[me] = sum(in + first + part.begin, part.end - part.begin);
#pragma omp barrier
      int start = before;
      for (std::size_t k = 0; k < me; ++k) start += sums[k];
      for (std::size_t k = 0; k < threads; ++k) before += sums[k];
      scan(in + first + part.begin, out + first + part.begin, part.end - part.begin, start);
#pragma omp barrier
    }
  }
}

int sum_plain(const int* in, std::size_t count) {
  int sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < count; ++i) sum += in[i];
  return sum;
}

void scan_plain(const int* in, int* out, std::size_t count, int sum) {
  for (std::size_t i = 0; i < count; ++i) out[i] = sum += in[i];
}

template <int kReach, int... kLane>
rivals::IntVector shifted(rivals::IntVector value, std::integer_sequence<int, kLane...>) {
  return __builtin_shufflevector(rivals::IntVector(0), value, (rivals::kLanes - kReach + kLane)...);
}

void scan_vectors(const int* in, int* out, std::size_t count, int sum) {
  using rivals::kLanes, rivals::Lanes;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    rivals::IntVector value = rivals::load(in + i);
    value += shifted<1>(value, Lanes());
    value += shifted<2>(value, Lanes());
    if constexpr (kLanes > 4) value += shifted<4>(value, Lanes());
    if constexpr (kLanes > 8) value += shifted<8>(value, Lanes());
    value += rivals::IntVector(sum);
    rivals::store(out + i, value);
    sum = value[kLanes - 1];
  }
  scan_plain(in + i, out + i, count - i, sum);
}

}  // namespace

void prefix_scan(const int* in, int* out, std::size_t count) {
  in_pieces(in, out, count, sum_plain, scan_plain);
}

void prefix_scan_vectors(const int* in, int* out, std::size_t count) {
  in_pieces(in, out, count, sum_plain, scan_vectors);
}

}  // namespace by_hand
