// SPDX-License-Identifier: Apache-2.0
// Element types by their numbers.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <cuda_fp8.h>

#include "libraries/cublas/mixed.h"

namespace riffle::cublas {
namespace {

struct Combination {
  cudaDataType input, output;
  Arithmetic arithmetic;
};
// cuBLAS's table for cublasGemmEx: both inputs have one type.
constexpr Combination kFloats[] = {
    {CUDA_R_32F, CUDA_R_32F, Arithmetic::kFloat},   {CUDA_R_16F, CUDA_R_16F, Arithmetic::kFloat},
    {CUDA_R_16F, CUDA_R_32F, Arithmetic::kFloat},   {CUDA_R_16BF, CUDA_R_16BF, Arithmetic::kFloat},
    {CUDA_R_16BF, CUDA_R_32F, Arithmetic::kFloat},  {CUDA_R_8I, CUDA_R_32F, Arithmetic::kFloat},
    {CUDA_C_32F, CUDA_C_32F, Arithmetic::kComplex}, {CUDA_C_8I, CUDA_C_32F, Arithmetic::kComplex}};
constexpr Combination kDoubles[] = {{CUDA_R_64F, CUDA_R_64F, Arithmetic::kDouble},
                                    {CUDA_C_64F, CUDA_C_64F, Arithmetic::kDoubleComplex}};
constexpr Combination kHalves[] = {{CUDA_R_16F, CUDA_R_16F, Arithmetic::kFloat}};
// Sums of products of bytes are exact in double.
constexpr Combination kIntegers[] = {{CUDA_R_8I, CUDA_R_32I, Arithmetic::kDouble}};

template <std::size_t kCount>
ProductTypes find(const Combination (&table)[kCount], cudaDataType input, cudaDataType output,
                  cudaDataType real, cudaDataType complex) {
  for (const Combination& entry : table) {
    const bool is_complex =
        entry.arithmetic == Arithmetic::kComplex || entry.arithmetic == Arithmetic::kDoubleComplex;
    if (entry.input == input && entry.output == output)
      return {entry.arithmetic, is_complex ? complex : real};
  }
  return {};
}

}  // namespace

bool is_compute_type(cublasComputeType_t compute) {
  const int number = compute;
  return (number >= CUBLAS_COMPUTE_16F && number <= CUBLAS_COMPUTE_16F_PEDANTIC) ||
         (number >= CUBLAS_COMPUTE_32F && number <= CUBLAS_COMPUTE_32F_FAST_16BF) ||
         (number >= CUBLAS_COMPUTE_32F_FAST_TF32 &&
          number <= CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT);
}

ProductTypes product_types(cudaDataType a, cudaDataType b, cudaDataType c,
                           cublasComputeType_t compute) {
  if (a != b) return {};
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return find(kHalves, a, c, CUDA_R_16F, CUDA_R_16F);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
      return find(kDoubles, a, c, CUDA_R_64F, CUDA_C_64F);
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return find(kIntegers, a, c, CUDA_R_32I, CUDA_R_32I);
    default:
      return find(kFloats, a, c, CUDA_R_32F, CUDA_C_32F);
  }
}

Size size_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2:
      return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
    case CUDA_C_8I:
      return 2;
    case CUDA_R_32F:
    case CUDA_R_32I:
      return 4;
    case CUDA_R_64F:
    case CUDA_C_32F:
      return 8;
    case CUDA_C_64F:
      return 16;
    default:
      return 0;
  }
}

bool is_element(cudaDataType type) {
  return size_of(type) != 0 && type != CUDA_R_8I && type != CUDA_R_32I && type != CUDA_C_8I;
}

cuDoubleComplex load(cudaDataType type, const void* elements, Size index) {
  switch (type) {
    case CUDA_R_8I:
      return {static_cast<double>(static_cast<const signed char*>(elements)[index]), 0};
    case CUDA_R_32I:
      return {static_cast<double>(static_cast<const int*>(elements)[index]), 0};
    case CUDA_R_8F_E4M3:
      return {static_cast<float>(static_cast<const __nv_fp8_e4m3*>(elements)[index]), 0};
    case CUDA_R_8F_E5M2:
      return {static_cast<float>(static_cast<const __nv_fp8_e5m2*>(elements)[index]), 0};
    case CUDA_R_16F:
      return {__half2float(static_cast<const __half*>(elements)[index]), 0};
    case CUDA_R_16BF:
      return {__bfloat162float(static_cast<const __nv_bfloat16*>(elements)[index]), 0};
    case CUDA_R_32F:
      return {static_cast<const float*>(elements)[index], 0};
    case CUDA_R_64F:
      return {static_cast<const double*>(elements)[index], 0};
    case CUDA_C_8I: {
      const auto* const parts = static_cast<const signed char*>(elements) + 2 * index;
      return {static_cast<double>(parts[0]), static_cast<double>(parts[1])};
    }
    case CUDA_C_32F: {
      const cuComplex value = static_cast<const cuComplex*>(elements)[index];
      return {value.x, value.y};
    }
    default:
      return static_cast<const cuDoubleComplex*>(elements)[index];
  }
}

void store(cudaDataType type, void* elements, Size index, cuDoubleComplex value) {
  switch (type) {
    case CUDA_R_8I:  // to nearest, and saturated
      static_cast<signed char*>(elements)[index] =
          static_cast<signed char>(std::clamp(std::nearbyint(value.x), -128.0, 127.0));
      break;
    case CUDA_R_8F_E4M3:
      static_cast<__nv_fp8_e4m3*>(elements)[index] = __nv_fp8_e4m3(static_cast<float>(value.x));
      break;
    case CUDA_R_8F_E5M2:
      static_cast<__nv_fp8_e5m2*>(elements)[index] = __nv_fp8_e5m2(static_cast<float>(value.x));
      break;
    case CUDA_R_32I:  // sums of integers wrap around
      static_cast<int*>(elements)[index] = static_cast<int>(static_cast<std::int64_t>(value.x));
      break;
    case CUDA_R_16F:
      static_cast<__half*>(elements)[index] = __float2half(static_cast<float>(value.x));
      break;
    case CUDA_R_16BF:
      static_cast<__nv_bfloat16*>(elements)[index] = __float2bfloat16(static_cast<float>(value.x));
      break;
    case CUDA_R_32F:
      static_cast<float*>(elements)[index] = static_cast<float>(value.x);
      break;
    case CUDA_R_64F:
      static_cast<double*>(elements)[index] = value.x;
      break;
    case CUDA_C_32F:
      static_cast<cuComplex*>(elements)[index] = {static_cast<float>(value.x),
                                                  static_cast<float>(value.y)};
      break;
    default:
      static_cast<cuDoubleComplex*>(elements)[index] = value;
  }
}

AnyScalar::AnyScalar(cublasHandle_t handle, const void* pointer, cudaDataType type)
    : pointer_(pointer), type_(type) {
  if (handle->pointer_mode != CUBLAS_POINTER_MODE_HOST) return;
  std::memcpy(value_, pointer, static_cast<std::size_t>(size_of(type)));
  pointer_ = nullptr;
}
cuDoubleComplex AnyScalar::get() const {
  return load(type_, pointer_ == nullptr ? value_ : pointer_, 0);
}

}  // namespace riffle::cublas
