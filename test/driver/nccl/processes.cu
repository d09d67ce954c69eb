// SPDX-License-Identifier: Apache-2.0
// Ranks in several processes. The first process makes the id and starts the others, which get it as an argument.
// Arguments: the number of processes, the devices of each, and what they do: work, graph, parts, killed, aborted, different, leaves.
#include "ranks.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

constexpr int kCount = 5000;

static int size;
static int first_rank;
static std::vector<Rank> ranks;

/// The process's ranks: `devices` of them.
static void join(const ncclUniqueId& id, int devices) {
  ranks.resize(devices);
  NCCL(ncclGroupStart());
  for (int d = 0; d < devices; ++d) {
    CUDA(cudaSetDevice(d));
    NCCL(ncclCommInitRank(&ranks[d].comm, size, id, first_rank + d));
  }
  NCCL(ncclGroupEnd());
  for (int d = 0; d < devices; ++d) {
    CUDA(cudaSetDevice(d));
    CUDA(cudaStreamCreateWithFlags(&ranks[d].stream, cudaStreamNonBlocking));
    CUDA(cudaMalloc(&ranks[d].send, kCount * size * sizeof(float)));
    CUDA(cudaMalloc(&ranks[d].recv, kCount * size * sizeof(float)));
  }
}

static float value(int rank, int i) { return static_cast<float>((rank * 31 + i) % 17); }

static void fill() {
  for (std::size_t d = 0; d < ranks.size(); ++d) {
    std::vector<float> values(kCount * size);
    for (int i = 0; i < kCount * size; ++i) values[i] = value(first_rank + static_cast<int>(d), i);
    CUDA(cudaSetDevice(static_cast<int>(d)));
    CUDA(cudaMemcpy(ranks[d].send, values.data(), values.size() * sizeof(float),
                    cudaMemcpyHostToDevice));
    CUDA(cudaMemset(ranks[d].recv, 0, values.size() * sizeof(float)));
    CUDA(cudaDeviceSynchronize());
  }
}

template <class Expected>
static void compare(const char* what, int count, Expected expected) {
  for (std::size_t d = 0; d < ranks.size(); ++d) {
    std::vector<float> values(count);
    CUDA(cudaMemcpy(values.data(), ranks[d].recv, count * sizeof(float), cudaMemcpyDeviceToHost));
    const int rank = first_rank + static_cast<int>(d);
    for (int i = 0; i < count; ++i)
      if (const float right = expected(rank, i); values[i] != right) {
        std::printf("%s rank %d element %d: %g, not %g\n", what, rank, i, values[i], right);
        std::_Exit(1);
      }
  }
}

template <class Call>
static void together(Call call) {
  NCCL(ncclGroupStart());
  for (std::size_t d = 0; d < ranks.size(); ++d) call(first_rank + static_cast<int>(d), ranks[d]);
  NCCL(ncclGroupEnd());
  synchronize(ranks);
}

static float sum(int i) {
  float all = 0;
  for (int r = 0; r < size; ++r) all += value(r, i);
  return all;
}

