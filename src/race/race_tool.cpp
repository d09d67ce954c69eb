// SPDX-License-Identifier: Apache-2.0
#include "race/race_tool.h"

#include <utility>
#include <vector>

namespace riffle::race {
namespace {

/// What nobody can know of what a host function touches: another thread may have told it of anything that had been enqueued by
/// then, and it may have told any thread before more was; and host functions and the host's threads tell each other.
bool may_be_ordered(const Operation& one, const Operation& other) {
  if (one.type != OperationType::kHostFunction) return false;
  return other.type == OperationType::kHost || other.type == OperationType::kHostFunction ||
         other.number > one.made_until;
}

/// Without an order, chance decides who was told first; the report does not depend on it.
void put_in_order_of_calls(Conflict& conflict) {
  if (conflict.is_ordered) return;
  const Operation& earlier = *conflict.earlier.operation;
  const Operation& later = *conflict.later.operation;
  // Nodes of one launch have one number: what is freed is in use.
  const bool is_free_first = are_of_one_launch(earlier, later) &&
                             earlier.type == OperationType::kFree &&
                             later.type != OperationType::kFree;
  if (is_free_first || later.number < earlier.number) std::swap(conflict.earlier, conflict.later);
}

}  // namespace

void RaceTool::touch(const RecordedAccess& access, std::span<const ByteRange> ranges) {
  struct Meeting {
    Conflict conflict;
    std::uint64_t bytes = 0;
  };
  std::vector<Meeting> meetings;
  const History::Report note = [&](const Conflict& conflict) {
    if (may_be_ordered(*conflict.earlier.operation, *conflict.later.operation) ||
        may_be_ordered(*conflict.later.operation, *conflict.earlier.operation))
      return;
    for (Meeting& known : meetings) {
      if (known.conflict.earlier.operation != conflict.earlier.operation ||
          known.conflict.later.operation != conflict.later.operation ||
          known.conflict.earlier.kind != conflict.earlier.kind)
        continue;
      known.bytes += conflict.bytes.end - conflict.bytes.begin;
      return;
    }
    meetings.push_back({conflict, conflict.bytes.end - conflict.bytes.begin});
  };
  if (access.operation->type == OperationType::kAllocation) {
    for (const ByteRange& range : ranges) history_.allocate(access, range, note);
  } else {
    history_.touch(access, ranges, note);
    shared_.touched(access, ranges);
  }
  for (Meeting& meeting : meetings) {
    put_in_order_of_calls(meeting.conflict);
    Finding finding = explain(meeting.conflict, meeting.bytes,
                              state_.facts_of(*meeting.conflict.earlier.operation),
                              state_.facts_of(*meeting.conflict.later.operation));
    if (const Resource* const memory = state_.resources().memory_at(meeting.conflict.bytes.begin))
      *finding.memory = place_in(*memory, finding.memory->address, finding.memory->bytes);
    state_.write(finding);
  }
}

}  // namespace riffle::race
