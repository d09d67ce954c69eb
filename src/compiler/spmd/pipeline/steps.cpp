// SPDX-License-Identifier: Apache-2.0
// The list of all steps of the compiler, in their order.
#include <llvm/ADT/STLExtras.h>

#include <string_view>

#include "compiler/ptx/translate.h"
#include "compiler/spmd/analysis/bit_loops.h"
#include "compiler/spmd/divide.h"
#include "compiler/spmd/form/join_bytes.h"
#include "compiler/spmd/form/one_way.h"
#include "compiler/spmd/form/pair_quotients.h"
#include "compiler/spmd/form/private_arrays.h"
#include "compiler/spmd/form/split_branches.h"
#include "compiler/spmd/form/split_guard.h"
#include "compiler/spmd/form/split_loops.h"
#include "compiler/spmd/form/split_permutations.h"
#include "compiler/spmd/form/structurize.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/legalize/count_rounds.h"
#include "compiler/spmd/legalize/hide_narrow_indices.h"
#include "compiler/spmd/legalize/jam_rows.h"
#include "compiler/spmd/legalize/load_beside.h"
#include "compiler/spmd/legalize/mask_form.h"
#include "compiler/spmd/legalize/narrow_elements.h"
#include "compiler/spmd/legalize/narrow_integers.h"
#include "compiler/spmd/legalize/narrow_masks.h"
#include "compiler/spmd/legalize/order_lanes.h"
#include "compiler/spmd/legalize/part_cases.h"
#include "compiler/spmd/legalize/promote_shared.h"
#include "compiler/spmd/legalize/quiet_min_max.h"
#include "compiler/spmd/legalize/saturate_vectors.h"
#include "compiler/spmd/legalize/sink_blends.h"
#include "compiler/spmd/legalize/splat_masks.h"
#include "compiler/spmd/legalize/split_gathers.h"
#include "compiler/spmd/legalize/split_masks.h"
#include "compiler/spmd/legalize/strip_loops.h"
#include "compiler/spmd/legalize/unpack_bytes.h"
#include "compiler/spmd/legalize/unroll_rows.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/pipeline/module_steps.h"
#include "compiler/spmd/pipeline/step.h"
#include "compiler/spmd/widen/prefetch_next_block.h"
#include "compiler/spmd/widen/prefetch_packets.h"
#include "compiler/spmd/widen/prefetch_strides.h"
#include "compiler/spmd/widen/prefetch_walks.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

// A short selection: clang has optimised the device code already; what is left to do is to clean up after the strategies.
// Close to -O3's code for a third of its time. Never instcombine's fixpoint check: it aborts the process. Flags that
// reorder arithmetic do not exist here (exact_arithmetic).
constexpr const char* kClean =
    "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,jump-"
    "threading,"
    "loop-simplify,loop(loop-rotate),loop-mssa(licm),loop(indvars,loop-deletion,loop-unroll-full),"
    "sroa<modify-cfg>,gvn,loop(loop-deletion),loop-mssa(licm),instcombine<no-verify-fixpoint>,dse,"
    "simplifycfg,adce)";
/// `while (x) x &= x - 1` counts bits. clang leaves it for processors that it does not know to do so.
constexpr const char* kIdioms = "loop-simplify,lcssa,loop(loop-idiom,loop-deletion),simplifycfg";
constexpr const char* kVectorize =
    "function(loop-vectorize,instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm))";
constexpr const char* kUnswitch =
    "loop-mssa(simple-loop-unswitch<nontrivial;trivial>),simplifycfg,loop-simplify,lcssa,loop-mssa("
    "licm)";

// When a step is of use.
bool has_dear_masks(const Mode& mode) { return mode.target.masks == Masks::kDear; }
bool has_threads(const Mode& mode) { return mode.has_threads && mode.is_optimized; }
bool notes(const Mode& mode) { return mode.notes_accesses; }
bool is_silent(const Mode& mode) { return !mode.notes_accesses; }
bool has_range_instructions(const Mode& mode) { return mode.target.has_range_instructions; }
bool has_256_bits(const Mode& mode) { return mode.target.registers.bits == 256; }
bool is_silent_with_dear_masks(const Mode& mode) { return is_silent(mode) && has_dear_masks(mode); }
bool gathers_by_loads(const Mode& mode) {
  return is_silent(mode) && has_256_bits(mode) && !mode.target.has_fast_gather;
}

