// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/plugin/expressions.h"

#include <algorithm>
#include <limits>
#include <sstream>

namespace riffle::tensorrt {
namespace {

std::int64_t combined(DimensionOperation op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case DimensionOperation::kSUM:
      return a + b;
    case DimensionOperation::kPROD:
      return a * b;
    case DimensionOperation::kMAX:
      return std::max(a, b);
    case DimensionOperation::kMIN:
      return std::min(a, b);
    case DimensionOperation::kSUB:
      return a - b;
    case DimensionOperation::kEQUAL:
      return a == b ? 1 : 0;
    case DimensionOperation::kLESS:
      return a < b ? 1 : 0;
    case DimensionOperation::kFLOOR_DIV:
      return b == 0 ? -1 : a / b;
    case DimensionOperation::kCEIL_DIV:
      return b == 0 ? -1 : (a + b - 1) / b;
  }
  return -1;
}

std::int64_t read_value(std::istream& text, const std::vector<Dims>& inputs) {
  char kind = 0;
  std::int64_t first = 0, second = 0;
  text >> kind >> first;
  if (kind == 'c') return first;
  if (kind == 'i') {
    text >> second;
    const bool is_there = first >= 0 && first < static_cast<std::int64_t>(inputs.size()) &&
                          second >= 0 && second < Dims::MAX_DIMS;
    return is_there ? inputs[static_cast<std::size_t>(first)].d[second] : -1;
  }
  const std::int64_t a = read_value(text, inputs), b = read_value(text, inputs);
  return a < 0 || b < 0 ? -1 : combined(static_cast<DimensionOperation>(first), a, b);
}

}  // namespace

int64_t Expression::getConstantValue() const noexcept {
  return value_ >= 0 ? value_ : std::numeric_limits<std::int64_t>::min();
}

IDimensionExpr const* Expressions::constant(int64_t value) noexcept {
  return made_.emplace_back(std::make_unique<Expression>(joined("c ", value), value)).get();
}

IDimensionExpr const* Expressions::operation(DimensionOperation op, IDimensionExpr const& first,
                                             IDimensionExpr const& second) noexcept {
  if (first.isConstant() && second.isConstant())
    return constant(combined(op, first.getConstantValue(), second.getConstantValue()));
  const auto& a = static_cast<const Expression&>(first);
  const auto& b = static_cast<const Expression&>(second);
  const std::string text = joined("o ", static_cast<int>(op), ' ', a.text(), ' ', b.text());
  return made_.emplace_back(std::make_unique<Expression>(text, -1)).get();
}

IDimensionExpr const* Expressions::declareSizeTensor(int32_t, IDimensionExpr const&,
                                                     IDimensionExpr const&) noexcept {
  log_.refuse("IExprBuilder::declareSizeTensor");
  return nullptr;
}

DimsExprs Expressions::of_input(std::size_t index, const Dims& dims) {
  DimsExprs made{dims.nbDims, {}};
  for (int i = 0; i < dims.nbDims; ++i)
    made.d[i] =
        dims.d[i] >= 0
            ? constant(dims.d[i])
            : made_.emplace_back(std::make_unique<Expression>(joined("i ", index, ' ', i), -1))
                  .get();
  return made;
}

std::int64_t value_of(const std::string& expression, const std::vector<Dims>& inputs) {
  std::istringstream text(expression);
  return read_value(text, inputs);
}

Dims dims_of(const std::vector<std::string>& expressions, const std::vector<Dims>& inputs) {
  Dims dims{static_cast<int>(std::min<std::size_t>(expressions.size(), Dims::MAX_DIMS)), {}};
  for (int i = 0; i < dims.nbDims; ++i)
    dims.d[i] = value_of(expressions[static_cast<std::size_t>(i)], inputs);
  return dims;
}

}  // namespace riffle::tensorrt
