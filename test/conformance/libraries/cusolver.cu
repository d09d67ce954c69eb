// SPDX-License-Identifier: Apache-2.0
// flags: -lcusolver
// cuSOLVER's routines.
#include "../cases.h"

#include <cusolverDn.h>
#include <cmath>
#include <complex>
#include <functional>

using Float = std::complex<float>;
using Double = std::complex<double>;
static cusolverDnHandle_t handle;

template <class T>
struct Calls;

#define CALLS(T, D, R, L, Q, E, NUMBER, REAL)                                                                            \
  template <>                                                                                                            \
  struct Calls<T> {                                                                                                      \
    using Device = D;                                                                                                    \
    using Real = R;                                                                                                      \
    static constexpr cudaDataType type = NUMBER, real = REAL;                                                            \
    static constexpr auto potrf_size = cusolverDn##L##potrf_bufferSize;                                                  \
    static constexpr auto potrf = cusolverDn##L##potrf;                                                                  \
    static constexpr auto potrs = cusolverDn##L##potrs;                                                                  \
    static constexpr auto potri_size = cusolverDn##L##potri_bufferSize;                                                  \
    static constexpr auto potri = cusolverDn##L##potri;                                                                  \
    static constexpr auto potrf_batched = cusolverDn##L##potrfBatched;                                                   \
    static constexpr auto getrf_size = cusolverDn##L##getrf_bufferSize;                                                  \
    static constexpr auto getrf = cusolverDn##L##getrf;                                                                  \
    static constexpr auto getrs = cusolverDn##L##getrs;                                                                  \
    static constexpr auto geqrf_size = cusolverDn##L##geqrf_bufferSize;                                                  \
    static constexpr auto geqrf = cusolverDn##L##geqrf;                                                                  \
    static constexpr auto orgqr_size = cusolverDn##L##Q##gqr_bufferSize;                                                 \
    static constexpr auto orgqr = cusolverDn##L##Q##gqr;                                                                 \
    static constexpr auto ormqr_size = cusolverDn##L##Q##mqr_bufferSize;                                                 \
    static constexpr auto ormqr = cusolverDn##L##Q##mqr;                                                                 \
    static constexpr auto gesvd_size = cusolverDn##L##gesvd_bufferSize;                                                  \
    static constexpr auto gesvd = cusolverDn##L##gesvd;                                                                  \
    static constexpr auto gesvdj_size = cusolverDn##L##gesvdj_bufferSize;                                                \
    static constexpr auto gesvdj = cusolverDn##L##gesvdj;                                                                \
    static constexpr auto syevd_size = cusolverDn##L##E##evd_bufferSize;                                                 \
    static constexpr auto syevd = cusolverDn##L##E##evd;                                                                 \
    static constexpr auto syevj_size = cusolverDn##L##E##evj_bufferSize;                                                 \
    static constexpr auto syevj = cusolverDn##L##E##evj;                                                                 \
    static constexpr auto sygvd_size = cusolverDn##L##E##gvd_bufferSize;                                                 \
    static constexpr auto sygvd = cusolverDn##L##E##gvd;                                                                 \
  }

CALLS(float, float, float, S, or, sy, CUDA_R_32F, CUDA_R_32F);
CALLS(double, double, double, D, or, sy, CUDA_R_64F, CUDA_R_64F);
CALLS(Float, cuComplex, float, C, un, he, CUDA_C_32F, CUDA_R_32F);
CALLS(Double, cuDoubleComplex, double, Z, un, he, CUDA_C_64F, CUDA_R_64F);

template <class T>
struct Array {
  using Device = typename std::conditional<std::is_same<T, Float>::value, cuComplex, typename std::conditional<std::is_same<T, Double>::value, cuDoubleComplex, T>::type>::type;
  explicit Array(size_t count, int fill = 0) : count(count) {
    MUST(cudaMallocManaged(&data, (count + 1) * sizeof(T)));
    std::memset(static_cast<void *>(data), fill, (count + 1) * sizeof(T));
  }
  ~Array() { cudaFree(data); }
  Array(const Array &other) : Array(other.count) { std::memcpy(static_cast<void *>(data), other.data, count * sizeof(T)); }
  operator Device *() { return reinterpret_cast<Device *>(data); }
  T &at(int i, int j, int ld) { return data[i + size_t(j) * ld]; }
  size_t count;
  T *data;
};

