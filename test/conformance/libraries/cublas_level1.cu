// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// cuBLAS level 1 in its four types: vectors with steps, steps backwards, no elements; results to the host and to the device.
#include "blas_values.h"

template <class T>
struct Blas;
#define LEVEL1(T, X, N, A, DOT, R)                                                                                                      \
  template <>                                                                                                                           \
  struct Blas<T> {                                                                                                                      \
    static constexpr const char *name = #X;                                                                                             \
    static constexpr auto nrm2 = cublas##N##nrm2;                                                                                       \
    static constexpr auto asum = cublas##A##asum;                                                                                       \
    static constexpr auto dot = cublas##X##DOT;                                                                                         \
    static constexpr auto scal = cublas##X##scal;                                                                                       \
    static constexpr auto axpy = cublas##X##axpy;                                                                                       \
    static constexpr auto copy = cublas##X##copy;                                                                                       \
    static constexpr auto swap = cublas##X##swap;                                                                                       \
    static constexpr auto amax = cublasI##R##amax;                                                                                      \
    static constexpr auto amin = cublasI##R##amin;                                                                                      \
    static constexpr auto rot = cublas##X##rot;                                                                                         \
  };
LEVEL1(float, S, S, S, dot, s)
LEVEL1(double, D, D, D, dot, d)
LEVEL1(cuComplex, C, Sc, Sc, dotu, c)
LEVEL1(cuDoubleComplex, Z, Dz, Dz, dotu, z)

template <class T>
void level1(cublasHandle_t blas) {
  using B = Blas<T>;
  using Real = typename Number<T>::Real;
  const std::string type = B::name;
  struct Steps {
    int n, x, y;
  };
  for (Steps s : {Steps{9, 1, 1}, Steps{5, 2, 3}, Steps{5, -1, 2}, Steps{4, 2, -2}, Steps{0, 1, 1}, Steps{-3, 1, 1}, Steps{4, 0, 1}}) {
    const std::string label = type + " n=" + std::to_string(s.n) + " incx=" + std::to_string(s.x) + " incy=" + std::to_string(s.y) + " ";
    DeviceArray<T> x(numbers<T>(20, 1)), y(numbers<T>(20, 2));
    T dot = Number<T>::of(77, 77);
    Real real = 77;
    int index = 77;
    const T alpha = Number<T>::of(3, -1);
    cublasStatus_t status;
#define STEP(call) \
  status = call;   \
  std::printf("%s%s\n", label.c_str(), (std::string(#call).substr(0, 8) + ": " + cublasGetStatusName(status)).c_str());
    STEP(B::dot(blas, s.n, x, s.x, y, s.y, &dot))
    print_row(label + "dot", std::vector<T>{dot});
    STEP(B::asum(blas, s.n, x, s.x, &real))
    print_row(label + "asum", std::vector<Real>{real});
    STEP(B::nrm2(blas, s.n, x, s.x, &real))
    print_row(label + "nrm2 squared", std::vector<Real>{static_cast<Real>(std::lround(real * real))});
    STEP(B::amax(blas, s.n, x, s.x, &index))
    print_row(label + "amax", std::vector<int>{index});
    STEP(B::amin(blas, s.n, x, s.x, &index))
    print_row(label + "amin", std::vector<int>{index});
    STEP(B::scal(blas, s.n, &alpha, x, s.x))
    print_row(label + "scal", x.read());
    STEP(B::axpy(blas, s.n, &alpha, x, s.x, y, s.y))
    print_row(label + "axpy", y.read());
    STEP(B::swap(blas, s.n, x, s.x, y, s.y))
    print_row(label + "swap x", x.read());
    print_row(label + "swap y", y.read());
    STEP(B::copy(blas, s.n, x, s.x, y, s.y))
    print_row(label + "copy", y.read());
    const Real c = 2;
    const T sine = Number<T>::of(-1, 3);
    STEP(B::rot(blas, s.n, x, s.x, y, s.y, &c, &sine))
    print_row(label + "rot x", x.read());
    print_row(label + "rot y", y.read());
  }
  // Scalars and results in device memory.
  NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  DeviceArray<T> x(numbers<T>(8, 3)), y(numbers<T>(8, 4)), scalars(std::vector<T>{Number<T>::of(2, 1), Number<T>::of(0, 0)});
  DeviceArray<int> index(1);
  DeviceArray<Real> real(1);
  NEED(B::dot(blas, 8, x, 1, y, 1, scalars + 1));
  NEED(B::amax(blas, 8, x, 1, index));
  NEED(B::asum(blas, 8, x, 1, real));
  NEED(B::axpy(blas, 8, scalars, x, 1, y, 1));
  NEED(B::scal(blas, 8, scalars + 1, x, 1));
  print_row(type + " device scalars", scalars.read());
  print_row(type + " device amax", index.read());
  print_row(type + " device asum", real.read());
  print_row(type + " device axpy", y.read());
  print_row(type + " device scal", x.read());
  NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST));
}

int main() {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  level1<float>(blas);
  level1<double>(blas);
  level1<cuComplex>(blas);
  level1<cuDoubleComplex>(blas);
  // What only some types have.
  DeviceArray<cuComplex> cx(numbers<cuComplex>(6, 5)), cy(numbers<cuComplex>(6, 6));
  cuComplex dot;
  NEED(cublasCdotc(blas, 6, cx, 1, cy, 1, &dot));
  print_row("Cdotc", std::vector<cuComplex>{dot});
  const float half = 0.5f, two = 2;
  NEED(cublasCsscal(blas, 6, &half, cx, 1));
  print_row("Csscal", cx.read());
  NEED(cublasCsrot(blas, 6, cx, 1, cy, 1, &two, &half));
  print_row("Csrot", cx.read());
  double a = 3, b = 4, c = 0, s = 0;
  NEED(cublasDrotg(blas, &a, &b, &c, &s));
  std::printf("Drotg: %.3f %.3f %.3f %.3f\n", a, b, c, s);
  float d1 = 2, d2 = 3, x1 = 1, y1 = 4, param[5] = {};
  NEED(cublasSrotmg(blas, &d1, &d2, &x1, &y1, param));
  std::printf("Srotmg: %.4f %.4f %.4f | %.4f %.4f %.4f %.4f %.4f\n", d1, d2, x1, param[0], param[1], param[2], param[3], param[4]);
  DeviceArray<float> sx(numbers<float>(6, 7)), sy(numbers<float>(6, 8));
  for (float flag : {-2.f, -1.f, 0.f, 1.f}) {
    const float h[5] = {flag, 2, -1, 3, 4};
    NEED(cublasSrotm(blas, 6, sx, 1, sy, 1, h));
    print_row("Srotm x", sx.read());
    print_row("Srotm y", sy.read());
  }
  NEED(cublasDestroy(blas));
}
