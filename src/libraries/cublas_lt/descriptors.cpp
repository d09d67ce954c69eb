// SPDX-License-Identifier: Apache-2.0
// Descriptors are made, written, read and destroyed. What they say is looked at when a product is asked for.
#include "libraries/cublas_lt/descriptors.h"
#include "libraries/cublas_lt/logger.h"

#include <new>

#include "libraries/cublas/entry.h"
#include "libraries/cublas_lt/attributes.h"

namespace riffle::cublas_lt {
namespace {

#define RIFFLE_PART(Held, number, part) {number, offsetof(Held, part), sizeof(Held::part)}

constexpr AttributeField kOfLayout[] = {
    RIFFLE_PART(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_TYPE, type),
    RIFFLE_PART(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_ORDER, order),
    RIFFLE_PART(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_ROWS, rows),
    RIFFLE_PART(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_COLS, cols),
    RIFFLE_PART(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_LD, ld),
    RIFFLE_PART(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, batch_count),
    RIFFLE_PART(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, batch_stride),
    RIFFLE_PART(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, plane_offset),
    RIFFLE_PART(MatrixLayout, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, batch_mode)};

constexpr AttributeField kOfProduct[] = {
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, compute_type),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_SCALE_TYPE, scale_type),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_POINTER_MODE, pointer_mode),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_TRANSA, transa),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_TRANSB, transb),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_TRANSC, transc),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_FILL_MODE, fill_mode),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, bias_batch_stride),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, aux_ld),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
                aux_batch_stride),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE,
                alpha_batch_stride),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, multiprocessors),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, a_scale),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, b_scale),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, c_scale),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, d_scale),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, d_amax),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, aux_type),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, aux_scale),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, aux_amax),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_FAST_ACCUM, fast_accumulation),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, bias_type),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, scale_modes[0]),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_B_SCALE_MODE, scale_modes[1]),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_C_SCALE_MODE, scale_modes[2]),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_D_SCALE_MODE, scale_modes[3]),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE, scale_modes[4]),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, d_out_scale),
    RIFFLE_PART(ProductDescription, CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE, scale_modes[5])};

constexpr AttributeField kOfPreference[] = {
    RIFFLE_PART(Preference, CUBLASLT_MATMUL_PREF_SEARCH_MODE, search_mode),
    RIFFLE_PART(Preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace_bytes),
    RIFFLE_PART(Preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reduction_mask),
    RIFFLE_PART(Preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignments[0]),
    RIFFLE_PART(Preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignments[1]),
    RIFFLE_PART(Preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignments[2]),
    RIFFLE_PART(Preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignments[3]),
    RIFFLE_PART(Preference, CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, most_waves),
    RIFFLE_PART(Preference, CUBLASLT_MATMUL_PREF_IMPL_MASK, implementations)};

constexpr AttributeField kOfTransform[] = {
    RIFFLE_PART(TransformDescription, CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, scale_type),
    RIFFLE_PART(TransformDescription, CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, pointer_mode),
    RIFFLE_PART(TransformDescription, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, transa),
    RIFFLE_PART(TransformDescription, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, transb)};

/// A descriptor in memory of this library.
template <class Opaque, class Init>
cublasStatus_t create(Opaque** descriptor, Init init, const char* function = __builtin_FUNCTION()) {
  const auto make = [&] {
    if (descriptor == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *descriptor = new (std::nothrow) Opaque;
    return *descriptor == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : init(*descriptor, sizeof(Opaque));
  };
  // A new descriptor is told of among all calls.
  return logged(LogLevel::kNone, [] { return std::string(); }, make, function);
}

/// In memory of the program, of which `bytes` are its descriptor's.
template <class Held, class Opaque>
cublasStatus_t init(Opaque* descriptor, std::size_t bytes, const Held& first) {
  if (descriptor == nullptr || bytes < sizeof(Opaque)) return CUBLAS_STATUS_INVALID_VALUE;
  *descriptor = {};
  held<Held>(*descriptor) = first;
  return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque>
cublasStatus_t destroy(Opaque* descriptor) {
  delete descriptor;
  return CUBLAS_STATUS_SUCCESS;
}

template <class Held, class Opaque>
Held* part(Opaque* descriptor) {
  return descriptor == nullptr ? nullptr : &held<Held>(*descriptor);
}

}  // namespace
}  // namespace riffle::cublas_lt

using namespace riffle::cublas_lt;

RIFFLE_ENTRY cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t matLayout, size_t size,
                                               cudaDataType type, uint64_t rows, uint64_t cols,
                                               int64_t ld) {
  log_api();
  MatrixLayout first{};
  first.type = static_cast<std::uint32_t>(type);
  first.rows = rows;
  first.cols = cols;
  first.ld = ld;
  first.batch_count = 1;
  return init(matLayout, size, first);
}
RIFFLE_ENTRY cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* matLayout, cudaDataType type,
                                        uint64_t rows, uint64_t cols, int64_t ld) {
  log_api();
  return create(matLayout, [&](cublasLtMatrixLayout_t made, std::size_t bytes) {
    return cublasLtMatrixLayoutInit_internal(made, bytes, type, rows, cols, ld);
  });
}
RIFFLE_ENTRY cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t matLayout) {
  log_api();
  return destroy(matLayout);
}
RIFFLE_ENTRY cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t matLayout,
                                              cublasLtMatrixLayoutAttribute_t attr, const void* buf,
                                              size_t sizeInBytes) {
  log_api();
  return set(part<MatrixLayout>(matLayout), kOfLayout, attr, buf, sizeInBytes);
}
RIFFLE_ENTRY cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t matLayout,
                                              cublasLtMatrixLayoutAttribute_t attr, void* buf,
                                              size_t sizeInBytes, size_t* sizeWritten) {
  log_api();
  return get(part<MatrixLayout>(matLayout), kOfLayout, attr, buf, sizeInBytes, sizeWritten);
}

