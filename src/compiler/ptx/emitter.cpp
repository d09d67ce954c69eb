// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/emitter.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace riffle::ptx {

using namespace llvm;

bool parse_type(StringRef name, ScalarType& type) {
  using Kind = ScalarType::Kind;
  if (name == "pred") {
    type = {Kind::kPredicate, 1, 1};
    return true;
  }
  type.count = name.consume_back("x2") ? 2 : 1;
  if (name.consume_front("bf")) {
    type.kind = Kind::kBfloat;
  } else if (name.consume_front("b")) {
    type.kind = Kind::kBits;
  } else if (name.consume_front("u")) {
    type.kind = Kind::kUnsigned;
  } else if (name.consume_front("s")) {
    type.kind = Kind::kSigned;
  } else if (name.consume_front("f")) {
    type.kind = Kind::kFloat;
  } else {
    return false;
  }
  if (name.getAsInteger(10, type.width)) return false;
  if (type.kind == Kind::kBfloat) return type.width == 16;
  if (type.kind == Kind::kFloat)
    return type.width == 16 || (type.count == 1 && (type.width == 32 || type.width == 64));
  const bool is_plain = type.width == 8 || type.width == 16 || type.width == 32 || type.width == 64;
  return is_plain || (type.kind == Kind::kBits && type.width == 128);
}

Emitter::Emitter(CallInst& call, const InlineAsm& assembly, Leftovers& leftovers,
                 const PtxSymbols* symbols)
    : call_(call),
      assembly_(assembly),
      leftovers_(leftovers),
      builder_(&call),
      symbols_(symbols),
      scopes_(leftovers.scopes) {
  bind_operands();
}

void Emitter::bind_variable(StringRef name, Value* pointer) {
  scopes_.back().variables[name] = pointer;
}

void Emitter::bind_register(StringRef name, const ScalarType& type, Value* value) {
  AllocaInst* slot = make_slot(int_type(type.total()), name);
  if (value != nullptr) builder_.CreateStore(value, slot);
  scopes_.back().registers[name] = slot;
}

AllocaInst* Emitter::register_named(StringRef name) {
  return scopes_.back().registers.lookup(name);
}

AllocaInst* Emitter::make_slot(Type* type, const Twine& name) {
  BasicBlock& entry = call_.getFunction()->getEntryBlock();
  IRBuilder<> at(&entry, entry.getFirstInsertionPt());
  AllocaInst* slot = at.CreateAlloca(type, nullptr, name);
  leftovers_.slots.push_back(slot);
  return slot;
}

void Emitter::bind_operands() {
  SmallVector<Type*, 4> results;
  if (auto* several = dyn_cast<StructType>(call_.getType())) {
    results.append(several->element_begin(), several->element_end());
  } else if (!call_.getType()->isVoidTy()) {
    results.push_back(call_.getType());
  }
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly_.ParseConstraints()) {
    if (constraint.Type == InlineAsm::isClobber) continue;
    if (constraint.isIndirect) refuse("has an operand in memory, which is not supported");
    immediates_.push_back(nullptr);
    if (constraint.Type == InlineAsm::isOutput) {
      Type* type = results[output_count_++];
      const auto width = static_cast<unsigned>(type->getPrimitiveSizeInBits());
      operands_.push_back(make_slot(int_type(width), "ptx.out"));
      continue;
    }
    Value* value = call_.getArgOperand(argument++);
    if (value->getType()->isPointerTy() && value->getType()->getPointerAddressSpace() != 0) {
      bind_variable_operand(value);
      continue;
    }
    if (value->getType()->isPointerTy())
      value = builder_.CreatePtrToInt(value, builder_.getInt64Ty());
    const auto width = static_cast<unsigned>(value->getType()->getPrimitiveSizeInBits());
    if (!value->getType()->isIntegerTy()) value = builder_.CreateBitCast(value, int_type(width));
    // A tied input ("0", from "+r") is the initial value of its output.
    const auto& codes = constraint.Codes;
    unsigned tied = 0;
    if (!codes.empty() && !StringRef(codes.front()).getAsInteger(10, tied)) {
      AllocaInst* slot = operands_[tied];
      builder_.CreateStore(builder_.CreateZExtOrTrunc(value, slot->getAllocatedType()), slot);
      operands_.push_back(slot);
      continue;
    }
    if (isa<ConstantInt>(value)) immediates_.back() = value;
    AllocaInst* slot = make_slot(value->getType(), "ptx.in");
    builder_.CreateStore(value, slot);
    operands_.push_back(slot);
  }
}

