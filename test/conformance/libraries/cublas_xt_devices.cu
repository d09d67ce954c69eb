// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// devices: 3
// cuBLASXt on several devices: every routine gives what cuBLAS gives, in tiles of any size, on memory of the host and of a device.
#include <cublasXt.h>

#include <functional>

#include "blas_values.h"

constexpr int kLargest = 37;

static bool is_same(float x, float y) { return x == y; }
static bool is_same(double x, double y) { return x == y; }
static bool is_same(cuComplex x, cuComplex y) { return x.x == y.x && x.y == y.y; }
static bool is_same(cuDoubleComplex x, cuDoubleComplex y) { return x.x == y.x && x.y == y.y; }

// Operands twice, in the memory that cuBLASXt is given and in that of the device for cuBLAS.
template <class T>
struct Both {
  std::vector<T> host;
  DeviceArray<T> device, plain;
  bool on_device;
  Both(std::vector<T> values, bool on_device) : host(values), device(values), plain(values), on_device(on_device) {}
  T *xt() { return on_device ? device.get() : host.data(); }
  bool agree() const {
    const std::vector<T> got = on_device ? device.read() : host, expected = plain.read();
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!is_same(got[i], expected[i])) return false;
    return true;
  }
};

struct Shape {
  int m, n, k, lda, ldb, ldc;
};
static int differences = 0;
static int comparisons = 0;
static void compare(const std::string &what, cublasStatus_t xt, cublasStatus_t plain, bool agree) {
  ++comparisons;
  if (xt == CUBLAS_STATUS_SUCCESS && plain == CUBLAS_STATUS_SUCCESS && agree) return;
  ++differences;
  std::printf("%s: %s %s, %s\n", what.c_str(), cublasGetStatusName(xt), cublasGetStatusName(plain), agree ? "the same" : "different");
}

#define COMPARE(name, xt_call, plain_call)                                                            \
  {                                                                                                   \
    Both<T> a(triangular<T>(s.lda, s.lda, 1), on_device), b(numbers<T>(kLargest * (kLargest + 4), 2), on_device), \
        c(numbers<T>(kLargest * (kLargest + 5), 3), on_device);                                       \
    const cublasStatus_t of_xt = xt_call, of_plain = plain_call;                                      \
    compare(type + name, of_xt, of_plain, c.agree());                                                 \
  }

