// SPDX-License-Identifier: Apache-2.0
// The table of capture/every_call for external semaphores.
#include "../capture/table.h"
#include "semaphore.h"

static struct {
  cudaStream_t s, other;
  cudaExternalSemaphore_t semaphore;
  cudaExternalSemaphoreSignalParams signal;
  cudaExternalSemaphoreWaitParams wait;
} g;
static cudaError_t signal(cudaStream_t stream) {
  return cudaSignalExternalSemaphoresAsync(&g.semaphore, &g.signal, 1, stream);
}
static cudaError_t wait(cudaStream_t stream) {
  return cudaWaitExternalSemaphoresAsync(&g.semaphore, &g.wait, 1, stream);
}

static const Call calls[] = {
    CALL("cudaSignalExternalSemaphoresAsync", return signal(g.s)),
    CALL("cudaWaitExternalSemaphoresAsync", return wait(g.s)),
    CALL("both, other", QUIETLY(signal(g.other)); return wait(g.other)),
    CALL("both, legacy", QUIETLY(signal(nullptr)); return wait(nullptr)),
};

int main() {
  MUST(cudaFree(nullptr));
  MUST(cudaStreamCreateWithFlags(&g.other, cudaStreamNonBlocking));
  g.semaphore = new_semaphore();
  run_table(calls, g.s);
}
