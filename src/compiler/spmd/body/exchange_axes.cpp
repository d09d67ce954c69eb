// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/body/exchange_axes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/analysis/access_axes.h"
#include "compiler/spmd/analysis/flat_index.h"
#include "compiler/spmd/analysis/suspension.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::pair<BodyArg, BodyArg> kPairs[] = {
    {kGridX, kGridY}, {kExtentX, kExtentY}, {kBlockX, kBlockY}, {kThreadX, kThreadY}};

/// What is known of one is known of the other then.
void exchange(Argument& one, Argument& other) {
  SmallVector<Use*, 8> uses;
  for (Use& use : one.uses()) uses.push_back(&use);
  other.replaceAllUsesWith(&one);
  for (Use* use : uses) use->set(&other);
  Function& body = *one.getParent();
  LLVMContext& context = body.getContext();
  const AttributeSet of_one = body.getAttributes().getParamAttrs(one.getArgNo());
  const AttributeSet of_other = body.getAttributes().getParamAttrs(other.getArgNo());
  AttributeList all = body.getAttributes();
  for (const Argument* argument : {&one, &other})
    all = all.removeParamAttributes(context, argument->getArgNo());
  all = all.addParamAttributes(context, one.getArgNo(), AttrBuilder(context, of_other));
  all = all.addParamAttributes(context, other.getArgNo(), AttrBuilder(context, of_one));
  body.setAttributes(all);
}

void exchange_axes_of(Function& body) {
  for (const auto& [x, y] : kPairs) exchange(*body.getArg(x), *body.getArg(y));
  if (const auto shape = shape_of(body)) {
    const Dim3 block = shape->block;
    body.removeFnAttr(kShapeAttribute);
    set_shape(body, {.block = {block.y, block.x, block.z}});
  }
  mark_axes_exchanged(body);
}

/// Null where packets along y would not be of use. Blocks' extents along y are mostly less than a packet: it must be possible to join
/// them. Blocks that may wait for each other begin in order.
Function* exchanged_form(Function& body) {
  const AccessAxes axes = access_axes(body);
  if (axes.along_y <= 2 * axes.along_x || !provably_ends(body)) return nullptr;
  ValueToValueMapTy map;
  Function* const form = CloneFunction(&body, map);
  exchange_axes_of(*form);
  if (find_flat_index(*form)) return form;
  form->eraseFromParent();
  return nullptr;
}

/// Threads along y, in all blocks.
Value* column_of_launch(IRBuilder<>& builder, Value* launch) {
  const auto along_y = [&](std::size_t extents) {
    Value* const extent = load_field(builder, launch, extents + sizeof(std::uint32_t),
                                     builder.getInt32Ty(), "launch.y");
    return builder.CreateZExt(extent, builder.getInt64Ty());
  };
  return builder.CreateNUWMul(along_y(offsetof(abi::GridLaunch, grid)),
                              along_y(offsetof(abi::GridLaunch, block)));
}

void join(KernelState& kernel, KernelState& exchanged) {
  Function* const plain = kernel.run;
  Function* const run =
      Function::Create(plain->getFunctionType(), plain->getLinkage(), "", plain->getParent());
  run->copyAttributesFrom(plain);
  run->takeName(plain);
  LLVMContext& context = run->getContext();
  SmallVector<Value*, 4> arguments;
  for (Argument& argument : run->args()) arguments.push_back(&argument);
  BasicBlock* const entry = BasicBlock::Create(context, "entry", run);
  const auto call = [&](Function* form, const Twine& name) {
    BasicBlock* const block = BasicBlock::Create(context, name, run);
    IRBuilder<> builder(block);
    builder.CreateCall(form, arguments)->setTailCall();
    builder.CreateRetVoid();
    // What debuggers know of the source is of the forms.
    form->addFnAttr(Attribute::NoInline);
    form->setName(kernel.name + "." + name);
    return block;
  };
  IRBuilder<> builder(entry);
  Value* const column = column_of_launch(builder, run->getArg(0));
  Value* const is_long = builder.CreateICmpUGE(column, builder.getInt64(kShortestColumn));
  builder.CreateCondBr(is_long, call(exchanged.run, "along.y"), call(plain, "along.x"));
  kernel.run = run;
  kernel.scratch_bytes_per_thread =
      std::max(kernel.scratch_bytes_per_thread, exchanged.scratch_bytes_per_thread);
  kernel.scratch_bytes_per_block =
      std::max(kernel.scratch_bytes_per_block, exchanged.scratch_bytes_per_block);
  kernel.streamed_bytes_per_thread =
      std::max(kernel.streamed_bytes_per_thread, exchanged.streamed_bytes_per_thread);
  if (exchanged.strategy == abi::Strategy::kSimd) kernel.strategy = exchanged.strategy;
  kernel.remarks = std::move(exchanged.remarks);
  // These count blocks along x, and in order.
  kernel.flags &= ~std::uint32_t{abi::kKernelWantsTiles};
  if (kernel.spans != nullptr) kernel.spans->eraseFromParent();
  kernel.spans = nullptr;
  kernel.joined_threads = 0;
}

}  // namespace

bool has_axes_exchanged(const Function& body) { return body.hasFnAttribute(kExchanged); }

void mark_axes_exchanged(Function& body) { body.addFnAttr(kExchanged); }

void exchange_axes(Module& module, ModuleState& state) {
  const bool has_packets = state.forced_strategy.empty() || state.forced_strategy == "simd";
  if (state.for_debugger || !has_packets || is_to_note_accesses(module)) return;
  const std::size_t kernels = state.kernels.size();
  for (std::size_t i = 0; i < kernels; ++i) {
    Function* const form = exchanged_form(*state.kernels[i].body);
    if (form == nullptr) continue;
    KernelState exchanged = state.kernels[i];
    exchanged.body = form;
    state.kernels.push_back(std::move(exchanged));
  }
}

void join_exchanged(ModuleState& state) {
  const auto is_form = [](const KernelState& kernel) {
    return kernel.run != nullptr && has_axes_exchanged(*kernel.run);
  };
  for (KernelState& form : state.kernels) {
    if (!is_form(form)) continue;
    // The kernel's own state is in front of its form's.
    const auto kernel = std::ranges::find(state.kernels, form.name, &KernelState::name);
    join(*kernel, form);
  }
  std::erase_if(state.kernels, is_form);
}

}  // namespace riffle::spmd
