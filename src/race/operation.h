// SPDX-License-Identifier: Apache-2.0
// What the checker remembers of one operation: what it is, where it stands in the order, where the program made it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "race/launch_order.h"
#include "race/vector_clock.h"

namespace riffle::race {

enum class OperationType : std::uint8_t {
  kKernel,
  kCopy,
  kFill,
  kHostFunction,
  kGraph,
  kAllocation,  ///< in a stream's order
  kFree,        ///< the same
  kHost,        ///< the program's own access
  kOther,
};

/// Bytes [begin, end).
struct ByteRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

/// A call of an API. Where it returns to, innermost first.
struct CallSite {
  static constexpr unsigned kMostFrames =
      20;                   ///< a library of the toolkit may have a dozen of its own
  const char* symbol = "";  ///< of the API's table: never freed
  std::uintptr_t frames[kMostFrames] = {};
  std::uint32_t script = 0;  ///< the stack of the script that calls (script_stack.h); 0: none
};

struct Operation {
  OperationType type = OperationType::kOther;
  std::string name;             ///< a kernel's, mangled
  std::uint64_t stream_id = 0;  ///< 0: of no stream
  std::uintptr_t timeline = 0;  ///< of the stream, as order.h names it
  std::uint64_t ticket = 0;
  std::uint64_t number = 0;  ///< in the order of the program's calls
  std::int64_t made_ns = 0;  ///< when the program made it, by the machine's clock
  Stamp stamp;
  Stamp
      promised;  ///< the same in the order that CUDA promises (host_uses.h), where that is followed
  CallSite call;
  std::uintptr_t function = 0;  ///< of a host function: the program's own
  // Of an access by a host function: where it is made, and the number of the newest operation then.
  CallSite code;
  std::uint64_t made_until = 0;
  ByteRange memory;  ///< what it allocates or frees
  /// Of a part of a graph's launch: which, and the order of the launch's parts.
  std::uint64_t part = 0;
  std::shared_ptr<const LaunchOrder> launch;
  std::shared_ptr<const CallSite> part_made;  ///< the call that added the node; null: not known
};

using SharedOperation = std::shared_ptr<const Operation>;

/// Whether both are parts of one launch of a graph. All launches of a graph have one `launch`, and launches in two streams may
/// have the same ticket.
[[nodiscard]] inline bool are_of_one_launch(const Operation& one, const Operation& other) {
  return one.launch != nullptr && one.launch == other.launch &&
         one.stamp.actor == other.stamp.actor && one.stamp.time == other.stamp.time;
}

}  // namespace riffle::race
