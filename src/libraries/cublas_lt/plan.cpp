// SPDX-License-Identifier: Apache-2.0
#include "libraries/cublas_lt/plan.h"

#include <algorithm>
#include <climits>
#include <optional>

namespace riffle::cublas_lt {
namespace {

struct Types {
  cudaDataType input, c, d;
};

// The tables of cublasLtMatmul's documentation, by what sums are made in and the type of scalars.
constexpr Types kFloats[] = {
    {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},  {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F},
    {CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},  {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF},
    {CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F}, {CUDA_R_8I, CUDA_R_32F, CUDA_R_32F}};
constexpr Types kFloatComplexes[] = {{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F}};
constexpr Types kHalves[] = {{CUDA_R_16F, CUDA_R_16F, CUDA_R_16F}};
constexpr Types kIntegers[] = {{CUDA_R_8I, CUDA_R_32I, CUDA_R_32I}};
constexpr Types kScaledIntegers[] = {{CUDA_R_8I, CUDA_R_8I, CUDA_R_8I}};
constexpr Types kDoubles[] = {{CUDA_R_64F, CUDA_R_64F, CUDA_R_64F}};
constexpr Types kDoubleComplexes[] = {{CUDA_C_64F, CUDA_C_64F, CUDA_C_64F}};

bool is_of_8_bits(cudaDataType type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }
bool is_complex(cudaDataType type) { return type == CUDA_C_32F || type == CUDA_C_64F; }

/// Floating-point numbers of 8 bits: any two kinds but e5m2 by e5m2; D is C's type or has 8 bits.
bool has_small_floats(const MatmulPlan& plan) {
  if (plan.a.type == CUDA_R_8F_E5M2 && plan.b.type == CUDA_R_8F_E5M2) return false;
  const cudaDataType c = plan.c.type, d = plan.d.type;
  const bool is_c_good = c == CUDA_R_16F || c == CUDA_R_16BF || (c == CUDA_R_32F && d == c);
  return is_c_good && (d == c || is_of_8_bits(d));
}

template <std::size_t kCount>
bool has(const Types (&table)[kCount], const MatmulPlan& plan) {
  return std::ranges::any_of(table, [&](const Types& entry) {
    return entry.input == plan.a.type && entry.c == plan.c.type && entry.d == plan.d.type;
  });
}

/// The type of scalars that goes with sums in `compute`: of complex matrices the first, with bytes two.
bool is_scale(cublasComputeType_t compute, cudaDataType scale, bool complex) {
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return scale == CUDA_R_16F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return scale == CUDA_R_32I || scale == CUDA_R_32F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return scale == (complex ? CUDA_C_64F : CUDA_R_64F);
    default:
      return scale == (complex ? CUDA_C_32F : CUDA_R_32F);
  }
}

std::optional<Arithmetic> arithmetic_of(const MatmulPlan& plan, cublasComputeType_t compute) {
  const auto if_there = [](bool is_there, Arithmetic arithmetic) {
    return is_there ? std::optional(arithmetic) : std::nullopt;
  };
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return if_there(has(kHalves, plan), Arithmetic::kFloat);
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:  // sums of products of bytes are exact in double
      return if_there(
          plan.scale_type == CUDA_R_32I ? has(kIntegers, plan) : has(kScaledIntegers, plan),
          Arithmetic::kDouble);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      if (has(kDoubles, plan)) return Arithmetic::kDouble;
      return if_there(has(kDoubleComplexes, plan), Arithmetic::kDoubleComplex);
    default:
      if (is_of_8_bits(plan.a.type)) return if_there(has_small_floats(plan), Arithmetic::kFloat);
      if (has(kFloats, plan)) return Arithmetic::kFloat;
      return if_there(has(kFloatComplexes, plan), Arithmetic::kComplex);
  }
}

bool is_one_of(std::int32_t op) { return op >= CUBLAS_OP_N && op <= CUBLAS_OP_C; }

