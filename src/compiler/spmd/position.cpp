// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/position.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/InstIterator.h>

#include <cstddef>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/space_question.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

struct FieldOf {
  enum { kOfThread, kOfLaunch, kOfFrame } owner;
  std::size_t offset;
};

FieldOf field_of(BodyArg which) {
  using abi::Frame;
  using abi::GridLaunch;
  using abi::Thread;
  switch (which) {
    case kGridX:
    case kGridY:
    case kGridZ:
      return {FieldOf::kOfLaunch,
              offsetof(GridLaunch, grid) + sizeof(std::uint32_t) * (which - kGridX)};
    case kExtentX:
    case kExtentY:
    case kExtentZ:
      return {FieldOf::kOfLaunch,
              offsetof(GridLaunch, block) + sizeof(std::uint32_t) * (which - kExtentX)};
    case kThreads:
      return {FieldOf::kOfLaunch, offsetof(GridLaunch, threads)};
    case kDynamicShared:
      return {FieldOf::kOfLaunch, offsetof(GridLaunch, dynamic_shared_bytes)};
    case kBlockX:
    case kBlockY:
    case kBlockZ:
      return {FieldOf::kOfThread,
              offsetof(Thread, block_index) + sizeof(std::uint32_t) * (which - kBlockX)};
    case kThreadX:
    case kThreadY:
    case kThreadZ:
      return {FieldOf::kOfThread,
              offsetof(Thread, thread_index) + sizeof(std::uint32_t) * (which - kThreadX)};
    case kLinear:
      return {FieldOf::kOfThread, offsetof(Thread, linear)};
    case kLaunch:
      return {FieldOf::kOfThread, offsetof(Thread, launch)};
    case kFrame:
      return {FieldOf::kOfThread, offsetof(Thread, frame)};
    case kShared:
      return {FieldOf::kOfFrame, offsetof(Frame, shared)};
    default:
      throw KernelCompileError("no such position");
  }
}

Value* lane_mask(IRBuilderBase& builder, Value* lane, StringRef kind) {
  Value* equal = builder.CreateShl(builder.getInt32(1), lane);
  if (kind == "eq") return equal;
  Value* below = builder.CreateSub(equal, builder.getInt32(1));
  if (kind == "lt") return below;
  if (kind == "ge") return builder.CreateNot(below);
  Value* up_to = builder.CreateOr(below, equal);
  return kind == "le" ? up_to : builder.CreateNot(up_to);
}

Value* lower_position(IRBuilderBase& builder, CallInst& call, std::uint32_t static_shared_bytes) {
  Function& function = *call.getFunction();
  StringRef name = call.getCalledFunction()->getName();
  if (name == "__riffle_shared_base") return position_value(builder, function, kShared);
  name.consume_front("llvm.nvvm.");
  if (name.consume_front("isspacep."))
    return answer_space_question(builder, function, call.getArgOperand(0), name,
                                 static_shared_bytes);
  name.consume_front("read.ptx.sreg.");
  const auto at = [&](BodyArg which) { return position_value(builder, function, which); };
  const int direct = StringSwitch<int>(name)
                         .Case("tid.x", kThreadX)
                         .Case("tid.y", kThreadY)
                         .Case("tid.z", kThreadZ)
                         .Case("ntid.x", kExtentX)
                         .Case("ntid.y", kExtentY)
                         .Case("ntid.z", kExtentZ)
                         .Case("ctaid.x", kBlockX)
                         .Case("ctaid.y", kBlockY)
                         .Case("ctaid.z", kBlockZ)
                         .Case("nctaid.x", kGridX)
                         .Case("nctaid.y", kGridY)
                         .Case("nctaid.z", kGridZ)
                         .Cases({"dynamic.smem.size", "dynamic_smem_size"}, kDynamicShared)
                         .Default(-1);
  if (direct >= 0) return at(static_cast<BodyArg>(direct));
  if (name == "warpsize") return builder.getInt32(32);
  if (name == "laneid") return builder.CreateAnd(at(kLinear), 31);
  if (name == "warpid") return builder.CreateLShr(at(kLinear), 5);
  if (name == "nwarpid")
    return builder.CreateLShr(builder.CreateAdd(at(kThreads), builder.getInt32(31)), 5);
  if (name == "nsmid") return builder.getInt32(1);
  if (name == "total_smem_size") {
    return builder.CreateAdd(at(kDynamicShared), builder.getInt32(static_shared_bytes));
  }
  if (name.consume_front("lanemask.")) {
    return lane_mask(builder, builder.CreateAnd(at(kLinear), 31), name);
  }
  return Constant::getNullValue(call.getType());  // smid, gridid: one multiprocessor
}

}  // namespace

