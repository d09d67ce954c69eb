// SPDX-License-Identifier: Apache-2.0
// The C++ forms of calls that give memory take pointers to qualified types too.
#include "../transcript.h"

__global__ void sum(const float *a, const volatile int *b, const unsigned char *c, int *out) {
  *out = static_cast<int>(a[0]) + b[0] + c[0];
}

int main() {
  const float *a = nullptr;
  const volatile int *b = nullptr;
  volatile unsigned char *c = nullptr;
  const int *pitched = nullptr;
  const int *managed = nullptr;
  const int *pinned = nullptr;
  const int *mapped = nullptr;
  const int *ordered = nullptr;
  std::size_t pitch = 0;
  SHOW(cudaMalloc(&a, 4));
  SHOW(cudaMalloc(&b, 4));
  SHOW(cudaMalloc(&c, 4));
  SHOW(cudaMallocPitch(&pitched, &pitch, 8, 2));
  SHOW(cudaMallocManaged(&managed, 4));
  SHOW(cudaMallocHost(&pinned, 4));
  SHOW(cudaHostGetDevicePointer(&mapped, const_cast<int *>(pinned), 0));
  SHOW(cudaMallocAsync(&ordered, 4, nullptr));
  MUST(cudaMemset(const_cast<float *>(a), 0, 4));
  MUST(cudaMemset(const_cast<int *>(b), 1, 4));
  MUST(cudaMemset(const_cast<unsigned char *>(c), 2, 4));
  DeviceArray<int> out(1);
  sum<<<1, 1>>>(a, b, const_cast<unsigned char *>(c), out);
  MUST(cudaGetLastError());
  show_value("sum", out.read()[0]);
  SHOW(cudaFree(const_cast<float *>(a)));
  SHOW(cudaFree(const_cast<int *>(b)));
  SHOW(cudaFree(const_cast<unsigned char *>(c)));
  SHOW(cudaFree(const_cast<int *>(pitched)));
  SHOW(cudaFree(const_cast<int *>(managed)));
  SHOW(cudaFreeHost(const_cast<int *>(pinned)));
  SHOW(cudaFreeAsync(const_cast<int *>(ordered), nullptr));
  SHOW(cudaDeviceSynchronize());
}
