// SPDX-License-Identifier: Apache-2.0
// Functions of the program's device code that give a transform its input, or take its output, element by element. A kernel
// calls them for all elements, before the transform or after it; in between the elements are in memory of their own.
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

#include "libraries/witness.h"

namespace riffle::cufft {

using libraries::Touched;

struct Callback {
  void* function = nullptr;  ///< of the device; null: none is set
  void* info = nullptr;
  std::size_t shared_bytes = 0;
};

/// Whether elements are complex numbers, and in double precision.
struct CallbackElement {
  bool is_complex;
  bool is_double;
};

/// Fills `packed` with what the callback gives for each element of the side, in their order.
cudaError_t call_load(const Callback& callback, CallbackElement type, const Touched& side,
                      void* packed, cudaStream_t stream);
/// Hands each of the elements in `packed` to the callback, with its place on the side.
cudaError_t call_store(const Callback& callback, CallbackElement type, const Touched& side,
                       void* packed, cudaStream_t stream);

}  // namespace riffle::cufft