Value* position_value(IRBuilderBase& builder, Function& function, BodyArg which) {
  if (function.hasFnAttribute(kBodyAttribute)) return function.getArg(which);
  if (!function.hasFnAttribute(kDeviceAttribute)) {
    throw KernelCompileError("position read outside device code in " + function.getName().str());
  }
  Value* thread = function.getArg(0);
  if (which == kThread) return thread;
  const FieldOf field = field_of(which);
  Value* owner = thread;
  Type* pointer = builder.getPtrTy();
  if (field.owner == FieldOf::kOfLaunch)
    owner = load_field(builder, thread, field_of(kLaunch).offset, pointer, "launch");
  if (field.owner == FieldOf::kOfFrame)
    owner = load_field(builder, thread, field_of(kFrame).offset, pointer, "frame");
  const bool is_pointer = which == kLaunch || which == kFrame || which == kShared;
  // Not marked constant: one abi::Thread serves all threads of a block in turn.
  return load_field(builder, owner, field.offset, is_pointer ? pointer : builder.getInt32Ty(),
                    "position", false);
}

void lower_position_reads(Function& function, std::uint32_t static_shared_bytes) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call == nullptr || kind_of(*call) != IntrinsicKind::kPosition) continue;
    // It has been heard by now: the shared memory is laid out.
    if (call->getCalledFunction()->getName() == kDeclaresShared) {
      call->eraseFromParent();
      continue;
    }
    IRBuilder<> builder(call);
    Value* value = lower_position(builder, *call, static_shared_bytes);
    if (value->getType() != call->getType() && value->getType()->isIntegerTy())
      value = builder.CreateZExtOrTrunc(value, call->getType());
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

SmallVector<Type*, 32> body_prefix_types(LLVMContext& context) {
  SmallVector<Type*, 32> types(kFirstParameter, Type::getInt32Ty(context));
  for (BodyArg pointer : {kLaunch, kFrame, kShared, kThread})
    types[pointer] = PointerType::getUnqual(context);
  return types;
}

void annotate_body_arguments(Function& body) {
  static constexpr const char* names[] = {
      "launch",   "frame",    "shared",   "grid.x",         "grid.y",  "grid.z",  "extent.x",
      "extent.y", "extent.z", "threads",  "dynamic.shared", "block.x", "block.y", "block.z",
      "thread.x", "thread.y", "thread.z", "linear",         "thread"};
  const auto bound = [&](BodyArg which, std::uint32_t low, std::uint32_t high) {
    const ConstantRange range(APInt(32, low), APInt(32, high));
    body.getArg(which)->addAttr(Attribute::get(body.getContext(), Attribute::Range, range));
  };
  for (unsigned i = 0; i < kFirstParameter; ++i) body.getArg(i)->setName(names[i]);
  for (BodyArg arg : {kThreadX, kThreadY, kThreadZ, kLinear}) bound(arg, 0, 1024);
  for (BodyArg arg : {kExtentX, kExtentY, kExtentZ, kThreads}) bound(arg, 1, 1025);
  bound(kGridX, 1, 0x80000000U);
  bound(kGridY, 1, 65536);
  bound(kGridZ, 1, 65536);
  bound(kBlockX, 0, 0x7fffffffU);
  bound(kBlockY, 0, 65535);
  bound(kBlockZ, 0, 65535);
}

void store_position(IRBuilderBase& builder, Value* thread, BodyArg which, Value* value) {
  store_field(builder, thread, field_of(which).offset, value);
}

void materialize_thread_at_uses(Function& body) {
  Argument* thread = body.getArg(kThread);
  SmallVector<Instruction*, 8> users;
  for (User* user : thread->users()) users.push_back(cast<Instruction>(user));
  for (Instruction* user : users) {
    IRBuilder<> builder(user);
    for (BodyArg which :
         {kLaunch, kFrame, kThreadX, kThreadY, kThreadZ, kBlockX, kBlockY, kBlockZ, kLinear}) {
      store_position(builder, thread, which, body.getArg(which));
    }
    store_field(builder, body.getArg(kFrame), offsetof(abi::Frame, thread), body.getArg(kLinear));
  }
}

}  // namespace riffle::spmd
