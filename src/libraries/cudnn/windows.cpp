// SPDX-License-Identifier: Apache-2.0
// Descriptors of pooling, of convolutions and of activations.
#include <algorithm>
#include <array>
#include <climits>
#include <tuple>

#include "libraries/cudnn/descriptors.h"

using namespace riffle::cudnn;

namespace {

constexpr int kMostAxes = CUDNN_DIM_MAX - 2;  // of a tensor, without batch and channels

bool is_nan_option(cudnnNanPropagation_t nan) {
  return nan == CUDNN_NOT_PROPAGATE_NAN || nan == CUDNN_PROPAGATE_NAN;
}

void assign(Lengths& to, std::span<const int> from) { std::ranges::copy(from, to.begin()); }

cudnnStatus_t set(cudnnPoolingDescriptor_t pooling, cudnnPoolingMode_t mode,
                  cudnnNanPropagation_t nan, std::span<const int> extent,
                  std::span<const int> padding, std::span<const int> stride) {
  if (!is_known(pooling) || mode < CUDNN_POOLING_MAX || mode > CUDNN_POOLING_MAX_DETERMINISTIC ||
      !is_nan_option(nan) || !are_positive(extent) || !are_not_negative(padding) ||
      !are_positive(stride))
    return CUDNN_STATUS_BAD_PARAM;
  pooling->mode = mode;
  pooling->nan = nan;
  pooling->window.axes = static_cast<int>(extent.size());
  pooling->window.dilation.fill(1);
  assign(pooling->extent, extent);
  assign(pooling->window.padding, padding);
  assign(pooling->window.stride, stride);
  return CUDNN_STATUS_SUCCESS;
}

/// The output of a window that moves over a tensor, with these channels.
cudnnStatus_t output_dims(const SpatialWindow& window, const Lengths& extent,
                          const cudnnTensorStruct& input, int channels, std::span<int> dims) {
  Lengths result{input.dims[0], channels};
  for (int axis = 0; axis < window.axes; ++axis) {
    const long long places = window.places(axis, input.dims[axis + 2], extent[axis]);
    if (places < 1 || places > INT_MAX) return CUDNN_STATUS_BAD_PARAM;
    result[axis + 2] = static_cast<int>(places);
  }
  std::ranges::copy(std::span(result).first(dims.size()), dims.begin());
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t pooled(cudnnPoolingDescriptor_t pooling, cudnnTensorDescriptor_t input,
                     std::span<int> dims) {
  if (!is_known(pooling) || !is_known(input) || pooling->window.axes + 2 != input->rank ||
      static_cast<int>(dims.size()) != input->rank)
    return CUDNN_STATUS_BAD_PARAM;
  return output_dims(pooling->window, pooling->extent, *input, input->dims[1], dims);
}

cudnnStatus_t set(cudnnConvolutionDescriptor_t convolution, std::span<const int> padding,
                  std::span<const int> stride, std::span<const int> dilation,
                  cudnnConvolutionMode_t mode, cudnnDataType_t compute_type) {
  if (!is_known(convolution) || !are_not_negative(padding) || !are_positive(stride) ||
      !are_positive(dilation) || !is_data_type(compute_type) ||
      (mode != CUDNN_CONVOLUTION && mode != CUDNN_CROSS_CORRELATION))
    return CUDNN_STATUS_BAD_PARAM;
  convolution->mode = mode;
  convolution->compute_type = compute_type;
  convolution->window.axes = static_cast<int>(padding.size());
  assign(convolution->window.padding, padding);
  assign(convolution->window.stride, stride);
  assign(convolution->window.dilation, dilation);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t convolved(cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t input,
                        cudnnFilterDescriptor_t filter, std::span<int> dims) {
  if (!is_known(convolution) || !is_known(input) || !is_known(filter))
    return CUDNN_STATUS_BAD_PARAM;
  const bool are_alike = convolution->window.axes + 2 == input->rank &&
                         input->rank == filter->rank &&
                         static_cast<int>(dims.size()) == input->rank;
  if (!are_alike || input->dims[1] != static_cast<long long>(filter->dims[1]) * convolution->groups)
    return CUDNN_STATUS_BAD_PARAM;
  Lengths extent{};
  std::copy_n(filter->dims.begin() + 2, convolution->window.axes, extent.begin());
  return output_dims(convolution->window, extent, *input, filter->dims[0], dims);
}

template <class Compute>
cudnnStatus_t give_four(int* n, int* c, int* h, int* w, Compute compute) {
  std::array<int, 4> dims{};
  if (n == nullptr || c == nullptr || h == nullptr || w == nullptr) return CUDNN_STATUS_BAD_PARAM;
  const cudnnStatus_t status = compute(std::span<int>(dims));
  if (status == CUDNN_STATUS_SUCCESS) std::tie(*n, *c, *h, *w) = std::tuple_cat(dims);
  return status;
}

bool is_axes(int axes) { return axes >= 1 && axes <= kMostAxes; }

/// One setting of a convolution.
template <class Value>
cudnnStatus_t change(cudnnConvolutionDescriptor_t convolution, Value cudnnConvolutionStruct::* part,
                     Value value, Value first, Value last) {
  if (!is_known(convolution) || value < first || value > last) return CUDNN_STATUS_BAD_PARAM;
  convolution->*part = value;
  return CUDNN_STATUS_SUCCESS;
}
template <class Value>
cudnnStatus_t look(cudnnConvolutionDescriptor_t convolution, Value cudnnConvolutionStruct::* part,
                   Value* value) {
  return is_known(convolution) ? give(value, convolution->*part) : CUDNN_STATUS_BAD_PARAM;
}

}  // namespace

RIFFLE_DNN_ENTRY cudnnCreatePoolingDescriptor(cudnnPoolingDescriptor_t* pooling) {
  return create(pooling);
}
RIFFLE_DNN_ENTRY cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t pooling) {
  return destroy(pooling);
}
RIFFLE_DNN_ENTRY cudnnSetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling,
                                             cudnnPoolingMode_t mode, cudnnNanPropagation_t nan,
                                             int height, int width, int vertical_padding,
                                             int horizontal_padding, int vertical_stride,
                                             int horizontal_stride) {
  return set(pooling, mode, nan, std::array{height, width},
             std::array{vertical_padding, horizontal_padding},
             std::array{vertical_stride, horizontal_stride});
}
RIFFLE_DNN_ENTRY cudnnSetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling,
                                             cudnnPoolingMode_t mode, cudnnNanPropagation_t nan,
                                             int axes, const int* extent, const int* padding,
                                             const int* stride) {
  if (!is_axes(axes)) return CUDNN_STATUS_NOT_SUPPORTED;
  if (extent == nullptr || padding == nullptr || stride == nullptr) return CUDNN_STATUS_BAD_PARAM;
  const auto count = static_cast<std::size_t>(axes);
  return set(pooling, mode, nan, {extent, count}, {padding, count}, {stride, count});
}
RIFFLE_DNN_ENTRY cudnnGetPooling2dDescriptor(cudnnPoolingDescriptor_t pooling,
                                             cudnnPoolingMode_t* mode, cudnnNanPropagation_t* nan,
                                             int* height, int* width, int* vertical_padding,
                                             int* horizontal_padding, int* vertical_stride,
                                             int* horizontal_stride) {
  if (!is_known(pooling) || pooling->window.axes != 2) return CUDNN_STATUS_BAD_PARAM;
  give_if_wanted(mode, pooling->mode);
  give_if_wanted(nan, pooling->nan);
  give_if_wanted(height, pooling->extent[0]);
  give_if_wanted(width, pooling->extent[1]);
  give_if_wanted(vertical_padding, pooling->window.padding[0]);
  give_if_wanted(horizontal_padding, pooling->window.padding[1]);
  give_if_wanted(vertical_stride, pooling->window.stride[0]);
  give_if_wanted(horizontal_stride, pooling->window.stride[1]);
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetPoolingNdDescriptor(cudnnPoolingDescriptor_t pooling, int asked,
                                             cudnnPoolingMode_t* mode, cudnnNanPropagation_t* nan,
                                             int* axes, int* extent, int* padding, int* stride) {
  if (!is_known(pooling) || asked < 0) return CUDNN_STATUS_BAD_PARAM;
  const SpatialWindow& window = pooling->window;
  give_if_wanted(mode, pooling->mode);
  give_if_wanted(nan, pooling->nan);
  give_if_wanted(axes, window.axes);
  copy_out(extent, pooling->extent, window.axes, asked);
  copy_out(padding, window.padding, window.axes, asked);
  copy_out(stride, window.stride, window.axes, asked);
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetPooling2dForwardOutputDim(cudnnPoolingDescriptor_t pooling,
                                                   cudnnTensorDescriptor_t input, int* n, int* c,
                                                   int* h, int* w) {
  return give_four(n, c, h, w, [&](std::span<int> dims) { return pooled(pooling, input, dims); });
}
RIFFLE_DNN_ENTRY cudnnGetPoolingNdForwardOutputDim(cudnnPoolingDescriptor_t pooling,
                                                   cudnnTensorDescriptor_t input, int rank,
                                                   int* dims) {
  if (dims == nullptr || rank < 3 || rank > CUDNN_DIM_MAX) return CUDNN_STATUS_BAD_PARAM;
  return pooled(pooling, input, {dims, static_cast<std::size_t>(rank)});
}

RIFFLE_DNN_ENTRY cudnnCreateActivationDescriptor(cudnnActivationDescriptor_t* activation) {
  return create(activation);
}
RIFFLE_DNN_ENTRY cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t activation) {
  return destroy(activation);
}
RIFFLE_DNN_ENTRY cudnnSetActivationDescriptor(cudnnActivationDescriptor_t activation,
                                              cudnnActivationMode_t mode, cudnnNanPropagation_t nan,
                                              double coefficient) {
  if (!is_known(activation) || mode < CUDNN_ACTIVATION_SIGMOID || mode > CUDNN_ACTIVATION_SWISH ||
      !is_nan_option(nan))
    return CUDNN_STATUS_BAD_PARAM;
  activation->mode = mode;
  activation->nan = nan;
  activation->coefficient = coefficient;
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetActivationDescriptor(cudnnActivationDescriptor_t activation,
                                              cudnnActivationMode_t* mode,
                                              cudnnNanPropagation_t* nan, double* coefficient) {
  if (!is_known(activation)) return CUDNN_STATUS_BAD_PARAM;
  give_if_wanted(mode, activation->mode);
  give_if_wanted(nan, activation->nan);
  give_if_wanted(coefficient, activation->coefficient);
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnSetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activation,
                                                       double beta) {
  if (!is_known(activation)) return CUDNN_STATUS_BAD_PARAM;
  activation->swish_beta = beta;
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetActivationDescriptorSwishBeta(cudnnActivationDescriptor_t activation,
                                                       double* beta) {
  return is_known(activation) ? give(beta, activation->swish_beta) : CUDNN_STATUS_BAD_PARAM;
}

RIFFLE_DNN_ENTRY cudnnCreateConvolutionDescriptor(cudnnConvolutionDescriptor_t* convolution) {
  return create(convolution);
}
RIFFLE_DNN_ENTRY cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t convolution) {
  return destroy(convolution);
}
RIFFLE_DNN_ENTRY cudnnSetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convolution,
                                                 int pad_h, int pad_w, int u, int v, int dilation_h,
                                                 int dilation_w, cudnnConvolutionMode_t mode,
                                                 cudnnDataType_t compute_type) {
  return set(convolution, std::array{pad_h, pad_w}, std::array{u, v},
             std::array{dilation_h, dilation_w}, mode, compute_type);
}
RIFFLE_DNN_ENTRY cudnnSetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convolution, int axes,
                                                 const int* padding, const int* stride,
                                                 const int* dilation, cudnnConvolutionMode_t mode,
                                                 cudnnDataType_t compute_type) {
  if (!is_axes(axes)) return axes < 0 ? CUDNN_STATUS_BAD_PARAM : CUDNN_STATUS_NOT_SUPPORTED;
  if (padding == nullptr || stride == nullptr || dilation == nullptr) return CUDNN_STATUS_BAD_PARAM;
  const auto count = static_cast<std::size_t>(axes);
  return set(convolution, {padding, count}, {stride, count}, {dilation, count}, mode, compute_type);
}
RIFFLE_DNN_ENTRY cudnnGetConvolution2dDescriptor(cudnnConvolutionDescriptor_t convolution,
                                                 int* pad_h, int* pad_w, int* u, int* v,
                                                 int* dilation_h, int* dilation_w,
                                                 cudnnConvolutionMode_t* mode,
                                                 cudnnDataType_t* compute_type) {
  if (!is_known(convolution) || convolution->window.axes != 2) return CUDNN_STATUS_BAD_PARAM;
  const SpatialWindow& window = convolution->window;
  give_if_wanted(pad_h, window.padding[0]);
  give_if_wanted(pad_w, window.padding[1]);
  give_if_wanted(u, window.stride[0]);
  give_if_wanted(v, window.stride[1]);
  give_if_wanted(dilation_h, window.dilation[0]);
  give_if_wanted(dilation_w, window.dilation[1]);
  give_if_wanted(mode, convolution->mode);
  give_if_wanted(compute_type, convolution->compute_type);
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetConvolutionNdDescriptor(cudnnConvolutionDescriptor_t convolution,
                                                 int asked, int* axes, int* padding, int* stride,
                                                 int* dilation, cudnnConvolutionMode_t* mode,
                                                 cudnnDataType_t* compute_type) {
  if (!is_known(convolution) || asked < 0) return CUDNN_STATUS_BAD_PARAM;
  const SpatialWindow& window = convolution->window;
  give_if_wanted(axes, window.axes);
  copy_out(padding, window.padding, window.axes, asked);
  copy_out(stride, window.stride, window.axes, asked);
  copy_out(dilation, window.dilation, window.axes, asked);
  give_if_wanted(mode, convolution->mode);
  give_if_wanted(compute_type, convolution->compute_type);
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnSetConvolutionMathType(cudnnConvolutionDescriptor_t convolution,
                                             cudnnMathType_t math) {
  return change(convolution, &cudnnConvolutionStruct::math, math, CUDNN_DEFAULT_MATH,
                CUDNN_FMA_MATH);
}
RIFFLE_DNN_ENTRY cudnnGetConvolutionMathType(cudnnConvolutionDescriptor_t convolution,
                                             cudnnMathType_t* math) {
  return look(convolution, &cudnnConvolutionStruct::math, math);
}
RIFFLE_DNN_ENTRY cudnnSetConvolutionGroupCount(cudnnConvolutionDescriptor_t convolution,
                                               int groups) {
  return change(convolution, &cudnnConvolutionStruct::groups, groups, 1, INT_MAX);
}
RIFFLE_DNN_ENTRY cudnnGetConvolutionGroupCount(cudnnConvolutionDescriptor_t convolution,
                                               int* groups) {
  return look(convolution, &cudnnConvolutionStruct::groups, groups);
}
RIFFLE_DNN_ENTRY cudnnSetConvolutionReorderType(cudnnConvolutionDescriptor_t convolution,
                                                cudnnReorderType_t reorder) {
  return change(convolution, &cudnnConvolutionStruct::reorder, reorder, CUDNN_DEFAULT_REORDER,
                CUDNN_NO_REORDER);
}
RIFFLE_DNN_ENTRY cudnnGetConvolutionReorderType(cudnnConvolutionDescriptor_t convolution,
                                                cudnnReorderType_t* reorder) {
  return look(convolution, &cudnnConvolutionStruct::reorder, reorder);
}
RIFFLE_DNN_ENTRY cudnnGetConvolution2dForwardOutputDim(cudnnConvolutionDescriptor_t convolution,
                                                       cudnnTensorDescriptor_t input,
                                                       cudnnFilterDescriptor_t filter, int* n,
                                                       int* c, int* h, int* w) {
  return give_four(
      n, c, h, w, [&](std::span<int> dims) { return convolved(convolution, input, filter, dims); });
}
RIFFLE_DNN_ENTRY cudnnGetConvolutionNdForwardOutputDim(cudnnConvolutionDescriptor_t convolution,
                                                       cudnnTensorDescriptor_t input,
                                                       cudnnFilterDescriptor_t filter, int rank,
                                                       int* dims) {
  if (dims == nullptr || rank < 3 || rank > CUDNN_DIM_MAX) return CUDNN_STATUS_BAD_PARAM;
  return convolved(convolution, input, filter, {dims, static_cast<std::size_t>(rank)});
}
