// SPDX-License-Identifier: Apache-2.0
// A launch from PTX is two calls:
//
//   buffer = __cudaCDP2GetParameterBufferV2(kernel, grid, block, shared bytes)
//   __cudaCDP2LaunchDeviceV2(buffer, stream), after the arguments are written
//
// What the first one is told lies behind the arguments, where the second one finds it:
//
//   buffer: arguments | kernel, 8 bytes | grid, 12 | block, 12 | shared bytes, 4
#include "compiler/ptx/device_runtime.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

#include "compiler/abi/device_calls.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

constexpr std::uint64_t kBufferAlignment = 64;
/// More than any kernel's take: which one is launched is known when it is.
constexpr std::uint64_t kArgumentBytes = 32768;
constexpr std::uint64_t kKernel = 0, kGrid = 8, kBlock = 20, kShared = 32, kNoteBytes = 40;
constexpr std::uint64_t kGridScope = 1;  ///< cudaCGScopeGrid

class FunctionBuilder {
 public:
  explicit FunctionBuilder(Function& function)
      : function_(function), ir(BasicBlock::Create(function.getContext(), "", &function)) {
    function.setLinkage(GlobalValue::LinkOnceODRLinkage);
  }

  Value* argument(unsigned index) { return function_.getArg(index); }
  Value* byte_at(Value* base, std::uint64_t offset) {
    return ir.CreateConstGEP1_64(ir.getInt8Ty(), base, offset);
  }
  CallInst* call(StringRef name, Type* result, ArrayRef<Value*> arguments) {
    SmallVector<Type*, 12> types;
    for (Value* each : arguments) types.push_back(each->getType());
    CallInst* made = ir.CreateCall(
        function_.getParent()->getOrInsertFunction(name, FunctionType::get(result, types, false)),
        arguments);
    made->setConvergent();
    return made;
  }

 private:
  Function& function_;

 public:
  IRBuilder<> ir;
};

void get_buffer(Function& function) {
  FunctionBuilder body(function);
  IRBuilder<>& ir = body.ir;
  Value* buffer =
      body.call("cudaGetParameterBuffer", ir.getPtrTy(),
                {ir.getInt64(kBufferAlignment), ir.getInt64(kArgumentBytes + kNoteBytes)});
  BasicBlock* full = BasicBlock::Create(function.getContext(), "", &function);
  BasicBlock* done = BasicBlock::Create(function.getContext(), "", &function);
  ir.CreateCondBr(ir.CreateIsNull(buffer), done, full);
  ir.SetInsertPoint(full);
  Value* note = body.byte_at(buffer, kArgumentBytes);
  ir.CreateStore(body.argument(0), body.byte_at(note, kKernel));
  for (unsigned i = 0; i < 2; ++i)
    ir.CreateMemCpy(body.byte_at(note, i == 0 ? kGrid : kBlock), Align(4), body.argument(1 + i),
                    Align(4), 12);
  ir.CreateStore(body.argument(3), body.byte_at(note, kShared));
  ir.CreateBr(done);
  ir.SetInsertPoint(done);
  ir.CreateRet(ir.CreatePtrToInt(buffer, function.getReturnType()));
}

void launch(Function& function) {
  FunctionBuilder body(function);
  IRBuilder<>& ir = body.ir;
  Value* buffer = ir.CreateIntToPtr(body.argument(0), ir.getPtrTy());
  Value* note = body.byte_at(buffer, kArgumentBytes);
  SmallVector<Value*, 10> arguments = {ir.CreateLoad(ir.getPtrTy(), note), buffer};
  for (std::uint64_t offset = kGrid; offset <= kShared; offset += 4)
    arguments.push_back(ir.CreateLoad(ir.getInt32Ty(), body.byte_at(note, offset)));
  arguments.push_back(ir.CreateIntToPtr(body.argument(1), ir.getPtrTy()));
  ir.CreateRet(body.call("__riffle_launch", ir.getInt32Ty(), arguments));
}

/// Fills in three dimensions take structures apart: cudaPitchedPtr and cudaExtent.
void fill(Function& function) {
  FunctionBuilder body(function);
  IRBuilder<>& ir = body.ir;
  const auto field = [&](unsigned argument, std::uint64_t number) {
    return ir.CreateLoad(ir.getInt64Ty(), body.byte_at(body.argument(argument), 8 * number));
  };
  constexpr unsigned kPlace = 0, kExtent = 2;
  Value* pointer = ir.CreateIntToPtr(field(kPlace, 0), ir.getPtrTy());
  Value* stream = ir.CreateIntToPtr(body.argument(3), ir.getPtrTy());
  ir.CreateRet(body.call("__riffle_fill_3d", ir.getInt32Ty(),
                         {pointer, field(kPlace, 1), field(kPlace, 3), body.argument(1),
                          field(kExtent, 0), field(kExtent, 1), field(kExtent, 2), stream}));
}

/// The flags change nothing.
void define_occupancy(Function& function) {
  FunctionBuilder body(function);
  IRBuilder<>& ir = body.ir;
  const auto pointer = [&](unsigned argument) {
    return ir.CreateIntToPtr(body.argument(argument), ir.getPtrTy());
  };
  ir.CreateRet(body.call("cudaOccupancyMaxActiveBlocksPerMultiprocessor", ir.getInt32Ty(),
                         {pointer(0), pointer(1), body.argument(2), body.argument(3)}));
}

