// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/translate.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/ptx/asm_variables.h"
#include "compiler/ptx/contract.h"
#include "compiler/ptx/emitter.h"
#include "compiler/ptx/instructions.h"
#include "compiler/spmd/analyses.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/keys.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

const StringMap<void (*)(Emitter&)>& opcodes() {
  static const StringMap<void (*)(Emitter&)>* table = [] {
    auto* made = new StringMap<void (*)(Emitter&)>;
    for (const auto family : {integer_opcodes, carry_opcodes, bit_opcodes, comparison_opcodes,
                              float_opcodes, convert_opcodes, memory_opcodes, atomic_opcodes,
                              matrix_opcodes, wmma_opcodes, video_opcodes, warp_opcodes,
                              mbarrier_opcodes, texture_opcodes, surface_opcodes, call_opcodes}) {
      for (const Opcode& opcode : family()) made->try_emplace(opcode.name, opcode.emit);
    }
    return made;
  }();
  return *table;
}

/// A register that was written as such needs no freezing: only what may be undefined.
void thaw(FreezeInst& result) {
  Value* value = result.getOperand(0);
  if (isa<Constant, PHINode>(value)) return;
  result.replaceAllUsesWith(value);
  result.eraseFromParent();
}

/// Products find their sums where no casts of bits are in between.
void combine(Function& function) {
  PassBuilder builder;
  spmd::Analyses analyses(builder);
  InstCombinePass().run(function, analyses.functions);
}

/// Puts a negation where a call stands for one.
void write_negation(CallInst& call) {
  Value* value = call.getArgOperand(0);
  IRBuilder<> builder(&call);
  Value* result = builder.CreateFNeg(value);
  const auto* product = dyn_cast<Instruction>(value);
  auto* negation = dyn_cast<Instruction>(result);
  if (product != nullptr && negation != nullptr && product->getOpcode() == Instruction::FMul)
    negation->setHasAllowContract(product->hasAllowContract());
  Function* stand_in = call.getCalledFunction();
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
  if (stand_in->use_empty()) stand_in->eraseFromParent();
}

}  // namespace

SmallVector<Immediate, 8> immediate_operands(const CallInst& call, const InlineAsm& assembly) {
  SmallVector<Immediate, 8> immediates;
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.Type == InlineAsm::isClobber) continue;
    const bool is_input = constraint.Type == InlineAsm::isInput;
    const auto* number = is_input ? dyn_cast<ConstantInt>(call.getArgOperand(argument++)) : nullptr;
    const bool fits = number != nullptr && number->getBitWidth() <= 64;
    immediates.push_back(fits ? Immediate(number->getSExtValue()) : std::nullopt);
  }
  return immediates;
}

void tidy(Function& function, const Leftovers& leftovers) {
  DominatorTree dominators(function);
  PromoteMemToReg(leftovers.slots, dominators);
  for (FreezeInst* result : leftovers.results) thaw(*result);
  if (leftovers.may_fuse) {
    note_blocks(function);
    combine(function);
  }
  for (const WeakTrackingVH& negation : leftovers.negations) {
    if (auto* call = dyn_cast_or_null<CallInst>(negation)) write_negation(*call);
  }
}

bool is_opcode(StringRef name) { return opcodes().contains(name); }

bool emit_instruction(Emitter& emitter) {
  const auto found = opcodes().find(emitter.statement().opcode);
  if (found == opcodes().end()) return false;
  found->second(emitter);
  return true;
}

void translate_call(CallInst& call, Leftovers& leftovers) {
  const auto& assembly = *cast<InlineAsm>(call.getCalledOperand());
  const auto immediates = immediate_operands(call, assembly);
  Emitter(call, assembly, leftovers).run(parse_asm(assembly.getAsmString(), immediates));
}

void translate(Module& module) {
  bind_asm_variables(module);
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    SmallVector<CallInst*, 8> calls;
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call == nullptr) continue;
      const auto* assembly = dyn_cast<InlineAsm>(call->getCalledOperand());
      if (assembly != nullptr && !assembly->getAsmString().empty()) calls.push_back(call);
    }
    if (calls.empty()) continue;
    Leftovers leftovers;
    try {
      for (CallInst* call : calls) translate_call(*call, leftovers);
    } catch (const spmd::KernelCompileError& error) {
      // Half translated: check-input drops it with all that calls it, and keeps the other kernels.
      function.addFnAttr(spmd::kRefused,
                         std::string(error.what()) + " (in " + function.getName().str() + ")");
      continue;
    }
    tidy(function, leftovers);
  }
}

}  // namespace riffle::ptx
