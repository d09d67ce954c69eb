// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/translate.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/ptx/emitter.h"
#include "compiler/ptx/instructions.h"
#include "compiler/spmd/compile_error.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

const StringMap<void (*)(Emitter&)>& opcodes() {
  static const StringMap<void (*)(Emitter&)>* table = [] {
    auto* made = new StringMap<void (*)(Emitter&)>;
    for (const auto family :
         {integer_opcodes, carry_opcodes, bit_opcodes, float_opcodes, convert_opcodes,
          memory_opcodes, atomic_opcodes, matrix_opcodes, video_opcodes, warp_opcodes}) {
      for (const Opcode& opcode : family()) made->try_emplace(opcode.name, opcode.emit);
    }
    return made;
  }();
  return *table;
}

}  // namespace

bool emit_instruction(Emitter& emitter) {
  const auto found = opcodes().find(emitter.statement().opcode);
  if (found == opcodes().end()) return false;
  found->second(emitter);
  return true;
}

void translate_call(CallInst& call, std::vector<AllocaInst*>& slots) {
  const auto& assembly = *cast<InlineAsm>(call.getCalledOperand());
  const std::vector<Statement> statements = parse_statements(assembly.getAsmString());
  Emitter(call, assembly, slots).run(statements);
}

void translate(Module& module) {
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
    std::vector<AllocaInst*> slots;
    try {
      for (CallInst* call : calls) translate_call(*call, slots);
    } catch (const spmd::CompileError& error) {
      // Half translated: check-input drops it with all that calls it, and keeps the other kernels.
      function.addFnAttr(spmd::kRefused,
                         std::string(error.what()) + " (in " + function.getName().str() + ")");
      continue;
    }
    DominatorTree dominators(function);
    PromoteMemToReg(slots, dominators);
  }
}

}  // namespace riffle::ptx