static unsigned state = 1;
static double uniform() { return ((state = state * 1664525 + 1013904223) >> 8) / double(1 << 24) - 0.5; }
static void draw(float &x) { x = float(uniform()); }
static void draw(double &x) { x = uniform(); }

template <class R>
static void draw(std::complex<R> &x) {
  x = {R(uniform()), R(uniform())};
}

static float conj_of(float x) { return x; }
static double conj_of(double x) { return x; }

template <class R>
static std::complex<R> conj_of(std::complex<R> x) { return std::conj(x); }

template <class T>
static Array<T> random(int rows, int cols, int ld) {
  Array<T> a(size_t(ld) * cols);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) draw(a.at(i, j, ld));
  return a;
}

// Hermitian; with a large diagonal positive definite.
template <class T>
static Array<T> hermitian(int n, int ld, double diagonal) {
  Array<T> a = random<T>(n, n, ld);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i) a.at(j, i, ld) = i == j ? T(std::real(a.at(i, i, ld)) + diagonal) : conj_of(a.at(i, j, ld));
  return a;
}

// op(A) times op(B) by plain loops, as a function of row and column.
template <class T>
using Matrix = std::function<T(int, int)>;

template <class T>
static Matrix<T> product(Matrix<T> a, Matrix<T> b, int k) {
  return [=](int i, int j) {
    T sum = 0;
    for (int l = 0; l < k; ++l) sum += a(i, l) * b(l, j);
    return sum;
  };
}

template <class T>
static Matrix<T> view(Array<T> &a, int ld) {
  T *const data = a.data;
  return [=](int i, int j) { return data[i + size_t(j) * ld]; };
}

template <class T>
static Matrix<T> adjoint(Matrix<T> a) { return [=](int i, int j) { return conj_of(a(j, i)); }; }

template <class T>
static void near_to(const char *what, int rows, int cols, Matrix<T> a, Matrix<T> b) {
  double worst = 0, largest = 1;
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) {
      worst = std::max(worst, double(std::abs(a(i, j) - b(i, j))));
      largest = std::max(largest, double(std::abs(b(i, j))));
    }
  const double limit = sizeof(typename Calls<T>::Real) == 4 ? 2e-4 : 1e-11;
  std::printf(", %s %s", what, worst / largest < limit ? "right" : "WRONG");
}

static int synchronised(Array<int> &info) {
  MUST(cudaDeviceSynchronize());
  return info.data[0];
}

