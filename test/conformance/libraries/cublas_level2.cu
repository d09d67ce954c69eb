// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// cuBLAS level 2 in its four types: full, banded, packed, symmetric and triangular matrices with vectors.
#include "blas_values.h"

template <class T>
struct Blas;
#define LEVEL2(T, X, SB, SP, GER, SYR, SPR, SYR2, SPR2, SYMV)                                              \
  template <>                                                                                              \
  struct Blas<T> {                                                                                         \
    static constexpr const char *name = #X;                                                                \
    static constexpr auto gemv = cublas##X##gemv;                                                          \
    static constexpr auto gbmv = cublas##X##gbmv;                                                          \
    static constexpr auto trmv = cublas##X##trmv;                                                          \
    static constexpr auto tbmv = cublas##X##tbmv;                                                          \
    static constexpr auto tpmv = cublas##X##tpmv;                                                          \
    static constexpr auto trsv = cublas##X##trsv;                                                          \
    static constexpr auto tbsv = cublas##X##tbsv;                                                          \
    static constexpr auto tpsv = cublas##X##tpsv;                                                          \
    static constexpr auto symv = cublas##X##SYMV;                                                          \
    static constexpr auto sbmv = cublas##X##SB;                                                            \
    static constexpr auto spmv = cublas##X##SP;                                                            \
    static constexpr auto ger = cublas##X##GER;                                                            \
    static constexpr auto syr = cublas##X##SYR;                                                            \
    static constexpr auto spr = cublas##X##SPR;                                                            \
    static constexpr auto syr2 = cublas##X##SYR2;                                                          \
    static constexpr auto spr2 = cublas##X##SPR2;                                                          \
  };
LEVEL2(float, S, sbmv, spmv, ger, syr, spr, syr2, spr2, symv)
LEVEL2(double, D, sbmv, spmv, ger, syr, spr, syr2, spr2, symv)
LEVEL2(cuComplex, C, hbmv, hpmv, geru, her, hpr, her2, hpr2, hemv)
LEVEL2(cuDoubleComplex, Z, hbmv, hpmv, gerc, her, hpr, her2, hpr2, hemv)

const char *text(cublasOperation_t op) { return op == CUBLAS_OP_N ? " N" : op == CUBLAS_OP_T ? " T" : " C"; }
const char *text(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? " lower" : " upper"; }

template <class T>
void level2(cublasHandle_t blas) {
  using B = Blas<T>;
  using Real = typename Number<T>::Real;
  const std::string type = B::name;
  const T alpha = Number<T>::of(2, 1), beta = Number<T>::of(-1, 2), zero = Number<T>::of(0, 0);
  const Real real = 3;
  DeviceArray<T> a(numbers<T>(60, 11)), x(numbers<T>(20, 12));
  for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
    DeviceArray<T> y(numbers<T>(20, 13)), z(numbers<T>(20, 14)), w(numbers<T>(20, 15));
    NEED(B::gemv(blas, op, 5, 4, &alpha, a, 6, x, 2, &beta, y, 3));
    print_row(type + "gemv" + text(op), y.read());
    NEED(B::gemv(blas, op, 5, 4, &alpha, a, 6, x, -2, &zero, w, -1));
    print_row(type + "gemv back" + text(op), w.read());
    NEED(B::gbmv(blas, op, 5, 4, 2, 1, &alpha, a, 5, x, 1, &beta, z, 1));
    print_row(type + "gbmv" + text(op), z.read());
    for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
      for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
        const std::string label = std::string(text(op)) + text(uplo) + (diag == CUBLAS_DIAG_UNIT ? " unit" : "");
        DeviceArray<T> t(triangular<T>(5, 6, 16));
        DeviceArray<T> v1(numbers<T>(10, 17)), v2(numbers<T>(10, 17)), v3(numbers<T>(10, 17));
        NEED(B::trmv(blas, uplo, op, diag, 5, t, 6, v1, 2));
        print_row(type + "trmv" + label, v1.read());
        NEED(B::trsv(blas, uplo, op, diag, 5, t, 6, v1, 2));
        print_row(type + "trsv" + label, v1.read());
        NEED(B::tbmv(blas, uplo, op, diag, 5, 2, t, 6, v2, 1));
        print_row(type + "tbmv" + label, v2.read());
        NEED(B::tpmv(blas, uplo, op, diag, 5, t, v3, -1));
        print_row(type + "tpmv" + label, v3.read());
        // Units on the diagonal, so that the quotients are exact.
        NEED(B::tbsv(blas, uplo, op, CUBLAS_DIAG_UNIT, 5, 2, t, 6, v2, 1));
        print_row(type + "tbsv" + label, v2.read());
        NEED(B::tpsv(blas, uplo, op, CUBLAS_DIAG_UNIT, 5, t, v3, -1));
        print_row(type + "tpsv" + label, v3.read());
      }
  }
  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    DeviceArray<T> y1(numbers<T>(20, 21)), y2(numbers<T>(20, 21)), y3(numbers<T>(20, 21));
    NEED(B::symv(blas, uplo, 5, &alpha, a, 6, x, 1, &beta, y1, 2));
    print_row(type + "symv" + text(uplo), y1.read());
    NEED(B::sbmv(blas, uplo, 5, 2, &alpha, a, 4, x, 1, &beta, y2, 1));
    print_row(type + "sbmv" + text(uplo), y2.read());
    NEED(B::spmv(blas, uplo, 5, &alpha, a, x, 1, &beta, y3, 1));
    print_row(type + "spmv" + text(uplo), y3.read());
    DeviceArray<T> m1(numbers<T>(30, 22)), m2(numbers<T>(30, 22)), m3(numbers<T>(30, 22)), m4(numbers<T>(30, 22));
    NEED(B::syr(blas, uplo, 5, &real, x, 1, m1, 6));
    print_row(type + "syr" + text(uplo), m1.read());
    NEED(B::spr(blas, uplo, 5, &real, x, 2, m2));
    print_row(type + "spr" + text(uplo), m2.read());
    NEED(B::syr2(blas, uplo, 5, &alpha, x, 1, a, 2, m3, 6));
    print_row(type + "syr2" + text(uplo), m3.read());
    NEED(B::spr2(blas, uplo, 5, &alpha, x, 1, a, 1, m4));
    print_row(type + "spr2" + text(uplo), m4.read());
  }
  DeviceArray<T> g(numbers<T>(30, 23));
  NEED(B::ger(blas, 5, 4, &alpha, x, 1, a, 2, g, 6));
  print_row(type + "ger", g.read());
}

int main() {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  level2<float>(blas);
  level2<double>(blas);
  level2<cuComplex>(blas);
  level2<cuDoubleComplex>(blas);
  // Complex matrices that are symmetric.
  DeviceArray<cuComplex> a(numbers<cuComplex>(30, 31)), x(numbers<cuComplex>(6, 32)), y(numbers<cuComplex>(6, 33));
  const cuComplex alpha{1, 2}, beta{0, 1};
  NEED(cublasCsymv(blas, CUBLAS_FILL_MODE_UPPER, 5, &alpha, a, 6, x, 1, &beta, y, 1));
  print_row("Csymv", y.read());
  NEED(cublasCsyr(blas, CUBLAS_FILL_MODE_LOWER, 5, &alpha, x, 1, a, 6));
  print_row("Csyr", a.read());
  NEED(cublasCsyr2(blas, CUBLAS_FILL_MODE_LOWER, 5, &alpha, x, 1, y, 1, a, 6));
  print_row("Csyr2", a.read());
  NEED(cublasDestroy(blas));
}
