// SPDX-License-Identifier: Apache-2.0
// The state of one widening, shared by its parts: values and control flow (widen.cpp, widen_branches.cpp), memory
// (widen_memory.cpp), arithmetic and calls (widen_operation.cpp, widen_per_lane.cpp,
// widen_thread_calls.cpp), warp operations (widen_warp.cpp).
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <optional>
#include <stdexcept>

#include "compiler/spmd/analysis/bounds.h"
#include "compiler/spmd/analysis/lane_data.h"
#include "compiler/spmd/analysis/shape.h"
#include "compiler/spmd/analysis/stores_at_once.h"
#include "compiler/spmd/analysis/streamed_stores.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/packet_context.h"
#include "compiler/spmd/remarks.h"
#include "compiler/spmd/widen/neighbours.h"
#include "compiler/spmd/widen/packet_costs.h"
#include "compiler/spmd/widen/widen_control.h"

namespace riffle::spmd {

inline constexpr unsigned kCacheLineBytes = 64;

/// Addresses, of a lane or of all, `shift` bytes behind: in other memory.
llvm::Value* moved(llvm::IRBuilder<>& builder, llvm::Value* addresses, llvm::Value* shift);

/// Thrown by the parts, caught by widen(): this body must run another way.
struct CannotWiden : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What people are told of branches and loops, of a body that is not structurised yet.
void remark_control_flow(llvm::Function& body, unsigned lanes, Remarks& remarks);

/// Lanes that count up together: from each of so many to the next it is `stride`, between them anything.
struct Pieces {
  unsigned lanes;
  std::int64_t stride;
  bool may_wrap;  ///< a number that counts up is extended
};

class WindowAccess;

class Widener {
 public:
  /// `lanes_wait_apart`: see lanes_wait_while_apart.
  Widener(llvm::Function& body, const ControlFlow& control, const PacketContext& context,
          bool lanes_wait_apart, Remarks* remarks);
  /// The widened function. On CannotWiden the caller drops it.
  llvm::Function* run();
  llvm::Function* output() { return out_; }
  /// What was being widened last.
  [[nodiscard]] const llvm::Instruction* current() const { return current_; }
  [[nodiscard]] std::uint32_t streamed_bytes_per_thread() const { return streamed_bytes_; }
  [[nodiscard]] Costs costs() const { return costs_.total(); }

 private:
  // Values. Each has a scalar (uniform: the value; linear: lane 0's), a vector, or both; vectors of
  // scalars are made right behind the scalar's definition, so that one serves all uses.
  llvm::Value* scalar(llvm::Value* value);
  llvm::Value* vector(llvm::Value* value);
  llvm::Value* vector_of_deferred(llvm::Instruction& instruction);
  llvm::Value* vector_here(llvm::Value* value);
  llvm::Value* lane(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned index);
  llvm::Value* lane_zero(llvm::Value* value);
  void set_scalar(const llvm::Value* value, llvm::Value* scalar) { scalars_[value] = scalar; }
  void set_vector(const llvm::Value* value, llvm::Value* vector) { vectors_[value] = vector; }
  [[nodiscard]] LaneShape shape(const llvm::Value* value) const { return shapes_.of(value); }
  llvm::Type* widened(llvm::Type* type) const;
  llvm::Constant* lane_multiples(llvm::Type* type, std::int64_t stride) const;

  // What is estimated on the way (widen_costs.cpp).
  void enter_costs(const llvm::BasicBlock& block);
  void add_costs(const llvm::Instruction& instruction);

  // Control flow.
  void make_blocks();
  void enter_block(llvm::BasicBlock& block);
  llvm::Value* mask_on_entry(llvm::BasicBlock& block);
  void start_divergent_loop(const llvm::Loop& loop);
  void emit_terminator(llvm::BasicBlock& block);
  void emit_divergent_if(llvm::BasicBlock& block, llvm::BranchInst& branch);
  [[nodiscard]] bool is_consecutive_load(const llvm::Instruction& instruction) const;
  [[nodiscard]] bool is_quick_load(const llvm::Instruction& instruction) const;
  [[nodiscard]] bool is_quick_store(const llvm::Instruction& instruction) const;
  [[nodiscard]] bool is_not_worth_skipping(llvm::BasicBlock& then,
                                           const llvm::BasicBlock& join) const;
  void emit_divergent_latch(llvm::BasicBlock& block, llvm::BranchInst& branch);
  void complete_phis();
  llvm::Value* blend(llvm::IRBuilder<>& builder, llvm::PHINode& phi, llvm::BasicBlock* pred);
  llvm::Value* any(llvm::Value* mask);
  llvm::Value* last_lane(llvm::Value* linear);
  [[nodiscard]] std::optional<EndsComparison> ends_comparison(llvm::Value* condition, bool inverted,
                                                              Lines lines) const;
  llvm::Value* meets(llvm::Value* linear, llvm::Value* uniform);
  llvm::Value* any_by_ends(llvm::Value* condition, bool inverted);
  llvm::Value* all_by_ends(llvm::Value* condition, bool inverted, Lines lines = Lines::kLinear);
  llvm::Value* all_on() const;

