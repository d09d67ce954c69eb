// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: kernels that want clusters of blocks are refused, by name, when they are launched.
//
//   __cluster_dims__(2, 1, 1) is annotate("riffle.cluster_dims", 2, 1, 1):
//   @llvm.global.annotations = { @k, "riffle.cluster_dims", ..., { i32 2, i32 1, i32 1 } }
//     ->  @k gets the attribute that keeps it out of native code, with the reason
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "compiler/front/module_passes.h"
#include "compiler/spmd/compile_error.h"

using namespace llvm;

namespace {

/// Blocks of a cluster, of the annotation's arguments; 1 without any.
std::uint64_t cluster_size(const Constant* arguments) {
  const auto* variable = dyn_cast<GlobalVariable>(arguments->stripPointerCasts());
  if (variable == nullptr || !variable->hasInitializer()) return 1;
  std::uint64_t size = 1;
  const Constant* const values = variable->getInitializer();
  for (unsigned i = 0; const Constant* value = values->getAggregateElement(i); ++i) {
    if (const auto* number = dyn_cast<ConstantInt>(value)) size *= number->getZExtValue();
  }
  return size;
}

bool is_cluster_annotation(const Constant* text) {
  const auto* variable = dyn_cast<GlobalVariable>(text->stripPointerCasts());
  if (variable == nullptr || !variable->hasInitializer()) return false;
  const auto* string = dyn_cast<ConstantDataArray>(variable->getInitializer());
  return string != nullptr && string->isCString() &&
         string->getAsCString() == "riffle.cluster_dims";
}

}  // namespace

void riffle::front::refuse_clusters(Module& module) {
  const GlobalVariable* const annotations = module.getNamedGlobal("llvm.global.annotations");
  if (annotations == nullptr || !annotations->hasInitializer()) return;
  for (const Use& operand : annotations->getInitializer()->operands()) {
    const auto* entry = dyn_cast<ConstantStruct>(operand.get());
    if (entry == nullptr || !is_cluster_annotation(entry->getOperand(1))) continue;
    auto* const kernel = dyn_cast<Function>(entry->getOperand(0)->stripPointerCasts());
    if (kernel != nullptr && cluster_size(entry->getOperand(4)) > 1)
      kernel->addFnAttr(spmd::kRefused, "clusters of blocks (__cluster_dims__) are not supported");
  }
}
