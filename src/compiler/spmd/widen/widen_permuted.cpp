// SPDX-License-Identifier: Apache-2.0
// Accesses at indices that permute the lanes of a packet: butterflies and sorting networks, whose steps are
// numbers u that all threads share.
//
//   t ^ u              lane i's partner is lane i ^ u of a packet
//   2 * t - (t & u)    u = 2^k - 1: a zero is put in front of t's low k bits
//
// Where u leaves the low bits as they are, an access is as if they were not there; else, with AVX-512,
// each register's worth of lanes reads a window of memory, of one register or of two that are aligned, whose
// elements a permutation brings to the lanes; stores go the other way, under masks of what the lanes write.
//
//   (t + n) & 31       32 lanes read 32 elements in a ring: one access, which is turned
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMostRegisters = 4;  ///< among which permute_registers moves elements

Value* shared_operand(const BinaryOperator& operation, const LaneShape& left) {
  return operation.getOperand(left.is_uniform() ? 0 : 1);
}

}  // namespace

void Widener::emit_permutation(BinaryOperator& operation) {
  const bool is_xor = operation.getOpcode() == Instruction::Xor;
  const std::uint64_t all = lanes_ - 1;
  emit_vector(operation);
  Value* number =
      builder_.CreateFreeze(scalar(shared_operand(operation, shape(operation.getOperand(0)))));
  Value* low = builder_.CreateZExtOrTrunc(number, builder_.getInt64Ty());
  low = builder_.CreateAnd(low, all, "low");
  Value* kept = builder_.CreateICmpEQ(low, builder_.getInt64(is_xor ? 0 : all), "kept");
  firsts_[&operation] =
      builder_.Insert(copy_of_lane_zero(operation), operation.getName() + ".first");
  guards_[&operation] = kept;
  Value* ordered = nullptr;
  if (!is_xor) {
    Value* next = builder_.CreateAdd(low, builder_.getInt64(1));
    ordered = builder_.CreateIsNull(builder_.CreateAnd(low, next), "all.ones");
  }
  restarts_[&operation] = {ordered, low, nullptr};
}

/// Of what is linear but for a permutation: the lanes' distances from lane 0, which are the same in each packet that the
/// permutation has the same low bits in. Null for anything else.
Value* Widener::distances_of(const Instruction& sum) {
  const LaneShape form = shape(&sum);
  const BinaryOperator* permutation = form.restart;
  const bool is_sum = sum.getOpcode() == Instruction::Add || sum.getOpcode() == Instruction::Sub;
  if (!is_sum || permutation == nullptr || !is_permutation(*permutation, lanes_) ||
      any_of(form.guards,
             [&](const Instruction* guard) { return guard != nullptr && guard != permutation; }))
    return nullptr;
  const auto restart = restarts_.find(permutation);
  if (restart == restarts_.end() || isa<Constant>(restart->second.size)) return nullptr;
  Type* type = sum.getType();
  Value* low =
      builder_.CreateVectorSplat(lanes_, builder_.CreateZExtOrTrunc(restart->second.size, type));
  Value* lanes = lane_multiples(type, 1);
  Value* moved = permutation->getOpcode() == Instruction::And
                     ? builder_.CreateAnd(lanes, low)
                     : builder_.CreateSub(builder_.CreateXor(lanes, low), low);
  moved = builder_.CreateMul(moved, ConstantInt::getSigned(moved->getType(), form.restart_scale));
  return builder_.CreateAdd(moved, lane_multiples(type, form.stride - form.restart_scale),
                            "distances");
}

Value* Widener::permuted_line(const Instruction& sum) {
  Value* distances = distances_of(sum);
  if (distances == nullptr) return nullptr;
  return builder_.CreateAdd(builder_.CreateVectorSplat(lanes_, firsts_.lookup(&sum)), distances);
}

