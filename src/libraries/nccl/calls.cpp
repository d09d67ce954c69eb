// SPDX-License-Identifier: Apache-2.0
// The collectives and point-to-point calls: checks of their arguments.
#include <string>

#include "libraries/nccl/comm.h"
#include "libraries/nccl/group.h"
#include "nccl_bodies.h"

namespace riffle::nccl {
namespace {

using std::string;

bool sends(const Call& call) {
  if (call.kind == Kind::kRecv) return false;
  const bool is_from_root = call.kind == Kind::kBroadcast || call.kind == Kind::kScatter;
  return !is_from_root || call.rank == call.peer;
}

bool receives(const Call& call) {
  if (call.kind == Kind::kSend) return false;
  const bool is_to_root = call.kind == Kind::kReduce || call.kind == Kind::kGather;
  return !is_to_root || call.rank == call.peer;
}

ncclResult_t check(const Call& call) {
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
Call call_of(Kind kind, const void* send, void* recv, std::size_t count, ncclDataType_t type,
             int peer, ncclComm_t comm, cudaStream_t stream) {
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
ncclResult_t submit(Call call, const ncclRedOp_t* op) {
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

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::kAllReduce:
      return "AllReduce";
    case Kind::kReduce:
      return "Reduce";
    case Kind::kReduceScatter:
      return "ReduceScatter";
    case Kind::kBroadcast:
      return "Broadcast";
    case Kind::kAllGather:
      return "AllGather";
    case Kind::kAlltoAll:
      return "AlltoAll";
    case Kind::kGather:
      return "Gather";
    case Kind::kScatter:
      return "Scatter";
    case Kind::kSend:
      return "Send";
    default:
      return "Recv";
  }
}

ncclResult_t all_reduce(const void* send, void* recv, size_t count, ncclDataType_t type,
                        ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(Kind::kAllReduce, send, recv, count, type, 0, comm, stream), &op);
}

ncclResult_t reduce(const void* send, void* recv, size_t count, ncclDataType_t type, ncclRedOp_t op,
                    int root, ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(Kind::kReduce, send, recv, count, type, root, comm, stream), &op);
}

ncclResult_t reduce_scatter(const void* send, void* recv, size_t count, ncclDataType_t type,
                            ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(Kind::kReduceScatter, send, recv, count, type, 0, comm, stream), &op);
}

ncclResult_t broadcast(const void* send, void* recv, size_t count, ncclDataType_t type, int root,
                       ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(Kind::kBroadcast, send, recv, count, type, root, comm, stream), nullptr);
}

ncclResult_t bcast(void* buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                   cudaStream_t stream) {
  return broadcast(buffer, buffer, count, type, root, comm, stream);
}

ncclResult_t all_gather(const void* send, void* recv, size_t count, ncclDataType_t type,
                        ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(Kind::kAllGather, send, recv, count, type, 0, comm, stream), nullptr);
}

ncclResult_t allto_all(const void* send, void* recv, size_t count, ncclDataType_t type,
                       ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(Kind::kAlltoAll, send, recv, count, type, 0, comm, stream), nullptr);
}

ncclResult_t gather(const void* send, void* recv, size_t count, ncclDataType_t type, int root,
                    ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(Kind::kGather, send, recv, count, type, root, comm, stream), nullptr);
}

ncclResult_t scatter(const void* send, void* recv, size_t count, ncclDataType_t type, int root,
                     ncclComm_t comm, cudaStream_t stream) {
  return submit(call_of(Kind::kScatter, send, recv, count, type, root, comm, stream), nullptr);
}

ncclResult_t send(const void* buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                  cudaStream_t stream) {
  return submit(call_of(Kind::kSend, buffer, nullptr, count, type, peer, comm, stream), nullptr);
}

ncclResult_t recv(void* buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                  cudaStream_t stream) {
  return submit(call_of(Kind::kRecv, nullptr, buffer, count, type, peer, comm, stream), nullptr);
}

}  // namespace riffle::nccl
