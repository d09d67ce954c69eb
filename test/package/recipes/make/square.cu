#include <cstdio>

__global__ void square(int* v) { v[threadIdx.x] *= v[threadIdx.x]; }

int main() {
  int* v;
  cudaMallocManaged(&v, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) v[i] = i;
  square<<<1, 64>>>(v);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i) {
    if (v[i] != i * i) return 1;
  }
  std::puts("right");
  return 0;
}
