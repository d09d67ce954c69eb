// SPDX-License-Identifier: Apache-2.0
// A communicator whose ranks are all in this process: devices that share memory.
//
// A collective runs when the last rank has called for it. Ranks of one group are joined by events: each stream waits for
// what the others held before, runs its part, and waits for the others' parts. A stream whose rank has called before waits
// for a word of memory, and no thread does; the last to come does its part, in its own stream, and writes the word.
//
// What streams capture is matched in its group, and becomes nodes. What the group does not match meets when graphs run:
// captured_calls.h.
//
// Lock order: `mutex_` is held while calls are matched, not while anything is put into a stream.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "libraries/nccl/captured_calls.h"
#include "libraries/nccl/join.h"
#include "libraries/nccl/matcher.h"
#include "libraries/nccl/meeting.h"
#include "libraries/nccl/words.h"
#include "libraries/nccl/world.h"

namespace riffle::nccl {

class LocalWorld : public World {
 public:
  explicit LocalWorld(std::vector<int> devices);

  ncclResult_t start(std::span<const CommCall> calls) override;
  void abort(int rank) override;
  ncclResult_t finish(int rank) override;
  ncclResult_t error(int rank) override;
  ncclResult_t exchange(int rank, std::span<const int> members, const Bytes& own,
                        std::vector<Bytes>& all) override;
  ncclResult_t make_part(int rank, std::span<const int> members, int index,
                         std::shared_ptr<World>& part) override;

  [[nodiscard]] int size() const { return static_cast<int>(devices_.size()); }

 private:
  using Parties = std::vector<std::shared_ptr<Participant>>;

  ncclResult_t start_now(std::span<const CommCall> calls);
  ncclResult_t start_captured(std::span<const CommCall> calls);
  ncclResult_t party_of(const CommCall& call, Parties& parties,
                        std::shared_ptr<Participant>& party);
  /// A captured call that has come to run.
  void take(Arrival arrival, const std::shared_ptr<Participant>& worker);
  ncclResult_t run(std::vector<MatchedCalls>& units, const Parties& here);
  /// What cannot be done: whoever waits goes on, with an error.
  void give_up(const MatchedCalls& unit, ncclResult_t result);

  const std::vector<int> devices_;
  std::vector<EventPool> events_;  ///< by rank
  WordPool words_;
  Meeting meeting_;

  std::mutex mutex_;
  Matcher matcher_;                   ///< guarded by mutex_
  std::vector<ncclResult_t> errors_;  ///< guarded by mutex_; by rank
  std::vector<bool> is_aborted_;      ///< guarded by mutex_; by rank
  CapturedCalls captured_;            ///< the last member: its thread uses the others
};

}  // namespace riffle::nccl
