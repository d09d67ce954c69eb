// SPDX-License-Identifier: Apache-2.0
// flags: -lcusparse
// cuSPARSE's calls in streams: which return while the stream is busy, scalars of either pointer mode, captures.
#include <cusparse.h>

#include "../gate.h"
#include "sparse_values.h"

constexpr auto kNone = CUSPARSE_OPERATION_NON_TRANSPOSE;

int main() {
  prepare_gates();
  cusparseHandle_t handle = nullptr;
  SPARSE(cusparseCreate(&handle));
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  SPARSE(cusparseSetStream(handle, stream));
  const DeviceCsr a(Csr(3, 3, {1, 2, 0, 0, 3, 0, 4, 0, 5}));
  const cusparseSpMatDescr_t m = descr_of(a);
  DeviceArray<double> x(std::vector<double>{1, 2, 3}), y(3), scalars(std::vector<double>{2, 0});
  cusparseDnVecDescr_t vx = nullptr, vy = nullptr;
  SPARSE(cusparseCreateDnVec(&vx, 3, x.get(), CUDA_R_64F));
  SPARSE(cusparseCreateDnVec(&vy, 3, y.get(), CUDA_R_64F));
  double alpha = 1, beta = 0;
  size_t bytes = 0;
  SPARSE(cusparseSpMV_bufferSize(handle, kNone, &alpha, m, vx, &beta, vy, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  DeviceArray<char> buffer(bytes + 1);
  const auto as_error = [](cusparseStatus_t status) { return status == CUSPARSE_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown; };
  const auto multiply = [&](const double *factor, const double *old) {
    return cusparseSpMV(handle, kNone, factor, m, vx, old, vy, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, buffer.get());
  };
  SPARSE(multiply(&alpha, &beta));
  MUST(cudaStreamSynchronize(stream));
  // A scalar of the host is read before the call returns.
  show_while_busy("SpMV", stream, [&] {
    const cusparseStatus_t status = multiply(&alpha, &beta);
    alpha = 100;
    return as_error(status);
  });
  MUST(cudaStreamSynchronize(stream));
  show_array("product", y);
  SPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
  SPARSE(multiply(scalars, scalars.get() + 1));  // a kernel's first launch may wait
  MUST(cudaStreamSynchronize(stream));
  show_while_busy("SpMV with scalars on the device", stream, [&] { return as_error(multiply(scalars, scalars.get() + 1)); });
  MUST(cudaStreamSynchronize(stream));
  show_array("product", y);

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  STATUS(multiply(scalars, scalars.get() + 1));
  SHOW(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  for (const double factor : {3.0, 4.0}) {
    const double both[] = {factor, 0};
    MUST(cudaMemcpy(scalars, both, sizeof both, cudaMemcpyHostToDevice));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show_array("from the graph", y);
  }
  SPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
  DeviceArray<int> rows(5), offsets(4);
  SPARSE(cusparseXcsr2coo(handle, a.offsets, a.nnz, 3, rows, CUSPARSE_INDEX_BASE_ZERO));
  MUST(cudaStreamSynchronize(stream));
  show_while_busy("csr2coo", stream, [&] { return as_error(cusparseXcsr2coo(handle, a.offsets, a.nnz, 3, rows, CUSPARSE_INDEX_BASE_ZERO)); });
  STATUS(cusparseXcoo2csr(handle, rows, a.nnz, 3, offsets, CUSPARSE_INDEX_BASE_ZERO));
  MUST(cudaStreamSynchronize(stream));
  show_array("rows", rows);
  show_array("offsets", offsets);
  SPARSE(cusparseDestroy(handle));
  show_last_error("at the end");
}
