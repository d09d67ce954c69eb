// SPDX-License-Identifier: Apache-2.0
// All that steps leave in the IR for later ones, beside the code: attributes, metadata and calls of functions without a body.
// pipeline/key_stages.cpp says of each in which stages it may stand, and RIFFLE_VERIFY checks that after each step.
#pragma once

namespace riffle::spmd {

// Attributes of functions.

/// An earlier step could not translate the function: why. inline-ptx and the PTX reader -> check_input, which refuses it.
inline constexpr const char* kRefused = "riffle-refused";
/// A kernel's body. bind_kernels -> position.
inline constexpr const char* kBodyAttribute = "riffle-body";
/// A function with the leading parameter `ptr thread`. thread_parameter -> position, strategies.
inline constexpr const char* kDeviceAttribute = "riffle-device";
/// A kernel that is declared here, because its code is in another object. divide -> emit_tables.
inline constexpr const char* kElsewhereAttribute = "riffle-elsewhere";
/// The shape of the launches that code is for: "16,16,1" or, for grids of one row, "16,16,1,row". The request -> fix_shape, and
/// all that asks shape_of.
inline constexpr const char* kShapeAttribute = "riffle-shape";
/// Instructions that jam_loops added: one round's values are no more for it. jam_loops -> packet_widths.
inline constexpr const char* kJammedAttribute = "riffle-jammed-instructions";
/// How many rows of threads go through loops together. join_rows -> strategies, range_function, number_bounds.
inline constexpr const char* kRowsAttribute = "riffle-joined-rows";
/// unroll_walks found walks. unroll_walks -> packet_widths.
inline constexpr const char* kWalksAttribute = "riffle-unrolled-walks";
/// x and y are exchanged. exchange_axes -> range_function, choose_strategies.
inline constexpr const char* kExchanged = "riffle-axes-exchanged";
/// The body reports its threads itself, in packets: "" or "passed", where it does so in blocks that pass a guard. follow_packets
/// -> strategies, widen.
inline constexpr const char* kFollowedInPackets = "riffle-followed-in-packets";
/// Loops wait for what other blocks write, and no thread of the own one does. choose_strategies -> widen.
inline constexpr const char* kWaitsForBlocks = "riffle-waits-for-blocks";
/// Threads of the range function do not change, between barriers, memory that others look at. choose_strategies -> jam_rows.
inline constexpr const char* kIndependentPackets = "riffle-independent-packets";
/// Instructions are in order, and the code generator leaves them there. strip_loops -> the code generator.
inline constexpr const char* kKeepOrder = "riffle-keep-order";

/// Of the call of an asm statement, and of a body read from PTX: products and sums without a rounding may be fused (-fmad=true).
/// The front end, the PTX reader -> ptx/emitter.
inline constexpr const char* kContracts = "riffle-contracts";

// Attributes of variables.

/// The pointer to a managed variable, or to a reference's object: by its name PTX means what it points at. The PTX reader -> the PTX reader.
inline constexpr const char* kNamesTarget = "riffle-names-target";
/// In constant memory, once there is only one address space. flatten_address_spaces -> space_question.
inline constexpr const char* kConstantAttribute = "riffle-constant";

// Metadata of a module.

/// Accesses are to be reported: until then, too, the code touches no byte that its source does not. The request -> everyone.
inline constexpr const char* kNotesAccesses = "riffle.notes.accesses";
/// ... and checked. The request -> everyone.
inline constexpr const char* kChecksAccesses = "riffle.checks.accesses";
/// ... and by thread. The request -> everyone.
inline constexpr const char* kFollowsThreads = "riffle.follows.threads";

// Metadata of instructions.

/// Of products and sums that PTX has in one basic block, though they are in several now. The PTX reader -> ptx/contract.
inline constexpr const char* kSourceBlock = "riffle.block";
/// Of conversions between float and double that are steps of an operation on bfloats, which flushes nothing.
/// narrow_arithmetic -> flush_denormals.
inline constexpr const char* kKeepsDenormals = "riffle.keeps.denormals";
/// Of an extension whose operand, read as a signed number, does not wrap within a packet: whoever put it there has seen to that.
/// inner_packets, flat_blocks -> shape.
inline constexpr const char* kExactExtension = "riffle.exact";
/// Of loops: unrolled no further, as clang left them. fix_shape -> fix_shape.
inline constexpr const char* kKnownBefore = "riffle.known.before";
/// Of loads and stores: which of the loop's walks. unroll_walks -> unroll_walks, widen.
inline constexpr const char* kWalk = "riffle.walk";
/// Of a branch: its first side is right only where a condition holds, and a packet goes one way as a whole. copy_loop,
/// join_rows -> one_way.
inline constexpr const char* kOneWay = "riffle.one.way";
/// Of calls of abi::ImageRuntime::sample_texture, which packets make together. lower_runtime_calls -> widen.
inline constexpr const char* kSamplesTexture = "riffle.samples.texture";
/// Of stores in the copy that split_guard made: a thread runs the copy or the original. split_guard -> streamed_stores.
inline constexpr const char* kCopyOfStore = "riffle.copy.of.store";
/// Of accesses in copies of code for what is at hand mostly: remarks are on the original. region_copy -> widen.
inline constexpr const char* kCopyOfAccess = "riffle.copy.of.access";
/// Of an alloca: the lanes' copies lie element by element, of so many bytes. private_arrays -> widen.
inline constexpr const char* kElementBytes = "riffle.element.bytes";
/// Of the branch that asks whether lanes are in order. split_permutations -> unswitch-permutations.
inline constexpr const char* kPermutationQuestion = "riffle.permutation.question";
/// Of an alloca: nothing in it is needed past a barrier, though it may be used on both sides. widen -> region_split.
inline constexpr const char* kTemporary = "riffle.temporary";
/// Of loads of abi::GridLaunch::streams, which is not all that is known where a body is one iteration of many. widen -> rounds.
inline constexpr const char* kStreams = "riffle.streams";
/// Of a packet's load whose lanes' addresses fall: the next packet's are lower. widen -> prefetch_lines.
inline constexpr const char* kFalls = "riffle.falls";
/// Of gathers where the guards of shape.h have failed, as they seldom do. widen -> split_gathers.
inline constexpr const char* kRare = "riffle.rare";
/// Of an access whose elements are those of the packet's threads from this one on. widen -> note_accesses.
inline constexpr const char* kByLane = "riffle.by.lane";
/// Of a call in which the thread may wait for others. fiber_strategy -> follow_threads.
inline constexpr const char* kWaits = "riffle.waits";
/// Of loads of addresses that a packet has put into memory: surely the block's own memory, or that of its packet, and of
/// relaxed atomics there. block_atomics, widen -> widen, block_atomics.
inline constexpr const char* kBlockMemory = "riffle.block.memory";
/// Of an atomic that is kept in windows, and the name of the call that stands for their state. update_windows -> widen,
/// window_access; these -> update_windows.
inline constexpr const char* kWindow = "riffle.window";
/// Of a loop's latch: its rounds are packets of a block. range_function -> jam_rows.
inline constexpr const char* kPackets = "riffle.packets";

// Calls.

/// What a reducing barrier of a packet is called until regions are cut:
/// `i32 or i1 riffle.barrier.{popc,and,or}(i32 id, i32 lanes with predicate, i32 lanes)`. widen -> region_split.
inline constexpr const char* kPacketBarrier = "riffle.barrier.";
/// `void riffle.barrier.round(i32 0)`: nobody waits, but regions are cut there. turned_loop -> region_split.
inline constexpr const char* kRoundBarrier = "riffle.barrier.round";
/// `void riffle.declares.shared(ptr)`: the function has the variable, whether anything uses it or not. ptx/emitter ->
/// bind_kernels.
inline constexpr const char* kDeclaresShared = "riffle.declares.shared";
/// `ptr riffle.thread()`: the running thread's abi::Thread in a kernel that is no body yet. thread_parameter -> bind_kernels.
inline constexpr const char* kThreadCall = "riffle.thread";
/// `i1 riffle.all.lanes(i1)`: whether what holds for a thread holds for all of its packet. split_guard -> widen.
inline constexpr const char* kAllLanes = "riffle.all.lanes";
/// `i1 riffle.lanes.agree(i1)`: whether it holds for all lanes that are on. one_way -> widen.
inline constexpr const char* kLanesAgree = "riffle.lanes.agree";
/// `i1 riffle.whole.packet(i1)`: the same of the lanes that are off as well, by comparisons of the packet's ends.
/// split_branches -> widen.
inline constexpr const char* kWholePacket = "riffle.whole.packet";
/// `ptr riffle.window.grow(...)`: makes room in a window. window_access -> update_windows.
inline constexpr const char* kGrowWindow = "riffle.window.grow";
// Reports of threads (instrument/follow_packets.h): bodies -> widen -> note_accesses.
/// `void (ptr address, i64 bytes, i32 what, value...)`: of the thread that a body runs. No value: not known.
inline constexpr const char* kFollowThread = "riffle.follow.thread";
/// `void (ptr address, i64 mask, ptr values, i64 bytes, i32 what, i64 stride)`: of a packet, from lane 0's address on.
inline constexpr const char* kFollowPacket = "riffle.follow.packet";
/// `void (ptr addresses, i64 mask, ptr values, i64 bytes, i32 what)`: each lane at an address of its own.
inline constexpr const char* kFollowLanes = "riffle.follow.lanes";
/// `void ()`: all threads of the block have come to a barrier.
inline constexpr const char* kFollowBarrier = "riffle.follow.barrier";
/// `void (i64 mask)`: these lanes of the packet, which is a warp, have come to an operation of it.
inline constexpr const char* kFollowWarp = "riffle.follow.warp";
/// `void (ptr frame, i64 written, i64 read, ptr places, i64 count)` and `void ()`: around a block; see
/// abi::AccessRuntime::follow_begin.
inline constexpr const char* kFollowBegin = "riffle.follow.begin";
inline constexpr const char* kFollowEnd = "riffle.follow.end";

}  // namespace riffle::spmd
