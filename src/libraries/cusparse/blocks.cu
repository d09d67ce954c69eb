// SPDX-License-Identifier: Apache-2.0
// Conversions between CSR and formats of blocks.
#include "libraries/cusparse/counting_sort.h"
#include "libraries/cusparse/regroup.h"

namespace riffle::cusparse {
namespace {

/// All elements of blocks, zeros too, as CSR.
template <class N>
__global__ void expand_blocks(Long rows, BlockRows a, const N* values, Indices offsets,
                              Indices columns, N* out) {
  const RowRange run = my_rows(rows);
  for (Long i = run.begin; i < run.end; ++i) {
    const Long block_row = i / a.height;
    const Long width = static_cast<Long>(a.end(block_row) - a.begin(block_row)) * a.width;
    Long k = static_cast<Long>(a.begin(block_row)) * a.height * a.width + i % a.height * width;
    offsets.set(i, k);
    a.visit(i, [&](Long column, Long place) {
      columns.set(k, column);
      out[k++] = values[place];
    });
    if (i + 1 == rows) offsets.set(rows, k);
  }
}

Call check(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
           const cusparseMatDescr_t a, const cusparseMatDescr_t c, int height, int width) {
  Call call(handle);
  return call.one_of(direction).sizes(m, n).general(a, c).require(height > 0 && width > 0);
}
Long work_of(Long m) { return m * 64; }

template <class T>
cusparseStatus_t expand(Call call, int mb, const BlockRows& a, const T* values,
                        const cusparseMatDescr_t c, T* c_values, int* c_offsets, int* c_columns) {
  using N = Number<T>;
  call.require(mb == 0 || (a.offsets != nullptr && c_offsets != nullptr)).then([&] {
    const Long rows = Long{mb} * a.height;
    return launch_rows(expand_blocks<N>, rows, work_of(rows), call.stream(), rows, a,
                       reinterpret_cast<const N*>(values), indices_of(c_offsets, c->index_base),
                       indices_of(c_columns, c->index_base), reinterpret_cast<N*>(c_values));
  });
  return call.status();
}
template <class T>
cusparseStatus_t fill(Call call, const BlockRows& a, const T* values, const NewBlocks& to,
                      const BlockRows& out, int* columns, T* out_values) {
  using N = Number<T>;
  call.require(to.block_rows == 0 || (a.offsets != nullptr && out.offsets != nullptr)).then([&] {
    return launch_rows(regroup_fill<N>, to.block_rows, work_of(to.rows), call.stream(), a,
                       reinterpret_cast<const N*>(values), to, out, columns,
                       reinterpret_cast<N*>(out_values));
  });
  return call.status();
}

// --- CSR to blocks ---

cusparseStatus_t xcsr2gebsr_nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m,
                                int n, const cusparseMatDescr_t a, const int* offsets,
                                const int* columns, const cusparseMatDescr_t c, int* c_offsets,
                                int height, int width, int* total, void*) {
  Call call = check(handle, direction, m, n, a, c, height, width).there(c_offsets);
  call.require(m == 0 || offsets != nullptr);
  if (call.failed()) return call.status();
  return count_blocks(call, handle, csr_rows(a, offsets, columns), new_blocks(m, height, width),
                      work_of(m), indices_of(c_offsets, c->index_base), total);
}
cusparseStatus_t xcsr2bsr_nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                              const cusparseMatDescr_t a, const int* offsets, const int* columns,
                              int block, const cusparseMatDescr_t c, int* c_offsets, int* total) {
  return xcsr2gebsr_nnz(handle, direction, m, n, a, offsets, columns, c, c_offsets, block, block,
                        total, nullptr);
}
template <class T>
cusparseStatus_t csr2gebsr_buffer_size(cusparseHandle_t handle, cusparseDirection_t direction,
                                       int m, int n, const cusparseMatDescr_t a, const T*,
                                       const int*, const int*, int height, int width, int* bytes) {
  Call call = check(handle, direction, m, n, a, a, height, width).there(bytes);
  if (!call.failed()) *bytes = 0;
  return call.status();
}
template <class T>
cusparseStatus_t csr2gebsr(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                           const cusparseMatDescr_t a, const T* values, const int* offsets,
                           const int* columns, const cusparseMatDescr_t c, T* c_values,
                           int* c_offsets, int* c_columns, int height, int width, void*) {
  const Call call = check(handle, direction, m, n, a, c, height, width);
  if (call.failed()) return call.status();
  return fill(call, csr_rows(a, offsets, columns), values, new_blocks(m, height, width),
              block_rows(c, c_offsets, c_columns, height, width, direction), c_columns, c_values);
}
template <class T>
cusparseStatus_t csr2bsr(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,
                         const cusparseMatDescr_t a, const T* values, const int* offsets,
                         const int* columns, int block, const cusparseMatDescr_t c, T* c_values,
                         int* c_offsets, int* c_columns) {
  return csr2gebsr(handle, direction, m, n, a, values, offsets, columns, c, c_values, c_offsets,
                   c_columns, block, block, nullptr);
}

