// SPDX-License-Identifier: Apache-2.0
// flags: -lcufft
// A plan works in its stream: calls return while the stream is busy, work is ordered with kernels, captured, and repeated
// by graphs, also when the plan is gone.
#include "../gate.h"
#include "fft_values.h"

__global__ void fill(cufftDoubleComplex *x, int n, double value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = {value, 0};
}
__global__ void scale(cufftDoubleComplex *x, int n, double factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = {x[i].x * factor, x[i].y * factor};
}

cudaError_t as_error(cufftResult result) { return result == CUFFT_SUCCESS ? cudaSuccess : cudaErrorUnknown; }

int main() {
  prepare_gates();
  constexpr int n = 1024;
  cudaStream_t stream, other;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamCreate(&other));
  DeviceArray<cufftDoubleComplex> a(n), b(n), c(n);
  cufftHandle plan, second;
  NEED(cufftPlan1d(&plan, n, CUFFT_Z2Z, 1));
  NEED(cufftPlan1d(&second, n, CUFFT_Z2Z, 1));
  NEED(cufftSetStream(plan, stream));
  NEED(cufftSetStream(second, other));
  // Loads what a first call loads.
  fill<<<n / 128, 128, 0, stream>>>(a, n, 1);
  scale<<<n / 128, 128, 0, stream>>>(a, n, 1);
  NEED(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD));
  NEED(cufftExecZ2Z(second, c, c, CUFFT_FORWARD));
  MUST(cudaDeviceSynchronize());
  show_truth("sum", b.read()[0].x == n && b.read()[1].x == 0);

  show_while_busy("forward", stream, [&] { return as_error(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD)); });
  show_while_busy("in another stream", other, [&] { return as_error(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD)); });
  show_while_busy("cufftSetStream", stream, [&] { return as_error(cufftSetStream(plan, stream)); });

  // Between kernels, behind an event of another stream.
  cudaEvent_t filled;
  MUST(cudaEventCreate(&filled));
  {
    Gate gate(other);
    fill<<<n / 128, 128, 0, other>>>(a, n, 3);
    MUST(cudaEventRecord(filled, other));
    MUST(cudaStreamWaitEvent(stream, filled, 0));
    NEED(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD));
    scale<<<n / 128, 128, 0, stream>>>(b, n, 0.5);
    NEED(cufftExecZ2Z(plan, b, c, CUFFT_INVERSE));
    gate.open();
  }
  MUST(cudaStreamSynchronize(stream));
  show_truth("between kernels", b.read()[0].x == 1.5 * n && c.read()[n - 1].x == 1.5 * n);

  // A plan that is destroyed while its work waits.
  {
    cufftHandle soon;
    NEED(cufftPlan1d(&soon, n, CUFFT_Z2Z, 1));
    NEED(cufftSetStream(soon, stream));
    fill<<<n / 128, 128, 0, stream>>>(a, n, 7);
    NEED(cufftExecZ2Z(soon, a, b, CUFFT_FORWARD));
    NEED(cufftDestroy(soon));
    MUST(cudaStreamSynchronize(stream));
    show_truth("destroyed while it waits", b.read()[0].x == 7 * n);
  }

  // Captured: forward and back, from one plan in two streams.
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaEvent_t forked, joined;
  MUST(cudaEventCreate(&forked));
  MUST(cudaEventCreate(&joined));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaEventRecord(forked, stream));
  MUST(cudaStreamWaitEvent(other, forked, 0));
  RESULT(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD));
  RESULT(cufftExecZ2Z(second, a, c, CUFFT_INVERSE));
  MUST(cudaEventRecord(joined, other));
  MUST(cudaStreamWaitEvent(stream, joined, 0));
  scale<<<n / 128, 128, 0, stream>>>(a, n, 2);
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  fill<<<n / 128, 128, 0, stream>>>(a, n, 1);
  for (int i = 0; i < 4; ++i) MUST(cudaGraphLaunch(exec, stream));
  MUST(cudaStreamSynchronize(stream));
  show_truth("graph, four times", a.read()[5].x == 16 && b.read()[0].x == 8 * n && c.read()[0].x == 8 * n && c.read()[7].x == 0);
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphDestroy(graph));
  NEED(cufftDestroy(plan));
  NEED(cufftDestroy(second));

  // The default stream waits for the stream of a plan, and that for it.
  NEED(cufftPlan1d(&plan, n, CUFFT_Z2Z, 1));
  NEED(cufftSetStream(plan, stream));
  fill<<<n / 128, 128>>>(a, n, 2);
  NEED(cufftExecZ2Z(plan, a, b, CUFFT_FORWARD));
  scale<<<n / 128, 128>>>(b, n, 10);
  MUST(cudaDeviceSynchronize());
  show_truth("legacy default stream", b.read()[0].x == 20 * n);
  NEED(cufftDestroy(plan));
}
