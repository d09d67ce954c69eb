// SPDX-License-Identifier: Apache-2.0
// Sparse matrix times dense matrix.
//
// Where a row of op(A) is a run of entries, a block computes rows of C, a tile of columns at a time: the tile stays in
// registers while the entries pass. All else adds to sums in the program's buffer, as in spmv.cu; tiles of columns are
// apart, so that blocks may take one each.
#include "libraries/cusparse/dense_view.h"
#include "libraries/cusparse/products.h"

namespace riffle::cusparse {
namespace {

constexpr int kLanes = 32;
constexpr int kApart =
    8;  // columns of which a block sums up at once where they do not lie side by side
[[maybe_unused]] constexpr int kAnyTile = 8;

template <class T>
struct Csr {
  const int* __restrict__ offsets;
  const int* __restrict__ columns;
  const T* __restrict__ values;
  int base;
};

template <class T>
__device__ T finished(T sum, T alpha, T beta, const T* c) {
  return beta == T(0) ? alpha * sum : alpha * sum + beta * *c;
}

/// A thread for each column of a tile: what all read of a row of B lies side by side.
template <class T>
__global__ void spmm_rows(Csr<T> a, const T* __restrict__ b, Long b_step, T* __restrict__ c,
                          DenseView c_view, Scalar alpha_of, Scalar beta_of) {
#pragma clang fp contract(fast)
  const Long j = static_cast<Long>(blockIdx.y) * kLanes + threadIdx.x;
  if (j >= c_view.cols) return;
  const T alpha = alpha_of.get<T>(), beta = beta_of.get<T>();
  const RowRange run = my_rows(c_view.rows);
  for (Long i = run.begin; i < run.end; ++i) {
    T sum = 0;
    for (int k = a.offsets[i] - a.base, end = a.offsets[i + 1] - a.base; k < end; ++k)
      sum += a.values[k] * b[(a.columns[k] - a.base) * b_step + j];
    T* const to = c + c_view.place(i, j);
    *to = finished(sum, alpha, beta, to);
  }
}

/// Columns that do not lie side by side, and no buffer to put them there.
template <class T>
__global__ void spmm_rows_apart(Csr<T> a, const T* __restrict__ b, DenseView b_view,
                                T* __restrict__ c, DenseView c_view, Scalar alpha_of,
                                Scalar beta_of) {
#pragma clang fp contract(fast)
  const T alpha = alpha_of.get<T>(), beta = beta_of.get<T>();
  const RowRange run = my_rows(c_view.rows);
  for (Long i = run.begin; i < run.end; ++i)
    for (Long j = 0; j < c_view.cols; j += kApart) {
      T sums[kApart] = {};
      const int count = static_cast<int>(c_view.cols - j < kApart ? c_view.cols - j : kApart);
      for (int k = a.offsets[i] - a.base, end = a.offsets[i + 1] - a.base; k < end; ++k) {
        const T* const from = b + b_view.place(a.columns[k] - a.base, j);
        for (int t = 0; t < count; ++t) sums[t] += a.values[k] * from[t * b_view.col_step];
      }
      for (int t = 0; t < count; ++t) {
        T* const to = c + c_view.place(i, j + t);
        *to = finished(sums[t], alpha, beta, to);
      }
    }
}

/// Puts op(B) into the buffer by rows. A thread has a column of the tile, a block a run of rows.
template <class T>
__global__ void spmm_lay_out(const T* __restrict__ b, DenseView view, T* __restrict__ to) {
  const Long j = static_cast<Long>(blockIdx.y) * kLanes + threadIdx.x;
  if (j >= view.cols) return;
  const RowRange run = my_rows(view.rows);
  for (Long i = run.begin; i < run.end; ++i) to[i * view.cols + j] = b[view.place(i, j)];
}

template <class T>
__global__ void spmm_rows_any(Indices offsets, Indices columns, Values<T> values, Sides sides,
                              Values<T> b, DenseView b_view, bool is_b_conjugated, Values<T> c,
                              DenseView c_view, Scalar alpha_of, Scalar beta_of) {
  using N = Number<T>;
  const N alpha = alpha_of.get<N>(), beta = beta_of.get<N>();
  const RowRange run = my_rows(c_view.rows);
  for (Long i = run.begin; i < run.end; ++i)
    for (Long j = 0; j < c_view.cols; j += kAnyTile) {
      N sums[kAnyTile] = {};
      const int count = static_cast<int>(c_view.cols - j < kAnyTile ? c_view.cols - j : kAnyTile);
      for (Long k = offsets[i], end = offsets[i + 1]; k < end; ++k) {
        const N value = conjugate_if<N>(values[k], sides.is_conjugated);
        const Long column = columns[k];
        for (int t = 0; t < count; ++t)
          sums[t] += value * conjugate_if<N>(b[b_view.place(column, j + t)], is_b_conjugated);
      }
      for (int t = 0; t < count; ++t) {
        const Long place = c_view.place(i, j + t);
        c.set(place, beta == N(0) ? alpha * sums[t] : alpha * sums[t] + beta * c[place]);
      }
    }
}

/// Block (i, p, t): columns t of sums p.
template <class T>
__global__ void spmm_add(Matrix a, Long slices, Values<T> values, Sides sides, Values<T> b,
                         DenseView b_view, bool is_b_conjugated, Number<T>* sums, Long results) {
  using N = Number<T>;
  const Long each = (slices + gridDim.y - 1) / gridDim.y, part = blockIdx.y * each;
  const Long left = part < slices ? (slices - part < each ? slices - part : each) : 0;
  const RowRange run = my_rows(left);
  const Long n = b_view.cols, width = (n + gridDim.z - 1) / gridDim.z;
  const Long first = blockIdx.z * width, last = first + width < n ? first + width : n;
  N* const to = sums + blockIdx.y * results * n;
  walk(a, {part + run.begin, part + run.end}, [&](Long row, Long column, Long place) {
    const N value = conjugate_if<N>(values[place], sides.is_conjugated);
    const Long out = sides.out(row, column), in = sides.in(row, column);
    for (Long j = first; j < last; ++j)
      to[out * n + j] += value * conjugate_if<N>(b[b_view.place(in, j)], is_b_conjugated);
  });
}

template <class T>
__global__ void spmm_clear(Number<T>* sums, Long count) {
  if (element() < count) sums[element()] = 0;
}

template <class T>
__global__ void spmm_finish(const Number<T>* sums, Long parts, Values<T> c, DenseView c_view,
                            Scalar alpha_of, Scalar beta_of) {
  using N = Number<T>;
  const Long i = element(), count = c_view.rows * c_view.cols;
  if (i >= count) return;
  const N alpha = alpha_of.get<N>(), beta = beta_of.get<N>();
  N sum = 0;
  for (Long p = 0; p < parts; ++p) sum += sums[p * count + i];
  const Long place = c_view.place(i / c_view.cols, i % c_view.cols);
  c.set(place, beta == N(0) ? alpha * sum : alpha * sum + beta * c[place]);
}

/// One product of a batch.
struct Product {
  cusparseOperation_t op_a, op_b;
  cusparseSpMatDescr a;
  cusparseDnMatDescr b, c;
  Scalar alpha, beta;
  void* buffer;
};

/// Sums of their own cost memory for each column: only narrow results have them.
Long parts_of(const cusparseSpMatDescr& a, cusparseOperation_t op, const cusparseDnMatDescr& c) {
  return c.cols >= kApart ? 1 : std::min<Long>(sums_of(a, op, c.rows), 4);
}

/// Whether op(B) is put into the buffer by rows: its columns do not lie side by side, and its rows are used several times.
bool lays_out(const cusparseSpMatDescr& a, const DenseView& b, cudaDataType kernels) {
  return is_full_type(kernels) && has_int_indices(a) && b.col_step != 1 && b.cols > 1 &&
         a.nnz > 2 * b.rows;
}

std::size_t buffer_bytes(const cusparseSpMatDescr& a, cusparseOperation_t op, const DenseView& b,
                         const cusparseDnMatDescr& c, cudaDataType kernels) {
  if (has_runs(a, op))
    return lays_out(a, b, kernels) ? static_cast<std::size_t>(b.rows * b.cols) * bytes_of(kernels)
                                   : 0;
  return static_cast<std::size_t>(parts_of(a, op, c) * c.rows * c.cols) *
         (is_full_type(kernels) ? bytes_of(kernels) : bytes_of(CUDA_C_64F));
}

/// An algorithm belongs to a format; the default one to all.
bool has_algorithm(cusparseFormat_t format, cusparseSpMMAlg_t alg) {
  switch (alg) {
    case CUSPARSE_SPMM_ALG_DEFAULT:
      return true;
    case CUSPARSE_SPMM_CSR_ALG1:
    case CUSPARSE_SPMM_CSR_ALG2:
    case CUSPARSE_SPMM_CSR_ALG3:
      return format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC;
    case CUSPARSE_SPMM_BLOCKED_ELL_ALG1:
      return format == CUSPARSE_FORMAT_BLOCKED_ELL;
    case CUSPARSE_SPMM_BSR_ALG1:
      return format == CUSPARSE_FORMAT_BSR;
    default:
      return format == CUSPARSE_FORMAT_COO;
  }
}

Call check(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
           const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
           const void* beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t alg) {
  Call call = generic_call(handle);
  call.there(alpha, a, b, beta, c).one_of(op_a).one_of(op_b);
  call.require((alg >= CUSPARSE_SPMM_ALG_DEFAULT && alg <= CUSPARSE_SPMM_CSR_ALG2) ||
               (alg >= CUSPARSE_SPMM_CSR_ALG3 && alg <= CUSPARSE_SPMM_BSR_ALG1));
  if (call.failed()) return call;
  const DenseView view = view_of(*b, op_b);
  call.require((op_a == kNone ? a->rows : a->cols) == c->rows && view.cols == c->cols &&
               (op_a == kNone ? a->cols : a->rows) == view.rows);
  call.require((a->batches == 1 || a->batches == c->batches) &&
               (b->batches == 1 || b->batches == c->batches));
  call.require(!a->has_fill_mode && !a->has_diag_type, CUSPARSE_STATUS_NOT_SUPPORTED);
  call.require(a->format != CUSPARSE_FORMAT_SLICED_ELLPACK, CUSPARSE_STATUS_NOT_SUPPORTED);
  call.require(types_go_together(a->type, b->type, c->type, compute),
               CUSPARSE_STATUS_NOT_SUPPORTED);
  return call.require(has_algorithm(a->format, alg));
}

template <class T>
cusparseStatus_t multiply_csr(Call call, const Product& p, DenseView b_view,
                              const DenseView& c_view, const T* b, T* c) {
  const cusparseSpMatDescr& a = p.a;
  const Csr<T> csr{static_cast<const int*>(a.offsets), static_cast<const int*>(a.indices),
                   static_cast<const T*>(a.values), a.base};
  const auto tiles = static_cast<unsigned>((c_view.cols + kLanes - 1) / kLanes);
  if (p.buffer != nullptr && lays_out(a, b_view, kTypeOf<T>)) {
    const dim3 grid(blocks_for(b_view.rows, b_view.rows * kLanes), tiles);
    auto* const by_rows = static_cast<T*>(p.buffer);
    call.then([&] {
      return launch(spmm_lay_out<T>, grid, dim3(kLanes), call.stream(), b, b_view, by_rows);
    });
    b = by_rows;
    b_view = {b_view.rows, b_view.cols, b_view.cols, 1};
  }
  return call
      .then([&] {
        if (b_view.col_step != 1)
          return launch_rows(spmm_rows_apart<T>, c_view.rows, a.nnz * c_view.cols, call.stream(),
                             csr, b, b_view, c, c_view, p.alpha, p.beta);
        const dim3 grid(blocks_for(c_view.rows, a.nnz * 8), tiles);
        return launch(spmm_rows<T>, grid, dim3(kLanes), call.stream(), csr, b, b_view.row_step, c,
                      c_view, p.alpha, p.beta);
      })
      .status();
}

template <class T>
cusparseStatus_t multiply_runs(const Call& call, const Product& p, Values<T> b, Values<T> c) {
  const cusparseSpMatDescr& a = p.a;
  const Sides sides = sides_of(p.op_a);
  const bool is_b_conjugated = p.op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  const DenseView b_view = view_of(p.b, p.op_b), c_view = view_of(p.c);
  const Long work = a.nnz * std::max<Long>(1, c_view.cols / 4);
  if constexpr (!std::is_same_v<T, Any>)
    if (has_int_indices(a) && !sides.is_conjugated && !is_b_conjugated)
      return multiply_csr<T>(call, p, b_view, c_view, b.data, c.data);
  const Matrix m = matrix_of(a);
  return launch_rows(spmm_rows_any<T>, c_view.rows, work, call.stream(), m.offsets, m.indices,
                     Values<T>(a.values, a.type), sides, b, b_view, is_b_conjugated, c, c_view,
                     p.alpha, p.beta);
}

template <class T>
cusparseStatus_t multiply(Call call, const Product& p) {
  const Values<T> b(p.b.values, p.b.type), c(p.c.values, p.c.type);
  if (p.c.rows == 0 || p.c.cols == 0) return call.status();
  const DenseView b_view = view_of(p.b, p.op_b), c_view = view_of(p.c);
  const Long parts = parts_of(p.a, p.op_a, p.c), count = c_view.rows * c_view.cols;
  // Without entries there may be no arrays.
  if (p.a.nnz == 0)
    return launch_elements(spmm_finish<T>, count, call.stream(), nullptr, 0, c, c_view, p.alpha,
                           p.beta);
  if (has_runs(p.a, p.op_a)) return multiply_runs<T>(call, p, b, c);
  auto* const sums = static_cast<Number<T>*>(p.buffer);
  call.require(sums != nullptr);
  call.then([&] {
    return launch_elements(spmm_clear<T>, parts * count, call.stream(), sums, parts * count);
  });
  call.then([&] {
    const Long slices = slices_of(p.a);
    const unsigned blocks =
        slices_are_apart(p.a, p.op_a) ? blocks_for(slices, stored_of(p.a) * c_view.cols) : 1;
    const auto tiles =
        static_cast<unsigned>(std::min<Long>((c_view.cols + kApart - 1) / kApart, 256));
    return launch(spmm_add<T>, dim3(slices == 0 ? 0 : blocks, static_cast<unsigned>(parts), tiles),
                  dim3(1), call.stream(), matrix_of(p.a), slices, Values<T>(p.a.values, p.a.type),
                  sides_of(p.op_a), b, b_view, p.op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                  sums, c_view.rows);
  });
  call.then([&] {
    return launch_elements(spmm_finish<T>, count, call.stream(), sums, parts, c, c_view, p.alpha,
                           p.beta);
  });
  return call.status();
}

void* moved(void* data, Long elements, unsigned bytes) {
  return data == nullptr ? nullptr : static_cast<char*>(data) + elements * bytes;
}
/// The descriptors of the next product.
void advance(Product& p) {
  p.a.offsets = moved(p.a.offsets, p.a.offsets_stride, bytes_of(p.a.offset_type));
  p.a.indices = moved(p.a.indices, p.a.indices_stride, bytes_of(p.a.index_type));
  p.a.values = moved(p.a.values, p.a.values_stride, bytes_of(p.a.type));
  p.b.values = moved(p.b.values, p.b.batch_stride, bytes_of(p.b.type));
  p.c.values = moved(p.c.values, p.c.batch_stride, bytes_of(p.c.type));
}

cusparseStatus_t spmm_buffer_size(cusparseHandle_t handle, cusparseOperation_t op_a,
                                  cusparseOperation_t op_b, const void* alpha,
                                  cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                  const void* beta, cusparseDnMatDescr_t c, cudaDataType compute,
                                  cusparseSpMMAlg_t alg, size_t* bytes) {
  Call call = check(handle, op_a, op_b, alpha, a, b, beta, c, compute, alg).there(bytes);
  if (!call.failed())
    *bytes = buffer_bytes(*a, op_a, view_of(*b, op_b), *c, kernel_type(a->type, b->type, c->type));
  return call.status();
}

cusparseStatus_t spmm_preprocess(cusparseHandle_t handle, cusparseOperation_t op_a,
                                 cusparseOperation_t op_b, const void* alpha,
                                 cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                 const void* beta, cusparseDnMatDescr_t c, cudaDataType compute,
                                 cusparseSpMMAlg_t alg, void*) {
  return check(handle, op_a, op_b, alpha, a, b, beta, c, compute, alg).status();
}

cusparseStatus_t spmm(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                      const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                      const void* beta, cusparseDnMatDescr_t c, cudaDataType compute,
                      cusparseSpMMAlg_t alg, void* buffer) {
  Call call = check(handle, op_a, op_b, alpha, a, b, beta, c, compute, alg);
  if (call.failed()) return call.status();
  Product product{op_a,  op_b, *a, *b, *c, call.scalar(alpha, compute), call.scalar(beta, compute),
                  buffer};
  for (int i = 0; i < c->batches; ++i, advance(product))
    call.then([&] {
      return with_type(kernel_type(a->type, b->type, c->type),
                       [&](auto type) { return multiply<decltype(type)>(call, product); });
    });
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_spmm.h"
