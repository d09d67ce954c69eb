// SPDX-License-Identifier: Apache-2.0
// The emitter's labels, and branches to them. A label has its scope, and may be jumped to before it is placed.
#include "compiler/ptx/emitter.h"

namespace riffle::ptx {

using namespace llvm;

void Emitter::declare_labels(ArrayRef<Statement> statements) {
  unsigned depth = 0;
  for (const Statement& statement : statements) {
    if (statement.kind == Statement::Kind::kOpenScope) {
      ++depth;
    } else if (statement.kind == Statement::Kind::kCloseScope) {
      if (depth-- == 0) return;
    } else if (statement.kind == Statement::Kind::kLabel && depth == 0) {
      scopes_.back().labels.try_emplace(statement.name);
    }
  }
}

Label& Emitter::label(const std::string& name) {
  Label* found = name == kReturn ? &return_ : nullptr;
  for (std::size_t i = scopes_.size(); found == nullptr && i-- > 0;) {
    const auto declared = scopes_[i].labels.find(name);
    if (declared != scopes_[i].labels.end()) found = &declared->second;
  }
  if (found == nullptr)
    reject(in_module() ? "jumps to the label " + name + ", which is not there"
                       : Twine("jumps to a label that is not in the same asm statement"));
  if (found->entry == nullptr)
    found->entry = BasicBlock::Create(builder_.getContext(), "ptx." + name, call_.getFunction());
  return *found;
}

// What follows the label becomes a block of its own; the label's entry leads there, and so do jumps that came
// before.
void Emitter::place_label(const std::string& name) {
  Label& found = label(name);
  if (found.placed) reject("defines a label twice");
  found.placed = true;
  BasicBlock* before = split_here();
  IRBuilder<>(before).CreateBr(found.entry);
  IRBuilder<>(found.entry).CreateBr(call_.getParent());
}

/// The block up to here, which wants a terminator; what follows is in one of its own.
BasicBlock* Emitter::split_here() {
  BasicBlock* before = call_.getParent();
  before->splitBasicBlock(&call_, "ptx.after");
  before->getTerminator()->eraseFromParent();
  builder_.SetInsertPoint(&call_);
  return before;
}

void Emitter::branch(const std::string& name, Value* condition) {
  Label& to = label(name);
  IRBuilder<> end(split_here());
  end.CreateCondBr(condition != nullptr ? condition : builder_.getTrue(), to.entry,
                   call_.getParent());
}

void Emitter::branch_to_one_of(const std::string& targets, Value* index) {
  const auto found = targets_.find(targets);
  if (found == targets_.end()) reject("has no list of labels");
  IRBuilder<> end(split_here());
  SwitchInst* choice =
      end.CreateSwitch(index, call_.getParent(), static_cast<unsigned>(found->second.size()));
  unsigned number = 0;
  for (const std::string& name : found->second)
    choice->addCase(builder_.getInt32(number++), label(name).entry);
}

}  // namespace riffle::ptx
