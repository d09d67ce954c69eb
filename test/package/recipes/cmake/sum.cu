#include <cuda_runtime.h>

__global__ void add(int n, const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}

int sum_on_device(int device, int n, const int* values) {
  int *in, *out, result = -1;
  if (cudaSetDevice(device) != cudaSuccess) return -1;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(int));
  add<<<(n + 255) / 256, 256>>>(n, in, out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return cudaGetLastError() == cudaSuccess ? result : -1;
}
