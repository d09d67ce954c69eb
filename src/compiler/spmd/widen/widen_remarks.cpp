// SPDX-License-Identifier: Apache-2.0
// What people are told about packets: which accesses are vectors and what keeps the others from it, which branches and
// loops diverge and on what that depends (docs/remarks.md).
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/spmd/keys.h"
#include "compiler/spmd/widen/widener.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

std::string in_brackets(const std::string& text) { return text.empty() ? "" : " (" + text + ")"; }

/// Backwards from `value` through what `differs`, the first that satisfies `is_wanted`; null if there is none.
const Instruction* find_back(const Value& value, function_ref<bool(const Value&)> differs,
                             function_ref<bool(const Instruction&)> is_wanted) {
  SmallVector<const Value*, 16> work = {&value};
  SmallPtrSet<const Value*, 32> seen;
  for (std::size_t next = 0; next < work.size(); ++next) {
    const auto* instruction = dyn_cast<Instruction>(work[next]);
    if (instruction == nullptr || !differs(*instruction) || !seen.insert(instruction).second)
      continue;
    if (is_wanted(*instruction)) return instruction;
    append_range(work, instruction->operand_values());
  }
  return nullptr;
}

bool reads_memory(const Instruction& instruction) {
  return isa<LoadInst>(instruction) || isa<AtomicRMWInst>(instruction) ||
         isa<AtomicCmpXchgInst>(instruction);
}

const char* spoken_operation(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::Mul:
      return "a product";
    case Instruction::UDiv:
    case Instruction::SDiv:
      return "a quotient";
    case Instruction::URem:
    case Instruction::SRem:
      return "a remainder";
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return "a shift";
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return "an operation on bits";
    case Instruction::Select:
      return "a choice";
    case Instruction::PHI:
      return "diverging paths";
    case Instruction::ZExt:
    case Instruction::SExt:
      return "a conversion of an index that may wrap";
    case Instruction::Call:
      return "a call";
    default:
      return "an operation";
  }
}

std::string spoken_callee(const CallInst& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return call.isInlineAsm() ? "of inline assembly" : "through a pointer";
  return "of '" + demangle(callee->getName().str()) + "'";
}

/// On what a branch depends that lanes do not share.
std::string spoken_cause(const Instruction& branch, const Uniformity& uniformity,
                         const SourcePlace& here) {
  const Value* condition = isa<BranchInst>(branch) ? cast<BranchInst>(branch).getCondition()
                                                   : cast<SwitchInst>(branch).getCondition();
  const Instruction* load = find_back(
      *condition, [&](const Value& value) { return !uniformity.is_uniform(&value); }, reads_memory);
  if (load == nullptr) return "on the thread's index";
  return "on what memory holds" + in_brackets(spoken(place_of(*load), here.file));
}

bool chooses(const Instruction& terminator) {
  const auto* branch = dyn_cast<BranchInst>(&terminator);
  return branch != nullptr ? branch->isConditional() : isa<SwitchInst>(terminator);
}

/// The branch that was told of; null: none, the loop has no end.
const Instruction* remark_loop(const Loop& loop, const Uniformity& uniformity, Remarks& remarks) {
  SmallVector<BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  if (exiting.empty()) return nullptr;
  for (const BasicBlock* block : exiting) {
    if (!uniformity.has_divergent_branch(*block)) continue;
    const Instruction& branch = *block->getTerminator();
    remarks.add(branch, Topic::kLoop,
                "divergent loop: runs until its last lane has left; that depends " +
                    spoken_cause(branch, uniformity, place_of(branch)));
    return &branch;
  }
  const Instruction& branch = *exiting.front()->getTerminator();
  remarks.add(branch, Topic::kLoop, "uniform loop: all lanes leave it together");
  return &branch;
}

}  // namespace

void remark_control_flow(Function& body, unsigned lanes, Remarks& remarks) {
  const Uniformity uniformity(body, UniformityScope::kPacket, lanes);
  const DominatorTree dominators(body);
  const LoopInfo loops(dominators);
  SmallVector<SourcePlace, 8> of_loops;  // whether one is entered at all is asked in the same place
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    const Instruction* end = remark_loop(*loop, uniformity, remarks);
    if (end != nullptr && end->getDebugLoc()) of_loops.push_back(place_of(*end));
  }
  for (const BasicBlock& block : body) {
    const Loop* loop = loops.getLoopFor(&block);
    const Instruction* branch = block.getTerminator();
    if (!chooses(*branch) || (loop != nullptr && loop->isLoopExiting(&block)) ||
        is_contained(of_loops, place_of(*branch)))
      continue;
    if (uniformity.has_divergent_branch(block)) {
      remarks.add(*branch, Topic::kBranch,
                  "divergent branch: masked code, skipped where no lane takes it; that depends " +
                      spoken_cause(*branch, uniformity, place_of(*branch)));
    } else {
      remarks.add(*branch, Topic::kBranch, "uniform branch: all lanes go one way");
    }
  }
}