#define ALL(T_, X)                                                                                    \
  void all(cublasXtHandle_t xt, cublasHandle_t blas, Shape s, bool on_device, T_) {                   \
    using T = T_;                                                                                     \
    const std::string type = #X;                                                                      \
    const T alpha = Number<T>::of(2, -1), beta = Number<T>::of(-1, 1);                                \
    for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})                                           \
      for (auto other : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})                                      \
        COMPARE("gemm", cublasXt##X##gemm(xt, op, other, s.m, s.n, s.k, &alpha, a.xt(), s.lda, b.xt(), s.ldb, &beta, c.xt(), s.ldc), \
                cublas##X##gemm(blas, op, other, s.m, s.n, s.k, &alpha, a.plain, s.lda, b.plain, s.ldb, &beta, c.plain, s.ldc)) \
    for (auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {                              \
      for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) {                                                    \
        COMPARE("syrk", cublasXt##X##syrk(xt, uplo, op, s.n, s.k, &alpha, a.xt(), s.lda, &beta, c.xt(), s.ldc), \
                cublas##X##syrk(blas, uplo, op, s.n, s.k, &alpha, a.plain, s.lda, &beta, c.plain, s.ldc)) \
        COMPARE("syr2k", cublasXt##X##syr2k(xt, uplo, op, s.n, s.k, &alpha, a.xt(), s.lda, b.xt(), s.ldb, &beta, c.xt(), s.ldc), \
                cublas##X##syr2k(blas, uplo, op, s.n, s.k, &alpha, a.plain, s.lda, b.plain, s.ldb, &beta, c.plain, s.ldc)) \
        COMPARE("syrkx", cublasXt##X##syrkx(xt, uplo, op, s.n, s.k, &alpha, a.xt(), s.lda, b.xt(), s.ldb, &beta, c.xt(), s.ldc), \
                cublas##X##syrkx(blas, uplo, op, s.n, s.k, &alpha, a.plain, s.lda, b.plain, s.ldb, &beta, c.plain, s.ldc)) \
      }                                                                                               \
      for (auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {                                       \
        COMPARE("symm", cublasXt##X##symm(xt, side, uplo, s.m, s.n, &alpha, a.xt(), s.lda, b.xt(), s.ldb, &beta, c.xt(), s.ldc), \
                cublas##X##symm(blas, side, uplo, s.m, s.n, &alpha, a.plain, s.lda, b.plain, s.ldb, &beta, c.plain, s.ldc)) \
        const int order = side == CUBLAS_SIDE_LEFT ? s.m : s.n;                                       \
        DeviceArray<T> full(kLargest *kLargest);                                                      \
        COMPARE("spmm", cublasXt##X##spmm(xt, side, uplo, s.m, s.n, &alpha, a.xt(), b.xt(), s.ldb, &beta, c.xt(), s.ldc), \
                (NEED(cublas##X##tpttr(blas, uplo, order, a.plain, full, kLargest)),                  \
                 cublas##X##symm(blas, side, uplo, s.m, s.n, &alpha, full, kLargest, b.plain, s.ldb, &beta, c.plain, s.ldc))) \
        for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {                                     \
          for (auto diag : {CUBLAS_DIAG_UNIT, CUBLAS_DIAG_NON_UNIT})                                  \
            COMPARE("trmm", cublasXt##X##trmm(xt, side, uplo, op, diag, s.m, s.n, &alpha, a.xt(), s.lda, b.xt(), s.ldb, c.xt(), s.ldc), \
                    cublas##X##trmm(blas, side, uplo, op, diag, s.m, s.n, &alpha, a.plain, s.lda, b.plain, s.ldb, c.plain, s.ldc)) \
          const int few = std::min(5, std::min(s.m, s.n));                                            \
          COMPARE("trsm", cublasXt##X##trsm(xt, side, uplo, op, CUBLAS_DIAG_NON_UNIT, few, few, &alpha, a.xt(), s.lda, c.xt(), s.ldc), \
                  cublas##X##trsm(blas, side, uplo, op, CUBLAS_DIAG_NON_UNIT, few, few, &alpha, a.plain, s.lda, c.plain, s.ldc)) \
        }                                                                                             \
      }                                                                                               \
    }                                                                                                 \
  }
ALL(float, S)
ALL(double, D)
ALL(cuComplex, C)
ALL(cuDoubleComplex, Z)

#define HERMITIAN(T_, X)                                                                              \
  void hermitian(cublasXtHandle_t xt, cublasHandle_t blas, Shape s, bool on_device, T_) {             \
    using T = T_;                                                                                     \
    const std::string type = #X;                                                                      \
    const T alpha = Number<T>::of(2, -1), beta = Number<T>::of(-1, 1);                                \
    const Number<T>::Real real = 2, keep = -1;                                                        \
    for (auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {                              \
      for (auto op : {CUBLAS_OP_N, CUBLAS_OP_C}) {                                                    \
        COMPARE("herk", cublasXt##X##herk(xt, uplo, op, s.n, s.k, &real, a.xt(), s.lda, &keep, c.xt(), s.ldc), \
                cublas##X##herk(blas, uplo, op, s.n, s.k, &real, a.plain, s.lda, &keep, c.plain, s.ldc)) \
        COMPARE("her2k", cublasXt##X##her2k(xt, uplo, op, s.n, s.k, &alpha, a.xt(), s.lda, b.xt(), s.ldb, &keep, c.xt(), s.ldc), \
                cublas##X##her2k(blas, uplo, op, s.n, s.k, &alpha, a.plain, s.lda, b.plain, s.ldb, &keep, c.plain, s.ldc)) \
        COMPARE("herkx", cublasXt##X##herkx(xt, uplo, op, s.n, s.k, &alpha, a.xt(), s.lda, b.xt(), s.ldb, &keep, c.xt(), s.ldc), \
                cublas##X##herkx(blas, uplo, op, s.n, s.k, &alpha, a.plain, s.lda, b.plain, s.ldb, &keep, c.plain, s.ldc)) \
      }                                                                                               \
      for (auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT})                                         \
        COMPARE("hemm", cublasXt##X##hemm(xt, side, uplo, s.m, s.n, &alpha, a.xt(), s.lda, b.xt(), s.ldb, &beta, c.xt(), s.ldc), \
                cublas##X##hemm(blas, side, uplo, s.m, s.n, &alpha, a.plain, s.lda, b.plain, s.ldb, &beta, c.plain, s.ldc)) \
    }                                                                                                 \
  }
HERMITIAN(cuComplex, C)
HERMITIAN(cuDoubleComplex, Z)

static int host_calls = 0;
static void host_gemm(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha, const double *a, const int *lda,
                      const double *b, const int *ldb, const double *beta, double *c, const int *ldc) {
  ++host_calls;
  for (int j = 0; j < *n; ++j)
    for (int i = 0; i < *m; ++i) {
      double sum = 0;
      for (int p = 0; p < *k; ++p) sum += (*ta == 'N' ? a[i + p * *lda] : a[p + i * *lda]) * (*tb == 'N' ? b[p + j * *ldb] : b[j + p * *ldb]);
      c[i + j * *ldc] = *alpha * sum + *beta * c[i + j * *ldc];
    }
}

int main() {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  int devices[] = {0, 2, 1};
  for (int count : {1, 2, 3}) {
    cublasXtHandle_t xt;
    NEED(cublasXtCreate(&xt));
    NEED(cublasXtDeviceSelect(xt, count, devices));
    for (int block : {1, 4, 16, 1024})
      for (bool on_device : {false, true})
        for (Shape s : {Shape{7, 5, 6, 11, 13, 9}, Shape{21, 21, 3, 37, 38, 39}, Shape{1, 9, 4, 10, 12, 10}}) {
          NEED(cublasXtSetBlockDim(xt, block));
          all(xt, blas, s, on_device, float());
          all(xt, blas, s, on_device, double());
          all(xt, blas, s, on_device, cuComplex());
          all(xt, blas, s, on_device, cuDoubleComplex());
          hermitian(xt, blas, s, on_device, cuComplex());
          hermitian(xt, blas, s, on_device, cuDoubleComplex());
        }
    int device = -1;
    MUST(cudaGetDevice(&device));
    show_value("current device", device);
    NEED(cublasXtDestroy(xt));
  }
  show_truth("compared", comparisons > 1000);
  show_value("differences", differences);
  // A share of the host's.
  cublasXtHandle_t xt;
  NEED(cublasXtCreate(&xt));
  NEED(cublasXtDeviceSelect(xt, 2, devices));
  NEED(cublasXtSetCpuRoutine(xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, reinterpret_cast<void *>(host_gemm)));
  NEED(cublasXtSetCpuRatio(xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, 0.5f));
  const double one = 1;
  Both<double> a(numbers<double>(100, 1), false), b(numbers<double>(100, 2), false), c(numbers<double>(100, 3), false);
  NEED(cublasXtDgemm(xt, CUBLAS_OP_N, CUBLAS_OP_T, 8, 9, 7, &one, a.xt(), 10, b.xt(), 10, &one, c.xt(), 10));
  NEED(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 8, 9, 7, &one, a.plain, 10, b.plain, 10, &one, c.plain, 10));
  show_value("calls of the host's routine", host_calls);
  const bool is_same = c.agree();
  show_truth("the same with it", is_same);
  NEED(cublasXtDestroy(xt));
  NEED(cublasDestroy(blas));
  return comparisons > 1000 && differences == 0 && host_calls > 0 && is_same ? 0 : 1;
}
