// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "../../rivals/vectors.h"
#include "../by_hand.h"

namespace by_hand {
namespace {

int state(int alive, int self) { return alive == 3 ? 1 : alive == 2 ? self : 0; }

constexpr int kSide = 32;

}  // namespace

void life(const int* now, int* next, int size) {
#pragma omp parallel for
  for (int y = 0; y < size; ++y) {
    const std::size_t pitch = static_cast<std::size_t>(size);
    const int* above = now + (y + size - 1) % size * pitch;
    const int* row = now + y * pitch;
    const int* below = now + (y + 1) % size * pitch;
    int* out = next + y * pitch;
    const auto cell = [&](int left, int x, int right) {
      const int alive = above[left] + above[x] + above[right] + row[left] + row[right] +
                        below[left] + below[x] + below[right];
      out[x] = state(alive, row[x]);
    };
    cell(size - 1, 0, 1);
#pragma omp simd
    for (int x = 1; x < size - 1; ++x) cell(x - 1, x, x + 1);
    cell(size - 2, size - 1, 0);
  }
}

// With an edge of copies around the board, so that no index wraps.
void life_block(int* cells, int generations) {
  constexpr int kPitch = kSide + 2;
  int board[kPitch * kPitch], sums[kSide * kSide];
  for (int y = 0; y < kSide; ++y) {
    std::memcpy(board + (y + 1) * kPitch + 1, cells + y * kSide, kSide * sizeof(int));
  }
  for (int i = 0; i < generations; ++i) {
    for (int y = 1; y <= kSide; ++y) {
      board[y * kPitch] = board[y * kPitch + kSide];
      board[y * kPitch + kSide + 1] = board[y * kPitch + 1];
    }
    std::memcpy(board, board + kSide * kPitch, kPitch * sizeof(int));
    std::memcpy(board + (kSide + 1) * kPitch, board + kPitch, kPitch * sizeof(int));
    for (int y = 0; y < kSide; ++y) {
#pragma omp simd
      for (int x = 0; x < kSide; ++x) {
        const int* c = board + y * kPitch + x;
        sums[y * kSide + x] = c[0] + c[1] + c[2] + c[kPitch] + c[kPitch + 2] + c[2 * kPitch] +
                              c[2 * kPitch + 1] + c[2 * kPitch + 2];
      }
    }
    for (int y = 0; y < kSide; ++y) {
#pragma omp simd
      for (int x = 0; x < kSide; ++x) {
        int& cell = board[(y + 1) * kPitch + x + 1];
        cell = state(sums[y * kSide + x], cell);
      }
    }
  }
  for (int y = 0; y < kSide; ++y) {
    std::memcpy(cells + y * kSide, board + (y + 1) * kPitch + 1, kSide * sizeof(int));
  }
}

namespace {

using rivals::IntVector;
using rivals::kLanes;
using rivals::load;
using rivals::store;

#if defined(__AVX512F__)

// A row is two vectors; its neighbours to both sides come by turning it, so nothing is copied.
struct RowPair {
  IntVector low, high;
  RowPair operator+(RowPair other) const { return {low + other.low, high + other.high}; }
};

RowPair three_in_row(RowPair row) {
  constexpr auto turn_left = [](IntVector a, IntVector b) {
    return __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  };
  constexpr auto turn_right = [](IntVector a, IntVector b) {
    return __builtin_shufflevector(a, b, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
                                   30);
  };
  return {row.low + turn_left(row.low, row.high) + turn_right(row.high, row.low),
          row.high + turn_left(row.high, row.low) + turn_right(row.low, row.high)};
}

// `sum` counts the cell itself: it lives with three, or with four if it lived.
IntVector alive_next(IntVector sum, IntVector self) {
  return ((sum == 3) | ((sum == 4) & (self == 1))) & 1;
}

}  // namespace

void life_block_vectors(int* cells, int generations) {
  RowPair rows[kSide];
  for (int y = 0; y < kSide; ++y) {
    rows[y] = {load(cells + y * kSide), load(cells + y * kSide + 16)};
  }
  for (int i = 0; i < generations; ++i) {
    const RowPair first = three_in_row(rows[0]);
    RowPair above = three_in_row(rows[kSide - 1]), here = first;
    for (int y = 0; y < kSide; ++y) {
      const RowPair below = y + 1 < kSide ? three_in_row(rows[y + 1]) : first;
      const RowPair sum = above + here + below;
      rows[y] = {alive_next(sum.low, rows[y].low), alive_next(sum.high, rows[y].high)};
      above = here;
      here = below;
    }
  }
  for (int y = 0; y < kSide; ++y) {
    store(cells + y * kSide, rows[y].low);
    store(cells + y * kSide + 16, rows[y].high);
  }
}

#else

// Without shuffles of whole registers: neighbours to both sides are loaded from beside a row, which has a copy of its other
// end there.
constexpr int kVectors = kSide / kLanes, kPitch = kSide + 2 * kLanes;

struct Row {
  alignas(64) int cells[kPitch];
  int* begin() { return cells + kLanes; }
  void copy_ends() {
    begin()[-1] = begin()[kSide - 1];
    begin()[kSide] = begin()[0];
  }
};

struct Sums {
  IntVector of[kVectors];
};

Sums three_in_row(Row& row) {
  Sums sums;
  for (int i = 0; i < kVectors; ++i) {
    const int* here = row.begin() + i * kLanes;
    sums.of[i] = load(here - 1) + load(here) + load(here + 1);
  }
  return sums;
}

// `sum` counts the cell itself. Two neighbours and a living cell, or three: 2 | 1 and 3 are 3.
IntVector alive_next(IntVector sum, IntVector self) { return (((sum - self) | self) == 3) & 1; }

void next_generation(Row* from, Row* to) {
  const Sums first = three_in_row(from[0]);
  Sums above = three_in_row(from[kSide - 1]), here = first;
  for (int y = 0; y < kSide; ++y) {
    const Sums below = y + 1 < kSide ? three_in_row(from[y + 1]) : first;
    for (int i = 0; i < kVectors; ++i) {
      const IntVector self = load(from[y].begin() + i * kLanes);
      store(to[y].begin() + i * kLanes, alive_next(above.of[i] + here.of[i] + below.of[i], self));
    }
    to[y].copy_ends();
    above = here;
    here = below;
  }
}

}  // namespace

void life_block_vectors(int* cells, int generations) {
  Row even[kSide], odd[kSide];
  for (int y = 0; y < kSide; ++y) {
    std::memcpy(even[y].begin(), cells + y * kSide, kSide * sizeof(int));
    even[y].copy_ends();
  }
  for (int i = 0; i < generations; ++i)
    i % 2 == 0 ? next_generation(even, odd) : next_generation(odd, even);
  for (int y = 0; y < kSide; ++y)
    std::memcpy(cells + y * kSide, (generations % 2 == 0 ? even : odd)[y].begin(),
                kSide * sizeof(int));
}

#endif

}  // namespace by_hand
