// SPDX-License-Identifier: Apache-2.0
// For debuggers: threadIdx, blockIdx, blockDim and gridDim as variables, in each kernel and each
// function inlined into it. In the source they are objects without storage, so that clang describes
// none.
#include "compiler/spmd/strategy/debug_variables.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

struct Builtin {
  const char* name;
  const char* type;
  BodyArg first;
};

constexpr Builtin kBuiltins[] = {{"threadIdx", "uint3", kThreadX},
                                 {"blockIdx", "uint3", kBlockX},
                                 {"blockDim", "dim3", kExtentX},
                                 {"gridDim", "dim3", kGridX}};

/// A function as the source has it: the one here, or one that was inlined at some call.
using Place = std::pair<DISubprogram*, DILocation*>;

SmallSetVector<Place, 8> places_in(const Function& function) {
  SmallSetVector<Place, 8> places;
  places.insert({function.getSubprogram(), nullptr});
  for (const Instruction& instruction : instructions(function)) {
    if (const DILocation* location = instruction.getDebugLoc()) {
      places.insert({location->getScope()->getSubprogram(), location->getInlinedAt()});
    }
  }
  return places;
}

DIType* triple_type(DIBuilder& builder, DIFile* file, const char* name) {
  DIType* number = builder.createBasicType("unsigned int", 32, dwarf::DW_ATE_unsigned);
  DICompositeType* type = builder.createStructType(file, name, file, 0, 96, 32, DINode::FlagZero,
                                                   nullptr, DINodeArray());
  SmallVector<Metadata*, 3> members;
  static constexpr const char* axis[] = {"x", "y", "z"};
  for (unsigned i = 0; i < 3; ++i) {
    members.push_back(builder.createMemberType(type, axis[i], file, 0, 32, 32, 32UL * i,
                                               DINode::FlagZero, number));
  }
  builder.replaceArrays(type, builder.getOrCreateArray(members));
  return type;
}

Value* store_triple(IRBuilder<>& builder, Function& function, const Builtin& builtin) {
  auto* type = ArrayType::get(builder.getInt32Ty(), 3);
  Value* memory = builder.CreateAlloca(type, nullptr, builtin.name);
  for (unsigned i = 0; i < 3; ++i) {
    Value* value = position_value(builder, function, static_cast<BodyArg>(builtin.first + i));
    builder.CreateStore(value, builder.CreateConstInBoundsGEP2_32(type, memory, 0, i));
  }
  return memory;
}

}  // namespace

void describe_position(Function& function) {
  DISubprogram* own = function.getSubprogram();
  if (own == nullptr || own->getUnit()->getEmissionKind() != DICompileUnit::FullDebug) return;
  const SmallSetVector<Place, 8> places = places_in(function);
  DIBuilder debug(*function.getParent(), true, own->getUnit());
  BasicBlock::iterator start = function.getEntryBlock().getFirstInsertionPt();
  IRBuilder<> builder(&function.getEntryBlock(), start);
  builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), own->getLine(), 0, own));
  for (const Builtin& builtin : kBuiltins) {
    DIType* type = triple_type(debug, own->getFile(), builtin.type);
    Value* memory = store_triple(builder, function, builtin);
    for (const auto& [subprogram, inlined_at] : places) {
      DILocalVariable* variable = debug.createAutoVariable(
          subprogram, builtin.name, subprogram->getFile(), 0, type, true, DINode::FlagArtificial);
      debug.insertDeclare(memory, variable, debug.createExpression(),
                          DILocation::get(function.getContext(), 0, 0, subprogram, inlined_at),
                          builder.GetInsertPoint());
    }
  }
  debug.finalize();
}

}  // namespace riffle::spmd