// --- Blocks to CSR ---

template <class T>
cusparseStatus_t gebsr2csr(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb,
                           const cusparseMatDescr_t a, const T* values, const int* offsets,
                           const int* columns, int height, int width, const cusparseMatDescr_t c,
                           T* c_values, int* c_offsets, int* c_columns) {
  const Call call = check(handle, direction, mb, nb, a, c, height, width);
  if (call.failed()) return call.status();
  return expand(call, mb, block_rows(a, offsets, columns, height, width, direction), values, c,
                c_values, c_offsets, c_columns);
}
template <class T>
cusparseStatus_t bsr2csr(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb,
                         const cusparseMatDescr_t a, const T* values, const int* offsets,
                         const int* columns, int block, const cusparseMatDescr_t c, T* c_values,
                         int* c_offsets, int* c_columns) {
  return gebsr2csr(handle, direction, mb, nb, a, values, offsets, columns, block, block, c,
                   c_values, c_offsets, c_columns);
}

// --- Blocks to blocks of another size ---

template <class T>
cusparseStatus_t gebsr2gebsr_buffer_size(cusparseHandle_t handle, cusparseDirection_t direction,
                                         int mb, int nb, int nnzb, const cusparseMatDescr_t a,
                                         const T*, const int*, const int*, int height, int width,
                                         int new_height, int new_width, int* bytes) {
  Call call = check(handle, direction, mb, nb, a, a, height, width).sizes(nnzb).there(bytes);
  call.require(new_height > 0 && new_width > 0);
  if (!call.failed()) *bytes = 0;
  return call.status();
}
cusparseStatus_t xgebsr2gebsr_nnz(cusparseHandle_t handle, cusparseDirection_t direction, int mb,
                                  int nb, int nnzb, const cusparseMatDescr_t a, const int* offsets,
                                  const int* columns, int height, int width,
                                  const cusparseMatDescr_t c, int* c_offsets, int new_height,
                                  int new_width, int* total, void*) {
  Call call = check(handle, direction, mb, nb, a, c, height, width).sizes(nnzb).there(c_offsets);
  call.require(new_height > 0 && new_width > 0).require(mb == 0 || offsets != nullptr);
  if (call.failed()) return call.status();
  const Long rows = Long{mb} * height;
  return count_blocks(call, handle, block_rows(a, offsets, columns, height, width, direction),
                      new_blocks(rows, new_height, new_width), work_of(rows),
                      indices_of(c_offsets, c->index_base), total);
}
template <class T>
cusparseStatus_t gebsr2gebsr(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nb,
                             int nnzb, const cusparseMatDescr_t a, const T* values,
                             const int* offsets, const int* columns, int height, int width,
                             const cusparseMatDescr_t c, T* c_values, int* c_offsets,
                             int* c_columns, int new_height, int new_width, void*) {
  Call call = check(handle, direction, mb, nb, a, c, height, width).sizes(nnzb);
  call.require(new_height > 0 && new_width > 0);
  if (call.failed()) return call.status();
  return fill(call, block_rows(a, offsets, columns, height, width, direction), values,
              new_blocks(Long{mb} * height, new_height, new_width),
              block_rows(c, c_offsets, c_columns, new_height, new_width, direction), c_columns,
              c_values);
}

