// SPDX-License-Identifier: Apache-2.0
//   store i32 %v, ptr %p             ->  call preserve_mostcc void @riffle_host_write(ptr %p, i64 4)
//                                        store i32 %v, ptr %p
//   call @llvm.memcpy(%to, %from, n) ->  call @riffle_host_range(%from, n, read), (%to, n, write), and the copy
//
// Not told: variables whose address nobody else can have, constants, and what was told before in the same block without
// a call in between.
#include "compiler/host_code/instrument.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "compiler/host_code/callbacks.h"

namespace riffle::host_code {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// The attribute by which LLVM's passes know that an access more than the source has would be told.
constexpr llvm::Attribute::AttrKind kKeptAccesses = llvm::Attribute::SanitizeThread;

/// How many parameters, from the first on, are memory, the number of bytes in the one behind them.
struct LibraryCall {
  unsigned reads[2];
  unsigned read_count;
  std::optional<unsigned> writes;
  unsigned bytes;
};

std::optional<LibraryCall> library_call(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<LibraryCall>>(name)
      .Cases({"memcmp", "bcmp"}, LibraryCall{{0, 1}, 2, std::nullopt, 2})
      .Case("memchr", LibraryCall{{0, 0}, 1, std::nullopt, 2})
      .Cases({"memcpy", "memmove", "__memcpy_chk", "__memmove_chk"}, LibraryCall{{1, 0}, 1, 0, 2})
      .Cases({"memset", "__memset_chk"}, LibraryCall{{0, 0}, 0, 0, 2})
      .Default(std::nullopt);
}

/// Null: it is no access of one place.
llvm::Value* pointer_of(llvm::Instruction& instruction) {
  if (auto* const change = dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return change->getPointerOperand();
  if (auto* const change = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return change->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&instruction);
}

bool gives_back(llvm::StringRef name) {
  return name == "free" || name == "realloc" || name.starts_with("_ZdlPv") ||
         name.starts_with("_ZdaPv");
}

class HostInstrumenter {
 public:
  HostInstrumenter(llvm::Function& function, HostCodeCallbacks& callbacks)
      : function_(function), layout_(function.getDataLayout()), callbacks_(callbacks) {}

  void run() {
    llvm::SmallVector<llvm::Instruction*> all;
    for (llvm::BasicBlock& block : function_) {
      reported_.clear();
      for (llvm::Instruction& instruction : block) choose(instruction, all);
    }
    for (llvm::Instruction* const instruction : all) report(*instruction);
    report_end_of_scope();
  }

 private:
  /// Whether other threads, or a device, may know the memory.
  bool is_shared(llvm::Value* pointer) {
    if (pointer->getType()->getPointerAddressSpace() != 0 || pointer->isSwiftError()) return false;
    const llvm::Value* const object = llvm::getUnderlyingObject(pointer);
    if (const auto* const variable = dyn_cast<llvm::GlobalVariable>(object))
      return !variable->isConstant();
    const auto* const local = dyn_cast<llvm::AllocaInst>(object);
    return local == nullptr || is_captured(*local);
  }

  bool is_captured(const llvm::AllocaInst& local) {
    const auto [known, is_new] = captured_.try_emplace(&local, false);
    if (is_new) known->second = llvm::PointerMayBeCaptured(&local, true);
    return known->second;
  }

  static bool is_reported_as_atomic(const llvm::Instruction& instruction) {
    return instruction.isAtomic() || instruction.isVolatile();
  }

  /// False when the block has told of as much already. A write tells more than a read.
  bool is_news(llvm::Value* pointer, std::uint64_t bytes, bool writes) {
    std::uint64_t& read = reported_[{pointer, 0U}];
    std::uint64_t& written = reported_[{pointer, 1U}];
    if (written >= bytes || (!writes && read >= bytes)) return false;
    (writes ? written : read) = bytes;
    return true;
  }

  void choose(llvm::Instruction& instruction, llvm::SmallVectorImpl<llvm::Instruction*>& all) {
    if (auto* const call = dyn_cast<llvm::CallBase>(&instruction)) {
      if (isa<llvm::MemIntrinsic>(call) || isa<llvm::LifetimeIntrinsic>(call) || is_known(*call))
        all.push_back(call);
      if (!isa<llvm::IntrinsicInst>(call)) reported_.clear();  // it may wait, or enqueue
      return;
    }
    llvm::Value* const pointer = pointer_of(instruction);
    if (pointer == nullptr) {
      if (isa<llvm::FenceInst>(instruction)) reported_.clear();
      return;
    }
    if (!is_shared(pointer)) return;
    if (is_reported_as_atomic(instruction)) {
      reported_.clear();
      all.push_back(&instruction);
      return;
    }
    const std::optional<std::uint64_t> bytes = bytes_of(instruction);
    if (bytes && is_news(pointer, *bytes, isa<llvm::StoreInst>(instruction)))
      all.push_back(&instruction);
  }

  static bool is_known(const llvm::CallBase& call) {
    const llvm::Function* const callee = call.getCalledFunction();
    return callee != nullptr && callee->isDeclaration() && call.arg_size() != 0 &&
           (library_call(callee->getName()) || gives_back(callee->getName()));
  }

  std::optional<std::uint64_t> bytes_of(const llvm::Instruction& instruction) const {
    llvm::Type* type = instruction.getType();
    if (const auto* const store = dyn_cast<llvm::StoreInst>(&instruction))
      type = store->getValueOperand()->getType();
    if (const auto* const change = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      type = change->getNewValOperand()->getType();
    const llvm::TypeSize bytes = layout_.getTypeStoreSize(type);
    if (bytes.isScalable()) return std::nullopt;
    return bytes.getFixedValue();
  }

  void report_piece(llvm::IRBuilder<>& at, llvm::Value* pointer, std::uint64_t bytes,
                    HostCodeAccess kind) {
    if (bytes <= kFewBytes)
      callbacks_.access(at, pointer, bytes, kind);
    else
      callbacks_.range(at, pointer, at.getInt64(bytes), kind);
  }

  void report_range(llvm::IRBuilder<>& at, llvm::Value* pointer, llvm::Value* bytes,
                    HostCodeAccess kind) {
    if (!is_shared(pointer)) return;
    const auto* const fixed = dyn_cast<llvm::ConstantInt>(bytes);
    if (fixed != nullptr && fixed->getZExtValue() <= kFewBytes) {
      if (!fixed->isZero()) callbacks_.access(at, pointer, fixed->getZExtValue(), kind);
      return;
    }
    callbacks_.range(at, pointer, at.CreateZExtOrTrunc(bytes, at.getInt64Ty()), kind);
  }

  void report(llvm::Instruction& instruction) {
    llvm::IRBuilder<> at(&instruction);
    if (auto* const end = dyn_cast<llvm::LifetimeIntrinsic>(&instruction))
      return report_lifetime(at, *end);
    if (auto* const set = dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      if (auto* const transfer = dyn_cast<llvm::MemTransferInst>(set))
        report_range(at, transfer->getRawSource(), transfer->getLength(), HostCodeAccess::kRead);
      return report_range(at, set->getRawDest(), set->getLength(), HostCodeAccess::kWrite);
    }
    if (auto* const call = dyn_cast<llvm::CallBase>(&instruction)) return report_call(at, *call);
    const HostCodeAccess kind = is_reported_as_atomic(instruction)  ? HostCodeAccess::kAtomic
                                : isa<llvm::StoreInst>(instruction) ? HostCodeAccess::kWrite
                                                                    : HostCodeAccess::kRead;
    if (const std::optional<std::uint64_t> bytes = bytes_of(instruction))
      report_piece(at, pointer_of(instruction), *bytes, kind);
  }

  void report_call(llvm::IRBuilder<>& at, llvm::CallBase& call) {
    const llvm::StringRef name = call.getCalledFunction()->getName();
    if (gives_back(name))
      return callbacks_.range(at, call.getArgOperand(0), at.getInt64(0), HostCodeAccess::kGone);
    const LibraryCall known = *library_call(name);
    if (call.arg_size() <= known.bytes) return;
    llvm::Value* const bytes = call.getArgOperand(known.bytes);
    if (!bytes->getType()->isIntegerTy()) return;
    for (unsigned i = 0; i < known.read_count; ++i)
      report_range(at, call.getArgOperand(known.reads[i]), bytes, HostCodeAccess::kRead);
    if (known.writes)
      report_range(at, call.getArgOperand(*known.writes), bytes, HostCodeAccess::kWrite);
  }

  // ---- The ends of variables ----

  static const llvm::AllocaInst* variable_of(const llvm::LifetimeIntrinsic& mark) {
    return dyn_cast<llvm::AllocaInst>(mark.getArgOperand(mark.arg_size() - 1));
  }

  void report_gone(llvm::IRBuilder<>& at, llvm::AllocaInst& local) {
    const std::optional<llvm::TypeSize> bytes = local.getAllocationSize(layout_);
    if (!bytes || bytes->isScalable() || bytes->isZero()) return;
    callbacks_.range(at, &local, at.getInt64(bytes->getFixedValue()), HostCodeAccess::kGone);
  }

  void report_lifetime(llvm::IRBuilder<>& at, llvm::LifetimeIntrinsic& mark) {
    const llvm::AllocaInst* const local = variable_of(mark);
    if (local == nullptr) return;
    has_end_.insert(local);
    if (mark.getIntrinsicID() == llvm::Intrinsic::lifetime_end && is_captured(*local))
      report_gone(at, const_cast<llvm::AllocaInst&>(*local));
  }

  /// Of those without a mark, and where a function is left otherwise.
  void report_end_of_scope() {
    llvm::SmallVector<llvm::AllocaInst*> locals;
    for (llvm::Instruction& instruction : function_.getEntryBlock())
      if (auto* const local = dyn_cast<llvm::AllocaInst>(&instruction))
        if (!has_end_.contains(local) && is_captured(*local)) locals.push_back(local);
    if (locals.empty()) return;
    for (llvm::BasicBlock& block : function_) {
      llvm::Instruction* const last = block.getTerminator();
      if (!isa<llvm::ReturnInst>(last) && !isa<llvm::ResumeInst>(last)) continue;
      llvm::Instruction* const tail = block.getTerminatingMustTailCall();
      llvm::IRBuilder<> at(tail != nullptr ? tail : last);
      for (llvm::AllocaInst* const local : locals) report_gone(at, *local);
    }
  }

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  HostCodeCallbacks& callbacks_;
  llvm::DenseMap<std::pair<llvm::Value*, unsigned>, std::uint64_t>
      reported_;  ///< of the block, in bytes
  llvm::DenseMap<const llvm::AllocaInst*, bool> captured_;
  llvm::DenseSet<const llvm::AllocaInst*> has_end_;
};

bool may_be_instrumented(const llvm::Function& function) {
  return !function.isDeclaration() && !function.hasFnAttribute(llvm::Attribute::Naked) &&
         !function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation) &&
         !function.hasAvailableExternallyLinkage();
}

}  // namespace

void keep_accesses(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) function.addFnAttr(kKeptAccesses);
}

void instrument(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*> all;
  for (llvm::Function& function : module)
    if (may_be_instrumented(function)) all.push_back(&function);
  if (all.empty()) return;
  HostCodeCallbacks callbacks(module);
  for (llvm::Function* const function : all) HostInstrumenter(*function, callbacks).run();
  for (llvm::Function& function : module) function.removeFnAttr(kKeptAccesses);
}

}  // namespace riffle::host_code
