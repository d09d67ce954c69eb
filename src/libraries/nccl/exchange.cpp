// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/exchange.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

#include "libraries/nccl/errors.h"
#include "libraries/nccl/kernels.h"
#include "libraries/nccl/share.h"

namespace riffle::nccl {
namespace {

constexpr std::uint64_t kPairSlots = std::uint64_t{1} << 62;

/// Of one collective.
enum Phase : std::uint8_t { kAgree, kParts, kResults };

ncclResult_t remote_error() {
  return fail(ncclRemoteError, "another rank has ended, or the network has failed");
}

}  // namespace

std::size_t bytes_sent(const CommCall& call, int size) {
  const std::size_t bytes = call.count * bytes_of(call.type);
  const bool is_root = call.rank == call.peer;
  switch (call.kind) {
    case CommKind::kReduceScatter:
    case CommKind::kAlltoAll:
      return bytes * static_cast<std::size_t>(size);
    case CommKind::kBroadcast:
      return is_root ? bytes : 0;
    case CommKind::kScatter:
      return is_root ? bytes * static_cast<std::size_t>(size) : 0;
    case CommKind::kRecv:
      return 0;
    default:
      return bytes;
  }
}

std::size_t bytes_received(const CommCall& call, int size) {
  const std::size_t bytes = call.count * bytes_of(call.type);
  const bool is_root = call.rank == call.peer;
  switch (call.kind) {
    case CommKind::kAllGather:
    case CommKind::kAlltoAll:
      return bytes * static_cast<std::size_t>(size);
    case CommKind::kReduce:
      return is_root ? bytes : 0;
    case CommKind::kGather:
      return is_root ? bytes * static_cast<std::size_t>(size) : 0;
    case CommKind::kSend:
      return 0;
    default:
      return bytes;
  }
}

/// Messages that are under way at the same time.
class Exchange::Messages {
 public:
  explicit Messages(Exchange& owner) : owner_(owner) {}

  void send(int peer, std::uint64_t slot, const void* memory, std::size_t bytes) {
    if (bytes != 0) add(owner_.transport_.send(peer, slot, memory, bytes));
  }
  void receive(int peer, std::uint64_t slot, void* memory, std::size_t bytes) {
    if (bytes != 0) add(owner_.transport_.receive(peer, slot, memory, bytes));
  }
  /// False: one of them has failed.
  bool wait() {
    for (const auto& each : all_) {
      // What has failed once fails for all: nothing is waited for any more.
      if (!is_good_) owner_.transport_.abort();
      is_good_ = each->wait() && is_good_;
    }
    all_.clear();
    return is_good_;
  }

 private:
  void add(std::unique_ptr<Transfer> transfer) {
    if (transfer == nullptr)
      is_good_ = false;
    else
      all_.push_back(std::move(transfer));
  }

  Exchange& owner_;
  std::vector<std::unique_ptr<Transfer>> all_;
  bool is_good_ = true;
};

/// What ranks must agree on; a message of another size than the receiver's would end the connection.
struct Exchange::Header {
  std::uint64_t count;
  std::int32_t kind;
  std::int32_t type;
  std::int32_t op;
  std::int32_t root;
  std::uint64_t factor;  ///< each rank has its own

