// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// Routines of cuBLAS whose operands have types of their own, and its settings of emulation.
#include "../cases.h"
#include "blas_values.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr auto N = CUBLAS_OP_N;
constexpr auto T_ = CUBLAS_OP_T;

template <class T>
struct Operands {
  DeviceArray<T> a, b, c;
  DeviceArray<T *> as, bs, cs;
  static std::vector<T *> parts(T *first) { return {first, first + 20, first + 40, first + 60}; }
  Operands(const std::vector<T> &va, const std::vector<T> &vb, const std::vector<T> &vc)
      : a(va), b(vb), c(vc), as(parts(a)), bs(parts(b)), cs(parts(c)) {}
};

template <class T>
void grouped(cublasHandle_t blas, const char *name, cublasStatus_t (*call)(cublasHandle_t, const cublasOperation_t *, const cublasOperation_t *, const int *,
             const int *, const int *, const T *, const T *const *, const int *, const T *const *, const int *, const T *, T *const *, const int *, int, const int *)) {
  const cublasOperation_t ta[] = {N, T_, N}, tb[] = {N, N, T_};
  const int m[] = {2, 3, 1}, n[] = {3, 2, 4}, k[] = {4, 2, 3}, lda[] = {3, 3, 2}, ldb[] = {4, 2, 5}, ldc[] = {2, 4, 1}, sizes[] = {1, 2, 1};
  const T alpha[] = {1, 2, -1}, beta[] = {0, 1, 2};
  Operands<T> o(numbers<T>(80, 1), numbers<T>(80, 2), numbers<T>(80, 3));
  show_status(name, call(blas, ta, tb, m, n, k, alpha, o.as, lda, o.bs, ldb, beta, o.cs, ldc, 3, sizes));
  MUST(cudaDeviceSynchronize());
  print_row(name, o.c.read());
  const auto with = [&](const char *what, auto &&change) {
    struct {
      cublasOperation_t ta[3] = {N, T_, N}, tb[3] = {N, N, T_};
      int m[3] = {2, 3, 1}, n[3] = {3, 2, 4}, k[3] = {4, 2, 3}, lda[3] = {3, 3, 2}, ldb[3] = {4, 2, 5}, ldc[3] = {2, 4, 1}, sizes[3] = {1, 2, 1}, groups = 3;
    } v;
    change(v);
    std::printf("%s %s: %s\n", name, what,
                cublasGetStatusName(call(blas, v.ta, v.tb, v.m, v.n, v.k, alpha, o.as, v.lda, o.bs, v.ldb, beta, o.cs, v.ldc, v.groups, v.sizes)));
    std::fflush(stdout);
  };
  with("groups -1", [](auto &v) { v.groups = -1; });
  with("groups 0", [](auto &v) { v.groups = 0; });
  with("size -1", [](auto &v) { v.sizes[1] = -1; });
  with("size 0", [](auto &v) { v.sizes[1] = 0; });
  with("m -1", [](auto &v) { v.m[1] = -1; });
  with("n -1", [](auto &v) { v.n[2] = -1; });
  with("k -1", [](auto &v) { v.k[0] = -1; });
  with("m 0", [](auto &v) { v.m[1] = 0; });
  with("k 0", [](auto &v) { v.k[1] = 0; });
  with("lda", [](auto &v) { v.lda[0] = 1; });
  with("ldb", [](auto &v) { v.ldb[0] = 3; });
  with("ldc", [](auto &v) { v.ldc[1] = 2; });
  with("op", [](auto &v) { v.ta[2] = static_cast<cublasOperation_t>(9); });
  MUST(cudaDeviceSynchronize());
  print_row(name, o.c.read());
}

template <class T>
std::vector<T> narrowed(const std::vector<float> &from) {
  std::vector<T> to;
  for (float value : from) to.push_back(T(value));
  return to;
}
template <class T>
std::vector<float> read(const DeviceArray<T> &array) {
  std::vector<float> values;
  for (const T &value : array.read()) values.push_back(static_cast<float>(value));
  return values;
}