  // Instructions.
  void emit(llvm::Instruction& instruction);
  void emit_phi(llvm::PHINode& phi);
  void complete_phi(llvm::PHINode& phi, llvm::PHINode& copy, bool as_scalar);
  void emit_scalar_copy(llvm::Instruction& instruction);
  llvm::Instruction* copy_of_lane_zero(llvm::Instruction& instruction);
  void emit_guard(llvm::CastInst& extension);
  llvm::Value* leaves_room(llvm::Value* base, std::int64_t span, bool is_signed);
  llvm::Value* parts_leave_room(llvm::Value* number, llvm::Value* base, bool is_signed);
  bool emit_bounded(llvm::Instruction& instruction);
  llvm::Value* within(const Bound& bound, llvm::Value* first);
  llvm::Value* whole_packet(llvm::Value* condition, bool inverted, Lines lines = Lines::kLinear);
  void emit_restart(llvm::BinaryOperator& remainder);
  void emit_quotient(llvm::BinaryOperator& quotient);
  struct Range {
    llvm::Value *low, *high;  ///< from lane 0's number, of 64 bits
  };
  Range range_of(llvm::Value* number);
  void emit_remainder_if_guarded(llvm::BinaryOperator& remainder);
  llvm::Value* displacement(llvm::Value* value);
  llvm::Value* displacement_of_operation(const llvm::Instruction& operation);
  llvm::Value* in_order(llvm::BinaryOperator& remainder, llvm::Value* base, llvm::Value* size);
  llvm::Value* number_restarting(llvm::BinaryOperator& remainder, llvm::Value* first,
                                 llvm::Value* size, llvm::Value* restarted);
  void emit_alloca(llvm::AllocaInst& alloca);
  /// Memory that is written and read within what stands for one instruction.
  llvm::AllocaInst* temporary(llvm::Type* type, const llvm::Twine& name);
  void emit_vector(llvm::Instruction& instruction);
  llvm::Value* emit_high_product(llvm::Instruction& instruction);
  llvm::Value* emit_binary(llvm::BinaryOperator& operation);
  llvm::Value* emit_division(llvm::BinaryOperator& operation);
  llvm::Value* emit_long_division(llvm::BinaryOperator& operation, llvm::Value* number,
                                  llvm::Value* divisor);
  llvm::Value* times_reciprocal(llvm::Value* number, llvm::Value* divisor, bool is_signed);
  llvm::Value* emit_address(llvm::GetElementPtrInst& address);
  /// How a packet accesses memory.
  enum class Way : std::uint8_t {
    kOnce,         ///< all lanes the same: one access of a scalar
    kConsecutive,  ///< one vector
    kGuarded,      ///< one vector if the guards hold
    kStrided,      ///< at places_of: with its neighbours, or the gaps, if possible
    kRows,         ///< each lane's element and those behind it at once
    kPieces,       ///< some vectors, each anywhere
    kScattered,    ///< gather, scatter
    kPerLane,
  };
  [[nodiscard]] Way way_of(const LaneShape& address, llvm::Type* type, std::int64_t bytes,
                           bool is_simple) const;
  static LaneWork work_of(Way way);
  [[nodiscard]] bool goes_in_step(const llvm::Instruction& access, Way way) const;
  void keep_in_place(const llvm::Instruction& access, Way way);
  void emit_load(llvm::LoadInst& load);
  void load_strided(llvm::LoadInst& load, const LaneShape& address);
  [[nodiscard]] std::optional<std::uint64_t> first_low_bits(const llvm::Value* value,
                                                            unsigned depth) const;
  [[nodiscard]] Places permuted_places(const llvm::BinaryOperator& permutation) const;
  [[nodiscard]] const llvm::BinaryOperator* known_permutation(const LaneShape& address) const;
  [[nodiscard]] Places places_of(const LaneShape& address, std::int64_t bytes) const;
  static Together<llvm::LoadInst> interleaved_with(llvm::LoadInst& load, const Places& places,
                                                   std::int64_t bytes);
  static Together<llvm::StoreInst> interleaved_with(llvm::StoreInst& store, const Places& places,
                                                    std::int64_t bytes);
  [[nodiscard]] bool may_have_rows(std::int64_t bytes) const;
  [[nodiscard]] Together<llvm::LoadInst> row_with(llvm::LoadInst& load, std::int64_t bytes) const;
  [[nodiscard]] Together<llvm::StoreInst> row_with(llvm::StoreInst& store,
                                                   std::int64_t bytes) const;
  llvm::SmallVector<llvm::Value*, 32> row_addresses(llvm::Value* pointer, const LaneShape& address,
                                                    std::int64_t offset, llvm::Value* elsewhere);
  [[nodiscard]] unsigned pieces_at_once(std::size_t elements, unsigned per) const;
  void load_rows(const Together<llvm::LoadInst>& row, llvm::LoadInst& load,
                 const LaneShape& address, std::int64_t bytes);
  [[nodiscard]] bool are_apart(const Together<llvm::StoreInst>& group) const;
  bool has_row(llvm::StoreInst& store, std::int64_t bytes);
  void store_rows(llvm::StoreInst& store, std::int64_t bytes);
  void remark_rows(const llvm::Instruction& access, std::size_t elements) const;
  llvm::Value* is_whole(const LaneShape& address);
  llvm::Value* interleave(llvm::ArrayRef<llvm::Value*> parts);
  llvm::Value* put_at(const Places& places, llvm::ArrayRef<llvm::Value*> parts);
  /// Lanes that are off where stores are one: there are none, they store what they have read, or nothing.
  enum class OffLanes : std::uint8_t { kNone, kBlended, kMasked };
  void store_together(const Together<llvm::StoreInst>& group, const LaneShape& address,
                      std::int64_t bytes, OffLanes off);
  bool store_strided(llvm::StoreInst& store, const LaneShape& address);
  llvm::Value* load_consecutive(llvm::LoadInst& load);
  llvm::Value* load_same(llvm::LoadInst& load);
  llvm::Value* load_scattered(llvm::LoadInst& load);
  void mark_rare(llvm::Value* gather, const LaneShape& address) const;
  void emit_store(llvm::StoreInst& store);
  void store_consecutive(llvm::StoreInst& store);
  void emit_consecutive_store(llvm::StoreInst& store);
  /// Lanes `first` to `first + count` of a consecutive store.
  struct LanesToStore {
    llvm::Value *value, *base;  ///< of the whole packet
    llvm::Align alignment;      ///< of `base`
    unsigned first, count;
  };
  void store_by_registers(const LanesToStore& lanes);
  void emit_streamed_store(llvm::StoreInst& store);
  void count_streamed(const llvm::StoreInst& store);
  llvm::Value* goes_past_caches(llvm::Value* base);
  void stream_or(const LanesToStore& lanes, llvm::Value* past_caches,
                 llvm::function_ref<void()> keep);
  void stream_by_lines(const LanesToStore& lanes, llvm::Value* past_caches, unsigned in_line);
  bool copy_together(llvm::MemCpyInst& copy);
  void copy_lines(llvm::MemCpyInst& copy, std::uint64_t bytes);
  void for_lanes_on(llvm::Value* bits, llvm::function_ref<void()> all,
                    llvm::function_ref<void(unsigned)> one);
  llvm::Value* guards_hold(const LaneShape& address, const llvm::Instruction* but);
  llvm::Value* branch_on(llvm::Value* condition, llvm::function_ref<llvm::Value*()> held,
                         llvm::function_ref<llvm::Value*()> failed);
  llvm::Value* access(llvm::Instruction& access, const LaneShape& address,
                      llvm::function_ref<llvm::Value*()> consecutive,
                      llvm::function_ref<llvm::Value*()> restarting,
                      llvm::function_ref<llvm::Value*()> scattered);
  struct TwoParts {
    llvm::Value *base, *mask;                      ///< of the lanes before the restart
    llvm::Value *restarted_base, *restarted_mask;  ///< of those behind it
  };
  TwoParts two_parts(llvm::Value* pointer);
  void prefetch_next_ring(llvm::LoadInst& load);
  llvm::Value* load_restarting(llvm::LoadInst& load);
  void store_restarting(llvm::StoreInst& store);

