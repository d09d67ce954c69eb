// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// cuBLAS level 3 in its four types, and what cuBLAS adds: sums of matrices, diagonal matrices, batches.
#include "blas_values.h"

template <class T>
struct Blas;
#define LEVEL3(T, X)                                                              \
  template <>                                                                     \
  struct Blas<T> {                                                                \
    static constexpr const char *name = #X;                                       \
    static constexpr auto gemm = cublas##X##gemm;                                 \
    static constexpr auto symm = cublas##X##symm;                                 \
    static constexpr auto syrk = cublas##X##syrk;                                 \
    static constexpr auto syr2k = cublas##X##syr2k;                               \
    static constexpr auto syrkx = cublas##X##syrkx;                               \
    static constexpr auto trmm = cublas##X##trmm;                                 \
    static constexpr auto trsm = cublas##X##trsm;                                 \
    static constexpr auto geam = cublas##X##geam;                                 \
    static constexpr auto dgmm = cublas##X##dgmm;                                 \
    static constexpr auto gemm_batched = cublas##X##gemmBatched;                  \
    static constexpr auto gemm_strided = cublas##X##gemmStridedBatched;           \
    static constexpr auto gemv_batched = cublas##X##gemvBatched;                  \
    static constexpr auto gemv_strided = cublas##X##gemvStridedBatched;           \
    static constexpr auto trsm_batched = cublas##X##trsmBatched;                  \
    static constexpr auto tpttr = cublas##X##tpttr;                               \
    static constexpr auto trttp = cublas##X##trttp;                               \
    static constexpr auto getrf = cublas##X##getrfBatched;                        \
    static constexpr auto getrs = cublas##X##getrsBatched;                        \
    static constexpr auto getri = cublas##X##getriBatched;                        \
    static constexpr auto matinv = cublas##X##matinvBatched;                      \
  };
LEVEL3(float, S)
LEVEL3(double, D)
LEVEL3(cuComplex, C)
LEVEL3(cuDoubleComplex, Z)

const char *text(cublasOperation_t op) { return op == CUBLAS_OP_N ? "N" : op == CUBLAS_OP_T ? "T" : "C"; }
const char *text(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? " lower" : " upper"; }
constexpr cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

