// SPDX-License-Identifier: Apache-2.0
// A transform as the engine sees it: sizes and distances that were checked, and the tables that it is computed with.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace riffle::cufft {

using Int = std::int64_t;

enum class Number : std::uint8_t { kFloat, kDouble, kHalf, kBfloat16 };
enum class Kind : std::uint8_t { kComplex, kRealToComplex, kComplexToReal };

/// Always three axes, the last one the innermost; axes that the program does not have are of length 1.
struct Shape {
  std::array<Int, 3> n{1, 1, 1};
  Int batch = 1;
  Kind kind = Kind::kComplex;
  Number number = Number::kFloat;
};

/// Where elements lie on one side, in elements: between neighbours along each axis, and between the first elements of
/// two transforms of the batch.
struct Side {
  std::array<Int, 3> step{};
  Int distance = 0;
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
  virtual void run(const Side& in_side, void* in, const Side& out_side, void* out, bool forward,
                   unsigned threads) const = 0;
};

/// By the widest vectors that this processor has. Throws std::bad_alloc.
std::unique_ptr<Transform> make_transform(const Shape& shape);

// One file each.
std::unique_ptr<Transform> make_transform_baseline(const Shape& shape);
std::unique_ptr<Transform> make_transform_avx2(const Shape& shape);
std::unique_ptr<Transform> make_transform_avx512(const Shape& shape);

}  // namespace riffle::cufft
