// SPDX-License-Identifier: Apache-2.0
// A transform as work of a stream.
#pragma once

#include <array>
#include <memory>
#include <utility>

#include <cuda_runtime_api.h>

#include "libraries/cufft/layout.h"
#include "libraries/witness.h"

namespace riffle::cufft {

using libraries::Touched;

/// What is asked for once. Work in streams and graphs keeps it, longer than its plan where need be.
struct Made {
  Layout layout;
  std::unique_ptr<const Transform> transform;
  unsigned threads = 1;
};

/// `made->layout` is filled in, the rest is not.
cufftResult make(Made& made);

/// By its name riffle trace shows it.
struct Execution {
  std::shared_ptr<const Made> made;
  void* in;
  void* out;
  bool forward;
  std::array<ElementLayout, 2> sides;

  void operator()() const;
  /// What is read, or written.
  [[nodiscard]] Touched input() const;
  [[nodiscard]] Touched output() const;
};

inline Execution execution(std::shared_ptr<const Made> made, void* in, void* out, bool forward) {
  const auto sides = made->layout.sides(in == out);
  return {std::move(made), in, out, forward, sides};
}

/// Puts the transform into the stream, or into its capture. In a checked run kernels that touch what it touches stand before it,
/// unless they could not: they may not touch pageable memory of the host.
cudaError_t enqueue(cudaStream_t stream, const Execution& execution, bool is_of_device = true);

}  // namespace riffle::cufft