/// Of functions that say themselves that nothing is changed.
template <bool (*kStep)(Function&)>
bool changes(Function& function, const TargetInfo&) {
  return kStep(function);
}
template <void (*kStep)(Function&)>
bool changes(Function& function, const TargetInfo&) {
  kStep(function);
  return true;
}
/// Of steps that need nothing but how many threads a packet has.
template <void (*kStep)(Function&, unsigned)>
void on_lanes(Function& body, const PacketContext& context) {
  kStep(body, context.lanes);
}
template <void (*kStep)(Function&, unsigned, Masks)>
void on_lanes(Function& body, const PacketContext& context) {
  kStep(body, context.lanes, context.target.masks);
}
template <void (*kStep)(Function&)>
void on_lanes(Function& body, const PacketContext&) {
  kStep(body);
}

/// Inline PTX first: everything after it sees ordinary instructions and llvm.nvvm intrinsics.
void translate_ptx(Module& module, ModuleState&) { ptx::translate(module); }
void bind(Module&, ModuleState& state) { bind_imports(state); }

/// Where the processor reads ahead by itself, only what barriers interrupt needs it.
void prefetch_packets_of(Function& packet, const PacketContext& context) {
  if (!context.target.reads_ahead || context.has_barriers) prefetch_packets(packet, context.rows);
}

bool unroll(Function& function, const TargetInfo& target) {
  return unroll_rows(function, target.registers.all_bits());
}
bool jam(Function& function, const TargetInfo& target) {
  jam_rows(function, target.registers);
  return true;
}
bool promote(Function& function, const TargetInfo& target) {
  return promote_shared(function, target.registers, target.reads_ahead);
}
bool split_all_masks(Function& function, const TargetInfo& target) {
  split_masks(function, mask_form(target));
  return true;
}
bool strip(Function& function, const TargetInfo& target) {
  strip_loops(function, target.registers);
  return true;
}
/// Under a mask a gather is still faster than a branch for each lane.
bool split_all_gathers(Function& function, const TargetInfo&) {
  if (!split_gathers(function)) return false;
  const StringRef features = function.getFnAttribute("target-features").getValueAsString();
  function.addFnAttr("target-features", (features + ",+fast-gather").str());
  return true;
}

using enum Stage;
using enum Need;

constexpr StringLiteral kAfterStructurize[] = {"structurize"};
constexpr StringLiteral kAfterWiden[] = {"widen"};
constexpr StringLiteral kAfterBinding[] = {"bind-kernels", "fix-shape"};
constexpr StringLiteral kAfterStrategies[] = {"choose-strategies"};
constexpr StringLiteral kAfterClean[] = {"clean"};
constexpr StringLiteral kAfterSplitMasks[] = {"split-masks"};
constexpr StringLiteral kAfterLowering[] = {"lower-intrinsics", "exact-arithmetic"};

