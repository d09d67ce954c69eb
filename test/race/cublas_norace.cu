// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas -lcublasLt
// What a routine leaves alone may be used meanwhile: the other triangle, rows between columns, vectors with a step; and what it does not
// read need not have been written: C where beta is zero, in host memory or on the device; A and B where alpha is. A vector may be copied
// to itself.
#include <cublasLt.h>
#include <cublas_v2.h>
#include "case.h"

constexpr int kOrder = 16;

__global__ void make(float* a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = i % 3;
}
__global__ void fill_upper(float* a) {
  for (int j = threadIdx.x; j < kOrder; j += blockDim.x)
    for (int i = 0; i < j; ++i) a[j * kOrder + i] = 1;
}
__global__ void fill_odd(float* a, int n) {
  for (int i = 2 * threadIdx.x + 1; i < n; i += 2 * blockDim.x) a[i] = 1;
}

float* floats(const Device& memory) { return reinterpret_cast<float*>(static_cast<char*>(memory)); }

/// A and B are the same.
void multiply_by_zero(const float* a, float* d, cudaStream_t stream) {
  const float zero = 0;
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  cublasLtMatmulDesc_t product;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayout_t layout;
  cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, kOrder, kOrder, kOrder);
  cublasLtMatmul(handle, product, &zero, a, layout, a, layout, &zero, d, layout, d, layout, nullptr,
                 nullptr, 0, stream);
  cublasLtMatrixLayoutDestroy(layout);
  cublasLtMatmulDescDestroy(product);
  cublasLtDestroy(handle);
}

int main() {
  const float one = 1, zero = 0;
  constexpr size_t kBytes = sizeof(float) * kOrder * kOrder;
  const Device a(kBytes), b(kBytes), fresh(kBytes), other(kBytes), batched(kBytes),
      factors(2 * sizeof(float)), table(2 * sizeof(float*));
  make<<<1, 32>>>(floats(a), kOrder * kOrder);
  make<<<1, 32>>>(floats(b), kOrder * kOrder);
  make<<<1, 32>>>(floats(other), kOrder * kOrder);
  const float host_factors[] = {1, 0};
  float* const matrices[] = {floats(a), floats(b)};
  cudaMemcpy(factors, host_factors, sizeof host_factors, cudaMemcpyHostToDevice);
  cudaMemcpy(table, matrices, sizeof matrices, cudaMemcpyHostToDevice);
  cudaDeviceSynchronize();
  const Streams<2> streams;
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, streams[0]);

  cublasSsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, kOrder, kOrder, &one, floats(a), kOrder,
              &one, floats(other), kOrder);
  fill_upper<<<1, 32, 0, streams[1]>>>(floats(other));
  cudaDeviceSynchronize();

  cublasSscal(handle, kOrder * kOrder / 2, &one, floats(other), 2);
  fill_odd<<<1, 32, 0, streams[1]>>>(floats(other), kOrder * kOrder);
  cudaDeviceSynchronize();

  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, kOrder, kOrder, kOrder, &one, floats(a), kOrder,
              floats(b), kOrder, &zero, floats(fresh), kOrder);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, kOrder, kOrder / 2, kOrder / 2,
                            floats(factors), floats(a), kOrder, 0, floats(b), kOrder, 0,
                            floats(factors) + 1, floats(batched), kOrder, kOrder * kOrder / 2, 2);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  float* const* const addresses = reinterpret_cast<float* const*>(static_cast<char*>(table));
  cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, kOrder, kOrder, kOrder, &one, addresses,
                     kOrder, addresses, kOrder, &zero, addresses + 1, kOrder, 0);
  cudaDeviceSynchronize();

  cublasScopy(handle, kOrder, floats(a), 1, floats(a), 1);
  cublasCopyEx(handle, kOrder, floats(a), CUDA_R_32F, 1, floats(a), CUDA_R_32F, 1);
  float copied[kOrder];
  cudaStreamSynchronize(streams[0]);
  cudaMemcpy(copied, floats(a), sizeof copied, cudaMemcpyDeviceToHost);
  const bool good = copied[1] == 1 && copied[2] == 2;

  const Device unwritten(kBytes), zeros(kBytes);
  cublasStrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
              kOrder, kOrder, &zero, floats(unwritten), kOrder, floats(unwritten), kOrder,
              floats(zeros), kOrder);
  multiply_by_zero(floats(unwritten), floats(other), streams[0]);
  cublasStrmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
              kOrder, kOrder, &zero, floats(a), kOrder, floats(unwritten), kOrder,
              floats(unwritten), kOrder);
  cudaDeviceSynchronize();
  cublasDestroy(handle);
  return good ? finish() : 1;
}
