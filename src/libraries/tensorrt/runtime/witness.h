// SPDX-License-Identifier: Apache-2.0
// What an inference reads and writes, in kernels. `riffle check` looks at kernels, not into what a library computes in a host
// function: in a checked run kernels that touch what the inference touches stand before it.
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

namespace riffle::tensorrt {

bool is_checked();

cudaError_t witness_reads(const void* data, std::size_t bytes, cudaStream_t stream);
/// Writes zeros, for the inference to write over.
cudaError_t witness_writes(void* data, std::size_t bytes, cudaStream_t stream);
/// Writes a word that stands for the context: two inferences of it that are not ordered both write it.
cudaError_t witness_context(unsigned* word, cudaStream_t stream);

}  // namespace riffle::tensorrt
