// SPDX-License-Identifier: Apache-2.0
// Emits what the loader reads: `riffle_module` and the tables it points to (abi::ModuleTable).
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cstddef>

#include "compiler/abi/required_blocks.h"
#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/divide.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

class TableBuilder {
 public:
  explicit TableBuilder(Module& module)
      : module_(module),
        context_(module.getContext()),
        pointer_(PointerType::getUnqual(context_)),
        word_(Type::getInt32Ty(context_)) {}

  Constant* word(std::uint32_t value) { return ConstantInt::get(word_, value); }
  Constant* length(std::uint64_t value) {
    return ConstantInt::get(Type::getInt64Ty(context_), value);
  }
  Constant* null() { return ConstantPointerNull::get(pointer_); }

  Constant* text(StringRef value) { return keep(ConstantDataArray::getString(context_, value)); }

  Constant* structure(ArrayRef<Constant*> fields) {
    return ConstantStruct::getAnon(context_, fields);
  }

  /// Address of an array of `rows`, all of one type; null when empty.
  Constant* array(ArrayRef<Constant*> rows) {
    if (rows.empty()) return null();
    return keep(ConstantArray::get(ArrayType::get(rows[0]->getType(), rows.size()), rows));
  }

  Constant* names(const std::vector<std::string>& values) {
    SmallVector<Constant*, 16> rows;
    for (const std::string& value : values) rows.push_back(text(value));
    return array(rows);
  }

 private:
  Constant* keep(Constant* value) {
    auto* global = new GlobalVariable(module_, value->getType(), true, GlobalValue::PrivateLinkage,
                                      value, "riffle.table");
    global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return global;
  }

  Module& module_;
  LLVMContext& context_;
  PointerType* pointer_;
  Type* word_;
};

Constant* kernel_row(TableBuilder& table, const KernelState& kernel) {
  SmallVector<Constant*, 8> parameters;
  for (const abi::ParameterSlot& parameter : kernel.parameters) {
    parameters.push_back(
        table.structure({table.word(parameter.offset), table.word(parameter.size)}));
  }
  static_assert(sizeof(abi::KernelRow) == 80 && offsetof(abi::KernelRow, joined_threads) == 72);
  return table.structure(
      {table.text(kernel.name), kernel.run != nullptr ? kernel.run : table.null(),
       table.array(parameters), table.word(static_cast<std::uint32_t>(parameters.size())),
       table.word(kernel.argument_bytes), table.word(kernel.static_shared_bytes),
       table.word(kernel.scratch_bytes_per_thread), table.word(kernel.scratch_bytes_per_block),
       table.word(kernel.max_threads), table.word(kernel.local_bytes),
       table.word(static_cast<std::uint32_t>(kernel.strategy)), table.word(kernel.flags),
       table.word(kernel.streamed_bytes_per_thread),
       kernel.spans != nullptr ? kernel.spans : table.null(), table.word(kernel.joined_threads)});
}

/// The rows of an attribute "x,y,z" that kernels have, those in other objects too: they are declared here.
void emit_required_blocks(Module& module, TableBuilder& table) {
  NamedMDNode* const required = module.getNamedMetadata(abi::kRequiredBlocks);
  if (required == nullptr) return;
  SmallVector<Constant*, 4> rows;
  const auto row = [&](Constant* name, StringRef extents) {
    std::array<std::uint32_t, 3> words{};
    for (std::uint32_t& word : words) {
      const auto [number, rest] = extents.split(',');
      (void)number.getAsInteger(10, word);
      extents = rest;
    }
    rows.push_back(
        table.structure({name, table.word(words[0]), table.word(words[1]), table.word(words[2])}));
  };
  static_assert(sizeof(abi::RequiredBlock) == 24 && offsetof(abi::RequiredBlock, extents) == 8);
  for (const MDNode* const kernel : required->operands()) {
    row(table.text(cast<MDString>(kernel->getOperand(0))->getString()),
        cast<MDString>(kernel->getOperand(1))->getString());
  }
  row(table.null(), "");
  Constant* const all =
      ConstantArray::get(ArrayType::get(rows.front()->getType(), rows.size()), rows);
  auto* const exported = new GlobalVariable(
      module, all->getType(), true, GlobalValue::ExternalLinkage, all, abi::kRequiredBlocks);
  exported->setVisibility(GlobalValue::DefaultVisibility);
}

}  // namespace

void emit_tables(Module& module, ModuleState& state) {
  TableBuilder table(module);
  SmallVector<Constant*, 8> kernels;
  SmallVector<Constant*, 8> variables;
  for (KernelState& kernel : state.kernels) {
    if (is_to_note_accesses(module)) kernel.flags |= abi::kKernelNotesAccesses;
    if (is_to_check_accesses(module)) kernel.flags |= abi::kKernelChecksAccesses;
    if (is_to_follow_threads(module)) kernel.flags |= abi::kKernelFollowsThreads;
    kernels.push_back(kernel_row(table, kernel));
  }
  if (state.part == ModulePart::kBase) {
    for (const KernelState& kernel : state.elsewhere) kernels.push_back(kernel_row(table, kernel));
  }
  for (const VariableState& variable : state.variables) {
    // Internal, so that the linker does not export it; the table alone says where it is.
    variable.global->setLinkage(GlobalValue::InternalLinkage);
    variable.global->setExternallyInitialized(true);
    const std::uint64_t bytes =
        module.getDataLayout().getTypeAllocSize(variable.global->getValueType());
    variables.push_back(table.structure({table.text(variable.name), variable.global,
                                         table.length(bytes), table.word(variable.flags)}));
  }
  if (state.part != ModulePart::kKernel) emit_required_blocks(module, table);
  SmallVector<Constant*, 8> refused;
  for (const RefusedKernel& kernel : state.refused)
    refused.push_back(table.structure({table.text(kernel.name), table.text(kernel.reason)}));
  Constant* exports = module.getGlobalVariable(kExportTable, /*AllowInternal=*/true);
  std::vector<std::string> exported, imported;
  if (exports != nullptr) exported = state.in_base;
  for (const WeakVH& value : state.imports) imported.push_back(value->getName().str());
  const auto count = [&](const auto& rows) {
    return table.word(static_cast<std::uint32_t>(rows.size()));
  };
  Constant* row = table.structure(
      {table.word(abi::kAbiVersion), count(kernels), count(variables), table.array(kernels),
       table.array(variables), runtime_pointer(module, state), count(refused), table.array(refused),
       table.names(exported), exports != nullptr ? exports : table.null(), table.names(imported),
       state.import_table != nullptr ? state.import_table : table.null(), count(exported),
       count(imported)});
  auto* root = new GlobalVariable(module, row->getType(), true, GlobalValue::ExternalLinkage, row,
                                  "riffle_module");
  root->setVisibility(GlobalValue::DefaultVisibility);
  root->setAlignment(Align(alignof(abi::ModuleTable)));
}

}  // namespace riffle::spmd