  // Of lanes that store to one address, whose value stays (widen_store_order.cpp).
  [[nodiscard]] unsigned lanes_written_together(const llvm::StoreInst& store) const;
  [[nodiscard]] llvm::SmallVector<int, 32> store_order(const llvm::StoreInst& store) const;
  [[nodiscard]] llvm::SmallVector<unsigned, 8> store_order_of_parts(
      unsigned count, const llvm::StoreInst& store) const;
  llvm::Value* last_to_store(const llvm::StoreInst& store);
  llvm::Value* reordered_addresses(llvm::Value* addresses, llvm::ArrayRef<int> order);
  void store_uniform(llvm::StoreInst& store);
  void store_scattered(llvm::StoreInst& store);

  // Rows that are shorter than a packet (widen_pieces.cpp).
  [[nodiscard]] std::optional<Pieces> pieces_of(const llvm::Value* value, unsigned depth) const;
  [[nodiscard]] std::optional<Pieces> pieces_of_address(const llvm::GEPOperator& address,
                                                        unsigned depth) const;
  [[nodiscard]] unsigned lanes_of_piece(const llvm::Value* pointer, std::int64_t bytes) const;
  llvm::Value* at_lane(llvm::Value* value, unsigned index);
  llvm::Value* access_pieces(llvm::Value* pointer, std::int64_t bytes, unsigned lanes,
                             llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> pieces,
                             llvm::function_ref<llvm::Value*()> scattered);
  llvm::Value* load_pieces(llvm::LoadInst& load, std::int64_t bytes, unsigned lanes);
  void store_pieces(llvm::StoreInst& store, std::int64_t bytes, unsigned lanes);