void Widener::remark(const Instruction& at, Topic topic, const char* text) const {
  if (remarks_ != nullptr) remarks_->add(at, topic, text);
}

/// Under which condition the address is as its shape says.
std::string Widener::condition_of(const LaneShape& address, const SourcePlace& here) const {
  std::string text;
  for (const Instruction* guard : address.guards) {
    if (guard == nullptr) continue;
    if (!text.empty()) text += " and ";
    const auto* operation = dyn_cast<BinaryOperator>(guard);
    const bool is_choice =
        isa<SelectInst>(guard) ||
        (isa<CastInst>(guard) && guard->getOperand(0)->getType()->isIntegerTy(1));
    if (isa<CallInst>(guard) || is_choice) {
      text += "the index is within its bounds";
    } else if (operation == nullptr) {
      text += "the index does not wrap";
    } else if (is_permutation(*operation, lanes_)) {
      text += "the permutation keeps the lanes in order";
    } else {
      text += "the remainder does not wrap";
    }
    text += in_brackets(spoken(place_of(*guard), here.file));
  }
  return text;
}

std::string Widener::why_apart(const Value& pointer, const SourcePlace& here) const {
  const auto differs = [&](const Value& value) {
    const LaneShape form = shape(&value);
    return !form.is_uniform() && form.kind != LaneShape::kLinear;
  };
  if (const Instruction* load = find_back(pointer, differs, reads_memory))
    return "the address depends on what memory holds" +
           in_brackets(spoken(place_of(*load), here.file));
  const Instruction* operation = find_back(pointer, differs, [&](const Instruction& instruction) {
    return none_of(instruction.operand_values(),
                   [&](const Value* operand) { return differs(*operand); });
  });
  if (operation == nullptr) return "the addresses follow no pattern";
  return std::string("the address comes from ") + spoken_operation(*operation) +
         in_brackets(spoken(place_of(*operation), here.file));
}

void Widener::remark_access(const Instruction& access, Way way, const LaneShape& address) const {
  if (remarks_ == nullptr || access.hasMetadata(kCopyOfAccess)) return;
  const auto* load = dyn_cast<LoadInst>(&access);
  const std::string what = load != nullptr ? "load" : "store";
  const SourcePlace here = place_of(access);
  const auto add = [&](const std::string& text) { remarks_->add(access, Topic::kMemory, text); };
  switch (way) {
    case Way::kOnce:
      return add(what + " of one address for all lanes: done once");
    case Way::kConsecutive:
      return add("consecutive " + what + ": one vector");
    case Way::kGuarded:
      return add("consecutive " + what + ", one vector, if " + condition_of(address, here) +
                 (address.restart != nullptr ? "; else in parts, or lane by lane"
                                             : "; else lane by lane"));
    case Way::kStrided:
      return;  // remark_strided
    case Way::kRows:
      return;  // load_rows
    case Way::kPieces:
      return add(what + " in pieces, one vector each, if no index wraps; else lane by lane");
    case Way::kPerLane:
      return add(what + ", lane by lane: volatile, atomic, or of a type that no vector holds");
    case Way::kScattered:
      break;
  }
  const Value& pointer = *getLoadStorePointerOperand(&access);
  const std::string why = address.kind == LaneShape::kLinear
                              ? "lanes are " + std::to_string(address.stride) + " bytes apart"
                              : why_apart(pointer, here);
  add((load != nullptr ? "gather: " : "scatter: ") + why);
}

void Widener::remark_strided(const Instruction& access, const LaneShape& address,
                             bool complete) const {
  if (remarks_ == nullptr || access.hasMetadata(kCopyOfAccess)) return;
  const std::string what = isa<LoadInst>(access) ? "load" : "store";
  const Type* type = getLoadStoreType(const_cast<Instruction*>(&access));
  const TypeSize bytes = body_.getDataLayout().getTypeStoreSize(const_cast<Type*>(type));
  const std::string how =
      address.stride == -static_cast<std::int64_t>(bytes.getFixedValue())
          ? what + " in descending order: one vector, reversed"
          : what + " of elements " + std::to_string(address.stride) + " bytes apart: " +
                (complete ? "one wide access together with its neighbours, and shuffles"
                          : "one wide access with the gaps, and a shuffle");
  remarks_->add(access, Topic::kMemory, how);
}

void Widener::remark_call(const CallInst& call) const {
  if (remarks_ == nullptr) return;
  remarks_->add(call, Topic::kCall, "call " + spoken_callee(call) + ", lane by lane");
}

void Widener::remark_shuffle(const CallInst& call, const Value& sources) const {
  if (remarks_ == nullptr) return;
  const bool in_registers =
      isa<Constant>(sources) || can_permute(Type::getInt32Ty(body_.getContext()));
  remark(call, Topic::kWarp,
         in_registers ? "shuffle: registers are permuted"
                      : "shuffle by a number known only at run time: through memory");
}

}  // namespace riffle::spmd
