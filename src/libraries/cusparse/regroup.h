// SPDX-License-Identifier: Apache-2.0
// From blocks of one size to blocks of another. CSR has blocks of one element.
//
// A row of new blocks looks into the rows of elements that it covers: which column comes next, at or after a given one. What a
// block covers and no old block has is zero.
#pragma once

#include "libraries/cusparse/block_rows.h"
#include "libraries/cusparse/scan.h"

namespace riffle::cusparse {

/// New blocks, whose base and offsets are known when they are filled.
struct NewBlocks {
  Long rows, block_rows;  ///< of elements, of blocks
  int height, width;
};
inline NewBlocks new_blocks(Long rows, int height, int width) {
  return {rows, (rows + height - 1) / height, height, width};
}

constexpr Long kNoColumn = INT64_MAX;

__device__ inline bool has_sorted_rows(const BlockRows& a, Long first, Long last) {
  for (Long row = first / a.height; row <= last / a.height; ++row)
    for (int k = a.begin(row) + 1; k < a.end(row); ++k)
      if (a.columns[k - 1] > a.columns[k]) return false;
  return true;
}
/// The first old block of a row that ends after the column.
__device__ inline int first_block(const BlockRows& a, Long row, Long column) {
  int begin = a.begin(row), end = a.end(row);
  while (begin < end) {
    const int middle = begin + (end - begin) / 2;
    if ((a.block_column(middle) + 1) * a.width <= column)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}
__device__ inline Long next_column(const BlockRows& a, Long row, Long column, bool is_sorted) {
  const Long block_row = row / a.height;
  Long next = kNoColumn;
  for (int k = is_sorted ? first_block(a, block_row, column) : a.begin(block_row);
       k < a.end(block_row); ++k) {
    const Long begin = a.block_column(k) * a.width;
    if (begin + a.width > column && begin < next) next = begin < column ? column : begin;
    if (is_sorted) break;
  }
  return next;
}
/// Calls `visit(column of the new block)` for the new blocks of a row, from left to right.
template <class Visit>
__device__ void visit_new_blocks(const BlockRows& a, const NewBlocks& to, Long block_row,
                                 bool is_sorted, Visit visit) {
  const Long first = block_row * to.height;
  const Long end = first + to.height < to.rows ? first + to.height : to.rows;
  for (Long column = 0;;) {
    Long next = kNoColumn;
    // Rows of one old block have the same columns.
    for (Long row = first; row < end; row = (row / a.height + 1) * a.height) {
      const Long own = next_column(a, row, column, is_sorted);
      if (own < next) next = own;
    }
    if (next == kNoColumn) return;
    visit(next / to.width);
    column = (next / to.width + 1) * to.width;
  }
}
/// Calls `visit(row, column, place)` for old elements where a new block is.
template <class Visit>
__device__ void visit_old(const BlockRows& a, const NewBlocks& to, Long block_row,
                          Long block_column, bool is_sorted, Visit visit) {
  const Long first = block_row * to.height, left = block_column * to.width;
  const Long end = first + to.height < to.rows ? first + to.height : to.rows;
  for (Long row = first; row < end; ++row) {
    const Long old_row = row / a.height;
    for (int k = is_sorted ? first_block(a, old_row, left) : a.begin(old_row); k < a.end(old_row);
         ++k) {
      const Long begin = a.block_column(k) * a.width;
      if (is_sorted && begin >= left + to.width) break;
      for (int c = 0; c < a.width; ++c)
        if (begin + c >= left && begin + c < left + to.width)
          visit(row, begin + c, a.place(k, static_cast<int>(row % a.height), c));
    }
  }
}

inline __global__ void regroup_count(BlockRows a, NewBlocks to, Indices counts) {
  const RowRange run = my_rows(to.block_rows);
  for (Long i = run.begin; i < run.end; ++i) {
    const Long last = (i + 1) * to.height < to.rows ? (i + 1) * to.height - 1 : to.rows - 1;
    int count = 0;
    visit_new_blocks(a, to, i, has_sorted_rows(a, i * to.height, last), [&](Long) { ++count; });
    // The base counts in the first number alone.
    counts.set(i + 1, count - counts.base);
  }
}
/// `out` has the offsets that were counted.
template <class N>
__global__ void regroup_fill(BlockRows a, const N* values, NewBlocks to, BlockRows out,
                             int* columns, N* out_values) {
  const RowRange run = my_rows(to.block_rows);
  for (Long i = run.begin; i < run.end; ++i) {
    const Long last = (i + 1) * to.height < to.rows ? (i + 1) * to.height - 1 : to.rows - 1;
    const bool is_sorted = has_sorted_rows(a, i * to.height, last);
    Long k = out.begin(i);
    visit_new_blocks(a, to, i, is_sorted, [&](Long block_column) {
      columns[k] = static_cast<int>(block_column) + out.base;
      for (int e = 0; e < to.height * to.width; ++e) out_values[k * to.height * to.width + e] = 0;
      visit_old(a, to, i, block_column, is_sorted, [&](Long row, Long column, Long place) {
        out_values[out.place(k, static_cast<int>(row - i * to.height),
                             static_cast<int>(column - block_column * to.width))] = values[place];
      });
      ++k;
    });
  }
}

/// Offsets of the new blocks, and how many there are.
inline cusparseStatus_t count_blocks(Call call, cusparseHandle_t handle, const BlockRows& a,
                                     const NewBlocks& to, Long work, Indices offsets, int* total) {
  call.then([&] {
    return launch_rows(regroup_count, to.block_rows, work, call.stream(), a, to, offsets);
  });
  call.then([&] { return scan(call.stream(), offsets, to.block_rows); });
  give_total(call, handle, offsets, to.block_rows, total);
  return call.status();
}

}  // namespace riffle::cusparse
