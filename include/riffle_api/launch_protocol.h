// SPDX-License-Identifier: Apache-2.0
// The calls that kernel<<<grid, block, smem, stream>>>(...) compiles to: the launch pushes its configuration, and the kernel's stub
// pops it and calls cudaLaunchKernel. The compiler looks these names up; programs do not use them.
#ifndef RIFFLE_API_LAUNCH_PROTOCOL_H
#define RIFFLE_API_LAUNCH_PROTOCOL_H

#include <driver_types.h>

// Returns non-zero to skip the launch. A kernel with __block_size__ is launched without block extents.
extern "C" unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block = 1,
                                                    size_t dynamic_smem_bytes = 0,
                                                    struct CUstream_st* stream = 0);
extern "C" cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block,
                                                  size_t* dynamic_smem_bytes, void* stream);

#endif  // RIFFLE_API_LAUNCH_PROTOCOL_H
