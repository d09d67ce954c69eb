// SPDX-License-Identifier: Apache-2.0
// Arguments that are refused, groups that fail, communicators that end early, split and shrunk ones.
#include "ranks.h"

#include <cstring>
#include <thread>

constexpr std::size_t kCount = 1000;

static void arguments() {
  std::vector<Rank> ranks = make_ranks(2, kCount * sizeof(float));
  const Rank& a = ranks[0];
  const auto reduce = [&](std::size_t count, int type, int op, int root, ncclComm_t comm) {
    return ncclReduce(a.send, a.recv, count, static_cast<ncclDataType_t>(type),
                      static_cast<ncclRedOp_t>(op), root, comm, a.stream);
  };
  EXPECT(reduce(4, ncclFloat, ncclSum, 0, nullptr) == ncclInvalidArgument);
  EXPECT(std::strlen(ncclGetLastError(nullptr)) > 0);
  EXPECT(reduce(4, ncclNumTypes, ncclSum, 0, a.comm) == ncclInvalidArgument);
  EXPECT(reduce(4, -1, ncclSum, 0, a.comm) == ncclInvalidArgument);
  EXPECT(reduce(4, ncclFloat, ncclNumOps, 0, a.comm) == ncclInvalidArgument);
  EXPECT(reduce(4, ncclFloat, -1, 0, a.comm) == ncclInvalidArgument);
  EXPECT(reduce(4, ncclFloat, ncclSum, 2, a.comm) == ncclInvalidArgument);
  EXPECT(reduce(4, ncclFloat, ncclSum, -1, a.comm) == ncclInvalidArgument);
  EXPECT(ncclAllReduce(nullptr, a.recv, 4, ncclFloat, ncclSum, a.comm, a.stream) ==
         ncclInvalidArgument);
  EXPECT(ncclAllReduce(a.send, nullptr, 4, ncclFloat, ncclSum, a.comm, a.stream) ==
         ncclInvalidArgument);
  EXPECT(ncclSend(a.send, 4, ncclFloat, 2, a.comm, a.stream) == ncclInvalidArgument);
  EXPECT(ncclGroupEnd() == ncclInvalidUsage);
  EXPECT(ncclGetUniqueId(nullptr) == ncclInvalidArgument);
  EXPECT(ncclGetVersion(nullptr) == ncclInvalidArgument);
  EXPECT(ncclCommCount(a.comm, nullptr) == ncclInvalidArgument);
  EXPECT(ncclCommDestroy(nullptr) == ncclSuccess);
  // A call that is refused makes its group fail, and nothing of the group begins.
  NCCL(ncclGroupStart());
  NCCL(ncclAllReduce(a.send, a.recv, 4, ncclFloat, ncclSum, a.comm, a.stream));
  EXPECT(reduce(4, ncclNumTypes, ncclSum, 0, a.comm) == ncclInvalidArgument);
  EXPECT(ncclGroupEnd() == ncclInvalidArgument);
  synchronize(ranks);
  // Nothing is asked for: nothing is waited for.
  NCCL(ncclAllReduce(a.send, a.recv, 0, ncclFloat, ncclSum, a.comm, a.stream));
  synchronize(ranks);
  // Ranks that ask for different things are told so, and do not wait.
  NCCL(ncclAllReduce(a.send, a.recv, 4, ncclFloat, ncclSum, a.comm, a.stream));
  EXPECT(ncclAllReduce(ranks[1].send, ranks[1].recv, 5, ncclFloat, ncclSum, ranks[1].comm,
                       ranks[1].stream) == ncclInvalidUsage);
  synchronize(ranks);
  ncclResult_t behind = ncclSuccess;
  NCCL(ncclCommGetAsyncError(a.comm, &behind));
  EXPECT(behind == ncclInvalidUsage);
  destroy(ranks);
}

