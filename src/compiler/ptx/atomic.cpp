// SPDX-License-Identifier: Apache-2.0
// atom, red, and fences.
#include <llvm/ADT/StringSwitch.h>

#include "compiler/ptx/instructions.h"
#include "compiler/ptx/rounding.h"
#include "compiler/spmd/order_notes.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// `is_seen`: in system scope, by the host too while the kernel runs.
AtomicOrdering take_order(Emitter& e, bool& is_seen) {
  const AtomicOrdering order =
      StringSwitch<AtomicOrdering>(e.take_any({"relaxed", "acquire", "release", "acq_rel"}))
          .Case("acquire", AtomicOrdering::Acquire)
          .Case("release", AtomicOrdering::Release)
          .Case("acq_rel", AtomicOrdering::AcquireRelease)
          .Default(AtomicOrdering::Monotonic);
  is_seen = e.take_any({"cta", "cluster", "gpu", "sys"}) == "sys";
  return order;
}

AtomicRMWInst::BinOp operation_of(StringRef name, const ScalarType& type) {
  using Op = AtomicRMWInst::BinOp;
  const bool is_signed = type.is_signed();
  return StringSwitch<Op>(name)
      .Case("add", type.is_float() ? Op::FAdd : Op::Add)
      .Case("min", type.is_float() ? Op::FMin
                   : is_signed     ? Op::Min
                                   : Op::UMin)
      .Case("max", type.is_float() ? Op::FMax
                   : is_signed     ? Op::Max
                                   : Op::UMax)
      .Case("and", Op::And)
      .Case("or", Op::Or)
      .Case("xor", Op::Xor)
      .Case("exch", Op::Xchg)
      .Case("inc", Op::UIncWrap)
      .Case("dec", Op::UDecWrap)
      .Default(Op::BAD_BINOP);
}

/// Halves and bfloats, one or two: each by itself, as the hardware promises no more.
Value* add_packed(Emitter& e, Value* pointer, StringRef name, const ScalarType& type, Value* bits,
                  AtomicOrdering order) {
  IRBuilder<>& ir = e.ir();
  if (name != "add") e.refuse();
  const ScalarType element{type.kind, type.width, 1};
  Value* all = ir.getInt(APInt(type.total(), 0));
  for (unsigned i = 0; i < type.count; ++i) {
    const std::uint64_t shift = std::uint64_t{i} * type.width;
    const auto real = [&](Value* part) {
      return widen_to_float(e, ir.CreateBitCast(part, e.float_type(element)));
    };
    Value* at = ir.CreateInBoundsGEP(ir.getInt8Ty(), pointer,
                                     ir.getInt64(std::uint64_t{i} * type.width / 8));
    Value* by = real(ir.CreateTrunc(ir.CreateLShr(bits, shift), e.int_type(type.width)));
    Value* old = e.update_atomically(at, type.width, order, [&](Value* seen) {
      Value* sum = round_to(e, ir.CreateFAdd(real(seen), by), element, {});
      return ir.CreateBitCast(sum, e.int_type(type.width));
    });
    all = ir.CreateOr(all, ir.CreateShl(ir.CreateZExt(old, all->getType()), shift));
  }
  return all;
}

/// Numbers in the text become the type's own bits.
Value* read_bits(Emitter& e, const Operand& operand, const ScalarType& type) {
  if (!type.is_float() || type.width == 16) return e.read(operand, type.total());
  return e.ir().CreateBitCast(e.read_float(operand, type), e.int_type(type.width));
}

void atomic(Emitter& e) {
  const bool returns = e.statement().opcode == "atom";
  const std::size_t first = returns ? 1 : 0;
  (void)e.take("async");
  bool is_seen = false;
  const AtomicOrdering order = take_order(e, is_seen);
  const StringRef space =
      e.take("shared::cta") ? StringRef("shared") : e.take_any({"global", "shared", "local"});
  const StringRef name =
      e.take_any({"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"});
  (void)e.take("noftz");
  (void)e.take_prefixed("L2::");
  const StringRef vector = e.take_any({"v2", "v4", "v8"});
  const ScalarType type = e.take_type();
  const ScalarType element{type.kind, type.width, 1};
  Value* pointer = e.pointer(e.operand(first), space);
  const unsigned bytes = type.width / 8;
  if (name == "cas") {
    Value* expected = e.read(first + 1, type.width);
    Value* wanted = e.read(first + 2, type.width);
    Value* pair = e.ir().CreateAtomicCmpXchg(pointer, expected, wanted, MaybeAlign(bytes), order,
                                             AtomicCmpXchgInst::getStrongestFailureOrdering(order));
    return e.write(0, e.ir().CreateExtractValue(pair, 0));
  }
  if (!vector.empty()) {
    unsigned count = 1;
    (void)vector.drop_front().getAsInteger(10, count);
    if (type.count != 1) e.refuse();
    for (unsigned i = 0; i < count; ++i) {
      Value* at = e.ir().CreateInBoundsGEP(e.ir().getInt8Ty(), pointer,
                                           e.ir().getInt64(std::uint64_t{i} * bytes));
      Value* by = read_bits(e, e.operand(first + 1).parts.at(i), element);
      Value* old = update_element(e, at, name, element, by, order, is_seen);
      if (returns) e.write(e.operand(0).parts.at(i), old);
    }
    return;
  }
  Value* by = read_bits(e, e.operand(first + 1), type);
  Value* old = update_element(e, pointer, name, type, by, order, is_seen);
  if (returns) e.write(0, old, type.is_signed());
}

/// membar.cta, fence.sc.gpu and the rest. Proxies are views of memory that a CPU does not have.
void fence(Emitter& e) {
  (void)e.take_any({"sc", "acq_rel", "acquire", "release"});
  const StringRef scope = e.take_any({"cta", "cluster", "gpu", "sys", "gl"});
  const bool is_of_proxies = e.take("proxy");
  (void)e.take_any({"alias", "async", "async::generic", "tensormap::generic"});
  (void)e.take_any({"global", "shared::cta", "shared::cluster", "mbarrier_init"});
  (void)e.take_prefixed("sync_restrict");
  const bool is_of_block = scope == "cta" || scope == "cluster" || is_of_proxies;
  e.ir().CreateFence(AtomicOrdering::SequentiallyConsistent,
                     is_of_block ? e.ir().getContext().getOrInsertSyncScopeID(spmd::kBlockScope)
                                 : SyncScope::System);
}

constexpr Opcode kOpcodes[] = {
    {"atom", atomic}, {"red", atomic}, {"membar", fence}, {"fence", fence}};

}  // namespace

Value* update_element(Emitter& e, Value* pointer, StringRef name, const ScalarType& type,
                      Value* bits, AtomicOrdering order, bool is_seen) {
  if (type.width == 16 && type.is_float()) return add_packed(e, pointer, name, type, bits, order);
  const AtomicRMWInst::BinOp operation = operation_of(name, type);
  if (operation == AtomicRMWInst::BAD_BINOP) e.refuse();
  Value* value = type.is_float() ? e.ir().CreateBitCast(bits, e.float_type(type)) : bits;
  AtomicRMWInst* old =
      e.ir().CreateAtomicRMW(operation, pointer, value, MaybeAlign(type.width / 8), order);
  old->setVolatile(is_seen);
  return e.ir().CreateBitCast(old, e.int_type(type.width));
}

ArrayRef<Opcode> atomic_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