  [[nodiscard]] bool agrees_with(const Header& other) const {
    return count == other.count && kind == other.kind && type == other.type && op == other.op &&
           root == other.root;
  }
};

ncclResult_t Exchange::own_factor(const CommCall& call, std::uint64_t& factor) {
  factor = call.reduction.factor;
  if (call.reduction.factor_on_device == nullptr) return ncclSuccess;
  RIFFLE_NCCL_CUDA(cudaMemcpyAsync(&factor, call.reduction.factor_on_device, bytes_of(call.type),
                                   cudaMemcpyDeviceToHost, stream_));
  RIFFLE_NCCL_CUDA(cudaStreamSynchronize(stream_));
  return ncclSuccess;
}

ncclResult_t Exchange::agree(const CommCall& call) {
  Header own{.count = call.count,
             .kind = static_cast<std::int32_t>(call.kind),
             .type = call.type,
             .op = static_cast<std::int32_t>(call.reduction.op),
             .root = has_root(call.kind) ? call.peer : 0,
             .factor = 0};
  RIFFLE_NCCL_TRY(own_factor(call, own.factor));
  std::vector<Header> all(static_cast<std::size_t>(size_), own);
  const std::uint64_t slot = (collectives_ << 8U) | kAgree;
  Messages messages(*this);
  for (int peer = 0; peer < size_; ++peer) {
    if (peer == rank_) continue;
    messages.send(peer, slot, &own, sizeof own);
    messages.receive(peer, slot, &all[static_cast<std::size_t>(peer)], sizeof own);
  }
  if (!messages.wait()) return remote_error();
  factors_.clear();
  for (int peer = 0; peer < size_; ++peer) {
    const Header& its = all[static_cast<std::size_t>(peer)];
    factors_.push_back(its.factor);
    if (its.agrees_with(own)) continue;
    return fail(ncclInvalidUsage,
                "ranks " + std::to_string(rank_) + " and " + std::to_string(peer) +
                    " call for different things: " + name_of(call.kind) + " of " +
                    std::to_string(call.count) + " elements and " +
                    name_of(static_cast<CommKind>(its.kind)) + " of " + std::to_string(its.count));
  }
  return ncclSuccess;
}

bool Exchange::meet_all() {
  ++collectives_;
  CommCall nothing;
  return size_ == 1 || agree(nothing) == ncclSuccess;
}

ncclResult_t Exchange::sum_up(const CommCall& call, const std::vector<const void*>& parts, void* to,
                              std::size_t count) {
  ReduceArguments all{};
  all.count = count;
  all.targets = 1;
  all.to[0] = to;
  for (const void* part : parts) {
    const auto i = static_cast<std::size_t>(all.sources++);
    all.from[i] = part;
    all.factor[i] = factors_[i];
  }
  const bool is_average = call.reduction.op == Reduction::Operator::kAverage;
  RIFFLE_NCCL_CUDA(
      reduce(call.kind, call.type, call.reduction.op, is_average ? size_ : 1, all, stream_));
  RIFFLE_NCCL_CUDA(cudaStreamSynchronize(stream_));
  return ncclSuccess;
}

/// Each rank sums up one share of the elements; then the shares go to all, or to the root.
ncclResult_t Exchange::reduce_shares(const StagedCall& staged) {
  const CommCall& call = staged.call;
  const std::size_t element = bytes_of(call.type);
  const Share own = share_of(call.count, rank_, size_);
  const std::uint64_t slot = collectives_ << 8U;
  const StagingBuffer others = staging_.take(own.count * element * static_cast<std::size_t>(size_));
  const StagingBuffer sum = staging_.take(own.count * element);
  if (own.count != 0 && (others == nullptr || sum == nullptr))
    return fail(ncclSystemError, "there is no memory for messages");
  std::vector<const void*> parts;
  Messages messages(*this);
  for (int peer = 0; peer < size_; ++peer) {
    const Share its = share_of(call.count, peer, size_);
    std::byte* const place = others.get() + static_cast<std::size_t>(peer) * own.count * element;
    if (peer == rank_) {
      parts.push_back(staged.send.get() + own.first * element);
      continue;
    }
    parts.push_back(place);
    messages.send(peer, slot | kParts, staged.send.get() + its.first * element,
                  its.count * element);
    messages.receive(peer, slot | kParts, place, own.count * element);
  }
  if (!messages.wait()) return remote_error();
  if (own.count != 0) RIFFLE_NCCL_TRY(sum_up(call, parts, sum.get(), own.count));

  const bool is_to_root = call.kind == CommKind::kReduce;
  for (int peer = 0; peer < size_; ++peer) {
    const Share its = share_of(call.count, peer, size_);
    const bool gets = !is_to_root || peer == call.peer;
    const bool has = !is_to_root || rank_ == call.peer;
    if (peer == rank_) {
      if (has && own.count != 0)
        std::memcpy(staged.recv.get() + own.first * element, sum.get(), own.count * element);
      continue;
    }
    if (gets) messages.send(peer, slot | kResults, sum.get(), own.count * element);
    if (has)
      messages.receive(peer, slot | kResults, staged.recv.get() + its.first * element,
                       its.count * element);
  }
  return messages.wait() ? ncclSuccess : remote_error();
}

ncclResult_t Exchange::reduce_scatter(const StagedCall& staged) {
  const CommCall& call = staged.call;
  const std::size_t bytes = call.count * bytes_of(call.type);
  const std::uint64_t slot = (collectives_ << 8U) | kParts;
  const StagingBuffer others = staging_.take(bytes * static_cast<std::size_t>(size_));
  if (others == nullptr) return fail(ncclSystemError, "there is no memory for messages");
  std::vector<const void*> parts;
  Messages messages(*this);
  for (int peer = 0; peer < size_; ++peer) {
    const std::size_t offset = static_cast<std::size_t>(peer) * bytes;
    if (peer == rank_) {
      parts.push_back(staged.send.get() + offset);
      continue;
    }
    parts.push_back(others.get() + offset);
    messages.send(peer, slot, staged.send.get() + offset, bytes);
    messages.receive(peer, slot, others.get() + offset, bytes);
  }
  if (!messages.wait()) return remote_error();
  return sum_up(call, parts, staged.recv.get(), call.count);
}

/// Collectives that only move elements.
void Exchange::begin_moves(const StagedCall& staged, Messages& messages) {
  const CommCall& call = staged.call;
  const std::size_t bytes = call.count * bytes_of(call.type);
  const std::uint64_t slot = (collectives_ << 8U) | kParts;
  const bool is_root = call.peer == rank_;
  std::byte* const send = staged.send.get();
  std::byte* const recv = staged.recv.get();
  for (int peer = 0; peer < size_; ++peer) {
    const std::size_t place = static_cast<std::size_t>(peer) * bytes;
    const std::size_t own_place = static_cast<std::size_t>(rank_) * bytes;
    const bool is_own = peer == rank_;
    switch (call.kind) {
      case CommKind::kBroadcast:
        if (is_own && is_root) std::memcpy(recv, send, bytes);
        if (!is_own && is_root) messages.send(peer, slot, send, bytes);
        if (!is_own && peer == call.peer) messages.receive(peer, slot, recv, bytes);
        break;
      case CommKind::kGather:
        if (is_own && is_root) std::memcpy(recv + own_place, send, bytes);
        if (!is_own && is_root) messages.receive(peer, slot, recv + place, bytes);
        if (!is_own && peer == call.peer) messages.send(peer, slot, send, bytes);
        break;
      case CommKind::kScatter:
        if (is_own && is_root) std::memcpy(recv, send + own_place, bytes);
        if (!is_own && is_root) messages.send(peer, slot, send + place, bytes);
        if (!is_own && peer == call.peer) messages.receive(peer, slot, recv, bytes);
        break;
      default: {
        const std::size_t from = call.kind == CommKind::kAlltoAll ? place : 0;
        if (is_own) {
          std::memcpy(recv + place, send + from, bytes);
        } else {
          messages.send(peer, slot, send + from, bytes);
          messages.receive(peer, slot, recv + place, bytes);
        }
        break;
      }
    }
  }
}

ncclResult_t Exchange::run_collective(const StagedCall& staged) {
  ++collectives_;
  RIFFLE_NCCL_TRY(agree(staged.call));
  switch (staged.call.kind) {
    case CommKind::kAllReduce:
    case CommKind::kReduce:
      return reduce_shares(staged);
    case CommKind::kReduceScatter:
      return reduce_scatter(staged);
    default:
      break;
  }
  Messages messages(*this);
  begin_moves(staged, messages);
  return messages.wait() ? ncclSuccess : remote_error();
}

ncclResult_t Exchange::run(const std::vector<StagedCall>& calls) {
  // First how many bytes each is, both ways, and then these.
  struct Pair {
    const StagedCall* staged;
    std::uint64_t slot;
    std::uint64_t own_bytes;
    std::uint64_t its_bytes;
  };
  std::vector<Pair> pairs;
  for (const StagedCall& each : calls) {
    if (!is_point_to_point(each.call.kind)) continue;
    const bool sends = each.call.kind == CommKind::kSend;
    // The receiver counts what it receives as the sender counts what it sends.
    const std::uint64_t number = pairs_[{each.call.peer, sends}]++;
    const std::uint64_t bytes = sends ? each.send_bytes : each.recv_bytes;
    pairs.push_back({&each, kPairSlots | number << 2U, bytes, bytes});
  }
  Messages sizes(*this);
  for (Pair& each : pairs) {
    const CommCall& call = each.staged->call;
    if (call.peer == rank_) continue;
    const bool sends = call.kind == CommKind::kSend;
    sizes.send(call.peer, each.slot | (sends ? 0U : 1U), &each.own_bytes, sizeof each.own_bytes);
    sizes.receive(call.peer, each.slot | (sends ? 1U : 0U), &each.its_bytes, sizeof each.its_bytes);
  }
  for (const StagedCall& each : calls)
    if (!is_point_to_point(each.call.kind)) RIFFLE_NCCL_TRY(run_collective(each));
  if (!sizes.wait()) return remote_error();
  Messages messages(*this);
  ncclResult_t result = ncclSuccess;
  for (const Pair& each : pairs) {
    const CommCall& call = each.staged->call;
    if (each.its_bytes != each.own_bytes) {
      result = fail(ncclInvalidUsage, "ranks " + std::to_string(rank_) + " and " +
                                          std::to_string(call.peer) +
                                          " call for a send and a receive of different sizes: " +
                                          std::to_string(each.own_bytes) + " and " +
                                          std::to_string(each.its_bytes) + " bytes");
      continue;
    }
    if (call.peer == rank_) continue;
    if (call.kind == CommKind::kSend)
      messages.send(call.peer, each.slot | 2U, each.staged->send.get(), each.staged->send_bytes);
    else
      messages.receive(call.peer, each.slot | 2U, each.staged->recv.get(), each.staged->recv_bytes);
  }
  if (!messages.wait()) return remote_error();
  const ncclResult_t own = copy_own(calls);
  return result == ncclSuccess ? own : result;
}

/// What the rank sends to itself.
ncclResult_t Exchange::copy_own(const std::vector<StagedCall>& calls) {
  std::vector<const StagedCall*> sent;
  std::vector<const StagedCall*> received;
  for (const StagedCall& each : calls) {
    if (!is_point_to_point(each.call.kind) || each.call.peer != rank_) continue;
    (each.call.kind == CommKind::kSend ? sent : received).push_back(&each);
  }
  if (sent.size() != received.size())
    return fail(ncclInvalidUsage, "a rank sends to itself outside of a group with the receive");
  for (std::size_t i = 0; i < sent.size(); ++i) {
    if (sent[i]->send_bytes != received[i]->recv_bytes)
      return fail(ncclInvalidUsage,
                  "a rank sends itself a size that differs from what it receives");
    if (sent[i]->send_bytes != 0)
      std::memcpy(received[i]->recv.get(), sent[i]->send.get(), sent[i]->send_bytes);
  }
  return ncclSuccess;
}

}  // namespace riffle::nccl
