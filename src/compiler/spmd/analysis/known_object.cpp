// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/known_object.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

#include <array>
#include <cstddef>

#include "compiler/abi/device_abi.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

// Of a range function.
constexpr unsigned kLaunchOfRun = 0, kFrameOfRun = 1;
constexpr std::array kKnown = {KnownObject::kShared, KnownObject::kScratch,
                               KnownObject::kParameter};

/// Of a field of the structure that `base` points to; less than 0: it is none.
std::int64_t field_offset(const Value& address, const Value& base, const DataLayout& layout) {
  APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  const Value* object = address.stripAndAccumulateConstantOffsets(layout, offset, true);
  return object == &base ? offset.getSExtValue() : -1;
}

/// The address that an access of memory goes to; null: it is another kind of instruction.
const Value* accessed_address(const Instruction& instruction) {
  if (const Value* address = getLoadStorePointerOperand(&instruction)) return address;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (call == nullptr) return nullptr;
  switch (call->getIntrinsicID()) {
    case Intrinsic::masked_load:
      return call->getArgOperand(0);
    case Intrinsic::masked_store:
      return call->getArgOperand(1);
    default:
      return nullptr;
  }
}

void add_scopes(Instruction& access, unsigned kind, MDNode* scopes) {
  access.setMetadata(kind, MDNode::concatenate(access.getMetadata(kind), scopes));
}

}  // namespace

KnownObject known_object(const Value* address, const Function& run) {
  if (run.arg_size() < 2 || !run.getArg(0)->getType()->isPointerTy() ||
      !run.getArg(1)->getType()->isPointerTy())
    return KnownObject::kNone;
  const DataLayout& layout = run.getDataLayout();
  const auto* load = dyn_cast<LoadInst>(getUnderlyingObject(address, /*MaxLookup=*/0));
  if (load == nullptr) return KnownObject::kNone;
  switch (field_offset(*load->getPointerOperand(), *run.getArg(kFrameOfRun), layout)) {
    case offsetof(abi::Frame, shared):
      return KnownObject::kShared;
    case offsetof(abi::Frame, scratch):
      return KnownObject::kScratch;
    default:
      break;
  }
  const auto* arguments = dyn_cast<LoadInst>(getUnderlyingObject(load->getPointerOperand(), 0));
  const bool is_parameter = arguments != nullptr &&
                            field_offset(*arguments->getPointerOperand(), *run.getArg(kLaunchOfRun),
                                         layout) == offsetof(abi::GridLaunch, arguments);
  return is_parameter ? KnownObject::kParameter : KnownObject::kNone;
}

void mark_distinct_objects(Function& run) {
  MDBuilder builder(run.getContext());
  MDNode* domain = builder.createAnonymousAliasScopeDomain(run.getName());
  std::array<MDNode*, kKnown.size()> own{}, others{};
  SmallVector<Metadata*, kKnown.size()> scopes;
  for (std::size_t i = 0; i < kKnown.size(); ++i)
    scopes.push_back(builder.createAnonymousAliasScope(domain));
  for (std::size_t i = 0; i < kKnown.size(); ++i) {
    own[i] = MDNode::get(run.getContext(), scopes[i]);
    SmallVector<Metadata*, kKnown.size()> rest(scopes);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    others[i] = MDNode::get(run.getContext(), rest);
  }
  for (Instruction& instruction : instructions(run)) {
    const Value* address = accessed_address(instruction);
    if (address == nullptr) continue;
    const KnownObject object = known_object(address, run);
    if (object == KnownObject::kNone) continue;
    const auto i = static_cast<std::size_t>(object);
    add_scopes(instruction, LLVMContext::MD_alias_scope, own[i]);
    add_scopes(instruction, LLVMContext::MD_noalias, others[i]);
  }
}

}  // namespace riffle::spmd