/// `(x & u) == 0` of such a sum x, where the distances only fill zeros of lane 0's value: no lane has a bit of u that it or its
/// distance does not have.
///
///   %one = (first & u) == 0; %each = (distances & u) == 0          the latter is the same in each packet
Value* Widener::emit_bit_question(ICmpInst& question) {
  const auto* bits = dyn_cast<BinaryOperator>(question.getOperand(0));
  const auto* zero = dyn_cast<ConstantInt>(question.getOperand(1));
  if (!question.isEquality() || zero == nullptr || !zero->isZero() || bits == nullptr ||
      bits->getOpcode() != Instruction::And || lanes_ > 64 || mask_cost_ == Masks::kDear)
    return nullptr;
  const unsigned shared = shape(bits->getOperand(0)).is_uniform() ? 0 : 1;
  const auto* sum = dyn_cast<Instruction>(bits->getOperand(1 - shared));
  if (sum == nullptr || !shape(bits->getOperand(shared)).is_uniform()) return nullptr;
  const LaneShape form = shape(sum);
  const std::int64_t most = std::max(form.stride, form.stride - form.restart_scale);
  if (form.restart == nullptr || form.restart->getOpcode() != Instruction::And ||
      std::min(form.stride, form.stride - form.restart_scale) < 0 ||
      most * static_cast<std::int64_t>(lanes_ - 1) >= std::int64_t{1} << form.alignment)
    return nullptr;
  Value* distances = distances_of(*sum);
  if (distances == nullptr) return nullptr;
  Value* number = scalar(bits->getOperand(shared));
  Value* one = builder_.CreateIsNull(builder_.CreateAnd(firsts_.lookup(sum), number));
  Value* each = builder_.CreateIsNull(
      builder_.CreateAnd(distances, builder_.CreateVectorSplat(lanes_, number)));
  Value* whole =
      builder_.CreateBitCast(builder_.CreateSExt(one, builder_.getIntNTy(lanes_)), each->getType());
  Value* none = builder_.CreateAnd(whole, each);
  return question.getPredicate() == ICmpInst::ICMP_EQ ? none : builder_.CreateNot(none);
}

bool Widener::can_permute(const Type* type) const {
  const unsigned bits = type->isPointerTy() ? 64 : type->getScalarSizeInBits();
  return mask_cost_ == Masks::kFree && (bits == 32 || bits == 64);
}

/// Without a permutation where there is no code for it.
LaneShape Widener::shape_of_access(const Value* pointer, const Type* type) const {
  LaneShape address = shape(pointer);
  if (address.restart == nullptr || !is_permutation(*address.restart, lanes_)) return address;
  const auto bytes = body_.getDataLayout().getTypeStoreSize(const_cast<Type*>(type));
  if (known_permutation(address) != nullptr &&
      !places_of(address, static_cast<std::int64_t>(bytes.getFixedValue())).empty())
    return address;
  const bool is_xor = address.restart->getOpcode() == Instruction::Xor;
  if (!can_permute(type) || address.restart_scale != (is_xor ? address.stride : -address.stride))
    address.restart = nullptr;
  return address;
}

unsigned Widener::lanes_of_register(unsigned bytes) const {
  return std::min(lanes_, kRegisterBytes / bytes);
}