// --- Rows of blocks to columns of blocks: blocks move, their elements stay as they lie ---

__global__ void gebsc_count(Long rows, const int* offsets, const int* columns, int base,
                            KeyTables tables) {
  int* const table = my_table(tables);
  const RowRange run = my_rows(rows);
  if (run.begin >= run.end) return;
  for (int k = offsets[run.begin] - base; k < offsets[run.end] - base; ++k)
    ++table[columns[k] - base];
}
template <class N>
__global__ void gebsc_place(Long rows, const int* offsets, const int* columns, int base,
                            const N* values, Long area, KeyTables tables, int* csc_rows,
                            N* csc_values) {
  int* const table = my_table(tables);
  const RowRange run = my_rows(rows);
  for (Long i = run.begin; i < run.end; ++i)
    for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k) {
      const Long place = table[columns[k] - base]++;
      csc_rows[place] = static_cast<int>(i) + base;
      if (csc_values == nullptr) continue;
      for (Long e = 0; e < area; ++e) csc_values[place * area + e] = values[k * area + e];
    }
}

template <class T>
cusparseStatus_t gebsr2gebsc_buffer_size(cusparseHandle_t handle, int mb, int nb, int nnzb,
                                         const T*, const int*, const int*, int height, int width,
                                         int* bytes) {
  Call call(handle);
  call.sizes(mb, nb, nnzb).require(height > 0 && width > 0).there(bytes);
  if (call.failed()) return call.status();
  BufferLayout parts(nullptr);
  take_tables(parts, nnzb, nb);
  call.require(parts.bytes() <= INT32_MAX, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES);
  *bytes = static_cast<int>(std::min<std::size_t>(parts.bytes(), INT32_MAX));
  return call.status();
}
template <class T>
cusparseStatus_t gebsr2gebsc(cusparseHandle_t handle, int mb, int nb, int nnzb, const T* values,
                             const int* offsets, const int* columns, int height, int width,
                             T* csc_values, int* csc_rows, int* csc_offsets,
                             cusparseAction_t action, cusparseIndexBase_t base, void* buffer) {
  using N = Number<T>;
  Call call(handle);
  call.sizes(mb, nb, nnzb).require(height > 0 && width > 0).one_of(action).one_of(base);
  call.there(csc_offsets).require(nb == 0 || buffer != nullptr);
  call.require(nnzb == 0 || (offsets != nullptr && columns != nullptr && csc_rows != nullptr));
  const bool with_values = action == CUSPARSE_ACTION_NUMERIC;
  call.require(nnzb == 0 || !with_values || (values != nullptr && csc_values != nullptr));
  BufferLayout parts(buffer);
  const KeyTables tables = take_tables(parts, nnzb, nb);
  const Long rows = nnzb == 0 ? 0 : mb;
  call.then([&] {
    return counting_sort(
        call.stream(), tables, indices_of(csc_offsets, base),
        [&] {
          return launch_parts(gebsc_count, tables, call.stream(), rows, offsets, columns, base,
                              tables);
        },
        [&] {
          return launch_parts(gebsc_place<N>, tables, call.stream(), rows, offsets, columns, base,
                              reinterpret_cast<const N*>(values), Long{height} * width, tables,
                              csc_rows, with_values ? reinterpret_cast<N*>(csc_values) : nullptr);
        });
  });
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_blocks.h"
