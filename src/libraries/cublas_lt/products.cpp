// SPDX-License-Identifier: Apache-2.0
// Products and transformations become work of the stream that the call names.
#include <cstring>

#include "libraries/cublas/entry.h"
#include "libraries/cublas/operation.h"
#include "libraries/cublas_lt/handles.h"
#include "libraries/cublas_lt/logger.h"
#include "libraries/cublas_lt/plan.h"

namespace riffle::cublas_lt {
namespace {

/// A scalar of the host as it was when the call was made.
struct Copied {
  alignas(cuDoubleComplex) unsigned char bytes[sizeof(cuDoubleComplex)]{};
  Copied(const void* scalar, cudaDataType type) {
    if (scalar != nullptr)
      std::memcpy(bytes, scalar, static_cast<std::size_t>(cublas::size_of(type)));
  }
};

bool is_zero(const void* scalar, cudaDataType type) {
  const cuDoubleComplex value = cublas::load(type, scalar, 0);
  return value.x == 0 && value.y == 0;
}

}  // namespace
}  // namespace riffle::cublas_lt

using namespace riffle::cublas_lt;
using riffle::cublas::Size;

namespace riffle::cublas_lt {
namespace {

using cublas::Touched;

Touched touched(const MatrixOperand& matrix, const void* data, Size batches) {
  Touched side = cublas::matrix_of_bytes(data, static_cast<unsigned>(cublas::size_of(matrix.type)),
                                         matrix.rows, matrix.cols, matrix.ld);
  side.is_array = matrix.is_array;
  if (!matrix.is_array) return cublas::batch(side, matrix.batch_stride, batches);
  side.count[0] = batches;
  return side;
}

/// A and B, or C, are null where they are not read.
void tell(const MatmulPlan& plan, const void* a, const void* b, const void* c, const void* d,
          cudaStream_t stream) {
  cublas::Touches touches(stream, true);
  if (a != nullptr) touches.reads(touched(plan.a, a, plan.batches));
  if (b != nullptr) touches.reads(touched(plan.b, b, plan.batches));
  if (c == d) {
    touches.changes(touched(plan.d, d, plan.batches));
    return;
  }
  if (c != nullptr) touches.reads(touched(plan.c, c, plan.batches));
  touches.writes(touched(plan.d, d, plan.batches));
}

}  // namespace
}  // namespace riffle::cublas_lt

