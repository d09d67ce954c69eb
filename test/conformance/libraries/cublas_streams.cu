// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// cuBLAS works in the stream of its handle: calls return while the stream is busy, results in host memory wait, work is
// captured and repeated by graphs, and scalars of the host are read at the call.
#include "../gate.h"
#include "blas_values.h"

__global__ void set(double *x, double value) { *x = value; }

cudaError_t as_error(cublasStatus_t status) { return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown; }

int main() {
  prepare_gates();
  cudaStream_t stream, other;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamCreate(&other));
  cublasHandle_t blas;
  NEED(cublasCreate(&blas));
  NEED(cublasSetStream(blas, stream));
  DeviceArray<double> a(std::vector<double>{1, 2, 3, 4}), x(std::vector<double>{1, 1}), y(2), scalar(1);
  double alpha = 1, beta = 0, dot = 0;
  // Loads what a first call loads.
  NEED(cublasDgemv(blas, CUBLAS_OP_N, 2, 2, &alpha, a, 2, x, 1, &beta, y, 1));
  NEED(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 1, 2, &alpha, a, 2, x, 2, &beta, y, 2));
  NEED(cublasDdot(blas, 2, x, 1, y, 1, &dot));
  NEED(cublasDaxpy(blas, 2, &alpha, x, 1, y, 1));
  NEED(cublasDnrm2(blas, 2, x, 1, &dot));
  NEED(cublasDscal(blas, 2, &alpha, y, 1));
  set<<<1, 1>>>(scalar, 0.0);
  NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  NEED(cublasDscal(blas, 2, scalar, y, 1));
  NEED(cublasDdot(blas, 2, x, 1, y, 1, scalar));
  NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST));
  MUST(cudaDeviceSynchronize());

  show_while_busy("Dgemv", stream, [&] { return as_error(cublasDgemv(blas, CUBLAS_OP_N, 2, 2, &alpha, a, 2, x, 1, &beta, y, 1)); });
  show_while_busy("Dgemm", stream, [&] { return as_error(cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 1, 2, &alpha, a, 2, x, 2, &beta, y, 2)); });
  show_while_busy("Daxpy", stream, [&] { return as_error(cublasDaxpy(blas, 2, &alpha, x, 1, y, 1)); });
  show_while_busy("Ddot to the host", stream, [&] { return as_error(cublasDdot(blas, 2, x, 1, y, 1, &dot)); });
  NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  show_while_busy("Ddot to the device", stream, [&] { return as_error(cublasDdot(blas, 2, x, 1, y, 1, scalar)); });
  NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST));
  show_while_busy("cublasSetStream", stream, [&] { return as_error(cublasSetStream(blas, stream)); });
  show_while_busy("Daxpy in another stream", other, [&] { return as_error(cublasDaxpy(blas, 2, &alpha, x, 1, y, 1)); });

  // The stream waits for an event behind the gate of another.
  {
    cudaEvent_t opened;
    MUST(cudaEventCreate(&opened));
    Gate gate(other);
    set<<<1, 1, 0, other>>>(scalar, 7.0);
    MUST(cudaEventRecord(opened, other));
    MUST(cudaStreamWaitEvent(stream, opened, 0));
    alpha = 10;
    NEED(cublasDgemv(blas, CUBLAS_OP_N, 2, 2, &alpha, a, 2, x, 1, &beta, y, 1));
    alpha = 1000;
    NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
    NEED(cublasDscal(blas, 2, scalar, y, 1));
    NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST));
    gate.open();
    MUST(cudaStreamSynchronize(stream));
    MUST(cudaEventDestroy(opened));
  }
  print_row("host scalar of the call, device scalar of the run", y.read());

  // The stream of the handle is ordered with kernels before and behind.
  set<<<1, 1, 0, stream>>>(x, 5.0);
  NEED(cublasDgemv(blas, CUBLAS_OP_N, 2, 2, &(alpha = 1), a, 2, x, 1, &beta, y, 1));
  set<<<1, 1, 0, stream>>>(x, -1.0);
  MUST(cudaStreamSynchronize(stream));
  print_row("between kernels", y.read());

  // Captured.
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  alpha = 2;
  beta = 1;
  STATUS(cublasDgemv(blas, CUBLAS_OP_N, 2, 2, &alpha, a, 2, x, 1, &beta, y, 1));
  STATUS(cublasDaxpy(blas, 2, &alpha, x, 1, y, 1));
  NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  STATUS(cublasDdot(blas, 2, x, 1, y, 1, scalar));
  NEED(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST));
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  alpha = 55;
  MUST(cudaMemset(y, 0, 2 * sizeof(double)));
  for (int i = 0; i < 3; ++i) MUST(cudaGraphLaunch(exec, stream));
  MUST(cudaStreamSynchronize(stream));
  print_row("graph, three times", y.read());
  print_row("graph, result", scalar.read());
  MUST(cudaGraphDestroy(graph));
  NEED(cublasDestroy(blas));
  MUST(cudaGraphLaunch(exec, stream));
  MUST(cudaStreamSynchronize(stream));
  print_row("graph, without its handle", y.read());
  MUST(cudaGraphExecDestroy(exec));

  // A result in host memory cannot be captured.
  NEED(cublasCreate(&blas));
  NEED(cublasSetStream(blas, stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  STATUS(cublasDdot(blas, 2, x, 1, y, 1, &dot));
  graph = nullptr;
  SHOW(cudaStreamEndCapture(stream, &graph));
  NEED(cublasDestroy(blas));
}
