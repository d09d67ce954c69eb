// SPDX-License-Identifier: Apache-2.0
// Null pointers, zero sizes, ranges that leave an allocation.
#include "../transcript.h"

int main() {
  char *device, *null = nullptr;
  char host[256] = {};
  MUST(cudaMalloc(&device, 256));
  SHOW(cudaMemcpy(null, host, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(device, null, 0, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(null, host, 16, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(device, null, 16, cudaMemcpyHostToDevice));
  SHOW(cudaMemcpy(null, device, 16, cudaMemcpyDeviceToHost));
  SHOW(cudaMemcpyAsync(null, host, 16, cudaMemcpyHostToDevice, nullptr));
  SHOW(cudaMemset(null, 0, 0));
  SHOW(cudaMemset(null, 0, 16));
  SHOW(cudaMemset(host, 0, 16));
  SHOW(cudaMemset(device, 0, 0));
  SHOW(cudaMemset(device, 0, std::size_t(1) << 40));
  SHOW(cudaMemcpy(device, device + 128, std::size_t(1) << 40, cudaMemcpyDeviceToDevice));
  show_last_error("after these");
  SHOW(cudaMemcpy(device, device, 16, cudaMemcpyDeviceToDevice));
  void *p = host;
  SHOW(cudaMalloc(&p, 0));
  show_truth("null", p == nullptr);
  SHOW(cudaMallocHost(&p, 0));
  show_truth("null", p == nullptr);
  p = host;
  SHOW(cudaHostAlloc(&p, 0, 0));
  show_truth("null", p == nullptr);
  p = host;
  SHOW(cudaMallocManaged(&p, 0));
  show_truth("null", p == nullptr);
  SHOW(cudaMalloc((void **)nullptr, 16));
  SHOW(cudaMalloc(&p, std::size_t(1) << 60));
  SHOW(cudaMallocHost((void **)nullptr, 16));
  SHOW(cudaHostAlloc(&p, 16, 0x100));
  SHOW(cudaMallocManaged(&p, 16, 0));
  SHOW(cudaMallocManaged(&p, 16, 7));
  SHOW(cudaFree(nullptr));
  SHOW(cudaFreeHost(nullptr));
}
