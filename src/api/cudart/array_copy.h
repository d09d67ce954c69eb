// SPDX-License-Identifier: Apache-2.0
// Copies that have an array on one side or both, as parameters of a node.
#pragma once

#include <cuda_runtime_api.h>

#include "api/cudart/graph.h"

namespace riffle::api::cudart {

/// One side of cudaMemcpy3DParms. Positions count elements when an array takes part.
struct BoxSide {
  cudaArray_t array;
  cudaPitchedPtr pointer;
  cudaPos position;
};

/// The direction is not set. Errors: cudaErrorInvalidResourceHandle (no array),
/// cudaErrorInvalidValue (both or neither of array and pointer, elements of two sizes, outside the
/// array or the rows).
[[nodiscard]] Converted<graph::CopyParams> array_copy(const BoxSide& source,
                                                      const BoxSide& destination,
                                                      const cudaExtent& extent);

/// For cudaMemcpy3DParms and cudaMemcpy3DPeerParms: same fields.
template <class Parameters>
[[nodiscard]] Converted<graph::CopyParams> array_copy(const Parameters& parameters) {
  return array_copy({parameters.srcArray, parameters.srcPtr, parameters.srcPos},
                    {parameters.dstArray, parameters.dstPtr, parameters.dstPos}, parameters.extent);
}

}  // namespace riffle::api::cudart
