// SPDX-License-Identifier: Apache-2.0
// Copies and reductions of many bytes (cp.async.bulk, cp.reduce.async.bulk). Like the other asynchronous copies they are
// done at once; an mbarrier hears of their bytes.
// Source: PTX ISA, "Data movement and conversion instructions: bulk copy".
#include "compiler/ptx/copy_notes.h"
#include "compiler/ptx/instructions.h"
#include "compiler/ptx/mbarrier.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

/// Which way, and who hears of it.
struct CopyDirection {
  StringRef to, from;  ///< spaces
  bool completes_barrier = false;
};

StringRef take_space(Emitter& e) {
  return e.take("global") ? "global" : e.take("shared::cta") ? "shared" : "";
}

CopyDirection take_way(Emitter& e) {
  CopyDirection way;
  const auto& modifiers = e.statement().modifiers;
  // The destination is named first: both may be shared memory.
  const bool to_shared =
      any_of(modifiers, [](StringRef name) { return name == "shared::cluster"; });
  if (to_shared) {
    (void)e.take("shared::cluster");
    way.to = "shared";
    way.from = take_space(e);
  } else if (e.take("bulk_group")) {
    way = {"global", "shared"};
    if (!e.take("global") || !e.take("shared::cta")) e.refuse();
  } else {
    way = {"shared", "global"};
    if (!e.take("global") || !e.take("shared::cta")) e.refuse();
  }
  way.completes_barrier = e.take("mbarrier::complete_tx::bytes");
  if (way.from.empty() || way.completes_barrier != (way.to == "shared")) e.refuse();
  (void)e.take_prefixed("L2::");
  return way;
}

void complete_on_barrier(Emitter& e, const CopyDirection& way, Value* bytes) {
  if (!way.completes_barrier) return;
  PhaseChange change;
  change.complete = bytes;
  Value* barrier = e.pointer(e.operand(3), "shared");
  note_arrival(e, barrier);
  (void)change_phase(e, barrier, change);
}

Value* size_of_copy(Emitter& e) { return e.ir().CreateZExt(e.read(2, 32), e.int_type(64)); }

}  // namespace

void emit_bulk_copy(Emitter& e) {
  if (e.take("commit_group")) return;
  if (e.take("wait_group")) {
    (void)e.take("read");
    return;
  }
  if (e.take("prefetch")) {
    (void)e.take("global");
    (void)e.take_prefixed("L2");
    return;
  }
  const CopyDirection way = take_way(e);
  Value* bytes = size_of_copy(e);
  Value* to = e.pointer(e.operand(0), way.to);
  Value* from = e.pointer(e.operand(1), way.from);
  e.ir().CreateMemCpy(to, Align(16), from, Align(16), bytes);
  if (way.completes_barrier) note_copy(e, to, from, bytes);
  complete_on_barrier(e, way, bytes);
}

void emit_bulk_reduction(Emitter& e) {
  IRBuilder<>& ir = e.ir();
  for (StringRef name : {"async", "bulk"}) {
    if (!e.take(name)) e.refuse();
  }
  const CopyDirection way = take_way(e);
  const StringRef name = e.take_any({"add", "min", "max", "inc", "dec", "and", "or", "xor"});
  (void)e.take("noftz");
  const ScalarType type = e.take_type();
  if (name.empty()) e.refuse();
  Value* to = e.pointer(e.operand(0), way.to);
  Value* from = e.pointer(e.operand(1), way.from);
  Value* bytes = size_of_copy(e);
  const unsigned width = type.width / 8;
  e.repeat(ir.CreateUDiv(bytes, ir.getInt64(width)), [&](Value* index) {
    const auto at = [&](Value* base) {
      return ir.CreateInBoundsGEP(e.int_type(type.width), base, index);
    };
    Value* value = ir.CreateAlignedLoad(e.int_type(type.width), at(from), Align(width));
    (void)update_element(e, at(to), name, type, value, AtomicOrdering::Monotonic);
  });
  complete_on_barrier(e, way, bytes);
}

}  // namespace riffle::ptx
