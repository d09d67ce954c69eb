// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/range_function.h"

#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cstddef>

#include "compiler/abi/access_abi.h"
#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/body/exchange_axes.h"
#include "compiler/spmd/body/join_rows.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/legalize/jam_rows.h"
#include "compiler/spmd/lower/fix_shape.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// A field of the launch with the bounds that CUDA's limits give it.
Value* load_extent(IRBuilder<>& builder, Value* launch, std::size_t offset, const Twine& name,
                   std::uint32_t low, std::uint32_t high) {
  auto* load = cast<LoadInst>(load_field(builder, launch, offset, builder.getInt32Ty(), name));
  load->setMetadata(LLVMContext::MD_range,
                    MDBuilder(builder.getContext()).createRange(APInt(32, low), APInt(32, high)));
  load->setMetadata(LLVMContext::MD_noundef, MDNode::get(builder.getContext(), {}));
  return load;
}

/// The launch's axis that is axis `axis` to a body.
unsigned axis_of_launch(unsigned axis, const Function& body) {
  return has_axes_exchanged(body) && axis < 2 ? 1 - axis : axis;
}

}  // namespace

void load_extents(IRBuilder<>& builder, const Function& body, BodyArguments& arguments) {
  using abi::GridLaunch;
  const std::optional<compiler::LaunchShape> shape = shape_of(body);
  Value* launch = arguments[kLaunch];
  static constexpr const char* axis[] = {".x", ".y", ".z"};
  const Dim3 block = shape ? shape->block : Dim3{};
  const std::uint32_t extents[] = {block.x, block.y, block.z};
  for (unsigned i = 0; i < 3; ++i) {
    const unsigned theirs = axis_of_launch(i, body);
    const std::size_t place = sizeof(std::uint32_t) * theirs;
    const std::uint32_t grid_end = theirs == 0 ? 0x80000000U : 65536U;
    arguments[kGridX + i] = shape && shape->one_row && i != 0
                                ? builder.getInt32(1)
                                : load_extent(builder, launch, offsetof(GridLaunch, grid) + place,
                                              Twine("grid") + axis[i], 1, grid_end);
    arguments[kExtentX + i] =
        shape ? builder.getInt32(extents[i])
              : load_extent(builder, launch, offsetof(GridLaunch, block) + place,
                            Twine("extent") + axis[i], 1, 1025);
  }
  arguments[kThreads] =
      shape ? builder.getInt32(static_cast<std::uint32_t>(block.count()))
            : load_extent(builder, launch, offsetof(GridLaunch, threads), "threads", 1, 1025);
  arguments[kDynamicShared] =
      load_field(builder, launch, offsetof(GridLaunch, dynamic_shared_bytes), builder.getInt32Ty(),
                 "dynamic.shared");
}

namespace {

/// A loop of unknown length cannot be unrolled, but its first iteration would be peeled off for the sake of
/// `if (threadIdx.x == 0)`: half as much code again, to spare the others a comparison.
void leave_whole(Instruction& latch) {
  LLVMContext& context = latch.getContext();
  Metadata* none = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"));
  MDNode* loop = MDNode::getDistinct(context, {nullptr, none});
  loop->replaceOperandWith(0, loop);
  latch.setMetadata(LLVMContext::MD_loop, loop);
}

}  // namespace

void load_parameters(IRBuilder<>& builder, const KernelState& kernel, BodyArguments& arguments) {
  if (kernel.parameters.empty()) return;
  Value* block = load_field(builder, arguments[kLaunch], offsetof(abi::GridLaunch, arguments),
                            builder.getPtrTy(), "arguments");
  for (unsigned i = 0; i < kernel.parameters.size(); ++i) {
    const Argument* parameter = kernel.body->getArg(kFirstParameter + i);
    const std::size_t offset = kernel.parameters[i].offset;
    if (kernel.parameter_is_memory[i]) {
      arguments[kFirstParameter + i] = field_address(builder, block, offset);
      continue;
    }
    Type* type = parameter->getType();
    // A bool occupies a byte in memory.
    const bool is_bool = type->isIntegerTy(1);
    Value* value = load_field(builder, block, offset, is_bool ? builder.getInt8Ty() : type,
                              parameter->getName());
    arguments[kFirstParameter + i] = is_bool ? builder.CreateTrunc(value, type) : value;
  }
}

