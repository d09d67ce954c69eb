// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/plugin/expressions.h"

#include <algorithm>
#include <limits>
#include <sstream>

namespace riffle::tensorrt {
namespace {

using Value = std::optional<std::int64_t>;

/// None where the result has more than 64 bits, or does not exist.
Value combined(DimensionOperation op, std::int64_t a, std::int64_t b) {
  std::int64_t made = 0;
  switch (op) {
    case DimensionOperation::kSUM:
      return __builtin_add_overflow(a, b, &made) ? Value() : made;
    case DimensionOperation::kPROD:
      return __builtin_mul_overflow(a, b, &made) ? Value() : made;
    case DimensionOperation::kMAX:
      return std::max(a, b);
    case DimensionOperation::kMIN:
      return std::min(a, b);
    case DimensionOperation::kSUB:
      return __builtin_sub_overflow(a, b, &made) ? Value() : made;
    case DimensionOperation::kEQUAL:
      return a == b ? 1 : 0;
    case DimensionOperation::kLESS:
      return a < b ? 1 : 0;
    case DimensionOperation::kFLOOR_DIV:
    case DimensionOperation::kCEIL_DIV: {
      if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) return {};
      const std::int64_t quotient = a / b;  // towards zero
      if (a % b == 0) return quotient;
      const bool is_negative = (a < 0) != (b < 0);
      if (op == DimensionOperation::kFLOOR_DIV) return is_negative ? quotient - 1 : quotient;
      return is_negative ? quotient : quotient + 1;
    }
  }
  return {};
}

/// A plan that was tampered with may have more.
constexpr int kMostLevels = 1000;

class Evaluation {
 public:
  Evaluation(const std::string& text, const Known& known) : text_(text), known_(known) {}

  Value value(int level = 0) {
    char kind = 0;
    std::int64_t first = 0, second = 0;
    if (level > kMostLevels || !(text_ >> kind >> first)) return {};
    if (kind == 'c') return first;
    if (kind == 'i') {
      text_ >> second;
      const auto& inputs = known_.inputs;
      const bool is_there = first >= 0 && first < static_cast<std::int64_t>(inputs.size()) &&
                            second >= 0 && second < inputs[static_cast<std::size_t>(first)].nbDims;
      const std::int64_t extent = is_there ? inputs[static_cast<std::size_t>(first)].d[second] : -1;
      return extent < 0 ? Value() : extent;
    }
    const Value a = value(level + 1), b = value(level + 1);
    if (kind == 's') {
      const auto at = static_cast<std::size_t>(first);
      if (at < known_.sizes.size() && known_.sizes[at]) return known_.sizes[at];
      return known_.takes_bounds ? b : Value();
    }
    return a && b ? combined(static_cast<DimensionOperation>(first), *a, *b) : Value();
  }

 private:
  std::istringstream text_;
  const Known& known_;
};

}  // namespace

int64_t Expression::getConstantValue() const noexcept {
  return value_.value_or(std::numeric_limits<std::int64_t>::min());
}

IDimensionExpr const* Expressions::keep(std::string text,
                                        std::optional<std::int64_t> value) noexcept {
  return guarded(log_, "IExprBuilder", [&]() -> IDimensionExpr const* {
    return made_.emplace_back(std::make_unique<Expression>(std::move(text), value)).get();
  });
}

IDimensionExpr const* Expressions::constant(int64_t value) noexcept {
  return guarded(log_, "IExprBuilder::constant", [&] { return keep(joined("c ", value), value); });
}

IDimensionExpr const* Expressions::operation(DimensionOperation op, IDimensionExpr const& first,
                                             IDimensionExpr const& second) noexcept {
  return guarded(log_, "IExprBuilder::operation", [&] {
    if (first.isConstant() && second.isConstant()) {
      const Value made = combined(op, first.getConstantValue(), second.getConstantValue());
      if (!made)
        throw Failure(ErrorCode::kINVALID_ARGUMENT,
                      joined("operation ", static_cast<int>(op), " of ", first.getConstantValue(),
                             " and ", second.getConstantValue(), " has no result"));
      return constant(*made);
    }
    const auto& a = static_cast<const Expression&>(first);
    const auto& b = static_cast<const Expression&>(second);
    return keep(joined("o ", static_cast<int>(op), ' ', a.text(), ' ', b.text()), {});
  });
}

IDimensionExpr const* Expressions::declareSizeTensor(int32_t output, IDimensionExpr const& usual,
                                                     IDimensionExpr const& upper) noexcept {
  return guarded(log_, "IExprBuilder::declareSizeTensor", [&] {
    if (output < 0)
      throw Failure(ErrorCode::kINVALID_ARGUMENT, joined("output ", output, " does not exist"));
    const auto& a = static_cast<const Expression&>(usual);
    const auto& b = static_cast<const Expression&>(upper);
    return keep(joined("s ", output, ' ', a.text(), ' ', b.text()), {});
  });
}

DimsExprs Expressions::of_input(std::size_t index, const Dims& dims) {
  DimsExprs made{dims.nbDims, {}};
  for (int i = 0; i < dims.nbDims; ++i)
    made.d[i] = dims.d[i] >= 0 ? constant(dims.d[i]) : keep(joined("i ", index, ' ', i), {});
  return made;
}

Dims dims_of(const std::vector<std::string>& expressions, const Known& known) {
  std::vector<std::int64_t> extents;
  for (const std::string& expression : expressions) {
    const Value value = Evaluation(expression, known).value();
    extents.push_back(value && *value >= 0 ? *value : -1);
  }
  return dims_with(extents);
}

std::int32_t size_output_of(const std::string& expression) {
  std::istringstream text(expression);
  char kind = 0;
  std::int32_t output = -1;
  return text >> kind >> output && kind == 's' ? output : -1;
}

}  // namespace riffle::tensorrt
