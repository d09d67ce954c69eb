// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// Products of halves, bfloat16, bytes and floats: which combinations exist, and their results in small integers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "blas_values.h"

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

int main() {
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
