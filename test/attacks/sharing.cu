// SPDX-License-Identifier: Apache-2.0
// Memory and events of other processes, which end too early or were never there.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

struct Shared {
  cudaIpcMemHandle_t memory;
  cudaIpcEventHandle_t event;
};

// Starts a process that exports both and then waits for a byte, or ends at once.
static pid_t exporter(Shared& shared, int& keep_open, bool ends_at_once) {
  int out[2], in[2];
  GOOD(pipe(out));
  GOOD(pipe(in));
  const pid_t child = fork();
  if (child == 0) {
    int* values = nullptr;
    cudaEvent_t event;
    Shared made;
    GOOD(cudaMalloc(&values, 4096));
    GOOD(cudaMemset(values, 1, 4096));
    GOOD(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
    GOOD(cudaEventRecord(event));
    GOOD(cudaDeviceSynchronize());
    GOOD(cudaIpcGetMemHandle(&made.memory, values));
    GOOD(cudaIpcGetEventHandle(&made.event, event));
    EXPECT(write(out[1], &made, sizeof made) == sizeof made);
    char byte;
    close(in[1]);
    if (!ends_at_once && read(in[0], &byte, 1) < 0) _exit(1);
    _exit(0);
  }
  close(in[0]);
  EXPECT(read(out[0], &shared, sizeof shared) == sizeof shared);
  keep_open = in[1];
  return child;
}

ATTACK(handles_after_the_exporter) {
  Shared shared;
  int pipe_end;
  const pid_t child = exporter(shared, pipe_end, true);
  waitpid(child, nullptr, 0);
  void* memory = nullptr;
  cudaEvent_t event = nullptr;
  const cudaError_t opened =
      cudaIpcOpenMemHandle(&memory, shared.memory, cudaIpcMemLazyEnablePeerAccess);
  EXPECT(opened != cudaSuccess);
  const cudaError_t event_opened = cudaIpcOpenEventHandle(&event, shared.event);
  EXPECT(event_opened != cudaSuccess);
  return 0;
}

ATTACK(the_exporter_is_killed) {
  Shared shared;
  int pipe_end;
  const pid_t child = exporter(shared, pipe_end, false);
  int* memory = nullptr;
  cudaEvent_t event = nullptr;
  GOOD(cudaIpcOpenMemHandle(reinterpret_cast<void**>(&memory), shared.memory,
                            cudaIpcMemLazyEnablePeerAccess));
  GOOD(cudaIpcOpenEventHandle(&event, shared.event));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  // What it shared is memory of both: it stays until both have closed it.
  add_to<<<1, 64>>>(memory, 1);
  GOOD(cudaStreamWaitEvent(nullptr, event));
  GOOD(cudaEventSynchronize(event));
  int values[64];
  GOOD(cudaMemcpy(values, memory, sizeof values, cudaMemcpyDefault));
  EXPECT(values[3] == 0x01010102);
  GOOD(cudaIpcCloseMemHandle(memory));
  GOOD(cudaEventDestroy(event));
  return 0;
}

ATTACK(handles_of_nothing) {
  Shared shared, good;
  int pipe_end = -1;
  const pid_t child = exporter(good, pipe_end, true);
  waitpid(child, nullptr, 0);
  for (const int byte : {0, 1, 255}) {
    std::memset(&shared, byte, sizeof shared);
    void* memory = nullptr;
    cudaEvent_t event = nullptr;
    EXPECT(cudaIpcOpenMemHandle(&memory, shared.memory, cudaIpcMemLazyEnablePeerAccess) !=
           cudaSuccess);
    EXPECT(cudaIpcOpenEventHandle(&event, shared.event) != cudaSuccess);
  }
  for (int bit = 0; bit < 512; ++bit) {
    Shared damaged = good;
    reinterpret_cast<unsigned char*>(&damaged.memory)[bit / 8] ^=
        static_cast<unsigned char>(1 << bit % 8);
    reinterpret_cast<unsigned char*>(&damaged.event)[bit / 8] ^=
        static_cast<unsigned char>(1 << bit % 8);
    void* memory = nullptr;
    cudaEvent_t event = nullptr;
    EXPECT(cudaIpcOpenMemHandle(&memory, damaged.memory, cudaIpcMemLazyEnablePeerAccess) !=
           cudaSuccess);
    EXPECT(cudaIpcOpenEventHandle(&event, damaged.event) != cudaSuccess);
  }
  return 0;
}