/// The threads of the block wait, and one of them for the other blocks.
void wait_for_grid(Function& function) {
  FunctionBuilder body(function);
  IRBuilder<>& ir = body.ir;
  const auto barrier = [&] {
    ir.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_all, ArrayRef<Type*>(),
                       ArrayRef<Value*>(ir.getInt32(0)))
        ->setConvergent();
  };
  // Without a handle there is nothing to wait for.
  constexpr unsigned kInvalidValue = 1;
  BasicBlock* none = BasicBlock::Create(function.getContext(), "", &function);
  BasicBlock* some = BasicBlock::Create(function.getContext(), "", &function);
  ir.CreateCondBr(ir.CreateIsNull(body.argument(0)), none, some);
  ir.SetInsertPoint(none);
  ir.CreateRet(ir.getInt32(kInvalidValue));
  ir.SetInsertPoint(some);
  Value* rank = ir.getInt32(0);
  for (const Intrinsic::ID id :
       {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
        Intrinsic::nvvm_read_ptx_sreg_tid_z})
    rank = ir.CreateOr(rank, ir.CreateIntrinsic(id, ArrayRef<Type*>(), ArrayRef<Value*>()));
  barrier();
  BasicBlock* first = BasicBlock::Create(function.getContext(), "", &function);
  BasicBlock* all = BasicBlock::Create(function.getContext(), "", &function);
  ir.CreateCondBr(ir.CreateIsNull(rank), first, all);
  ir.SetInsertPoint(first);
  Value* ticket = body.call("__riffle_grid_arrive", ir.getInt32Ty(), {});
  body.call("__riffle_grid_wait", ir.getVoidTy(), {ticket});
  ir.CreateBr(all);
  ir.SetInsertPoint(all);
  barrier();
  ir.CreateRet(Constant::getNullValue(function.getReturnType()));
}

/// That of the grid is its workspace, 0 in a launch that is not cooperative; there is none of several devices.
void give_handle(Function& function) {
  FunctionBuilder body(function);
  Value* is_grid = body.ir.CreateICmpEQ(body.argument(0),
                                        ConstantInt::get(body.argument(0)->getType(), kGridScope));
  Value* workspace = body.call(StringRef(abi::kCooperativeWorkspace), body.ir.getInt64Ty(), {});
  body.ir.CreateRet(body.ir.CreateSelect(is_grid, workspace, body.ir.getInt64(0)));
}

/// A conditional handle is the address of its value, which other threads may write, too.
void set_conditional(Function& function) {
  FunctionBuilder body(function);
  Value* value = body.ir.CreateIntToPtr(body.argument(0), body.ir.getPtrTy());
  body.ir.CreateAlignedStore(body.argument(1), value, Align(4), /*isVolatile=*/true);
  body.ir.CreateRetVoid();
}

void set_node_enabled(Function& function) {
  FunctionBuilder body(function);
  body.ir.CreateRet(body.call("__riffle_node_set_enabled", function.getReturnType(),
                              {body.argument(0), body.argument(1)}));
}

/// The grid is a dim3.
void set_node_grid(Function& function) {
  FunctionBuilder body(function);
  IRBuilder<>& ir = body.ir;
  SmallVector<Value*, 4> arguments = {body.argument(0)};
  for (std::uint64_t offset = 0; offset < 12; offset += 4)
    arguments.push_back(ir.CreateLoad(ir.getInt32Ty(), body.byte_at(body.argument(1), offset)));
  ir.CreateRet(body.call("__riffle_node_set_grid", function.getReturnType(), arguments));
}

bool has_shape(const Function& function, Type* result, ArrayRef<Type*> parameters) {
  return function.getFunctionType() == FunctionType::get(result, parameters, false);
}

}  // namespace

std::string runtime_name(StringRef name) {
  if (name == "__cuda_syscall_aligned_malloc") return "__nv_aligned_device_malloc";
  StringRef rest = name;
  if (!rest.consume_front("__cudaCDP2")) return name.str();
  (void)rest.consume_back("_ptsz");
  const std::string own = ("cuda" + rest).str();
  return abi::device_call(own) != abi::kDeviceCallCount ? own : name.str();
}

void define_runtime_function(Function& function) {
  LLVMContext& context = function.getContext();
  Type* const word = Type::getInt32Ty(context);
  Type* const wide = Type::getInt64Ty(context);
  Type* const pointer = PointerType::get(context, 0);
  StringRef name = function.getName();
  if (!function.isDeclaration()) return;
  (void)name.consume_back("_ptsz");
  if (!name.consume_front("__cudaCDP2")) (void)name.consume_front("cuda");
  if (name == "GetParameterBufferV2" && has_shape(function, wide, {wide, pointer, pointer, word}))
    get_buffer(function);
  if (name == "LaunchDeviceV2" && has_shape(function, word, {wide, wide})) launch(function);
  if (name == "Memset3DAsync" && has_shape(function, word, {pointer, word, pointer, wide}))
    fill(function);
  if (name == "OccupancyMaxActiveBlocksPerMultiprocessorWithFlags" &&
      has_shape(function, word, {wide, wide, word, wide, word}))
    define_occupancy(function);
  if (name == "GraphSetConditional" && has_shape(function, Type::getVoidTy(context), {wide, word}))
    set_conditional(function);
  if (name == "GraphKernelNodeSetEnabled" && has_shape(function, word, {wide, word}))
    set_node_enabled(function);
  if (name == "GraphKernelNodeSetGridDim" && has_shape(function, word, {wide, pointer}))
    set_node_grid(function);
  if (name == "CGSynchronize" && has_shape(function, word, {wide, word})) wait_for_grid(function);
  if (name == "CGSynchronizeGrid" && has_shape(function, word, {wide, word}))
    wait_for_grid(function);
  if (name == "CGGetIntrinsicHandle" && has_shape(function, wide, {word})) give_handle(function);
}

}  // namespace riffle::ptx
