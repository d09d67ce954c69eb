// SPDX-License-Identifier: Apache-2.0
// Exchange between lanes, barriers of warp and block, sleeping and ending.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "compiler/ptx/instructions.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

void shuffle(Emitter& e) {
  if (!e.take("sync")) e.refuse("is not supported without .sync");
  const StringRef mode = e.take_any({"idx", "up", "down", "bfly"});
  e.take_type();
  const Operand& to = e.operand(0);
  const bool with_predicate = to.kind == Operand::Kind::kPair;
  const auto id = [&](Intrinsic::ID plain, Intrinsic::ID pair) {
    return with_predicate ? pair : plain;
  };
  const Intrinsic::ID intrinsic =
      mode == "idx"  ? id(Intrinsic::nvvm_shfl_sync_idx_i32, Intrinsic::nvvm_shfl_sync_idx_i32p)
      : mode == "up" ? id(Intrinsic::nvvm_shfl_sync_up_i32, Intrinsic::nvvm_shfl_sync_up_i32p)
      : mode == "down"
          ? id(Intrinsic::nvvm_shfl_sync_down_i32, Intrinsic::nvvm_shfl_sync_down_i32p)
          : id(Intrinsic::nvvm_shfl_sync_bfly_i32, Intrinsic::nvvm_shfl_sync_bfly_i32p);
  Value* result = e.call(intrinsic, {e.read(4, 32), e.read(1, 32), e.read(2, 32), e.read(3, 32)});
  if (!with_predicate) return e.write(to, result);
  e.write(to.parts[0], e.ir().CreateExtractValue(result, 0));
  e.write(to.parts[1], e.ir().CreateExtractValue(result, 1));
}

void vote(Emitter& e) {
  if (!e.take("sync")) e.refuse("is not supported without .sync");
  const StringRef mode = e.take_any({"all", "any", "uni", "ballot"});
  e.take_type();
  const Intrinsic::ID id = mode == "all"   ? Intrinsic::nvvm_vote_all_sync
                           : mode == "any" ? Intrinsic::nvvm_vote_any_sync
                           : mode == "uni" ? Intrinsic::nvvm_vote_uni_sync
                                           : Intrinsic::nvvm_vote_ballot_sync;
  e.write(0, e.call(id, {e.read(2, 32), e.read_predicate(e.operand(1))}));
}

void match(Emitter& e) {
  const bool all = e.take_any({"any", "all"}) == "all";
  if (!e.take("sync")) e.refuse();
  const ScalarType type = e.take_type();
  const bool wide = type.width == 64;
  const Operand& to = e.operand(0);
  const Intrinsic::ID id =
      all ? (wide ? Intrinsic::nvvm_match_all_sync_i64p : Intrinsic::nvvm_match_all_sync_i32p)
          : (wide ? Intrinsic::nvvm_match_any_sync_i64 : Intrinsic::nvvm_match_any_sync_i32);
  Value* result = e.call(id, {e.read(2, 32), e.read(1, type.width)});
  if (!all) return e.write(to, result);
  const bool pair = to.kind == Operand::Kind::kPair;
  e.write(pair ? to.parts[0] : to, e.ir().CreateExtractValue(result, 0));
  if (pair) e.write(to.parts[1], e.ir().CreateExtractValue(result, 1));
}

void reduce(Emitter& e) {
  if (!e.take("sync")) e.refuse();
  const StringRef name = e.take_any({"add", "min", "max", "and", "or", "xor"});
  const ScalarType type = e.take_type();
  if (type.is_float() || type.width != 32) e.refuse();
  const bool is_signed = type.is_signed();
  const Intrinsic::ID id =
      StringSwitch<Intrinsic::ID>(name)
          .Case("add", Intrinsic::nvvm_redux_sync_add)
          .Case("min", is_signed ? Intrinsic::nvvm_redux_sync_min : Intrinsic::nvvm_redux_sync_umin)
          .Case("max", is_signed ? Intrinsic::nvvm_redux_sync_max : Intrinsic::nvvm_redux_sync_umax)
          .Case("and", Intrinsic::nvvm_redux_sync_and)
          .Case("or", Intrinsic::nvvm_redux_sync_or)
          .Default(Intrinsic::nvvm_redux_sync_xor);
  e.write(0, e.call(id, {e.read(1, 32), e.read(2, 32)}));
}

/// elect.sync: the lowest lane of the mask.
void elect(Emitter& e) {
  if (!e.take("sync")) e.refuse();
  Value* mask = e.read(1, 32);
  e.call(Intrinsic::nvvm_bar_warp_sync, {mask});
  Value* leader = e.ir().CreateBinaryIntrinsic(Intrinsic::cttz, mask, e.ir().getFalse());
  Value* lane = e.call(Intrinsic::nvvm_read_ptx_sreg_laneid);
  const Operand& to = e.operand(0);
  if (to.kind != Operand::Kind::kPair) e.refuse();
  e.write(to.parts[0], leader);
  e.write(to.parts[1], e.ir().CreateICmpEQ(lane, leader));
}

