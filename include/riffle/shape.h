// SPDX-License-Identifier: Apache-2.0
// Extents of arrays.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>

namespace riffle {

/// Up to eight extents, the first axis first; rows of the last axis are contiguous. A shape without extents is that of one
/// element.
class Shape {
 public:
  static constexpr std::size_t kMaxRank = 8;

  constexpr Shape() = default;
  template <std::integral N>
  constexpr Shape(N extent) : Shape({static_cast<std::size_t>(extent)}) {}
  constexpr Shape(std::initializer_list<std::size_t> extents)
      : Shape(std::span<const std::size_t>(extents.begin(), extents.size())) {}
  constexpr explicit Shape(std::span<const std::size_t> extents) : rank_(extents.size()) {
    if (rank_ > kMaxRank) throw std::length_error("an array has at most eight axes");
    std::copy(extents.begin(), extents.end(), extents_.begin());
  }

  [[nodiscard]] constexpr std::size_t rank() const { return rank_; }
  [[nodiscard]] constexpr std::size_t operator[](std::size_t axis) const {
    return extents_.at(axis);
  }
  /// Elements.
  [[nodiscard]] constexpr std::size_t count() const {
    std::size_t product = 1;
    for (std::size_t axis = 0; axis < rank_; ++axis) product *= extents_[axis];
    return product;
  }
  /// Without the first axis.
  [[nodiscard]] constexpr Shape row() const {
    return Shape(std::span<const std::size_t>(extents_.data() + 1, rank_ - 1));
  }
  /// With another first extent.
  [[nodiscard]] constexpr Shape with_first(std::size_t extent) const {
    Shape other = *this;
    other.extents_[0] = extent;
    return other;
  }
  /// "(3, 4)".
  [[nodiscard]] std::string text() const {
    std::string all = "(";
    for (std::size_t axis = 0; axis < rank_; ++axis)
      all += (axis == 0 ? "" : ", ") + std::to_string(extents_[axis]);
    return all + ")";
  }

  friend constexpr bool operator==(const Shape& a, const Shape& b) {
    return a.rank_ == b.rank_ &&
           std::equal(a.extents_.begin(), a.extents_.begin() + static_cast<std::ptrdiff_t>(a.rank_),
                      b.extents_.begin());
  }

 private:
  std::array<std::size_t, kMaxRank> extents_{};
  std::size_t rank_ = 0;
};

}  // namespace riffle