RIFFLE_ENTRY cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t matmulDesc, size_t size,
                                             cublasComputeType_t computeType,
                                             cudaDataType_t scaleType) {
  log_api();
  ProductDescription first{};
  first.compute_type = computeType;
  first.scale_type = scaleType;
  first.fill_mode = CUBLAS_FILL_MODE_FULL;
  first.epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  first.aux_type = -1;
  first.bias_type = -1;
  return init(matmulDesc, size, first);
}
RIFFLE_ENTRY cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* matmulDesc,
                                      cublasComputeType_t computeType, cudaDataType_t scaleType) {
  log_api();
  return create(matmulDesc, [&](cublasLtMatmulDesc_t made, std::size_t bytes) {
    return cublasLtMatmulDescInit_internal(made, bytes, computeType, scaleType);
  });
}
RIFFLE_ENTRY cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t matmulDesc) {
  log_api();
  return destroy(matmulDesc);
}
RIFFLE_ENTRY cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t matmulDesc,
                                            cublasLtMatmulDescAttributes_t attr, const void* buf,
                                            size_t sizeInBytes) {
  log_api();
  return set(part<ProductDescription>(matmulDesc), kOfProduct, attr, buf, sizeInBytes);
}
RIFFLE_ENTRY cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t matmulDesc,
                                            cublasLtMatmulDescAttributes_t attr, void* buf,
                                            size_t sizeInBytes, size_t* sizeWritten) {
  log_api();
  return get(part<ProductDescription>(matmulDesc), kOfProduct, attr, buf, sizeInBytes, sizeWritten);
}

RIFFLE_ENTRY cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t pref, size_t size) {
  log_api();
  constexpr std::uint32_t kAligned = 256;
  Preference first{};
  first.reduction_mask = CUBLASLT_REDUCTION_SCHEME_MASK;
  for (std::uint32_t& alignment : first.alignments) alignment = kAligned;
  first.implementations = ~std::uint64_t{0};
  return init(pref, size, first);
}
RIFFLE_ENTRY cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* pref) {
  log_api();
  return create(pref, cublasLtMatmulPreferenceInit_internal);
}
RIFFLE_ENTRY cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t pref) {
  log_api();
  return destroy(pref);
}
RIFFLE_ENTRY cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t pref,
                                                  cublasLtMatmulPreferenceAttributes_t attr,
                                                  const void* buf, size_t sizeInBytes) {
  log_api();
  return set(part<Preference>(pref), kOfPreference, attr, buf, sizeInBytes);
}
RIFFLE_ENTRY cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t pref,
                                                  cublasLtMatmulPreferenceAttributes_t attr,
                                                  void* buf, size_t sizeInBytes,
                                                  size_t* sizeWritten) {
  log_api();
  return get(part<Preference>(pref), kOfPreference, attr, buf, sizeInBytes, sizeWritten);
}

RIFFLE_ENTRY cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t transformDesc,
                                                      size_t size, cudaDataType scaleType) {
  log_api();
  return init(
      transformDesc, size,
      TransformDescription{scaleType, CUBLASLT_POINTER_MODE_HOST, CUBLAS_OP_N, CUBLAS_OP_N});
}
RIFFLE_ENTRY cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t* transformDesc,
                                               cudaDataType scaleType) {
  log_api();
  return create(transformDesc, [&](cublasLtMatrixTransformDesc_t made, std::size_t bytes) {
    return cublasLtMatrixTransformDescInit_internal(made, bytes, scaleType);
  });
}
RIFFLE_ENTRY cublasLtMatrixTransformDescDestroy(cublasLtMatrixTransformDesc_t transformDesc) {
  log_api();
  return destroy(transformDesc);
}
RIFFLE_ENTRY cublasLtMatrixTransformDescSetAttribute(cublasLtMatrixTransformDesc_t transformDesc,
                                                     cublasLtMatrixTransformDescAttributes_t attr,
                                                     const void* buf, size_t sizeInBytes) {
  log_api();
  return set(part<TransformDescription>(transformDesc), kOfTransform, attr, buf, sizeInBytes);
}
RIFFLE_ENTRY cublasLtMatrixTransformDescGetAttribute(cublasLtMatrixTransformDesc_t transformDesc,
                                                     cublasLtMatrixTransformDescAttributes_t attr,
                                                     void* buf, size_t sizeInBytes,
                                                     size_t* sizeWritten) {
  log_api();
  return get(part<TransformDescription>(transformDesc), kOfTransform, attr, buf, sizeInBytes,
             sizeWritten);
}
