// SPDX-License-Identifier: Apache-2.0
// A name inside CUDA's headers that some programs include directly.
#include <cuda_fp16.h>
