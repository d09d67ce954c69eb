// SPDX-License-Identifier: Apache-2.0
// Operations of one stream run in the order in which they were given, whatever their kind.
#include "../gate.h"

__global__ void append(int *log, int *count, int what) { log[(*count)++] = what; }
__global__ void copy_out(const int *word, int *log, int *count) { log[(*count)++] = *word; }

static int host_log[8];
static int host_count = 0;
void note(void *value) { host_log[host_count++] = static_cast<int>(reinterpret_cast<std::intptr_t>(value)); }

int main() {
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