static void devices() {
  ncclComm_t comms[4];
  const int twice[] = {0, 1, 0};
  const int absent[] = {0, 9};
  EXPECT(ncclCommInitAll(comms, 3, twice) == ncclInvalidUsage);
  EXPECT(ncclCommInitAll(comms, 2, absent) == ncclInvalidArgument);
  EXPECT(ncclCommInitAll(comms, 0, nullptr) == ncclInvalidArgument);
  const int backwards[] = {3, 1};
  NCCL(ncclCommInitAll(comms, 2, backwards));
  int device = -1;
  int count = -1;
  NCCL(ncclCommCuDevice(comms[0], &device));
  NCCL(ncclCommCount(comms[0], &count));
  EXPECT(device == 3 && count == 2);
  NCCL(ncclCommDestroy(comms[0]));
  NCCL(ncclCommDestroy(comms[1]));
  // Two ranks on one device.
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  CUDA(cudaSetDevice(0));
  EXPECT(ncclCommInitRank(comms, 2, id, 2) == ncclInvalidArgument);
  NCCL(ncclGroupStart());
  NCCL(ncclCommInitRank(&comms[0], 2, id, 0));
  NCCL(ncclCommInitRank(&comms[1], 2, id, 1));
  EXPECT(ncclGroupEnd() == ncclInvalidUsage);
  ncclUniqueId none = {};
  EXPECT(ncclCommInitRank(comms, 1, none, 0) == ncclInvalidArgument);
}

/// A rank that nobody joins, ended by ncclCommAbort: its stream goes on.
static void aborted() {
  std::vector<Rank> ranks = make_ranks(2, kCount * sizeof(float));
  NCCL(ncclAllReduce(ranks[0].send, ranks[0].recv, kCount, ncclFloat, ncclSum, ranks[0].comm,
                     ranks[0].stream));
  EXPECT(cudaStreamQuery(ranks[0].stream) == cudaErrorNotReady);
  NCCL(ncclCommAbort(ranks[1].comm));
  synchronize(ranks);
  ncclResult_t behind = ncclSuccess;
  NCCL(ncclCommGetAsyncError(ranks[0].comm, &behind));
  EXPECT(behind == ncclRemoteError);
  NCCL(ncclCommAbort(ranks[0].comm));
}

/// A communicator that does not block: what is asked of it before all have come is refused.
static void non_blocking() {
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  ncclComm_t comms[2];
  ncclResult_t state = ncclSuccess;
  int count = 0;
  CUDA(cudaSetDevice(0));
  EXPECT(ncclCommInitRankConfig(&comms[0], 2, id, 0, &config) == ncclInProgress);
  NCCL(ncclCommGetAsyncError(comms[0], &state));
  EXPECT(state == ncclInProgress);
  EXPECT(ncclCommCount(comms[0], &count) == ncclInvalidArgument);
  CUDA(cudaSetDevice(1));
  EXPECT(ncclCommInitRankConfig(&comms[1], 2, id, 1, &config) == ncclInProgress);
  for (const ncclComm_t each : comms) {
    do NCCL(ncclCommGetAsyncError(each, &state));
    while (state == ncclInProgress);
    NCCL(state);
  }
  NCCL(ncclCommCount(comms[0], &count));
  EXPECT(count == 2);
  for (const ncclComm_t each : comms) NCCL(ncclCommDestroy(each));
  ncclConfig_t bad = NCCL_CONFIG_INITIALIZER;
  bad.magic = 0;
  EXPECT(ncclCommInitRankConfig(comms, 1, id, 0, &bad) == ncclInvalidArgument);
  bad = NCCL_CONFIG_INITIALIZER;
  bad.blocking = 2;
  EXPECT(ncclCommInitRankConfig(comms, 1, id, 0, &bad) == ncclInvalidArgument);
}

