// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory up to 48 KiB is free to take, more must be asked for first.
#include "../transcript.h"

extern __shared__ int dynamic[];

__global__ void touch(int words, int *out) {
  for (int i = threadIdx.x; i < words; i += blockDim.x) dynamic[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    int wrong = 0;
    for (int i = 0; i < words; ++i) wrong += dynamic[i] != i;
    *out = wrong;
  }
}

__global__ void with_static(int words, int *out) {
  __shared__ int fixed[256];
  fixed[threadIdx.x] = -1;
  for (int i = threadIdx.x; i < words; i += blockDim.x) dynamic[i] = 5;
  __syncthreads();
  if (threadIdx.x == 0) {
    int wrong = 0;
    for (int i = 0; i < 256; ++i) wrong += fixed[i] != -1;
    for (int i = 0; i < words; ++i) wrong += dynamic[i] != 5;
    *out = wrong;
  }
}

int main() {
  DeviceArray<int> out(1);
  for (int bytes : {0, 4, 1024, 49152, 49156, 65536}) {
    MUST(cudaMemset(out, 0xff, 4));
    touch<<<1, 64, bytes>>>(bytes / 4, out);
    cudaError_t e = cudaGetLastError();
    MUST(cudaDeviceSynchronize());
    std::printf("%d bytes: %s, wrong %d\n", bytes, name_of(e), out.read()[0]);
  }
  SHOW(cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  cudaFuncAttributes attributes;
  SHOW(cudaFuncGetAttributes(&attributes, touch));
  show_value("most dynamic shared memory", attributes.maxDynamicSharedSizeBytes);
  touch<<<1, 64, 65536>>>(16384, out);
  show_last_error("of 65536 bytes");
  SHOW(cudaDeviceSynchronize());
  show_value("wrong", out.read()[0]);
  touch<<<1, 64, 65540>>>(16385, out);
  show_last_error("of 65540 bytes");
  SHOW(cudaFuncGetAttributes(&attributes, with_static));
  show_value("static shared memory", static_cast<long long>(attributes.sharedSizeBytes));
  with_static<<<1, 256, 49152 - 1024>>>(12032, out);
  show_last_error("with 1 KiB static, 47 KiB dynamic");
  SHOW(cudaDeviceSynchronize());
  show_value("wrong", out.read()[0]);
  with_static<<<1, 256, 49152>>>(12288, out);
  show_last_error("with 1 KiB static, 48 KiB dynamic");
  SHOW(cudaDeviceSynchronize());
}
