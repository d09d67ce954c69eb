// SPDX-License-Identifier: Apache-2.0
// What a plan is asked for, as the program says it, and where its elements lie.
#pragma once

#include <array>
#include <optional>

#include <cufft.h>

#include "libraries/cufft/transform.h"

namespace riffle::cufft {

/// By the words of cufftMakePlanMany64. `n` and what is not null of the others have `rank` elements.
struct LayoutRequest {
  int rank = 0;
  const ElementCount* n = nullptr;
  const ElementCount* inembed = nullptr;
  ElementCount istride = 1;
  ElementCount idist = 0;
  const ElementCount* onembed = nullptr;
  ElementCount ostride = 1;
  ElementCount odist = 0;
  ElementCount batch = 1;
};

struct Type {
  TransformKind kind;
  Precision number;
};

struct Layout {
  TransformShape shape;
  ElementLayout in;
  ElementLayout out;
  /// Without embeddings: the real side of a transform in place has room for the complex one.
  bool is_packed = false;

  /// The sides of a transform from `in` to `out`.
  [[nodiscard]] std::array<ElementLayout, 2> sides(bool in_place) const;
};

std::optional<Type> type_of(cufftType type);
/// For the types of cufftXtMakePlanMany.
std::optional<Type> type_of(cudaDataType input, cudaDataType output, cudaDataType execution);

/// Checks the request and fills in the layout.
cufftResult lay_out(const LayoutRequest& request, Type type, Layout& layout);

}  // namespace riffle::cufft
