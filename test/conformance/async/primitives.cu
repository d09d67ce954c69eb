// SPDX-License-Identifier: Apache-2.0
// The C forms of asynchronous copies, and cp.async in inline PTX with addresses of 32 bits.
#include <cuda_pipeline.h>

#include "../transcript.h"

__global__ void kernel(const int *in, int *out) {
  __shared__ alignas(16) int room[256];
  __shared__ __mbarrier_t bar;
  int t = threadIdx.x;
  if (t == 0) __mbarrier_init(&bar, 64);
  __syncthreads();
  __pipeline_memcpy_async(room + 4 * t, in + 4 * (63 - t), 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[t] = room[t] + room[255 - t];
  __syncthreads();
  __pipeline_memcpy_async(room + 2 * t, in + 2 * t, 8, t % 2 ? 4 : 0);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[64 + t] = room[2 * t] * 10 + room[2 * t + 1];
  __syncthreads();
  unsigned address = unsigned(__cvta_generic_to_shared(room + t));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(in + t * 3) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  int value;
  asm volatile("ld.shared.s32 %0, [%1+4];" : "=r"(value) : "r"(t < 63 ? address : address - 4) : "memory");
  out[128 + t] = value;
  __syncthreads();
  asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(unsigned(__cvta_generic_to_shared(room + 2 * t))), "r"(t), "r"(t * t) : "memory");
  int old;
  asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(unsigned(__cvta_generic_to_shared(room + 2 * t))), "r"(100) : "memory");
  __syncthreads();
  out[192 + t] = room[2 * t] * 10000 + room[127 - 2 * t] + old;
}

int main() {
  std::vector<int> in(256);
  for (int i = 0; i < 256; ++i) in[i] = i * 7 % 251;
  DeviceArray<int> from(in), out(256);
  kernel<<<1, 64>>>(from, out);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}
