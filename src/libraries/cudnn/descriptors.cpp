// SPDX-License-Identifier: Apache-2.0
#include "libraries/cudnn/descriptors.h"

#include <algorithm>

namespace riffle::cudnn {

bool is_data_type(cudnnDataType_t type) {
  return type >= CUDNN_DATA_FLOAT && type <= CUDNN_DATA_FP8_E5M3;
}

std::optional<std::size_t> element_bytes(cudnnDataType_t type) {
  switch (type) {
    case CUDNN_DATA_COMPLEX_FP64:
      return 16;
    case CUDNN_DATA_DOUBLE:
    case CUDNN_DATA_INT64:
    case CUDNN_DATA_COMPLEX_FP32:
      return 8;
    case CUDNN_DATA_FLOAT:
    case CUDNN_DATA_INT32:
    case CUDNN_DATA_UINT32:
    case CUDNN_DATA_FAST_FLOAT_FOR_FP8:
      return 4;
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16:
      return 2;
    case CUDNN_DATA_INT8:
    case CUDNN_DATA_UINT8:
    case CUDNN_DATA_BYTE_BOOLEAN:
    case CUDNN_DATA_FP8_E4M3:
    case CUDNN_DATA_FP8_E5M2:
    case CUDNN_DATA_FP8_E8M0:
    case CUDNN_DATA_FP8_E5M3:
      return 1;
    default:
      return std::nullopt;
  }
}

cudnnStatus_t packed_strides(cudnnTensorFormat_t format, std::span<const int> dims,
                             std::span<int> strides) {
  if (format == CUDNN_TENSOR_NCHW_VECT_C) return CUDNN_STATUS_NOT_SUPPORTED;
  if (format != CUDNN_TENSOR_NCHW && format != CUDNN_TENSOR_NHWC) return CUDNN_STATUS_BAD_PARAM;
  if (!are_positive(dims)) return CUDNN_STATUS_BAD_PARAM;
  int stride = 1;
  const auto put = [&](std::size_t axis) {
    strides[axis] = stride;
    return !__builtin_mul_overflow(stride, dims[axis], &stride);
  };
  const bool channels_last = format == CUDNN_TENSOR_NHWC;
  // More than 2^31 elements are what cuDNN refuses too.
  if (channels_last && !put(1)) return CUDNN_STATUS_NOT_SUPPORTED;
  for (std::size_t axis = dims.size(); axis-- > 0;)
    if (!(channels_last && axis == 1) && !put(axis)) return CUDNN_STATUS_NOT_SUPPORTED;
  return CUDNN_STATUS_SUCCESS;
}

bool are_positive(std::span<const int> values) {
  return std::ranges::all_of(values, [](int value) { return value > 0; });
}
bool are_not_negative(std::span<const int> values) {
  return std::ranges::all_of(values, [](int value) { return value >= 0; });
}

void copy_out(int* to, const Lengths& from, int count, int asked) {
  if (to != nullptr) std::copy_n(from.begin(), std::min(count, asked), to);
}

}  // namespace riffle::cudnn
