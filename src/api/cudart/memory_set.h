// SPDX-License-Identifier: Apache-2.0
// A fill in a stream, whatever it was called.
#pragma once

#include <cuda_runtime_api.h>

#include "runtime/memory/transfer.h"

namespace riffle::api::cudart {

cudaError_t fill(const memory::FillRequest& request, cudaStream_t handle,
                 memory::SyncBehaviour call);

}  // namespace riffle::api::cudart
