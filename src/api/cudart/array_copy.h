// SPDX-License-Identifier: Apache-2.0
// Copies of boxes in memory and in arrays, as parameters of a node.
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

/// The direction is not set; the extent is not empty, or refused by whoever looks next. Errors:
/// cudaErrorInvalidResourceHandle (no array), cudaErrorInvalidPitchValue (rows or slices overlap),
/// cudaErrorInvalidValue (both or neither of array and pointer, elements of two sizes, outside the
/// array or the rows).
[[nodiscard]] Converted<graph::CopyParams> box_copy(const BoxSide& source,
                                                    const BoxSide& destination,
                                                    const cudaExtent& extent);

/// For cudaMemcpy3DParms and cudaMemcpy3DPeerParms: same fields.
template <class Parameters>
[[nodiscard]] Converted<graph::CopyParams> box_copy(const Parameters& parameters) {
  return box_copy({parameters.srcArray, parameters.srcPtr, parameters.srcPos},
                  {parameters.dstArray, parameters.dstPtr, parameters.dstPos}, parameters.extent);
}

}  // namespace riffle::api::cudart
