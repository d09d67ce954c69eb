// SPDX-License-Identifier: Apache-2.0
// Addresses as sums: of what all threads of a block have in common, multiplied, and of something between two bounds.
//
//   status[tile * 256 + threadIdx.x]     ->  status + 1024 * tile + [0, 1020]
//
// Integers are taken not to wrap: two addresses that differ by a whole turn of 32 bits lie in no one object.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace riffle::spmd {

/// More than any distance in memory.
inline constexpr std::int64_t kUnbounded = std::int64_t{1} << 61;

/// Sum of terms that all threads of the block have in common, plus something in [low, high].
struct AddressSum {
  llvm::SmallMapVector<const llvm::Value*, std::int64_t, 4> terms;
  std::int64_t low = 0;
  std::int64_t high = 0;

  void add(const AddressSum& other, std::int64_t factor);
  [[nodiscard]] bool has_terms_of(const AddressSum& other) const;
};

/// What an object is reached by: a pointer that a parameter holds, shared memory, a variable of the thread; null: not known.
using Base = const llvm::Value*;

class AddressSums {
 public:
  /// `is_memory`: of the parameters, whether the argument is the address of the parameter's bytes.
  AddressSums(llvm::Function& body, const std::vector<bool>& is_memory,
              const llvm::DominatorTree& dominators);

  /// Of a value where `at` uses it; nothing where it is no such sum.
  std::optional<AddressSum> sum(const llvm::Value* value, const llvm::BasicBlock& at);
  /// All that `address` may be reached by; a null among them: something else.
  [[nodiscard]] llvm::SmallVector<Base, 4> bases(const llvm::Value* address) const;
  /// Whether all threads of the block compute the same, of what they have in common.
  bool is_common(const llvm::Value* value);

 private:
  using Place = std::pair<const llvm::Argument*, std::int64_t>;

  [[nodiscard]] std::optional<Place> place_of_parameter(const llvm::LoadInst& load) const;
  /// The load that stands for all of this part of a parameter; null if it is none.
  [[nodiscard]] const llvm::Value* parameter(const llvm::LoadInst& load) const;
  /// Read from a fixed place of shared memory: for all threads alike, or they race.
  [[nodiscard]] bool is_shared_word(const llvm::LoadInst& load) const;
  std::optional<AddressSum> sum_of(const llvm::Value* value, const llvm::BasicBlock& at);
  std::optional<AddressSum> sum_of_arithmetic(const llvm::Value* value, const llvm::BasicBlock& at);
  std::optional<AddressSum> added(const llvm::Value* one, const llvm::Value* two, std::int64_t sign,
                                  const llvm::BasicBlock& at);
  std::optional<AddressSum> sum_of_address(const llvm::GEPOperator& address,
                                           const llvm::BasicBlock& at);
  /// What a loop carries goes up, or down, from where it begins; other values are between those that come together.
  std::optional<AddressSum> sum_of_phi(const llvm::PHINode& phi);
  /// What is known of a value of a thread, from what it is and from the branches that lead to `at`.
  [[nodiscard]] std::optional<AddressSum> range(const llvm::Value* value,
                                                const llvm::BasicBlock& at) const;

  llvm::Function& body_;
  const std::vector<bool>& is_memory_;
  const llvm::DominatorTree& dominators_;
  std::map<Place, const llvm::LoadInst*> parameters_;
  llvm::SmallPtrSet<const llvm::Value*, 4> carried_;
  int depth_ = 0;
};

}  // namespace riffle::spmd
