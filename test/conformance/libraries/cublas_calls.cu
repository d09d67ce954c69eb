// SPDX-License-Identifier: Apache-2.0
// flags: -lcublas
// What cuBLAS refuses, and its work in streams.
#include "../cases.h"
#include "blas_values.h"
#include "../gate.h"

// What cuBLAS answers to arguments that are wrong, to no elements, and about itself.
CASE(cublas_refused) {
  for (int code : {0, 1, 3, 7, 8, 11, 13, 14, 15, 16, 2, 99})
    std::printf("%d: %s: %s\n", code, cublasGetStatusName(static_cast<cublasStatus_t>(code)), cublasGetStatusString(static_cast<cublasStatus_t>(code)));
  cublasHandle_t blas, none = nullptr;
  STATUS(cublasCreate(nullptr));
  STATUS(cublasDestroy(nullptr));
  STATUS(cublasCreate(&blas));
  int version = 0, property = 0;
  STATUS(cublasGetVersion(blas, &version));
  show_truth("version of CUDA 13", version >= 130000 && version < 140000);
  STATUS(cublasGetVersion(nullptr, &version));
  STATUS(cublasGetVersion(blas, nullptr));
  STATUS(cublasGetProperty(MAJOR_VERSION, &property));
  show_value("major", property);
  STATUS(cublasGetProperty(static_cast<libraryPropertyType>(7), &property));
  cublasPointerMode_t mode;
  STATUS(cublasGetPointerMode(blas, &mode));
  show_value("pointer mode", mode);
  STATUS(cublasSetPointerMode(blas, static_cast<cublasPointerMode_t>(5)));
  STATUS(cublasSetPointerMode(nullptr, CUBLAS_POINTER_MODE_HOST));
  cublasAtomicsMode_t atomics;
  STATUS(cublasGetAtomicsMode(blas, &atomics));
  show_value("atomics", atomics);
  STATUS(cublasSetAtomicsMode(blas, CUBLAS_ATOMICS_ALLOWED));
  STATUS(cublasSetAtomicsMode(blas, static_cast<cublasAtomicsMode_t>(5)));
  cublasMath_t math;
  STATUS(cublasGetMathMode(blas, &math));
  show_value("math", math);
  STATUS(cublasSetMathMode(blas, CUBLAS_TF32_TENSOR_OP_MATH));
  STATUS(cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH));
  STATUS(cublasSetMathMode(blas, static_cast<cublasMath_t>(77)));
  STATUS(cublasSetMathMode(blas, CUBLAS_DEFAULT_MATH));
  int target = 5;
  STATUS(cublasGetSmCountTarget(blas, &target));
  show_value("SM count target", target);
  STATUS(cublasSetSmCountTarget(blas, -1));
  STATUS(cublasSetSmCountTarget(blas, 1));
  STATUS(cublasSetSmCountTarget(blas, 0));
  cudaStream_t stream = reinterpret_cast<cudaStream_t>(77);
  STATUS(cublasGetStream(blas, &stream));
  show_truth("legacy stream", stream == nullptr);
  STATUS(cublasGetStream(blas, nullptr));
  DeviceArray<char> workspace(1 << 20);
  STATUS(cublasSetWorkspace(blas, workspace, 1 << 20));
  STATUS(cublasSetWorkspace(blas, workspace + 1, 1 << 19));
  STATUS(cublasSetWorkspace(blas, nullptr, 0));
  STATUS(cublasSetWorkspace(blas, nullptr, 64));

  DeviceArray<float> a(64), b(64), c(64);
  const float one = 1;
  float result = 77;
  int index = 77;
  constexpr auto N = CUBLAS_OP_N;
  constexpr auto T = CUBLAS_OP_T;
  constexpr auto lower = CUBLAS_FILL_MODE_LOWER;
  constexpr auto unit = CUBLAS_DIAG_UNIT;
  constexpr auto left = CUBLAS_SIDE_LEFT;
  constexpr auto right = CUBLAS_SIDE_RIGHT;
  const auto bad_op = static_cast<cublasOperation_t>(9);
  const auto bad_fill = static_cast<cublasFillMode_t>(9);
  const auto bad_side = static_cast<cublasSideMode_t>(9);
  const auto bad_diag = static_cast<cublasDiagType_t>(9);
  STATUS(cublasSgemm(none, N, N, 2, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasSgemm(blas, bad_op, N, 2, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasSgemm(blas, N, CUBLAS_OP_CONJG, 2, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasSgemm(blas, N, N, -1, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasSgemm(blas, N, N, 2, -1, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasSgemm(blas, N, N, 2, 2, -1, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasSgemm(blas, N, N, 2, 2, 2, &one, a, 1, b, 2, &one, c, 2));
  STATUS(cublasSgemm(blas, N, N, 2, 2, 2, &one, a, 2, b, 1, &one, c, 2));
  STATUS(cublasSgemm(blas, N, N, 2, 2, 2, &one, a, 2, b, 2, &one, c, 1));
  STATUS(cublasSgemm(blas, T, N, 2, 2, 4, &one, a, 2, b, 4, &one, c, 2));
  STATUS(cublasSgemm(blas, N, N, 0, 2, 2, &one, a, 0, b, 2, &one, c, 0));
  STATUS(cublasSgemm(blas, N, N, 0, 2, 2, &one, a, 1, b, 2, &one, c, 1));
  STATUS(cublasSgemm(blas, N, N, 2, 2, 2, nullptr, a, 2, b, 2, &one, c, 2));
  STATUS(cublasSgemm(blas, N, N, 2, 2, 2, &one, a, 2, b, 2, nullptr, c, 2));
  STATUS(cublasSgemm(blas, N, N, 0, 0, 0, nullptr, nullptr, 1, nullptr, 1, nullptr, nullptr, 1));
  STATUS(cublasSgemv(blas, N, 2, 2, &one, a, 1, b, 1, &one, c, 1));
  STATUS(cublasSgemv(blas, N, 2, 2, &one, a, 2, b, 0, &one, c, 1));
  STATUS(cublasSgemv(blas, N, 2, 2, &one, a, 2, b, 1, &one, c, 0));
  STATUS(cublasSgemv(blas, bad_op, 2, 2, &one, a, 2, b, 1, &one, c, 1));
  STATUS(cublasSgemv(blas, N, -2, 2, &one, a, 2, b, 1, &one, c, 1));
  STATUS(cublasSgemv(blas, N, 0, 2, &one, a, 2, b, 1, &one, c, 1));
  STATUS(cublasSger(blas, 2, 2, &one, a, 0, b, 1, c, 2));
  STATUS(cublasSger(blas, 2, 2, &one, a, 1, b, 1, c, 1));
  STATUS(cublasSgbmv(blas, N, 4, 4, -1, 1, &one, a, 4, b, 1, &one, c, 1));
  STATUS(cublasSgbmv(blas, N, 4, 4, 2, 1, &one, a, 3, b, 1, &one, c, 1));
  STATUS(cublasSsymv(blas, bad_fill, 2, &one, a, 2, b, 1, &one, c, 1));
  STATUS(cublasSsymv(blas, lower, 2, &one, a, 1, b, 1, &one, c, 1));
  STATUS(cublasSsymv(blas, CUBLAS_FILL_MODE_FULL, 2, &one, a, 2, b, 1, &one, c, 1));
  STATUS(cublasStrsv(blas, lower, N, bad_diag, 2, a, 2, b, 1));
  STATUS(cublasStrsv(blas, lower, N, unit, 2, a, 1, b, 1));
  STATUS(cublasStrsv(blas, lower, N, unit, 2, a, 2, b, 0));
  STATUS(cublasSsyr(blas, lower, 2, &one, a, 0, c, 2));
  STATUS(cublasSsyrk(blas, lower, N, 2, 2, &one, a, 1, &one, c, 2));
  STATUS(cublasSsyrk(blas, lower, T, 2, 4, &one, a, 3, &one, c, 2));
  STATUS(cublasSsyrk(blas, bad_fill, N, 2, 2, &one, a, 2, &one, c, 2));
  STATUS(cublasSsyr2k(blas, lower, N, 2, 2, &one, a, 2, b, 1, &one, c, 2));
  STATUS(cublasSsymm(blas, bad_side, lower, 2, 2, &one, a, 2, b, 2, &one, c, 2));
  STATUS(cublasSsymm(blas, left, lower, 3, 2, &one, a, 2, b, 3, &one, c, 3));
  STATUS(cublasSsymm(blas, right, lower, 3, 2, &one, a, 2, b, 3, &one, c, 3));
  STATUS(cublasStrsm(blas, left, lower, N, unit, 3, 2, &one, a, 2, b, 3));
  STATUS(cublasStrsm(blas, right, lower, N, unit, 3, 2, &one, a, 2, b, 2));
  STATUS(cublasStrsm(blas, bad_side, lower, N, unit, 3, 2, &one, a, 3, b, 3));
  STATUS(cublasStrmm(blas, left, lower, N, unit, 3, 2, &one, a, 3, b, 3, c, 2));
  STATUS(cublasSgeam(blas, N, N, 3, 2, &one, a, 2, &one, b, 3, c, 3));
  STATUS(cublasSgeam(blas, N, N, 3, 2, &one, a, 3, &one, b, 3, c, 2));
  STATUS(cublasSgeam(blas, T, N, 3, 2, &one, a, 3, &one, b, 3, a, 3));
  STATUS(cublasSgeam(blas, N, T, 2, 2, &one, a, 2, &one, b, 2, a, 2));
  STATUS(cublasSdgmm(blas, left, 3, 2, a, 2, b, 1, c, 3));
  STATUS(cublasSdgmm(blas, bad_side, 3, 2, a, 3, b, 1, c, 3));
  STATUS(cublasSdot(blas, -1, a, 1, b, 1, &result));
  show_bits("result", result);
  STATUS(cublasIsamax(blas, 0, a, 1, &index));
  show_value("index", index);
  STATUS(cublasIsamax(blas, 4, a, 0, &index));
  show_value("index", index);
  STATUS(cublasSscal(none, 2, &one, a, 1));
  STATUS(cublasSnrm2(blas, 4, a, -1, &result));
  show_bits("result", result);
  STATUS(cublasSgemmStridedBatched(blas, N, N, 2, 2, 2, &one, a, 2, 4, b, 2, 4, &one, c, 2, 4, -1));
  STATUS(cublasSgemmStridedBatched(blas, N, N, 2, 2, 2, &one, a, 2, 4, b, 2, 4, &one, c, 2, 4, 0));
  STATUS(cublasSgemmStridedBatched(blas, N, N, 2, 2, 2, &one, a, 2, 4, b, 2, 4, &one, c, 2, 0, 2));
  DeviceArray<float *> pointers({a.get(), b.get()});
  DeviceArray<int> info(4), pivots(8);
  STATUS(cublasSgemmBatched(blas, N, N, 2, 2, 2, &one, pointers, 2, pointers, 2, &one, pointers, 1, 2));
  STATUS(cublasSgemmBatched(blas, N, N, 2, 2, 2, &one, pointers, 2, pointers, 2, &one, pointers, 2, -1));
  STATUS(cublasSgetrfBatched(blas, -1, pointers, 2, pivots, info, 2));
  STATUS(cublasSgetrfBatched(blas, 2, pointers, 1, pivots, info, 2));
  STATUS(cublasSgetrfBatched(blas, 2, pointers, 2, pivots, info, -2));
  STATUS(cublasSmatinvBatched(blas, 33, pointers, 33, pointers, 33, info, 1));
  int host_info = 77;
  STATUS(cublasSgetrsBatched(blas, N, 2, 1, pointers, 1, pivots, pointers, 2, &host_info, 1));
  show_value("info", host_info);

  std::vector<int> host(16, 3), back(16, 0);
  DeviceArray<int> device(16);
  STATUS(cublasSetVector(4, 4, host.data(), 2, device, 3));
  show_row("set vector", device.read());
  STATUS(cublasGetVector(4, 4, device, 3, back.data(), 2));
  show_row("get vector", back);
  STATUS(cublasSetMatrix(2, 3, 4, host.data(), 4, device, 5));
  show_row("set matrix", device.read());
  STATUS(cublasGetMatrix(2, 3, 4, device, 5, back.data(), 3));
  show_row("get matrix", back);
  STATUS(cublasSetVector(-1, 4, host.data(), 1, device, 1));
  STATUS(cublasSetVector(0, 4, host.data(), 1, device, 1));
  STATUS(cublasSetVector(4, 0, host.data(), 1, device, 1));
  STATUS(cublasSetVector(4, 4, host.data(), 0, device, 1));
  STATUS(cublasSetVector(4, 4, host.data(), 1, device, -1));
  STATUS(cublasSetMatrix(2, 3, 4, host.data(), 1, device, 5));
  STATUS(cublasSetMatrix(2, 3, 4, host.data(), 2, device, 1));
  STATUS(cublasSetMatrix(2, -3, 4, host.data(), 2, device, 2));
  STATUS(cublasSetMatrix(2, 3, 0, host.data(), 2, device, 2));
  show_last_error("at the end");
  STATUS(cublasDestroy(blas));
}

__global__ void set(double *x, double value) { *x = value; }
cudaError_t as_error(cublasStatus_t status) { return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown; }

// cuBLAS works in the stream of its handle: calls return while the stream is busy, results in host memory wait, work is
// captured and repeated by graphs, and scalars of the host are read at the call.
CASE(cublas_streams) {
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