static float sum_of(const std::vector<Rank>& ranks, const std::vector<ncclComm_t>& comms) {
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const float own = static_cast<float>(r + 1);
    CUDA(cudaSetDevice(static_cast<int>(r)));
    CUDA(cudaMemcpy(ranks[r].send, &own, sizeof own, cudaMemcpyHostToDevice));
  }
  NCCL(ncclGroupStart());
  for (std::size_t r = 0; r < ranks.size(); ++r)
    if (comms[r] != nullptr)
      NCCL(ncclAllReduce(ranks[r].send, ranks[r].recv, 1, ncclFloat, ncclSum, comms[r],
                         ranks[r].stream));
  NCCL(ncclGroupEnd());
  synchronize(ranks);
  float first = 0;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    float value = 0;
    CUDA(cudaMemcpy(&value, ranks[r].recv, sizeof value, cudaMemcpyDeviceToHost));
    if (comms[r] != nullptr) first = first * 100 + value;
  }
  return first;
}

/// Parts of a communicator of four.
static void parts() {
  std::vector<Rank> ranks = make_ranks(4, kCount * sizeof(float));
  std::vector<ncclComm_t> comms(4);
  // Ranks 0 and 2, ranks 1 and 3 turned round.
  NCCL(ncclGroupStart());
  for (int r = 0; r < 4; ++r)
    NCCL(ncclCommSplit(ranks[r].comm, r % 2, -r * (r % 2), &comms[r], nullptr));
  NCCL(ncclGroupEnd());
  int rank = -1;
  NCCL(ncclCommUserRank(comms[3], &rank));
  EXPECT(rank == 0);
  EXPECT(sum_of(ranks, comms) == 4060406);
  for (const ncclComm_t each : comms) NCCL(ncclCommDestroy(each));
  // Rank 3 takes no part.
  NCCL(ncclGroupStart());
  for (int r = 0; r < 4; ++r)
    NCCL(ncclCommSplit(ranks[r].comm, r == 3 ? NCCL_SPLIT_NOCOLOR : 7, 0, &comms[r], nullptr));
  NCCL(ncclGroupEnd());
  EXPECT(comms[3] == nullptr);
  EXPECT(sum_of(ranks, comms) == 60606);
  for (int r = 0; r < 3; ++r) NCCL(ncclCommDestroy(comms[r]));
  int excluded[] = {1};
  NCCL(ncclGroupStart());
  for (int r = 0; r < 4; ++r) {
    comms[r] = nullptr;
    if (r != 1)
      NCCL(ncclCommShrink(ranks[r].comm, excluded, 1, &comms[r], nullptr, NCCL_SHRINK_DEFAULT));
  }
  NCCL(ncclGroupEnd());
  EXPECT(sum_of(ranks, comms) == 80808);
  for (const ncclComm_t each : comms)
    if (each != nullptr) NCCL(ncclCommDestroy(each));
  destroy(ranks);
}

static void others() {
  int version = 0;
  NCCL(ncclGetVersion(&version));
  EXPECT(version == NCCL_VERSION_CODE);
  EXPECT(std::strcmp(ncclGetErrorString(ncclSuccess), "no error") == 0);
  void* memory = nullptr;
  NCCL(ncclMemAlloc(&memory, 1000));
  NCCL(ncclMemFree(memory));
  ncclSimInfo_t simulated = NCCL_SIM_INFO_INITIALIZER;
  std::vector<Rank> ranks = make_ranks(1, kCount * sizeof(float));
  NCCL(ncclGroupStart());
  NCCL(ncclAllReduce(ranks[0].send, ranks[0].recv, kCount, ncclFloat, ncclSum, ranks[0].comm,
                     ranks[0].stream));
  NCCL(ncclGroupSimulateEnd(&simulated));
  EXPECT(simulated.estimatedTime > 0);
  void* handle = nullptr;
  NCCL(ncclCommRegister(ranks[0].comm, ranks[0].send, kCount, &handle));
  NCCL(ncclCommDeregister(ranks[0].comm, handle));
  ncclWindow_t window = nullptr;
  NCCL(ncclCommWindowRegister(ranks[0].comm, ranks[0].send, kCount, &window, NCCL_WIN_DEFAULT));
  NCCL(ncclCommWindowDeregister(ranks[0].comm, window));
  destroy(ranks);
}

int main() {
  arguments();
  devices();
  aborted();
  non_blocking();
  parts();
  others();
  std::printf("done\n");
  return 0;
}
