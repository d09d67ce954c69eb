// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// cublas.h: routines without a handle.
#include <cublas.h>

#include "../cases.h"
#include "blas_numbers.h"

template <class T>
struct Blas;
#define LEVEL1(T, X, N, A, DOT, R)                    \
  template <>                                         \
  struct Blas<T> {                                    \
    static constexpr const char *name = #X;           \
    static constexpr auto nrm2 = cublas##N##nrm2;     \
    static constexpr auto asum = cublas##A##asum;     \
    static constexpr auto dot = cublas##X##DOT;       \
    static constexpr auto scal = cublas##X##scal;     \
    static constexpr auto axpy = cublas##X##axpy;     \
    static constexpr auto copy = cublas##X##copy;     \
    static constexpr auto swap = cublas##X##swap;     \
    static constexpr auto amax = cublasI##R##amax;    \
    static constexpr auto amin = cublasI##R##amin;    \
    static constexpr auto rot = cublas##X##rot;       \
  };
LEVEL1(float, S, S, S, dot, s)
LEVEL1(double, D, D, D, dot, d)
LEVEL1(cuComplex, C, Sc, Sc, dotu, c)
LEVEL1(cuDoubleComplex, Z, Dz, Dz, dotu, z)

static void show_error(const std::string &when) {
  std::printf("%s: %s\n", when.c_str(), cublasGetStatusName(cublasGetError()));
  std::fflush(stdout);
}

template <class T>
void level1(std::size_t shapes) {
  using B = Blas<T>;
  using Real = typename Number<T>::Real;
  const std::string type = B::name;
  struct Steps {
    int n, x, y;
  };
  for (Steps s : {Steps{9, 1, 1}, Steps{5, 2, 3}, Steps{5, -1, 2}, Steps{4, 2, -2}, Steps{0, 1, 1}, Steps{-3, 1, 1}, Steps{4, 0, 1}}) {
    if (shapes-- == 0) return;
    const std::string label = type + " n=" + std::to_string(s.n) + " incx=" + std::to_string(s.x) + " incy=" + std::to_string(s.y) + " ";
    DeviceArray<T> x(numbers<T>(20, 1)), y(numbers<T>(20, 2));
    const T alpha = Number<T>::of(3, -1);
    print_row(label + "dot", std::vector<T>{B::dot(s.n, x, s.x, y, s.y)});
    show_error(label + "dot");
    print_row(label + "asum", std::vector<Real>{static_cast<Real>(B::asum(s.n, x, s.x))});
    const Real norm = B::nrm2(s.n, x, s.x);
    print_row(label + "nrm2 squared", std::vector<Real>{static_cast<Real>(std::lround(norm * norm))});
    print_row(label + "amax", std::vector<int>{B::amax(s.n, x, s.x)});
    print_row(label + "amin", std::vector<int>{B::amin(s.n, x, s.x)});
    show_error(label + "reductions");
    B::scal(s.n, alpha, x, s.x);
    print_row(label + "scal", x.read());
    B::axpy(s.n, alpha, x, s.x, y, s.y);
    print_row(label + "axpy", y.read());
    B::swap(s.n, x, s.x, y, s.y);
    print_row(label + "swap x", x.read());
    print_row(label + "swap y", y.read());
    B::copy(s.n, x, s.x, y, s.y);
    print_row(label + "copy", y.read());
    B::rot(s.n, x, s.x, y, s.y, Real(2), Number<T>::of(-1, 3));
    print_row(label + "rot x", x.read());
    print_row(label + "rot y", y.read());
    show_error(label + "others");
  }
}

// Level 1: scalars and results by value, steps backwards, no elements.
CASE(cublas_legacy_vectors) {
  NEED(cublasInit());
  level1<float>(7);
  level1<double>(3);
  NEED(cublasShutdown());
}

#define AFTER(what, array)                \
  print_row(type + " " + what, (array).read()); \
  show_error(type + " " + what);

template <class T>
struct Sources {
  DeviceArray<T> a{triangular<T>(6, 7, 1)}, b{numbers<T>(60, 2)}, x{numbers<T>(20, 3)};
};
template <class T>
std::vector<T> fresh() {
  return numbers<T>(60, 9);
}

