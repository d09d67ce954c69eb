// SPDX-License-Identifier: Apache-2.0
// The order of operations within a stream and between streams.
#include "../cases.h"
#include "../gate.h"

// A busy stream answers NotReady, which is never recorded as the last error.
CASE(query_busy) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  SHOW(cudaStreamQuery(stream));
  Gate gate(stream);
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamQuery(stream));
  show_last_error("after queries");
  gate.open();
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaStreamQuery(stream));
  SHOW(cudaStreamDestroy(stream));
}

__global__ void append(int *log, int *count, int what) { log[(*count)++] = what; }
__global__ void copy_out(const int *word, int *log, int *count) { log[(*count)++] = *word; }
static int host_log[8];
static int host_count = 0;
void note(void *value) { host_log[host_count++] = static_cast<int>(reinterpret_cast<std::intptr_t>(value)); }

// Operations of one stream run in the order in which they were given, whatever their kind.
CASE(order_in_stream) {
  prepare_gates();
  DeviceArray<int> log(64), count(1), word(1);
  int *pinned;
  MUST(cudaMallocHost(&pinned, 2 * sizeof(int)));
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  {
    Gate gate(stream);
    for (int i = 0; i < 10; ++i) append<<<1, 1, 0, stream>>>(log, count, i);
    MUST(cudaMemsetAsync(word, 1, sizeof(int), stream));
    copy_out<<<1, 1, 0, stream>>>(word, log, count);
    pinned[0] = 4711;
    MUST(cudaMemcpyAsync(word, pinned, sizeof(int), cudaMemcpyHostToDevice, stream));
    copy_out<<<1, 1, 0, stream>>>(word, log, count);
    MUST(cudaLaunchHostFunc(stream, note, reinterpret_cast<void *>(1)));
    append<<<1, 1, 0, stream>>>(log, count, 99);
    MUST(cudaLaunchHostFunc(stream, note, reinterpret_cast<void *>(2)));
    MUST(cudaMemcpyAsync(pinned + 1, count, sizeof(int), cudaMemcpyDeviceToHost, stream));
    pinned[1] = -1;
    show_value("host functions run while the gate is closed", host_count);
    gate.open();
    MUST(cudaStreamSynchronize(stream));
  }
  auto values = log.read();
  values.resize(13);
  show_row("device log", values);
  show_row("host log", {host_log[0], host_log[1], host_count});
  show_value("count copied to the host", pinned[1]);
}

__global__ void step(int *value, int factor, int addend) { *value = *value * factor + addend; }

// Two hundred streams with five operations each: none is lost, each keeps its order.
CASE(many_streams) {
  constexpr int kStreams = 200;
  DeviceArray<int> values(kStreams);
  std::vector<cudaStream_t> streams(kStreams);
  for (auto &stream : streams) MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int round = 0; round < 5; ++round)
    for (int i = 0; i < kStreams; ++i) step<<<1, 1, 0, streams[i]>>>(values + i, 3, round + i);
  SHOW(cudaDeviceSynchronize());
  int wrong = 0;
  auto got = values.read();
  for (int i = 0; i < kStreams; ++i) {
    int expected = 0;
    for (int round = 0; round < 5; ++round) expected = expected * 3 + round + i;
    wrong += got[i] != expected;
  }
  show_value("wrong", wrong);
  for (auto stream : streams) MUST(cudaStreamDestroy(stream));
}

__global__ void wait_for(volatile int *flag, int *seen) {
  while (*flag == 0) {
  }
  *seen = *flag;
}

__global__ void raise(volatile int *flag) { *flag = 42; }

// A kernel that waits for one in another stream does not keep it from starting.
CASE(two_streams_progress) {
  DeviceArray<int> flag(1), seen(1);
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  // Both kernels are loaded before one of them holds the device.
  raise<<<1, 1, 0, b>>>(flag);
  wait_for<<<1, 1, 0, a>>>(flag, seen);
  MUST(cudaDeviceSynchronize());
  MUST(cudaMemset(flag, 0, sizeof(int)));
  MUST(cudaMemset(seen, 0, sizeof(int)));
  MUST(cudaDeviceSynchronize());
  wait_for<<<1, 1, 0, a>>>(flag, seen);
  raise<<<1, 1, 0, b>>>(flag);
  SHOW(cudaStreamSynchronize(b));
  SHOW(cudaStreamSynchronize(a));
  show_value("seen", seen.read()[0]);
}