void Emitter::fail(const Twine& why, StatementError::Fault fault) const {
  if (statement_ == nullptr) throw StatementError("inline PTX " + why.str(), 0, fault);
  const std::string text = in_module() ? "line " + std::to_string(statement_->line + 1) + ": '"
                                       : std::string("inline PTX instruction '");
  throw StatementError(text + statement_->text + "' " + why.str(), statement_->line, fault);
}

void Emitter::refuse(const Twine& why) const { fail(why, StatementError::Fault::kUnsupported); }

void Emitter::reject(const Twine& why) const { fail(why, StatementError::Fault::kWrong); }

void Emitter::run(const std::vector<Statement>& statements) {
  for (NameScope& scope : scopes_) scope.labels.clear();
  declare_labels(statements);
  for (const Statement& statement : statements) {
    statement_ = &statement;
    builder_.SetInsertPoint(&call_);
    switch (statement.kind) {
      case Statement::Kind::kOpenScope:
        scopes_.emplace_back();
        declare_labels(ArrayRef(statements).drop_front(&statement - statements.data() + 1));
        break;
      case Statement::Kind::kCloseScope:
        if (scopes_.size() == 1) reject("closes a scope that is not open");
        scopes_.pop_back();
        break;
      case Statement::Kind::kRegisters:
        declare(statement);
        break;
      case Statement::Kind::kLabel:
        place_label(statement.name);
        break;
      case Statement::Kind::kInstruction:
        emit_guarded(statement);
        break;
      case Statement::Kind::kVariable:
        declare_variable(statement.variable);
        break;
      case Statement::Kind::kTargets:
        targets_[statement.name] = statement.names;
        break;
    }
  }
  if (return_.entry != nullptr) place_label(kReturn);
  replace_results();
}

void Emitter::emit_guarded(const Statement& statement) {
  if (statement.guard.empty()) return emit(statement);
  Operand guard;
  guard.kind = Operand::Kind::kName;
  guard.name = statement.guard;
  guard.negated = statement.guard_negated;
  Value* condition = read_predicate(guard);
  if (statement.opcode == "bra" || (statement.opcode == "ret" && in_module())) {
    for (const std::string& modifier : statement.modifiers) {
      if (modifier != "uni") refuse();
    }
    const bool returns = statement.opcode == "ret";
    if (statement.operands.size() != (returns ? 0 : 1)) refuse();
    return branch(returns ? kReturn : statement.operands[0].name, condition);
  }
  if (statement.opcode == "brx") refuse("with a guard is not supported");
  Instruction* inside = SplitBlockAndInsertIfThen(condition, &call_, false);
  builder_.SetInsertPoint(inside);
  emit(statement);
  builder_.SetInsertPoint(&call_);
}

void Emitter::emit(const Statement& statement) {
  spell_out_vectors(statement);
  taken_.assign(statement.modifiers.size(), false);
  if (!emit_instruction(*this)) refuse();
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (!taken_[i]) refuse("is not supported: ." + statement.modifiers[i]);
  }
}

void Emitter::replace_results() {
  builder_.SetInsertPoint(&call_);
  const auto result = [&](unsigned index, Type* type) -> Value* {
    AllocaInst* slot = operands_[index];
    Value* value = builder_.CreateFreeze(builder_.CreateLoad(slot->getAllocatedType(), slot));
    leftovers_.results.push_back(cast<FreezeInst>(value));
    return type->isPointerTy() ? builder_.CreateIntToPtr(value, type)
                               : builder_.CreateBitCast(value, type);
  };
  if (auto* several = dyn_cast<StructType>(call_.getType())) {
    Value* all = PoisonValue::get(several);
    for (unsigned i = 0; i < several->getNumElements(); ++i) {
      all = builder_.CreateInsertValue(all, result(i, several->getElementType(i)), i);
    }
    call_.replaceAllUsesWith(all);
  } else if (!call_.getType()->isVoidTy()) {
    call_.replaceAllUsesWith(result(0, call_.getType()));
  }
  call_.eraseFromParent();
}

// --- Modifiers ---

bool Emitter::take(StringRef name) {
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i] || statement_->modifiers[i] != name) continue;
    taken_[i] = true;
    return true;
  }
  return false;
}

StringRef Emitter::take_any(std::initializer_list<StringRef> names) {
  for (StringRef name : names) {
    if (take(name)) return name;
  }
  return {};
}

bool Emitter::take_prefixed(StringRef prefix) {
  bool any = false;
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i] || !StringRef(statement_->modifiers[i]).starts_with(prefix)) continue;
    taken_[i] = any = true;
  }
  return any;
}