// Levels 2 and 3: arguments by letters, small and capital.
CASE(cublas_legacy_matrices) {
  NEED(cublasInit());
  const std::string type = "S";
  const float alpha = 2, beta = -1;
  for (char trans : {'N', 'n', 'T', 't', 'C', 'c'}) {
    Sources<float> s;
    const std::string op = std::string(" ") + trans;
    DeviceArray<float> y(fresh<float>()), c(fresh<float>());
    cublasSgemv(trans, 4, 5, alpha, s.a, 7, s.x, 1, beta, y, -2);
    AFTER("gemv" + op, y)
    cublasSgbmv(trans, 4, 5, 2, 1, alpha, s.a, 7, s.x, 2, beta, y, 1);
    AFTER("gbmv" + op, y)
    cublasSgemm(trans, 'N', 3, 4, 5, alpha, s.a, 7, s.b, 6, beta, c, 5);
    AFTER("gemm" + op, c)
    cublasSgemm('n', trans, 3, 4, 5, alpha, s.a, 7, s.b, 6, beta, c, 5);
    AFTER("gemm n" + op, c)
  }
  const char uplo = 'L';
  for (char trans : {'n', 'T'})
      for (char diag : {'U', 'n'}) {
        Sources<float> s;
        const std::string how = std::string(" ") + uplo + trans + diag;
        DeviceArray<float> x(numbers<float>(20, 4)), c(numbers<float>(60, 5));
        cublasStrmv(uplo, trans, diag, 5, s.a, 7, x, 1);
        AFTER("trmv" + how, x)
        cublasStbmv(uplo, trans, diag, 5, 2, s.a, 7, x, -1);
        AFTER("tbmv" + how, x)
        cublasStpmv(uplo, trans, diag, 4, s.a, x, 2);
        AFTER("tpmv" + how, x)
        DeviceArray<float> z(numbers<float>(20, 6));
        if (diag == 'U') {
          cublasStrsv(uplo, trans, diag, 3, s.a, 7, z, 1);
          AFTER("trsv" + how, z)
          cublasStbsv(uplo, trans, diag, 3, 1, s.a, 7, z, 1);
          AFTER("tbsv" + how, z)
          cublasStpsv(uplo, trans, diag, 3, s.a, z, 1);
          AFTER("tpsv" + how, z)
          cublasStrsm('L', uplo, trans, diag, 3, 2, alpha, s.a, 7, c, 4);
          AFTER("trsm" + how, c)
        }
        cublasStrmm('r', uplo, trans, diag, 3, 4, alpha, s.a, 7, c, 4);
        AFTER("trmm" + how, c)
      }
  NEED(cublasShutdown());
}