Instruction* emit_loop(IRBuilder<>& builder, Value* count, const Twine& name,
                       function_ref<void(Value*)> emit) {
  BasicBlock* before = builder.GetInsertBlock();
  Function* function = before->getParent();
  BasicBlock* loop = BasicBlock::Create(builder.getContext(), name, function);
  BasicBlock* after = BasicBlock::Create(builder.getContext(), name + ".end", function);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  Type* type = count->getType();
  PHINode* counter = builder.CreatePHI(type, 2, name + ".index");
  counter->addIncoming(ConstantInt::get(type, 0), before);
  emit(counter);
  Value* next = builder.CreateAdd(counter, ConstantInt::get(type, 1), name + ".next", /*NUW=*/true,
                                  /*NSW=*/true);
  counter->addIncoming(next, builder.GetInsertBlock());
  Instruction* latch = builder.CreateCondBr(builder.CreateICmpEQ(next, count), after, loop);
  if (!isa<ConstantInt>(count)) leave_whole(*latch);
  builder.SetInsertPoint(after);
  return latch;
}

void fence_streamed_stores(IRBuilder<>& builder, Value* streams) {
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* fence = BasicBlock::Create(builder.getContext(), "fence", run);
  BasicBlock* done = BasicBlock::Create(builder.getContext(), "done", run);
  builder.CreateCondBr(builder.CreateIsNotNull(streams), fence, done);
  builder.SetInsertPoint(fence);
  builder.CreateIntrinsic(Intrinsic::x86_sse_sfence, {});
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

void store_block_index(IRBuilder<>& builder, const BodyArguments& arguments) {
  const Function& run = *builder.GetInsertBlock()->getParent();
  for (unsigned i = 0; i < 3; ++i) {
    store_field(builder, arguments[kFrame],
                offsetof(abi::Frame, block_index) + sizeof(std::uint32_t) * axis_of_launch(i, run),
                arguments[kBlockX + i]);
  }
}

Value* emit_form(IRBuilder<>& builder, Value* serves, const Twine& name,
                 function_ref<Value*()> form, function_ref<Value*()> otherwise) {
  LLVMContext& context = builder.getContext();
  Function* run = builder.GetInsertBlock()->getParent();
  BasicBlock* served = BasicBlock::Create(context, name, run);
  BasicBlock* others = BasicBlock::Create(context, "not." + name, run);
  BasicBlock* done = BasicBlock::Create(context, name + ".end", run);
  builder.CreateCondBr(serves, served, others);
  SmallVector<std::pair<Value*, BasicBlock*>, 2> counts;
  const auto emit_in = [&](BasicBlock* block, function_ref<Value*()> emit) {
    builder.SetInsertPoint(block);
    Value* count = emit();
    counts.emplace_back(count == nullptr ? builder.getInt32(1) : count, builder.GetInsertBlock());
    builder.CreateBr(done);
  };
  emit_in(served, form);
  emit_in(others, otherwise);
  builder.SetInsertPoint(done);
  PHINode* run_blocks = builder.CreatePHI(builder.getInt32Ty(), 2, "blocks.run");
  for (const auto& [count, from] : counts) run_blocks->addIncoming(count, from);
  return run_blocks;
}

namespace {

/// Empty, with the attributes that the kernel's body has.
Function* create_range_function(Module& module, const KernelState& kernel) {
  LLVMContext& context = module.getContext();
  Type* pointer = PointerType::getUnqual(context);
  Type* i64 = Type::getInt64Ty(context);
  auto* type = FunctionType::get(Type::getVoidTy(context), {pointer, pointer, i64, i64}, false);
  Function* run =
      Function::Create(type, GlobalValue::InternalLinkage, kernel.name + ".run", &module);
  run->getArg(0)->setName("launch");
  run->getArg(1)->setName("frame");
  run->addFnAttr(Attribute::NullPointerIsValid);
  run->addFnAttr(Attribute::NoUnwind);
  if (DISubprogram* subprogram = kernel.body->getSubprogram()) run->setSubprogram(subprogram);
  // What a constant folds to depends on it (flush_denormals).
  const Attribute denormals = kernel.body->getFnAttribute("denormal-fp-math-f32");
  if (denormals.isValid()) run->addFnAttr(denormals);
  const Attribute shape = kernel.body->getFnAttribute(kShapeAttribute);
  if (shape.isValid()) run->addFnAttr(shape);
  if (has_axes_exchanged(*kernel.body)) mark_axes_exchanged(*run);
  return run;
}

/// The arguments that all blocks have in common.
BodyArguments common_arguments(IRBuilder<>& builder, const KernelState& kernel) {
  BodyArguments arguments(kFirstParameter + kernel.parameters.size(), nullptr);
  arguments[kLaunch] = kernel.run->getArg(0);
  arguments[kFrame] = kernel.run->getArg(1);
  load_extents(builder, *kernel.body, arguments);
  arguments[kShared] = load_field(builder, arguments[kFrame], offsetof(abi::Frame, shared),
                                  builder.getPtrTy(), "shared");
  load_parameters(builder, kernel, arguments);
  return arguments;
}

/// Blocks first, first + 1, ... before end. The first one's index is taken apart once; later ones count up.
class BlockLoop {
 public:
  BlockLoop(IRBuilder<>& builder, BodyArguments& arguments, Value* first, Value* end)
      : builder_(builder), arguments_(arguments), end_(end) {
    Type* i32 = builder.getInt32Ty();
    Type* i64 = builder.getInt64Ty();
    grid_x_ = builder.CreateZExt(arguments[kGridX], i64);
    Value* grid_y = builder.CreateZExt(arguments[kGridY], i64);
    Value* rows = builder.CreateUDiv(first, grid_x_);
    start_ = {builder.CreateTrunc(builder.CreateURem(first, grid_x_), i32),
              builder.CreateTrunc(builder.CreateURem(rows, grid_y), i32),
              builder.CreateTrunc(builder.CreateUDiv(rows, grid_y), i32)};
    first_ = first;
  }

  /// `exit`: where there is no block.
  void begin(BasicBlock* exit) {
    BasicBlock* entry = builder_.GetInsertBlock();
    loop_ = BasicBlock::Create(builder_.getContext(), "block", entry->getParent());
    builder_.CreateCondBr(builder_.CreateICmpULT(first_, end_), loop_, exit);
    builder_.SetInsertPoint(loop_);
    number_ = builder_.CreatePHI(builder_.getInt64Ty(), 2, "block");
    number_->addIncoming(first_, entry);
    static constexpr const char* kNames[] = {"block.x", "block.y", "block.z"};
    for (unsigned axis = 0; axis < 3; ++axis) {
      index_[axis] = builder_.CreatePHI(builder_.getInt32Ty(), 2, kNames[axis]);
      index_[axis]->addIncoming(start_[axis], entry);
      arguments_[kBlockX + axis] = index_[axis];
    }
  }

  /// How many of the range are left in the row of the block.
  Value* left_in_row() {
    Value* in_row =
        builder_.CreateSub(grid_x_, builder_.CreateZExt(index_[0], builder_.getInt64Ty()));
    Value* left =
        builder_.CreateBinaryIntrinsic(Intrinsic::umin, builder_.CreateSub(end_, number_), in_row);
    return builder_.CreateTrunc(left, builder_.getInt32Ty(), "left");
  }

  /// Goes on after `run_blocks` blocks, which lie in one row.
  void finish(Value* run_blocks, BasicBlock* exit) {
    Type* i32 = builder_.getInt32Ty();
    Value* zero = builder_.getInt32(0);
    Value* next_x = builder_.CreateAdd(index_[0], run_blocks);
    Value* carry_x = builder_.CreateICmpEQ(next_x, arguments_[kGridX]);
    Value* next_y = builder_.CreateAdd(index_[1], builder_.CreateZExt(carry_x, i32));
    Value* carry_y = builder_.CreateICmpEQ(next_y, arguments_[kGridY]);
    BasicBlock* latch = builder_.GetInsertBlock();
    index_[0]->addIncoming(builder_.CreateSelect(carry_x, zero, next_x), latch);
    index_[1]->addIncoming(builder_.CreateSelect(carry_y, zero, next_y), latch);
    index_[2]->addIncoming(builder_.CreateAdd(index_[2], builder_.CreateZExt(carry_y, i32)), latch);
    Value* next =
        builder_.CreateAdd(number_, builder_.CreateZExt(run_blocks, builder_.getInt64Ty()));
    number_->addIncoming(next, latch);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, end_), loop_, exit);
  }

 private:
  IRBuilder<>& builder_;
  BodyArguments& arguments_;
  Value* first_ = nullptr;
  Value* end_;
  Value* grid_x_ = nullptr;
  std::array<Value*, 3> start_{};
  BasicBlock* loop_ = nullptr;
  PHINode* number_ = nullptr;
  std::array<PHINode*, 3> index_{};
};

}  // namespace

