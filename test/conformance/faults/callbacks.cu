// SPDX-License-Identifier: Apache-2.0
// Callbacks queued behind a fault: AddCallback functions run and are told, LaunchHostFunc functions are skipped. When
// they run is not promised: a synchronising call may report the fault before they have. A gate holds the stream until
// all are queued: a call made after the fault would be refused.
#include "../gate.h"
#include "fault.h"

__global__ void fail(int *p) { *p = 1; }

static std::atomic<int> told{0}, told_illegal_address{0}, host_functions{0};
void CUDART_CB callback(cudaStream_t, cudaError_t status, void *) {
  told_illegal_address += status == cudaErrorIllegalAddress;
  ++told;
}
void function(void *) { ++host_functions; }

int main() {
  prepare_gates();
  cudaStream_t a;
  MUST(cudaStreamCreate(&a));
  Gate gate(a);
  fail<<<1, 1, 0, a>>>(nullptr);
  MUST(cudaStreamAddCallback(a, callback, nullptr, 0));
  MUST(cudaLaunchHostFunc(a, function, nullptr));
  MUST(cudaStreamAddCallback(a, callback, nullptr, 0));
  gate.open();
  SHOW(cudaStreamSynchronize(a));
  SHOW(cudaDeviceSynchronize());
  for (int i = 0; i < 300 && told < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  show_row("callbacks, told of the address, host functions", {told, told_illegal_address, host_functions});
}