constexpr Step kSteps[] = {
    {"rebind-statics", kLower, kRequired, rebind_statics},
    {"translate-ptx", kLower, kRequired, translate_ptx},
    {"check-input", kLower, kRequired, check_input},
    {"retarget", kLower, kRequired, retarget},
    {"flatten-address-spaces", kLower, kRequired, flatten_address_spaces},
    {"lower-intrinsics", kLower, kRequired, lower_intrinsics},
    {"exact-arithmetic", kLower, kRequired, exact_arithmetic},
    {"narrow-arithmetic", kLower, kRequired, narrow_arithmetic, nullptr, kAfterLowering},
    {"link-math", kLower, kRequired, link_math, nullptr, kAfterLowering},
    {"inline-functions", kLower, kRequired, inline_functions},
    {"shared-wraps", kLower, kRequired, shared_wraps},
    {"flush-denormals", kLower, kRequired, flush_denormals, nullptr, kAfterLowering},
    {"thread-parameter", kLower, kRequired, thread_parameter},
    {"bind-kernels", kLower, kRequired, bind_kernels},
    {"fix-shape", kLower, kRequired, fix_shape},
    {"lower-runtime-calls", kLower, kRequired, lower_runtime_calls},

    {"split-aggregates", kBody, kOptional, split_aggregates, nullptr, kAfterBinding},
    {"exchange-axes", kBody, kOptional, exchange_axes, nullptr, kAfterBinding},
    {"loop-idioms", kBody, kOptional, LlvmStep{kIdioms, has_bit_loop}, nullptr, kAfterBinding},
    {"promote-sums", kBody, kOptional, promote_sums, nullptr, kAfterBinding},
    {"jam-loops", kBody, kOptional, jam_loops, nullptr, kAfterBinding},
    {"join-rows", kBody, kOptional, join_rows, nullptr, kAfterBinding},
    {"unroll-walks", kBody, kOptional, unroll_walks, nullptr, kAfterBinding},

    {"choose-strategies", kStrategy, kRequired, choose_strategies, nullptr, kAfterBinding},
    {"touched-spans", kStrategy, kOptional, Choice::kTouchedSpans},
    {"grid-tiles", kStrategy, kOptional, Choice::kGridTiles},
    {"update-windows", kStrategy, kOptional, Choice::kUpdateWindows},
    {"waits-for-blocks", kStrategy, kOptional, Choice::kWaitsForBlocks},
    {"rounds", kStrategy, kOptional, Choice::kRounds},
    {"flat-blocks", kStrategy, kOptional, Choice::kFlatBlocks},
    {"turned-blocks", kStrategy, kOptional, Choice::kTurnedBlocks},
    {"guarded-blocks", kStrategy, kOptional, Choice::kGuardedBlocks},
    {"inner-packets", kStrategy, kOptional, Choice::kInnerPackets},
    {"short-walks", kStrategy, kOptional, Choice::kShortWalks},
    {"warps-across-rows", kStrategy, kOptional, Choice::kWarpsAcrossRows},
    {"by-thread", kStrategy, kOptional, Choice::kByThread},

    {"one-way", kForm, kRequired, on_lanes<test_one_way_branches>},
    {"structurize", kForm, kRequired, on_lanes<structurize>},
    {"pair-quotients", kForm, kOptional, on_lanes<pair_quotients>, nullptr, kAfterStructurize},
    {"private-arrays", kForm, kOptional, on_lanes<arrange_private_arrays>, nullptr,
     kAfterStructurize},
    {"join-bytes", kForm, kOptional, on_lanes<join_bytes>, is_silent, kAfterStructurize},
    {"split-loops", kForm, kOptional, on_lanes<split_loops>, has_dear_masks, kAfterStructurize},
    {"split-guard", kForm, kOptional, on_lanes<split_guard>, has_dear_masks, kAfterStructurize},
    {"split-round", kForm, kOptional, on_lanes<split_round>, nullptr, kAfterStructurize},
    {"split-permutations", kForm, kOptional, on_lanes<split_permutations>, nullptr,
     kAfterStructurize},
    {"split-branches", kForm, kOptional, on_lanes<split_branches>, nullptr, kAfterStructurize},

    {"widen", kWiden, kOptional, Choice::kPackets, nullptr, kAfterStructurize},

    {"prefetch-strides", kPacket, kOptional, on_lanes<prefetch_strides>, nullptr, kAfterWiden},
    {"prefetch-walks", kPacket, kOptional, on_lanes<prefetch_walks>, nullptr, kAfterWiden},
    {"prefetch-next-block", kPacket, kOptional, on_lanes<prefetch_next_block>, has_dear_masks,
     kAfterWiden},
    {"prefetch-packets", kPacket, kOptional, prefetch_packets_of, nullptr, kAfterWiden},

    {"import-from-base", kEmit, kRequired, import_from_base, nullptr, kAfterStrategies},
    {"emit-tables", kEmit, kRequired, emit_tables, nullptr, kAfterStrategies},

    {"clean", kOptimize, kRequired, LlvmStep{kClean}, nullptr, kAfterStrategies},
    {"hide-narrow-indices", kOptimize, kOptional, changes<hide_narrow_indices>, has_threads},
    // For what still runs thread by thread.
    {"vectorize", kOptimize, kOptional, LlvmStep{kVectorize}, has_threads, kAfterClean},
    // Where packets ask what is the same for all of them, loops of their own: less is kept in few registers.
    {"unswitch-permutations", kOptimize, kOptional, LlvmStep{kUnswitch, tests_permutations},
     has_dear_masks, kAfterClean},
    {"unroll-rows", kOptimize, kOptional, unroll, nullptr, kAfterClean},
    {"remove-unused", kOptimize, kRequired, LlvmStep{"globaldce"}},

    {"narrow-integers", kLegalize, kOptional, narrow_integers, nullptr, kAfterClean},
    {"part-cases", kLegalize, kOptional, changes<part_cases>, nullptr, kAfterClean},
    {"jam-rows", kLegalize, kOptional, jam, nullptr, kAfterClean},
    {"narrow-masks", kLegalize, kOptional, changes<narrow_masks>, nullptr, kAfterClean},
    {"promote-shared", kLegalize, kOptional, promote, is_silent, kAfterClean},
    {"sink-blends", kLegalize, kOptional, changes<sink_blends>, nullptr, kAfterClean},
    {"count-rounds", kLegalize, kOptional, changes<count_rounds>, has_dear_masks, kAfterClean},
    {"split-masks", kLegalize, kOptional, split_all_masks, nullptr, kAfterClean},
    {"splat-masks", kLegalize, kOptional, changes<splat_masks>, has_dear_masks, kAfterSplitMasks},
    {"range-instructions", kLegalize, kOptional, changes<use_range_instructions>,
     has_range_instructions},
    {"load-beside", kLegalize, kOptional, changes<load_beside>, has_256_bits},
    {"strip-loops", kLegalize, kOptional, strip, has_256_bits, kAfterSplitMasks},
    {"order-lanes", kLegalize, kOptional, changes<order_lanes>, has_256_bits},
    {"unpack-bytes", kLegalize, kOptional, changes<unpack_bytes>, has_256_bits},
    {"saturate-vectors", kLegalize, kOptional, changes<saturate_vectors>},
    {"narrow-elements", kLegalize, kOptional, changes<access_narrow_elements>,
     is_silent_with_dear_masks},
    {"split-gathers", kLegalize, kOptional, split_all_gathers, gathers_by_loads},

    {"note-accesses", kInstrument, kRequired, note_accesses, notes, kAfterStrategies},

    {"bind-imports", kBind, kRequired, bind},
};

