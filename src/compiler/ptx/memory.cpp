// SPDX-License-Identifier: Apache-2.0
// Loads and stores with their hints, address conversions, asynchronous copies. Hints have no meaning on a CPU; copies
// are done at once, which the rules of asynchronous copies allow.
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "compiler/abi/order_flags.h"
#include "compiler/ptx/copy_notes.h"
#include "compiler/ptx/instructions.h"
#include "compiler/ptx/mbarrier.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

StringRef take_space(Emitter& e) {
  if (e.take("shared::cta") || e.take("shared::cluster")) return "shared";
  if (e.take("param::entry") || e.take("param::func") || e.take("param")) {
    if (!e.in_module()) e.refuse("reads parameters, which inline PTX cannot");
    return "param";
  }
  return e.take_any({"global", "shared", "local", "const"});
}

void take_hints(Emitter& e) {
  (void)e.take_any({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
  (void)e.take_any({"nc", "mmio"});
  (void)e.take_prefixed("L1::");
  (void)e.take_prefixed("L2::");
}

/// weak, volatile, relaxed.scope, acquire.scope, release.scope.
struct MemoryOrder {
  bool is_volatile = false;
  AtomicOrdering ordering = AtomicOrdering::NotAtomic;
};
MemoryOrder take_order(Emitter& e) {
  MemoryOrder order;
  (void)e.take("weak");
  order.is_volatile = e.take("volatile");
  const StringRef name = e.take_any({"relaxed", "acquire", "release"});
  if (!name.empty()) {
    (void)e.take_any({"cta", "cluster", "gpu", "sys"});
    order.ordering = name == "relaxed"   ? AtomicOrdering::Monotonic
                     : name == "acquire" ? AtomicOrdering::Acquire
                                         : AtomicOrdering::Release;
  }
  return order;
}

unsigned take_vector(Emitter& e) {
  const StringRef name = e.take_any({"v2", "v4", "v8"});
  unsigned count = 1;
  if (!name.empty()) (void)name.drop_front().getAsInteger(10, count);
  return count;
}

Value* element_address(Emitter& e, Value* base, unsigned index, unsigned bytes) {
  if (index == 0) return base;
  return e.ir().CreateInBoundsGEP(e.ir().getInt8Ty(), base,
                                  e.ir().getInt64(std::uint64_t{index} * bytes));
}

/// A vector is as aligned as it is long; on the machine, too, where its elements become one access.
Align alignment_in_vector(unsigned count, unsigned bytes, unsigned index) {
  return commonAlignment(Align(std::uint64_t{count} * bytes), std::uint64_t{index} * bytes);
}

/// A strong access to a vector of up to 16 bytes is one access, as a GPU does it: programs pass a state and what it
/// guards so (CUB's look-back), though PTX promises it for each element alone.
bool is_one_access(const MemoryOrder& order, unsigned count, unsigned bytes) {
  return order.ordering != AtomicOrdering::NotAtomic && count > 1 && count * bytes <= 16;
}

void load(Emitter& e) {
  const MemoryOrder order = take_order(e);
  const StringRef space = take_space(e);
  take_hints(e);
  const unsigned count = take_vector(e);
  const ScalarType type = e.take_type();
  const unsigned bytes = type.total() / 8;
  Value* base = e.pointer(e.operand(1), space);
  const Operand& to = e.operand(0);
  if (count > 1 && (to.kind != Operand::Kind::kVector || to.parts.size() != count)) e.refuse();
  if (is_one_access(order, count, bytes)) {
    LoadInst* whole = e.ir().CreateAlignedLoad(e.int_type(count * type.total()), base,
                                               Align(count * bytes), order.is_volatile);
    whole->setAtomic(order.ordering);
    for (unsigned i = 0; i < count; ++i)
      e.write(to.parts[i],
              e.ir().CreateTrunc(e.ir().CreateLShr(whole, std::uint64_t{i} * type.total()),
                                 e.int_type(type.total())),
              type.is_signed());
    return;
  }
  SmallVector<Value*, 8> values;
  for (unsigned i = 0; i < count; ++i) {
    LoadInst* value =
        e.ir().CreateAlignedLoad(e.int_type(type.total()), element_address(e, base, i, bytes),
                                 alignment_in_vector(count, bytes, i), order.is_volatile);
    if (order.ordering != AtomicOrdering::NotAtomic) value->setAtomic(order.ordering);
    values.push_back(value);
  }
  for (unsigned i = 0; i < count; ++i)
    e.write(count == 1 ? to : to.parts[i], values[i], type.is_signed());
}

void store(Emitter& e) {
  const MemoryOrder order = take_order(e);
  const StringRef space = take_space(e);
  take_hints(e);
  const unsigned count = take_vector(e);
  const ScalarType type = e.take_type();
  const unsigned bytes = type.total() / 8;
  Value* base = e.pointer(e.operand(0), space);
  const Operand& from = e.operand(1);
  if (count > 1 && (from.kind != Operand::Kind::kVector || from.parts.size() != count)) e.refuse();
  if (is_one_access(order, count, bytes)) {
    IntegerType* whole_type = e.int_type(count * type.total());
    Value* whole = ConstantInt::get(whole_type, 0);
    for (unsigned i = 0; i < count; ++i) {
      Value* part = e.ir().CreateZExt(e.read(from.parts[i], type.total()), whole_type);
      whole = e.ir().CreateOr(whole, e.ir().CreateShl(part, std::uint64_t{i} * type.total()));
    }
    StoreInst* done =
        e.ir().CreateAlignedStore(whole, base, Align(count * bytes), order.is_volatile);
    done->setAtomic(order.ordering);
    return;
  }
  for (unsigned i = 0; i < count; ++i) {
    Value* value = e.read(count == 1 ? from : from.parts[i], type.total());
    StoreInst* done =
        e.ir().CreateAlignedStore(value, element_address(e, base, i, bytes),
                                  alignment_in_vector(count, bytes, i), order.is_volatile);
    if (order.ordering != AtomicOrdering::NotAtomic) done->setAtomic(order.ordering);
  }
}

/// Prefetches, discards and policies advise a cache.
void advise(Emitter& e) {
  (void)take_space(e);
  for (StringRef name : {"L1", "L2", "uniform", "tensormap"}) (void)e.take(name);
  (void)e.take_prefixed("L2::");
}
void create_policy(Emitter& e) {
  for (const char* name : {"fractional", "range", "global", "cvt", "L2", "b64"}) (void)e.take(name);
  (void)e.take_prefixed("L2::");
  e.write(0, e.ir().getInt64(0));
}

/// Between generic addresses and those of a space.
void convert_address(Emitter& e) {
  const bool to_space = e.take("to");
  const StringRef space = take_space(e);
  const ScalarType type = e.take_type();
  Value* address = e.read(1, 64);
  if (space == "shared") {
    address = to_space ? e.ir().CreateSub(address, e.shared_start())
                       : e.ir().CreateAdd(address, e.shared_start());
  }
  e.write(0, e.ir().CreateZExtOrTrunc(address, e.int_type(type.width)));
}

void is_space(Emitter& e) {
  const StringRef space = take_space(e);
  const Intrinsic::ID id = space == "shared"   ? Intrinsic::nvvm_isspacep_shared
                           : space == "global" ? Intrinsic::nvvm_isspacep_global
                           : space == "local"  ? Intrinsic::nvvm_isspacep_local
                                               : Intrinsic::nvvm_isspacep_const;
  Value* pointer = e.ir().CreateIntToPtr(e.read(1, 64), e.ir().getPtrTy());
  e.write(0, e.call(id, {pointer}));
}

/// cp.async.mbarrier.arrive: the copies are done already. Without .noinc the arrival has been added to those expected,
/// and changes nothing.
void arrive_after_copies(Emitter& e) {
  if (!e.take("arrive")) e.refuse();
  const bool counts = e.take("noinc");
  const StringRef space = e.take("shared::cta") || e.take("shared") ? "shared" : "";
  if (!e.take("b64")) e.refuse();
  Value* pointer = e.pointer(e.operand(0), space);
  note_arrival(e, pointer);
  if (!counts) return;
  PhaseChange change;
  change.arrivals = e.ir().getInt64(1);
  (void)change_phase(e, pointer, change);
}

/// cp.async [to], [from], size, from_size: what the source lacks is zero.
void copy_async(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  if (e.take("reduce")) return emit_bulk_reduction(e);
  if (!e.take("async")) e.refuse();
  if (e.take("bulk")) return emit_bulk_copy(e);
  if (e.take("commit_group")) return note_commit(e);
  if (e.take("wait_all")) return note_await(e, ir.getInt64(abi::kAllCopies));
  if (e.take("wait_group"))
    return note_await(e, ir.getInt64(static_cast<std::uint64_t>(e.constant(e.operand(0)))));
  if (e.take("mbarrier")) return arrive_after_copies(e);
  (void)e.take_any({"ca", "cg"});
  if (!e.take("shared") && !e.take("shared::cta")) e.refuse();
  (void)e.take("global");
  (void)e.take_prefixed("L2::");
  Value* to = e.pointer(e.operand(0), "shared");
  Value* from = e.pointer(e.operand(1), "global");
  const auto bytes = static_cast<unsigned>(e.constant(e.operand(2)));
  if (bytes != 4 && bytes != 8 && bytes != 16) e.refuse("copies 4, 8 or 16 bytes");
  if (e.operand_count() < 4) {
    if (bytes == 16) {
      ir.CreateMemCpy(to, Align(bytes), from, Align(bytes), bytes);
    } else {
      Type* type = e.int_type(bytes * 8);
      ir.CreateAlignedStore(ir.CreateAlignedLoad(type, from, Align(bytes)), to, Align(bytes));
    }
    return note_copy(e, to, from, ir.getInt64(bytes));
  }
  // How much of the source there is, or whether to ignore it.
  Value* given = e.is_predicate(e.operand(3)) ? ir.CreateSelect(e.read_predicate(e.operand(3)),
                                                                ir.getInt32(0), ir.getInt32(bytes))
                                              : e.read(3, 32);
  ir.CreateMemSet(to, ir.getInt8(0), bytes, Align(bytes));
  ir.CreateMemCpy(to, Align(bytes), from, Align(1),
                  ir.CreateBinaryIntrinsic(Intrinsic::umin, given, ir.getInt32(bytes)));
  // How much of the source is read is known only when it runs: nothing is said of it.
  note_copy(e, to, ConstantPointerNull::get(ir.getPtrTy()), ir.getInt64(bytes));
}

constexpr Opcode kOpcodes[] = {
    {"ld", load},
    {"ldu", load},
    {"st", store},
    {"prefetch", advise},
    {"prefetchu", advise},
    {"discard", advise},
    {"applypriority", advise},
    {"createpolicy", create_policy},
    {"cvta", convert_address},
    {"isspacep", is_space},
    {"cp", copy_async},
};

}  // namespace

ArrayRef<Opcode> memory_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
