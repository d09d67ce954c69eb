// SPDX-License-Identifier: Apache-2.0
// Offsets and rows, CSR and CSC, the permutation that changes nothing.
#include "libraries/cusparse/counting_sort.h"

namespace riffle::cusparse {
namespace {

/// Row i begins at the first entry that is not before it.
__global__ void coo2csr_rows(const int* rows, int nnz, int m, int* offsets, int base) {
  const Long i = element();
  if (i > m) return;
  int begin = 0, end = nnz;
  while (begin < end) {
    const int middle = begin + (end - begin) / 2;
    if (rows[middle] - base < i)
      begin = middle + 1;
    else
      end = middle;
  }
  offsets[i] = begin + base;
}
__global__ void csr2coo_rows(const int* offsets, int m, int* rows, int base) {
  const RowRange run = my_rows(m);
  for (Long i = run.begin; i < run.end; ++i)
    for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k)
      rows[k] = static_cast<int>(i) + base;
}
__global__ void identity_elements(int n, int* p) {
  if (element() < n) p[element()] = static_cast<int>(element());
}

__global__ void csr2csc_count(Long m, Indices offsets, Indices columns, KeyTables tables) {
  int* const table = my_table(tables);
  const RowRange run = my_rows(m);
  for (Long k = offsets[run.begin], end = offsets[run.end]; k < end; ++k) ++table[columns[k]];
}
template <class W>
__global__ void csr2csc_place(Long m, Indices offsets, Indices columns, const W* values,
                              KeyTables tables, Indices csc_rows, W* csc_values) {
  int* const table = my_table(tables);
  const RowRange run = my_rows(m);
  for (Long i = run.begin; i < run.end; ++i)
    for (Long k = offsets[i], end = offsets[i + 1]; k < end; ++k) {
      const int place = table[columns[k]]++;
      csc_rows.set(place, i);
      if (csc_values != nullptr) csc_values[place] = values[k];
    }
}

cusparseStatus_t xcoo2csr(cusparseHandle_t handle, const int* rows, int nnz, int m, int* offsets,
                          cusparseIndexBase_t base) {
  Call call(handle);
  call.sizes(nnz, m).one_of(base).require(nnz == 0 || rows != nullptr).there(offsets).then([&] {
    return launch_elements(coo2csr_rows, Long{m} + 1, call.stream(), rows, nnz, m, offsets, base);
  });
  return call.status();
}
cusparseStatus_t xcsr2coo(cusparseHandle_t handle, const int* offsets, int nnz, int m, int* rows,
                          cusparseIndexBase_t base) {
  Call call(handle);
  call.sizes(nnz, m).one_of(base).require(nnz == 0 || (offsets != nullptr && rows != nullptr));
  if (nnz == 0) return call.status();
  call.then(
      [&] { return launch_rows(csr2coo_rows, m, nnz, call.stream(), offsets, m, rows, base); });
  return call.status();
}
cusparseStatus_t create_identity_permutation(cusparseHandle_t handle, int n, int* p) {
  Call call(handle);
  call.sizes(n).require(n == 0 || p != nullptr).then([&] {
    return launch_elements(identity_elements, n, call.stream(), n, p);
  });
  return call.status();
}

Call check_csc(cusparseHandle_t handle, int m, int n, int nnz, cudaDataType type,
               cusparseAction_t action, cusparseIndexBase_t base, cusparseCsr2CscAlg_t alg) {
  Call call = generic_call(handle);
  call.sizes(m, n, nnz).one_of(action).one_of(base).require(alg == CUSPARSE_CSR2CSC_ALG_DEFAULT);
  return call.require(bytes_of(type) != 0, CUSPARSE_STATUS_NOT_SUPPORTED);
}

cusparseStatus_t csr2csc_ex2_buffer_size(cusparseHandle_t handle, int m, int n, int nnz,
                                         const void*, const int*, const int*, void*, int*, int*,
                                         cudaDataType type, cusparseAction_t action,
                                         cusparseIndexBase_t base, cusparseCsr2CscAlg_t alg,
                                         size_t* bytes) {
  Call call = check_csc(handle, m, n, nnz, type, action, base, alg).there(bytes);
  if (call.failed()) return call.status();
  BufferLayout parts(nullptr);
  take_tables(parts, nnz, n);
  *bytes = parts.bytes();
  return call.status();
}
cusparseStatus_t csr2csc_ex2(cusparseHandle_t handle, int m, int n, int nnz, const void* values,
                             const int* offsets, const int* columns, void* csc_values,
                             int* csc_offsets, int* csc_rows, cudaDataType type,
                             cusparseAction_t action, cusparseIndexBase_t base,
                             cusparseCsr2CscAlg_t alg, void* buffer) {
  Call call = check_csc(handle, m, n, nnz, type, action, base, alg).there(csc_offsets);
  const bool with_values = action == CUSPARSE_ACTION_NUMERIC;
  call.require(nnz == 0 || (offsets != nullptr && columns != nullptr && csc_rows != nullptr));
  call.require(nnz == 0 || !with_values || (values != nullptr && csc_values != nullptr));
  call.require(buffer != nullptr || n == 0);
  BufferLayout parts(buffer);
  const KeyTables tables = take_tables(parts, nnz, n);
  const Indices rows = indices_of(offsets, base), cols = indices_of(columns, base);
  const Long walked = nnz == 0 ? 0 : m;  // without entries there may be no offsets
  call.then([&] {
    return with_word(bytes_of(type), [&](auto word) {
      using W = decltype(word);
      return counting_sort(
          call.stream(), tables, indices_of(csc_offsets, base),
          [&] {
            if (walked == 0) return CUSPARSE_STATUS_SUCCESS;
            return launch_parts(csr2csc_count, tables, call.stream(), walked, rows, cols, tables);
          },
          [&] {
            if (walked == 0) return CUSPARSE_STATUS_SUCCESS;
            return launch_parts(csr2csc_place<W>, tables, call.stream(), walked, rows, cols,
                                static_cast<const W*>(values), tables, indices_of(csc_rows, base),
                                with_values ? static_cast<W*>(csc_values) : nullptr);
          });
    });
  });
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_formats.h"