template <class T>
static void all(const char *name) {
  using C = Calls<T>;
  using R = typename C::Real;
  const int n = 20, ld = 23, columns = 3;
  Array<int> info(8, 0x55);
  int size = 0;
  const Matrix<T> unit = [](int i, int j) { return T(i == j ? 1 : 0); };

  for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    Array<T> a = hermitian<T>(n, ld, n), f = a, b = random<T>(n, columns, ld), x = b;
    std::printf("%s potrf %d", name, C::potrf_size(handle, uplo, n, f, ld, &size));
    Array<T> work(size);
    std::printf(" %d %d", size > 0, C::potrf(handle, uplo, n, f, ld, work, size, info));
    std::printf(" info %d", synchronised(info));
    std::printf(" potrs %d", C::potrs(handle, uplo, n, columns, f, ld, x, ld, info));
    std::printf(" info %d", synchronised(info));
    near_to<T>("solution", n, columns, product<T>(view(a, ld), view(x, ld), n), view(b, ld));
    std::printf(", potri %d", C::potri_size(handle, uplo, n, f, ld, &size));
    Array<T> more(size);
    std::printf(" %d", C::potri(handle, uplo, n, f, ld, more, size, info));
    std::printf(" info %d", synchronised(info));
    const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
    Matrix<T> half = view(f, ld), inverse = [=](int i, int j) { return (i >= j) == lower || i == j ? half(i, j) : conj_of(half(j, i)); };
    near_to<T>("inverse", n, n, product<T>(view(a, ld), inverse, n), unit);
    std::printf("\n");
  }
  {
    Array<T> a = hermitian<T>(n, ld, n), none = hermitian<T>(n, ld, -n);
    Array<typename C::Device *> both(2);
    both.data[0] = a;
    both.data[1] = none;
    std::printf("%s batches %d", name, C::potrf_batched(handle, CUBLAS_FILL_MODE_LOWER, n, both, ld, info, 2));
    synchronised(info);
    std::printf(" infos %d %d\n", info.data[0], info.data[1]);
  }
  for (const bool pivots : {true, false}) {
    Array<T> a = hermitian<T>(n, ld, pivots ? 0 : n), f = a, b = random<T>(n, columns, ld), x = b, y = b;
    Array<int> rows(n);
    std::printf("%s getrf %d", name, C::getrf_size(handle, n, n, f, ld, &size));
    Array<T> work(size);
    std::printf(" %d", C::getrf(handle, n, n, f, ld, work, pivots ? static_cast<int *>(rows) : nullptr, info));
    std::printf(" info %d", synchronised(info));
    std::printf(" getrs %d", C::getrs(handle, CUBLAS_OP_N, n, columns, f, ld, pivots ? static_cast<int *>(rows) : nullptr, x, ld, info));
    std::printf(" %d", C::getrs(handle, CUBLAS_OP_T, n, columns, f, ld, pivots ? static_cast<int *>(rows) : nullptr, y, ld, info));
    std::printf(" info %d", synchronised(info));
    near_to<T>("solution", n, columns, product<T>(view(a, ld), view(x, ld), n), view(b, ld));
    Matrix<T> m = view(a, ld), transposed = [=](int i, int j) { return m(j, i); };
    near_to<T>("transposed", n, columns, product<T>(transposed, view(y, ld), n), view(b, ld));
    std::printf("\n");
  }
  {
    const int rows = 30, tall = 33;
    Array<T> a = random<T>(rows, n, tall), f = a, c = random<T>(rows, columns, tall), d = c, tau(n);
    std::printf("%s geqrf %d", name, C::geqrf_size(handle, rows, n, f, tall, &size));
    Array<T> work(size);
    std::printf(" %d", C::geqrf(handle, rows, n, f, tall, tau, work, size, info));
    std::printf(" info %d", synchronised(info));
    Array<T> q = f;
    std::printf(" orgqr %d", C::orgqr_size(handle, rows, n, n, q, tall, tau, &size));
    Array<T> more(size);
    std::printf(" %d", C::orgqr(handle, rows, n, n, q, tall, tau, more, size, info));
    std::printf(" info %d", synchronised(info));
    Matrix<T> factor = view(f, tall), r = [=](int i, int j) { return i <= j ? factor(i, j) : T(0); };
    near_to<T>("product", rows, n, product<T>(view(q, tall), r, n), view(a, tall));
    near_to<T>("orthogonal", n, n, product<T>(adjoint<T>(view(q, tall)), view(q, tall), rows), unit);
    const auto op = std::is_same<T, R>::value ? CUBLAS_OP_T : CUBLAS_OP_C;
    std::printf(", ormqr %d", C::ormqr_size(handle, CUBLAS_SIDE_LEFT, op, rows, columns, n, f, tall, tau, d, tall, &size));
    Array<T> third(size);
    std::printf(" %d", C::ormqr(handle, CUBLAS_SIDE_LEFT, op, rows, columns, n, f, tall, tau, d, tall, third, size, info));
    std::printf(" info %d", synchronised(info));
    near_to<T>("product", n, columns, product<T>(adjoint<T>(view(q, tall)), view(c, tall), rows), view(d, tall));
    std::printf("\n");
  }
  for (const char job : {'A', 'S', 'N'}) {
    const int rows = 30, tall = 33;
    Array<T> a = random<T>(rows, n, tall), f = a, u(size_t(tall) * rows), vt(size_t(ld) * n);
    Array<R> s(n), reals(n);
    std::printf("%s gesvd %c %d", name, job, C::gesvd_size(handle, rows, n, &size));
    Array<T> work(size);
    std::printf(" %d", C::gesvd(handle, job, job, rows, n, f, tall, s, u, tall, vt, ld, work, size, reals, info));
    std::printf(" info %d", synchronised(info));
    if (job != 'N') {
      Matrix<T> left = view(u, tall), scaled = [&, left](int i, int j) { return left(i, j) * T(s.data[j]); };
      near_to<T>("product", rows, n, product<T>(scaled, view(vt, ld), n), view(a, tall));
    }
    bool sorted = true;
    for (int i = 1; i < n; ++i) sorted = sorted && s.data[i - 1] >= s.data[i];
    std::printf(", sorted %d\n", sorted);
  }
  for (const int rows : {30, 12})
    for (const int econ : {0, 1}) {
      const int tall = 33, least = std::min(rows, n);
      Array<T> a = random<T>(rows, n, tall), f = a, u(size_t(tall) * rows), v(size_t(ld) * n);
      Array<R> s(n);
      gesvdjInfo_t params = nullptr;
      std::printf("%s gesvdj %d", name, cusolverDnCreateGesvdjInfo(&params));
      cusolverDnXgesvdjSetMaxSweeps(params, 50);
      std::printf(" %d", C::gesvdj_size(handle, CUSOLVER_EIG_MODE_VECTOR, econ, rows, n, f, tall, s, u, tall, v, ld, &size, params));
      Array<T> work(size);
      std::printf(" %d", C::gesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, econ, rows, n, f, tall, s, u, tall, v, ld, work, size, info, params));
      std::printf(" info %d", synchronised(info));
      Matrix<T> left = view(u, tall), scaled = [&, left](int i, int j) { return left(i, j) * T(s.data[j]); };
      near_to<T>("product", rows, n, product<T>(scaled, adjoint<T>(view(v, ld)), least), view(a, tall));
      std::printf("\n");
      cusolverDnDestroyGesvdjInfo(params);
    }
  for (const int kind : {0, 1, 2}) {
    Array<T> a = hermitian<T>(n, ld, 0), f = a, b = hermitian<T>(n, ld, n), g = b;
    Array<R> w(n);
    syevjInfo_t params = nullptr;
    cusolverDnCreateSyevjInfo(&params);
    const auto V = CUSOLVER_EIG_MODE_VECTOR;
    const auto L = CUBLAS_FILL_MODE_LOWER;
    std::printf("%s %s %d", name, kind == 0 ? "syevd" : kind == 1 ? "syevj" : "sygvd",
                kind == 0 ? C::syevd_size(handle, V, L, n, f, ld, w, &size) : kind == 1 ? C::syevj_size(handle, V, L, n, f, ld, w, &size, params)
                          : C::sygvd_size(handle, CUSOLVER_EIG_TYPE_1, V, L, n, f, ld, g, ld, w, &size));
    Array<T> work(size);
    std::printf(" %d", kind == 0 ? C::syevd(handle, V, L, n, f, ld, w, work, size, info) : kind == 1 ? C::syevj(handle, V, L, n, f, ld, w, work, size, info, params)
                                 : C::sygvd(handle, CUSOLVER_EIG_TYPE_1, V, L, n, f, ld, g, ld, w, work, size, info));
    std::printf(" info %d", synchronised(info));
    Matrix<T> vectors = view(f, ld), scaled = [&, vectors](int i, int j) { return vectors(i, j) * T(w.data[j]); };
    near_to<T>("vectors", n, n, product<T>(view(a, ld), vectors, n), kind == 2 ? product<T>(view(b, ld), scaled, n) : scaled);
    bool sorted = true;
    for (int i = 1; i < n; ++i) sorted = sorted && w.data[i - 1] <= w.data[i];
    std::printf(", sorted %d\n", sorted);
    cusolverDnDestroySyevjInfo(params);
  }
  {
    Array<T> a = hermitian<T>(n, ld, n), f = a, b = random<T>(n, columns, ld), x = b;
    Array<int64_t> rows(n);
    size_t device = 77, host = 77;
    cusolverDnParams_t params = nullptr;
    std::printf("%s Xgetrf %d", name, cusolverDnCreateParams(&params));
    std::printf(" %d", cusolverDnXgetrf_bufferSize(handle, params, n, n, C::type, f, ld, C::type, &device, &host));
    Array<char> work(device), memory(host);
    std::printf(" %d", cusolverDnXgetrf(handle, params, n, n, C::type, f, ld, rows.data, C::type, work, device, memory.data, host, info));
    std::printf(" info %d", synchronised(info));
    std::printf(" Xgetrs %d", cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, columns, C::type, f, ld, rows.data, C::type, x, ld, info));
    std::printf(" info %d", synchronised(info));
    near_to<T>("solution", n, columns, product<T>(view(a, ld), view(x, ld), n), view(b, ld));
    Array<T> e = a;
    Array<R> w(n);
    std::printf(", Xsyevd %d", cusolverDnXsyevd_bufferSize(handle, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, C::type, e, ld, C::real, w, C::type, &device, &host));
    Array<char> more(device), second(host);
    std::printf(" %d", cusolverDnXsyevd(handle, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, C::type, e, ld, C::real, w, C::type, more, device, second.data, host, info));
    std::printf(" info %d", synchronised(info));
    Matrix<T> vectors = view(e, ld), scaled = [&, vectors](int i, int j) { return vectors(i, j) * T(w.data[j]); };
    near_to<T>("vectors", n, n, product<T>(view(a, ld), vectors, n), scaled);
    std::printf("\n");
    cusolverDnDestroyParams(params);
  }
}

