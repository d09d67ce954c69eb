// SPDX-License-Identifier: Apache-2.0
// Instruments optimised kernel code: in front of an access stands a note of its bytes.
//
//   %v = load <16 x float>, ptr %p     ->     %slot = slot of %p's page; another page's: call @riffle.note.page
//                                             bits[w] |= -1 << o, bits[w'] |= (-1 >> 1) >> (63 - o)
//                                             sites[w] = sites[w'] = this line
//                                             %v = load <16 x float>, ptr %p
//
// Checked code goes on, in front of the access:
//
//   if ((-1 << o) & ~plain[w] | (-1 >> 1) >> (63 - o) & ~plain[w'] | address & alignment - 1) call @riffle.check.piece
//
// w is the 64 bytes in which the piece begins, w' those in which it ends (often the same: then the second operation adds
// nothing). Behind vectorising and optimising, because what is noted is what is done: a vector is one note, and what the
// optimiser has removed is none.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "compiler/spmd/abi_access.h"
#include "compiler/spmd/instrument/check_accesses.h"
#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/instrument/follow_threads.h"
#include "compiler/spmd/instrument/hoist_notes.h"
#include "compiler/spmd/instrument/merge_notes.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/instrument/note_calls.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

using Form = NotedAccess::Form;

class AccessNoter {
 public:
  AccessNoter(Module& module, ModuleState& state)
      : state_(state), sites_(module), calls_(module, state) {
    if (is_to_check_accesses(module)) checks_.emplace(module, sites_, calls_);
    if (is_to_follow_threads(module)) follows_.emplace(module, sites_, calls_);
  }

  void run(Function& function) {
    // All else runs several threads, and says itself what they do.
    const bool is_one_thread = follows_ && function.hasFnAttribute(kDeviceAttribute);
    auto accesses = noted_accesses(function, checks_.has_value(), is_one_thread);
    table_ = nullptr;
    if (is_one_thread) follows_->waits(function);
    if (follows_)
      lower_follow_calls(
          function, sites_, calls_,
          [&](const Function& run) { return follows_->variables_of(kernel_of(run)); },
          [&] { return table_of(function); });
    if (!checks_) {
      hoist_notes(function, accesses);
      merge_notes(function, accesses, sites_);
    }
    if (accesses.empty()) return;
    (void)table_of(function);
    bits_.emplace(function);
    for (const NotedAccess& access : accesses) {
      if (is_one_thread) follows_->access(access);
      if (!access.is_followed_only) note(access);
    }
  }

  void run_threads(const ModuleState& state) {
    if (!follows_) return;
    for (const KernelState& kernel : state.kernels) follows_->begin(kernel);
  }

 private:
  const KernelState* kernel_of(const Function& run) const {
    for (const KernelState& kernel : state_.kernels)
      if (kernel.run == &run) return &kernel;
    return nullptr;
  }

  /// Asked for once.
  Value* table_of(Function& function) {
    if (table_ != nullptr) return table_;
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    builder.SetCurrentDebugLocation(DebugLoc());
    table_ =
        call_runtime(builder, state_, offsetof(abi::AccessRuntime, table), builder.getPtrTy(), {});
    table_->setName("accesses");
    return table_;
  }

  static Instruction* place_of(const NotedAccess& access) {
    return access.place == nullptr ? access.at : access.place;
  }

  void note(const NotedAccess& access) {
    if (access.object != abi::CheckedObject::kAny) return checks_->bounds(access, table_);
    IRBuilder<> builder(place_of(access));
    Constant* const site = sites_.of(*access.at);
    Value* const kind = builder.getInt32(static_cast<std::uint32_t>(access.kind));
    switch (access.form) {
      case Form::kPiece:
        note_piece(access, site);
        break;
      case Form::kRange:
        calls_.emit(builder, "riffle.note.range", offsetof(abi::AccessRuntime, note_range),
                    {table_, builder.CreatePtrToInt(access.address, builder.getInt64Ty()),
                     builder.CreateZExtOrTrunc(access.length, builder.getInt64Ty()), kind, site});
        break;
      case Form::kLanes:
        if (checks_) return checks_->lanes(access, table_);  // it notes, too
        note_lanes(builder, access, kind, site);
        break;
    }
  }

  void note_lanes(IRBuilder<>& builder, const NotedAccess& access, Value* kind, Constant* site) {
    const auto [addresses, mask] = put_lanes(builder, access);
    calls_.emit(builder, "riffle.note.lanes", offsetof(abi::AccessRuntime, note_lanes),
                {table_, addresses, mask, builder.getInt64(access.bytes), kind, site});
  }

