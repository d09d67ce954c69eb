// SPDX-License-Identifier: Apache-2.0
// How instrumented kernels note what they touch.
//
// Memory is seen in pages of 16 KiB. For each page and each kind of access there is a bit for each byte (AccessBits), and a
// table of the pages that this worker has met lately (AccessTable). To note a read of eight
// bytes at `a` is:
//
//   page = a >> kAccessPageBits;  slot = &table->slots[kRead][page % kAccessSlots]
//   if (slot->page != page) note_page(table, a, kRead)        now slot->bits are the page's
//   slot->bits->bytes[(a >> 6) % 256] |= 0xff << a % 64       and ->sites[(a >> 6) % 256] = this line of source
//
// A piece of up to 256 bytes may begin in one page and end in the next: its bits go into the first page's extra words.
//
// Code that is checked, too, looks behind each note whether slot->bits->plain has all of these bits. If not, it calls
// check_piece in front of the access: plain is a filter, who is called knows more.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/abi/image_abi.h"

namespace riffle::abi {

/// Of Kernel::flags, beside KernelFlags: instrumented, it is to be run where AccessRuntime::table answers.
inline constexpr std::uint32_t kKernelNotesAccesses = 128;
/// It also asks whether it may.
inline constexpr std::uint32_t kKernelChecksAccesses = 256;

/// Each of its threads runs by itself, and says what it does: AccessRuntime::follow_*.
inline constexpr std::uint32_t kKernelFollowsThreads = 512;
/// Its threads may meet, in memory or at barriers. Checked code that does not follow them says so, for whoever chooses launches
/// that are to be followed.
inline constexpr std::uint32_t kKernelThreadsMeet = 1024;

/// In checked code Frame::thread is kept current also for packets: their first thread, and from this bit on how many threads
/// they are.
inline constexpr unsigned kPacketShift = 16;

/// Atomics among themselves never race; with plain reads and writes they do.
enum class AccessKind : std::uint8_t { kRead, kWrite, kAtomic };
inline constexpr std::size_t kAccessKinds = 3;

/// A line of kernel source.
struct AccessSite {
  const char* file = "";
  const char* function = "";  ///< as the module has it
  std::uint32_t line = 0;     ///< 0: not known
};

inline constexpr std::size_t kAccessPageBits = 14;
inline constexpr std::size_t kAccessWords = (std::size_t{1} << kAccessPageBits) / 64;
inline constexpr std::size_t kAccessExtraWords = 4;
inline constexpr std::size_t kAccessSlots = 1024;
/// Most bytes that are noted without a call.
inline constexpr std::size_t kMostNotedBytes = 64 * kAccessExtraWords;

/// Of one page, by one kind of access.
struct AccessBits {
  std::uint64_t bytes[kAccessWords + kAccessExtraWords];
  /// Of the last access to each 64 bytes; nothing where none of them was touched.
  const AccessSite* sites[kAccessWords + kAccessExtraWords];
  bool has_plain;
  bool has_room_for_plain;
  /// Of bytes that may be touched like this with no further question. Made with the page's slot, if `has_plain`. There is
  /// memory for it only where checked code runs.
  std::uint64_t plain[kAccessWords + kAccessExtraWords];
};

/// Whose memory a checked access is to be in.
enum class CheckedObject : std::uint32_t {
  kAny,     ///< found out by its address
  kShared,  ///< the block's shared memory
  kLocal,   ///< an array of the thread: AccessCheck::object_bytes
};

/// What is known of a checked access before the program runs.
struct AccessCheck {
  const AccessSite* site;
  std::uint32_t bytes;      ///< of the piece, or of each lane's
  std::uint32_t alignment;  ///< that the source promises, a power of two
  AccessKind kind;
  bool reads;
  bool writes;
  std::uint8_t lane_bytes;   ///< of each thread of the packet, one after the other; 0: not known
  std::uint32_t first_lane;  ///< that of the first of them
  CheckedObject object;
  std::uint64_t object_bytes;
};

/// What a followed thread does to memory.
enum FollowedAccess : std::uint32_t {
  kFollowedReads = 1,
  kFollowedWrites = 2,
  kFollowedAtomic = 4,
  kFollowedVolatile = 8,
  kFollowedUnread = 16,  ///< nobody asks what it reads
};

/// The same of a packet's threads, or of one thread of a block whose threads do not run by themselves.
struct FollowedPacket {
  const AccessSite* site;
  std::int64_t stride;  ///< from lane to lane
  std::uint64_t bytes;  ///< of each lane
  std::uint32_t what;   ///< FollowedAccess
};

/// A parameter by which each thread touches bytes of its own, if the launch's extents are such: all that thread (t) of block (b)
/// touches is the `bytes` from the pointer + zero + b.x * steps[0] + ... + t.z * steps[5] + (any number) * steps[6] on.
struct PrivateAccess {
  std::uint64_t parameter = 0;  ///< its number
  std::uint64_t bytes = 0;
  std::uint64_t others = 0;  ///< bits of the other parameters that the kernel touches memory by
  std::int64_t zero = 0;
  /// Along the axes of the grid, then of the block; and from one turn of a loop to the next, or 0.
  std::int64_t steps[7] = {};
};

/// A variable in the shared memory of a kernel's blocks.
struct SharedVariable {
  const char* name;  ///< mangled; null: the end of the list
  std::uint32_t offset;
  std::uint32_t bytes;  ///< 0: all that the launch adds
};

struct AccessSlot {
  std::uint64_t page;  ///< address >> kAccessPageBits; ~0: none
  AccessBits* bits;
};

struct AccessTable {
  AccessSlot slots[kAccessKinds][kAccessSlots];
  std::uint64_t shared_bytes;  ///< of a block of the launch, from Frame::shared on
  /// Of the launch whose block runs: parameters (the first 64) whose accesses nobody asks for (kFollowedParameterShift).
  std::uint64_t unasked_parameters;
};

/// What instrumented code finds behind the tables that other code knows.
struct AccessRuntime {
  ImageRuntime image;
  /// Makes the page's slot that of `address`.
  void (*note_page)(AccessTable*, std::uint64_t address, std::uint32_t kind);
  void (*note_range)(AccessTable*, std::uint64_t begin, std::uint64_t bytes, std::uint32_t kind,
                     const AccessSite*);
  /// Of the lanes in `mask`, each `bytes` at an address of its own.
  void (*note_lanes)(AccessTable*, const std::uint64_t* addresses, std::uint64_t mask,
                     std::uint64_t bytes, std::uint32_t kind, const AccessSite*);
  /// The calling thread's table: the same from the beginning to the end of each function.
  AccessTable* (*table)();
  /// Of a piece at `address`. `words`: its bytes, 64 a word; null: all of them. `base`: where its object begins.
  void (*check_piece)(AccessTable*, const AccessCheck*, std::uint64_t address,
                      const std::uint64_t* words, std::uint64_t base);
  void (*check_lanes)(AccessTable*, const AccessCheck*, const std::uint64_t* addresses,
                      std::uint64_t mask, std::uint64_t base);

