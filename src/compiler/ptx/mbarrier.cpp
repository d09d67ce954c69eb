// SPDX-License-Identifier: Apache-2.0
// mbarrier: phases that end when all have arrived and all bytes have come.
//
//   bits 0-19   arrivals that are missing in the phase
//   bits 20-39  arrivals that make a phase
//   bits 40-41  the phase
//   bits 42-63  bytes that are missing, signed: they may come before they are expected
//
// A state is the word before an arrival: its phase tells whether it ended. The layout is that of cuda::barrier
// (riffle_cuda/barrier.h), whose words these instructions may be given.
// Source: PTX ISA, "Parallel synchronization and communication instructions: mbarrier".
#include "compiler/ptx/mbarrier.h"

#include "compiler/ptx/instructions.h"

namespace riffle::ptx {

using namespace llvm;

namespace {

constexpr unsigned kExpectedShift = 20, kPhaseShift = 40, kBytesShift = 42;
constexpr std::uint64_t kCount = (std::uint64_t{1} << kExpectedShift) - 1;
constexpr std::uint64_t kMissing = kCount | ~std::uint64_t{0} << kBytesShift;
constexpr std::uint64_t kLastPhase = 3;

StringRef take_space(Emitter& e) {
  return e.take("shared::cta") || e.take("shared::cluster") || e.take("shared") ? "shared" : "";
}

Value* phase_of(Emitter& e, Value* word) {
  return e.ir().CreateAnd(e.ir().CreateLShr(word, kPhaseShift), kLastPhase);
}

Value* word_at(Emitter& e, Value* pointer) {
  LoadInst* word = e.ir().CreateAlignedLoad(e.int_type(64), pointer, Align(8));
  word->setAtomic(AtomicOrdering::Acquire);
  return word;
}

Value* read_wide(Emitter& e, std::size_t index) {
  return e.ir().CreateZExt(e.read(index, 32), e.int_type(64));
}

void start(Emitter& e, Value* pointer) {
  IRBuilder<>& ir = e.ir();
  Value* count = read_wide(e, 1);
  Value* word = ir.CreateOr(count, ir.CreateShl(count, kExpectedShift));
  ir.CreateAlignedStore(word, pointer, Align(8))->setAtomic(AtomicOrdering::Release);
}

/// arrive and arrive_drop; with .expect_tx the last operand is a number of bytes, else of arrivals.
void arrive(Emitter& e, bool drops, bool expects, StringRef space) {
  const bool has_result = e.operand(0).kind != Operand::Kind::kAddress;
  const std::size_t at = has_result ? 1 : 0;
  Value* pointer = e.pointer(e.operand(at), space);
  const bool has_count = e.operand_count() > at + 1;
  PhaseChange change;
  if (expects) change.expected = read_wide(e, at + 1);
  change.arrivals =
      has_count && !expects ? read_wide(e, at + 1) : static_cast<Value*>(e.ir().getInt64(1));
  if (drops) change.dropped = change.arrivals;
  Value* state = change_phase(e, pointer, change);
  if (has_result) e.write(0, state);
}

void test(Emitter& e, bool by_parity, StringRef space) {
  IRBuilder<>& ir = e.ir();
  Value* phase = phase_of(e, word_at(e, e.pointer(e.operand(1), space)));
  if (!by_parity) return e.write(0, ir.CreateICmpNE(phase, phase_of(e, e.read(2, 64))));
  e.write(0, ir.CreateICmpNE(ir.CreateAnd(phase, 1), ir.CreateAnd(read_wide(e, 2), 1)));
}

void memory_barrier(Emitter& e) {
  const StringRef name = e.take_any({"init", "inval", "arrive", "arrive_drop", "test_wait",
                                     "try_wait", "pending_count", "expect_tx", "complete_tx"});
  const bool arrives = name.starts_with("arrive");
  const bool expects = name == "expect_tx" || (arrives && e.take("expect_tx"));
  if (arrives) (void)e.take("noComplete");
  (void)e.take_any({"release", "acquire", "relaxed"});
  (void)e.take_any({"cta", "cluster"});
  const bool by_parity = name.ends_with("_wait") && e.take("parity");
  const StringRef space = take_space(e);
  e.take_type();
  if (arrives) return arrive(e, name == "arrive_drop", expects, space);
  if (name == "pending_count")
    return e.write(0, e.ir().CreateTrunc(e.ir().CreateAnd(e.read(1, 64), kCount), e.int_type(32)));
  if (name.ends_with("_wait")) return test(e, by_parity, space);
  if (name.empty()) e.refuse();
  Value* pointer = e.pointer(e.operand(0), space);
  if (name == "init") return start(e, pointer);
  if (name == "inval") return;
  PhaseChange change;
  (expects ? change.expected : change.complete) = read_wide(e, 1);
  (void)change_phase(e, pointer, change);
}

constexpr Opcode kOpcodes[] = {{"mbarrier", memory_barrier}};

}  // namespace

Value* change_phase(Emitter& e, Value* pointer, const PhaseChange& change) {
  IRBuilder<>& ir = e.ir();
  return e.update_atomically(pointer, 64, AtomicOrdering::AcquireRelease, [&](Value* word) {
    if (change.arrivals != nullptr) word = ir.CreateSub(word, change.arrivals);
    if (change.dropped != nullptr)
      word = ir.CreateSub(word, ir.CreateShl(change.dropped, kExpectedShift));
    if (change.expected != nullptr)
      word = ir.CreateAdd(word, ir.CreateShl(change.expected, kBytesShift));
    if (change.complete != nullptr)
      word = ir.CreateSub(word, ir.CreateShl(change.complete, kBytesShift));
    // The next phase, with no bytes missing.
    Value* expected = ir.CreateAnd(ir.CreateLShr(word, kExpectedShift), kCount);
    Value* phase = ir.CreateAnd(ir.CreateAdd(phase_of(e, word), ir.getInt64(1)), kLastPhase);
    Value* next = ir.CreateOr(expected, ir.CreateShl(expected, kExpectedShift));
    next = ir.CreateOr(next, ir.CreateShl(phase, kPhaseShift));
    Value* ends = ir.CreateICmpEQ(ir.CreateAnd(word, kMissing), ir.getInt64(0));
    return ir.CreateSelect(ends, next, word);
  });
}

ArrayRef<Opcode> mbarrier_opcodes() { return kOpcodes; }

}  // namespace riffle::ptx
