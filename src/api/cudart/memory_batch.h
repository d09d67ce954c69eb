// SPDX-License-Identifier: Apache-2.0
// Batches of copies in the form of CUDA 12.8, which tells the copy that an error is about.
#pragma once

#include <cuda_runtime_api.h>

namespace riffle::api::cudart {

/// Refused while the stream captures. `failIdx` may be null; where an error is about no copy it becomes SIZE_MAX.
cudaError_t memcpy_batch_async(void** dsts, void** srcs, size_t* sizes, size_t count,
                               cudaMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs,
                               size_t* failIdx, cudaStream_t stream);
cudaError_t memcpy_3d_batch_async(size_t numOps, cudaMemcpy3DBatchOp* opList, size_t* failIdx,
                                  unsigned long long flags, cudaStream_t stream);

}  // namespace riffle::api::cudart
