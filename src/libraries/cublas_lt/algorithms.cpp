// SPDX-License-Identifier: Apache-2.0
// Searches find the one algorithm that there is. It needs no workspace, and what is set of it is told back and changes nothing.
#include <algorithm>

#include "libraries/cublas/entry.h"
#include "libraries/cublas_lt/attributes.h"
#include "libraries/cublas_lt/logger.h"
#include "libraries/cublas_lt/plan.h"

namespace riffle::cublas_lt {
namespace {

constexpr int kConfigurations = CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID;

/// The identifier, and numbers of 4 bytes; of 2 bytes the last two, as documented.
std::size_t bytes_of(int number) {
  return number == CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID ||
                 number == CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID
             ? sizeof(std::uint16_t)
             : sizeof(std::int32_t);
}
AttributeField configuration(int number) {
  if (number == CUBLASLT_ALGO_CONFIG_ID)
    return {number, offsetof(MatmulAlgorithm, id), sizeof(std::int32_t)};
  return {number,
          offsetof(MatmulAlgorithm, configuration) +
              static_cast<std::size_t>(number - 1) * sizeof(std::int32_t),
          bytes_of(number)};
}
bool is_configuration(int number) { return number >= 0 && number <= kConfigurations; }

void make(cublasLtMatmulAlgo_t& algorithm) {
  algorithm = {};
  held<MatmulAlgorithm>(algorithm) = {
      .mark = kAlgorithmMark, .id = kAlgorithm, .configuration = {}};
}

bool is_ours(const cublasLtMatmulAlgo_t* algorithm) {
  return algorithm != nullptr && held<MatmulAlgorithm>(*algorithm).mark == kAlgorithmMark;
}

void describe(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulHeuristicResult_t& result) {
  result = {};
  result.algo = algorithm;
  result.state = CUBLAS_STATUS_SUCCESS;
  result.wavesCount = 1;
}

template <class Value>
cublasStatus_t tell(Value value, void* to, std::size_t bytes, std::size_t* written) {
  const AttributeField whole{0, 0, sizeof value};
  return get(&value, {&whole, 1}, 0, to, bytes, written);
}

}  // namespace
}  // namespace riffle::cublas_lt

using namespace riffle::cublas_lt;

