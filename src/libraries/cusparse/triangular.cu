// SPDX-License-Identifier: Apache-2.0
// Triangular systems with one and with many right-hand sides. CSC is the transposed matrix's CSR.
#include "libraries/cusparse/products.h"
#include "libraries/cusparse/triangle.h"

/// What an analysis leaves: where its buffer is, and which values were replaced since.
struct RiffleTriangle {
  void* buffer = nullptr;
  bool is_analysed = false, has_values = false, has_diagonal = false;
  std::int64_t rows = 0, stored = 0;
  cudaDataType type = CUDA_R_64F;
  cusparseFormat_t format = CUSPARSE_FORMAT_CSR;
};
struct cusparseSpSVDescr : RiffleTriangle {};
struct cusparseSpSMDescr : RiffleTriangle {};

namespace riffle::cusparse {
namespace {

/// Rows of entries: those of CSR, or strided ones of slices.
struct Rows {
  Indices offsets, columns;
  Long slice_size;
  template <class Visit>
  __device__ void visit(Long row, Visit visit) const {
    if (slice_size == 0) {
      for (Long k = offsets[row], end = offsets[row + 1]; k < end; ++k) visit(columns[k], k);
      return;
    }
    const Long slice = row / slice_size;
    for (Long k = offsets[slice] + row % slice_size, end = offsets[slice + 1]; k < end;
         k += slice_size)
      if (columns[k] >= 0) visit(columns[k], k);
  }
};

/// Row i of coordinates begins at the first entry that is not before it.
__global__ void triangle_offsets(Indices rows, Long nnz, Long size, Long* offsets) {
  const Long i = element();
  if (i > size) return;
  Long begin = 0, end = nnz;
  while (begin < end) {
    const Long middle = begin + (end - begin) / 2;
    if (rows[middle] < i)
      begin = middle + 1;
    else
      end = middle;
  }
  offsets[i] = begin;
}

// --- The program's buffer ---

struct Kept {
  Long* offsets;  ///< of coordinates
  char *values, *diagonal;
};
Kept take_kept(BufferLayout& parts, cusparseFormat_t format, Long rows, Long stored,
               cudaDataType type) {
  const Long bytes = bytes_of(type);
  return {parts.take<Long>(format == CUSPARSE_FORMAT_COO ? rows + 1 : 0),
          parts.take<char>(stored * bytes), parts.take<char>(rows * bytes)};
}
Kept kept_in(const RiffleTriangle& descr) {
  BufferLayout parts(descr.buffer);
  return take_kept(parts, descr.format, descr.rows, descr.stored, descr.type);
}

// --- Both calls, with the right-hand sides as matrices ---

struct System {
  cusparseHandle_t handle;
  cusparseOperation_t op_a, op_b;
  const void* alpha;
  cusparseConstSpMatDescr_t a;
  const cusparseDnMatDescr* b;
  cusparseDnMatDescr* x;
  cudaDataType compute;
  int alg;
};

Call check_pointers(const System& s, const RiffleTriangle* descr) {
  Call call = generic_call(s.handle);
  return call.there(s.alpha, s.a, s.b, s.x, descr)
      .one_of(s.op_a)
      .one_of(s.op_b)
      .require(s.alg == 0);
}
Call check(const System& s, const RiffleTriangle* descr) {
  Call call = check_pointers(s, descr);
  if (call.failed()) return call;
  const DenseView right = view_of(*s.b, s.op_b);
  call.require(s.a->rows == s.a->cols && right.rows == s.a->rows && s.x->rows == s.a->rows &&
               right.cols == s.x->cols);
  const cusparseFormat_t format = s.a->format;
  call.require(format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC ||
                   format == CUSPARSE_FORMAT_COO || format == CUSPARSE_FORMAT_SLICED_ELLPACK,
               CUSPARSE_STATUS_NOT_SUPPORTED);
  return call.require(is_full_type(s.compute) && s.a->type == s.compute && s.b->type == s.compute &&
                          s.x->type == s.compute,
                      CUSPARSE_STATUS_NOT_SUPPORTED);
}

cusparseStatus_t size_of_buffer(const System& s, const RiffleTriangle* descr, size_t* bytes) {
  Call call = check_pointers(s, descr).there(bytes);
  if (call.failed()) return call.status();
  BufferLayout parts(nullptr);
  take_kept(parts, s.a->format, s.a->rows, stored_of(*s.a), s.a->type);
  *bytes = parts.bytes();
  return call.status();
}

cusparseStatus_t analyse(const System& s, RiffleTriangle* descr, void* buffer) {
  Call call = check(s, descr);
  call.require(buffer != nullptr || s.a->rows == 0);
  if (call.failed()) return call.status();
  *descr = {buffer, true, false, false, s.a->rows, stored_of(*s.a), s.a->type, s.a->format};
  const Matrix m = matrix_of(*s.a);
  if (s.a->format == CUSPARSE_FORMAT_COO)
    call.then([&] {
      return launch_elements(triangle_offsets, m.rows + 1, call.stream(), m.offsets, m.nnz, m.rows,
                             kept_in(*descr).offsets);
    });
  return call.status();
}

Triangle<Rows> triangle_of(const System& s, const Kept& kept) {
  const Matrix m = matrix_of(*s.a);
  const bool is_by_columns = m.format == CUSPARSE_FORMAT_CSC;
  Triangle<Rows> made{};
  made.rows = {m.offsets, m.indices,
               m.format == CUSPARSE_FORMAT_SLICED_ELLPACK ? std::max<Long>(m.slice_size, 1) : 0};
  if (m.format == CUSPARSE_FORMAT_COO)
    made.rows.offsets = indices_of(kept.offsets, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_64I);
  made.size = m.rows;
  made.is_lower = (s.a->fill_mode == CUSPARSE_FILL_MODE_LOWER) != is_by_columns;
  made.is_unit = s.a->diag_type == CUSPARSE_DIAG_TYPE_UNIT;
  made.is_transposed = (s.op_a != kNone) != is_by_columns;
  made.is_conjugated = s.op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  return made;
}

cusparseStatus_t solve(const System& s, const RiffleTriangle* descr) {
  Call call = check(s, descr);
  if (call.failed()) return call.status();
  call.require(descr->is_analysed, CUSPARSE_STATUS_NOT_INITIALIZED);
  call.require(descr->rows == s.a->rows && descr->format == s.a->format &&
               descr->type == s.a->type);
  if (call.failed() || s.x->cols == 0) return call.status();
  const Kept kept = kept_in(*descr);
  const Triangle<Rows> a = triangle_of(s, kept);
  return with_full_type(s.compute, [&](auto type) {
    using T = decltype(type);
    const Right<T> sides{static_cast<const T*>(s.b->values), view_of(*s.b, s.op_b),
                         s.op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                         static_cast<T*>(s.x->values), view_of(*s.x)};
    const auto* const values =
        static_cast<const T*>(descr->has_values ? static_cast<void*>(kept.values) : s.a->values);
    const auto* const diagonal =
        descr->has_diagonal ? reinterpret_cast<const T*>(kept.diagonal) : nullptr;
    return solve_triangle(call.stream(), a, values, diagonal, sides,
                          call.scalar(s.alpha, s.compute));
  });
}

/// New values are copied: the caller's array is free again when the stream is done.
cusparseStatus_t update(cusparseHandle_t handle, RiffleTriangle* descr, const void* values,
                        bool is_diagonal, bool is_known) {
  Call call = generic_call(handle);
  call.there(descr, values).require(is_known);
  if (call.failed()) return call.status();
  call.require(descr->is_analysed, CUSPARSE_STATUS_NOT_INITIALIZED).then([&] {
    const Kept kept = kept_in(*descr);
    const Long count = is_diagonal ? descr->rows : descr->stored;
    return status_of(cudaMemcpyAsync(is_diagonal ? kept.diagonal : kept.values, values,
                                     static_cast<size_t>(count) * bytes_of(descr->type),
                                     cudaMemcpyDeviceToDevice, call.stream()));
  });
  if (call.failed()) return call.status();
  (is_diagonal ? descr->has_diagonal : descr->has_values) = true;
  if (!is_diagonal) descr->has_diagonal = false;
  return call.status();
}

cusparseDnMatDescr column_of(const cusparseDnVecDescr& v) {
  return {v.size, 1, std::max<Long>(v.size, 1), v.values, v.type, CUSPARSE_ORDER_COL};
}
/// Calls `body` with the system that one right-hand side makes.
template <class Body>
cusparseStatus_t with_vectors(System s, cusparseConstDnVecDescr_t b, cusparseConstDnVecDescr_t x,
                              Body body) {
  cusparseDnMatDescr right{}, solution{};
  if (b != nullptr) right = column_of(*b);
  if (x != nullptr) solution = column_of(*x);
  s.b = b == nullptr ? nullptr : &right;
  s.x = x == nullptr ? nullptr : &solution;
  return body(s);
}

// --- The calls ---

cusparseStatus_t spsv_create_descr(cusparseSpSVDescr_t* descr) { return create(descr); }
cusparseStatus_t spsv_destroy_descr(cusparseSpSVDescr_t descr) { return destroy(descr); }
cusparseStatus_t spsm_create_descr(cusparseSpSMDescr_t* descr) { return create(descr); }
cusparseStatus_t spsm_destroy_descr(cusparseSpSMDescr_t descr) { return destroy(descr); }

cusparseStatus_t spsv_buffer_size(cusparseHandle_t handle, cusparseOperation_t op,
                                  const void* alpha, cusparseConstSpMatDescr_t a,
                                  cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x,
                                  cudaDataType compute, cusparseSpSVAlg_t alg,
                                  cusparseSpSVDescr_t descr, size_t* bytes) {
  return with_vectors({handle, op, kNone, alpha, a, nullptr, nullptr, compute, alg}, b, x,
                      [&](const System& s) { return size_of_buffer(s, descr, bytes); });
}
cusparseStatus_t spsv_analysis(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                               cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b,
                               cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t alg,
                               cusparseSpSVDescr_t descr, void* buffer) {
  return with_vectors({handle, op, kNone, alpha, a, nullptr, nullptr, compute, alg}, b, x,
                      [&](const System& s) { return analyse(s, descr, buffer); });
}
cusparseStatus_t spsv_solve(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                            cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b,
                            cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t alg,
                            cusparseSpSVDescr_t descr) {
  return with_vectors({handle, op, kNone, alpha, a, nullptr, nullptr, compute, alg}, b, x,
                      [&](const System& s) { return solve(s, descr); });
}
cusparseStatus_t spsv_update_matrix(cusparseHandle_t handle, cusparseSpSVDescr_t descr,
                                    void* values, cusparseSpSVUpdate_t part) {
  return update(handle, descr, values, part == CUSPARSE_SPSV_UPDATE_DIAGONAL,
                part == CUSPARSE_SPSV_UPDATE_GENERAL || part == CUSPARSE_SPSV_UPDATE_DIAGONAL);
}

cusparseStatus_t spsm_buffer_size(cusparseHandle_t handle, cusparseOperation_t op_a,
                                  cusparseOperation_t op_b, const void* alpha,
                                  cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                  cusparseDnMatDescr_t x, cudaDataType compute,
                                  cusparseSpSMAlg_t alg, cusparseSpSMDescr_t descr, size_t* bytes) {
  return size_of_buffer({handle, op_a, op_b, alpha, a, b, x, compute, alg}, descr, bytes);
}
cusparseStatus_t spsm_analysis(cusparseHandle_t handle, cusparseOperation_t op_a,
                               cusparseOperation_t op_b, const void* alpha,
                               cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                               cusparseDnMatDescr_t x, cudaDataType compute, cusparseSpSMAlg_t alg,
                               cusparseSpSMDescr_t descr, void* buffer) {
  return analyse({handle, op_a, op_b, alpha, a, b, x, compute, alg}, descr, buffer);
}
cusparseStatus_t spsm_solve(cusparseHandle_t handle, cusparseOperation_t op_a,
                            cusparseOperation_t op_b, const void* alpha,
                            cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                            cusparseDnMatDescr_t x, cudaDataType compute, cusparseSpSMAlg_t alg,
                            cusparseSpSMDescr_t descr) {
  return solve({handle, op_a, op_b, alpha, a, b, x, compute, alg}, descr);
}
cusparseStatus_t spsm_update_matrix(cusparseHandle_t handle, cusparseSpSMDescr_t descr,
                                    void* values, cusparseSpSMUpdate_t part) {
  return update(handle, descr, values, part == CUSPARSE_SPSM_UPDATE_DIAGONAL,
                part == CUSPARSE_SPSM_UPDATE_GENERAL || part == CUSPARSE_SPSM_UPDATE_DIAGONAL);
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_triangular.h"
