// SPDX-License-Identifier: Apache-2.0
// cuBLASXt's routines: cuBLAS's own, called for tiles of the result. A tile takes all of its sums at once, so that it is
// independent of the others.
#pragma once

#include <vector>

#include "libraries/cublas/extensions.h"
#include "libraries/cublas/level3.h"
#include "libraries/cublas/xt/context.h"

namespace riffle::cublas::xt {

/// A part of `op` of a matrix that begins at such a row and column of it.
template <class T>
const T* part(const T* matrix, cublasOperation_t op, Size row, Size col, Size ld) {
  return matrix + (op == CUBLAS_OP_N ? row + col * ld : col + row * ld);
}

/// Checks by `check(BlasChecks&)`, and lets `deal(Tiles&)` give out the work, unless there is none.
template <class Check, class Deal>
cublasStatus_t run(cublasXtHandle_t xt, bool is_empty, Check check, Deal deal) {
  if (xt == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const std::lock_guard lock(xt->mutex);
  if (xt->devices.empty()) return CUBLAS_STATUS_NOT_INITIALIZED;
  BlasChecks checks(xt->devices.front().handle());
  check(checks);
  if (checks.failed() || is_empty) return checks.status();
  Tiles tiles(xt);
  deal(tiles);
  return tiles.finish();
}

// --- Products ---

/// What the host computes of a product with so many columns: the last ones.
template <class T>
Size columns_of_host(cublasXtHandle_t xt, Size n) {
  return xt->host_gemm[kTypeNumber<T>] == nullptr
             ? 0
             : static_cast<Size>(static_cast<double>(n) *
                                 static_cast<double>(xt->host_share[kTypeNumber<T>]));
}
template <class T>
void multiply_on_host(cublasXtHandle_t xt, cublasOperation_t transa, cublasOperation_t transb,
                      Size m, Size n, Size k, const T* alpha, const T* A, Size lda, const T* B,
                      Size ldb, const T* beta, T* C, Size ldc) {
  using Routine = void(const char*, const char*, const int*, const int*, const int*, const T*,
                       const T*, const int*, const T*, const int*, const T*, T*, const int*);
  const char op_a = letter(transa), op_b = letter(transb);
  const int sizes[] = {static_cast<int>(m),   static_cast<int>(n),   static_cast<int>(k),
                       static_cast<int>(lda), static_cast<int>(ldb), static_cast<int>(ldc)};
  reinterpret_cast<Routine*>(xt->host_gemm[kTypeNumber<T>])(&op_a, &op_b, &sizes[0], &sizes[1],
                                                            &sizes[2], alpha, A, &sizes[3], B,
                                                            &sizes[4], beta, C, &sizes[5]);
}

/// As NVIDIA's library, it leaves the result alone where there are no sums.
template <class T>
cublasStatus_t gemm(cublasXtHandle_t xt, cublasOperation_t transa, cublasOperation_t transb, Size m,
                    Size n, Size k, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                    const T* beta, T* C, Size ldc) {
  const bool is_empty = m == 0 || n == 0 || k == 0;
  const auto check = [&](BlasChecks& checks) {
    check_product(checks, transa, transb, m, n, k, lda, ldb, ldc);
    if (!is_empty) checks.there(alpha).there(beta);
  };
  return run(xt, is_empty, check, [&](Tiles& tiles) {
    const Size of_host = columns_of_host<T>(xt, n), of_devices = n - of_host;
    tiles.for_each_range(of_devices, [&](Size col, Size cols) {
      tiles.for_each_range(m, [&](Size row, Size rows) {
        tiles.deal([&](cublasHandle_t handle) {
          return cublas::gemm(handle, transa, transb, rows, cols, k, alpha,
                              part(A, transa, row, 0, lda), lda, part(B, transb, 0, col, ldb), ldb,
                              beta, C + row + col * ldc, ldc);
        });
      });
    });
    if (of_host > 0)
      multiply_on_host(xt, transa, transb, m, of_host, k, alpha, A, lda,
                       part(B, transb, 0, of_devices, ldb), ldb, beta, C + of_devices * ldc, ldc);
  });
}

/// Columns of the result are independent where the other matrix is on the left, rows where it is on the right.
template <class Deal>
void deal_panels(Tiles& tiles, cublasSideMode_t side, Size m, Size n, Deal deal) {
  const bool is_left = side == CUBLAS_SIDE_LEFT;
  tiles.for_each_range(is_left ? n : m, [&](Size first, Size count) {
    if (is_left)
      deal(Size{0}, first, m, count);
    else
      deal(first, Size{0}, count, n);
  });
}
inline void check_sided(BlasChecks& checks, cublasSideMode_t side, cublasFillMode_t uplo, Size m,
                        Size n, Size lda, Size ldb, Size ldc) {
  checks.one_of(side).one_of(uplo).size(m).size(n).leading(lda, side == CUBLAS_SIDE_LEFT ? m : n);
  checks.leading(ldb, m).leading(ldc, m);
}

template <class T, class Routine>
cublasStatus_t symmetric_product(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo,
                                 Size m, Size n, const T* alpha, const T* A, Size lda, const T* B,
                                 Size ldb, const T* beta, T* C, Size ldc, Routine routine) {
  const bool is_empty = m == 0 || n == 0;
  const auto check = [&](BlasChecks& checks) {
    check_sided(checks, side, uplo, m, n, lda, ldb, ldc);
    if (!is_empty) checks.there(alpha).there(beta);
  };
  return run(xt, is_empty, check, [&](Tiles& tiles) {
    deal_panels(tiles, side, m, n, [&](Size row, Size col, Size rows, Size cols) {
      tiles.deal([&](cublasHandle_t handle) {
        return routine(handle, side, uplo, rows, cols, alpha, A, lda, B + row + col * ldb, ldb,
                       beta, C + row + col * ldc, ldc);
      });
    });
  });
}
template <class T>
cublasStatus_t symm(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo, Size m,
                    Size n, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                    const T* beta, T* C, Size ldc) {
  return symmetric_product(xt, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc,
                           cublas::symm<T>);
}
template <class T>
cublasStatus_t hemm(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo, Size m,
                    Size n, const T* alpha, const T* A, Size lda, const T* B, Size ldb,
                    const T* beta, T* C, Size ldc) {
  return symmetric_product(xt, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc,
                           cublas::hemm<T>);
}
/// The packed matrix is unpacked first.
template <class T>
cublasStatus_t spmm(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo, Size m,
                    Size n, const T* alpha, const T* AP, const T* B, Size ldb, const T* beta, T* C,
                    Size ldc) {
  const Size order = side == CUBLAS_SIDE_LEFT ? m : n, lda = std::max<Size>(order, 1);
  const bool is_empty = m == 0 || n == 0;
  std::vector<T> full;
  const auto unpack = [&](BlasChecks& checks) {
    check_sided(checks, side, uplo, m, n, lda, ldb, ldc);
    if (!is_empty) checks.there(alpha).there(beta);
    const auto elems = static_cast<std::size_t>(order * order);
    if (!is_empty) checks.require(elems <= full.max_size(), 0, CUBLAS_STATUS_ALLOC_FAILED);
    if (!checks.failed() && !is_empty) full.resize(elems);
  };
  const cublasStatus_t status = run(xt, is_empty, unpack, [&](Tiles& tiles) {
    tiles.deal([&](cublasHandle_t handle) {
      return cublas::tpttr(handle, uplo, order, AP, full.data(), lda);
    });
  });
  if (status != CUBLAS_STATUS_SUCCESS || is_empty) return status;
  return symm<T>(xt, side, uplo, m, n, alpha, full.data(), lda, B, ldb, beta, C, ldc);
}

// --- Triangular matrices ---

template <class T>
cublasStatus_t trmm(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, Size m, Size n, const T* alpha,
                    const T* A, Size lda, const T* B, Size ldb, T* C, Size ldc) {
  const bool is_empty = m == 0 || n == 0;
  const auto check = [&](BlasChecks& checks) {
    checks.one_of(trans).one_of(diag);
    check_sided(checks, side, uplo, m, n, lda, ldb, ldc);
    if (!is_empty) checks.there(alpha);
  };
  return run(xt, is_empty, check, [&](Tiles& tiles) {
    deal_panels(tiles, side, m, n, [&](Size row, Size col, Size rows, Size cols) {
      tiles.deal([&](cublasHandle_t handle) {
        return cublas::trmm(handle, side, uplo, trans, diag, rows, cols, alpha, A, lda,
                            B + row + col * ldb, ldb, C + row + col * ldc, ldc);
      });
    });
  });
}
template <class T>
cublasStatus_t trsm(cublasXtHandle_t xt, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, Size m, Size n, const T* alpha,
                    const T* A, Size lda, T* B, Size ldb) {
  const bool is_empty = m == 0 || n == 0;
  const auto check = [&](BlasChecks& checks) {
    checks.one_of(trans).one_of(diag);
    check_sided(checks, side, uplo, m, n, lda, ldb, ldb);
    if (!is_empty) checks.there(alpha);
  };
  return run(xt, is_empty, check, [&](Tiles& tiles) {
    deal_panels(tiles, side, m, n, [&](Size row, Size col, Size rows, Size cols) {
      tiles.deal([&](cublasHandle_t handle) {
        return cublas::trsm(handle, side, uplo, trans, diag, rows, cols, alpha, A, lda,
                            B + row + col * ldb, ldb);
      });
    });
  });
}

}  // namespace riffle::cublas::xt