/// Element i is `indices`[i] of the elements of `low` and, if not null, of `high` after it. The registers have 128, 256
/// or 512 bits: packets of few lanes fill no larger one.
Value* Widener::pick(Value* low, Value* high, Value* indices) {
  constexpr Intrinsic::ID kOfOne[2][3] = {
      {Intrinsic::not_intrinsic, Intrinsic::x86_avx2_permd, Intrinsic::x86_avx512_permvar_si_512},
      {Intrinsic::not_intrinsic, Intrinsic::x86_avx512_permvar_di_256,
       Intrinsic::x86_avx512_permvar_di_512}};
  constexpr Intrinsic::ID kOfTwo[2][3] = {
      {Intrinsic::x86_avx512_vpermi2var_d_128, Intrinsic::x86_avx512_vpermi2var_d_256,
       Intrinsic::x86_avx512_vpermi2var_d_512},
      {Intrinsic::x86_avx512_vpermi2var_q_128, Intrinsic::x86_avx512_vpermi2var_q_256,
       Intrinsic::x86_avx512_vpermi2var_q_512}};
  const auto* type = cast<FixedVectorType>(low->getType());
  const unsigned bits = type->getScalarSizeInBits() * type->getNumElements();
  const unsigned is_long = type->getScalarSizeInBits() == 64 ? 1 : 0;
  assert((bits == 128 || bits == 256 || bits == 512) && indices->getType() == type);
  const unsigned size = Log2_32(bits / 128);
  if (high == nullptr && kOfOne[is_long][size] != Intrinsic::not_intrinsic)
    return builder_.CreateIntrinsic(kOfOne[is_long][size], {low, indices});
  return builder_.CreateIntrinsic(kOfTwo[is_long][size],
                                  {low, indices, high == nullptr ? low : high});
}

Value* Widener::part(Value* lanes, unsigned first, unsigned count) {
  SmallVector<int, 16> picked;
  for (unsigned i = 0; i < count; ++i) picked.push_back(static_cast<int>(first + i));
  return builder_.CreateShuffleVector(lanes, picked);
}

/// How lanes of one register, those from `first`, are at `pointer`; m are the low bits that matter among them.
///
///   j ^ m             lane j reads element j ^ m of one register; element e belongs to lane e ^ m
///   2 * j - (j & m)   lane j reads element offset + 2 * j - (j & m) of two registers. They begin at a multiple of
///                     their size, so that what is loaded next is not what a masked store has just changed a part
///                     of: a processor waits for such a store to come to the cache. Element offset + e belongs to lane
///                     (e & m) | (e >> 1 & ~m), if that lane reads it.
Widener::Permuted Widener::permuted(Value* pointer, unsigned bytes, unsigned first) {
  const BinaryOperator& operation = *shape(pointer).restart;
  const unsigned count = lanes_of_register(bytes);
  Type* element = builder_.getIntNTy(8 * bytes);
  const auto numbers_from = [&](unsigned start) {
    SmallVector<Constant*, 16> numbers;
    for (unsigned i = 0; i < count; ++i) numbers.push_back(ConstantInt::get(element, start + i));
    return ConstantVector::get(numbers);
  };
  const auto splat = [&](Value* number) {
    return builder_.CreateVectorSplat(count, builder_.CreateTrunc(number, element));
  };
  Value* low = restarts_.find(&operation)->second.size;
  Value* m = splat(builder_.CreateAnd(low, count - 1));
  if (operation.getOpcode() == Instruction::Xor) {
    Value* upper = builder_.CreateAnd(low, ~std::uint64_t{count - 1});
    Value* start = builder_.CreateGEP(element, lane_zero(pointer),
                                      builder_.CreateSub(builder_.CreateXor(upper, first), low));
    Value* partner = builder_.CreateXor(numbers_from(0), m);
    return {start, partner, {partner}, {nullptr}, count};
  }
  const auto place = [&](Value* lane) {
    return builder_.CreateSub(builder_.CreateShl(lane, 1), builder_.CreateAnd(lane, m));
  };
  Value* offset = splat(offset_in_windows(pointer, bytes, first));
  Value* start =
      builder_.CreateIntrinsic(Intrinsic::ptrmask, {builder_.getPtrTy(), builder_.getInt64Ty()},
                               {begin_of_lanes(pointer, bytes, first),
                                builder_.getInt64(-2 * std::uint64_t{count} * bytes)});
  Permuted how{start, builder_.CreateAdd(place(numbers_from(0)), offset), {}, {}, count};
  for (unsigned window = 0; window < 2; ++window) {
    Value* numbers = builder_.CreateSub(numbers_from(window * count), offset);
    Value* upper = builder_.CreateAnd(builder_.CreateLShr(numbers, 1), builder_.CreateNot(m));
    Value* lane = builder_.CreateOr(builder_.CreateAnd(numbers, m), upper);
    how.sources.push_back(builder_.CreateAnd(lane, count - 1));
    how.used.push_back(builder_.CreateICmpEQ(place(how.sources.back()), numbers, "used"));
  }
  return how;
}

