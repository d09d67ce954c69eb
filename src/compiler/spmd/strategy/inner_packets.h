// SPDX-License-Identifier: Apache-2.0
// Boards that are tori, rings: `(x + w - 1) % w` is x - 1 but for the packet at the edge.
//
//   %n = add i32 %x, (%w - 1)                %a = sub i32 %n, %w
//   %r = srem i32 %n, %w              ->     ... load (p + %a)         consecutive, no division
//   ... load (p + %r)
//
// for packets in which 0 <= %a < %w in all lanes, and in which no index wraps: their first lane tells, by comparisons.
// All others run the body as it is. Numbers that count up along a row are in their bounds from one packet to another if they
// are in both, so that a row's inner packets follow each other without asking. The body's own guards, `if (x < w)`, are
// such comparisons too.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <memory>
#include <optional>

namespace riffle::spmd {

class InnerPackets {
 public:
  /// A copy of `body` for packets of `lanes` threads away from edges; null when it has no remainders of the kind.
  static std::unique_ptr<InnerPackets> make(llvm::Function& body, unsigned lanes);
  ~InnerPackets();

  /// For one thread, as the body is.
  [[nodiscard]] llvm::Function& body() const { return *copy_; }
  /// `i1 (body arguments, i32 ahead)`: whether body() serves the packet, and all in its row up to the one that is `ahead`
  /// threads further on.
  [[nodiscard]] llvm::Function* make_question() const;

 private:
  struct Condition {
    llvm::Value* value;      ///< of the copy, the same for all lanes or a line
    std::int64_t span;       ///< from the first lane to the last
    llvm::Value* below;      ///< it is 0 or more, and less than that; null: it does not wrap,
    bool is_signed = false;  ///< as such a number
  };

  InnerPackets(llvm::Function& body, unsigned lanes);
  /// From the first lane's value to the last one's, modulo the width; none of what is not made of arguments by sums.
  [[nodiscard]] std::optional<std::int64_t> span_of(const llvm::Value& value) const;
  void replace_remainders();
  void take_guards();
  void take_comparisons(llvm::Value* truth, bool wanted,
                        llvm::SmallVectorImpl<std::pair<llvm::ICmpInst*, bool>>& taken);
  void mark_extensions();
  [[nodiscard]] static llvm::Value* holds(llvm::IRBuilder<>& builder, const Condition& condition,
                                          llvm::Value* first, llvm::Value* size);

  llvm::Function* copy_;
  const unsigned lanes_;
  llvm::SmallVector<Condition, 16> conditions_;
};

}  // namespace riffle::spmd
