// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// The order of children: of one block's NULL stream, of streams that the kernel makes, of tail launches.
#include "../transcript.h"

__device__ int used;
__device__ int log_of[64];

__device__ void spend(long long cycles) {
  long long start = clock64();
  while (clock64() - start < cycles) {
  }
}
__global__ void note(int value, int cycles) {
  spend(cycles);
  log_of[atomicAdd(&used, 1)] = value;
}
__global__ void null_stream() {
  for (int i = 0; i < 6; ++i) note<<<1, 1>>>(i, (6 - i) * 20000);
}
__global__ void own_stream() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int i = 0; i < 6; ++i) note<<<1, 1, 0, stream>>>(10 + i, (6 - i) * 20000);
  cudaStreamDestroy(stream);
}
__global__ void threads_of_a_block() {
  for (int t = 0; t < int(blockDim.x); ++t) {
    if (t == int(threadIdx.x)) note<<<1, 1>>>(20 + t, (8 - t) * 20000);
    __syncthreads();
  }
}
__global__ void tails() {
  for (int i = 0; i < 4; ++i) note<<<1, 1, 0, cudaStreamTailLaunch>>>(30 + i, 10000);
  note<<<1, 1>>>(39, 300000);
  note<<<1, 1, 0, cudaStreamFireAndForget>>>(39, 300000);
  spend(100000);
}
__global__ void tail_with_children(int depth) {
  log_of[atomicAdd(&used, 1)] = 40 + depth;
  if (depth < 3) {
    tail_with_children<<<1, 1, 0, cudaStreamTailLaunch>>>(depth + 1);
    note<<<1, 1>>>(50 + depth, 200000);
  }
}
__global__ void two_tails_first_nested() {
  tail_with_children<<<1, 1, 0, cudaStreamTailLaunch>>>(2);
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(60, 0);
}
__global__ void events() {
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  note<<<1, 1, 0, a>>>(70, 400000);
  cudaEventRecord(event, a);
  cudaStreamWaitEvent(b, event, 0);
  note<<<1, 1, 0, b>>>(71, 0);
  cudaEventRecord(event, b);
  cudaStreamWaitEvent(0, event, 0);
  note<<<1, 1>>>(72, 0);
  cudaEventDestroy(event);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
__global__ void child_with_tail() {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(81, 200000);
  log_of[atomicAdd(&used, 1)] = 80;
}
// A child's tail launch is part of the child, for what follows in the stream.
__global__ void tail_of_a_child() {
  child_with_tail<<<1, 1>>>();
  note<<<1, 1>>>(82, 0);
}
// Children of a child are part of it too.
__global__ void grandchildren() {
  null_stream<<<1, 1>>>();
  note<<<1, 1>>>(90, 0);
}
__global__ void tails_of_two_blocks() {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(100, 0);
  if (threadIdx.x == 0) note<<<1, 1>>>(99, 100000);
}

void show_log(const char *what) {
  SHOW(cudaDeviceSynchronize());
  int n = 0, values[64], zero = 0;
  MUST(cudaMemcpyFromSymbol(&n, used, sizeof n));
  MUST(cudaMemcpyFromSymbol(values, log_of, sizeof values));
  show_row(what, std::vector<int>(values, values + n));
  MUST(cudaMemcpyToSymbol(used, &zero, sizeof zero));
}

int main() {
  null_stream<<<1, 1>>>();
  show_log("NULL stream");
  own_stream<<<1, 1>>>();
  show_log("own stream");
  threads_of_a_block<<<1, 8>>>();
  show_log("threads of a block");
  tails<<<1, 1>>>();
  show_log("tails");
  tail_with_children<<<1, 1>>>(0);
  show_log("nested tails");
  two_tails_first_nested<<<1, 1>>>();
  show_log("two tails, the first with a tail");
  events<<<1, 1>>>();
  show_log("events");
  tail_of_a_child<<<1, 1>>>();
  show_log("tail of a child");
  grandchildren<<<1, 1>>>();
  show_log("grandchildren");
  tails_of_two_blocks<<<2, 2>>>();
  show_log("tails of two blocks");
}
