// SPDX-License-Identifier: Apache-2.0
// flags: -lcusparse
// What cuSPARSE refuses, and its work in streams.
#include "../cases.h"
#include "sparse_values.h"
#include "../gate.h"

#include <cusparse.h>

constexpr auto kNone = CUSPARSE_OPERATION_NON_TRANSPOSE;

constexpr auto kZero = CUSPARSE_INDEX_BASE_ZERO;
constexpr auto kInt = CUSPARSE_INDEX_32I;

// What cuSPARSE answers to arguments that are wrong, and about itself.
CASE(cusparse_refused) {
  cusparseHandle_t handle = nullptr;
  int number = 0;
  for (int i = 0; i <= 12; ++i)
    std::printf("%d: %s, %s\n", i, cusparseGetErrorName(cusparseStatus_t(i)), cusparseGetErrorString(cusparseStatus_t(i)));
  STATUS(cusparseCreate(nullptr));
  STATUS(cusparseCreate(&handle));
  STATUS(cusparseGetVersion(handle, &number));
  show_truth("version 12.6", number / 100 == 126);
  STATUS(cusparseGetVersion(nullptr, &number));
  STATUS(cusparseGetVersion(handle, nullptr));
  STATUS(cusparseGetProperty(MAJOR_VERSION, &number));
  show_value("major", number);
  STATUS(cusparseGetProperty(MINOR_VERSION, &number));
  show_value("minor", number);
  STATUS(cusparseGetProperty(static_cast<libraryPropertyType>(7), &number));
  STATUS(cusparseGetProperty(MAJOR_VERSION, nullptr));
  cudaStream_t stream;
  STATUS(cusparseSetStream(nullptr, nullptr));
  STATUS(cusparseGetStream(handle, nullptr));
  STATUS(cusparseGetStream(nullptr, &stream));
  STATUS(cusparseSetPointerMode(handle, static_cast<cusparsePointerMode_t>(5)));
  STATUS(cusparseSetPointerMode(nullptr, CUSPARSE_POINTER_MODE_HOST));
  STATUS(cusparseGetPointerMode(handle, nullptr));
  STATUS(cusparseLoggerSetLevel(-1));
  STATUS(cusparseLoggerSetLevel(0));
  STATUS(cusparseLoggerSetMask(0));
  STATUS(cusparseLoggerForceDisable());

  cusparseMatDescr_t descr = nullptr;
  STATUS(cusparseCreateMatDescr(nullptr));
  STATUS(cusparseCreateMatDescr(&descr));
  std::printf("defaults %d %d %d %d\n", cusparseGetMatType(descr), cusparseGetMatFillMode(descr), cusparseGetMatDiagType(descr),
              cusparseGetMatIndexBase(descr));
  STATUS(cusparseSetMatType(descr, static_cast<cusparseMatrixType_t>(9)));
  STATUS(cusparseSetMatType(nullptr, CUSPARSE_MATRIX_TYPE_GENERAL));
  STATUS(cusparseSetMatFillMode(descr, static_cast<cusparseFillMode_t>(9)));
  STATUS(cusparseSetMatDiagType(descr, static_cast<cusparseDiagType_t>(9)));
  STATUS(cusparseSetMatIndexBase(descr, static_cast<cusparseIndexBase_t>(9)));
  STATUS(cusparseDestroyMatDescr(nullptr));

  DeviceArray<int> ints(64);
  DeviceArray<double> doubles(64);
  cusparseSpVecDescr_t sparse_vector = nullptr;
  STATUS(cusparseCreateSpVec(&sparse_vector, 4, 5, ints.get(), doubles.get(), kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateSpVec(&sparse_vector, -1, 0, ints.get(), doubles.get(), kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateSpVec(&sparse_vector, 4, 2, ints.get(), doubles.get(), static_cast<cusparseIndexType_t>(9), kZero, CUDA_R_64F));
  STATUS(cusparseCreateSpVec(&sparse_vector, 4, 2, ints.get(), doubles.get(), kInt, static_cast<cusparseIndexBase_t>(9), CUDA_R_64F));
  STATUS(cusparseCreateSpVec(&sparse_vector, 4, 2, nullptr, doubles.get(), kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateSpVec(&sparse_vector, 0, 0, nullptr, nullptr, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseDestroySpVec(sparse_vector));
  STATUS(cusparseCreateSpVec(&sparse_vector, 4, 2, ints.get(), doubles.get(), kInt, kZero, CUDA_R_64F));
  cusparseDnVecDescr_t x = nullptr, y = nullptr, wrong = nullptr, single = nullptr;
  STATUS(cusparseCreateDnVec(&x, -1, doubles.get(), CUDA_R_64F));
  STATUS(cusparseCreateDnVec(&x, 4, nullptr, CUDA_R_64F));
  STATUS(cusparseCreateDnVec(nullptr, 4, doubles.get(), CUDA_R_64F));
  STATUS(cusparseCreateDnVec(&x, 4, doubles.get(), static_cast<cudaDataType>(77)));
  STATUS(cusparseCreateDnVec(&x, 4, doubles.get(), CUDA_R_64F));
  STATUS(cusparseCreateDnVec(&y, 4, doubles.get() + 8, CUDA_R_64F));
  STATUS(cusparseCreateDnVec(&wrong, 5, doubles.get(), CUDA_R_64F));
  STATUS(cusparseCreateDnVec(&single, 4, doubles.get(), CUDA_R_32F));
  cusparseDnMatDescr_t b = nullptr, c = nullptr;
  STATUS(cusparseCreateDnMat(&b, 4, 3, 3, doubles.get(), CUDA_R_64F, CUSPARSE_ORDER_COL));
  STATUS(cusparseCreateDnMat(&b, 4, 3, 2, doubles.get(), CUDA_R_64F, CUSPARSE_ORDER_ROW));
  STATUS(cusparseCreateDnMat(&b, 4, 3, 4, doubles.get(), CUDA_R_64F, static_cast<cusparseOrder_t>(9)));
  STATUS(cusparseCreateDnMat(&b, 4, 3, 4, nullptr, CUDA_R_64F, CUSPARSE_ORDER_COL));
  STATUS(cusparseCreateDnMat(&b, 4, 3, 4, doubles.get(), CUDA_R_64F, CUSPARSE_ORDER_COL));
  STATUS(cusparseCreateDnMat(&c, 4, 3, 4, doubles.get() + 16, CUDA_R_64F, CUSPARSE_ORDER_COL));
  STATUS(cusparseDnMatSetStridedBatch(b, 0, 12));
  STATUS(cusparseDnMatSetStridedBatch(b, 2, 5));
  STATUS(cusparseDnMatSetStridedBatch(b, 2, 0));
  STATUS(cusparseDnMatSetStridedBatch(b, 1, 12));

  cusparseSpMatDescr_t a = nullptr, other = nullptr;
  STATUS(cusparseCreateCsr(nullptr, 4, 4, 6, ints.get(), ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&a, -4, 4, 6, ints.get(), ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&a, 4, 4, 17, ints.get(), ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&a, 4, 4, 6, nullptr, ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&a, 4, 4, 6, ints.get(), nullptr, doubles.get(), kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&a, 4, 4, 6, ints.get(), ints.get(), nullptr, kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&other, 4, 4, 0, nullptr, nullptr, nullptr, kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&other, 4, 4, 0, ints.get(), nullptr, nullptr, kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseDestroySpMat(other));
  STATUS(cusparseCreateCsr(&other, 4, 4, 6, ints.get(), ints.get(), doubles.get(), CUSPARSE_INDEX_64I, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&other, 4, 4, 6, ints.get(), ints.get(), doubles.get(), kInt, CUSPARSE_INDEX_64I, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&other, 4, 4, 6, ints.get(), ints.get(), doubles.get(), CUSPARSE_INDEX_16U, CUSPARSE_INDEX_16U, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCsr(&a, 4, 4, 6, ints.get(), ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateCoo(&other, 4, 4, 6, nullptr, ints.get(), doubles.get(), kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateBlockedEll(&other, 4, 4, 3, 2, ints.get(), doubles.get(), kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateBlockedEll(&other, 4, 4, 2, 6, ints.get(), doubles.get(), kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateBlockedEll(&other, 4, 4, 2, 3, ints.get(), doubles.get(), kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateBlockedEll(&other, 4, 4, 0, 4, ints.get(), doubles.get(), kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateBsr(&other, 2, 2, 5, 2, 2, ints.get(), ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F, CUSPARSE_ORDER_ROW));
  STATUS(cusparseCreateBsr(&other, 2, 2, 3, 0, 2, ints.get(), ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F, CUSPARSE_ORDER_ROW));
  STATUS(cusparseCreateSlicedEll(&other, 4, 4, 6, 5, 2, ints.get(), ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCreateSlicedEll(&other, 4, 4, 6, 8, 0, ints.get(), ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseCsrSetPointers(a, nullptr, ints.get(), doubles.get()));
  STATUS(cusparseCooSetPointers(a, ints.get(), ints.get(), doubles.get()));
  STATUS(cusparseSpMatSetValues(a, nullptr));
  STATUS(cusparseSpMatSetValues(a, doubles.get()));
  STATUS(cusparseCsrSetPointers(a, ints.get(), ints.get(), doubles.get()));
  STATUS(cusparseCsrSetStridedBatch(a, 0, 5, 6));
  STATUS(cusparseCsrSetStridedBatch(a, 2, 3, 6));
  STATUS(cusparseCsrSetStridedBatch(a, 2, 5, 3));
  STATUS(cusparseCooSetStridedBatch(a, 2, 6));
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_UPPER;
  cusparseSpMatDescr_t half = nullptr;
  STATUS(cusparseCreateCsr(&half, 4, 4, 6, ints.get(), ints.get(), doubles.get(), kInt, kInt, kZero, CUDA_R_64F));
  STATUS(cusparseSpMatGetAttribute(half, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  STATUS(cusparseSpMatSetAttribute(half, CUSPARSE_SPMAT_FILL_MODE, &fill, 1));
  STATUS(cusparseSpMatSetAttribute(half, static_cast<cusparseSpMatAttribute_t>(7), &fill, sizeof fill));
  STATUS(cusparseSpMatSetAttribute(half, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));

  double one = 1, zero = 0;
  size_t bytes = 0;
  const auto type = CUDA_R_64F;
  STATUS(cusparseSpMV_bufferSize(nullptr, kNone, &one, a, x, &zero, y, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, nullptr, a, x, &zero, y, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, &one, nullptr, x, &zero, y, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, &one, a, wrong, &zero, y, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, &one, a, x, &zero, wrong, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, static_cast<cusparseOperation_t>(9), &one, a, x, &zero, y, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, &one, a, single, &zero, y, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, &one, a, x, &zero, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, &one, a, x, &zero, y, type, static_cast<cusparseSpMVAlg_t>(99), &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, &one, a, x, &zero, y, type, CUSPARSE_SPMV_COO_ALG1, &bytes));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, &one, a, x, &zero, y, type, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  STATUS(cusparseSpMV_bufferSize(handle, kNone, &one, half, x, &zero, y, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMM_bufferSize(handle, kNone, kNone, &one, half, b, &zero, c, type, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMM_bufferSize(handle, kNone, kNone, &one, a, b, &zero, c, type, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMM_bufferSize(handle, kNone, kNone, &one, a, b, &zero, c, type, CUSPARSE_SPMM_CSR_ALG2, &bytes));
  STATUS(cusparseSpMM_bufferSize(handle, kNone, kNone, &one, a, b, &zero, c, type, static_cast<cusparseSpMMAlg_t>(77), &bytes));
  STATUS(cusparseSpMM_bufferSize(nullptr, kNone, kNone, &one, a, b, &zero, c, type, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMM_bufferSize(handle, kNone, CUSPARSE_OPERATION_TRANSPOSE, &one, a, b, &zero, c, type, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMM_bufferSize(handle, kNone, kNone, &one, a, b, &zero, c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  STATUS(cusparseSpMM_bufferSize(handle, kNone, kNone, &one, a, b, &zero, c, type, CUSPARSE_SPMM_COO_ALG1, &bytes));
  STATUS(cusparseSDDMM_bufferSize(handle, kNone, CUSPARSE_OPERATION_TRANSPOSE, &one, b, c, &zero, a, type, CUSPARSE_SDDMM_ALG_DEFAULT, &bytes));
  STATUS(cusparseSDDMM_bufferSize(handle, kNone, kNone, &one, b, c, &zero, a, type, CUSPARSE_SDDMM_ALG_DEFAULT, &bytes));
  STATUS(cusparseAxpby(handle, &one, sparse_vector, &zero, wrong));
  STATUS(cusparseAxpby(handle, &one, sparse_vector, &zero, single));
  STATUS(cusparseGather(handle, wrong, sparse_vector));
  STATUS(cusparseGather(nullptr, x, sparse_vector));
  STATUS(cusparseSpVV_bufferSize(handle, CUSPARSE_OPERATION_TRANSPOSE, sparse_vector, x, &one, type, &bytes));
  STATUS(cusparseSpVV_bufferSize(handle, kNone, sparse_vector, wrong, &one, type, &bytes));
  cusparseSpSVDescr_t solve = nullptr;
  STATUS(cusparseSpSV_createDescr(&solve));
  STATUS(cusparseSpSV_bufferSize(handle, kNone, &one, a, x, wrong, type, CUSPARSE_SPSV_ALG_DEFAULT, solve, &bytes));
  STATUS(cusparseSpSV_bufferSize(handle, kNone, &one, a, x, y, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, solve, &bytes));
  STATUS(cusparseSpSV_bufferSize(handle, kNone, &one, a, x, y, type, CUSPARSE_SPSV_ALG_DEFAULT, nullptr, &bytes));
  STATUS(cusparseSpSV_solve(handle, kNone, &one, a, x, y, type, CUSPARSE_SPSV_ALG_DEFAULT, solve));
  STATUS(cusparseSpSV_destroyDescr(solve));

  STATUS(cusparseXcoo2csr(nullptr, ints, 4, 4, ints, kZero));
  STATUS(cusparseXcoo2csr(handle, ints, -1, 4, ints, kZero));
  STATUS(cusparseXcoo2csr(handle, ints, 4, -1, ints, kZero));
  STATUS(cusparseXcoo2csr(handle, ints, 4, 4, ints, static_cast<cusparseIndexBase_t>(9)));
  STATUS(cusparseXcsr2coo(handle, ints, -1, 4, ints, kZero));
  STATUS(cusparseCreateIdentityPermutation(handle, -1, ints));
  STATUS(cusparseCreateIdentityPermutation(handle, 0, ints));
  STATUS(cusparseXcoosort_bufferSizeExt(handle, -1, 4, 4, ints, ints, &bytes));
  STATUS(cusparseXcsrsort_bufferSizeExt(handle, 4, 4, -1, ints, ints, &bytes));
  STATUS(cusparseCsr2cscEx2_bufferSize(handle, -4, 4, 4, doubles.get(), ints, ints, doubles.get(), ints, ints, type, CUSPARSE_ACTION_NUMERIC, kZero,
                                       CUSPARSE_CSR2CSC_ALG_DEFAULT, &bytes));
  STATUS(cusparseCsr2cscEx2_bufferSize(handle, 4, 4, 4, doubles.get(), ints, ints, doubles.get(), ints, ints, type, CUSPARSE_ACTION_NUMERIC, kZero,
                                       static_cast<cusparseCsr2CscAlg_t>(9), &bytes));
  STATUS(cusparseDgtsv2StridedBatch_bufferSizeExt(handle, 4, doubles, doubles, doubles, doubles, 2, 3, &bytes));
  STATUS(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, 7, 4, doubles, doubles, doubles, doubles, 2, &bytes));
  STATUS(cusparseCsr2cscEx2_bufferSize(nullptr, 4, 4, 4, doubles.get(), ints, ints, doubles.get(), ints, ints, type, CUSPARSE_ACTION_NUMERIC, kZero,
                                       CUSPARSE_CSR2CSC_ALG_DEFAULT, &bytes));
  cusparseSpGEMMDescr_t gemm = nullptr;
  STATUS(cusparseSpGEMM_createDescr(&gemm));
  STATUS(cusparseSpGEMM_workEstimation(handle, CUSPARSE_OPERATION_TRANSPOSE, kNone, &one, a, a, &zero, a, type, CUSPARSE_SPGEMM_DEFAULT, gemm, &bytes, nullptr));
  STATUS(cusparseSpGEMM_workEstimation(nullptr, kNone, kNone, &one, a, a, &zero, a, type, CUSPARSE_SPGEMM_DEFAULT, gemm, &bytes, nullptr));
  STATUS(cusparseSpGEMM_workEstimation(handle, kNone, kNone, &one, a, a, &zero, a, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, gemm, &bytes, nullptr));
  STATUS(cusparseSpGEMM_destroyDescr(gemm));
  STATUS(cusparseDenseToSparse_bufferSize(handle, b, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
  STATUS(cusparseSparseToDense_bufferSize(handle, a, b, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
  STATUS(cusparseDnnz(handle, CUSPARSE_DIRECTION_ROW, 4, 4, descr, doubles, 3, ints, &number));
  STATUS(cusparseDnnz(handle, CUSPARSE_DIRECTION_ROW, -1, 4, descr, doubles, 4, ints, &number));
  STATUS(cusparseDnnz(handle, static_cast<cusparseDirection_t>(9), 4, 4, descr, doubles, 4, ints, &number));
  csrilu02Info_t ilu = nullptr;
  STATUS(cusparseCreateCsrilu02Info(&ilu));
  int size = 0;
  STATUS(cusparseDcsrilu02_bufferSize(handle, -1, 4, descr, doubles, ints, ints, ilu, &size));
  STATUS(cusparseDcsrilu02_bufferSize(nullptr, 4, 4, descr, doubles, ints, ints, ilu, &size));
  STATUS(cusparseSetMatType(descr, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
  STATUS(cusparseDcsrilu02_bufferSize(handle, 4, 4, descr, doubles, ints, ints, ilu, &size));
  STATUS(cusparseDestroyCsrilu02Info(ilu));
  STATUS(cusparseDestroyMatDescr(descr));
  STATUS(cusparseDestroySpMat(a));
  STATUS(cusparseDestroySpMat(nullptr));
  STATUS(cusparseDestroyDnVec(nullptr));
  STATUS(cusparseDestroy(handle));
  STATUS(cusparseDestroy(nullptr));
  show_last_error("at the end");
}

// cuSPARSE's calls in streams: which return while the stream is busy, scalars of either pointer mode, captures.
CASE(cusparse_streams) {
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
