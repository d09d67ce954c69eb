// SPDX-License-Identifier: Apache-2.0
// Descriptors of tensors and filters.
#include <algorithm>
#include <array>

#include "libraries/cudnn/descriptors.h"

using namespace riffle::cudnn;

namespace {

// "Due to historical reasons, the minimum number of dimensions is three."
bool is_rank(int rank) { return rank >= 3 && rank <= CUDNN_DIM_MAX; }

cudnnStatus_t set(cudnnTensorDescriptor_t tensor, cudnnDataType_t type, std::span<const int> dims,
                  std::span<const int> strides) {
  if (!is_known(tensor) || !is_data_type(type) || !are_positive(dims) || !are_positive(strides))
    return CUDNN_STATUS_BAD_PARAM;
  tensor->type = type;
  tensor->rank = static_cast<int>(dims.size());
  std::ranges::copy(dims, tensor->dims.begin());
  std::ranges::copy(strides, tensor->strides.begin());
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t set_packed(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t format,
                         cudnnDataType_t type, std::span<const int> dims) {
  Lengths strides;
  const auto used = std::span(strides).first(dims.size());
  const cudnnStatus_t status = packed_strides(format, dims, used);
  return status == CUDNN_STATUS_SUCCESS ? set(tensor, type, dims, used) : status;
}

cudnnStatus_t set(cudnnFilterDescriptor_t filter, cudnnDataType_t type, cudnnTensorFormat_t format,
                  std::span<const int> dims) {
  if (!is_known(filter) || !is_data_type(type)) return CUDNN_STATUS_BAD_PARAM;
  Lengths strides;
  if (const cudnnStatus_t status =
          packed_strides(format, dims, std::span(strides).first(dims.size()));
      status != CUDNN_STATUS_SUCCESS)
    return status;
  filter->type = type;
  filter->format = format;
  filter->rank = static_cast<int>(dims.size());
  std::ranges::copy(dims, filter->dims.begin());
  return CUDNN_STATUS_SUCCESS;
}

}  // namespace

RIFFLE_DNN_ENTRY cudnnCreateTensorDescriptor(cudnnTensorDescriptor_t* tensor) {
  return create(tensor);
}
RIFFLE_DNN_ENTRY cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t tensor) {
  return destroy(tensor);
}

RIFFLE_DNN_ENTRY cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensor,
                                            cudnnTensorFormat_t format, cudnnDataType_t type, int n,
                                            int c, int h, int w) {
  return set_packed(tensor, format, type, std::array{n, c, h, w});
}
RIFFLE_DNN_ENTRY cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensor, cudnnDataType_t type,
                                              int n, int c, int h, int w, int n_stride,
                                              int c_stride, int h_stride, int w_stride) {
  return set(tensor, type, std::array{n, c, h, w},
             std::array{n_stride, c_stride, h_stride, w_stride});
}
RIFFLE_DNN_ENTRY cudnnSetTensorNdDescriptor(cudnnTensorDescriptor_t tensor, cudnnDataType_t type,
                                            int rank, const int* dims, const int* strides) {
  if (!is_rank(rank)) return CUDNN_STATUS_NOT_SUPPORTED;
  if (dims == nullptr || strides == nullptr) return CUDNN_STATUS_BAD_PARAM;
  return set(tensor, type, {dims, static_cast<std::size_t>(rank)},
             {strides, static_cast<std::size_t>(rank)});
}
RIFFLE_DNN_ENTRY cudnnSetTensorNdDescriptorEx(cudnnTensorDescriptor_t tensor,
                                              cudnnTensorFormat_t format, cudnnDataType_t type,
                                              int rank, const int* dims) {
  if (!is_rank(rank)) return CUDNN_STATUS_NOT_SUPPORTED;
  if (dims == nullptr) return CUDNN_STATUS_BAD_PARAM;
  return set_packed(tensor, format, type, {dims, static_cast<std::size_t>(rank)});
}

