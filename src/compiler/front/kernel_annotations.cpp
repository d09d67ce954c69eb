// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: attributes of kernels that clang does not have, which arrive as annotations.
//
//   __block_size__((32, 2, 1)) is annotate("riffle.block_size", 32, 2, 1), __cluster_dims__ likewise:
//   @llvm.global.annotations = { @k, "riffle.block_size", ..., { i32 32, i32 2, i32 1 } }
//     ->  @k gets NVVM's attributes of the same meaning; with clusters of several blocks, the one that keeps it out of
//         native code, with the reason: its launch is refused, by name
#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Module.h>

#include <array>
#include <string>

#include "compiler/front/module_passes.h"
#include "compiler/spmd/keys.h"

using namespace llvm;

namespace {

using Extents = std::array<std::int64_t, 3>;

StringRef text_of(const Constant* text) {
  const auto* variable = dyn_cast<GlobalVariable>(text->stripPointerCasts());
  if (variable == nullptr || !variable->hasInitializer()) return {};
  const auto* string = dyn_cast<ConstantDataArray>(variable->getInitializer());
  return string != nullptr && string->isCString() ? string->getAsCString() : StringRef();
}

/// The annotation's arguments, 1 for each that is missing.
Extents extents_of(const Constant* arguments) {
  Extents extents = {1, 1, 1};
  const auto* variable = dyn_cast<GlobalVariable>(arguments->stripPointerCasts());
  if (variable == nullptr || !variable->hasInitializer()) return extents;
  for (unsigned i = 0; i < extents.size(); ++i) {
    const Constant* const value = variable->getInitializer()->getAggregateElement(i);
    if (const auto* number = dyn_cast_or_null<ConstantInt>(value))
      extents[i] = number->getValue().sextOrTrunc(64).getSExtValue();
  }
  return extents;
}

std::string words(const Extents& extents) {
  const auto [x, y, z] = extents;
  return (Twine(x) + "," + Twine(y) + "," + Twine(z)).str();
}

constexpr StringLiteral kClusterAttribute = "nvvm.cluster_dim";

void require_block(Function& kernel, const Extents& block) {
  if (any_of(block, [](std::int64_t extent) { return extent < 1 || !isUInt<32>(extent); })) {
    kernel.getContext().diagnose(DiagnosticInfoUnsupported(
        kernel, "the extents of __block_size__ must be positive integers"));
    return;
  }
  kernel.addFnAttr("nvvm.reqntid", words(block));
  // A launch counts clusters: of one block each, unless the kernel says otherwise.
  kernel.addFnAttr("nvvm.blocksareclusters");
  if (!kernel.hasFnAttribute(kClusterAttribute)) kernel.addFnAttr(kClusterAttribute, "1,1,1");
}

void refuse_clusters(Function& kernel, const Extents& cluster) {
  kernel.addFnAttr(kClusterAttribute, words(cluster));
  if (any_of(cluster, [](std::int64_t extent) { return extent > 1; }))
    kernel.addFnAttr(
        riffle::spmd::kRefused,
        "clusters of blocks (__cluster_dims__) are not supported: where cudaDevAttrClusterLaunch "
        "is 0, as it is here, launch a kernel without clusters");
}

}  // namespace

void riffle::front::apply_annotations(Module& module) {
  const GlobalVariable* const annotations = module.getNamedGlobal("llvm.global.annotations");
  if (annotations == nullptr || !annotations->hasInitializer()) return;
  for (const Use& operand : annotations->getInitializer()->operands()) {
    const auto* entry = dyn_cast<ConstantStruct>(operand.get());
    if (entry == nullptr) continue;
    auto* const kernel = dyn_cast<Function>(entry->getOperand(0)->stripPointerCasts());
    if (kernel == nullptr || kernel->getCallingConv() != CallingConv::PTX_Kernel) continue;
    const StringRef name = text_of(entry->getOperand(1));
    const Extents extents = extents_of(entry->getOperand(4));
    if (name == "riffle.block_size") require_block(*kernel, extents);
    if (name == "riffle.cluster_dims") refuse_clusters(*kernel, extents);
  }
}