template <class T, class Scalar>
void any(cublasHandle_t blas, const char *name, cudaDataType type, cublasComputeType_t compute, cudaDataType result_type) {
  const cublasOperation_t ta[] = {N, T_}, tb[] = {N, N};
  const int m[] = {2, 3}, n[] = {3, 2}, k[] = {4, 2}, lda[] = {3, 3}, ldb[] = {4, 2}, ldc[] = {2, 4}, sizes[] = {1, 2};
  const Scalar alpha[] = {1, 2}, beta[] = {0, 1};
  Operands<T> o(narrowed<T>(numbers<float>(80, 1)), narrowed<T>(numbers<float>(80, 2)), narrowed<T>(numbers<float>(80, 3)));
  show_status(name, cublasGemmGroupedBatchedEx(blas, ta, tb, m, n, k, alpha, reinterpret_cast<const void *const *>(o.as.get()), type, lda,
                                               reinterpret_cast<const void *const *>(o.bs.get()), type, ldb, beta,
                                               reinterpret_cast<void *const *>(o.cs.get()), result_type, ldc, 2, sizes, compute));
  MUST(cudaDeviceSynchronize());
  print_row(name, read(o.c));
}

// Products of groups of matrices, and what they answer to wrong arguments.
CASE(cublas_grouped) {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  grouped<float>(blas, "Sgemm", cublasSgemmGroupedBatched);
  grouped<double>(blas, "Dgemm", cublasDgemmGroupedBatched);
  grouped<float>(nullptr, "without a handle", cublasSgemmGroupedBatched);
  any<float, float>(blas, "32F", CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  any<float, float>(blas, "32F pedantic", CUDA_R_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_32F);
  any<float, float>(blas, "32F TF32", CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F);
  any<double, double>(blas, "64F", CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F);
  any<__half, float>(blas, "16F", CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_16F);
  any<__half, __half>(blas, "16F in 16F", CUDA_R_16F, CUBLAS_COMPUTE_16F, CUDA_R_16F);
  any<__nv_bfloat16, float>(blas, "16BF", CUDA_R_16BF, CUBLAS_COMPUTE_32F, CUDA_R_16BF);
  any<float, float>(blas, "32F in 64F", CUDA_R_32F, CUBLAS_COMPUTE_64F, CUDA_R_32F);
  any<float, float>(blas, "32F to 16F", CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_16F);
  any<float, float>(blas, "bad compute type", CUDA_R_32F, static_cast<cublasComputeType_t>(7), CUDA_R_32F);
  NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  any<float, float>(blas, "32F device mode", CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  NEED(cublasDestroy(blas));
}

static void updates(cublasHandle_t blas, const std::string &name) {
  constexpr auto type = CUDA_C_32F, result = CUDA_C_32F;
  const cuComplex alpha{2, -1}, beta{-1, 1};
  const float real = 2, keep = -1;
  DeviceArray<cuComplex> a(numbers<cuComplex>(60, 1)), b(numbers<cuComplex>(60, 2));
  DeviceArray<cuComplex> c(numbers<cuComplex>(60, 3));
  const auto report = [&](const std::string &what, cublasStatus_t status) {
    std::printf("%s %s: %s\n", name.c_str(), what.c_str(), cublasGetStatusName(status));
    MUST(cudaDeviceSynchronize());
    if (status == CUBLAS_STATUS_SUCCESS) print_row(name + " " + what, c.read());
    std::fflush(stdout);
    MUST(cudaMemcpy(c, numbers<cuComplex>(60, 3).data(), 60 * sizeof(cuComplex), cudaMemcpyHostToDevice));
  };
  for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
    const std::string letter(1, "NTC"[op]);
    report("gemm3mEx " + letter, cublasCgemm3mEx(blas, op, CUBLAS_OP_N, 3, 4, 3, &alpha, a, type, 4, b, type, 5, &beta, c, result, 5));
    for (auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
      const std::string how = letter + (uplo == CUBLAS_FILL_MODE_LOWER ? "L" : "U");
      report("syrkEx " + how, cublasCsyrkEx(blas, uplo, op, 3, 4, &alpha, a, type, 5, &beta, c, result, 4));
      report("syrk3mEx " + how, cublasCsyrk3mEx(blas, uplo, op, 3, 4, &alpha, a, type, 5, &beta, c, result, 4));
      report("herkEx " + how, cublasCherkEx(blas, uplo, op, 3, 4, &real, a, type, 5, &keep, c, result, 4));
      report("herk3mEx " + how, cublasCherk3mEx(blas, uplo, op, 3, 4, &real, a, type, 5, &keep, c, result, 4));
    }
  }
}

// gemm3mEx, syrkEx, syrk3mEx, herkEx and herk3mEx.
CASE(cublas_mixed_updates) {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  updates(blas, "C32F");
  NEED(cublasDestroy(blas));
}

template <class T>
std::vector<T> narrowed_numbers(std::size_t count, unsigned seed) {
  std::vector<T> to;
  for (float value : numbers<float>(count, seed)) to.push_back(T(value));
  return to;
}
template <class T>
std::vector<T *> parts(T *first) {
  return {first, first + 20};
}

template <class In, class Out>
void gemv(const std::string &name, cublasHandle_t blas,
          cublasStatus_t (*batched)(cublasHandle_t, cublasOperation_t, int, int, const float *, const In *const *, int, const In *const *, int, const float *, Out *const *, int, int),
          cublasStatus_t (*strided)(cublasHandle_t, cublasOperation_t, int, int, const float *, const In *, int, long long, const In *, int, long long, const float *, Out *, int, long long, int)) {
  struct Steps {
    int m, n, x, y;
  };
  for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
    for (Steps s : {Steps{3, 4, 1, 1}, Steps{3, 4, -2, 3}, Steps{0, 4, 1, 1}, Steps{3, 0, 1, 1}})
      for (float beta : {0.f, -1.f}) {
        const float alpha = 2;
        DeviceArray<In> a(narrowed_numbers<In>(40, 1)), x(narrowed_numbers<In>(40, 2));
        DeviceArray<Out> y(narrowed_numbers<Out>(40, 3)), z(narrowed_numbers<Out>(40, 3));
        DeviceArray<In *> as(parts<In>(a)), xs(parts<In>(x));
        DeviceArray<Out *> ys(parts<Out>(y));
        const std::string label = name + " " + "NTC"[op] + " m=" + std::to_string(s.m) + " n=" + std::to_string(s.n) + " incx=" + std::to_string(s.x) + (beta == 0 ? " beta=0" : " beta=-1");
        std::printf("%s: %s", label.c_str(), cublasGetStatusName(batched(blas, op, s.m, s.n, &alpha, as, 4, xs, s.x, &beta, ys, s.y, 2)));
        std::printf(" %s\n", cublasGetStatusName(strided(blas, op, s.m, s.n, &alpha, a, 4, 20, x, s.x, 20, &beta, z, s.y, 20, 2)));
        MUST(cudaDeviceSynchronize());
        print_row(label, read(y));
        show_truth("the same by strides", read(y) == read(z));
      }
}

// Halves with vectors, in batches; steps backwards, no elements.
CASE(cublas_mixed_gemv) {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  gemv<__half, __half>("HSH", blas, cublasHSHgemvBatched, cublasHSHgemvStridedBatched);
  NEED(cublasDestroy(blas));
}

template <class T>
struct Made {
  static T of(cuComplex value) { return T(value.x); }
  static cuDoubleComplex back(T value) { return {static_cast<double>(static_cast<float>(value)), 0}; }
};
template <>
struct Made<cuComplex> {
  static cuComplex of(cuComplex value) { return value; }
  static cuDoubleComplex back(cuComplex value) { return {value.x, value.y}; }
};
template <>
struct Made<cuDoubleComplex> {
  static cuDoubleComplex of(cuComplex value) { return {value.x, value.y}; }
  static cuDoubleComplex back(cuDoubleComplex value) { return value; }
};
template <class T>
std::vector<T> some(std::size_t count, unsigned seed) {
  std::vector<T> to;
  for (cuComplex value : numbers<cuComplex>(count, seed)) to.push_back(Made<T>::of(value));
  return to;
}
template <class T>
std::vector<cuDoubleComplex> read_complex(const DeviceArray<T> &array) {
  std::vector<cuDoubleComplex> values;
  for (const T &value : array.read()) values.push_back(Made<T>::back(value));
  return values;
}

template <class T>
void vectors(cublasHandle_t blas, const std::string &name, cudaDataType type, cudaDataType compute) {
  const auto report = [&](const std::string &what, cublasStatus_t status) {
    std::printf("%s %s: %s\n", name.c_str(), what.c_str(), cublasGetStatusName(status));
    std::fflush(stdout);
  };
  struct Steps {
    int n, x, y;
  };
  for (Steps s : {Steps{5, 1, 1}, Steps{3, 2, -3}, Steps{0, 1, 1}, Steps{-2, 1, 1}}) {
    DeviceArray<T> x(some<T>(10, 1)), y(some<T>(10, 2));
    const std::string how = " n=" + std::to_string(s.n);
    report("swap" + how, cublasSwapEx(blas, s.n, x, type, s.x, y, type, s.y));
    print_row(name + " x", read_complex(x));
    print_row(name + " y", read_complex(y));
    int index = 77;
    report("amax" + how, cublasIamaxEx(blas, s.n, x, type, s.x, &index));
    print_row(name + " amax", std::vector<int>{index});
    index = 77;
    report("amin" + how, cublasIaminEx(blas, s.n, x, type, s.x, &index));
    print_row(name + " amin", std::vector<int>{index});
    const T c = Made<T>::of({2, 0}), sine = Made<T>::of({-1, 3});
    report("rot" + how, cublasRotEx(blas, s.n, x, type, s.x, y, type, s.y, &c, &sine, type, compute));
    print_row(name + " x", read_complex(x));
    print_row(name + " y", read_complex(y));
  }
}

// Vectors whose types are given by numbers: exchanged, searched, rotated.
CASE(cublas_mixed_vectors) {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  vectors<float>(blas, "32F", CUDA_R_32F, CUDA_R_32F);
  vectors<double>(blas, "64F", CUDA_R_64F, CUDA_R_64F);
  vectors<cuComplex>(blas, "C32F", CUDA_C_32F, CUDA_C_32F);
  vectors<cuDoubleComplex>(blas, "C64F", CUDA_C_64F, CUDA_C_64F);
  vectors<__half>(blas, "16F", CUDA_R_16F, CUDA_R_32F);
  NEED(cublasDestroy(blas));
}

#define SETTING(Name, Type, ...)                                                            \
  {                                                                                         \
    Type value = static_cast<Type>(77);                                                     \
    STATUS(cublasGet##Name(nullptr, &value));                                               \
    STATUS(cublasGet##Name(blas, static_cast<Type *>(nullptr)));                                                 \
    STATUS(cublasSet##Name(nullptr, value));                                                \
    STATUS(cublasGet##Name(blas, &value));                                                  \
    show_value(#Name, static_cast<long long>(value));                                       \
    for (long long next : {__VA_ARGS__}) {                                                  \
      std::printf("set %lld: %s", next, cublasGetStatusName(cublasSet##Name(blas, static_cast<Type>(next)))); \
      std::printf(" %s", cublasGetStatusName(cublasGet##Name(blas, &value)));               \
      std::printf(" %lld\n", static_cast<long long>(value));                                \
      std::fflush(stdout);                                                                  \
    }                                                                                       \
  }

// What is kept, what is refused; products of bytes.
CASE(cublas_emulation) {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  SETTING(EmulationStrategy, cublasEmulationStrategy_t, 1, 2, 0, 3, -1)
  SETTING(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport, 0, 1, 2, 3, 4, 65535, -1)
  SETTING(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl, 1, 0, 2, -1)
  SETTING(FixedPointEmulationMaxMantissaBitCount, int, 0, 1, 31, 52, 53, 79, 80, 1000, -1)
  SETTING(FixedPointEmulationMantissaBitOffset, int, 0, 1, 10, 1000, -1, -8)
  int *pointer = reinterpret_cast<int *>(77);
  STATUS(cublasGetFixedPointEmulationMantissaBitCountPointer(nullptr, &pointer));
  STATUS(cublasGetFixedPointEmulationMantissaBitCountPointer(blas, nullptr));
  STATUS(cublasGetFixedPointEmulationMantissaBitCountPointer(blas, &pointer));
  show_truth("none", pointer == nullptr);
  STATUS(cublasSetFixedPointEmulationMantissaBitCountPointer(nullptr, pointer));
  DeviceArray<int> count(1);
  STATUS(cublasSetFixedPointEmulationMantissaBitCountPointer(blas, count));
  STATUS(cublasGetFixedPointEmulationMantissaBitCountPointer(blas, &pointer));
  show_truth("kept", pointer == count.get());
  STATUS(cublasSetFixedPointEmulationMantissaBitCountPointer(blas, nullptr));
  int host = 0;
  STATUS(cublasSetFixedPointEmulationMantissaBitCountPointer(blas, &host));
  STATUS(cublasSetFixedPointEmulationMantissaBitCountPointer(blas, nullptr));

  // C = ((A + A_bias) * (B + B_bias) + C_bias) * C_mult >> C_shift.
  std::vector<unsigned char> va(64), vb(64);
  for (int i = 0; i < 64; ++i) {
    va[i] = static_cast<unsigned char>(i * 7 % 11);
    vb[i] = static_cast<unsigned char>(i * 5 % 13);
  }
  DeviceArray<unsigned char> a(va), b(vb), c(64);
  const auto bytes = [&](const char *what, cublasStatus_t status) {
    show_status(what, status);
    MUST(cudaDeviceSynchronize());
    std::vector<int> row;
    for (unsigned char value : c.read()) row.push_back(value);
    show_row(what, row);
  };
  constexpr auto N = CUBLAS_OP_N;
  constexpr auto T = CUBLAS_OP_T;
  bytes("plain", cublasUint8gemmBias(blas, N, N, N, 4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1, 0));
  bytes("biases", cublasUint8gemmBias(blas, N, N, N, 4, 4, 4, a, 3, 4, b, -2, 4, c, 5, 4, 1, 0));
  bytes("factor", cublasUint8gemmBias(blas, N, N, N, 4, 4, 4, a, 0, 4, b, 0, 4, c, 7, 4, 3, 2));
  bytes("large shift", cublasUint8gemmBias(blas, N, N, N, 4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1 << 20, 22));
  bytes("negative shift", cublasUint8gemmBias(blas, N, N, N, 4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1, -1));
  bytes("T N N", cublasUint8gemmBias(blas, T, N, N, 4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1, 1));
  bytes("N T N", cublasUint8gemmBias(blas, N, T, N, 4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1, 1));
  bytes("N N T", cublasUint8gemmBias(blas, N, N, T, 4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1, 1));
  bytes("odd", cublasUint8gemmBias(blas, N, N, N, 3, 2, 5, a, 1, 5, b, -1, 6, c, 2, 7, 1, 1));
  bytes("negative", cublasUint8gemmBias(blas, N, N, N, 4, 4, 4, a, -9, 4, b, 0, 4, c, 0, 4, 1, 0));
  STATUS(cublasUint8gemmBias(nullptr, N, N, N, 4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1, 0));
  STATUS(cublasUint8gemmBias(blas, N, N, N, -4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1, 0));
  STATUS(cublasUint8gemmBias(blas, N, N, N, 4, 4, 4, a, 0, 3, b, 0, 4, c, 0, 4, 1, 0));
  STATUS(cublasUint8gemmBias(blas, N, N, N, 4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 3, 1, 0));
  STATUS(cublasUint8gemmBias(blas, N, N, N, 0, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1, 0));
  STATUS(cublasUint8gemmBias(blas, static_cast<cublasOperation_t>(9), N, N, 4, 4, 4, a, 0, 4, b, 0, 4, c, 0, 4, 1, 0));
  NEED(cublasDestroy(blas));
}
