// SPDX-License-Identifier: Apache-2.0
// The compiler as one list of steps. A step says what it works on, in which stage, when it is of use, what must have run before it
// and whether a program is right without it; pipeline/steps.cpp is the list, pipeline/pipeline.h what runs it.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <span>
#include <variant>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/packet_context.h"

namespace riffle::spmd {

/// Stages in the order in which a kernel goes through them. Each has its folder's README.
enum class Stage : std::uint8_t {
  kLower,  ///< NVVM's module becomes an ordinary one: plain pointers, exact arithmetic, kernels as bodies
  kBody,        ///< bodies of one thread are rewritten as such
  kStrategy,    ///< each kernel's range function is built
  kForm,        ///< a copy of a body gets the form that widening reads
  kWiden,       ///< the copy becomes a packet
  kPacket,      ///< a packet is completed
  kEmit,        ///< tables and imports of the object
  kOptimize,    ///< LLVM's passes on what the strategies made
  kLegalize,    ///< vectors as the processor's registers want them
  kInstrument,  ///< reports of accesses, for riffle check and trace
  kBind,        ///< references to what lives in other objects
};

/// Whether code is right without a step.
enum class Need : std::uint8_t {
  kRequired,  ///< later steps rely on it
  kOptional,  ///< it makes code faster, or smaller; RIFFLE_PASS_OFF may leave it out
};

/// What decides about steps of the whole module.
struct Mode {
  const TargetInfo& target;
  bool notes_accesses = false;  ///< the code reports what it accesses
  bool is_optimized = true;     ///< not -O0
  bool has_threads = false;     ///< some kernel runs thread by thread
};

using ModuleStep = void (*)(llvm::Module&, ModuleState&);
/// Of a body's copy or a packet.
using PacketStep = void (*)(llvm::Function&, const PacketContext&);
/// Of each function with code; returns whether anything may have changed.
using FunctionStep = bool (*)(llvm::Function&, const TargetInfo&);
/// LLVM's own passes, as opt's -passes names them.
struct LlvmStep {
  const char* passes;
  bool (*is_for)(const llvm::Function&) = nullptr;  ///< null: the whole module at once
};

/// What the strategies may choose for a kernel. They ask PassPipeline::allows.
enum class Choice : std::uint8_t {
  kTouchedSpans,
  kGridTiles,
  kUpdateWindows,
  kWaitsForBlocks,
  kRounds,
  kFlatBlocks,
  kTurnedBlocks,
  kGuardedBlocks,
  kInnerPackets,
  kShortWalks,
  kWarpsAcrossRows,
  kByThread,  ///< threads one by one where an estimate says so
  kPackets,   ///< the strategies' packets as such
};

struct Step {
  llvm::StringLiteral name;
  Stage stage;
  Need need;
  std::variant<ModuleStep, PacketStep, FunctionStep, LlvmStep, Choice> run;
  /// Of PacketStep, FunctionStep and LlvmStep; null: always.
  bool (*when)(const Mode&) = nullptr;
  /// Steps that must have run before: what they establish is what this one reads.
  std::span<const llvm::StringLiteral> after = {};
};

/// All steps in their order.
llvm::ArrayRef<Step> all_steps();
/// Null: there is none of that name.
const Step* find_step(llvm::StringRef name);
/// As documents and riffle-opt write it.
llvm::StringRef name_of(Stage stage);

}  // namespace riffle::spmd
