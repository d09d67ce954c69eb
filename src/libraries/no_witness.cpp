// SPDX-License-Identifier: Apache-2.0
// Where no kernels can be compiled, no run is checked.
#include "libraries/witness.h"

namespace riffle::libraries {

bool is_checked() { return false; }
cudaError_t witness_reads(const Touched&, cudaStream_t) { return cudaErrorNotSupported; }
cudaError_t witness_changes(const Touched&, cudaStream_t) { return cudaErrorNotSupported; }
cudaError_t witness_writes(const Touched&, cudaStream_t) { return cudaErrorNotSupported; }
cudaError_t witness_updates(const Touched&, const void*, unsigned, cudaStream_t) {
  return cudaErrorNotSupported;
}

}  // namespace riffle::libraries
