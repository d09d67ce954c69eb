// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/strategy/touched_spans.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <cstddef>
#include <cstdint>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/strategy/number_bounds.h"
#include "compiler/spmd/strategy/range_function.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

struct TouchingAccess {
  Value* address;
  std::uint64_t bytes;
  bool writes;
};

/// Whether `instruction` has nothing to do with memory that others see; else what it touches, or nothing where
/// that is not known.
enum class Effect : std::uint8_t { kNone, kAccess, kUnknown };

Effect effect_of(Instruction& instruction, TouchingAccess& access) {
  const DataLayout& layout = instruction.getDataLayout();
  if (auto* const load = dyn_cast<LoadInst>(&instruction)) {
    access = {load->getPointerOperand(), layout.getTypeStoreSize(load->getType()), false};
    return load->isSimple() ? Effect::kAccess : Effect::kUnknown;
  }
  if (auto* const store = dyn_cast<StoreInst>(&instruction)) {
    access = {store->getPointerOperand(),
              layout.getTypeStoreSize(store->getValueOperand()->getType()), true};
    return store->isSimple() ? Effect::kAccess : Effect::kUnknown;
  }
  if (auto* const call = dyn_cast<CallBase>(&instruction)) {
    if (call->doesNotAccessMemory() || isa<AssumeInst>(call) || call->isLifetimeStartOrEnd())
      return Effect::kNone;
    const IntrinsicKind kind = kind_of(*call);
    return kind == IntrinsicKind::kBarrier || kind == IntrinsicKind::kWarp ? Effect::kNone
                                                                           : Effect::kUnknown;
  }
  return instruction.mayReadOrWriteMemory() ? Effect::kUnknown : Effect::kNone;
}

class SpanMaker {
 public:
  SpanMaker(IRBuilder<>& builder, const KernelState& kernel, BoundsEvaluator& evaluator)
      : builder_(builder), kernel_(kernel), evaluator_(evaluator) {}

  bool add(Instruction& instruction) {
    TouchingAccess access{};
    const Effect effect = effect_of(instruction, access);
    return effect == Effect::kNone || (effect == Effect::kAccess && add(access));
  }
  [[nodiscard]] bool is_full() const { return spans_.size() > abi::kMostSpans; }