RIFFLE_DNN_ENTRY cudnnGetTensor4dDescriptor(cudnnTensorDescriptor_t tensor, cudnnDataType_t* type,
                                            int* n, int* c, int* h, int* w, int* n_stride,
                                            int* c_stride, int* h_stride, int* w_stride) {
  if (!is_known(tensor) || tensor->rank != 4) return CUDNN_STATUS_BAD_PARAM;
  give_if_wanted(type, tensor->type);
  int* const dims[] = {n, c, h, w};
  int* const strides[] = {n_stride, c_stride, h_stride, w_stride};
  for (int axis = 0; axis < 4; ++axis) {
    give_if_wanted(dims[axis], tensor->dims[axis]);
    give_if_wanted(strides[axis], tensor->strides[axis]);
  }
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetTensorNdDescriptor(cudnnTensorDescriptor_t tensor, int asked,
                                            cudnnDataType_t* type, int* rank, int* dims,
                                            int* strides) {
  if (!is_known(tensor) || asked < 0) return CUDNN_STATUS_BAD_PARAM;
  give_if_wanted(type, tensor->type);
  give_if_wanted(rank, tensor->rank);
  copy_out(dims, tensor->dims, tensor->rank, asked);
  copy_out(strides, tensor->strides, tensor->rank, asked);
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetTensorSizeInBytes(cudnnTensorDescriptor_t tensor, size_t* size) {
  if (!is_known(tensor) || size == nullptr) return CUDNN_STATUS_BAD_PARAM;
  const auto bytes = element_bytes(tensor->type);
  if (!bytes) return CUDNN_STATUS_NOT_SUPPORTED;
  std::size_t last = 0;
  for (int axis = 0; axis < tensor->rank; ++axis)
    last += static_cast<std::size_t>(tensor->dims[axis] - 1) *
            static_cast<std::size_t>(tensor->strides[axis]);
  *size = tensor->rank == 0 ? 0 : (last + 1) * *bytes;
  return CUDNN_STATUS_SUCCESS;
}

RIFFLE_DNN_ENTRY cudnnCreateFilterDescriptor(cudnnFilterDescriptor_t* filter) {
  return create(filter);
}
RIFFLE_DNN_ENTRY cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t filter) {
  return destroy(filter);
}
RIFFLE_DNN_ENTRY cudnnSetFilter4dDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                            cudnnTensorFormat_t format, int k, int c, int h,
                                            int w) {
  return set(filter, type, format, std::array{k, c, h, w});
}
RIFFLE_DNN_ENTRY cudnnSetFilterNdDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t type,
                                            cudnnTensorFormat_t format, int rank, const int* dims) {
  if (!is_rank(rank)) return CUDNN_STATUS_NOT_SUPPORTED;
  if (dims == nullptr) return CUDNN_STATUS_BAD_PARAM;
  return set(filter, type, format, {dims, static_cast<std::size_t>(rank)});
}
RIFFLE_DNN_ENTRY cudnnGetFilter4dDescriptor(cudnnFilterDescriptor_t filter, cudnnDataType_t* type,
                                            cudnnTensorFormat_t* format, int* k, int* c, int* h,
                                            int* w) {
  if (!is_known(filter) || filter->rank != 4) return CUDNN_STATUS_BAD_PARAM;
  give_if_wanted(type, filter->type);
  give_if_wanted(format, filter->format);
  int* const dims[] = {k, c, h, w};
  for (int axis = 0; axis < 4; ++axis) give_if_wanted(dims[axis], filter->dims[axis]);
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetFilterNdDescriptor(cudnnFilterDescriptor_t filter, int asked,
                                            cudnnDataType_t* type, cudnnTensorFormat_t* format,
                                            int* rank, int* dims) {
  if (!is_known(filter) || asked < 0) return CUDNN_STATUS_BAD_PARAM;
  give_if_wanted(type, filter->type);
  give_if_wanted(format, filter->format);
  give_if_wanted(rank, filter->rank);
  copy_out(dims, filter->dims, filter->rank, asked);
  return CUDNN_STATUS_SUCCESS;
}
RIFFLE_DNN_ENTRY cudnnGetFilterSizeInBytes(cudnnFilterDescriptor_t filter, size_t* size) {
  if (!is_known(filter) || size == nullptr) return CUDNN_STATUS_BAD_PARAM;
  const auto bytes = element_bytes(filter->type);
  if (!bytes) return CUDNN_STATUS_NOT_SUPPORTED;
  *size = filter->rank == 0 ? 0 : *bytes;
  for (int axis = 0; axis < filter->rank; ++axis)
    *size *= static_cast<std::size_t>(filter->dims[axis]);
  return CUDNN_STATUS_SUCCESS;
}