static void work() {
  fill();
  together([](int, Rank& r) {
    NCCL(ncclAllReduce(r.send, r.recv, kCount, ncclFloat, ncclSum, r.comm, r.stream));
  });
  compare("AllReduce", kCount, [](int, int i) { return sum(i); });
  together([](int, Rank& r) {
    NCCL(ncclAllReduce(r.send, r.recv, 3, ncclFloat, ncclMax, r.comm, r.stream));
  });
  compare("AllReduce max", 3, [](int, int i) {
    float most = 0;
    for (int r = 0; r < size; ++r) most = std::max(most, value(r, i));
    return most;
  });
  fill();
  together([](int, Rank& r) {
    NCCL(ncclReduceScatter(r.send, r.recv, kCount, ncclFloat, ncclSum, r.comm, r.stream));
  });
  compare("ReduceScatter", kCount, [](int rank, int i) { return sum(rank * kCount + i); });
  together([](int, Rank& r) {
    NCCL(ncclAllGather(r.send, r.recv, kCount, ncclFloat, r.comm, r.stream));
  });
  compare("AllGather", kCount * size, [](int, int i) { return value(i / kCount, i % kCount); });
  together([](int, Rank& r) {
    NCCL(ncclAlltoAll(r.send, r.recv, kCount, ncclFloat, r.comm, r.stream));
  });
  compare("AlltoAll", kCount * size,
          [](int rank, int i) { return value(i / kCount, rank * kCount + i % kCount); });
  for (int root = 0; root < size; ++root) {
    fill();
    together([&](int, Rank& r) {
      NCCL(ncclBroadcast(r.send, r.recv, kCount, ncclFloat, root, r.comm, r.stream));
    });
    compare("Broadcast", kCount, [&](int, int i) { return value(root, i); });
    fill();
    together([&](int, Rank& r) {
      NCCL(ncclReduce(r.send, r.recv, kCount, ncclFloat, ncclSum, root, r.comm, r.stream));
    });
    compare("Reduce", kCount, [&](int rank, int i) { return rank == root ? sum(i) : 0; });
    fill();
    together([&](int, Rank& r) {
      NCCL(ncclGather(r.send, r.recv, kCount, ncclFloat, root, r.comm, r.stream));
    });
    compare("Gather", kCount * size,
            [&](int rank, int i) { return rank == root ? value(i / kCount, i % kCount) : 0; });
    together([&](int, Rank& r) {
      NCCL(ncclScatter(r.send, r.recv, kCount, ncclFloat, root, r.comm, r.stream));
    });
    compare("Scatter", kCount, [&](int rank, int i) { return value(root, rank * kCount + i); });
  }
  // Factors of each rank's own, in half precision and in place.
  std::vector<ncclRedOp_t> ops(ranks.size());
  for (std::size_t d = 0; d < ranks.size(); ++d) {
    float factor = static_cast<float>(first_rank + d + 1);
    NCCL(ncclRedOpCreatePreMulSum(&ops[d], &factor, ncclFloat, ncclScalarHostImmediate,
                                  ranks[d].comm));
  }
  fill();
  together([&](int rank, Rank& r) {
    NCCL(
        ncclAllReduce(r.send, r.recv, kCount, ncclFloat, ops[rank - first_rank], r.comm, r.stream));
  });
  compare("AllReduce scaled", kCount, [](int, int i) {
    float all = 0;
    for (int r = 0; r < size; ++r) all += value(r, i) * static_cast<float>(r + 1);
    return all;
  });
  // A ring, and each rank to itself; both directions between neighbours at once.
  fill();
  together([](int rank, Rank& r) {
    auto* const recv = static_cast<float*>(r.recv);
    const int next = (rank + 1) % size;
    const int before = (rank + size - 1) % size;
    NCCL(ncclSend(r.send, kCount, ncclFloat, next, r.comm, r.stream));
    NCCL(ncclSend(r.send, kCount, ncclFloat, before, r.comm, r.stream));
    NCCL(ncclSend(r.send, 7, ncclFloat, rank, r.comm, r.stream));
    NCCL(ncclRecv(recv, kCount, ncclFloat, before, r.comm, r.stream));
    NCCL(ncclRecv(recv, kCount, ncclFloat, next, r.comm, r.stream));
    NCCL(ncclRecv(recv, 7, ncclFloat, rank, r.comm, r.stream));
  });
  NCCL(ncclGroupStart());
  NCCL(ncclGroupEnd());
}