  // Permutations (widen_permuted.cpp).
  void emit_permutation(llvm::BinaryOperator& operation);
  llvm::Value* distances_of(const llvm::Instruction& sum);
  llvm::Value* permuted_line(const llvm::Instruction& sum);
  llvm::Value* emit_bit_question(llvm::ICmpInst& question);
  llvm::Value* low_byte(llvm::Value* value, unsigned depth = 8);
  [[nodiscard]] LaneShape shape_of_access(const llvm::Value* pointer, const llvm::Type* type) const;
  [[nodiscard]] bool can_permute(const llvm::Type* type) const;
  static constexpr unsigned kRegisterBytes = 64;
  /// How many lanes' elements are permuted together: a register's worth, or all of a packet that fills less.
  [[nodiscard]] unsigned lanes_of_register(unsigned bytes) const;
  struct Window {
    llvm::Value *base, *mask;  ///< mask null: all of it
  };
  struct Permuted {
    llvm::Value* start;                          ///< of the windows
    llvm::Value* from;                           ///< where in the windows the lanes' elements are
    llvm::SmallVector<llvm::Value*, 2> sources;  ///< of each window: the lanes' numbers
    llvm::SmallVector<llvm::Value*, 2> used;     ///< of each window; null: all of it
    unsigned lanes;                              ///< of a window, a register
  };
  Permuted permuted(llvm::Value* pointer, unsigned bytes, unsigned first);
  llvm::Value* begin_of_lanes(llvm::Value* pointer, unsigned bytes, unsigned first);
  llvm::Value* offset_in_windows(llvm::Value* pointer, unsigned bytes, unsigned first);
  llvm::Value* fits_windows(llvm::Value* pointer, const llvm::Type* type, llvm::Align alignment);
  llvm::SmallVector<Window, 2> windows(const Permuted& how, unsigned first);
  llvm::Value* load_permuted(llvm::LoadInst& load);
  void store_permuted(llvm::StoreInst& store);
  [[nodiscard]] bool rotates(const llvm::Value* pointer, const llvm::Type* type) const;
  llvm::Value* load_rotated(llvm::LoadInst& load);
  void store_rotated(llvm::StoreInst& store);
  llvm::Value* permute_registers(llvm::Value* value, llvm::Value* sources);
  llvm::Value* pick(llvm::Value* low, llvm::Value* high, llvm::Value* indices);
  llvm::Value* part(llvm::Value* lanes, unsigned first, unsigned count);

