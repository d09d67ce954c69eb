// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyToSymbolAsync: a variable changes in stream order, directions, what is refused, which calls wait, captures.
#include "../../capturing.h"
#include "../../gate.h"

static __device__ int numbers[4] = {1, 2, 3, 4};
static __constant__ int table[4] = {5, 6, 7, 8};
static __global__ void read_all(int *out) {
  out[threadIdx.x] = numbers[threadIdx.x];
  out[4 + threadIdx.x] = table[threadIdx.x];
}

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> before(8), after(8);
  read_all<<<1, 4, 0, stream>>>(before);
  MUST(cudaStreamSynchronize(stream));
  int *pinned;
  MUST(cudaMallocHost(&pinned, 16));
  for (int i = 0; i < 4; ++i) pinned[i] = 100 * (i + 1);
  {
    Gate gate(stream);
    read_all<<<1, 4, 0, stream>>>(before);
    SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 12, 4, cudaMemcpyHostToDevice, stream));
    SHOW(cudaMemcpyToSymbolAsync(table, pinned, 4, 0, cudaMemcpyDefault, stream));
    read_all<<<1, 4, 0, stream>>>(after);
  }
  SHOW(cudaStreamSynchronize(stream));
  show_row("before", before.read());
  show_row("after", after.read());
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 4));
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 4, 0, cudaMemcpyHostToDevice, cudaStreamPerThread));
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 0, 0, cudaMemcpyHostToDevice, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpyToSymbolAsync(static_cast<const void *>(pinned), pinned, 4, 0, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyToSymbolAsync(numbers, nullptr, 4, 0, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 16, 1, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyToSymbolAsync(numbers, pinned, 0, 17, cudaMemcpyHostToDevice, stream));
  SHOW(cudaMemcpyToSymbolAsync(static_cast<const void *>(pinned), pinned, 0, 0, cudaMemcpyHostToDevice, stream));
  for (int kind : {-1, 0, 2, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyToSymbolAsync(numbers, pinned, 4, 0, static_cast<cudaMemcpyKind>(kind), stream)));
  show_last_error("after refused calls");
  show_while_busy("pinned", stream, [&] {
    return cudaMemcpyToSymbolAsync(numbers, pinned, 16, 0, cudaMemcpyHostToDevice, stream);
  });
  show_captured("16 bytes", [&](cudaStream_t s) {
    return cudaMemcpyToSymbolAsync(numbers, pinned, 16, 0, cudaMemcpyHostToDevice, s);
  });
  show_captured("past the end", [&](cudaStream_t s) {
    return cudaMemcpyToSymbolAsync(numbers, pinned, 16, 1, cudaMemcpyHostToDevice, s);
  });
}