RIFFLE_ENTRY cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t operationDesc, cublasLtMatrixLayout_t Adesc,
    cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
    cublasLtMatmulPreference_t preference, int requestedAlgoCount,
    cublasLtMatmulHeuristicResult_t* heuristicResultsArray, int* returnAlgoCount) {
  log_api();
  return logged(
      LogLevel::kInfo, [] { return std::string("heuristicResults=[0]"); },
      [&] {
        if (returnAlgoCount != nullptr) *returnAlgoCount = 0;
        if (lightHandle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
        if (preference == nullptr || requestedAlgoCount <= 0 || heuristicResultsArray == nullptr ||
            returnAlgoCount == nullptr)
          return CUBLAS_STATUS_INVALID_VALUE;
        MatmulPlan plan{};
        const cublasStatus_t status = make_plan(operationDesc, Adesc, Bdesc, Cdesc, Ddesc, plan);
        if (status != CUBLAS_STATUS_SUCCESS) return status;
        cublasLtMatmulAlgo_t algorithm;
        make(algorithm);
        describe(algorithm, heuristicResultsArray[0]);
        *returnAlgoCount = 1;
        return CUBLAS_STATUS_SUCCESS;
      });
}

RIFFLE_ENTRY cublasLtMatmulAlgoGetIds(cublasLtHandle_t lightHandle, cublasComputeType_t,
                                      cudaDataType_t, cudaDataType_t, cudaDataType_t,
                                      cudaDataType_t, cudaDataType_t, int requestedAlgoCount,
                                      int algoIdsArray[], int* returnAlgoCount) {
  log_api();
  if (lightHandle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (requestedAlgoCount <= 0 || algoIdsArray == nullptr || returnAlgoCount == nullptr)
    return CUBLAS_STATUS_INVALID_VALUE;
  algoIdsArray[0] = kAlgorithm;
  *returnAlgoCount = 1;
  return CUBLAS_STATUS_SUCCESS;
}

RIFFLE_ENTRY cublasLtMatmulAlgoInit(cublasLtHandle_t lightHandle, cublasComputeType_t,
                                    cudaDataType_t, cudaDataType_t, cudaDataType_t, cudaDataType_t,
                                    cudaDataType_t, int algoId, cublasLtMatmulAlgo_t* algo) {
  log_api();
  if (lightHandle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (algo == nullptr || algoId != kAlgorithm) return CUBLAS_STATUS_INVALID_VALUE;
  make(*algo);
  return CUBLAS_STATUS_SUCCESS;
}

RIFFLE_ENTRY cublasLtMatmulAlgoCheck(cublasLtHandle_t lightHandle,
                                     cublasLtMatmulDesc_t operationDesc,
                                     cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc,
                                     cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
                                     const cublasLtMatmulAlgo_t* algo,
                                     cublasLtMatmulHeuristicResult_t* result) {
  log_api();
  if (lightHandle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!is_ours(algo) || result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  MatmulPlan plan{};
  const cublasStatus_t status = make_plan(operationDesc, Adesc, Bdesc, Cdesc, Ddesc, plan);
  if (status == CUBLAS_STATUS_SUCCESS) describe(*algo, *result);
  return status;
}

RIFFLE_ENTRY cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t* algo,
                                               cublasLtMatmulAlgoCapAttributes_t attr, void* buf,
                                               size_t sizeInBytes, size_t* sizeWritten) {
  log_api();
  if (!is_ours(algo)) return CUBLAS_STATUS_INVALID_VALUE;
  const auto number = [&](auto value) { return tell(value, buf, sizeInBytes, sizeWritten); };
  constexpr std::uint32_t kPointers = CUBLASLT_POINTER_MODE_MASK_HOST |
                                      CUBLASLT_POINTER_MODE_MASK_DEVICE |
                                      CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_ZERO |
                                      CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_HOST;
  constexpr std::uint32_t kEpilogues = kRelu | kBias | kReluGradient | kBiasGradient | kGelu |
                                       kGeluGradient | kAux | kBiasOfA | kBiasOfB |
                                       CUBLASLT_EPILOGUE_DEFAULT;
  switch (attr) {
    case CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT:
    case CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT:
    case CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT:
      return number(std::int32_t{1});
    case CUBLASLT_ALGO_CAP_POINTER_MODE_MASK:
      return number(kPointers);
    case CUBLASLT_ALGO_CAP_EPILOGUE_MASK:
      return number(kEpilogues);
    case CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS:
      return number(std::uint64_t{CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA});
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES:
    case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES:
      return number(std::uint32_t{1});
    case CUBLASLT_ALGO_CAP_TILE_IDS:
    case CUBLASLT_ALGO_CAP_STAGES_IDS:  // a list of the one that is no choice
      return number(std::uint32_t{0});
    case CUBLASLT_ALGO_CAP_SPLITK_SUPPORT:
    case CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK:
    case CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT:
    case CUBLASLT_ALGO_CAP_UPLO_SUPPORT:
    case CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX:
    case CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER:
    case CUBLASLT_ALGO_CAP_LD_NEGATIVE:
    case CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT:
      return number(std::int32_t{0});
  }
  return CUBLAS_STATUS_INVALID_VALUE;
}

RIFFLE_ENTRY cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t* algo,
                                                  cublasLtMatmulAlgoConfigAttributes_t attr,
                                                  const void* buf, size_t sizeInBytes) {
  log_api();
  if (!is_ours(algo) || !is_configuration(attr) || attr == CUBLASLT_ALGO_CONFIG_ID)
    return CUBLAS_STATUS_INVALID_VALUE;
  const AttributeField whole = configuration(attr);
  return set(&held<MatmulAlgorithm>(*algo), {&whole, 1}, attr, buf, sizeInBytes);
}

RIFFLE_ENTRY cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t* algo,
                                                  cublasLtMatmulAlgoConfigAttributes_t attr,
                                                  void* buf, size_t sizeInBytes,
                                                  size_t* sizeWritten) {
  log_api();
  if (!is_ours(algo) || !is_configuration(attr)) return CUBLAS_STATUS_INVALID_VALUE;
  const AttributeField whole = configuration(attr);
  return get(&held<MatmulAlgorithm>(*algo), {&whole, 1}, attr, buf, sizeInBytes, sizeWritten);
}
