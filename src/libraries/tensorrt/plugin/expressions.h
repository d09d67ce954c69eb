// SPDX-License-Identifier: Apache-2.0
// Dimensions of a plugin's outputs, as expressions of those of its inputs. A plan keeps them as text: "c 5" is a constant, "i 0 2"
// dimension 2 of input 0, "o 1 A B" operation 1 of two expressions, "s 1 A B" what the plugin writes into output 1, usually A and
// at most B.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/types.h"
#include "tensorrt_defaults.h"

namespace riffle::tensorrt {

class Expression final : public IDimensionExpr, public apiv::VDimensionExpr {
 public:
  Expression(std::string text, std::optional<std::int64_t> value)
      : text_(std::move(text)), value_(value) {
    mImpl = this;
  }
  bool isConstant() const noexcept override { return value_.has_value(); }
  int64_t getConstantValue() const noexcept override;
  bool isSizeTensor() const noexcept override { return text_.starts_with('s'); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::optional<std::int64_t> value_;  ///< none where it is known at run time
};

/// Makes expressions, which live as long as it does.
class Expressions final : public IExprBuilder, public apiv::VExprBuilder {
 public:
  explicit Expressions(const Log& log) : log_(log) { mImpl = this; }
  IDimensionExpr const* constant(int64_t value) noexcept override;
  IDimensionExpr const* operation(DimensionOperation op, IDimensionExpr const& first,
                                  IDimensionExpr const& second) noexcept override;
  IDimensionExpr const* declareSizeTensor(int32_t output, IDimensionExpr const& usual,
                                          IDimensionExpr const& upper) noexcept override;
  /// Those of an input.
  DimsExprs of_input(std::size_t index, const Dims& dims);

 private:
  IDimensionExpr const* keep(std::string text, std::optional<std::int64_t> value) noexcept;
  Log log_;
  std::vector<std::unique_ptr<Expression>> made_;
};

/// With what expressions are computed.
struct Known {
  const std::vector<Dims>& inputs;
  /// What a plugin has written into its outputs, by their numbers.
  std::vector<std::optional<std::int64_t>> sizes = {};
  bool takes_bounds = false;  ///< where that is not known, its bound
};
/// The dimensions that expressions have: -1 where one is not known.
Dims dims_of(const std::vector<std::string>& expressions, const Known& known);
/// The output that has a dimension, where the expression is what a plugin writes; else -1.
std::int32_t size_output_of(const std::string& expression);

}  // namespace riffle::tensorrt