/// A captured all-reduce of two streams, which runs three times.
static void graph() {
  fill();
  std::vector<cudaGraphExec_t> execs(ranks.size());
  for (std::size_t d = 0; d < ranks.size(); ++d) {
    Rank& r = ranks[d];
    CUDA(cudaSetDevice(static_cast<int>(d)));
    cudaGraph_t captured = nullptr;
    CUDA(cudaStreamBeginCapture(r.stream, cudaStreamCaptureModeThreadLocal));
    NCCL(ncclAllReduce(r.send, r.recv, kCount, ncclFloat, ncclSum, r.comm, r.stream));
    NCCL(ncclAllReduce(r.recv, r.send, kCount, ncclFloat, ncclMax, r.comm, r.stream));
    CUDA(cudaStreamEndCapture(r.stream, &captured));
    CUDA(cudaGraphInstantiate(&execs[d], captured, 0));
    CUDA(cudaGraphDestroy(captured));
  }
  for (int round = 0; round < 3; ++round) {
    for (std::size_t d = 0; d < ranks.size(); ++d) CUDA(cudaGraphLaunch(execs[d], ranks[d].stream));
    // One that is not captured in between.
    NCCL(ncclGroupStart());
    for (Rank& r : ranks)
      NCCL(ncclAllReduce(r.send, r.send, kCount, ncclFloat, ncclMin, r.comm, r.stream));
    NCCL(ncclGroupEnd());
  }
  synchronize(ranks);
  compare("captured AllReduce", kCount,
          [](int, int i) { return sum(i) * static_cast<float>(size * size); });
  for (cudaGraphExec_t each : execs) CUDA(cudaGraphExecDestroy(each));
}

/// Even and odd ranks apart.
static void parts() {
  std::vector<ncclComm_t> comms(ranks.size());
  NCCL(ncclGroupStart());
  for (std::size_t d = 0; d < ranks.size(); ++d) {
    const int rank = first_rank + static_cast<int>(d);
    CUDA(cudaSetDevice(static_cast<int>(d)));
    NCCL(ncclCommSplit(ranks[d].comm, rank % 2, -rank, &comms[d], nullptr));
  }
  NCCL(ncclGroupEnd());
  fill();
  together([&](int rank, Rank& r) {
    NCCL(ncclAllReduce(r.send, r.recv, kCount, ncclFloat, ncclSum, comms[rank - first_rank],
                       r.stream));
  });
  compare("AllReduce of a part", kCount, [](int rank, int i) {
    float all = 0;
    for (int r = rank % 2; r < size; r += 2) all += value(r, i);
    return all;
  });
  NCCL(ncclGroupStart());
  for (ncclComm_t each : comms) NCCL(ncclCommFinalize(each));
  NCCL(ncclGroupEnd());
  for (ncclComm_t each : comms) NCCL(ncclCommDestroy(each));
}

