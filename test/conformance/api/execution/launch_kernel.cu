// SPDX-License-Identifier: Apache-2.0
// cudaLaunchKernel: functions and sizes that are refused, arguments, streams, and in a capture.
#include "../../gate.h"

__global__ void none() {}
__global__ void weigh(int *out, int a, double b, const char *text) {
  extern __shared__ int words[];
  words[threadIdx.x] = a * static_cast<int>(threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = words[blockDim.x - 1] + static_cast<int>(b) + (text == nullptr ? 1000 : 0) + blockIdx.x;
}
__global__ void __launch_bounds__(64) bounded() {}
static int host_variable;

CASES() {
  prepare_gates();
  const void *no_arguments = reinterpret_cast<const void *>(none), *kernel = reinterpret_cast<const void *>(weigh);
  DeviceArray<int> out(3);
  int *pointer = out, a = 3;
  double b = 100.5;
  const char *text = nullptr;
  void *arguments[] = {&pointer, &a, &b, &text};
  SHOW(cudaLaunchKernel(nullptr, 1, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchKernel(&host_variable, 1, 1, nullptr, 0, nullptr));
  struct {
    dim3 grid, block;
    std::size_t shared;
  } bad[] = {{{0}, {1}, 0},          {{1, 0}, {1}, 0},        {{1, 1, 0}, {1}, 0},   {{1}, {0}, 0},
             {{1}, {1, 0}, 0},       {{1}, {1, 1, 0}, 0},     {{1}, {1025}, 0},      {{1}, {1, 1025}, 0},
             {{1}, {1, 1, 65}, 0},   {{1}, {512, 3}, 0},      {{1, 65536}, {1}, 0},  {{1, 1, 65536}, {1}, 0},
             {{1u << 31}, {1}, 0},   {{1}, {1}, 48 * 1024 + 1}, {{1}, {1}, 1u << 30}, {{1}, {1}, ~std::size_t{0}}};
  for (const auto &c : bad)
    std::printf("grid %u %u %u, block %u %u %u, shared %zu: %s\n", c.grid.x, c.grid.y, c.grid.z, c.block.x, c.block.y,
                c.block.z, c.shared, name_of(cudaLaunchKernel(no_arguments, c.grid, c.block, nullptr, c.shared, nullptr)));
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(bounded), 1, 65, nullptr, 0, nullptr));
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(bounded), 1, 64, nullptr, 0, nullptr));
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  SHOW(cudaLaunchKernel(no_arguments, 1, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchKernel(no_arguments, 1, 1024, nullptr, 48 * 1024, nullptr));
  SHOW(cudaDeviceSynchronize());
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread, stream}) {
    ++a;
    SHOW(cudaLaunchKernel(kernel, 3, 8, arguments, 8 * sizeof(int), s));
    MUST(cudaStreamSynchronize(s));
    show_row("out", out.read());
  }
  show_while_busy("on a busy stream", stream, [&] {
    const cudaError_t error = cudaLaunchKernel(kernel, 3, 8, arguments, 8 * sizeof(int), stream);
    a = 77;
    return error;
  });
  show_row("out, with the arguments of the call", out.read());

  cudaGraph_t graph;
  std::size_t nodes = 77;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaLaunchKernel(kernel, 3, 8, arguments, 8 * sizeof(int), stream));
  SHOW(cudaLaunchKernel(no_arguments, 1, 1, nullptr, 0, cudaStreamPerThread));
  SHOW(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_value("nodes", static_cast<long long>(nodes));
  for (int bad_block : {0, 2000}) {
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    SHOW(cudaLaunchKernel(no_arguments, 1, bad_block, nullptr, 0, stream));
    SHOW(cudaStreamEndCapture(stream, &graph));
  }
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaLaunchKernel(nullptr, 1, 1, nullptr, 0, stream));
  SHOW(cudaLaunchKernel(&host_variable, 1, 1, nullptr, 0, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
}