void emit_range_function(Module& module, KernelState& kernel, EmitBlocks emit_blocks,
                         EmitRange emit_range) {
  kernel.run = create_range_function(module, kernel);
  LLVMContext& context = module.getContext();
  IRBuilder<> builder(BasicBlock::Create(context, "entry", kernel.run));
  BodyArguments arguments = common_arguments(builder, kernel);
  Value* first = kernel.run->getArg(2);
  Value* end = kernel.run->getArg(3);
  BasicBlock* exit = BasicBlock::Create(context, "exit", kernel.run);
  if (emit_range) emit_range(builder, arguments, first, end, exit);

  BlockLoop blocks(builder, arguments, first, end);
  blocks.begin(exit);
  store_block_index(builder, arguments);
  Value* run_blocks = emit_blocks(builder, arguments, blocks.left_in_row());
  blocks.finish(run_blocks == nullptr ? builder.getInt32(1) : run_blocks, exit);

  builder.SetInsertPoint(exit);
  if (kernel.streamed_bytes_per_thread != 0) {
    fence_streamed_stores(
        builder, load_field(builder, arguments[kLaunch], offsetof(abi::GridLaunch, streams),
                            builder.getInt64Ty(), "streams"));
  }
  builder.CreateRetVoid();
}

namespace {

/// For checks, who runs (abi::kPacketShift): volatile, because nobody here reads it.
void note_threads(IRBuilder<>& builder, const BodyArguments& arguments, unsigned step) {
  if (!is_to_check_accesses(*builder.GetInsertBlock()->getModule())) return;
  Value* who = arguments[kLinear];
  if (step != 1) who = builder.CreateOr(who, step << abi::kPacketShift);
  builder.CreateStore(who, field_address(builder, arguments[kFrame], offsetof(abi::Frame, thread)),
                      true);
}

/// Over packets of a block, which may be run side by side where it is known how many there are.
Instruction* emit_packet_loop(IRBuilder<>& builder, Value* count, const Twine& name,
                              function_ref<void(Value*)> emit) {
  Instruction* latch = emit_loop(builder, count, name, emit);
  if (isa<ConstantInt>(count)) mark_packets(*latch);
  return latch;
}

}  // namespace