RIFFLE_ENTRY cublasLtMatmul(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t computeDesc,
                            const void* alpha, const void* A, cublasLtMatrixLayout_t Adesc,
                            const void* B, cublasLtMatrixLayout_t Bdesc, const void* beta,
                            const void* C, cublasLtMatrixLayout_t Cdesc, void* D,
                            cublasLtMatrixLayout_t Ddesc, const cublasLtMatmulAlgo_t* algo, void*,
                            size_t, cudaStream_t stream) {
  log_api();
  const auto places = [&] {
    return told_places({{"A", A}, {"B", B}, {"C", C}, {"D", D}, {"stream", stream}});
  };
  return logged(LogLevel::kTrace, places, [&] {
    if (lightHandle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    MatmulPlan plan{};
    if (const cublasStatus_t status = make_plan(computeDesc, Adesc, Bdesc, Cdesc, Ddesc, plan);
        status != CUBLAS_STATUS_SUCCESS)
      return status;
    if (algo != nullptr && held<MatmulAlgorithm>(*algo).mark != kAlgorithmMark)
      return CUBLAS_STATUS_INVALID_VALUE;
    const int mode = plan.description.pointer_mode;
    const bool is_beta_zero = mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO;
    if (alpha == nullptr || (beta == nullptr && !is_beta_zero) || A == nullptr || B == nullptr ||
        D == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    const bool is_alpha_of_host = mode == CUBLASLT_POINTER_MODE_HOST;
    const bool is_beta_of_host =
        is_alpha_of_host || mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
    const bool needs_c = !is_beta_zero && !(is_beta_of_host && is_zero(beta, plan.scale_type));
    if (C == nullptr && needs_c) return CUBLAS_STATUS_INVALID_VALUE;
    if (!riffle::cublas::openblas_is_there()) return CUBLAS_STATUS_NOT_SUPPORTED;
    const Copied alpha_copy(is_alpha_of_host ? alpha : nullptr, plan.scale_type);
    const Copied beta_copy(is_beta_of_host ? beta : nullptr, plan.scale_type);
    const bool needs_factors = !is_alpha_of_host || !is_zero(alpha, plan.scale_type);
    tell(plan, needs_factors ? A : nullptr, needs_factors ? B : nullptr, needs_c ? C : nullptr, D,
         stream);
    return riffle::cublas::enqueue_in(stream, [=] {
      compute(plan, {.alpha = is_alpha_of_host ? alpha_copy.bytes : alpha,
                     .a = A,
                     .b = B,
                     .beta = is_beta_of_host ? beta_copy.bytes : beta,
                     .c = C,
                     .d = D});
    });
  });
}

namespace riffle::cublas_lt {
namespace {

struct Transformed {
  const void* elements;
  MatrixLayout layout;
  bool is_transposed;
};

cuDoubleComplex element(const Transformed& matrix, Size row, Size column, Size batch) {
  if (matrix.elements == nullptr) return {0, 0};
  if (matrix.is_transposed) std::swap(row, column);
  const Size at = matrix.layout.order == CUBLASLT_ORDER_COL ? row + column * matrix.layout.ld
                                                            : column + row * matrix.layout.ld;
  return cublas::load(static_cast<cudaDataType>(matrix.layout.type), matrix.elements,
                      at + batch * matrix.layout.batch_stride);
}

bool is_good(const MatrixLayout& layout) {
  const bool is_of_columns = layout.order == CUBLASLT_ORDER_COL;
  return layout.rows > 0 && layout.cols > 0 && layout.batch_count > 0 &&
         layout.ld >= static_cast<std::int64_t>(is_of_columns ? layout.rows : layout.cols) &&
         cublas::size_of(static_cast<cudaDataType>(layout.type)) != 0;
}

bool has_shape(const MatrixLayout& layout, bool is_transposed, const MatrixLayout& result) {
  return (is_transposed ? layout.cols : layout.rows) == result.rows &&
         (is_transposed ? layout.rows : layout.cols) == result.cols &&
         layout.batch_count == result.batch_count;
}

cublasStatus_t check(const MatrixLayout& layout) {
  if (layout.order > CUBLASLT_ORDER_ROW) return CUBLAS_STATUS_NOT_SUPPORTED;
  return is_good(layout) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

}  // namespace
}  // namespace riffle::cublas_lt

RIFFLE_ENTRY cublasLtMatrixTransform(cublasLtHandle_t lightHandle,
                                     cublasLtMatrixTransformDesc_t transformDesc, const void* alpha,
                                     const void* A, cublasLtMatrixLayout_t Adesc, const void* beta,
                                     const void* B, cublasLtMatrixLayout_t Bdesc, void* C,
                                     cublasLtMatrixLayout_t Cdesc, cudaStream_t stream) {
  log_api();
  const auto places = [&] {
    return told_places({{"A", A}, {"B", B}, {"C", C}, {"stream", stream}});
  };
  return logged(LogLevel::kTrace, places, [&] {
    if (lightHandle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (transformDesc == nullptr || Cdesc == nullptr || C == nullptr || alpha == nullptr)
      return CUBLAS_STATUS_INVALID_VALUE;
    const auto wanted = held<TransformDescription>(*transformDesc);
    const auto scale = static_cast<cudaDataType>(wanted.scale_type);
    const bool is_of_host = wanted.pointer_mode == CUBLASLT_POINTER_MODE_HOST;
    if (wanted.pointer_mode > CUBLASLT_POINTER_MODE_DEVICE || riffle::cublas::size_of(scale) == 0)
      return CUBLAS_STATUS_NOT_SUPPORTED;
    const MatrixLayout result = held<MatrixLayout>(*Cdesc);
    if (const cublasStatus_t status = check(result); status != CUBLAS_STATUS_SUCCESS) return status;
    Transformed inputs[2] = {{A, {}, wanted.transa != CUBLAS_OP_N},
                             {beta == nullptr ? nullptr : B, {}, wanted.transb != CUBLAS_OP_N}};
    const cublasLtMatrixLayout_t layouts[2] = {Adesc, Bdesc};
    for (int i = 0; i < 2; ++i) {
      if (inputs[i].elements == nullptr) continue;
      if (layouts[i] == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
      inputs[i].layout = held<MatrixLayout>(*layouts[i]);
      if (const cublasStatus_t status = check(inputs[i].layout); status != CUBLAS_STATUS_SUCCESS)
        return status;
      if (!has_shape(inputs[i].layout, inputs[i].is_transposed, result))
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    const Copied alpha_copy(is_of_host ? alpha : nullptr, scale);
    const Copied beta_copy(is_of_host ? beta : nullptr, scale);
    return riffle::cublas::enqueue_in(stream, [=, a = inputs[0], b = inputs[1]] {
      using riffle::cublas::load;
      const cuDoubleComplex x = load(scale, is_of_host ? alpha_copy.bytes : alpha, 0);
      const cuDoubleComplex y =
          beta == nullptr ? cuDoubleComplex{} : load(scale, is_of_host ? beta_copy.bytes : beta, 0);
      const auto type = static_cast<cudaDataType>(result.type);
      for (Size batch = 0; batch < result.batch_count; ++batch)
        for (Size j = 0; j < static_cast<Size>(result.cols); ++j)
          for (Size i = 0; i < static_cast<Size>(result.rows); ++i) {
            const Size at =
                result.order == CUBLASLT_ORDER_COL ? i + j * result.ld : j + i * result.ld;
            riffle::cublas::store(
                type, C, at + batch * result.batch_stride,
                riffle::cublas::add(riffle::cublas::multiply(x, element(a, i, j, batch)),
                                    riffle::cublas::multiply(y, element(b, i, j, batch))));
          }
    });
  });
}
