// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/byte_sums.h"

#include <llvm/IR/PatternMatch.h>

#include <algorithm>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kMostOfPair = 128;     // 128 * 255 is no more than 32767
constexpr unsigned kMostWeight = 127;     // of a signed byte
constexpr unsigned kLargestWeight = 255;  // larger ones would take many pairs
constexpr unsigned kMostTerms = 16;

bool is_byte(const Value& value) {
  const auto* vector = dyn_cast<FixedVectorType>(value.getType());
  return vector != nullptr && vector->getElementType()->isIntegerTy(8);
}

struct WeightedBytes {
  Value* bytes;
  unsigned weight;
};

/// The terms of a sum, and what it takes to add them one by one.
class Terms {
 public:
  explicit Terms(BinaryOperator& sum) {
    for (Value* operand : sum.operands()) add(*operand);
  }

  /// The lightest term is done with its pair, which the heaviest one fills up.
  void pair_into(ByteSum& sum) const {
    SmallVector<WeightedBytes, 4> left = terms_;
    const auto lighter = [](const WeightedBytes& one, const WeightedBytes& other) {
      return one.weight < other.weight;
    };
    const auto take = [&left](WeightedBytes* term, unsigned most) {
      const WeightedBytes taken{term->bytes, std::min(term->weight, most)};
      term->weight -= taken.weight;
      if (term->weight == 0) left.erase(term);
      return taken;
    };
    while (!left.empty()) {
      const WeightedBytes first = take(std::ranges::min_element(left, lighter), kMostWeight);
      WeightedBytes second{first.bytes, 0};
      if (!left.empty())
        second = take(std::ranges::max_element(left, lighter),
                      std::min(kMostOfPair - first.weight, kMostWeight));
      sum.pairs.push_back({{first.bytes, second.bytes}, {first.weight, second.weight}});
    }
    sum.rest = rest_;
    sum.parts = parts_;
  }

  [[nodiscard]] bool fits() const { return terms_.size() >= 2 && terms_.size() <= kMostTerms; }
  /// Of unpacking, multiplying and adding; the rest costs the same either way.
  [[nodiscard]] std::size_t cost() const { return operations_ + terms_.size() - 1; }

 private:
  void add(Value& value) {
    auto* operation = dyn_cast<Instruction>(&value);
    if (operation != nullptr && operation->getOpcode() == Instruction::Add && value.hasOneUse() &&
        parts_.size() < kMostTerms) {
      parts_.push_back(operation);
      for (Value* operand : operation->operands()) add(*operand);
    } else if (!add_product(value)) {
      rest_.push_back(&value);
    }
  }

  bool add_product(Value& value) {
    Value* bytes = nullptr;
    const APInt* number = nullptr;
    if (match(&value, m_ZExt(m_Value(bytes))) && is_byte(*bytes)) {
      operations_ += value.hasOneUse() ? 1 : 0;  // others unpack it too
      terms_.push_back({bytes, 1});
      return true;
    }
    const bool multiplies = match(&value, m_Mul(m_ZExt(m_Value(bytes)), m_APInt(number)));
    const bool shifts =
        !multiplies && match(&value, m_Shl(m_ZExt(m_Value(bytes)), m_APInt(number)));
    if ((!multiplies && !shifts) || !value.hasOneUse() || !is_byte(*bytes)) return false;
    if (number->isZero() || number->ugt(shifts ? 7 : kLargestWeight)) return false;
    auto& product = cast<Instruction>(value);
    operations_ += product.getOperand(0)->hasOneUse() ? 2 : 1;
    const auto weight = static_cast<unsigned>(number->getZExtValue());
    terms_.push_back({bytes, shifts ? 1U << weight : weight});
    parts_.push_back(&product);
    return true;
  }

  SmallVector<WeightedBytes, 4> terms_;
  SmallVector<Value*, 4> rest_;
  SmallVector<Instruction*, 8> parts_;
  std::size_t operations_ = 0;
};

}  // namespace

std::optional<ByteSum> byte_sum_of(BinaryOperator& sum) {
  if (sum.getOpcode() != Instruction::Add) return {};
  const Terms terms(sum);
  if (!terms.fits()) return {};
  ByteSum result;
  terms.pair_into(result);
  // Each pair is unpacked and multiplied; they are added.
  if (3 * result.pairs.size() - 1 >= terms.cost()) return {};
  return result;
}

}  // namespace riffle::spmd
