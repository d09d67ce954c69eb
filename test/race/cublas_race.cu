// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas -lcusolver
// expect: race/race race/race race/race race/race race/race race/race
// says: kernel cublas_writes_its_output
// says: kernel cublas_works_in_place
// says: kernel cublas_reads_its_input
// says: kernel cusolver_works_in_place
// What libraries compute is seen: a product that a kernel of another stream uses, a sum to which two handles add, a matrix and
// pivots that are read while it is factored, a vector that is searched while a kernel writes it, and a matrix that the host
// copies too early.
// FIXED: each waits.
#include <cublas_v2.h>
#include <cusolverDn.h>
#include "case.h"

constexpr int kOrder = 24;

__global__ void scale(float* c, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kOrder * kOrder) c[i] *= by;
}

/// On the diagonal 2, beside it 1.
__global__ void make(float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kOrder * kOrder) a[i] = i % (kOrder + 1) == 0 ? 2 : i % (kOrder + 1) == 1 ? 1 : 0;
}

struct Matrix : Device {
  Matrix() : Device(sizeof(float) * kOrder * kOrder) {
    make<<<kOrder, kOrder>>>(*this);
    cudaDeviceSynchronize();
  }
  operator float*() const { return reinterpret_cast<float*>(static_cast<char*>(*this)); }
};

struct Blas {
  Streams<1> stream;
  cublasHandle_t handle;
  Blas() {
    cublasCreate(&handle);
    cublasSetStream(handle, stream[0]);
  }
  ~Blas() { cublasDestroy(handle); }
};

/// One stream after the other, where that is what the program does.
void order(cudaStream_t first, cudaStream_t second) {
#if FIXED
  Event event;
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event);
#endif
}

int main() {
  const float one = 1, zero = 0;
  const Matrix a, b, c, sum, lu, solved, searched, last;
  const Blas blas, other;
  const Streams<2> streams;

  cublasSgemm(blas.handle, CUBLAS_OP_N, CUBLAS_OP_T, kOrder, kOrder, kOrder, &one, a, kOrder, b,
              kOrder, &zero, c, kOrder);
  order(blas.stream[0], streams[0]);
  scale<<<kOrder, kOrder, 0, streams[0]>>>(c, 2);

  cublasSaxpy(blas.handle, kOrder * kOrder, &one, a, 1, sum, 1);
  order(blas.stream[0], other.stream[0]);
  cublasSaxpy(other.handle, kOrder * kOrder, &one, b, 1, sum, 1);

  const Device pivots(sizeof(int) * kOrder), facts(2 * sizeof(int)),
      work(sizeof(float) * kOrder * kOrder);
  auto* const pivot = reinterpret_cast<int*>(static_cast<char*>(pivots));
  auto* const fact = reinterpret_cast<int*>(static_cast<char*>(facts));
  auto* const workspace = reinterpret_cast<float*>(static_cast<char*>(work));
  cudaMemset(pivots, 0, sizeof(int) * kOrder);
  cudaDeviceSynchronize();
  cusolverDnHandle_t solver[2];
  for (int i = 0; i < 2; ++i) {
    cusolverDnCreate(&solver[i]);
    cusolverDnSetStream(solver[i], streams[i]);
  }
  cusolverDnSgetrf(solver[0], kOrder, kOrder, lu, kOrder, workspace, pivot, fact);
  order(streams[0], streams[1]);
  cusolverDnSgetrs(solver[1], CUBLAS_OP_N, kOrder, kOrder, lu, kOrder, pivot, solved, kOrder,
                   fact + 1);

  int largest = 0;
  scale<<<kOrder, kOrder, 0, streams[1]>>>(searched, 2);
  order(streams[1], blas.stream[0]);
  cublasIamaxEx(blas.handle, kOrder * kOrder, static_cast<float*>(searched), CUDA_R_32F, 1,
                &largest);

  cublasStrsm(blas.handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT,
              kOrder, kOrder, &one, a, kOrder, last, kOrder);
#if FIXED
  cudaStreamSynchronize(blas.stream[0]);
#endif
  float result[kOrder];
  cudaMemcpy(result, static_cast<float*>(last), sizeof result, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  for (auto& each : solver) cusolverDnDestroy(each);
  return finish();
}
