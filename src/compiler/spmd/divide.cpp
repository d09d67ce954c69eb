// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/divide.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Error.h>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/shared_layout.h"
#include "compiler/spmd/pipeline/module_steps.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/reach.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

// Up to this an image is compiled as fast whole as its first kernel alone: an object costs some ten
// milliseconds, whatever is in it.
constexpr std::size_t kFewKernels = 4;
constexpr std::size_t kFewInstructions = 3000;

void erase_global(Module& module, StringRef name) {
  if (GlobalVariable* global = module.getGlobalVariable(name)) global->eraseFromParent();
}

/// Lists that would keep everything alive. What the host may ask for is visible by its linkage.
void drop_lists(Module& image) {
  for (StringRef name : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"})
    erase_global(image, name);
  for (StringRef name : {"nvvm.annotations", "nvvm.internalize.after.link"}) {
    if (NamedMDNode* node = image.getNamedMetadata(name)) node->eraseFromParent();
  }
}

/// A constant that each kernel's object may have of its own.
class CopiedConstants {
 public:
  bool operator()(const GlobalVariable& variable) {
    const auto [found, is_new] = answers_.try_emplace(&variable, true);  // of cycles
    if (!is_new) return found->second;
    const bool answer = variable.hasLocalLinkage() && variable.isConstant() &&
                        !variable.isExternallyInitialized() && variable.hasInitializer() &&
                        refers_to_copied(*variable.getInitializer());
    return answers_[&variable] = answer;
  }

 private:
  bool refers_to_copied(const Constant& constant) {
    // Shared variables are each kernel's own too.
    if (const auto* variable = dyn_cast<GlobalVariable>(&constant))
      return variable->getAddressSpace() == 3 || (*this)(*variable);
    if (isa<GlobalValue>(constant)) return false;
    return all_of(constant.operands(), [&](const Use& operand) {
      const auto* inner = dyn_cast<Constant>(operand.get());
      return inner == nullptr || refers_to_copied(*inner);
    });
  }

  DenseMap<const GlobalVariable*, bool> answers_;
};

/// What of `module` lives in the base object.
SmallVector<GlobalValue*, 16> values_in_base(Module& module) {
  SmallVector<GlobalValue*, 16> found;
  CopiedConstants is_copied;
  for (GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() || variable.getAddressSpace() == 3 ||
        variable.getName().starts_with("llvm.") || is_copied(variable))
      continue;
    found.push_back(&variable);
  }
  for (Function& function : module) {
    if (function.isDeclaration() || is_kernel(function)) continue;
    function.removeDeadConstantUsers();
    if (function.hasAddressTaken()) found.push_back(&function);
  }
  return found;
}

std::vector<std::string> names_of(ArrayRef<GlobalValue*> values) {
  std::vector<std::string> names;
  for (const GlobalValue* value : values) names.push_back(value->getName().str());
  return names;
}

/// Shared memory is laid out for each kernel: a function that several kernels call through one address
/// cannot know how. A kernel behind an address in a table would have to be there with the base.
bool can_be_base(ArrayRef<GlobalValue*> values) {
  Reach reach;
  for (GlobalValue* value : values) reach.add(*value);
  return none_of(reach.values(), [](const GlobalValue* value) {
    return is_kernel(*value) || value->getAddressSpace() == 3 ||
           value->getName().contains("total.smem.size") ||
           value->getName().contains("total_smem_size");
  });
}

bool is_small(const Module& image, std::size_t kernels) {
  if (kernels > kFewKernels) return false;
  std::size_t instructions = 0;
  for (const Function& function : image) instructions += function.getInstructionCount();
  return instructions <= kFewInstructions;
}

std::uint32_t local_bytes(Function& function) {
  std::uint64_t bytes = 0;
  for (const Instruction& instruction : instructions(function)) {
    const auto* local = dyn_cast<AllocaInst>(&instruction);
    if (local == nullptr) continue;
    if (const auto size = local->getAllocationSize(function.getDataLayout()))
      bytes += size->getFixedValue();
  }
  return static_cast<std::uint32_t>(bytes);
}

/// What the host may ask about a kernel before it is compiled.
KernelState describe(Function& kernel) {
  KernelState state;
  state.name = kernel.getName().str();
  Reach reach;
  reach.add(kernel);
  SmallVector<GlobalVariable*, 8> shared;
  for (GlobalVariable& variable : kernel.getParent()->globals()) {
    if (variable.getAddressSpace() == 3 && reach.contains(variable)) shared.push_back(&variable);
  }
  state.static_shared_bytes = lay_out_shared(shared, kernel.getDataLayout()).static_bytes;
  for (GlobalValue* value : reach.values()) {
    auto* function = dyn_cast<Function>(value);
    if (function != nullptr && (function == &kernel || !is_kernel(*function)))
      state.local_bytes += local_bytes(*function);
  }
  return state;
}

