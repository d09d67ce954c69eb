// SPDX-License-Identifier: Apache-2.0
// Which calls of different ranks belong together: the n-th collectives of all ranks, and the n-th send from one rank to
// another with the n-th receive.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "libraries/nccl/call.h"
#include "libraries/nccl/events.h"
#include "libraries/nccl/words.h"

namespace riffle::nccl {

/// A rank with one of its streams, in one group.
struct Participant {
  int rank = 0;
  int device = 0;
  cudaStream_t stream = nullptr;
  PooledEvent
      begin;  ///< what was in the stream before the group; null: it is done (captured_calls.h)
};

struct Arrival {
  CommCall call;
  std::shared_ptr<Participant> party;
  SyncWord word;  ///< written when all is done, where the stream waits for that
  int order = 0;  ///< among the rank's calls of the group
};

/// The arrivals of a collective by rank; or a sender and its receiver.
using MatchedCalls = std::vector<Arrival>;

class Matcher {
 public:
  explicit Matcher(int size) : collectives_(static_cast<std::size_t>(size)) {}

  /// The unit that is complete with this arrival; empty: others are missing.
  MatchedCalls arrive(Arrival arrival);
  /// All arrivals that wait for others, in the order of each rank's calls.
  std::vector<Arrival> take_all();
  /// Whether the rank has called for something that others have not come to.
  [[nodiscard]] bool is_waiting(int rank) const;

 private:
  struct Channel {
    std::deque<Arrival> sends;
    std::deque<Arrival> receives;
  };
  MatchedCalls arrive_at_collective(Arrival arrival);
  MatchedCalls arrive_at_channel(Arrival arrival);

  std::vector<std::deque<Arrival>> collectives_;     ///< by rank
  std::map<std::pair<int, int>, Channel> channels_;  ///< by sender and receiver
};

}  // namespace riffle::nccl
