// SPDX-License-Identifier: Apache-2.0
// The process that makes an id waits for all ranks of its communicator, and tells them who is where.
//
// A rank connects and says hello. When all have, each gets the verdict: all are in one process, or which address each has to
// use; or why there is no communicator. Then ranks of several processes leave notes for each other until they are
// connected among themselves, say so and hang up. A rank that hangs up earlier ends it for all.
#pragma once

#include <cstdint>
#include <string>

#include <nccl.h>

namespace riffle::nccl {

struct Hello {
  std::int32_t rank;
  std::int32_t size;
  std::int32_t device;
  std::int32_t unused;
  std::uint64_t process;  ///< a random number
  std::uint64_t machine;
};

/// What a rank is answered, before a text about an error.
struct Verdict {
  ncclResult_t result;
  std::int32_t is_one_process;
  std::int32_t is_one_machine;
};

/// After the verdict a message begins with one of these, the length of the key in one byte and the key. A note's text follows
/// the key; that of one who asks comes back when it is there.
constexpr char kSetNote = 's';
constexpr char kGetNote = 'g';
/// Alone: the rank is connected to all others, and hangs up.
constexpr char kDone = 'd';

/// Begins to wait, in a thread of its own. False: the system has no port or no thread.
[[nodiscard]] bool serve_id(std::uint16_t& port);

}  // namespace riffle::nccl