  void store(Value* list) {
    for (const auto [number, entry] : enumerate(spans_)) {
      const auto& [base, span] = entry.second;
      const std::size_t place = number * sizeof(abi::TouchedSpan);
      Value* const begin = builder_.CreatePtrToInt(base, builder_.getInt64Ty());
      store_field(builder_, list, place + offsetof(abi::TouchedSpan, begin),
                  builder_.CreateAdd(begin, span.low));
      store_field(builder_, list, place + offsetof(abi::TouchedSpan, end),
                  builder_.CreateAdd(begin, span.high));
      store_field(builder_, list, place + offsetof(abi::TouchedSpan, writes),
                  builder_.getInt64(span.writes ? 1 : 0));
    }
  }
  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(spans_.size()); }

 private:
  struct Span {
    Value* low;
    Value* high;  ///< past it
    bool writes;
  };

  bool add(const TouchingAccess& access) {
    const DataLayout& layout = kernel_.body->getDataLayout();
    NumberBounds offset{builder_.getInt64(0), builder_.getInt64(0)};
    Value* at = access.address;
    while (auto* const step = dyn_cast<GEPOperator>(at)) {
      if (!add_step(*step, layout, offset)) return false;
      at = step->getPointerOperand();
    }
    if (isa<AllocaInst>(at)) return true;
    if (const auto* const argument = dyn_cast<Argument>(at)) {
      const unsigned number = argument->getArgNo();
      if (number == kShared) return true;
      if (number >= kFirstParameter && kernel_.parameter_is_memory[number - kFirstParameter])
        return !access.writes;
    }
    Value* base = evaluator_.pointer(*at);
    if (auto* const global = dyn_cast<GlobalVariable>(at)) {
      if (global->isConstant()) return true;
      base = global;
      const std::uint64_t bytes = layout.getTypeAllocSize(global->getValueType());
      offset = {builder_.getInt64(0), builder_.getInt64(bytes)};
      return note(at, base, offset, 0, access.writes);
    }
    return base != nullptr && note(at, base, offset, access.bytes, access.writes);
  }

  bool add_step(GEPOperator& step, const DataLayout& layout, NumberBounds& offset) {
    SmallMapVector<Value*, APInt, 4> indices;
    APInt constant(64, 0);
    if (!step.getType()->isPointerTy() || !step.collectOffset(layout, 64, indices, constant))
      return false;
    const auto shift = [&](const NumberBounds& bounds, std::int64_t factor) {
      Value* const times = builder_.getInt64(static_cast<std::uint64_t>(factor));
      offset = evaluator_.moved(offset, bounds, times);
    };
    for (const auto& [index, bytes] : indices) {
      const auto bounds = evaluator_.of(*index);
      if (!bounds) return false;
      shift(*bounds, bytes.getSExtValue());
    }
    Value* const one = builder_.getInt64(1);
    shift({one, one}, constant.getSExtValue());
    return true;
  }

  bool note(Value* key, Value* base, const NumberBounds& offset, std::uint64_t bytes, bool writes) {
    Value* const end = builder_.CreateAdd(offset.high, builder_.getInt64(bytes));
    const auto [found, is_new] = spans_.insert({key, {base, {offset.low, end, writes}}});
    if (is_new) return true;
    Span& span = found->second.second;
    span.low = builder_.CreateBinaryIntrinsic(Intrinsic::smin, span.low, offset.low);
    span.high = builder_.CreateBinaryIntrinsic(Intrinsic::smax, span.high, end);
    span.writes |= writes;
    return true;
  }

  IRBuilder<>& builder_;
  const KernelState& kernel_;
  BoundsEvaluator& evaluator_;
  MapVector<Value*, std::pair<Value*, Span>> spans_;
};

}  // namespace

namespace {

Function* make_spans(Module& module, const KernelState& kernel, const Twine& name,
                     bool follows_loops, function_ref<bool(SpanMaker&)> add_all) {
  LLVMContext& context = module.getContext();
  Type* const pointer = PointerType::getUnqual(context);
  Type* const i64 = Type::getInt64Ty(context);
  auto* const type =
      FunctionType::get(Type::getInt32Ty(context), {pointer, i64, i64, pointer}, false);
  Function* const made =
      Function::Create(type, GlobalValue::InternalLinkage, kernel.name + name, &module);
  made->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", made));
  BodyArguments arguments(kFirstParameter + kernel.parameters.size(), nullptr);
  arguments[kLaunch] = made->getArg(0);
  load_extents(builder, *kernel.body, arguments);
  load_parameters(builder, kernel, arguments);
  BoundsEvaluator evaluator(builder, kernel, arguments);
  evaluator.set_blocks(made->getArg(1), made->getArg(2));
  if (follows_loops) evaluator.follow_loops();
  SpanMaker spans(builder, kernel, evaluator);
  if (!add_all(spans) || spans.count() == 0 || spans.is_full()) {
    made->eraseFromParent();
    return nullptr;
  }
  spans.store(made->getArg(3));
  builder.CreateRet(builder.CreateSelect(evaluator.holds(), builder.getInt32(spans.count()),
                                         builder.getInt32(0)));
  return made;
}

}  // namespace

Function* make_touched_spans(Module& module, const KernelState& kernel) {
  return make_spans(module, kernel, ".spans", false, [&](SpanMaker& spans) {
    return all_of(instructions(*kernel.body), [&](Instruction& each) { return spans.add(each); });
  });
}

Function* make_spans_of(Module& module, const KernelState& kernel, ArrayRef<Instruction*> accesses,
                        const Twine& name) {
  return make_spans(module, kernel, name, true, [&](SpanMaker& spans) {
    return all_of(accesses, [&](Instruction* each) { return spans.add(*each); });
  });
}

}  // namespace riffle::spmd
