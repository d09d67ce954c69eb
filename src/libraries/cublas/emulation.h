// SPDX-License-Identifier: Apache-2.0
// Settings of emulation: kept and told. Products are computed in the type that they have: no result depends on these.
#pragma once

#include "libraries/cublas/handle.h"

namespace riffle::cublas {

template <class Value>
cublasStatus_t get_setting(cublasHandle_t handle, Value cublasContext::* member, Value* value) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (value == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *value = handle->*member;
  return CUBLAS_STATUS_SUCCESS;
}
template <class Value>
cublasStatus_t set_setting(cublasHandle_t handle, Value cublasContext::* member, Value value,
                           bool valid) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!valid) return CUBLAS_STATUS_INVALID_VALUE;
  handle->*member = value;
  return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t set_emulation_strategy(cublasHandle_t handle,
                                             cublasEmulationStrategy_t strategy) {
  return set_setting(
      handle, &cublasContext::emulation_strategy, strategy,
      strategy >= CUBLAS_EMULATION_STRATEGY_DEFAULT && strategy <= CUBLAS_EMULATION_STRATEGY_EAGER);
}
inline cublasStatus_t get_emulation_strategy(cublasHandle_t handle,
                                             cublasEmulationStrategy_t* strategy) {
  return get_setting(handle, &cublasContext::emulation_strategy, strategy);
}
inline cublasStatus_t set_emulation_special_values_support(cublasHandle_t handle,
                                                           cudaEmulationSpecialValuesSupport mask) {
  const int bits = mask;
  return set_setting(handle, &cublasContext::special_values, mask,
                     bits >= 0 && bits <= CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT);
}
inline cublasStatus_t get_emulation_special_values_support(
    cublasHandle_t handle, cudaEmulationSpecialValuesSupport* mask) {
  return get_setting(handle, &cublasContext::special_values, mask);
}
inline cublasStatus_t set_fixed_point_emulation_mantissa_control(
    cublasHandle_t handle, cudaEmulationMantissaControl control) {
  return set_setting(handle, &cublasContext::mantissa_control, control,
                     control == CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC ||
                         control == CUDA_EMULATION_MANTISSA_CONTROL_FIXED);
}
inline cublasStatus_t get_fixed_point_emulation_mantissa_control(
    cublasHandle_t handle, cudaEmulationMantissaControl* control) {
  return get_setting(handle, &cublasContext::mantissa_control, control);
}
inline cublasStatus_t set_fixed_point_emulation_max_mantissa_bit_count(cublasHandle_t handle,
                                                                       int count) {
  return set_setting(handle, &cublasContext::max_mantissa_bits, count, count >= 0);
}
inline cublasStatus_t get_fixed_point_emulation_max_mantissa_bit_count(cublasHandle_t handle,
                                                                       int* count) {
  return get_setting(handle, &cublasContext::max_mantissa_bits, count);
}
inline cublasStatus_t set_fixed_point_emulation_mantissa_bit_offset(cublasHandle_t handle,
                                                                    int offset) {
  return set_setting(handle, &cublasContext::mantissa_bit_offset, offset, true);
}
inline cublasStatus_t get_fixed_point_emulation_mantissa_bit_offset(cublasHandle_t handle,
                                                                    int* offset) {
  return get_setting(handle, &cublasContext::mantissa_bit_offset, offset);
}
inline cublasStatus_t set_fixed_point_emulation_mantissa_bit_count_pointer(cublasHandle_t handle,
                                                                           int* count) {
  return set_setting(handle, &cublasContext::mantissa_bit_count, count, true);
}
inline cublasStatus_t get_fixed_point_emulation_mantissa_bit_count_pointer(cublasHandle_t handle,
                                                                           int** count) {
  return get_setting(handle, &cublasContext::mantissa_bit_count, count);
}

}  // namespace riffle::cublas
