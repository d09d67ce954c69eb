// SPDX-License-Identifier: Apache-2.0
#include "trace/edges.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace riffle::tool {
namespace {

constexpr int kMostHops = 64;

/// Between streams.
class StreamEdges {
 public:
  StreamEdges(const Tickets& tickets, std::vector<OrderEdge>& edges)
      : tickets_(tickets), edges_(edges) {}

  void make() {
    for (const auto& [timeline, tickets] : tickets_) {
      std::vector<const TicketedOperation*> waits;
      for (const TicketedOperation& ticket : tickets) {
        if (ticket.is_wait) waits.push_back(&ticket);
        if (ticket.operation == kNone) continue;
        for (const TicketedOperation* const wait : waits)
          add(*wait, kind_of(*wait), ticket.operation, kMostHops);
        waits.clear();
      }
    }
  }

 private:
  static EdgeKind kind_of(const TicketedOperation& wait) {
    if (wait.was_over) return EdgeKind::kOver;
    return wait.is_default_stream_rule ? EdgeKind::kDefaultStream : EdgeKind::kEvent;
  }

  /// To the last operation that the wait covers, and through waits that come after that one.
  void add(const TicketedOperation& wait, EdgeKind kind, Index after, int hops) {
    const auto found = tickets_.find(wait.awaited_timeline);
    if (found == tickets_.end() || hops == 0) return;
    const auto& tickets = found->second;
    auto at =
        std::ranges::upper_bound(tickets, wait.awaited_ticket, {}, &TicketedOperation::ticket);
    while (at != tickets.begin()) {
      --at;
      if (at->operation != kNone) {
        edges_.push_back({at->operation, after, kind});
        return;
      }
      if (at->is_wait) add(*at, kind, after, --hops);
    }
  }

  const Tickets& tickets_;
  std::vector<OrderEdge>& edges_;
};

/// Inside of a launch of a graph. Nodes that are not shown, as empty ones, are gone through; one that runs several times
/// follows what ran last before it.
class GraphEdges {
 public:
  using Before = std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>;

  GraphEdges(const Before& before, const std::vector<TracedOperation>& operations,
             const std::vector<Index>& parts, std::vector<OrderEdge>& edges)
      : before_(before), operations_(operations), parts_(parts), edges_(edges) {
    for (const Index part : parts) runs_[operations[part].part].push_back(part);
  }

  void make() {
    for (const Index part : parts_) {
      seen_.clear();
      add(operations_[part].part, part);
    }
  }

 private:
  void add(std::uint32_t node, Index after) {
    const auto found = before_.find(node);
    if (found == before_.end()) return;
    for (const std::uint32_t earlier : found->second) {
      if (!seen_.insert(earlier).second) continue;
      const Index run = last_run(earlier, operations_[after].begin);
      if (run != kNone)
        edges_.push_back({run, after, EdgeKind::kGraph});
      else if (!runs_.contains(earlier))
        add(earlier, after);
    }
  }

  [[nodiscard]] Index last_run(std::uint32_t node, Ns until) const {
    const auto runs = runs_.find(node);
    if (runs == runs_.end()) return kNone;
    Index last = kNone;
    for (const Index run : runs->second)
      if (operations_[run].end <= until) last = run;
    return last;
  }

  const Before& before_;
  const std::vector<TracedOperation>& operations_;
  const std::vector<Index>& parts_;
  std::vector<OrderEdge>& edges_;
  std::unordered_map<std::uint32_t, std::vector<Index>> runs_;  ///< in order of time
  std::unordered_set<std::uint32_t> seen_;
};

void add_graph_edges(const GraphShapes& shapes, const std::vector<TracedOperation>& operations,
                     std::vector<OrderEdge>& edges) {
  std::map<Index, std::vector<Index>> parts;  // by launch
  for (Index i = 0; i < static_cast<Index>(operations.size()); ++i)
    if (operations[i].graph != kNone) parts[operations[i].graph].push_back(i);
  std::unordered_map<std::uint64_t, GraphEdges::Before> before;  // by graph
  for (const auto& [launch, nodes] : parts) {
    const std::uint64_t graph = operations[launch].shape;
    const auto shape = shapes.find(graph);
    if (shape == shapes.end()) continue;
    const auto [known, is_new] = before.try_emplace(graph);
    if (is_new)
      for (const auto& [first, second] : shape->second) known->second[second].push_back(first);
    GraphEdges(known->second, operations, nodes, edges).make();
  }
}

}  // namespace

std::vector<OrderEdge> make_edges(Tickets& tickets, const GraphShapes& shapes,
                                  const std::vector<TracedOperation>& operations) {
  for (auto& [timeline, own] : tickets) {
    std::ranges::sort(own, {}, [](const TicketedOperation& ticket) {
      return std::pair(ticket.ticket, ticket.was_over);
    });
  }
  std::vector<OrderEdge> edges;
  StreamEdges(tickets, edges).make();
  add_graph_edges(shapes, operations, edges);
  std::ranges::sort(edges, {}, [](const OrderEdge& edge) {
    return std::tuple(edge.after, edge.before, edge.kind);
  });
  const auto rest = std::ranges::unique(edges, [](const OrderEdge& a, const OrderEdge& b) {
    return a.before == b.before && a.after == b.after;
  });
  edges.erase(rest.begin(), rest.end());
  return edges;
}

}  // namespace riffle::tool
