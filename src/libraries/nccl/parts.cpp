// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/parts.h"

#include <algorithm>
#include <string>

#include "libraries/nccl/kernels.h"
#include "libraries/nccl/share.h"

namespace riffle::nccl {
namespace {

using Operator = Reduction::Operator;

const std::byte* at(const void* buffer, std::size_t offset) {
  return static_cast<const std::byte*>(buffer) + offset;
}
std::byte* at(void* buffer, std::size_t offset) { return static_cast<std::byte*>(buffer) + offset; }

class Copies {
 public:
  void add(const void* from, void* to) {
    if (from == to) return;
    const auto i = static_cast<std::size_t>(all_.copies++);
    all_.from[i] = from;
    all_.to[i] = to;
  }
  cudaError_t enqueue(CommKind kind, std::size_t bytes, cudaStream_t stream) {
    all_.bytes = bytes;
    return copy(kind, all_, stream);
  }

 private:
  CopyArguments all_{};
};

/// From element `offset` of all senders to the given places.
cudaError_t enqueue_sum(const MatchedCalls& unit, std::size_t offset, std::size_t count,
                        const std::vector<void*>& targets, cudaStream_t stream) {
  const CommCall& call = unit.front().call;
  const std::size_t element = bytes_of(call.type);
  ReduceArguments all{};
  all.count = count;
  for (const Arrival& each : unit) {
    const auto i = static_cast<std::size_t>(all.sources++);
    all.from[i] = at(each.call.send, offset * element);
    all.factor[i] = each.call.reduction.factor;
    all.factor_on_device[i] = each.call.reduction.factor_on_device;
  }
  for (void* target : targets) all.to[static_cast<std::size_t>(all.targets++)] = target;
  const Operator op = call.reduction.op;
  if (unit.size() == 1 && op != Operator::kScaledSum) {
    Copies copies;
    copies.add(all.from[0], all.to[0]);
    return copies.enqueue(call.kind, count * element, stream);
  }
  const int divisor = op == Operator::kAverage ? static_cast<int>(unit.size()) : 1;
  return reduce(call.kind, call.type, op, divisor, all, stream);
}

cudaError_t enqueue_reduction(const MatchedCalls& unit, int part, int parts, cudaStream_t stream) {
  const CommCall& call = unit.front().call;
  const std::size_t element = bytes_of(call.type);
  const Share share = share_of(call.count, part, parts);
  std::vector<void*> targets;
  if (call.kind == CommKind::kReduce) {
    const CommCall& root = unit[static_cast<std::size_t>(call.peer)].call;
    targets.push_back(at(root.recv, share.first * element));
  } else {
    for (const Arrival& each : unit) targets.push_back(at(each.call.recv, share.first * element));
  }
  return enqueue_sum(unit, share.first, share.count, targets, stream);
}

/// What rank `rank` receives; in a gather, what it sends.
cudaError_t enqueue_of_rank(const MatchedCalls& unit, std::size_t rank, cudaStream_t stream) {
  const CommCall& own = unit[rank].call;
  const std::size_t bytes = own.count * bytes_of(own.type);
  const CommCall& root = unit[static_cast<std::size_t>(has_root(own.kind) ? own.peer : 0)].call;
  Copies copies;
  switch (own.kind) {
    case CommKind::kReduceScatter:
      return enqueue_sum(unit, rank * own.count, own.count, {own.recv}, stream);
    case CommKind::kBroadcast:
      copies.add(root.send, own.recv);
      break;
    case CommKind::kAllGather:
      for (std::size_t i = 0; i < unit.size(); ++i)
        copies.add(unit[i].call.send, at(own.recv, i * bytes));
      break;
    case CommKind::kAlltoAll:
      for (std::size_t i = 0; i < unit.size(); ++i)
        copies.add(at(unit[i].call.send, rank * bytes), at(own.recv, i * bytes));
      break;
    case CommKind::kGather:
      copies.add(own.send, at(root.recv, rank * bytes));
      break;
    default:
      copies.add(at(root.send, rank * bytes), own.recv);
      break;
  }
  return copies.enqueue(own.kind, bytes, stream);
}

}  // namespace

std::string mismatch(const MatchedCalls& unit) {
  const CommCall& first = unit.front().call;
  const std::string name = name_of(first.kind);
  for (const Arrival& each : unit) {
    const CommCall& call = each.call;
    const auto differ = [&](const std::string& what) {
      return "ranks " + std::to_string(first.rank) + " and " + std::to_string(call.rank) +
             " call for " + what;
    };
    const bool is_pair = is_point_to_point(first.kind);
    if (!is_pair && call.kind != first.kind)
      return differ("different collectives, " + name + " and " + name_of(call.kind));
    if (call.count * bytes_of(call.type) != first.count * bytes_of(first.type) ||
        (!is_pair && call.type != first.type))
      return differ((is_pair ? "a send and a receive" : name) +
                    " of different sizes or types: " + std::to_string(first.count) + " and " +
                    std::to_string(call.count) + " elements");
    if (has_root(first.kind) && call.peer != first.peer)
      return differ(name + " with different roots, " + std::to_string(first.peer) + " and " +
                    std::to_string(call.peer));
    if (is_reduction(first.kind) && call.reduction.op != first.reduction.op)
      return differ(name + " with different operations");
  }
  return {};
}

cudaError_t enqueue_part(const MatchedCalls& unit, int part, int parts, cudaStream_t stream) {
  const CommCall& call = unit.front().call;
  if (is_point_to_point(call.kind)) {
    if (part != parts - 1) return cudaSuccess;
    Copies copies;
    copies.add(call.send, unit.back().call.recv);
    return copies.enqueue(call.kind, call.count * bytes_of(call.type), stream);
  }
  if (call.kind == CommKind::kAllReduce || call.kind == CommKind::kReduce)
    return enqueue_reduction(unit, part, parts, stream);
  const int size = static_cast<int>(unit.size());
  for (int rank = part; rank < size; rank += parts)
    if (const cudaError_t error = enqueue_of_rank(unit, static_cast<std::size_t>(rank), stream);
        error != cudaSuccess)
      return error;
  return cudaSuccess;
}

}  // namespace riffle::nccl
