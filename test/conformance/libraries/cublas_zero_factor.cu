// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas -lcublasLt
// Products of operands with types of their own by a factor of 0: what would be multiplied is not read, so nothing need be there.
#include <cublasLt.h>

#include <cuda_fp16.h>

#include "blas_values.h"

static bool all_good = true;

template <class T>
void expect(const char *what, cublasStatus_t status, const DeviceArray<T> &result, float expected) {
  MUST(cudaDeviceSynchronize());
  bool is_good = status == CUBLAS_STATUS_SUCCESS;
  for (const T &value : result.read()) is_good = is_good && static_cast<float>(value) == expected;
  show_truth(what, is_good);
  all_good = all_good && is_good;
}

// cuBLASLt takes no null.
static cublasStatus_t multiply_by_lt(__half *c) {
  const float zero = 0, two = 2;
  const void *const nothing = reinterpret_cast<const void *>(4096);
  cublasLtHandle_t lt;
  cublasLtMatmulDesc_t product;
  cublasLtMatrixLayout_t square;
  NEED(cublasLtCreate(&lt));
  NEED(cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  NEED(cublasLtMatrixLayoutCreate(&square, CUDA_R_16F, 4, 4, 4));
  const cublasStatus_t status = cublasLtMatmul(lt, product, &zero, nothing, square, nothing, square, &two, c, square, c, square, nullptr, nullptr, 0, nullptr);
  NEED(cublasLtMatrixLayoutDestroy(square));
  NEED(cublasLtMatmulDescDestroy(product));
  NEED(cublasLtDestroy(lt));
  return status;
}

int main() {
  const float zero = 0, two = 2;
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
    DeviceArray<__half> c(std::vector<__half>(16, __half(3.f)));
    expect("GemmEx", cublasGemmEx(blas, op, op, 4, 4, 5, &zero, nullptr, CUDA_R_16F, 5, nullptr, CUDA_R_16F, 5, &two, c, CUDA_R_16F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT), c, 6);
    DeviceArray<__half> y(std::vector<__half>(4, __half(3.f)));
    expect("gemv", cublasHSHgemvStridedBatched(blas, op, 4, 4, &zero, nullptr, 4, 0, nullptr, 1, 0, &two, y, 1, 4, 1), y, 6);
  }
  const cuComplex none{0, 0}, twice{2, 0};
  DeviceArray<cuComplex> c(std::vector<cuComplex>(1, cuComplex{3, 0}));
  const cublasStatus_t status = cublasCsyrkEx(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, 1, 4, &none, nullptr, CUDA_C_8I, 4, &twice, c, CUDA_C_32F, 1);
  MUST(cudaDeviceSynchronize());
  const bool is_good = status == CUBLAS_STATUS_NOT_SUPPORTED || (status == CUBLAS_STATUS_SUCCESS && c.read()[0].x == 6);
  show_truth("syrkEx", is_good);
  DeviceArray<__half> d(std::vector<__half>(16, __half(3.f)));
  expect("Matmul", multiply_by_lt(d), d, 6);
  NEED(cublasDestroy(blas));
  return all_good && is_good ? 0 : 1;
}
