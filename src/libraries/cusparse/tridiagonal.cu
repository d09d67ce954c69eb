// SPDX-License-Identifier: Apache-2.0
// Systems of three and of five diagonals.
//
// Elimination goes down a system row by row. With pivots, rows may change places with the next one, which adds a diagonal
// (Golub and Van Loan, section 4.3). Systems of a batch are the threads; so are the right-hand sides of one matrix, which
// each eliminate for themselves.
#include "libraries/cusparse/launch.h"

namespace riffle::cusparse {
namespace {

/// An array of which one system has every `step`-th element.
template <class N>
struct Strided {
  N* data;
  Long step;
  __device__ N& operator[](Long i) const { return data[i * step]; }
};

template <class N>
struct Tridiagonal {
  Strided<const N> lower, middle, upper;
};
/// What is left of rows after elimination: three diagonals from the main one up.
template <class N>
struct Left {
  Strided<N> d0, d1, d2;
};

template <class N, int kPast>
__device__ void substitute_back(Long m, const Strided<N>* above, Strided<N> x) {
  for (Long i = m - 1; i >= 0; --i) {
    N sum = x[i];
    for (int t = 1; t <= kPast; ++t)
      if (i + t < m) sum -= above[t][i] * x[i + t];
    x[i] = sum / above[0][i];
  }
}

template <class N>
__device__ void solve_three(Long m, const Tridiagonal<N>& a, const Left<N>& left, Strided<N> x,
                            bool pivots) {
  // The row that is next to be used, and its right-hand side.
  N d = a.middle[0], u = m > 1 ? a.upper[0] : N(0), u2 = 0, b = x[0];
  for (Long i = 0; i + 1 < m; ++i) {
    N next_l = a.lower[i + 1], next_d = a.middle[i + 1], next_u = i + 2 < m ? a.upper[i + 1] : N(0),
      next_b = x[i + 1];
    if (pivots && magnitude(next_l) > magnitude(d)) {
      const N rows[] = {d, u, u2, b};
      d = next_l, u = next_d, u2 = next_u, b = next_b;
      next_l = rows[0], next_d = rows[1], next_u = rows[2], next_b = rows[3];
    }
    const N factor = next_l / d;
    left.d0[i] = d, left.d1[i] = u, left.d2[i] = u2, x[i] = b;
    d = next_d - factor * u;
    u = next_u - factor * u2;
    u2 = 0;
    b = next_b - factor * b;
  }
  left.d0[m - 1] = d, left.d1[m - 1] = 0, left.d2[m - 1] = 0, x[m - 1] = b;
  const Strided<N> above[] = {left.d0, left.d1, left.d2};
  substitute_back<N, 2>(m, above, x);
}

/// System t begins at t * `skip` of the diagonals and at t * `x_skip` of the right-hand sides; at t of what is left.
template <class N>
__global__ void gtsv_systems(Long m, Long systems, const N* lower, const N* middle, const N* upper,
                             Long step, Long skip, N* x, Long x_skip, N* left, bool pivots) {
  const Long t = element();
  if (t >= systems) return;
  const Tridiagonal<N> a{
      {lower + t * skip, step}, {middle + t * skip, step}, {upper + t * skip, step}};
  const Left<N> rows{{left + t, systems},
                     {left + m * systems + t, systems},
                     {left + 2 * m * systems + t, systems}};
  solve_three(m, a, rows, Strided<N>{x + t * x_skip, step}, pivots);
}

/// Five diagonals with pivots among three rows: fill reaches four past the main diagonal.
template <class N>
__global__ void gpsv_systems(Long m, Long systems, const N* ds, const N* dl, const N* d,
                             const N* du, const N* dw, N* x_of, N* left) {
  const Long t = element();
  if (t >= systems) return;
  const Strided<N> x{x_of + t, systems};
  constexpr int kWidth = 5;
  Strided<N> above[kWidth];
  for (int w = 0; w < kWidth; ++w) above[w] = {left + w * m * systems + t, systems};
  const auto load = [&](Long i, N* row, N& b) {
    // A row from column i - 2 on.
    for (int w = 0; w < kWidth; ++w) row[w] = 0;
    b = 0;
    if (i >= m) return;
    const Long at = i * systems + t;
    row[0] = i >= 2 ? ds[at] : N(0);
    row[1] = i >= 1 ? dl[at] : N(0);
    row[2] = d[at];
    row[3] = i + 1 < m ? du[at] : N(0);
    row[4] = i + 2 < m ? dw[at] : N(0);
    b = x[i];
  };
  // Rows from column i on: the current one and the next two.
  N rows[3][kWidth] = {}, b[3], next[kWidth];
  load(0, next, b[0]);
  for (int w = 0; w < 3; ++w) rows[0][w] = next[w + 2];
  load(1, next, b[1]);
  for (int w = 0; w < 4; ++w) rows[1][w] = next[w + 1];
  for (Long i = 0; i < m; ++i) {
    load(i + 2, rows[2], b[2]);
    int pivot = 0;
    for (int r = 1; r < 3; ++r)
      if (i + r < m && magnitude(rows[r][0]) > magnitude(rows[pivot][0])) pivot = r;
    if (pivot != 0) {
      for (int w = 0; w < kWidth; ++w) {
        const N kept = rows[0][w];
        rows[0][w] = rows[pivot][w];
        rows[pivot][w] = kept;
      }
      const N kept = b[0];
      b[0] = b[pivot];
      b[pivot] = kept;
    }
    for (int w = 0; w < kWidth; ++w) above[w][i] = rows[0][w];
    const N solved_b = b[0];
    for (int r = 1; r < 3; ++r) {
      const N factor = i + r < m ? rows[r][0] / above[0][i] : N(0);
      // The row loses its first column: it becomes the row before.
      for (int w = 0; w + 1 < kWidth; ++w)
        rows[r - 1][w] = rows[r][w + 1] - factor * above[w + 1][i];
      rows[r - 1][kWidth - 1] = 0;
      b[r - 1] = b[r] - factor * solved_b;
    }
    x[i] = solved_b;
  }
  substitute_back<N, kWidth - 1>(m, above, x);
}

// --- The calls ---

template <class T>
std::size_t left_bytes(Long m, Long systems, int diagonals) {
  return static_cast<std::size_t>(diagonals * m * std::max<Long>(systems, 1)) * sizeof(T);
}

struct Batch {
  Long m, systems, step, skip, x_skip;
  bool pivots;
};
template <class T>
cusparseStatus_t solve(Call call, const Batch& batch, const T* dl, const T* d, const T* du, T* x,
                       void* buffer) {
  using N = Number<T>;
  if (call.failed() || batch.m == 0 || batch.systems == 0) return call.status();
  call.there(dl, d, du, x, static_cast<const void*>(buffer)).then([&] {
    return launch(gtsv_systems<N>, dim3(static_cast<unsigned>((batch.systems + 15) / 16)), dim3(16),
                  call.stream(), batch.m, batch.systems, reinterpret_cast<const N*>(dl),
                  reinterpret_cast<const N*>(d), reinterpret_cast<const N*>(du), batch.step,
                  batch.skip, reinterpret_cast<N*>(x), batch.x_skip, static_cast<N*>(buffer),
                  batch.pivots);
  });
  return call.status();
}

template <class T>
cusparseStatus_t gtsv2_buffer_size(cusparseHandle_t handle, int m, int n, const T*, const T*,
                                   const T*, const T*, int, size_t* bytes) {
  Call call(handle);
  call.sizes(m, n).there(bytes);
  if (!call.failed()) *bytes = left_bytes<T>(m, n, 3);
  return call.status();
}
template <class T>
cusparseStatus_t gtsv2_nopivot_buffer_size(cusparseHandle_t handle, int m, int n, const T* dl,
                                           const T* d, const T* du, const T* b, int ldb,
                                           size_t* bytes) {
  return gtsv2_buffer_size(handle, m, n, dl, d, du, b, ldb, bytes);
}
template <class T>
cusparseStatus_t gtsv2(cusparseHandle_t handle, int m, int n, const T* dl, const T* d, const T* du,
                       T* b, int ldb, void* buffer) {
  Call call(handle);
  call.sizes(m, n).require(ldb >= std::max(m, 1));
  return solve(call, {m, n, 1, 0, ldb, true}, dl, d, du, b, buffer);
}
template <class T>
cusparseStatus_t gtsv2_nopivot(cusparseHandle_t handle, int m, int n, const T* dl, const T* d,
                               const T* du, T* b, int ldb, void* buffer) {
  Call call(handle);
  call.sizes(m, n).require(ldb >= std::max(m, 1));
  return solve(call, {m, n, 1, 0, ldb, false}, dl, d, du, b, buffer);
}
template <class T>
cusparseStatus_t gtsv2_strided_batch_buffer_size(cusparseHandle_t handle, int m, const T*, const T*,
                                                 const T*, const T*, int count, int stride,
                                                 size_t* bytes) {
  Call call(handle);
  call.sizes(m, count).require(stride >= m).there(bytes);
  if (!call.failed()) *bytes = left_bytes<T>(m, count, 3);
  return call.status();
}
template <class T>
cusparseStatus_t gtsv2_strided_batch(cusparseHandle_t handle, int m, const T* dl, const T* d,
                                     const T* du, T* x, int count, int stride, void* buffer) {
  Call call(handle);
  call.sizes(m, count).require(stride >= m);
  return solve(call, {m, count, 1, stride, stride, true}, dl, d, du, x, buffer);
}
template <class T>
cusparseStatus_t gtsv_interleaved_batch_buffer_size(cusparseHandle_t handle, int algorithm, int m,
                                                    const T*, const T*, const T*, const T*,
                                                    int count, size_t* bytes) {
  Call call(handle);
  call.sizes(m, count).require(algorithm >= 0 && algorithm <= 2).there(bytes);
  if (!call.failed()) *bytes = left_bytes<T>(m, count, 3);
  return call.status();
}
/// Thomas' algorithm (0) does not pivot, LU (1) and QR (2) do.
template <class T>
cusparseStatus_t gtsv_interleaved_batch(cusparseHandle_t handle, int algorithm, int m, T* dl, T* d,
                                        T* du, T* x, int count, void* buffer) {
  Call call(handle);
  call.sizes(m, count).require(algorithm >= 0 && algorithm <= 2);
  return solve<T>(call, {m, count, count, 1, 1, algorithm != 0}, dl, d, du, x, buffer);
}
template <class T>
cusparseStatus_t gpsv_interleaved_batch_buffer_size(cusparseHandle_t handle, int, int m, const T*,
                                                    const T*, const T*, const T*, const T*,
                                                    const T*, int count, size_t* bytes) {
  Call call(handle);
  call.sizes(m, count).there(bytes);
  if (!call.failed()) *bytes = left_bytes<T>(m, count, 5);
  return call.status();
}
template <class T>
cusparseStatus_t gpsv_interleaved_batch(cusparseHandle_t handle, int algorithm, int m, T* ds, T* dl,
                                        T* d, T* du, T* dw, T* x, int count, void* buffer) {
  using N = Number<T>;
  Call call(handle);
  call.sizes(m, count).require(algorithm == 0);
  if (call.failed() || m == 0 || count == 0) return call.status();
  call.there(ds, dl, d, du, dw, x, static_cast<const void*>(buffer)).then([&] {
    return launch(gpsv_systems<N>, dim3(static_cast<unsigned>((count + 15) / 16)), dim3(16),
                  call.stream(), m, count, reinterpret_cast<const N*>(ds),
                  reinterpret_cast<const N*>(dl), reinterpret_cast<const N*>(d),
                  reinterpret_cast<const N*>(du), reinterpret_cast<const N*>(dw),
                  reinterpret_cast<N*>(x), static_cast<N*>(buffer));
  });
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_tridiagonal.h"
