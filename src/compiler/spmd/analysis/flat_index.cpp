// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/flat_index.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::uint64_t kMostThreads = 1024;

/// `value` or what extends it; all of them are used as `is_right` wants.
bool all_users(const Value& value, function_ref<bool(const Instruction&)> is_right) {
  return all_of(value.users(), [&](const User* user) {
    const auto* instruction = cast<Instruction>(user);
    return isa<ZExtInst>(instruction) || isa<SExtInst>(instruction)
               ? all_users(*instruction, is_right)
               : is_right(*instruction);
  });
}

const Value* narrow(const Value* value) {
  const auto* cast = dyn_cast<CastInst>(value);
  const bool extends = isa_and_nonnull<ZExtInst>(cast) || isa_and_nonnull<SExtInst>(cast);
  return extends ? cast->getOperand(0) : value;
}

class Flat {
 public:
  explicit Flat(const Function& body) : body_(body) {}

  std::optional<FlatIndex> find() {
    for (const BodyArg unused : {kShared, kFrame, kThreads, kDynamicShared, kLinear, kThread}) {
      if (!body_.getArg(unused)->use_empty()) return std::nullopt;
    }
    if (body_.getArg(kThreadX)->use_empty()) {
      if (body_.getArg(kBlockX)->use_empty()) return std::nullopt;
      return FlatIndex{.extent = 1, .is_block = true};
    }
    const bool flat =
        all_users(*body_.getArg(kBlockX), [&](const Instruction& use) { return is_start(use); }) &&
        all_users(*body_.getArg(kExtentX), [&](const Instruction& use) { return is_start(use); }) &&
        all_users(*body_.getArg(kThreadX), [&](const Instruction& use) { return is_sum(use); });
    if (!flat || starts_.empty() || starts_are_used_otherwise()) return std::nullopt;
    return FlatIndex{.extent = extent_, .is_long = is_long_};
  }

 private:
  /// blockIdx.x times the extent.
  bool is_start(const Instruction& product) {
    const Argument* block = body_.getArg(kBlockX);
    const Argument* extent = body_.getArg(kExtentX);
    const Value *left = nullptr, *right = nullptr;
    const APInt* number = nullptr;
    std::uint64_t taken = 0;
    if (match(&product, m_Shl(m_Value(left), m_APInt(number))) && narrow(left) == block) {
      if (number->ugt(10)) return false;
      taken = std::uint64_t{1} << number->getZExtValue();
    } else if (match(&product, m_Mul(m_Value(left), m_APInt(number))) && narrow(left) == block) {
      taken = number->getLimitedValue();
    } else if (!match(&product, m_Mul(m_Value(left), m_Value(right))) ||
               !((narrow(left) == block && narrow(right) == extent) ||
                 (narrow(left) == extent && narrow(right) == block))) {
      return false;
    }
    if (taken > kMostThreads || (!starts_.empty() && taken != extent_)) return false;
    extent_ = static_cast<std::uint32_t>(taken);
    starts_.insert(&product);
    return true;
  }

  bool is_sum(const Instruction& sum) {
    const Value *left = nullptr, *right = nullptr;
    if (!match(&sum, m_Add(m_Value(left), m_Value(right)))) return false;
    const Argument* thread = body_.getArg(kThreadX);
    if (narrow(left) == thread) std::swap(left, right);
    if (narrow(right) != thread || !starts_.contains(narrow(left))) return false;
    const auto& wrapping = cast<OverflowingBinaryOperator>(sum);
    is_long_ |= sum.getType()->getIntegerBitWidth() > 32 || wrapping.hasNoSignedWrap() ||
                wrapping.hasNoUnsignedWrap();
    return true;
  }

  bool starts_are_used_otherwise() {
    return !all_of(starts_, [&](const Value* start) {
      return all_users(*start, [&](const Instruction& use) { return is_sum(use); });
    });
  }

  const Function& body_;
  SmallPtrSet<const Value*, 4> starts_;
  std::uint32_t extent_ = 0;
  bool is_long_ = false;
};

}  // namespace

std::optional<FlatIndex> find_flat_index(const Function& body) { return Flat(body).find(); }

}  // namespace riffle::spmd
