// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// The 64-bit forms, large products against sums of integers, and two streams at once.
#include "blas_values.h"

int main() {
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
