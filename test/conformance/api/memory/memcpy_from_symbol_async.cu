// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyFromSymbolAsync: a variable is read in stream order, directions, what is refused, which calls wait, captures.
#include "../../capturing.h"
#include "../../gate.h"

static __device__ int numbers[4] = {1, 2, 3, 4};
static __global__ void add(int v) { numbers[threadIdx.x] += v; }

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  int *pinned;
  MUST(cudaMallocHost(&pinned, 32));
  std::memset(pinned, 0, 32);
  DeviceArray<int> device(4);
  add<<<1, 4, 0, stream>>>(0);
  MUST(cudaStreamSynchronize(stream));
  {
    Gate gate(stream);
    SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 16, 0, cudaMemcpyDeviceToHost, stream));
    add<<<1, 4, 0, stream>>>(10);
    SHOW(cudaMemcpyFromSymbolAsync(pinned + 4, numbers, 8, 8, cudaMemcpyDeviceToHost, stream));
    SHOW(cudaMemcpyFromSymbolAsync(device, numbers, 4, 0, cudaMemcpyDeviceToDevice, stream));
    show_value("before it runs", pinned[0]);
  }
  SHOW(cudaStreamSynchronize(stream));
  show_row("pinned", std::vector<int>(pinned, pinned + 8));
  show_row("device", device.read());
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 4));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 4, 0, cudaMemcpyDefault, cudaStreamPerThread));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 0, 0, cudaMemcpyDeviceToHost, stream));
  std::printf("refused\n");
  SHOW(cudaMemcpyFromSymbolAsync(pinned, static_cast<const void *>(pinned), 4, 0, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemcpyFromSymbolAsync(nullptr, numbers, 4, 0, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 16, 1, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, numbers, 0, 17, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaMemcpyFromSymbolAsync(pinned, static_cast<const void *>(pinned), 0, 0, cudaMemcpyDeviceToHost, stream));
  for (int kind : {-1, 0, 1, 5})
    std::printf("kind %d: %s\n", kind,
                name_of(cudaMemcpyFromSymbolAsync(pinned, numbers, 4, 0, static_cast<cudaMemcpyKind>(kind), stream)));
  show_last_error("after refused calls");
  show_while_busy("to pinned memory", stream, [&] {
    return cudaMemcpyFromSymbolAsync(pinned, numbers, 16, 0, cudaMemcpyDeviceToHost, stream);
  });
  int host[4];
  show_while_busy("to pageable memory", stream, [&] {
    return cudaMemcpyFromSymbolAsync(host, numbers, 16, 0, cudaMemcpyDeviceToHost, stream);
  });
  show_captured("16 bytes", [&](cudaStream_t s) {
    return cudaMemcpyFromSymbolAsync(pinned, numbers, 16, 0, cudaMemcpyDeviceToHost, s);
  });
}
