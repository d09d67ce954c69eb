// SPDX-License-Identifier: Apache-2.0
// What a plan is asked for, as the program says it, and where its elements lie.
#pragma once

#include <array>
#include <optional>

#include <cufft.h>

#include "libraries/cufft/transform.h"

namespace riffle::cufft {

/// By the words of cufftMakePlanMany64. `n` and what is not null of the others have `rank` elements.
struct Request {
  int rank = 0;
  const Int* n = nullptr;
  const Int* inembed = nullptr;
  Int istride = 1;
  Int idist = 0;
  const Int* onembed = nullptr;
  Int ostride = 1;
  Int odist = 0;
  Int batch = 1;
};

struct Type {
  Kind kind;
  Number number;
};

struct Layout {
  Shape shape;
  Side in;
  Side out;
  /// Without embeddings: the real side of a transform in place has room for the complex one.
  bool is_packed = false;

  /// The sides of a transform from `in` to `out`.
  [[nodiscard]] std::array<Side, 2> sides(bool in_place) const;
};

std::optional<Type> type_of(cufftType type);
/// For the types of cufftXtMakePlanMany.
std::optional<Type> type_of(cudaDataType input, cudaDataType output, cudaDataType execution);

/// Checks the request and fills in the layout.
cufftResult lay_out(const Request& request, Type type, Layout& layout);

}  // namespace riffle::cufft
