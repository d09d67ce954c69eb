// SPDX-License-Identifier: Apache-2.0
// How libraries describe an array that lies on several devices.
#ifndef CUDA_LIBXT_H_
#define CUDA_LIBXT_H_

#include <riffle_api/standard_types.h>

#define MAX_CUDA_DESCRIPTOR_GPUS 64

typedef enum cudaXtCopyType_t {
  LIB_XT_COPY_HOST_TO_DEVICE = 0,
  LIB_XT_COPY_DEVICE_TO_HOST = 1,
  LIB_XT_COPY_DEVICE_TO_DEVICE = 2
} cudaXtCopyType;
typedef enum cudaXtCopyType_t cudaLibXtCopyType;

typedef enum libFormat_t { LIB_FORMAT_CUFFT = 0, LIB_FORMAT_UNDEFINED = 1 } libFormat;

typedef struct cudaXtDesc_t {
  int version;
  int nGPUs;
  int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
  void* data[MAX_CUDA_DESCRIPTOR_GPUS];
  size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
  void* cudaXtState;
} cudaXtDesc;

typedef struct cudaLibXtDesc_t {
  int version;
  cudaXtDesc* descriptor;
  libFormat library;
  int subFormat;
  void* libDescriptor;
} cudaLibXtDesc;

#endif  // CUDA_LIBXT_H_
