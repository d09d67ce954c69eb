// SPDX-License-Identifier: Apache-2.0
// A transform of several axes is a pass for each axis: every line along it is transformed by itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>

#include "libraries/cufft/transform.h"

namespace riffle::cufft {

struct Pass {
  int axis = 0;
  TransformKind kind = TransformKind::kComplex;
  void* in = nullptr;
  void* out = nullptr;
  ElementCount in_step = 0;  ///< along the line, in elements
  ElementCount out_step = 0;
  /// The lines: counted along the batch and the two other axes, the one whose lines lie closest first.
  std::array<ElementCount, 3> count{};
  std::array<ElementCount, 3> in_distance{};
  std::array<ElementCount, 3> out_distance{};

  [[nodiscard]] ElementCount lines() const { return count[0] * count[1] * count[2]; }
};

struct Passes {
  std::array<Pass, 3> all;
  int count = 0;
};

/// A pass along `axis` of data of these lengths.
inline Pass pass_along(int axis, TransformKind kind, const std::array<ElementCount, 3>& lengths,
                       ElementCount batch, const ElementLayout& in, void* input,
                       const ElementLayout& out, void* output) {
  struct Dimension {
    ElementCount count, in, out;
  };
  std::array<Dimension, 3> others{};
  int filled = 0;
  for (int other = 2; other >= 0; --other)
    if (other != axis) others[filled++] = {lengths[other], in.step[other], out.step[other]};
  others[2] = {batch, in.distance, out.distance};
  // Dimensions of one line come last. In place of a comparison of both sides, the one that is written decides.
  std::sort(others.begin(), others.end(), [](const Dimension& a, const Dimension& b) {
    return std::tuple(a.count == 1, a.out, a.in) < std::tuple(b.count == 1, b.out, b.in);
  });
  Pass pass{.axis = axis,
            .kind = kind,
            .in = input,
            .out = output,
            .in_step = in.step[axis],
            .out_step = out.step[axis]};
  for (int i = 0; i < 3; ++i) {
    pass.count[i] = others[i].count;
    pass.in_distance[i] = others[i].in;
    pass.out_distance[i] = others[i].out;
  }
  return pass;
}

/// The first pass takes the data from one side to the other, the others stay there; from complex to real numbers it is the
/// last that does.
inline Passes passes_of(const TransformShape& shape, const ElementLayout& in, void* input,
                        const ElementLayout& out, void* output) {
  Passes passes;
  std::array<ElementCount, 3> lengths = shape.n;
  if (shape.kind != TransformKind::kComplex) lengths[2] = shape.n[2] / 2 + 1;
  const bool to_real = shape.kind == TransformKind::kComplexToReal;
  const auto add = [&](const Pass& pass) { passes.all[passes.count++] = pass; };
  const ElementLayout& there = to_real ? in : out;
  void* const work = to_real ? input : output;
  if (!to_real) add(pass_along(2, shape.kind, lengths, shape.batch, in, input, out, output));
  for (int axis = 1; axis >= 0; --axis)
    if (shape.n[axis] > 1)
      add(pass_along(axis, TransformKind::kComplex, lengths, shape.batch, there, work, there,
                     work));
  if (to_real) add(pass_along(2, shape.kind, lengths, shape.batch, in, input, out, output));
  return passes;
}

/// Goes over the lines of a pass; where each begins, in elements.
class Cursor {
 public:
  Cursor(const Pass& pass, ElementCount line) : pass_(&pass) {
    for (int i = 0; i < 3; ++i) {
      at_[i] = line % pass.count[i];
      line /= pass.count[i];
      in_ += at_[i] * pass.in_distance[i];
      out_ += at_[i] * pass.out_distance[i];
    }
  }
  [[nodiscard]] ElementCount in() const { return in_; }
  [[nodiscard]] ElementCount out() const { return out_; }
  void advance() {
    for (int i = 0; i < 3; ++i) {
      in_ += pass_->in_distance[i];
      out_ += pass_->out_distance[i];
      if (++at_[i] < pass_->count[i]) return;
      in_ -= at_[i] * pass_->in_distance[i];
      out_ -= at_[i] * pass_->out_distance[i];
      at_[i] = 0;
    }
  }

 private:
  const Pass* pass_;
  std::array<ElementCount, 3> at_{};
  ElementCount in_ = 0;
  ElementCount out_ = 0;
};

}  // namespace riffle::cufft