#define ERROR_AFTER(...)                                                                  \
  (__VA_ARGS__);                                                                          \
  std::printf("%s: %s\n", #__VA_ARGS__, cublasGetStatusName(cublasGetError()));           \
  std::fflush(stdout)

// Wrong letters and sizes, what cublasGetError keeps, calls without cublasInit, memory, streams.
CASE(cublas_legacy_refused) {
  int version = 7;
  STATUS(cublasGetError());
  STATUS(cublasGetVersion(&version));
  show_truth("version of CUDA 13", version >= 130000 && version < 140000);
  STATUS(cublasGetVersion(nullptr));
  void *memory = reinterpret_cast<void *>(77);
  STATUS(cublasAlloc(4, 4, &memory));
  show_truth("memory", memory != nullptr && memory != reinterpret_cast<void *>(77));
  STATUS(cublasFree(memory));
  STATUS(cublasSetKernelStream(nullptr));
  DeviceArray<float> a(numbers<float>(64, 1)), b(numbers<float>(64, 2)), c(numbers<float>(64, 3));
  ERROR_AFTER(cublasSscal(4, 2, a, 1));
  print_row("scal before init", std::vector<float>(1, a.read()[0]));
  std::printf("dot before init: %g\n", cublasSdot(4, a, 1, b, 1));
  STATUS(cublasGetError());
  STATUS(cublasShutdown());
  STATUS(cublasInit());
  STATUS(cublasInit());
  STATUS(cublasGetError());
  STATUS(cublasGetVersion(&version));
  STATUS(cublasGetVersion(nullptr));
  STATUS(cublasAlloc(4, 4, &memory));
  STATUS(cublasFree(memory));
  memory = reinterpret_cast<void *>(77);
  STATUS(cublasAlloc(0, 4, &memory));
  show_truth("written", memory != reinterpret_cast<void *>(77));
  memory = reinterpret_cast<void *>(77);
  STATUS(cublasAlloc(4, 0, &memory));
  show_truth("written", memory != reinterpret_cast<void *>(77));
  memory = reinterpret_cast<void *>(77);
  STATUS(cublasAlloc(-4, 4, &memory));
  show_truth("written", memory != reinterpret_cast<void *>(77));
  STATUS(cublasAlloc(2147483647, 2147483647, &memory));
  STATUS(cublasFree(nullptr));
  STATUS(cublasFree(reinterpret_cast<void *>(77)));
  show_last_error("after cublasFree");

  ERROR_AFTER(cublasSgemm('X', 'N', 2, 2, 2, 1, a, 2, b, 2, 0, c, 2));
  STATUS(cublasGetError());
  ERROR_AFTER(cublasSgemm('N', 'X', 2, 2, 2, 1, a, 2, b, 2, 0, c, 2));
  ERROR_AFTER(cublasSgemm('N', 'N', -1, 2, 2, 1, a, 2, b, 2, 0, c, 2));
  ERROR_AFTER(cublasSgemm('N', 'N', 2, 2, 2, 1, a, 1, b, 2, 0, c, 2));
  ERROR_AFTER(cublasSgemm('N', 'N', 2, 2, 2, 1, a, 2, b, 2, 0, c, 1));
  ERROR_AFTER(cublasSgemm('N', 'N', 0, 2, 2, 1, a, 1, b, 2, 0, c, 1));
  ERROR_AFTER(cublasSgemv('X', 2, 2, 1, a, 2, b, 1, 0, c, 1));
  ERROR_AFTER(cublasSgemv('N', 2, 2, 1, a, 2, b, 0, 0, c, 1));
  ERROR_AFTER(cublasSgemv('N', -2, 2, 1, a, 2, b, 1, 0, c, 1));
  ERROR_AFTER(cublasSsymv('X', 2, 1, a, 2, b, 1, 0, c, 1));
  ERROR_AFTER(cublasStrsv('X', 'N', 'U', 2, a, 2, b, 1));
  ERROR_AFTER(cublasStrsv('L', 'X', 'U', 2, a, 2, b, 1));
  ERROR_AFTER(cublasStrsv('L', 'N', 'X', 2, a, 2, b, 1));
  ERROR_AFTER(cublasStrsm('X', 'L', 'N', 'U', 2, 2, 1, a, 2, b, 2));
  ERROR_AFTER(cublasStrmm('L', 'X', 'N', 'U', 2, 2, 1, a, 2, b, 2));
  ERROR_AFTER(cublasStrmm('L', 'L', 'N', 'U', 2, 2, 1, a, 1, b, 2));
  ERROR_AFTER(cublasSsyrk('L', 'X', 2, 2, 1, a, 2, 0, c, 2));
  ERROR_AFTER(cublasSsyrk('X', 'N', 2, 2, 1, a, 2, 0, c, 2));
  ERROR_AFTER(cublasSger(2, 2, 1, a, 0, b, 1, c, 2));
  // The first error stays until it is asked for, or the last one comes over it.
  cublasSgemm('X', 'N', 2, 2, 2, 1, a, 2, b, 2, 0, c, 2);
  cublasSscal(4, 1, a, 1);
  STATUS(cublasGetError());
  STATUS(cublasGetError());
  // Null pointers.
  std::printf("dot of none: %g\n", cublasSdot(0, nullptr, 1, nullptr, 1));
  STATUS(cublasGetError());
  std::printf("amax of no step: %d\n", cublasIsamax(4, a, 0));
  STATUS(cublasGetError());
  float s = 3, t = 4, cosine = 0, sine = 0;
  ERROR_AFTER(cublasSrotg(&s, &t, &cosine, &sine));
  // In a stream.
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  STATUS(cublasSetKernelStream(stream));
  std::printf("dot in a stream: %g\n", cublasSdot(4, a, 1, b, 1));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  ERROR_AFTER(cublasSscal(4, 2, a, 1));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(stream, &graph));
  std::size_t nodes = 0;
  MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_truth("captured", nodes > 0);
  STATUS(cublasSetKernelStream(nullptr));
  // Afterwards.
  STATUS(cublasShutdown());
  STATUS(cublasShutdown());
  ERROR_AFTER(cublasSscal(4, 2, a, 1));
  STATUS(cublasInit());
  ERROR_AFTER(cublasSscal(4, 2, a, 1));
  NEED(cublasShutdown());
}