/// `layout` by columns. False: an order that is not there, or numbers that no matrix has.
cublasStatus_t by_columns(const MatrixLayout& layout, MatrixOperand& matrix) {
  if (layout.order != CUBLASLT_ORDER_COL && layout.order != CUBLASLT_ORDER_ROW)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool is_of_rows = layout.order == CUBLASLT_ORDER_ROW;
  const auto type = static_cast<cudaDataType>(layout.type);
  if (layout.rows > INT_MAX || layout.cols > INT_MAX || layout.batch_count < 1 ||
      layout.batch_mode < CUBLASLT_BATCH_MODE_STRIDED ||
      layout.batch_mode > CUBLASLT_BATCH_MODE_POINTER_ARRAY)
    return CUBLAS_STATUS_INVALID_VALUE;
  matrix = {.type = type,
            .rows = static_cast<Size>(is_of_rows ? layout.cols : layout.rows),
            .cols = static_cast<Size>(is_of_rows ? layout.rows : layout.cols),
            .ld = layout.ld,
            .is_transposed = is_of_rows,
            .batch_stride = layout.batch_stride,
            .is_array = layout.batch_mode == CUBLASLT_BATCH_MODE_POINTER_ARRAY};
  if (cublas::size_of(type) == 0) return CUBLAS_STATUS_NOT_SUPPORTED;
  if (matrix.rows < 1 || matrix.cols < 1 || matrix.ld < matrix.rows || matrix.ld > INT_MAX)
    return CUBLAS_STATUS_INVALID_VALUE;
  return CUBLAS_STATUS_SUCCESS;
}

/// The operation on what lies there. A matrix of rows that is to be conjugated and transposed would only be conjugated.
std::optional<cublasOperation_t> operation_of(std::int32_t wanted, const MatrixOperand& matrix) {
  const auto op = static_cast<cublasOperation_t>(wanted);
  if (!matrix.is_transposed) return op;
  if (op == CUBLAS_OP_N) return CUBLAS_OP_T;
  if (op == CUBLAS_OP_C && is_complex(matrix.type)) return std::nullopt;
  return CUBLAS_OP_N;
}

bool is_epilogue(std::uint32_t epilogue) {
  constexpr std::uint32_t kAll[] = {
      CUBLASLT_EPILOGUE_DEFAULT,  CUBLASLT_EPILOGUE_RELU,        CUBLASLT_EPILOGUE_RELU_AUX,
      CUBLASLT_EPILOGUE_BIAS,     CUBLASLT_EPILOGUE_RELU_BIAS,   CUBLASLT_EPILOGUE_RELU_AUX_BIAS,
      CUBLASLT_EPILOGUE_DRELU,    CUBLASLT_EPILOGUE_DRELU_BGRAD, CUBLASLT_EPILOGUE_GELU,
      CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_BIAS,   CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
      CUBLASLT_EPILOGUE_DGELU,    CUBLASLT_EPILOGUE_DGELU_BGRAD, CUBLASLT_EPILOGUE_BGRADA,
      CUBLASLT_EPILOGUE_BGRADB};
  return std::ranges::find(kAll, epilogue) != std::end(kAll);
}

/// The types of a bias that goes with D, the usual one first.
cudaDataType usual_bias(const MatmulPlan& plan) {
  if (is_of_8_bits(plan.d.type)) return plan.c.type;
  if (is_of_8_bits(plan.a.type) && plan.d.type == CUDA_R_32F) return CUDA_R_16BF;
  return plan.d.type == CUDA_R_8I ? CUDA_R_32F : plan.d.type;
}

