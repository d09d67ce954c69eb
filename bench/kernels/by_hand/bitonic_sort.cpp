// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {
namespace {

using rivals::IntVector;
using rivals::kLanes;
using rivals::Lanes;
using rivals::load;
using rivals::store;

constexpr std::size_t kPart = std::size_t{1} << 15;  // values that stay in the second cache

IntVector least(IntVector a, IntVector b) { return __builtin_elementwise_min(a, b); }
IntVector most(IntVector a, IntVector b) { return __builtin_elementwise_max(a, b); }

// Neighbours at least a vector apart.
void step_far(int* values, std::size_t begin, std::size_t end, std::size_t length,
              std::size_t reach) {
  for (std::size_t first = begin; first < end; first += 2 * reach) {
    const bool ascending = (first & length) == 0;
    for (std::size_t i = first; i < first + reach; i += kLanes) {
      const IntVector a = load(values + i), b = load(values + i + reach);
      store(values + i, ascending ? least(a, b) : most(a, b));
      store(values + i + reach, ascending ? most(a, b) : least(a, b));
    }
  }
}

template <int kReach, int... kLane>
IntVector step_within(IntVector value, IntVector lane, IntVector descending,
                      std::integer_sequence<int, kLane...>) {
  const IntVector other = __builtin_shufflevector(value, value, (kLane ^ kReach)...);
  const IntVector takes_most = ((lane & kReach) != 0) ^ descending;
  return takes_most ? most(value, other) : least(value, other);
}

// All steps of a length that stay within a vector: each by itself.
void steps_near(int* values, std::size_t begin, std::size_t end, std::size_t length) {
  constexpr IntVector lane = rivals::lane_numbers(Lanes());
  for (std::size_t i = begin; i < end; i += kLanes) {
    const IntVector descending = length < kLanes ? (lane & static_cast<int>(length)) != 0
                                                 : IntVector((i & length) != 0 ? -1 : 0);
    IntVector value = load(values + i);
    if constexpr (kLanes > 8) {
      if (length > 8) value = step_within<8>(value, lane, descending, Lanes());
    }
    if constexpr (kLanes > 4) {
      if (length > 4) value = step_within<4>(value, lane, descending, Lanes());
    }
    if (length > 2) value = step_within<2>(value, lane, descending, Lanes());
    store(values + i, step_within<1>(value, lane, descending, Lanes()));
  }
}

void merge_part(int* values, std::size_t begin, std::size_t end, std::size_t length) {
  const std::size_t longest = length / 2 < kPart / 2 ? length / 2 : kPart / 2;
  for (std::size_t reach = longest; reach >= kLanes; reach /= 2) {
    step_far(values, begin, end, length, reach);
  }
  steps_near(values, begin, end, length);
}

}  // namespace

// The steps within a part run while it is in the cache; a step that reaches further is a loop over all.
void bitonic_sort(int* values, std::size_t count) {
  const std::size_t part = count < kPart ? count : kPart;
#pragma omp parallel
  {
#pragma omp for
    for (std::size_t begin = 0; begin < count; begin += part) {
      for (std::size_t length = 2; length <= part; length *= 2) {
        merge_part(values, begin, begin + part, length);
      }
    }
    for (std::size_t length = 2 * part; length <= count; length *= 2) {
      for (std::size_t reach = length / 2; reach > part / 2; reach /= 2) {
#pragma omp for
        for (std::size_t i = 0; i < count / 2; i += part / 2) {
          // The pairs i ... i + part / 2, in the order of their lower halves.
          const std::size_t low = i / reach * 2 * reach + i % reach;
          const bool ascending = (low & length) == 0;
          for (std::size_t k = low; k < low + part / 2; k += kLanes) {
            const IntVector a = load(values + k), b = load(values + k + reach);
            store(values + k, ascending ? least(a, b) : most(a, b));
            store(values + k + reach, ascending ? most(a, b) : least(a, b));
          }
        }
      }
#pragma omp for
      for (std::size_t begin = 0; begin < count; begin += part) {
        merge_part(values, begin, begin + part, length);
      }
    }
  }
}

}  // namespace by_hand
