// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// Products of cuBLAS beyond its four types and 32-bit sizes.
#include "../cases.h"
#include "blas_values.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T>
std::vector<T> small(std::size_t count, unsigned seed) {
  std::vector<T> values;
  for (float v : numbers<float>(count, seed)) values.push_back(T(v));
  return values;
}

inline void print_value(__half x) { print_value(__half2float(x)); }
inline void print_value(__nv_bfloat16 x) { print_value(__bfloat162float(x)); }

template <class In, class Out, class Scalar, class Compute>
void product(cublasHandle_t blas, const char *what, cudaDataType in, cudaDataType out, Compute compute) {
  DeviceArray<In> a(small<In>(64, 71)), b(small<In>(64, 72));
  DeviceArray<Out> c(small<Out>(64, 73)), d(small<Out>(64, 74)), e(small<Out>(64, 75));
  const Scalar alpha = Scalar(2.0f), beta = Scalar(1.0f);
  const cublasStatus_t status = cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &alpha, a, in, 4, b, in, 4, &beta, c, out, 4, compute, CUBLAS_GEMM_DEFAULT);
  std::printf("%s: %s\n", what, cublasGetStatusName(status));
  if (status != CUBLAS_STATUS_SUCCESS) return;
  print_row(std::string(what) + " gemmEx", c.read());
  NEED(cublasGemmStridedBatchedEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &alpha, a, in, 4, 16, b, in, 4, 0, &beta, d, out, 4, 16, 3, compute, CUBLAS_GEMM_DEFAULT));
  print_row(std::string(what) + " strided", d.read());
  DeviceArray<const void *> as({a.get(), a + 16}), bs({b.get(), b + 32});
  DeviceArray<void *> es({e.get(), e + 16});
  NEED(cublasGemmBatchedEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &alpha, as, in, 4, bs, in, 4, &beta, es, out, 4, 2, compute, CUBLAS_GEMM_DEFAULT));
  print_row(std::string(what) + " batched", e.read());
}

// Products of halves, bfloat16, bytes and floats: which combinations exist, and their results in small integers.
CASE(cublas_mixed) {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  product<__half, __half, __half>(blas, "half, compute half", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F);
  product<__half, __half, float>(blas, "half, compute float", CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F);
  product<__half, float, float>(blas, "half to float", CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
  product<__nv_bfloat16, __nv_bfloat16, float>(blas, "bfloat16", CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
  product<__nv_bfloat16, float, float>(blas, "bfloat16 to float", CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F);
  product<float, float, float>(blas, "float", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
  product<__half, float, float>(blas, "half to float, by its old name", CUDA_R_16F, CUDA_R_32F, CUDA_R_32F);
  product<float, float, float>(blas, "float, TF32", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
  product<double, double, double>(blas, "double", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);
  product<signed char, int, int>(blas, "bytes", CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I);
  product<signed char, float, float>(blas, "bytes to float", CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F);
  product<float, __half, float>(blas, "float to half", CUDA_R_32F, CUDA_R_16F, CUBLAS_COMPUTE_32F);
  product<double, double, double>(blas, "double, compute float", CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_32F);
  product<float, float, float>(blas, "float, compute half", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_16F);
  product<float, float, double>(blas, "float, compute double", CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_64F);

  const __half one = __float2half(1), two = __float2half(2);
  DeviceArray<__half> a(small<__half>(32, 81)), b(small<__half>(32, 82)), c(small<__half>(32, 83));
  NEED(cublasHgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &two, a, 4, b, 4, &one, c, 4));
  print_row("Hgemm", c.read());
  NEED(cublasHgemmStridedBatched(blas, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 4, &two, a, 2, 8, b, 2, 8, &one, c, 2, 4, 3));
  print_row("HgemmStridedBatched", c.read());
  const float f = 3;
  NEED(cublasSgemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &f, a, CUDA_R_16F, 4, b, CUDA_R_16F, 4, &f, c, CUDA_R_16F, 4));
  print_row("SgemmEx", c.read());
  float result = 0;
  __half dot;
  STATUS(cublasDotEx(blas, 8, a, CUDA_R_16F, 1, b, CUDA_R_16F, 1, &dot, CUDA_R_16F, CUDA_R_32F));
  print_row("DotEx half", std::vector<__half>{dot});
  STATUS(cublasAxpyEx(blas, 8, &f, CUDA_R_32F, a, CUDA_R_16F, 1, b, CUDA_R_16F, 1, CUDA_R_32F));
  print_row("AxpyEx", b.read());
  STATUS(cublasScalEx(blas, 8, &f, CUDA_R_32F, a, CUDA_R_16F, 1, CUDA_R_32F));
  print_row("ScalEx", a.read());
  STATUS(cublasNrm2Ex(blas, 8, a, CUDA_R_16F, 1, &dot, CUDA_R_16F, CUDA_R_32F));
  DeviceArray<float> x(small<float>(8, 84));
  STATUS(cublasNrm2Ex(blas, 8, x, CUDA_R_32F, 1, &result, CUDA_R_32F, CUDA_R_32F));
  std::printf("Nrm2Ex squared: %ld\n", std::lround(result * result));
  STATUS(cublasAsumEx(blas, 8, x, CUDA_R_32F, 1, &result, CUDA_R_32F, CUDA_R_32F));
  std::printf("AsumEx: %g\n", result);
  NEED(cublasDestroy(blas));
}

// The 64-bit forms, large products against sums of integers, and two streams at once.
CASE(cublas_wide) {
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  const int64_t n = 257;
  DeviceArray<double> a(numbers<double>(n * n, 91)), b(numbers<double>(n * n, 92)), c(n * n);
  const double one = 1, zero = 0;
  NEED(cublasDgemm_64(blas, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, b, n, &zero, c, n));
  const auto av = a.read(), bv = b.read(), cv = c.read();
  bool right = true;
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < n; ++i) {
      double sum = 0;
      for (int64_t k = 0; k < n; ++k) sum += av[k * n + i] * bv[k * n + j];
      right = right && sum == cv[j * n + i];
    }
  show_truth("Dgemm_64 of 257 x 257", right);
  int64_t index = 0;
  NEED(cublasIdamax_64(blas, n * n, c, 1, &index));
  show_value("Idamax_64", index);
  double sum = 0;
  NEED(cublasDasum_64(blas, n * n, c, 1, &sum));
  std::printf("Dasum_64: %.0f\n", sum);
  NEED(cublasDaxpy_64(blas, n, &one, a, 1, b, n));
  NEED(cublasDdot_64(blas, n, b, 1, b, n, &sum));
  std::printf("Ddot_64: %.0f\n", sum);
  STATUS(cublasDgemm_64(blas, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n - 1, b, n, &zero, c, n));

  cudaStream_t streams[2];
  cublasHandle_t handles[2];
  DeviceArray<double> d(n * n), e(n * n);
  for (int i = 0; i < 2; ++i) {
    MUST(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    NEED(cublasCreate(&handles[i]));
    NEED(cublasSetStream(handles[i], streams[i]));
  }
  for (int round = 0; round < 20; ++round)
    for (int i = 0; i < 2; ++i)
      NEED(cublasDgemm(handles[i], CUBLAS_OP_N, CUBLAS_OP_N, 257, 257, 257, &one, a, 257, a, 257, &zero, i == 0 ? d : e, 257));
  for (cudaStream_t stream : streams) MUST(cudaStreamSynchronize(stream));
  show_truth("two streams agree", d.read() == e.read());
  for (cublasHandle_t handle : handles) NEED(cublasDestroy(handle));
  NEED(cublasDestroy(blas));
}
