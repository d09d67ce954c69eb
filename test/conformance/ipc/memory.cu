// SPDX-License-Identifier: Apache-2.0
// Device memory of one process, opened in another.
#include "../two_processes.h"

__global__ void add(int *p, int v) { p[threadIdx.x] += v; }

namespace {

void owner(Channel &channel) {
  int *p;
  MUST(cudaMalloc(&p, 1 << 20));
  MUST(cudaMemset(p, 0, 1 << 20));
  add<<<1, 256>>>(p, 5);
  MUST(cudaDeviceSynchronize());
  cudaIpcMemHandle_t handle, again, interior;
  SHOW(cudaIpcGetMemHandle(&handle, p));
  SHOW(cudaIpcGetMemHandle(&again, p));
  show_truth("the same handle twice", std::memcmp(&handle, &again, sizeof handle) == 0);
  SHOW(cudaIpcGetMemHandle(&interior, p + 64));
  void *self = nullptr;
  SHOW(cudaIpcOpenMemHandle(&self, handle, cudaIpcMemLazyEnablePeerAccess));
  cudaGetLastError();
  channel.send(handle);
  channel.receive<int>();
  int seen[2];
  MUST(cudaMemcpy(&seen[0], p, sizeof(int), cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(&seen[1], p + 255, sizeof(int), cudaMemcpyDeviceToHost));
  show_row("the owner sees", {seen[0], seen[1]});
  add<<<1, 256>>>(p, 1000);
  MUST(cudaDeviceSynchronize());
  channel.send(1);
  channel.receive<int>();
  SHOW(cudaFree(p));
}

void opener(Channel &channel) {
  const auto handle = channel.receive<cudaIpcMemHandle_t>();
  void *p = nullptr, *again = nullptr;
  SHOW(cudaIpcOpenMemHandle(&p, handle, cudaIpcMemLazyEnablePeerAccess));
  SHOW(cudaIpcOpenMemHandle(&again, handle, cudaIpcMemLazyEnablePeerAccess));
  show_truth("opened twice at one address", again == p);
  if (again != nullptr) SHOW(cudaIpcCloseMemHandle(again));
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, p));
  show_value("type", attributes.type);
  add<<<1, 256>>>(static_cast<int *>(p), 100);
  SHOW(cudaDeviceSynchronize());
  int first = 0;
  SHOW(cudaMemcpy(&first, p, sizeof first, cudaMemcpyDeviceToHost));
  show_value("the opener sees", first);
  channel.send(1);
  channel.receive<int>();
  SHOW(cudaMemcpy(&first, p, sizeof first, cudaMemcpyDeviceToHost));
  show_value("the opener sees", first);
  SHOW(cudaFree(p));
  SHOW(cudaIpcCloseMemHandle(static_cast<char *>(p) + 64));
  SHOW(cudaIpcCloseMemHandle(p));
  SHOW(cudaIpcCloseMemHandle(p));
  channel.send(1);
}

}  // namespace

int main() { return run_two_processes(owner, opener); }