  // Stores of lanes that are off, too (widen_blended.cpp).
  [[nodiscard]] llvm::LoadInst* value_before(const llvm::StoreInst& store) const;
  [[nodiscard]] llvm::LoadInst* load_before(const llvm::StoreInst& store) const;
  llvm::Value* blended_with(llvm::LoadInst& before, llvm::StoreInst& store);
  [[nodiscard]] llvm::StoreInst* other_of_pair(llvm::StoreInst& store) const;
  void store_guarded(llvm::StoreInst& store);
  void store_pair(llvm::StoreInst& first, llvm::StoreInst& second);
  llvm::Value* fills_windows(llvm::StoreInst& first, llvm::StoreInst& second);
  void store_joined(llvm::StoreInst& first, llvm::StoreInst& second);
  void emit_call(llvm::CallInst& call);
  /// Gives the value that a lane has; lanes by number.
  using ByLane = std::function<llvm::Value*(llvm::Value* lane)>;
  ByLane by_lane(llvm::Value* value);
  void for_each_lane_on(llvm::function_ref<void(llvm::Value*)> one);
  void emit_thread_call(llvm::CallInst& call);
  void take_results(llvm::CallInst& call, llvm::Type* type, llvm::Value* results);
  void emit_barrier(llvm::CallInst& call);
  void emit_sample(llvm::CallInst& call);
  void emit_prefetch(llvm::CallInst& call);
  llvm::Value* put_values(llvm::Value* value, std::uint64_t bytes);
  void emit_followed(llvm::CallInst& call);
  void emit_extract(llvm::ExtractValueInst& extract);

  // Warp operations (widen_warp.cpp).
  void emit_warp(llvm::CallInst& call);
  void emit_shuffle(llvm::CallInst& call, const WarpCall& warp);
  void emit_vote(llvm::CallInst& call, const WarpCall& warp);
  void emit_match_any(llvm::CallInst& call, const WarpCall& warp);
  void emit_match_all(llvm::CallInst& call, const WarpCall& warp);
  void emit_reduction(llvm::CallInst& call, const WarpCall& warp);
  llvm::Value* lanes_on(llvm::Value* members);
  void emit_matrix(llvm::CallInst& call);
  llvm::Value* lanes_of(llvm::Value* members);
  llvm::Value* lane_at(llvm::Value* vector, llvm::Value* index);
  llvm::Value* first_of(llvm::Value* members);
  llvm::Value* for_members(llvm::Value* members, llvm::function_ref<llvm::Value*(llvm::Value*)> of);
  llvm::Value* shuffle_sources(llvm::CallInst& call, const WarpCall& warp, llvm::Value*& in_range);
  llvm::Value* frozen(llvm::Value* value);
  llvm::Value* permute(llvm::Value* value, llvm::Value* sources);
  llvm::Value* bits_of(llvm::Value* truths);
  [[nodiscard]] llvm::Constant* lane_numbers() const;
  void set_same(llvm::CallInst& call, llvm::Value* value);

  // What people are told, if they want to be (widen_remarks.cpp).
  void remark(const llvm::Instruction& at, Topic topic, const char* text) const;
  void remark_access(const llvm::Instruction& access, Way way, const LaneShape& address) const;
  void remark_strided(const llvm::Instruction& access, const LaneShape& address,
                      bool complete) const;
  void remark_call(const llvm::CallInst& call) const;
  void remark_shuffle(const llvm::CallInst& call, const llvm::Value& sources) const;
  [[nodiscard]] std::string condition_of(const LaneShape& address, const SourcePlace& here) const;
  [[nodiscard]] std::string why_apart(const llvm::Value& pointer, const SourcePlace& here) const;