void emit_rows(IRBuilder<>& builder, BodyArguments& arguments, const Function& body,
               function_ref<void(Value*)> emit_row) {
  const auto emit = [&](Value* row) {
    emit_row(builder.CreateNUWMul(row, arguments[kExtentX], "row.start"));
  };
  if (body.getArg(kThreadY)->use_empty() && body.getArg(kThreadZ)->use_empty()) {
    // One loop less to compile, of a block that mostly has one row.
    arguments[kThreadY] = arguments[kThreadZ] = PoisonValue::get(builder.getInt32Ty());
    Value* rows = builder.CreateMul(arguments[kExtentY], arguments[kExtentZ], "rows", true, true);
    emit_packet_loop(builder, rows, "thread.row", emit);
    return;
  }
  const unsigned together = joined_rows(body);
  Value* rows = arguments[kExtentY];
  if (together != 1) rows = builder.CreateUDiv(rows, builder.getInt32(together));
  emit_loop(builder, arguments[kExtentZ], "thread.z", [&](Value* z) {
    emit_packet_loop(builder, rows, "thread.y", [&](Value* y) {
      if (together != 1) y = builder.CreateNUWMul(y, builder.getInt32(together), "joined.y");
      arguments[kThreadY] = y;
      arguments[kThreadZ] = z;
      emit(builder.CreateNUWAdd(builder.CreateNUWMul(z, arguments[kExtentY]), y));
    });
  });
}

void enter_packet(IRBuilder<>& builder, BodyArguments& arguments, const PacketOfRow& packet) {
  Value* x = packet.number;
  if (packet.step != 1)
    x = builder.CreateMul(x, builder.getInt32(packet.step), "packet.x", true, true);
  if (packet.first != nullptr) x = builder.CreateAdd(packet.first, x, "flat.x");
  arguments[kThreadX] = x;
  arguments[kLinear] = builder.CreateAdd(packet.row_start, x, "linear", true, true);
  note_threads(builder, arguments, packet.step);
}

Value* packets_of_row(IRBuilder<>& builder, const BodyArguments& arguments, unsigned step) {
  if (step == 1) return arguments[kExtentX];
  return builder.CreateUDiv(arguments[kExtentX], builder.getInt32(step));
}

Instruction* emit_thread_loops(IRBuilder<>& builder, BodyArguments& arguments, unsigned step,
                               Value* first, const Function& body, function_ref<void()> emit) {
  Instruction* innermost = nullptr;
  Value* packets = packets_of_row(builder, arguments, step);
  emit_rows(builder, arguments, body, [&](Value* row_start) {
    innermost = emit_packet_loop(builder, packets, "thread.x", [&](Value* number) {
      enter_packet(builder, arguments, {number, row_start, first, step});
      emit();
    });
  });
  return innermost;
}

}  // namespace riffle::spmd