/// barrier.cluster: a block is a cluster of its own, whose threads meet at the wait.
void barrier_of_cluster(Emitter& e) {
  const bool arrives = e.take("arrive");
  if (!arrives && !e.take("wait")) e.refuse();
  const StringRef order = e.take_any({"release", "relaxed", "acquire"});
  (void)e.take("aligned");
  if (!arrives) {
    e.call(Intrinsic::nvvm_barrier_cta_sync_all, {e.ir().getInt32(0)});
  } else if (order != "relaxed") {
    e.ir().CreateFence(AtomicOrdering::SequentiallyConsistent);
  }
}

/// mapa: shared memory of the one block of the cluster is where this block has it.
void map_shared(Emitter& e) {
  (void)e.take("shared::cluster");
  const ScalarType type = e.take_type();
  e.write(0, e.read(1, type.width));
}

/// getctarank: the one rank that there is.
void rank_of_shared(Emitter& e) {
  (void)e.take("shared::cluster");
  (void)e.take_type();
  e.write(0, e.ir().getInt32(0));
}

/// bar, barrier: sync, arrive and red, of the block or of a number of threads; bar.warp.sync.
void barrier(Emitter& e) {
  if (e.take("warp")) {
    if (!e.take("sync")) e.refuse();
    e.call(Intrinsic::nvvm_bar_warp_sync, {e.read(0, 32)});
    return;
  }
  if (e.take("cluster")) return barrier_of_cluster(e);
  (void)e.take("cta");
  (void)e.take("aligned");
  if (e.take("sync")) {
    if (e.operand_count() == 1) {
      e.call(Intrinsic::nvvm_barrier_cta_sync_all, {e.read(0, 32)});
    } else {
      e.call(Intrinsic::nvvm_barrier_cta_sync_count, {e.read(0, 32), e.read(1, 32)});
    }
    return;
  }
  if (e.take("arrive")) {
    e.call(Intrinsic::nvvm_barrier_cta_arrive_count, {e.read(0, 32), e.read(1, 32)});
    return;
  }
  if (!e.take("red")) e.refuse();
  const StringRef name = e.take_any({"popc", "and", "or"});
  (void)e.take_any({"u32", "pred"});
  const bool counted = e.operand_count() == 4;
  Value* predicate = e.read_predicate(e.operand(counted ? 3 : 2));
  const auto id = [&](Intrinsic::ID all, Intrinsic::ID count) { return counted ? count : all; };
  const Intrinsic::ID intrinsic =
      name == "popc"
          ? id(Intrinsic::nvvm_barrier_cta_red_popc_all, Intrinsic::nvvm_barrier_cta_red_popc_count)
      : name == "and"
          ? id(Intrinsic::nvvm_barrier_cta_red_and_all, Intrinsic::nvvm_barrier_cta_red_and_count)
          : id(Intrinsic::nvvm_barrier_cta_red_or_all, Intrinsic::nvvm_barrier_cta_red_or_count);
  SmallVector<Value*, 3> arguments = {e.read(1, 32)};
  if (counted) arguments.push_back(e.read(2, 32));
  arguments.push_back(predicate);
  e.write(0, e.call(intrinsic, arguments));
}

void jump(Emitter& e) {
  (void)e.take("uni");
  const Operand& to = e.operand(0);
  if (to.kind != Operand::Kind::kName) e.refuse();
  e.branch(to.name, nullptr);
}

void jump_by_index(Emitter& e) {
  (void)e.take("uni");
  if (!e.take("idx")) e.refuse();
  e.branch_to_one_of(e.operand(1).name, e.read(0, 32));
}

void sleep(Emitter& e) {
  e.take_type();
  e.call(Intrinsic::nvvm_nanosleep, {e.read(0, 32)});
}

constexpr Opcode kOpcodes[] = {
    {"shfl", shuffle},
    {"vote", vote},
    {"match", match},
    {"redux", reduce},
    {"elect", elect},
    {"activemask",
     [](Emitter& e) {
       e.take_type();
       e.write(0, e.call(Intrinsic::nvvm_activemask));
     }},
    {"bar", barrier},
    {"barrier", barrier},
    {"mapa", map_shared},
    {"getctarank", rank_of_shared},
    {"bra", jump},
    {"brx", jump_by_index},
    {"ret",
     [](Emitter& e) {
       (void)e.take("uni");
       if (!e.in_module()) e.refuse();
       e.branch(Emitter::kReturn, nullptr);
     }},
    {"nanosleep", sleep},
    {"exit", [](Emitter& e) { e.call(Intrinsic::nvvm_exit); }},
    {"trap", [](Emitter& e) { e.call(Intrinsic::trap); }},
    {"brkpt", [](Emitter& e) { e.call(Intrinsic::trap); }},
    // Launches overlap by other means, registers are the compiler's business.
    {"griddepcontrol", [](Emitter& e) { (void)e.take_any({"wait", "launch_dependents"}); }},
    {"setmaxnreg",
     [](Emitter& e) {
       for (StringRef name : {"inc", "dec", "sync", "aligned", "u32"}) (void)e.take(name);
     }},
    {"pmevent", [](Emitter& e) { (void)e.take("mask"); }},
};

}  // namespace

ArrayRef<Opcode> warp_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