template <class T>
void products(cublasHandle_t blas) {
  using B = Blas<T>;
  const std::string type = B::name;
  const T alpha = Number<T>::of(2, 1), beta = Number<T>::of(-1, 2), zero = Number<T>::of(0, 0);
  DeviceArray<T> a(numbers<T>(60, 41)), b(numbers<T>(60, 42));
  for (cublasOperation_t ta : ops)
    for (cublasOperation_t tb : ops) {
      DeviceArray<T> c(numbers<T>(28, 43)), d(numbers<T>(28, 44));
      NEED(B::gemm(blas, ta, tb, 5, 4, 3, &alpha, a, 6, b, 7, &beta, c, 6));
      print_row(type + "gemm " + text(ta) + text(tb), c.read());
      NEED(B::geam(blas, ta, tb, 4, 3, &alpha, a, 6, &beta, b, 5, d, 5));
      print_row(type + "geam " + text(ta) + text(tb), d.read());
    }
  DeviceArray<T> nothing(numbers<T>(12, 45));
  NEED(B::gemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 0, &alpha, a, 3, b, 3, &beta, nothing, 3));
  print_row(type + "gemm k=0", nothing.read());
  NEED(B::gemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 2, &zero, a, 3, b, 3, &zero, nothing, 3));
  print_row(type + "gemm alpha=0", nothing.read());
  for (cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
    const std::string at = side == CUBLAS_SIDE_LEFT ? " left" : " right";
    DeviceArray<T> d(20);
    NEED(B::dgmm(blas, side, 4, 3, a, 6, b, 2, d, 5));
    print_row(type + "dgmm" + at, d.read());
    for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
      DeviceArray<T> c(numbers<T>(20, 46));
      NEED(B::symm(blas, side, uplo, 4, 3, &alpha, a, 6, b, 5, &beta, c, 5));
      print_row(type + "symm" + at + text(uplo), c.read());
      for (cublasOperation_t op : ops)
        for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
          const std::string label = at + text(uplo) + " " + text(op) + (diag == CUBLAS_DIAG_UNIT ? " unit" : "");
          DeviceArray<T> t(triangular<T>(4, 6, 47)), m(20);
          NEED(B::trmm(blas, side, uplo, op, diag, 4, 3, &alpha, t, 6, b, 5, m, 5));
          print_row(type + "trmm" + label, m.read());
          const T one = Number<T>::of(1, 0);
          NEED(B::trsm(blas, side, uplo, op, diag, 4, 3, &one, t, 6, m, 5));
          print_row(type + "trsm" + label, m.read());
        }
    }
  }
  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
    for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
      const std::string label = std::string(text(uplo)) + " " + text(op);
      DeviceArray<T> c(numbers<T>(20, 48)), d(numbers<T>(20, 48)), e(numbers<T>(20, 48));
      NEED(B::syrk(blas, uplo, op, 4, 3, &alpha, a, 6, &beta, c, 5));
      print_row(type + "syrk" + label, c.read());
      NEED(B::syr2k(blas, uplo, op, 4, 3, &alpha, a, 6, b, 5, &beta, d, 5));
      print_row(type + "syr2k" + label, d.read());
      NEED(B::syrkx(blas, uplo, op, 4, 3, &alpha, a, 6, b, 5, &beta, e, 5));
      print_row(type + "syrkx" + label, e.read());
    }
  DeviceArray<T> full(numbers<T>(20, 49)), packed(numbers<T>(10, 50));
  NEED(B::tpttr(blas, CUBLAS_FILL_MODE_LOWER, 4, packed, full, 5));
  print_row(type + "tpttr", full.read());
  NEED(B::trttp(blas, CUBLAS_FILL_MODE_UPPER, 4, full, 5, packed));
  print_row(type + "trttp", packed.read());
}

