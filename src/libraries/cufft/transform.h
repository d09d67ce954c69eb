// SPDX-License-Identifier: Apache-2.0
// A transform as the engine sees it: sizes and distances that were checked, and the tables that it is computed with.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace riffle::cufft {

using ElementCount = std::int64_t;

enum class Precision : std::uint8_t { kFloat, kDouble, kHalf, kBfloat16 };
enum class TransformKind : std::uint8_t { kComplex, kRealToComplex, kComplexToReal };

/// Always three axes, the last one the innermost; axes that the program does not have are of length 1.
struct TransformShape {
  std::array<ElementCount, 3> n{1, 1, 1};
  ElementCount batch = 1;
  TransformKind kind = TransformKind::kComplex;
  Precision number = Precision::kFloat;
};

/// Where elements lie on one side, in elements: between neighbours along each axis, and between the first elements of
/// two transforms of the batch.
struct ElementLayout {
  std::array<ElementCount, 3> step{};
  ElementCount distance = 0;
};

/// Constant once made: any number of threads may run it at the same time.
class Transform {
 public:
  Transform() = default;
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;
  virtual ~Transform() = default;

  /// With `out == in` the transform is in place. From complex to real numbers along several axes, `in` is overwritten.
  /// `threads`: at most so many, the calling one among them.
  virtual void run(const ElementLayout& in_side, void* in, const ElementLayout& out_side, void* out,
                   bool forward, unsigned threads) const = 0;
};

/// By the widest vectors that this processor has. Throws std::bad_alloc.
std::unique_ptr<Transform> make_transform(const TransformShape& shape);

// One file each.
std::unique_ptr<Transform> make_transform_baseline(const TransformShape& shape);
std::unique_ptr<Transform> make_transform_avx2(const TransformShape& shape);
std::unique_ptr<Transform> make_transform_avx512(const TransformShape& shape);

}  // namespace riffle::cufft