  void note_piece(const NotedAccess& access, Constant* site) {
    Instruction* before = place_of(access);
    IRBuilder<> builder(before);
    const NotedBits::Words words = bits_->of(builder, access);
    if (access.mask != nullptr) {
      // With no lane on, the address may be anything.
      Value* any = words[0];
      for (Value* word : drop_begin(words)) any = builder.CreateOr(any, word);
      before = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(any), before, false);
    }
    builder.SetInsertPoint(before);
    Value* const address = builder.CreatePtrToInt(access.address, builder.getInt64Ty(), "noted");
    Value* const bits = page_bits(builder, before, address, access.kind);
    Value* const odd = mark(builder, bits, address, words, access, site);
    if (checks_) checks_->piece(access, table_, before, address, words, odd);
  }

  /// The AccessBits of the page; leaves the builder behind the branch.
  Value* page_bits(IRBuilder<>& builder, Instruction* before, Value* address,
                   abi::AccessKind kind) {
    const auto number = static_cast<std::uint64_t>(kind);
    Value* const page = builder.CreateLShr(address, abi::kAccessPageBits);
    Value* const index = builder.CreateShl(builder.CreateAnd(page, abi::kAccessSlots - 1),
                                           Log2_64(sizeof(abi::AccessSlot)));
    Value* const slot = builder.CreateGEP(
        builder.getInt8Ty(),
        field_address(builder, table_, number * sizeof(abi::AccessTable::slots[0])), index);
    Value* const present = load_field(builder, slot, offsetof(abi::AccessSlot, page),
                                      builder.getInt64Ty(), "page", false);
    MDNode* const rare = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
    Instruction* const miss =
        SplitBlockAndInsertIfThen(builder.CreateICmpNE(present, page), before, false, rare);
    builder.SetInsertPoint(miss);
    calls_.emit(builder, "riffle.note.page", offsetof(abi::AccessRuntime, note_page),
                {table_, address, builder.getInt32(static_cast<std::uint32_t>(number))});
    builder.SetInsertPoint(before);
    return load_field(builder, slot, offsetof(abi::AccessSlot, bits), builder.getPtrTy(), "bits",
                      false);
  }

  /// The bits that are not plain; null: not asked.
  Value* set(IRBuilder<>& builder, Value* bits, Value* word, Value* mask, Constant* site) const {
    Type* const type = builder.getInt64Ty();
    Value* const place = builder.CreateGEP(type, bits, word);
    builder.CreateStore(builder.CreateOr(builder.CreateLoad(type, place), mask), place);
    builder.CreateStore(
        site, builder.CreateGEP(
                  type, field_address(builder, bits, offsetof(abi::AccessBits, sites)), word));
    if (!checks_) return nullptr;
    Value* const plain = builder.CreateLoad(
        type, builder.CreateGEP(
                  type, field_address(builder, bits, offsetof(abi::AccessBits, plain)), word));
    return builder.CreateAnd(mask, builder.CreateNot(plain));
  }

  /// What `set` answers, all in one.
  Value* mark(IRBuilder<>& builder, Value* bits, Value* address, ArrayRef<Value*> words,
              const NotedAccess& access, Constant* site) const {
    Value* const in_page =
        builder.CreateAnd(address, (std::uint64_t{1} << abi::kAccessPageBits) - 1);
    Value* const first = builder.CreateLShr(in_page, 6);
    Value* const offset = builder.CreateAnd(address, 63);
    Value* const last =
        builder.CreateLShr(builder.CreateAdd(in_page, builder.getInt64(access.bytes - 1)), 6);
    Value* carried = nullptr;
    Value* odd = builder.getInt64(0);
    const auto set_one = [&](Value* word, Value* mask) {
      if (Value* const some = set(builder, bits, word, mask, site))
        odd = builder.CreateOr(odd, some);
    };
    for (unsigned i = 0; i < words.size(); ++i) {
      Value* mask = builder.CreateShl(words[i], offset);
      if (carried != nullptr) mask = builder.CreateOr(mask, carried);
      set_one(builder.CreateAdd(first, builder.getInt64(i)), mask);
      if (!access.is_aligned)
        carried = builder.CreateLShr(builder.CreateLShr(words[i], 1),
                                     builder.CreateSub(builder.getInt64(63), offset));
    }
    if (carried != nullptr) set_one(last, carried);
    return odd;
  }

  ModuleState& state_;
  Sites sites_;
  NoteCalls calls_;
  std::optional<AccessChecks> checks_;
  std::optional<FollowedThreads> follows_;
  std::optional<NotedBits> bits_;  ///< of the function
  Value* table_ = nullptr;
};

}  // namespace

void note_accesses(Module& module, ModuleState& state) {
  SmallVector<Function*, 16> functions;
  for (Function& function : module)
    if (!function.isDeclaration()) functions.push_back(&function);
  AccessNoter instrumenter(module, state);
  for (Function* function : functions) instrumenter.run(*function);
  instrumenter.run_threads(state);
}

}  // namespace riffle::spmd
