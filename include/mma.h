// SPDX-License-Identifier: Apache-2.0
// Warp matrices: nvcuda::wmma, products of matrices that the lanes of a warp hold together.
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#if defined(__cplusplus) && defined(__CUDACC__)
#define __CUDA_IMMA__ 1
#define __CUDA_SUBBYTE_IMMA__ 1
#define __CUDA_AMPERE_MMA__ 1
#include "riffle_matrix/fragment.h"
#include "riffle_matrix/memory.h"
#include "riffle_matrix/multiply.h"
#endif

#endif