static ncclResult_t wait_for_error() {
  ncclResult_t found = ncclSuccess;
  for (int i = 0; i < 2000 && found == ncclSuccess; ++i) {
    NCCL(ncclCommGetAsyncError(ranks[0].comm, &found));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return found;
}

/// The last rank is killed in the middle: the others learn it, and their streams go on.
static void killed() {
  fill();
  Rank& r = ranks[0];
  NCCL(ncclAllReduce(r.send, r.recv, kCount, ncclFloat, ncclMax, r.comm, r.stream));
  CUDA(cudaStreamSynchronize(r.stream));
  for (int i = 0; i < 200; ++i) {
    if (i == 100 && first_rank == size - 1) std::raise(SIGKILL);
    if (ncclAllReduce(r.send, r.recv, kCount, ncclFloat, ncclMax, r.comm, r.stream) != ncclSuccess)
      break;
  }
  CUDA(cudaStreamSynchronize(r.stream));
  EXPECT(wait_for_error() == ncclRemoteError);
  EXPECT(ncclAllReduce(r.send, r.recv, 1, ncclFloat, ncclSum, r.comm, r.stream) == ncclRemoteError);
  NCCL(ncclCommAbort(r.comm));
  std::printf("rank %d goes on\n", first_rank);
  std::exit(0);
}

/// Rank 0 waits for a message that never comes, and gives up; the others learn it.
static void aborted() {
  Rank& r = ranks[0];
  const int peer = first_rank == 0 ? size - 1 : 0;
  NCCL(ncclRecv(r.recv, kCount, ncclFloat, peer, r.comm, r.stream));
  EXPECT(cudaStreamQuery(r.stream) == cudaErrorNotReady);
  if (first_rank == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    NCCL(ncclCommAbort(r.comm));
    CUDA(cudaStreamSynchronize(r.stream));
  } else {
    CUDA(cudaStreamSynchronize(r.stream));
    EXPECT(wait_for_error() == ncclRemoteError);
    NCCL(ncclCommAbort(r.comm));
  }
  std::exit(0);
}

/// Another number of elements for one rank: an error for all, and no end of the connection's process.
static void different() {
  Rank& r = ranks[0];
  NCCL(ncclAllReduce(r.send, r.recv, first_rank == 0 ? 10 : 11, ncclFloat, ncclSum, r.comm,
                     r.stream));
  CUDA(cudaStreamSynchronize(r.stream));
  const ncclResult_t found = wait_for_error();
  EXPECT(found == ncclInvalidUsage || found == ncclRemoteError);
  NCCL(ncclCommAbort(r.comm));
  std::exit(0);
}

/// A communicator of one rank more than there are; the last one ends while it waits for that: an error for the others.
static void leaves(const ncclUniqueId& id) {
  ncclComm_t comm = nullptr;
  if (first_rank == size - 1) {
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 0;
    EXPECT(ncclCommInitRankConfig(&comm, size + 1, id, first_rank, &config) == ncclInProgress);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    std::_Exit(0);
  }
  EXPECT(ncclCommInitRank(&comm, size + 1, id, first_rank) == ncclRemoteError);
  EXPECT(comm == nullptr);
  std::exit(0);
}

static int be_rank(const std::string& what, const ncclUniqueId& id, int devices) {
  if (what == "leaves") leaves(id);
  join(id, devices);
  if (what == "work") work();
  if (what == "graph") graph();
  if (what == "parts") parts();
  if (what == "killed") killed();
  if (what == "aborted") aborted();
  if (what == "different") different();
  NCCL(ncclGroupStart());
  for (Rank& r : ranks) NCCL(ncclCommFinalize(r.comm));
  NCCL(ncclGroupEnd());
  destroy(ranks);
  return 0;
}

int main(int count, char** arguments) {
  const int processes = std::atoi(arguments[1]);
  const int devices = std::atoi(arguments[2]);
  const std::string what = arguments[3];
  size = processes * devices;
  ncclUniqueId id;
  if (count > 4) {
    first_rank = std::atoi(arguments[4]) * devices;
    for (std::size_t i = 0; i < sizeof id; ++i)
      id.internal[i] =
          static_cast<char>(std::stoi(std::string(arguments[5] + 2 * i, 2), nullptr, 16));
    return be_rank(what, id, devices);
  }
  NCCL(ncclGetUniqueId(&id));
  std::string text;
  for (const char each : id.internal) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(each));
    text += digits;
  }
  std::vector<pid_t> all;
  for (int p = 1; p < processes; ++p) {
    std::string number = std::to_string(p);
    char* child[] = {arguments[0],  arguments[1], arguments[2], arguments[3],
                     number.data(), text.data(),  nullptr};
    pid_t own = 0;
    EXPECT(posix_spawn(&own, "/proc/self/exe", nullptr, nullptr, child, environ) == 0);
    all.push_back(own);
  }
  const pid_t last = all.back();
  if (const pid_t own = fork(); own != 0) {
    // The process that was killed, and the others.
    all.push_back(own);
    int bad = 0;
    for (const pid_t each : all) {
      int status = 0;
      waitpid(each, &status, 0);
      if (each == last && what == "killed")
        bad += WIFSIGNALED(status) ? 0 : 1;
      else
        bad += WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
    }
    std::printf("%d processes failed\n", bad);
    return bad;
  }
  return be_rank(what, id, devices);
}
