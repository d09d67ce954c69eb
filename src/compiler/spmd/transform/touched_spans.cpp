// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/touched_spans.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <cstddef>
#include <limits>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/analysis/grid_loop.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/transform/fix_shape.h"
#include "compiler/spmd/transform/range_function.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kDeepest = 24;

/// Of a number, read as signed: both of 64 bits.
struct Bounds {
  Value* low;
  Value* high;
};

/// Computes bounds for a launch, and whether they hold.
class Evaluator {
 public:
  Evaluator(IRBuilder<>& builder, const KernelState& kernel, BodyArguments& arguments)
      : builder_(builder), kernel_(kernel), arguments_(arguments), holds_(builder.getTrue()) {}

  [[nodiscard]] Value* holds() const { return holds_; }

  /// The blocks' indices, from their numbers.
  void set_blocks(Value* first, Value* end) {
    const auto wide = [&](BodyArg extent) {
      return builder_.CreateZExt(arguments_[extent], builder_.getInt64Ty());
    };
    Value* low = first;
    Value* high = builder_.CreateSub(end, builder_.getInt64(1));
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (axis == 2) {
        blocks_[axis] = {low, high};
        break;
      }
      Value* const extent = wide(static_cast<BodyArg>(kGridX + axis));
      Value* const next_low = builder_.CreateUDiv(low, extent);
      Value* const next_high = builder_.CreateUDiv(high, extent);
      Value* const in_one = builder_.CreateICmpEQ(next_low, next_high);
      blocks_[axis] = {
          builder_.CreateSelect(in_one, builder_.CreateURem(low, extent), builder_.getInt64(0)),
          builder_.CreateSelect(in_one, builder_.CreateURem(high, extent),
                                builder_.CreateSub(extent, builder_.getInt64(1)))};
      low = next_low;
      high = next_high;
    }
  }

  /// Of an integer.
  std::optional<Bounds> of(Value& value, unsigned depth = kDeepest) {
    if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64 || depth == 0)
      return {};
    if (const auto found = known_.find(&value); found != known_.end()) return found->second;
    const auto bounds = compute(value, depth);
    known_[&value] = bounds;
    return bounds;
  }

  /// `bounds` moved by `factor` times what `index` may be.
  Bounds moved(const Bounds& bounds, const Bounds& index, Value* factor) {
    return sum(bounds, product(index, {factor, factor}));
  }

  /// A pointer that is the same for the launch; null: it is none.
  Value* pointer(Value& value) {
    if (auto* const argument = dyn_cast<Argument>(&value)) {
      const unsigned number = argument->getArgNo();
      const bool is_value =
          number >= kFirstParameter && !kernel_.parameter_is_memory[number - kFirstParameter];
      return is_value ? arguments_[number] : nullptr;
    }
    return loaded_parameter(value);
  }

 private:
  Value* wide(Value* value) { return builder_.CreateSExtOrTrunc(value, builder_.getInt64Ty()); }
  void require(Value* condition) { holds_ = builder_.CreateAnd(holds_, condition); }
  Value* least(Value* one, Value* other) {
    return builder_.CreateBinaryIntrinsic(Intrinsic::smin, one, other);
  }
  Value* greatest(Value* one, Value* other) {
    return builder_.CreateBinaryIntrinsic(Intrinsic::smax, one, other);
  }
  void require_not_negative(const Bounds& bounds) {
    require(builder_.CreateICmpSGE(bounds.low, builder_.getInt64(0)));
  }

  /// A member of a structure that is a parameter; null: it is none.
  Value* loaded_parameter(Value& value) {
    auto* const load = dyn_cast<LoadInst>(&value);
    if (load == nullptr || !load->isSimple()) return nullptr;
    APInt offset(64, 0);
    const Value* const base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
        load->getDataLayout(), offset, true);
    const auto* const argument = dyn_cast<Argument>(base);
    if (argument == nullptr || argument->getArgNo() < kFirstParameter ||
        !kernel_.parameter_is_memory[argument->getArgNo() - kFirstParameter])
      return nullptr;
    Value* const address = builder_.CreatePtrAdd(arguments_[argument->getArgNo()],
                                                 builder_.getInt64(offset.getZExtValue()));
    return builder_.CreateAlignedLoad(load->getType(), address, Align(1));
  }

  std::optional<Bounds> of_argument(const Argument& argument) {
    const unsigned number = argument.getArgNo();
    if (number >= kBlockX && number <= kBlockZ) return blocks_[number - kBlockX];
    const auto below = [&](BodyArg extent) {
      return Bounds{builder_.getInt64(0),
                    builder_.CreateSub(wide(arguments_[extent]), builder_.getInt64(1))};
    };
    if (number >= kThreadX && number <= kThreadZ)
      return below(static_cast<BodyArg>(kExtentX + (number - kThreadX)));
    if (number == kLinear) return below(kThreads);
    return {};
  }

  std::optional<Bounds> compute(Value& value, unsigned depth) {
    if (is_same_for_grid(value)) {
      Value* const number = wide(evaluated(builder_, &value, arguments_));
      return Bounds{number, number};
    }
    if (const auto* const argument = dyn_cast<Argument>(&value)) return of_argument(*argument);
    if (Value* const loaded = loaded_parameter(value)) return Bounds{wide(loaded), wide(loaded)};
    auto* const instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr) return {};
    if (auto* const cast = dyn_cast<CastInst>(instruction)) return of_cast(*cast, depth);
    if (auto* const operation = dyn_cast<BinaryOperator>(instruction))
      return of_operation(*operation, depth);
    if (auto* const choice = dyn_cast<SelectInst>(instruction))
      return of_either(*choice->getTrueValue(), *choice->getFalseValue(), depth);
    if (auto* const call = dyn_cast<MinMaxIntrinsic>(instruction)) return of_extreme(*call, depth);
    return {};
  }

  std::optional<Bounds> of_either(Value& one, Value& other, unsigned depth) {
    const auto left = of(one, depth - 1), right = of(other, depth - 1);
    if (!left || !right) return {};
    return Bounds{least(left->low, right->low), greatest(left->high, right->high)};
  }

  std::optional<Bounds> of_extreme(MinMaxIntrinsic& call, unsigned depth) {
    const auto left = of(*call.getLHS(), depth - 1), right = of(*call.getRHS(), depth - 1);
    if (!left || !right) return {};
    if (!call.isSigned()) {
      require_not_negative(*left);
      require_not_negative(*right);
    }
    const bool is_least =
        call.getIntrinsicID() == Intrinsic::smin || call.getIntrinsicID() == Intrinsic::umin;
    const auto extreme = [&](Value* one, Value* second) {
      return is_least ? least(one, second) : greatest(one, second);
    };
    return Bounds{extreme(left->low, right->low), extreme(left->high, right->high)};
  }

  std::optional<Bounds> of_cast(CastInst& cast, unsigned depth) {
    const auto bounds = of(*cast.getOperand(0), depth - 1);
    if (!bounds) return {};
    switch (cast.getOpcode()) {
      case Instruction::SExt:
        return bounds;
      case Instruction::ZExt:
        require_not_negative(*bounds);
        return bounds;
      case Instruction::Trunc:
        require_fits(*bounds, cast.getType()->getIntegerBitWidth());
        return bounds;
      default:
        return {};
    }
  }

  void require_fits(const Bounds& bounds, unsigned bits) {
    if (bits >= 64) return;
    const std::int64_t most = (std::int64_t{1} << (bits - 1)) - 1;
    require(builder_.CreateICmpSGE(bounds.low,
                                   builder_.getInt64(static_cast<std::uint64_t>(-most - 1))));
    require(
        builder_.CreateICmpSLE(bounds.high, builder_.getInt64(static_cast<std::uint64_t>(most))));
  }

  /// The same in 64 bits, where it must not wrap.
  Value* exact(Intrinsic::ID operation, Value* left, Value* right) {
    Value* const both = builder_.CreateBinaryIntrinsic(operation, left, right);
    require(builder_.CreateNot(builder_.CreateExtractValue(both, 1)));
    return builder_.CreateExtractValue(both, 0);
  }
  Bounds sum(const Bounds& left, const Bounds& right) {
    return {exact(Intrinsic::sadd_with_overflow, left.low, right.low),
            exact(Intrinsic::sadd_with_overflow, left.high, right.high)};
  }
  Bounds product(const Bounds& left, const Bounds& right) {
    const auto times = [&](Value* one, Value* other) {
      return exact(Intrinsic::smul_with_overflow, one, other);
    };
    if (left.low == left.high && right.low == right.high) {
      Value* const number = times(left.low, right.low);
      return {number, number};
    }
    if (left.low == left.high) return product(right, left);
    if (right.low == right.high) {
      Value* const one = times(left.low, right.low);
      Value* const other = times(left.high, right.low);
      return {least(one, other), greatest(one, other)};
    }
    Value* const corners[] = {times(left.low, right.low), times(left.low, right.high),
                              times(left.high, right.low), times(left.high, right.high)};
    return {least(least(corners[0], corners[1]), least(corners[2], corners[3])),
            greatest(greatest(corners[0], corners[1]), greatest(corners[2], corners[3]))};
  }

  std::optional<Bounds> of_operation(BinaryOperator& operation, unsigned depth) {
    const auto left = of(*operation.getOperand(0), depth - 1);
    const auto right = of(*operation.getOperand(1), depth - 1);
    if (!left || !right) return {};
    const auto result = of_operation(operation, *left, *right);
    if (result) require_fits(*result, operation.getType()->getIntegerBitWidth());
    return result;
  }

  std::optional<Bounds> of_operation(BinaryOperator& operation, const Bounds& left,
                                     const Bounds& right) {
    const auto* const number = dyn_cast<ConstantInt>(operation.getOperand(1));
    switch (operation.getOpcode()) {
      case Instruction::Or:
        if (!cast<PossiblyDisjointInst>(operation).isDisjoint()) return {};
        [[fallthrough]];
      case Instruction::Add:
        return sum(left, right);
      case Instruction::Sub:
        return Bounds{exact(Intrinsic::ssub_with_overflow, left.low, right.high),
                      exact(Intrinsic::ssub_with_overflow, left.high, right.low)};
      case Instruction::Mul:
        return product(left, right);
      case Instruction::Shl: {
        if (number == nullptr || number->getValue().uge(32)) return {};
        Value* const factor = builder_.getInt64(std::uint64_t{1} << number->getZExtValue());
        return product(left, {factor, factor});
      }
      case Instruction::LShr:
        if (number == nullptr || number->getValue().uge(operation.getType()->getIntegerBitWidth()))
          return {};
        require_not_negative(left);
        return Bounds{builder_.CreateAShr(left.low, number->getZExtValue()),
                      builder_.CreateAShr(left.high, number->getZExtValue())};
      case Instruction::And:
        if (number == nullptr || number->isNegative()) return {};
        require_not_negative(left);
        return Bounds{builder_.getInt64(0),
                      least(left.high, builder_.getInt64(number->getZExtValue()))};
      default:
        return {};
    }
  }

  IRBuilder<>& builder_;
  const KernelState& kernel_;
  BodyArguments& arguments_;
  Value* holds_;
  std::array<Bounds, 3> blocks_{};
  DenseMap<Value*, std::optional<Bounds>> known_;
};