/// Of `i & m` alone: where the first of a register's lanes is.
Value* Widener::begin_of_lanes(Value* pointer, unsigned bytes, unsigned first) {
  Value* low = restarts_.find(shape(pointer).restart)->second.size;
  Value* elements = builder_.getInt64(std::uint64_t{2} * first);
  // Of two registers the low bits do not reach from one to the other: then they would be all.
  if (lanes_ > 2 * lanes_of_register(bytes))
    elements = builder_.CreateSub(elements, builder_.CreateAnd(low, first));
  return builder_.CreateGEP(builder_.getIntNTy(8 * bytes), lane_zero(pointer), elements);
}

/// The low 8 bits of a number or an address, summed up anew: the optimiser then sees which of its parts have none.
Value* Widener::low_byte(Value* value, unsigned depth) {
  Type* byte = builder_.getInt8Ty();
  const auto inner = [&](Value* part) { return low_byte(part, depth - 1); };
  if (auto* address = dyn_cast<GEPOperator>(value); address != nullptr && depth != 0) {
    SmallMapVector<Value*, APInt, 4> variable;
    APInt constant(64, 0);
    if (address->collectOffset(body_.getDataLayout(), 64, variable, constant)) {
      Value* sum = builder_.CreateAdd(inner(address->getPointerOperand()),
                                      ConstantInt::get(byte, constant.trunc(8)));
      for (const auto& [index, scale] : variable)
        sum = builder_.CreateAdd(
            sum, builder_.CreateMul(inner(index), ConstantInt::get(byte, scale.trunc(8))));
      return sum;
    }
  }
  const auto* operation = dyn_cast<Instruction>(value);
  if (operation != nullptr && depth != 0) {
    switch (operation->getOpcode()) {
      case Instruction::Add:
        return builder_.CreateAdd(inner(operation->getOperand(0)), inner(operation->getOperand(1)));
      case Instruction::Sub:
        return builder_.CreateSub(inner(operation->getOperand(0)), inner(operation->getOperand(1)));
      case Instruction::SExt:
      case Instruction::ZExt:
      case Instruction::Trunc:
        if (operation->getOperand(0)->getType()->getIntegerBitWidth() < 8) break;
        return inner(operation->getOperand(0));
      default:
        break;
    }
  }
  if (value->getType()->isPointerTy()) return builder_.CreatePtrToInt(value, byte);
  return builder_.CreateZExtOrTrunc(value, byte);
}

/// In elements.
Value* Widener::offset_in_windows(Value* pointer, unsigned bytes, unsigned first) {
  const unsigned count = lanes_of_register(bytes);
  if (lanes_ <= 2 * count) first = 0;  // a number of windows further: the same
  Value* begin = low_byte(begin_of_lanes(pointer, bytes, first));
  Value* in_windows = builder_.CreateAnd(begin, std::uint64_t{2} * count * bytes - 1);
  return builder_.CreateZExt(builder_.CreateLShr(in_windows, std::uint64_t{Log2_32(bytes)}),
                             builder_.getInt64Ty(), "offset");
}