  // Of code whose threads are followed (kKernelFollowsThreads).
  /// In front of an access to shared memory, or to memory that is not the thread's own. `what`: FollowedAccess. `value`:
  /// what is written; null: not known.
  void (*follow_access)(const AccessSite*, std::uint64_t address, std::uint64_t bytes,
                        std::uint32_t what, const void* value);
  /// In front of a barrier or an operation of the warp.
  void (*follow_wait)(const AccessSite*);
  /// The thread begins.
  void (*follow_thread)(const SharedVariable*);
  /// The lanes in `mask` of the threads that Frame::thread tells of. `values`: what they write, one behind the other; null:
  /// not known.
  void (*follow_packet)(const FollowedPacket*, std::uint64_t address, std::uint64_t mask,
                        const void* values);
  void (*follow_lanes)(const FollowedPacket*, const std::uint64_t* addresses, std::uint64_t mask,
                       const void* values);
  /// All threads have come to a barrier, and go on.
  void (*follow_barrier)();
  /// A block whose threads do not run by themselves begins. `written`, `read`: bits of the parameters (the first 64) by which
  /// it may write, and of those whose reads say that they are of them (kFollowedParameterShift). `places`: so many, of which
  /// all accesses say so.
  void (*follow_begin)(const Frame*, const SharedVariable*, std::uint64_t written,
                       std::uint64_t read, const PrivateAccess* places, std::uint64_t count);
  void (*follow_end)();
  /// The lanes in `mask` of the warp whose first thread Frame::thread tells of have come to an operation of it.
  void (*follow_warp)(std::uint64_t mask);
};

}  // namespace riffle::abi
