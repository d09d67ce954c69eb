// SPDX-License-Identifier: Apache-2.0
// The collectives and point-to-point calls: checks of their arguments.
#include <string>

#include "libraries/nccl/comm.h"
#include "libraries/nccl/group.h"
#include "nccl_bodies.h"

namespace riffle::nccl {
namespace {

using std::string;

bool sends(const CommCall& call) {
  if (call.kind == CommKind::kRecv) return false;
  const bool is_from_root = call.kind == CommKind::kBroadcast || call.kind == CommKind::kScatter;
  return !is_from_root || call.rank == call.peer;
}

bool receives(const CommCall& call) {
  if (call.kind == CommKind::kSend) return false;
  const bool is_to_root = call.kind == CommKind::kReduce || call.kind == CommKind::kGather;
  return !is_to_root || call.rank == call.peer;
}

ncclResult_t check(const CommCall& call) {
  const string name = name_of(call.kind);
  if (call.type < 0 || call.type >= ncclNumTypes)
    return fail(ncclInvalidArgument, name + " : invalid type " + std::to_string(call.type));
  const bool has_peer = has_root(call.kind) || is_point_to_point(call.kind);
  if (has_peer && (call.peer < 0 || call.peer >= call.comm->size))
    return fail(ncclInvalidArgument,
                name + " : invalid " + (has_root(call.kind) ? "root " : "peer ") +
                    std::to_string(call.peer) + " (" + std::to_string(call.comm->size) + " ranks)");
  if (call.count == 0) return ncclSuccess;
  if (sends(call) && call.send == nullptr)
    return fail(ncclInvalidArgument, name + " : sendbuff is NULL");
  if (receives(call) && call.recv == nullptr)
    return fail(ncclInvalidArgument, name + " : recvbuff is NULL");
  return ncclSuccess;
}

/// `peer` is the root of what has one; else it counts for nothing.
CommCall call_of(CommKind kind, const void* send, void* recv, std::size_t count,
                 ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream) {
  return {.kind = kind,
          .send = send,
          .recv = recv,
          .count = count,
          .type = type,
          .reduction = {},
          .peer = peer,
          .comm = comm,
          .stream = stream};
}

/// `op` is null where nothing is reduced.
ncclResult_t submit(CommCall call, const ncclRedOp_t* op) {
  const auto checked = [&] {
    RIFFLE_NCCL_TRY(check_ready(call.comm, name_of(call.kind)));
    call.rank = call.comm->rank;
    RIFFLE_NCCL_TRY(check(call));
    if (op != nullptr)
      RIFFLE_NCCL_TRY(
          find_reduction(*call.comm, *op, call.type, name_of(call.kind), call.reduction));
    return ncclSuccess;
  };
  RIFFLE_NCCL_TRY(note_error(checked()));
  // A send of nothing meets a receive of nothing.
  if (call.count == 0 && !is_point_to_point(call.kind)) return ncclSuccess;
  return note_error(submit(call));
}

}  // namespace

std::size_t bytes_of(ncclDataType_t type) {
  switch (type) {
    case ncclInt8:
    case ncclUint8:
    case ncclFloat8e4m3:
    case ncclFloat8e5m2:
      return 1;
    case ncclFloat16:
    case ncclBfloat16:
      return 2;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64:
      return 8;
    default:
      return 4;
  }
}

const char* name_of(CommKind kind) {
  switch (kind) {
    case CommKind::kAllReduce:
      return "AllReduce";
    case CommKind::kReduce:
      return "Reduce";
    case CommKind::kReduceScatter:
      return "ReduceScatter";
    case CommKind::kBroadcast:
      return "Broadcast";
    case CommKind::kAllGather:
      return "AllGather";
    case CommKind::kAlltoAll:
      return "AlltoAll";
    case CommKind::kGather:
      return "Gather";
    case CommKind::kScatter:
      return "Scatter";
    case CommKind::kSend:
      return "Send";
    default:
      return "Recv";
  }
}

ncclResult_t all_reduce(const void* send, void* recv, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(CommKind::kAllReduce, send, recv, count, type, 0, comm, stream), &op);
}

ncclResult_t reduce(const void* send, void* recv, size_t count, ncclDataType_t type, ncclRedOp_t op,
                    int root, ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(CommKind::kReduce, send, recv, count, type, root, comm, stream), &op);
}

ncclResult_t reduce_scatter(const void* send, void* recv, size_t count, ncclDataType_t type,
                            ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(CommKind::kReduceScatter, send, recv, count, type, 0, comm, stream), &op);
}

ncclResult_t broadcast(const void* send, void* recv, size_t count, ncclDataType_t type, int root,
                       ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(CommKind::kBroadcast, send, recv, count, type, root, comm, stream),
                nullptr);
}

ncclResult_t bcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                   cudaStream_t stream) {
  return broadcast(buffer, buffer, count, type, root, comm, stream);
}

ncclResult_t all_gather(const void* send, void* recv, size_t count, ncclDataType_t type,
                        ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(CommKind::kAllGather, send, recv, count, type, 0, comm, stream), nullptr);
}

ncclResult_t allto_all(const void* send, void* recv, size_t count, ncclDataType_t type,
                       ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(CommKind::kAlltoAll, send, recv, count, type, 0, comm, stream), nullptr);
}

ncclResult_t gather(const void* send, void* recv, size_t count, ncclDataType_t type, int root,
                    ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(CommKind::kGather, send, recv, count, type, root, comm, stream), nullptr);
}

ncclResult_t scatter(const void* send, void* recv, size_t count, ncclDataType_t type, int root,
                     ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(CommKind::kScatter, send, recv, count, type, root, comm, stream), nullptr);
}

ncclResult_t send(const void* buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                  cudaStream_t stream) {
  return submit(call_of(CommKind::kSend, buffer, nullptr, count, type, peer, comm, stream),
                nullptr);
}

ncclResult_t recv(void* buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                  cudaStream_t stream) {
  return submit(call_of(CommKind::kRecv, nullptr, buffer, count, type, peer, comm, stream),
                nullptr);
}

}  // namespace riffle::nccl