// cuSOLVER's dense routines: factors, solutions, singular values and eigenvalues put together again; what is said of matrices
// that have none.
CASE(cusolver_dense) {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  std::printf("create %d\n", cusolverDnCreate(&handle));
  all<float>("float");
  all<double>("double");
  all<Float>("complex float");
  all<Double>("complex double");

  Array<double> a(16), work(1024);
  Array<int> pivots(4), info(1, 0x55);
  std::printf("no factors: potrf %d", cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 4, a, 4, work, 1024, info));
  std::printf(" info %d", synchronised(info));
  std::printf(" getrf %d", cusolverDnDgetrf(handle, 4, 4, a, 4, work, pivots, info));
  std::printf(" info %d\n", synchronised(info));
  std::printf("destroy %d\n", cusolverDnDestroy(handle));
}

#define NEED(...) \
  if ((__VA_ARGS__) != CUSOLVER_STATUS_SUCCESS) std::printf("failed: %s\n", #__VA_ARGS__)

std::vector<float> dominant(int n) {
  std::vector<float> a(static_cast<std::size_t>(n) * n);
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < n; ++row)
      a[static_cast<std::size_t>(column) * n + row] = static_cast<float>((row * column) % 17) / 17 + (row == column ? n : 0);
  return a;
}

/// Whether a * x is b, as far as floats tell.
bool solves(const std::vector<float> &a, const std::vector<float> &x, const std::vector<float> &b, int n) {
  for (int row = 0; row < n; ++row) {
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += static_cast<double>(a[static_cast<std::size_t>(k) * n + row]) * x[k];
    if (std::abs(sum - b[row]) > 1e-3) return false;
  }
  return true;
}