/// Whether each register's lanes of `i & m` are in two registers that begin at a multiple of their size, an i1; null:
/// no question. The last lane's place is offset + 2 * (count - 1) - m.
Value* Widener::fits_windows(Value* pointer, const Type* type, Align alignment) {
  const BinaryOperator& operation = *shape(pointer).restart;
  if (operation.getOpcode() == Instruction::Xor) return nullptr;
  const unsigned bytes = type->isPointerTy() ? 8 : type->getScalarSizeInBits() / 8;
  if (alignment < Align(bytes)) return builder_.getFalse();
  const unsigned count = lanes_of_register(bytes);
  Value* low = restarts_.find(&operation)->second.size;
  Value* most = builder_.CreateAdd(builder_.CreateAnd(low, count - 1), builder_.getInt64(1));
  Value* fit = nullptr;
  for (unsigned first = 0; first < lanes_; first += count) {
    Value* one = builder_.CreateICmpULE(offset_in_windows(pointer, bytes, first), most, "fits");
    fit = fit == nullptr ? one : builder_.CreateAnd(fit, one);
    if (lanes_ <= 2 * count) break;
  }
  return fit;
}

/// Of the register's worth of lanes from `first`. The masks are of elements that lanes which are on use.
SmallVector<Widener::Window, 2> Widener::windows(const Permuted& how, unsigned first) {
  SmallVector<Window, 2> result;
  const std::uint64_t bytes = how.from->getType()->getPrimitiveSizeInBits() / 8;
  for (unsigned i = 0; i < how.sources.size(); ++i) {
    Value* mask = how.used[i];
    if (mask_ != nullptr) {
      Value* on = builder_.CreateSExt(part(mask_, first, how.lanes), how.from->getType());
      on = builder_.CreateIsNotNull(pick(on, nullptr, how.sources[i]), "on");
      mask = mask == nullptr ? on : builder_.CreateAnd(mask, on);
    }
    result.push_back(
        {builder_.CreateConstGEP1_64(builder_.getInt8Ty(), how.start, i * bytes), mask});
  }
  return result;
}

Value* Widener::load_permuted(LoadInst& load) {
  Type* type = widened(load.getType());
  const auto bytes =
      static_cast<unsigned>(body_.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue());
  SmallVector<Value*, 4> parts;
  for (unsigned first = 0; first < lanes_; first += lanes_of_register(bytes)) {
    const Permuted how = permuted(load.getPointerOperand(), bytes, first);
    SmallVector<Value*, 2> loaded;
    for (const auto& [base, mask] : windows(how, first)) {
      // Both of two registers are in the page in which all lanes on have elements.
      Instruction* elements =
          mask_ == nullptr
              ? static_cast<Instruction*>(
                    builder_.CreateAlignedLoad(how.from->getType(), base, load.getAlign()))
              : builder_.CreateMaskedLoad(how.from->getType(), base, load.getAlign(), mask);
      loaded.push_back(elements);
    }
    parts.push_back(pick(loaded[0], loaded.size() == 1 ? nullptr : loaded[1], how.from));
  }
  return builder_.CreateBitOrPointerCast(concatenateVectors(builder_, parts), type);
}

