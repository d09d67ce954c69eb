// SPDX-License-Identifier: Apache-2.0
// What had to wait for what.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trace/timeline.h"

namespace riffle::tool {

/// An operation of a stream as the engine counts: waits and events too.
struct TicketedOperation {
  std::uint64_t ticket = 0;
  Index operation = kNone;  ///< none for what is not shown
  bool is_wait = false;
  bool is_default_stream_rule = false;
  bool was_over =
      false;  ///< a wait for what was complete already; behind the operation with this ticket
  std::uint64_t awaited_timeline = 0;
  std::uint64_t awaited_ticket = 0;
};

/// By timeline, in an order that repeats. The order in each is made here.
using Tickets = std::map<std::uint64_t, std::vector<TicketedOperation>>;

/// By a graph's number: its edges, from node to node.
using GraphShapes =
    std::unordered_map<std::uint64_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>>;

/// By the later operation, then the earlier one; one for each two.
std::vector<OrderEdge> make_edges(Tickets& tickets, const GraphShapes& shapes,
                                  const std::vector<TracedOperation>& operations);

}  // namespace riffle::tool