cublasStatus_t check_epilogue(MatmulPlan& plan) {
  const ProductDescription& wanted = plan.description;
  if (!is_epilogue(wanted.epilogue)) return CUBLAS_STATUS_INVALID_VALUE;
  plan.bias_type =
      wanted.bias_type < 0 ? usual_bias(plan) : static_cast<cudaDataType>(wanted.bias_type);
  plan.aux_type = wanted.aux_type < 0 ? plan.d.type : static_cast<cudaDataType>(wanted.aux_type);
  if (wanted.epilogue == CUBLASLT_EPILOGUE_DEFAULT) return CUBLAS_STATUS_SUCCESS;
  if (is_complex(plan.d.type) || plan.d.type == CUDA_R_32I) return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool has_bias = (wanted.epilogue & (kBias | kBiasGradient | kBiasOfA | kBiasOfB)) != 0;
  if (has_bias && (wanted.bias == nullptr || plan.bias_type != usual_bias(plan)))
    return CUBLAS_STATUS_INVALID_VALUE;
  if ((wanted.epilogue & kAux) == 0) return CUBLAS_STATUS_SUCCESS;
  constexpr Size kBitsInRow = 128;
  const bool is_bits = (wanted.epilogue & (kRelu | kReluGradient)) != 0;
  const bool is_ld_good = wanted.aux_ld >= plan.m && (!is_bits || wanted.aux_ld % kBitsInRow == 0);
  if (wanted.aux == nullptr || !is_ld_good) return CUBLAS_STATUS_INVALID_VALUE;
  return cublas::size_of(plan.aux_type) == 0 ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t check_types(MatmulPlan& plan) {
  const auto compute = static_cast<cublasComputeType_t>(plan.description.compute_type);
  const bool are_small = is_of_8_bits(plan.a.type) && is_of_8_bits(plan.b.type);
  if (!cublas::is_compute_type(compute) || (plan.a.type != plan.b.type && !are_small) ||
      !is_scale(compute, plan.scale_type, is_complex(plan.a.type)))
    return CUBLAS_STATUS_INVALID_VALUE;
  const std::optional<Arithmetic> arithmetic = arithmetic_of(plan, compute);
  if (!arithmetic) return CUBLAS_STATUS_NOT_SUPPORTED;
  plan.arithmetic = *arithmetic;
  // As hardware multiplies them.
  if (are_small && (plan.op_a == CUBLAS_OP_N || plan.op_b != CUBLAS_OP_N))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  // Scales for each row or block are not there.
  const auto& modes = plan.description.scale_modes;
  return std::ranges::all_of(modes, [](std::int32_t mode) { return mode == 0; })
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_NOT_SUPPORTED;
}

}  // namespace

cublasStatus_t make_plan(cublasLtMatmulDesc_t description, cublasLtMatrixLayout_t a,
                         cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
                         cublasLtMatrixLayout_t d, MatmulPlan& plan) {
  if (description == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr)
    return CUBLAS_STATUS_INVALID_VALUE;
  plan.description = held<ProductDescription>(*description);
  const ProductDescription& wanted = plan.description;
  plan.scale_type = static_cast<cudaDataType>(wanted.scale_type);
  const std::pair<cublasLtMatrixLayout_t, MatrixOperand*> matrices[] = {
      {a, &plan.a}, {b, &plan.b}, {c, &plan.c}, {d, &plan.d}};
  plan.batches = held<MatrixLayout>(*d).batch_count;
  for (const auto& [layout, matrix] : matrices) {
    if (held<MatrixLayout>(*layout).batch_count != plan.batches) return CUBLAS_STATUS_INVALID_VALUE;
    if (const cublasStatus_t status = by_columns(held<MatrixLayout>(*layout), *matrix);
        status != CUBLAS_STATUS_SUCCESS)
      return status;
  }
  if (!is_one_of(wanted.transa) || !is_one_of(wanted.transb)) return CUBLAS_STATUS_INVALID_VALUE;
  if (wanted.transc != CUBLAS_OP_N || wanted.fill_mode != CUBLAS_FILL_MODE_FULL ||
      wanted.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE_VECTOR)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const auto op_a = operation_of(wanted.transa, plan.a), op_b = operation_of(wanted.transb, plan.b);
  if (!op_a || !op_b) return CUBLAS_STATUS_NOT_SUPPORTED;
  plan.op_a = *op_a;
  plan.op_b = *op_b;
  plan.m = plan.op_a == CUBLAS_OP_N ? plan.a.rows : plan.a.cols;
  plan.k = plan.op_a == CUBLAS_OP_N ? plan.a.cols : plan.a.rows;
  plan.n = plan.op_b == CUBLAS_OP_N ? plan.b.cols : plan.b.rows;
  const Size k_of_b = plan.op_b == CUBLAS_OP_N ? plan.b.rows : plan.b.cols;
  const auto has_shape = [&](const MatrixOperand& matrix) {
    return (matrix.is_transposed ? matrix.cols : matrix.rows) == plan.m &&
           (matrix.is_transposed ? matrix.rows : matrix.cols) == plan.n;
  };
  if (k_of_b != plan.k || !has_shape(plan.c) || !has_shape(plan.d))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (const cublasStatus_t status = check_types(plan); status != CUBLAS_STATUS_SUCCESS)
    return status;
  return check_epilogue(plan);
}

}  // namespace riffle::cublas_lt