void Widener::store_permuted(StoreInst& store) {
  Type* type = store.getValueOperand()->getType();
  const auto bytes =
      static_cast<unsigned>(body_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  Value* value = builder_.CreateBitOrPointerCast(
      vector(store.getValueOperand()), FixedVectorType::get(builder_.getIntNTy(8 * bytes), lanes_));
  for (unsigned first = 0; first < lanes_; first += lanes_of_register(bytes)) {
    const Permuted how = permuted(store.getPointerOperand(), bytes, first);
    Value* mine = part(value, first, how.lanes);
    const SmallVector<Window, 2> places = windows(how, first);
    for (unsigned i = 0; i < places.size(); ++i) {
      Value* moved = pick(mine, nullptr, how.sources[i]);
      if (places[i].mask == nullptr) {
        builder_.CreateAlignedStore(moved, places[i].base, store.getAlign());
      } else {
        builder_.CreateMaskedStore(moved, places[i].base, store.getAlign(), places[i].mask);
      }
    }
  }
}

/// Whether the lanes, all on, are at all places of a ring that has as many as there are lanes.
bool Widener::rotates(const Value* pointer, const Type* type) const {
  const LaneShape address = shape(pointer);
  if (mask_ != nullptr || address.restart->getOpcode() != Instruction::And) return false;
  if (lanes_ * static_cast<unsigned>(address.stride) > kMostRegisters * kRegisterBytes)
    return false;
  const auto* mask = dyn_cast<ConstantInt>(address.restart->getOperand(1));
  return mask != nullptr && mask->equalsInt(lanes_ - 1) && can_permute(type) &&
         address.restart_scale == address.stride;
}

Value* Widener::load_rotated(LoadInst& load) {
  Type* type = load.getType();
  Value* first = firsts_.lookup(shape(load.getPointerOperand()).restart);
  Value* start = builder_.CreateGEP(
      type, lane_zero(load.getPointerOperand()),
      builder_.CreateNeg(builder_.CreateZExtOrTrunc(first, builder_.getInt64Ty())));
  Value* ring = builder_.CreateAlignedLoad(widened(type), start, load.getAlign());
  Value* number = builder_.CreateZExtOrTrunc(first, builder_.getInt32Ty());
  Value* places = builder_.CreateAdd(builder_.CreateVectorSplat(lanes_, number), lane_numbers());
  return permute_registers(ring, builder_.CreateAnd(places, lanes_ - 1));
}

void Widener::store_rotated(StoreInst& store) {
  Type* type = store.getValueOperand()->getType();
  Value* first = firsts_.lookup(shape(store.getPointerOperand()).restart);
  Value* start = builder_.CreateGEP(
      type, lane_zero(store.getPointerOperand()),
      builder_.CreateNeg(builder_.CreateZExtOrTrunc(first, builder_.getInt64Ty())));
  Value* number = builder_.CreateZExtOrTrunc(first, builder_.getInt32Ty());
  Value* lanes = builder_.CreateSub(lane_numbers(), builder_.CreateVectorSplat(lanes_, number));
  Value* ring =
      permute_registers(vector(store.getValueOperand()), builder_.CreateAnd(lanes, lanes_ - 1));
  builder_.CreateAlignedStore(ring, start, store.getAlign());
}

/// Lane i gets the element sources[i], which is a lane's number, of `value`.
Value* Widener::permute_registers(Value* value, Value* sources) {
  Type* type = value->getType();
  const unsigned bits = static_cast<unsigned>(
      body_.getDataLayout().getTypeSizeInBits(type->getScalarType()).getFixedValue());
  Type* element = builder_.getIntNTy(bits == 64 ? 64 : 32);
  value = builder_.CreateBitOrPointerCast(value,
                                          FixedVectorType::get(builder_.getIntNTy(bits), lanes_));
  value = builder_.CreateZExt(value, FixedVectorType::get(element, lanes_));
  sources = builder_.CreateZExt(sources, value->getType());
  const unsigned count = lanes_of_register(element->getIntegerBitWidth() / 8);
  SmallVector<Value*, 4> registers, results;
  for (unsigned first = 0; first < lanes_; first += count)
    registers.push_back(part(value, first, count));
  for (unsigned first = 0; first < lanes_; first += count) {
    Value* indices = part(sources, first, count);
    Value* result = pick(registers[0], registers.size() == 1 ? nullptr : registers[1], indices);
    if (registers.size() > 2) {
      Value* upper = builder_.CreateAnd(indices, std::uint64_t{2} * count);
      result = builder_.CreateSelect(builder_.CreateIsNotNull(upper),
                                     pick(registers[2], registers[3], indices), result);
    }
    results.push_back(result);
  }
  Value* result = concatenateVectors(builder_, results);
  result = builder_.CreateTrunc(result, FixedVectorType::get(builder_.getIntNTy(bits), lanes_));
  return builder_.CreateBitOrPointerCast(result, type);
}

}  // namespace riffle::spmd
