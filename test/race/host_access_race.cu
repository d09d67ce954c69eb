// SPDX-License-Identifier: Apache-2.0
// expect: race/race race/race race/race race/race race/race race/race race/race
// says: copy and host access on 1 byte of pinned memory
// says: host access writes
// says: copy and host access on 16 bytes of pinned memory
// says: the host has not waited for the copy on stream
// says: memory: byte 4096 of 8192 bytes of registered memory
// says: memory: byte 4092 of 16384 bytes of managed memory
// The host touches memory that operations in flight use. FIXED: it waits first, in each of the ways there are.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "case.h"

__global__ void fill(int* out, int n, int value) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = value;
}
/// A persistent kernel's mailbox: the host writes the question, waits for the answer, and reads the data. All by volatile words.
__global__ void answer(volatile int* mailbox, int* data) {
  while (mailbox[0] == 0) {
  }
  data[0] = 7;
  __threadfence_system();
  mailbox[1] = 1;
}

inline int sum = 0;
/// So that the accesses stay in the program.
inline void keep(int value) { sum += value; }

inline void wait_for(cudaStream_t stream) {
  if (FIXED) cudaStreamSynchronize(stream);
}

inline void pinned_and_registered(cudaStream_t s, char* device) {
  Pinned to(8192), from(300000);
  cudaMemcpyAsync(to, device, 8192, cudaMemcpyDeviceToHost, s);
  if (FIXED) {
    Event done;
    cudaEventRecord(done, s);
    while (cudaEventQuery(done) == cudaErrorNotReady) {
    }
  }
  keep(to[5000]);

  std::memset(from, 1, 300000);
  cudaMemcpyAsync(device, from, 300000, cudaMemcpyHostToDevice, s);
  keep(from[299999]);  // both read
  wait_for(s);
  from[299999] = 2;

  char* const own = static_cast<char*>(std::aligned_alloc(4096, 8192));
  cudaHostRegister(own, 8192, 0);
  hold(s);
  cudaMemcpyAsync(own, device, 8192, cudaMemcpyDeviceToHost, s);
  if (FIXED) let_go();
  wait_for(s);
  own[4096] = 3;
  if (!FIXED) let_go();
  cudaHostUnregister(own);
  own[4097] = 3;
  std::free(own);
}

inline void managed(cudaStream_t s) {
  int* memory;
  cudaMallocManaged(&memory, 4096 * sizeof(int));
  memory[0] = 1;
  fill<<<4, 64, 0, s>>>(memory, 4094, 5);
  memory[4095] = 2;  // not what the kernel touches
  wait_for(s);
  keep(memory[1023]);
  cudaFree(memory);
}

/// A system call fails where an access of the program faults: it must not.
inline void system_calls(cudaStream_t s, char* device) {
  Pinned buffer(8192);
  std::memset(buffer, 0, 8192);
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  cudaMemcpyAsync(buffer, device, 6000, cudaMemcpyDeviceToHost, s);
  if (write(ends[1], buffer + 6000, 512) != 512) std::abort();
  if (read(ends[0], buffer + 6800, 512) != 512) std::abort();
  wait_for(s);
  if (write(ends[1], buffer + 10, 16) != 16) std::abort();
  close(ends[0]);
  close(ends[1]);
}

inline void graph(cudaStream_t s, char* device) {
  Pinned input(256);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(device, input, 256, cudaMemcpyHostToDevice, s);
  cudaMemsetAsync(device, 0, 16, s);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  wait_for(s);
  input[0] = 1;
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

/// Another thread of the program.
inline void thread(cudaStream_t s, char* device) {
  Pinned buffer(64);
  cudaMemsetAsync(buffer, 1, 64, s);
  wait_for(s);
  std::thread([&] { keep(buffer[63]); }).join();
}

// ---- Right in both: nothing of it is a finding ----

inline void told_by_memory(cudaStream_t s, char* device) {
  Pinned buffer(64);
  std::atomic<int> is_done{0};
  cudaMemcpyAsync(buffer, device, 64, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, [](void* flag) { *static_cast<std::atomic<int>*>(flag) = 1; }, &is_done);
  while (is_done == 0) std::this_thread::yield();
  keep(buffer[1]);

  Pinned words(4096 * 3);
  auto* const mailbox = reinterpret_cast<volatile int*>(static_cast<char*>(words));
  auto* const data = reinterpret_cast<int*>(words + 8192);
  mailbox[0] = mailbox[1] = 0;
  answer<<<1, 1, 0, s>>>(const_cast<int*>(mailbox), data);
  mailbox[0] = 1;
  while (mailbox[1] == 0) std::this_thread::yield();
  keep(data[0]);
}

inline void child_process(cudaStream_t s, char* device) {
  Pinned buffer(64);
  cudaMemcpyAsync(buffer, device, 64, cudaMemcpyDeviceToHost, s);
  const pid_t child = fork();
  if (child == 0) _exit(buffer[3] == 1 ? 1 : 0);
  int status = 1;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status)) std::abort();
}

inline sigjmp_buf back;
/// A handler of the program sees the program's own faults, and those only; a mask of all signals does not hide ours.
inline void own_handler(cudaStream_t s, char* device) {
  signal(SIGSEGV, [](int) { siglongjmp(back, 1); });
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Pinned buffer(4096);
  cudaMemcpyAsync(buffer, device, 64, cudaMemcpyDeviceToHost, s);
  buffer[64] = 1;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (sigsetjmp(back, 1) == 0) {
    *static_cast<volatile int*>(nullptr) = 1;
    std::abort();
  }
  signal(SIGSEGV, SIG_DFL);
}

int main() {
  Streams<1> s;
  Device x(300000);
  cudaMemset(x, 0, 300000);
  cudaDeviceSynchronize();
  pinned_and_registered(s[0], x);
  managed(s[0]);
  system_calls(s[0], x);
  graph(s[0], x);
  thread(s[0], x);
  told_by_memory(s[0], x);
  child_process(s[0], x);
  own_handler(s[0], x);
  return finish();
}
