// SPDX-License-Identifier: Apache-2.0
// What descriptors hold. All are plain values: nothing of a device belongs to them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "libraries/cudnn/entry.h"

namespace riffle::cudnn {

using Lengths = std::array<int, CUDNN_DIM_MAX>;

/// Bytes of an element; none: its elements are no whole bytes, or vectors.
std::optional<std::size_t> element_bytes(cudnnDataType_t type);
bool is_data_type(cudnnDataType_t type);

/// The distances of a packed array in this order, or why there is none.
cudnnStatus_t packed_strides(cudnnTensorFormat_t format, std::span<const int> dims,
                             std::span<int> strides);

/// Spatial axes of a window that moves: paddings, steps and, of a convolution, dilations.
struct SpatialWindow {
  int axes = 0;
  Lengths padding{};
  Lengths stride{};
  Lengths dilation{};

  /// How often a window of this extent fits into an axis; less than one: never.
  [[nodiscard]] long long places(int axis, int input, int extent) const {
    const long long reach = static_cast<long long>(extent - 1) * dilation[axis] + 1;
    const long long room = static_cast<long long>(input) + 2LL * padding[axis] - reach;
    return room < 0 ? 0 : room / stride[axis] + 1;
  }
};

bool are_positive(std::span<const int> values);
bool are_not_negative(std::span<const int> values);
/// As many values as the program asks for, of those that there are.
void copy_out(int* to, const Lengths& from, int count, int asked);

}  // namespace riffle::cudnn

struct cudnnTensorStruct : riffle::cudnn::HandleTag<1> {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  int rank = 0;
  riffle::cudnn::Lengths dims{};
  riffle::cudnn::Lengths strides{};
};

struct cudnnFilterStruct : riffle::cudnn::HandleTag<2> {
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  cudnnTensorFormat_t format = CUDNN_TENSOR_NCHW;
  int rank = 0;
  riffle::cudnn::Lengths dims{};
};

struct cudnnPoolingStruct : riffle::cudnn::HandleTag<3> {
  cudnnPoolingMode_t mode = CUDNN_POOLING_MAX;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
  riffle::cudnn::SpatialWindow window;
  riffle::cudnn::Lengths extent{};
};

struct cudnnActivationStruct : riffle::cudnn::HandleTag<4> {
  cudnnActivationMode_t mode = CUDNN_ACTIVATION_IDENTITY;
  cudnnNanPropagation_t nan = CUDNN_NOT_PROPAGATE_NAN;
  double coefficient = 0;
  double swish_beta = 1;
};

struct cudnnConvolutionStruct : riffle::cudnn::HandleTag<5> {
  cudnnConvolutionMode_t mode = CUDNN_CONVOLUTION;
  cudnnDataType_t compute_type = CUDNN_DATA_FLOAT;
  cudnnMathType_t math = CUDNN_DEFAULT_MATH;
  cudnnReorderType_t reorder = CUDNN_DEFAULT_REORDER;
  int groups = 1;
  riffle::cudnn::SpatialWindow window;
};