struct Access {
  Value* address;
  std::uint64_t bytes;
  bool writes;
};

/// Whether `instruction` has nothing to do with memory that others see; else what it touches, or nothing where
/// that is not known.
enum class Effect : std::uint8_t { kNone, kAccess, kUnknown };

Effect effect_of(Instruction& instruction, Access& access) {
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
    const Kind kind = kind_of(*call);
    return kind == Kind::kBarrier || kind == Kind::kWarp ? Effect::kNone : Effect::kUnknown;
  }
  return instruction.mayReadOrWriteMemory() ? Effect::kUnknown : Effect::kNone;
}

class SpanMaker {
 public:
  SpanMaker(IRBuilder<>& builder, const KernelState& kernel, Evaluator& evaluator)
      : builder_(builder), kernel_(kernel), evaluator_(evaluator) {}

  bool add_all() {
    for (Instruction& instruction : instructions(*kernel_.body)) {
      Access access{};
      const Effect effect = effect_of(instruction, access);
      if (effect == Effect::kUnknown) return false;
      if (effect == Effect::kAccess && !add(access)) return false;
    }
    return !spans_.empty() && spans_.size() <= abi::kMostSpans;
  }

  void store(Value* list) {
    for (const auto [number, entry] : enumerate(spans_)) {
      const auto& [base, span] = entry.second;
      const std::size_t place = number * sizeof(abi::Span);
      Value* const begin = builder_.CreatePtrToInt(base, builder_.getInt64Ty());
      store_field(builder_, list, place + offsetof(abi::Span, begin),
                  builder_.CreateAdd(begin, span.low));
      store_field(builder_, list, place + offsetof(abi::Span, end),
                  builder_.CreateAdd(begin, span.high));
      store_field(builder_, list, place + offsetof(abi::Span, writes),
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

  bool add(const Access& access) {
    const DataLayout& layout = kernel_.body->getDataLayout();
    Bounds offset{builder_.getInt64(0), builder_.getInt64(0)};
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

  bool add_step(GEPOperator& step, const DataLayout& layout, Bounds& offset) {
    SmallMapVector<Value*, APInt, 4> indices;
    APInt constant(64, 0);
    if (!step.getType()->isPointerTy() || !step.collectOffset(layout, 64, indices, constant))
      return false;
    const auto shift = [&](const Bounds& bounds, std::int64_t factor) {
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

  bool note(Value* key, Value* base, const Bounds& offset, std::uint64_t bytes, bool writes) {
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
  Evaluator& evaluator_;
  MapVector<Value*, std::pair<Value*, Span>> spans_;
};

}  // namespace

Function* make_touched_spans(Module& module, const KernelState& kernel) {
  LLVMContext& context = module.getContext();
  Type* const pointer = PointerType::getUnqual(context);
  Type* const i64 = Type::getInt64Ty(context);
  auto* const type =
      FunctionType::get(Type::getInt32Ty(context), {pointer, i64, i64, pointer}, false);
  Function* const made =
      Function::Create(type, GlobalValue::InternalLinkage, kernel.name + ".spans", &module);
  made->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", made));
  BodyArguments arguments(kFirstParameter + kernel.parameters.size(), nullptr);
  arguments[kLaunch] = made->getArg(0);
  load_extents(builder, shape_of(*kernel.body), arguments);
  load_parameters(builder, kernel, arguments);
  Evaluator evaluator(builder, kernel, arguments);
  evaluator.set_blocks(made->getArg(1), made->getArg(2));
  SpanMaker spans(builder, kernel, evaluator);
  if (!spans.add_all()) {
    made->eraseFromParent();
    return nullptr;
  }
  spans.store(made->getArg(3));
  builder.CreateRet(builder.CreateSelect(evaluator.holds(), builder.getInt32(spans.count()),
                                         builder.getInt32(0)));
  return made;
}

}  // namespace riffle::spmd