template <class T>
void batches(cublasHandle_t blas) {
  using B = Blas<T>;
  const std::string type = B::name;
  const T one = Number<T>::of(1, 0), zero = Number<T>::of(0, 0), alpha = Number<T>::of(2, -1);
  DeviceArray<T> a(numbers<T>(60, 51)), b(numbers<T>(60, 52)), c(numbers<T>(60, 53));
  DeviceArray<T *> as({a + 0, a + 12, a + 24}), bs({b + 0, b + 8, b + 0}), cs({c + 0, c + 16, c + 32});
  NEED(B::gemm_batched(blas, CUBLAS_OP_N, CUBLAS_OP_T, 3, 3, 2, &alpha, as, 3, bs, 3, &one, cs, 4, 3));
  print_row(type + "gemmBatched", c.read());
  NEED(B::gemm_strided(blas, CUBLAS_OP_T, CUBLAS_OP_N, 2, 3, 3, &alpha, a, 3, 7, b, 3, 0, &zero, c, 3, 9, 4));
  print_row(type + "gemmStridedBatched", c.read());
  NEED(B::gemv_batched(blas, CUBLAS_OP_N, 3, 2, &alpha, as, 3, bs, 1, &one, cs, 2, 3));
  print_row(type + "gemvBatched", c.read());
  NEED(B::gemv_strided(blas, CUBLAS_OP_T, 3, 2, &alpha, a, 3, 6, b, 2, 1, &zero, c, 1, 3, 3));
  print_row(type + "gemvStridedBatched", c.read());

  // Matrices whose elimination needs no rounding: a permuted product of triangles with units.
  const int n = 3, batch = 3;
  std::vector<T> values;
  const int matrices[batch][9] = {{1, 2, 4, 2, 5, 9, 4, 9, 8}, {0, 0, 2, 4, 1, 0, 0, 2, 1}, {1, 0, 0, 2, 0, 0, 4, 0, 1}};
  for (const auto &matrix : matrices)
    for (int v : matrix) values.push_back(Number<T>::of(v, 0));
  DeviceArray<T> m(values), inverse(9 * batch), rhs(numbers<T>(6 * batch, 54));
  DeviceArray<T *> ms({m + 0, m + 9, m + 18}), inverses({inverse + 0, inverse + 9, inverse + 18}), sides({rhs + 0, rhs + 6, rhs + 12});
  DeviceArray<int> pivots(n * batch), info(batch);
  NEED(B::matinv(blas, n, ms, n, inverses, n, info, 2));
  print_row(type + "matinv info", info.read());
  {
    // Two matrices only: what a singular one leaves is not defined.
    auto two = inverse.read();
    two.resize(18);
    for (T &v : two) reinterpret_cast<typename Number<T>::Real &>(v) = std::round(reinterpret_cast<typename Number<T>::Real &>(v) * 64) / 64;
    print_row(type + "matinv", two);
  }
  NEED(B::getrf(blas, n, ms, n, pivots, info, batch));
  print_row(type + "getrf info", info.read());
  print_row(type + "getrf pivots", pivots.read());
  print_row(type + "getrf", m.read());
  int host_info = 77;
  NEED(B::getrs(blas, CUBLAS_OP_N, n, 2, ms, n, pivots, sides, n, &host_info, 2));
  std::printf("%sgetrs info %d\n", type.c_str(), host_info);
  {
    auto two = rhs.read();
    two.resize(12);
    for (T &v : two) reinterpret_cast<typename Number<T>::Real &>(v) = std::round(reinterpret_cast<typename Number<T>::Real &>(v) * 64) / 64;
    print_row(type + "getrs", two);
  }
  NEED(B::getri(blas, n, ms, n, pivots, inverses, n, info, batch));
  print_row(type + "getri info", info.read());
  DeviceArray<T> t(triangular<T>(3, 4, 55)), s(numbers<T>(24, 56));
  DeviceArray<T *> ts({t + 0, t + 0}), ss({s + 0, s + 12});
  NEED(B::trsm_batched(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, 4, &one, ts, 4, ss, 3, 2));
  print_row(type + "trsmBatched", s.read());
}

int main() {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  products<float>(blas);
  products<double>(blas);
  products<cuComplex>(blas);
  products<cuDoubleComplex>(blas);
  batches<float>(blas);
  batches<double>(blas);
  batches<cuComplex>(blas);
  batches<cuDoubleComplex>(blas);
  // Hermitian matrices.
  DeviceArray<cuComplex> a(numbers<cuComplex>(30, 61)), b(numbers<cuComplex>(30, 62)), c(numbers<cuComplex>(30, 63));
  const cuComplex alpha{1, 2}, beta{0, 1};
  const float ralpha = 2, rbeta = -1;
  NEED(cublasChemm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, 4, 3, &alpha, a, 5, b, 5, &beta, c, 5));
  print_row("Chemm", c.read());
  NEED(cublasCherk(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C, 4, 3, &ralpha, a, 5, &rbeta, c, 5));
  print_row("Cherk", c.read());
  NEED(cublasCher2k(blas, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 4, 3, &alpha, a, 5, b, 5, &rbeta, c, 5));
  print_row("Cher2k", c.read());
  NEED(cublasCherkx(blas, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 4, 3, &alpha, a, 5, b, 5, &rbeta, c, 5));
  print_row("Cherkx", c.read());
  NEED(cublasCgemm3m(blas, CUBLAS_OP_N, CUBLAS_OP_C, 3, 3, 2, &alpha, a, 5, b, 5, &beta, c, 5));
  print_row("Cgemm3m", c.read());
  NEED(cublasDestroy(blas));
}