constexpr bool same(StringRef one, StringRef other) {
  return std::string_view(one.data(), one.size()) == std::string_view(other.data(), other.size());
}

/// Stages follow each other, no name stands twice, and what a step relies on stands before it.
constexpr bool is_in_order() {
  for (std::size_t i = 0; i < std::size(kSteps); ++i) {
    if (i != 0 && kSteps[i].stage < kSteps[i - 1].stage) return false;
    std::size_t found = 0;
    for (std::size_t before = 0; before < i; ++before) {
      if (same(kSteps[before].name, kSteps[i].name)) return false;
      for (const StringLiteral& name : kSteps[i].after) found += same(name, kSteps[before].name);
    }
    if (found != kSteps[i].after.size()) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

ArrayRef<Step> all_steps() { return kSteps; }

const Step* find_step(StringRef name) {
  const auto* found = find_if(kSteps, [&](const Step& step) { return step.name == name; });
  return found == std::end(kSteps) ? nullptr : found;
}

StringRef name_of(Stage stage) {
  static constexpr StringLiteral names[] = {"lower",    "body",       "strategy", "form",
                                            "widen",    "packet",     "emit",     "optimize",
                                            "legalize", "instrument", "bind"};
  return names[static_cast<unsigned>(stage)];
}

}  // namespace riffle::spmd
