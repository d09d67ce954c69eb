// SPDX-License-Identifier: Apache-2.0
// The emitter's registers and variables, and the scopes that they are declared in.
#include <llvm/Support/NVPTXAddrSpace.h>

#include "compiler/ptx/emitter.h"
#include "compiler/ptx/module_variable.h"

namespace riffle::ptx {

using namespace llvm;

/// Of one declaration. Compilers give each value a register of its own.
static constexpr unsigned kMostRegisters = 1U << 20;

void Emitter::declare(const Statement& statement) {
  ScalarType type;
  if (!parse_type(StringRef(statement.type).drop_front(), type)) reject("declares an unknown type");
  for (const std::string& full : statement.names) {
    if (statement.vector > 0) {
      declare_vector(full, int_type(type.total()), statement.vector);
      continue;
    }
    const auto [name, count] = StringRef(full).split('<');
    unsigned number = 0;
    if (count.empty()) {
      declare_register(name, int_type(type.total()));
    } else {
      if (count.drop_back().getAsInteger(10, number) || number > kMostRegisters)
        reject("declares too many registers");
      for (unsigned i = 0; i < number; ++i)
        declare_register(name + Twine(i), int_type(type.total()));
    }
  }
}

// A statement that is inlined or unrolled declares the same register again.
void Emitter::declare_register(const Twine& name, Type* type) {
  const std::string full = name.str();
  AllocaInst*& slot = scopes_.back().registers[full];
  if (slot == nullptr || slot->getAllocatedType() != type) slot = make_slot(type, full);
}

void Emitter::declare_variable(const Variable& variable) {
  if (variable.space != "local" && variable.space != "param") {
    if (!in_module()) reject("declares a variable of a kind that is not allowed there");
    scopes_.back().variables[variable.name] =
        make_variable(module(), variable, GlobalValue::InternalLinkage, *symbols_);
    return;
  }
  BasicBlock& entry = call_.getFunction()->getEntryBlock();
  IRBuilder<> at(&entry, entry.getFirstInsertionPt());
  AllocaInst* memory =
      at.CreateAlloca(memory_type(at.getContext(), variable), nullptr, variable.name);
  memory->setAlignment(alignment_of(variable));
  scopes_.back().variables[variable.name] = memory;
}

void Emitter::declare_vector(StringRef name, Type* element, unsigned length) {
  constexpr StringRef kColours = "rgba";
  NameScope& scope = scopes_.back();
  scope.vectors[name] = length;
  for (unsigned i = 0; i < length; ++i) {
    const std::string one = (name + "." + Twine(kVectorElements[i])).str();
    declare_register(one, element);
    scope.registers[(name + "." + Twine(kColours[i])).str()] = scope.registers[one];
  }
}

// bind_asm_variables has made an operand of its name. A variable in shared memory counts for its kernel where nothing uses
// it, too: the program has asked for that memory.
void Emitter::bind_variable_operand(Value* variable) {
  variables_[static_cast<unsigned>(operands_.size())] = variable;
  operands_.push_back(nullptr);
  if (variable->getType()->getPointerAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED) return;
  FunctionCallee declares = module().getOrInsertFunction(StringRef(spmd::kDeclaresShared),
                                                         builder_.getVoidTy(), builder_.getPtrTy());
  auto* function = cast<Function>(declares.getCallee());
  function->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
  builder_.CreateCall(declares, generic(variable));
}

}  // namespace riffle::ptx
