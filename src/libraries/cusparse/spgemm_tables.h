// SPDX-License-Identifier: Apache-2.0
// The kernels of products of sparse matrices: a table of a row's sums, keyed by column.
#pragma once

#include "libraries/cusparse/products.h"

namespace riffle::cusparse {

struct Csr {
  Long rows, cols;
  Indices offsets, columns;
};
inline Csr csr_of(const cusparseSpMatDescr& m) {
  return {m.rows, m.cols, indices_of(m.offsets, m.base, m.offset_type),
          indices_of(m.indices, m.base, m.index_type)};
}

inline __global__ void spgemm_products(Csr a, Csr b, Indices counts) {
  const RowRange run = my_rows(a.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    Long count = 0;
    for (Long k = a.offsets[i], end = a.offsets[i + 1]; k < end; ++k) {
      const Long j = a.columns[k];
      count += b.offsets[j + 1] - b.offsets[j];
    }
    counts.set(i, count);
  }
}
inline __global__ void spgemm_largest(Indices counts, Long rows, Long* total_and_largest) {
  Long total = 0, largest = 0;
  for (Long i = 0; i < rows; ++i) {
    total += counts[i];
    if (counts[i] > largest) largest = counts[i];
  }
  total_and_largest[0] = total;
  total_and_largest[1] = largest;
}

/// A power of two of places for a block; half of them may be used.
struct Tables {
  Long* keys;
  Long* used;
  void* sums;
  Long places;
};
template <class N>
struct Table {
  Long* keys;
  Long* used;
  N* sums;
  Long places, count;

  __device__ explicit Table(const Tables& tables)
      : keys(tables.keys + blockIdx.x * tables.places),
        used(tables.used + blockIdx.x * tables.places),
        sums(static_cast<N*>(tables.sums) + blockIdx.x * tables.places),
        places(tables.places),
        count(0) {
    for (Long i = 0; i < places; ++i) keys[i] = -1;
  }
  __device__ Long place_of(Long column) const {
    Long place = static_cast<Long>(column * 0x9E3779B97F4A7C15ull >> 33) & (places - 1);
    while (keys[place] != column && keys[place] >= 0) place = (place + 1) & (places - 1);
    return place;
  }
  __device__ Long enter(Long column) {
    const Long place = place_of(column);
    if (keys[place] < 0) {
      keys[place] = column;
      sums[place] = 0;
      used[count++] = column;
    }
    return place;
  }
  __device__ void clear() {
    // All places first: a key is found by way of those before it.
    for (Long i = 0; i < count; ++i) used[i] = place_of(used[i]);
    for (Long i = 0; i < count; ++i) keys[used[i]] = -1;
    count = 0;
  }
};

/// Sorts by a heap: in place, and never slow.
__device__ inline void sort_columns(Long* columns, Long count) {
  const auto sink = [columns](Long from, Long end) {
    const Long moved = columns[from];
    for (Long child = 2 * from + 1; child < end; child = 2 * from + 1) {
      if (child + 1 < end && columns[child + 1] > columns[child]) ++child;
      if (columns[child] <= moved) break;
      columns[from] = columns[child];
      from = child;
    }
    columns[from] = moved;
  };
  for (Long i = count / 2 - 1; i >= 0; --i) sink(i, count);
  for (Long end = count - 1; end > 0; --end) {
    const Long largest = columns[0];
    columns[0] = columns[end];
    columns[end] = largest;
    sink(0, end);
  }
}

template <class Visit>
__device__ void products_of_row(const Csr& a, const Csr& b, Long row, Visit visit) {
  for (Long k = a.offsets[row], end = a.offsets[row + 1]; k < end; ++k) {
    const Long j = a.columns[k];
    for (Long l = b.offsets[j], last = b.offsets[j + 1]; l < last; ++l) visit(b.columns[l], k, l);
  }
}

/// Counts, or, where `offsets` are known already, columns too.
inline __global__ void spgemm_pattern(Csr a, Csr b, Tables tables, Indices counts, Indices offsets,
                                      Indices columns, bool has_offsets) {
  Table<unsigned char> table(tables);
  const RowRange run = my_rows(a.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    products_of_row(a, b, i, [&](Long column, Long, Long) { table.enter(column); });
    if (has_offsets) {
      sort_columns(table.used, table.count);
      for (Long k = 0; k < table.count; ++k) columns.set(offsets[i] + k, table.used[k]);
    } else {
      counts.set(i + 1, table.count);
    }
    table.clear();
  }
}
template <class T>
__global__ void spgemm_rows(Csr a, Values<T> a_values, Csr b, Values<T> b_values, Tables tables,
                            Indices offsets, Indices columns, Values<T> values, Scalar alpha_of,
                            Scalar beta_of) {
  using N = Number<T>;
  const N alpha = alpha_of.get<N>(), beta = beta_of.get<N>();
  Table<N> table(tables);
  const RowRange run = my_rows(a.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    products_of_row(a, b, i, [&](Long column, Long k, Long l) {
      table.sums[table.enter(column)] += a_values[k] * b_values[l];
    });
    sort_columns(table.used, table.count);
    for (Long k = 0, to = offsets[i]; k < table.count; ++k, ++to) {
      const N sum = alpha * table.sums[table.place_of(table.used[k])];
      columns.set(to, table.used[k]);
      values.set(to, beta == N(0) ? sum : sum + beta * values[to]);
    }
    table.clear();
  }
}
inline __global__ void spgemm_offsets(Indices from, Long rows, Indices to) {
  if (element() <= rows) to.set(element(), from[element()]);
}

}  // namespace riffle::cusparse