void make_declaration(Function& kernel) {
  kernel.deleteBody();
  kernel.setComdat(nullptr);
  kernel.addFnAttr(kElsewhereAttribute);
}

/// The table keeps the values, and makes the passes see that their addresses are taken.
void add_export_table(Module& image, ArrayRef<GlobalValue*> values) {
  if (values.empty()) return;
  PointerType* pointer = PointerType::getUnqual(image.getContext());
  SmallVector<Constant*, 16> rows;
  for (GlobalValue* value : values)
    rows.push_back(ConstantExpr::getPointerBitCastOrAddrSpaceCast(value, pointer));
  Constant* table = ConstantArray::get(ArrayType::get(pointer, rows.size()), rows);
  new GlobalVariable(image, table->getType(), true, GlobalValue::InternalLinkage, table,
                     kExportTable);
}

/// Whether something was erased.
template <class Range>
bool erase_unused(Range&& values) {
  bool erased = false;
  for (auto& value : make_early_inc_range(values)) {
    value.removeDeadConstantUsers();
    const bool is_kept =
        is_kernel(value) || value.getName() == kExportTable || value.getName().starts_with("llvm.");
    if (is_kept || !value.use_empty()) continue;
    value.eraseFromParent();
    erased = true;
  }
  return erased;
}

}  // namespace

void settle_names(Module& image, ModuleState& state) {
  rebind_statics(image, state);
  for (GlobalAlias& alias : make_early_inc_range(image.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
  unsigned number = 0;
  for (GlobalVariable& variable : image.globals()) {
    if (!variable.hasName()) variable.setName("riffle.unnamed." + Twine(number));
    ++number;
  }
}

bool can_be_divided(Module& image) { return can_be_base(values_in_base(image)); }

void make_base(Module& image, ModuleState& state, Grouping grouping) {
  SmallVector<Function*, 16> kernels;
  for (Function& function : image) {
    if (is_kernel(function) && !function.isDeclaration()) kernels.push_back(&function);
  }
  if (kernels.empty() || grouping == Grouping::kTogether) return;
  if (grouping == Grouping::kBySize && (kernels.size() == 1 || is_small(image, kernels.size())))
    return;
  drop_lists(image);
  const SmallVector<GlobalValue*, 16> values = values_in_base(image);
  if (!can_be_base(values)) return;
  state.part = ModulePart::kBase;
  state.in_base = names_of(values);
  for (Function* kernel : kernels) state.elsewhere.push_back(describe(*kernel));
  for (Function* kernel : kernels) make_declaration(*kernel);
  add_export_table(image, values);
  while (erase_unused(image.functions()) || erase_unused(image.globals())) {
  }
}

void make_kernel(Module& image, StringRef name, ModuleState& state) {
  Function* kernel = image.getFunction(name);
  if (kernel == nullptr || !is_kernel(*kernel) || kernel->isDeclaration())
    throw KernelCompileError("the device image has no kernel " + name.str(), true);
  drop_lists(image);
  Reach reach;
  reach.add(*kernel);
  if (reach.calls_pointers()) {
    for (Function& function : image) {
      if (auto failure = function.materialize())
        throw KernelCompileError("device image: " + toString(std::move(failure)), true);
    }
    for (GlobalValue* value : values_in_base(image)) {
      if (isa<Function>(value)) reach.add(*value);
    }
  }
  for (Function& function : image) {
    if (function.isIntrinsic() || &function == kernel) continue;
    const bool is_other_kernel = is_kernel(function);
    if (reach.contains(function) && !is_other_kernel) continue;
    if (reach.contains(function)) state.elsewhere.emplace_back().name = function.getName().str();
    make_declaration(function);
  }
  for (GlobalVariable& variable : image.globals()) {
    if (reach.contains(variable)) continue;
    variable.setInitializer(nullptr);
    variable.setComdat(nullptr);
    variable.setLinkage(GlobalValue::ExternalLinkage);
  }
  // Only now may anything be erased: the reader remembers declarations that it has to upgrade.
  if (auto failure = image.materializeAll())
    throw KernelCompileError("device image: " + toString(std::move(failure)), true);
  for (Function& function : make_early_inc_range(image)) {
    function.removeDeadConstantUsers();
    if (!reach.contains(function) && function.use_empty()) function.eraseFromParent();
  }
  for (GlobalVariable& variable : make_early_inc_range(image.globals())) {
    variable.removeDeadConstantUsers();
    if (!reach.contains(variable) && variable.use_empty()) variable.eraseFromParent();
  }
  image.setSourceFileName("");  // says nothing about the code
  state.part = ModulePart::kKernel;
  state.in_base = names_of(values_in_base(image));
}

}  // namespace riffle::spmd
