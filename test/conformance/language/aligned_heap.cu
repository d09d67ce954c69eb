// SPDX-License-Identifier: Apache-2.0
// Memory of the device's heap with an alignment.
#include "../transcript.h"

__global__ void allocate(int *out) {
  int n = 0;
  for (size_t align = 1; align <= 65536; align *= 2, ++n) {
    char *p = (char *)__nv_aligned_device_malloc(align * 2, align);
    out[n] = p != nullptr && (unsigned long long)p % align == 0;
    if (p != nullptr) {
      p[0] = 1;
      p[align * 2 - 1] = 2;
    }
    free(p);
  }
}

__global__ void odd(int *out) {
  void *none = __nv_aligned_device_malloc(0, 16);
  free(none);
  void *p = __nv_aligned_device_malloc(size_t(1) << 40, 16);
  out[0] = p == nullptr;
  void *three = __nv_aligned_device_malloc(48, 24);
  out[1] = three == nullptr;
  void *zero = __nv_aligned_device_malloc(48, 0);
  out[2] = zero == nullptr;
}

__global__ void many(int *out) {
  char *p = (char *)__nv_aligned_device_malloc(96, 128);
  for (int i = 0; i < 96; ++i) p[i] = (char)threadIdx.x;
  __syncthreads();
  int wrong = (unsigned long long)p % 128 != 0;
  for (int i = 0; i < 96; ++i) wrong += p[i] != (char)threadIdx.x;
  out[threadIdx.x] = wrong;
  free(p);
}

int main() {
  DeviceArray<int> out(64);
  allocate<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("aligned", out.read());
  many<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("wrong", out.read());
  odd<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  std::vector<int> answers = out.read();
  show_truth("too much is refused", answers[0]);
  show_truth("no power of two is refused", answers[1]);
  show_truth("zero is refused", answers[2]);
}