  bool emit_vector_intrinsic(llvm::CallInst& call);
  llvm::Value* index_of(llvm::Value* address) const;
  void by_words(llvm::Value* numbers, llvm::function_ref<void(unsigned, llvm::Value*)> use);
  void emit_block_update(llvm::AtomicRMWInst& update, const WindowAccess* window = nullptr);
  void update_at(llvm::AtomicRMWInst& update, llvm::Value* place, unsigned lane_number);
  void update_all_lanes(llvm::AtomicRMWInst& update, const WindowAccess* window,
                        llvm::Value* index);
  void update_by_distance(llvm::AtomicRMWInst& update, const WindowAccess* window);
  void update_some_lanes(llvm::AtomicRMWInst& update, const WindowAccess* window);
  void emit_window_update(llvm::AtomicRMWInst& update, unsigned window);
  llvm::Value* update_memory(llvm::AtomicRMWInst& update, llvm::Value* address, llvm::Value* value);
  bool emit_common_update(llvm::AtomicRMWInst& update);
  void add_in_order(llvm::AtomicRMWInst& update, llvm::Value* values);
  void make_vectors_of(const llvm::Instruction& instruction);
  void emit_per_lane(llvm::Instruction& instruction, bool under_mask);
  [[nodiscard]] llvm::SmallVector<int, 32> order_of_lanes(
      const llvm::Instruction& instruction) const;
  void do_under_mask(llvm::Instruction& instruction, llvm::Value* mask, llvm::ArrayRef<int> order,
                     llvm::SmallVectorImpl<llvm::Value*>& results);
  llvm::Instruction* copy_for_lane(llvm::IRBuilder<>& builder, llvm::Instruction& instruction,
                                   unsigned index);

  llvm::Function& body_;
  const ControlFlow& control_;
  const unsigned lanes_;
  const Masks mask_cost_;
  const bool has_line_registers_;  ///< of 64 bytes
  const bool lanes_wait_apart_;
  const bool is_warp_;  ///< the lanes are those of a warp, on machines of any vector width
  std::optional<StoresAtOnce> at_once_;  ///< of a warp
  Remarks* const remarks_;               ///< null: nobody wants any
  const Shapes shapes_;
  const LaneData data_;
  const StreamedStores streamed_;
  std::uint32_t streamed_bytes_ = 0;
  llvm::Function* out_ = nullptr;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> scalars_;
  llvm::DenseMap<const llvm::Value*, llvm::Value*> vectors_;
  /// Lane 0's value of what is linear if guarded; it has a vector besides.
  llvm::DenseMap<const llvm::Value*, llvm::Value*> firsts_;
  llvm::DenseMap<const llvm::Instruction*, llvm::Value*> guards_;
  /// Addresses, extensions, sums and what is bounded, if linear if guarded: nobody may need the vectors where the guards
  /// hold. Made where they are used.
  llvm::SmallPtrSet<const llvm::Value*, 16> deferred_;
  bool is_making_here_ = false;  ///< vector_here is at work
  /// What is known of a remainder that may restart inside the packet, or of a permutation.
  struct Restart {
    llvm::Value* in_order;   ///< that it does so at most once, and counts up; that there are
                             ///< instructions for it; null: always
    llvm::Value* size;       ///< as a number of 64 bits; the low bits that the lanes share
    llvm::Value* restarted;  ///< the lanes that have; null
    /// Of a remainder: lane 0's number and the divisor, which is 1 if not in order.
    llvm::Value *number = nullptr, *divisor = nullptr;
  };
  llvm::DenseMap<const llvm::BinaryOperator*, Restart> restarts_;
  /// Results that are structures: one scalar per lane.
  llvm::DenseMap<const llvm::Value*, llvm::SmallVector<llvm::Value*, 16>> per_lane_;
  /// Results that are structures: one vector per field.
  llvm::DenseMap<const llvm::Value*, llvm::SmallVector<llvm::Value*, 2>> parts_;
  /// Stores of neighbouring elements.
  llvm::DenseMap<const llvm::StoreInst*, Together<llvm::StoreInst>> stored_together_;
  llvm::DenseMap<const llvm::StoreInst*, Together<llvm::StoreInst>> stored_in_rows_;
  /// The first of a pair of stores, by the second, where both are made (other_of_pair).
  llvm::DenseMap<const llvm::StoreInst*, llvm::StoreInst*> pairs_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> begin_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> end_;
  /// Lanes that run a block; null: all of them.
  llvm::DenseMap<const llvm::BasicBlock*, llvm::Value*> masks_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::Value*> then_masks_;
  llvm::DenseMap<const llvm::Loop*, llvm::PHINode*> loop_masks_;
  llvm::DenseMap<const llvm::PHINode*, llvm::PHINode*> last_seen_;
  llvm::Value* mask_ = nullptr;  ///< of the block being emitted
  PacketCosts costs_;
  std::optional<LaneWork> work_;  ///< of the instruction being emitted, if that is decided
  const llvm::Instruction* current_ = nullptr;
};

}  // namespace riffle::spmd