bool Emitter::try_take_type(ScalarType& type) {
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    if (taken_[i] || !parse_type(statement_->modifiers[i], type)) continue;
    taken_[i] = true;
    return true;
  }
  return false;
}

ScalarType Emitter::take_type() {
  ScalarType type;
  if (!try_take_type(type)) refuse("has no type that is supported");
  return type;
}

Value* Emitter::call(Intrinsic::ID id, ArrayRef<Value*> arguments) {
  Function* callee = Intrinsic::getOrInsertDeclaration(&module(), id);
  return builder_.CreateCall(callee, arguments);
}

Value* Emitter::negate(Value* value) {
  if (!contracts()) return builder_.CreateFNeg(value);
  Type* type = value->getType();
  FunctionCallee stand_in = module().getOrInsertFunction(
      ("riffle.negation." + Twine(type->getTypeID())).str(), type, type);
  cast<Function>(stand_in.getCallee())->setDoesNotAccessMemory();
  CallInst* call = builder_.CreateCall(stand_in, value);
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  leftovers_.negations.emplace_back(call);
  return call;
}

Type* Emitter::float_type(const ScalarType& type) {
  if (type.kind == ScalarType::Kind::kBfloat) return builder_.getBFloatTy();
  if (type.width == 16) return builder_.getHalfTy();
  return type.width == 32 ? builder_.getFloatTy() : builder_.getDoubleTy();
}

//   before:  %first = load
//   update:  %old = phi [%first], [%seen]; cmpxchg %old -> change(%old); again if %seen is another
Value* Emitter::update_atomically(Value* pointer, unsigned width, AtomicOrdering order,
                                  function_ref<Value*(Value*)> change) {
  Instruction* const at = &*builder_.GetInsertPoint();
  BasicBlock* before = at->getParent();
  BasicBlock* after = before->splitBasicBlock(at, "ptx.updated");
  BasicBlock* update =
      BasicBlock::Create(builder_.getContext(), "ptx.update", before->getParent(), after);
  before->getTerminator()->eraseFromParent();
  const Align alignment(width / 8);
  builder_.SetInsertPoint(before);
  LoadInst* first = builder_.CreateAlignedLoad(int_type(width), pointer, alignment);
  first->setAtomic(AtomicOrdering::Monotonic);
  builder_.CreateBr(update);
  builder_.SetInsertPoint(update);
  PHINode* old = builder_.CreatePHI(int_type(width), 2);
  old->addIncoming(first, before);
  Value* pair = builder_.CreateAtomicCmpXchg(pointer, old, change(old), alignment, order,
                                             AtomicCmpXchgInst::getStrongestFailureOrdering(order));
  old->addIncoming(builder_.CreateExtractValue(pair, 0), update);
  builder_.CreateCondBr(builder_.CreateExtractValue(pair, 1), after, update);
  builder_.SetInsertPoint(at);
  return old;
}

void Emitter::repeat(Value* count, function_ref<void(Value*)> body) {
  Instruction* const at = &*builder_.GetInsertPoint();
  BasicBlock* before = at->getParent();
  BasicBlock* after = before->splitBasicBlock(at, "ptx.repeated");
  BasicBlock* loop =
      BasicBlock::Create(builder_.getContext(), "ptx.repeat", before->getParent(), after);
  before->getTerminator()->eraseFromParent();
  builder_.SetInsertPoint(before);
  builder_.CreateCondBr(builder_.CreateICmpEQ(count, builder_.getInt64(0)), after, loop);
  builder_.SetInsertPoint(loop);
  PHINode* index = builder_.CreatePHI(builder_.getInt64Ty(), 2);
  index->addIncoming(builder_.getInt64(0), before);
  // The body may split its block: it needs an instruction to stand in front of.
  Instruction* const end = builder_.CreateUnreachable();
  builder_.SetInsertPoint(end);
  body(index);
  Value* next = builder_.CreateAdd(index, builder_.getInt64(1));
  builder_.CreateCondBr(builder_.CreateICmpULT(next, count), loop, after);
  index->addIncoming(next, end->getParent());
  end->eraseFromParent();
  builder_.SetInsertPoint(at);
}

Operand Emitter::temporary(Value* value) {
  Operand made;
  made.kind = Operand::Kind::kArgument;
  made.argument = static_cast<unsigned>(operands_.size());
  operands_.push_back(make_slot(value->getType(), "ptx.temporary"));
  immediates_.push_back(nullptr);
  builder_.CreateStore(value, operands_.back());
  return made;
}

AllocaInst* Emitter::carry() {
  if (carry_ == nullptr) carry_ = make_slot(builder_.getInt1Ty(), "ptx.carry");
  return carry_;
}

}  // namespace riffle::ptx
