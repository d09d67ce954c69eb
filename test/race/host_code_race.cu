// SPDX-License-Identifier: Apache-2.0
// flags: -fcheck-host -O2
// tools: race
// expect: race/race race/race race/race race/race race/race race/race race/race race/unpromised order race/unpromised order race/unpromised order race/unpromised order race/unpromised order race/unpromised order race/unpromised order
// says: byte 107 of 4096 bytes of pinned memory
// says: unpromised order: copy and host access on 1 byte of pageable memory
// says: byte 199998 of 199999 bytes of pageable memory
// says: unpromised order: copy and host access on 1000 bytes of pageable memory
// says: CUDA does not promise that an asynchronous copy of pageable memory has written it when the call returns
// Code of -fcheck-host: the host's accesses to pageable memory of asynchronous copies, and to all bytes of memory that it shares with
// devices. FIXED: it waits first, in each of the ways there are.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "case.h"

__global__ void fill(int* out, int n, int value) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = value;
}
__global__ void add(const int* in, int* out) { *out += *in; }

inline int sum = 0;
/// So that the accesses stay in the program.
inline void keep(int value) { sum += value; }

constexpr size_t kLarge = 200000;  // more than is read at the call

/// Patterns 1 and 2, on bytes of one page: all accesses, and those of other bytes are right.
inline void pinned(cudaStream_t s, char* device) {
  Pinned to(4096);
  std::memset(to, 0, 4096);
  cudaMemcpyAsync(to, device, 1000, cudaMemcpyDeviceToHost, s);
  keep(to[1000]);
  to[4095] = 1;
  if (FIXED) cudaStreamSynchronize(s);
  keep(to[999]);
  to[0] = 1;

  Pinned from(4096);
  std::memset(from, 1, 4096);
  cudaMemcpyAsync(device, from + 8, 100, cudaMemcpyHostToDevice, s);
  keep(from[8]);  // both read
  for (int i = 108; i < 4096; ++i) from[i] = 2;
  if (FIXED) cudaStreamSynchronize(s);
  for (int i = 107; i < 200; ++i) from[i] = 3;
}

/// Pattern 4: code that was written for pinned memory.
inline void pageable_to(cudaStream_t s, char* device) {
  std::vector<char> to(kLarge);
  cudaMemcpyAsync(to.data() + 1, device, kLarge - 1, cudaMemcpyDeviceToHost, s);
  keep(to[0]);
  if (FIXED) {
    Event done;
    cudaEventRecord(done, s);
    while (cudaEventQuery(done) == cudaErrorNotReady) {
    }
  }
  keep(to[kLarge - 1]);
}

/// Pattern 2, of a size that is read at the call, which is right in both, and of one that is not.
inline void pageable_from(cudaStream_t s, char* device) {
  for (const size_t bytes : {size_t{64}, kLarge}) {
    char* const from = static_cast<char*>(std::calloc(1, bytes));
    cudaMemcpyAsync(device, from, bytes, cudaMemcpyHostToDevice, s);
    keep(from[0]);
    if (FIXED) cudaDeviceSynchronize();
    if (bytes == 64)
      from[63] = 1;
    else
      std::memset(from + bytes - 1000, 1, 1000);
    cudaDeviceSynchronize();
    std::free(from);
  }
}

/// Columns of a matrix: what lies between the rows is not copied.
inline void pitched(cudaStream_t s, char* device) {
  static char matrix[16][64];
  cudaMemcpy2DAsync(matrix[0] + 16, 64, device, 16, 16, 16, cudaMemcpyDeviceToHost, s);
  for (int i = 0; i < 16; ++i) keep(matrix[i][15] + matrix[i][32]);
  if (FIXED) cudaStreamSynchronize(s);
  keep(matrix[5][31]);
}

/// All but the last stream are forgotten.
inline void several_streams(const Streams<3>& streams, char* device) {
  static char to[3][256];
  for (int i = 0; i < 3; ++i)
    cudaMemcpyAsync(to[i], device + 256 * i, 256, cudaMemcpyDeviceToHost, streams[i]);
  for (int i = FIXED ? 0 : 2; i < 3; ++i) cudaStreamSynchronize(streams[i]);
  for (int i = 0; i < 3; ++i) keep(to[i][0]);
  cudaDeviceSynchronize();
}