void solve(cusolverDnHandle_t solver, int n) {
  const std::vector<float> a = dominant(n);
  std::vector<float> b(n);
  for (int i = 0; i < n; ++i) b[i] = static_cast<float>(i % 13) - 6;
  DeviceArray<int> info(1), pivots(n);
  int words = 0;
  {
    DeviceArray<float> matrix(a), right(b);
    NEED(cusolverDnSgetrf_bufferSize(solver, n, n, matrix, n, &words));
    DeviceArray<float> work(words);
    NEED(cusolverDnSgetrf(solver, n, n, matrix, n, work, pivots, info));
    NEED(cusolverDnSgetrs(solver, CUBLAS_OP_N, n, 1, matrix, n, pivots, right, n, info));
    std::printf("LU of %d: info %d, solved: %s\n", n, info.read()[0], solves(a, right.read(), b, n) ? "yes" : "no");
  }
  DeviceArray<float> matrix(a), right(b);
  NEED(cusolverDnSpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, matrix, n, &words));
  DeviceArray<float> work(words);
  NEED(cusolverDnSpotrf(solver, CUBLAS_FILL_MODE_LOWER, n, matrix, n, work, words, info));
  NEED(cusolverDnSpotrs(solver, CUBLAS_FILL_MODE_LOWER, n, 1, matrix, n, right, n, info));
  std::printf("Cholesky of %d: info %d, solved: %s\n", n, info.read()[0], solves(a, right.read(), b, n) ? "yes" : "no");
}

// Factorisations of matrices that are large enough for several threads: they need more stack than small ones.
CASE(cusolver_parallel) {
  cusolverDnHandle_t solver;
  NEED(cusolverDnCreate(&solver));
  for (const int n : {100, 256, 700, 1500}) solve(solver, n);
  NEED(cusolverDnDestroy(solver));
}
