// SPDX-License-Identifier: Apache-2.0
// The format of a recording: what the recorder writes into a shared mapping of a file while the program
// runs, and `riffle trace` reads when it has ended, however it ended.
//
// A page with the FileHeader, then chunks, each of one thread and full of Records of 64 bytes; a record
// whose kind is kNone ends its chunk. Times are ticks of the processor's clock. A record that is open
// (a call, a run) has its end written in place, later; 0: it never ended.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace riffle::trace {

inline constexpr std::array<char, 8> kMagic = {'R', 'I', 'F', 'F', 'L', 'E', 'T', '1'};
inline constexpr std::size_t kHeaderBytes = 4096;
/// How the name of a host function begins, in front of "MODULE+0xOFFSET".
inline constexpr const char* kHostFunctionText = "host function ";

struct FileHeader {
  std::array<char, 8> magic;
  std::atomic<std::uint32_t> process;  ///< whose recording it is; 0: nobody has begun
  std::uint32_t ticks_per_us;
  std::uint64_t first_ticks;
  std::int64_t first_ns;  ///< CLOCK_MONOTONIC at first_ticks
  // A second pair, from time to time: the rate between them is exact.
  std::atomic<std::uint64_t> last_ticks;
  std::atomic<std::int64_t> last_ns;
  std::atomic<std::uint64_t> end;        ///< of the chunks, in bytes of the file
  std::atomic<std::uint32_t> texts;      ///< numbers given so far
  std::atomic<std::uint64_t> lost;       ///< records for which there was no room
  std::atomic<std::uint32_t> has_ended;  ///< the process came to its end by itself
  /// The file's first bytes that are there already: `riffle trace` is ahead of the program. It waits on `end`, a futex.
  std::atomic<std::uint64_t> reserved;
};
static_assert(sizeof(FileHeader) <= kHeaderBytes);

enum class RecordKind : std::uint8_t {
  kNone,
  kThread,  ///< heads a chunk: small is the thread's id, begin the chunk's bytes; text the name, or nothing
  kText,  ///< name is the number of a text, small its length; the text follows in place of records
  kCall,  ///< small: the result; name: the function; caller
  kEnqueued,  ///< an operation's description, at the time of its call
  kRun,       ///< an operation, or a part of a program with its description, on this thread
  kEnd,       ///< of a run that began on another thread
  kHelp,      ///< this thread ran a share of the operation
  kStream,    ///< small: its id; type: its kind; bytes: its context
  kContext,   ///< bytes: its address; small: its device
  kMark,      ///< NVTX: a moment. small: its colour
  kRange,     ///< NVTX: pushed and popped on this thread
  kStart,     ///< NVTX: a range with the number `ticket` begins
  kStop,      ///< ...and ends, on any thread
  kName,      ///< NVTX: type 0: of the thread with id `small`; 1: of the stream with id `small`
  kWaitOver,  ///< a wait behind operation `ticket` that had nothing to wait for any more; awaited_...
  kGraphEdge,  ///< between nodes of the graph that `timeline` numbers: from node `ticket` to node `bytes`
  kMemory,  ///< small: 1 allocated, 0 freed; type: AllocationKind; timeline: its address; bytes
  kLayer,   ///< a part of the operation that this thread ran at that time, as a library tells; name
};

enum class TracedOperationType : std::uint8_t {
  kOther,
  kKernel,
  kCopy,
  kFill,
  kHostFunction,
  kWait,
  kEventRecord,
  kGraph,
};

/// What an end of a copy is.
enum class MemoryKind : std::uint8_t { kPageable, kPinned, kDevice, kManaged };

/// What is allocated. Page-locked memory is the host's.
enum class AllocationKind : std::uint8_t { kDevice, kPinned, kManaged, kPooled };
inline constexpr std::size_t kAllocationKinds = 4;

struct Record {
  RecordKind kind = RecordKind::kNone;
  TracedOperationType type = TracedOperationType::kOther;
  std::uint8_t source = 0;       ///< MemoryKind
  std::uint8_t destination = 0;  ///< MemoryKind
  std::uint32_t small = 0;       ///< the stream's id, unless said otherwise
  std::uint64_t begin = 0;
  union {
    std::uint64_t end = 0;
    std::uint64_t shared_bytes;  ///< of a kernel that is enqueued
  };
  std::uint64_t timeline = 0;  ///< with the ticket: which operation
  union {
    std::uint64_t ticket = 0;
    std::uint64_t caller;  ///< of a call: the address that it returns to
  };
  std::uint32_t name = 0;  ///< the number of a text; 0: none
  std::uint32_t part = 0;  ///< of a program: which node
  union {
    struct {
      /// Of a graph's launch: the number of the graph.
      std::uint64_t bytes;
      std::uint64_t device;
    };
    struct {
      std::array<std::uint32_t, 3> grid;
      std::uint32_t block;  ///< 11 bits x, 11 bits y, 10 bits z: each less one
    };
    struct {
      std::uint64_t awaited_timeline;
      std::uint64_t awaited_ticket;
    };
    std::array<char, 16> text{};
  };
};
static_assert(sizeof(Record) == 64);

[[nodiscard]] constexpr std::uint32_t pack_block(std::uint32_t x, std::uint32_t y,
                                                 std::uint32_t z) {
  return (x - 1) | (y - 1) << 11 | (z - 1) << 22;
}
[[nodiscard]] constexpr std::array<std::uint32_t, 3> unpack_block(std::uint32_t packed) {
  return {(packed & 2047) + 1, (packed >> 11 & 2047) + 1, (packed >> 22) + 1};
}

}  // namespace riffle::trace