/// Pattern 15: the input of a graph, pinned and pageable.
inline void graph(cudaStream_t s, char* device) {
  Pinned input(4096);
  static char plain[4096];
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(device, input, 256, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(device + 256, plain, 256, cudaMemcpyHostToDevice, s);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, s);
  input[256] = plain[256] = 1;
  if (FIXED) cudaStreamSynchronize(s);
  input[255] = 1;
  plain[255] = 1;
  cudaStreamSynchronize(s);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

/// Pattern 20.
inline void managed(cudaStream_t s) {
  int* memory;
  cudaMallocManaged(&memory, 4096);
  std::memset(memory, 0, 4096);
  add<<<1, 1, 0, s>>>(memory, memory + 1);
  cudaStreamSynchronize(s);
  add<<<1, 1, 0, s>>>(memory + 2, memory + 3);
  keep(memory[2] + memory[1]);
  memory[4] = 1;
  if (FIXED) cudaStreamSynchronize(s);
  memory[2] = 1;
  keep(memory[3]);
  cudaFree(memory);
}

/// In a library of the system, and by a system call.
inline void other_calls(cudaStream_t s, char* device) {
  static char to[64], other[64];
  cudaMemcpyAsync(to, device, 64, cudaMemcpyDeviceToHost, s);
  if (FIXED) cudaStreamSynchronize(s);
  keep(std::memcmp(to, other, 32));
  FILE* const file = std::fopen("/dev/null", "wb");
  if (std::fwrite(to + 32, 32, 1, file) != 1) std::abort();
  std::fclose(file);
  cudaStreamSynchronize(s);
}

/// An operation that has not begun.
inline void held(cudaStream_t s, char* device) {
  Pinned to(4096);
  hold(s);
  cudaMemcpyAsync(to, device, 64, cudaMemcpyDeviceToHost, s);
  to[64] = 1;
  if (FIXED) {
    let_go();
    cudaStreamSynchronize(s);
  }
  to[63] = 1;
  let_go();
  cudaStreamSynchronize(s);
}

// ---- Right in both: nothing of it is a finding ----

inline void synchronous(char* device) {
  std::vector<char> buffer(kLarge);
  cudaMemcpy(device, buffer.data(), kLarge, cudaMemcpyHostToDevice);
  buffer[5] = 1;
  cudaMemcpy(buffer.data(), device, kLarge, cudaMemcpyDeviceToHost);
  keep(buffer[5]);
  // From host memory to host memory an asynchronous copy waits.
  static char other[64];
  cudaMemcpyAsync(other, buffer.data(), 64, cudaMemcpyHostToHost, 0);
  other[3] = buffer[3] = 4;
}

inline void told_by_memory(cudaStream_t s, char* device) {
  static char buffer[64];
  std::atomic<int> is_done{0};
  cudaMemcpyAsync(buffer, device, 64, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, [](void* flag) { *static_cast<std::atomic<int>*>(flag) = 1; }, &is_done);
  while (is_done == 0) std::this_thread::yield();
  keep(buffer[1]);

  // A flag that is copied behind the data.
  Pinned flag(64);
  flag[0] = 0;
  cudaMemsetAsync(device, 7, 64, s);
  cudaMemcpyAsync(buffer, device, 64, cudaMemcpyDeviceToHost, s);
  cudaMemcpyAsync(flag, device, 1, cudaMemcpyDeviceToHost, s);
  while (*static_cast<volatile char*>(static_cast<char*>(flag)) == 0) std::this_thread::yield();
  keep(buffer[2] + flag[0]);

  // The same in pageable memory, which nobody pinned.
  static volatile char plain_flag;
  cudaMemcpyAsync(buffer, device, 64, cudaMemcpyDeviceToHost, s);
  cudaMemcpyAsync(const_cast<char*>(&plain_flag), device, 1, cudaMemcpyDeviceToHost, s);
  while (plain_flag == 0) std::this_thread::yield();
  keep(buffer[2]);
}

[[gnu::noinline]] inline void upload(cudaStream_t s, char* device, int value) {
  int values[64];
  for (int i = 0; i < 64; ++i) values[i] = value;
  cudaMemcpyAsync(device, values, sizeof values, cudaMemcpyHostToDevice, s);
}
[[gnu::noinline]] inline int other_frame(int value) {
  volatile int values[64];
  int plain[64];
  for (int i = 0; i < 64; ++i) values[i] = plain[i] = value;
  upload(nullptr, nullptr, plain[value % 64]);
  return values[5];
}
/// Memory that is somebody else's by now.
inline void reused(cudaStream_t s, char* device) {
  upload(s, device, 5);
  keep(other_frame(3));
  for (int i = 0; i < 4; ++i) {
    auto* const memory = new char[80];
    std::memset(memory, i, 80);
    cudaMemcpyAsync(device, memory, 80, cudaMemcpyHostToDevice, s);
    delete[] memory;
  }
  cudaGetLastError();
}

/// What a host function does comes in its stream's order.
inline void host_function(const Streams<3>& streams, char* device) {
  static Pinned* shared;
  Pinned buffer(64);
  shared = &buffer;
  Event done;
  cudaMemcpyAsync(buffer, device, 64, cudaMemcpyDeviceToHost, streams[0]);
  cudaLaunchHostFunc(
      streams[0],
      [](void*) {
        keep((*shared)[3]);
        (*shared)[4] = 1;
      },
      nullptr);
  cudaEventRecord(done, streams[0]);
  cudaStreamWaitEvent(streams[1], done);
  cudaMemcpyAsync(buffer, device, 64, cudaMemcpyDeviceToHost, streams[1]);
  cudaStreamSynchronize(streams[1]);
}

inline void thread(cudaStream_t s, char* device) {
  static char buffer[64];
  cudaMemcpyAsync(buffer, device, 64, cudaMemcpyDeviceToHost, s);
  std::thread([&] { cudaStreamSynchronize(s); }).join();
  std::thread([&] { keep(buffer[63]); }).join();
}

int main() {
  Streams<3> s;
  Device x(300000);
  cudaMemset(x, 0, 300000);
  cudaDeviceSynchronize();
  pinned(s[0], x);
  pageable_to(s[0], x);
  pageable_from(s[0], x);
  pitched(s[0], x);
  several_streams(s, x);
  graph(s[0], x);
  managed(s[0]);
  other_calls(s[0], x);
  held(s[0], x);
  synchronous(x);
  told_by_memory(s[0], x);
  reused(s[0], x);
  host_function(s, x);
  thread(s[0], x);
  return finish();
}
