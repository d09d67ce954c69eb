// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/share_sums.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::size_t kMostTerms = 32;
/// Beyond these many it would take long to find the best one again and again.
constexpr std::size_t kMostPairs = 10'000;

bool is_addition(const Value* value) {
  const auto* operation = dyn_cast<BinaryOperator>(value);
  return operation != nullptr && operation->getOpcode() == Instruction::Add &&
         operation->getType()->isVectorTy();
}

/// A sum and what it is made of: the instructions that add, its own the last, and their terms.
struct SharedSum {
  BinaryOperator* root;
  SmallVector<Value*, 8> terms;
  SmallVector<Instruction*, 8> inner;
  bool is_changed = false;
};

class Sharing {
 public:
  explicit Sharing(BasicBlock& block) : block_(block) {
    int place = 0;
    for (Instruction& instruction : block) places_[&instruction] = place++;
    for (Instruction& instruction : block) {
      if (is_addition(&instruction) && !is_inner(instruction))
        take(cast<BinaryOperator>(instruction));
    }
  }

  bool run() {
    if (sums_.size() < 2) return false;
    for (std::size_t i = 0; i < sums_.size() && users_.size() <= kMostPairs; ++i) count(i);
    if (users_.size() > kMostPairs) return false;
    while (const std::optional<Pair> pair = best_pair()) share(*pair);
    bool is_changed = false;
    for (SharedSum& sum : sums_) {
      if (!sum.is_changed) continue;
      is_changed = true;
      write(sum);
    }
    return is_changed;
  }

 private:
  using Pair = std::pair<Value*, Value*>;  ///< the first term stands before the second

  /// Whether it is added to something here, and used for nothing else.
  [[nodiscard]] bool is_inner(const Instruction& addition) const {
    if (!addition.hasOneUse()) return false;
    const auto* user = cast<Instruction>(*addition.user_begin());
    return user->getParent() == &block_ && is_addition(user);
  }

  void take(BinaryOperator& root) {
    SharedSum sum{&root, {}, {}};
    SmallVector<Value*, 8> work = {root.getOperand(1), root.getOperand(0)};
    while (!work.empty()) {
      Value* term = work.pop_back_val();
      auto* addition = dyn_cast<BinaryOperator>(term);
      if (addition != nullptr && addition->getParent() == &block_ && is_addition(addition) &&
          addition->hasOneUse()) {
        sum.inner.push_back(addition);
        work.append({addition->getOperand(1), addition->getOperand(0)});
      } else {
        sum.terms.push_back(term);
      }
    }
    if (sum.terms.size() <= kMostTerms) sums_.push_back(std::move(sum));
  }

  /// Before the block: all alike.
  [[nodiscard]] int place_of(const Value* value) const {
    const auto found = places_.find(value);
    return found == places_.end() ? -1 : found->second;
  }

  [[nodiscard]] Pair pair_of(Value* a, Value* b) {
    number(a);
    number(b);
    return numbers_[a] < numbers_[b] ? Pair{a, b} : Pair{b, a};
  }
  void number(Value* value) { numbers_.try_emplace(value, numbers_.size()); }

  /// Enters, or takes out, the pairs of a sum's terms.
  void count(std::size_t which, bool in = true) {
    const ArrayRef<Value*> terms = sums_[which].terms;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      for (std::size_t j = i + 1; j < terms.size(); ++j) {
        if (terms[i] == terms[j]) continue;
        SmallSetVector<std::size_t, 4>& users = users_[pair_of(terms[i], terms[j])];
        if (in)
          users.insert(which);
        else
          users.remove(which);
      }
    }
  }

  /// Of those that most sums have, the one whose terms stand next to each other.
  [[nodiscard]] std::optional<Pair> best_pair() const {
    std::optional<Pair> best;
    std::tuple<std::size_t, int, unsigned, unsigned> best_rank;
    for (const auto& [pair, users] : users_) {
      if (users.size() < 2) continue;
      const int apart = std::abs(place_of(pair.first) - place_of(pair.second));
      const std::tuple rank(users.size(), -apart, ~numbers_.lookup(pair.first),
                            ~numbers_.lookup(pair.second));
      if (!best || rank > best_rank) std::tie(best, best_rank) = std::pair(pair, rank);
    }
    return best;
  }

  void share(const Pair& pair) {
    IRBuilder<> builder(&block_, place_behind(pair.first, pair.second));
    builder.SetCurrentDebugLocation(sums_[users_[pair].front()].root->getDebugLoc());
    Value* sum = builder.CreateAdd(pair.first, pair.second, "shared.sum");
    places_[sum] = std::max(place_of(pair.first), place_of(pair.second));
    const SmallSetVector<std::size_t, 4> users = users_[pair];
    for (const std::size_t which : users) {
      count(which, false);
      SmallVectorImpl<Value*>& terms = sums_[which].terms;
      *find(terms, pair.first) = sum;
      terms.erase(find(terms, pair.second));
      sums_[which].is_changed = true;
      count(which);
    }
  }

  [[nodiscard]] BasicBlock::iterator place_behind(Value* a, Value* b) {
    Instruction* later = nullptr;
    for (Value* term : {a, b}) {
      if (place_of(term) < 0 || isa<PHINode>(term)) continue;
      auto* instruction = cast<Instruction>(term);
      if (later == nullptr || later->comesBefore(instruction)) later = instruction;
    }
    return later == nullptr ? block_.getFirstInsertionPt() : std::next(later->getIterator());
  }

  /// In the order of the block: a term may be a sum written before.
  void write(SharedSum& sum) {
    IRBuilder<> builder(sum.root);
    Value* result = nullptr;
    for (Value* term : sum.terms) {
      Value* now = written_.lookup(term);
      if (now == nullptr) now = term;
      result = result == nullptr ? now : builder.CreateAdd(result, now);
    }
    written_[sum.root] = result;
    sum.root->replaceAllUsesWith(result);
    sum.root->eraseFromParent();
    for (Instruction* addition : sum.inner) addition->eraseFromParent();
  }

  BasicBlock& block_;
  std::vector<SharedSum> sums_;
  DenseMap<const Value*, Value*> written_;
  DenseMap<const Value*, int> places_;
  DenseMap<const Value*, unsigned> numbers_;
  MapVector<Pair, SmallSetVector<std::size_t, 4>> users_;
};

}  // namespace

bool share_sums(Function& function) {
  bool is_changed = false;
  for (BasicBlock& block : function) is_changed |= Sharing(block).run();
  return is_changed;
}

}  // namespace riffle::spmd
