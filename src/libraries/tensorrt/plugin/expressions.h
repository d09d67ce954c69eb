// SPDX-License-Identifier: Apache-2.0
// Dimensions of a plugin's outputs, as expressions of those of its inputs. A plan keeps them as text: "c 5" is a constant, "i 0 2"
// dimension 2 of input 0, "o 1 A B" operation 1 of two expressions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/types.h"
#include "tensorrt_defaults.h"

namespace riffle::tensorrt {

class Expression final : public IDimensionExpr, public apiv::VDimensionExpr {
 public:
  /// A value below zero is one that is known at run time.
  Expression(std::string text, std::int64_t value) : text_(std::move(text)), value_(value) {
    mImpl = this;
  }
  bool isConstant() const noexcept override { return value_ >= 0; }
  int64_t getConstantValue() const noexcept override;
  bool isSizeTensor() const noexcept override { return false; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::int64_t value_;
};

/// Makes expressions, which live as long as it does.
class Expressions final : public IExprBuilder, public apiv::VExprBuilder {
 public:
  explicit Expressions(const Log& log) : log_(log) { mImpl = this; }
  IDimensionExpr const* constant(int64_t value) noexcept override;
  IDimensionExpr const* operation(DimensionOperation op, IDimensionExpr const& first,
                                  IDimensionExpr const& second) noexcept override;
  IDimensionExpr const* declareSizeTensor(int32_t, IDimensionExpr const&,
                                          IDimensionExpr const&) noexcept override;
  /// Those of an input.
  DimsExprs of_input(std::size_t index, const Dims& dims);

 private:
  Log log_;
  std::vector<std::unique_ptr<Expression>> made_;
};

/// The value of an expression, or -1 where one of the dimensions is not known.
std::int64_t value_of(const std::string& expression, const std::vector<Dims>& inputs);
/// The dimensions that expressions have.
Dims dims_of(const std::vector<std::string>& expressions, const std::vector<Dims>& inputs);

}  // namespace riffle::tensorrt
