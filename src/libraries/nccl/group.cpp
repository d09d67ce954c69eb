// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/group.h"

#include <algorithm>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "libraries/nccl/comm.h"
#include "nccl_bodies.h"

namespace riffle::nccl {
namespace {

struct Job {
  ncclComm_t comm = nullptr;
  std::function<ncclResult_t()> run;
  ncclResult_t result = ncclSuccess;
};

struct Group {
  int depth = 0;
  ncclResult_t error = ncclSuccess;
  std::vector<CommCall> calls;
  std::vector<Job> jobs;
};

Group& group() {
  thread_local Group own;
  return own;
}

/// The communicator's calls answer ncclInProgress until the job is done.
void run_behind(Job& job) {
  ncclComm& comm = *job.comm;
  if (comm.worker.joinable()) comm.worker.join();
  comm.state = ncclInProgress;
  comm.worker = std::thread([&comm, run = std::move(job.run)] { comm.state = run(); });
}

/// Each in a thread of its own: they wait for each other.
ncclResult_t run_jobs(std::vector<Job>& jobs) {
  std::vector<std::thread> threads;
  ncclResult_t result = ncclSuccess;
  for (Job& job : jobs) {
    if (job.comm->is_blocking) {
      if (&job != &jobs.back()) {
        threads.emplace_back([&job] { job.result = job.run(); });
      } else {
        job.result = job.run();
      }
    } else {
      run_behind(job);
      result = ncclInProgress;
    }
  }
  for (std::thread& thread : threads) thread.join();
  for (const Job& job : jobs)
    if (job.result != ncclSuccess) result = job.result;
  return result;
}

/// World by world, each in the order of the calls.
ncclResult_t start_calls(const std::vector<CommCall>& calls) {
  if (calls.size() == 1) return calls.front().comm->world->start(calls);
  std::vector<std::pair<World*, std::vector<CommCall>>> worlds;
  for (const CommCall& call : calls) {
    World* const world = call.comm->world.get();
    auto own = std::ranges::find_if(worlds, [&](const auto& each) { return each.first == world; });
    if (own == worlds.end()) own = worlds.emplace(own, world, std::vector<CommCall>{});
    own->second.push_back(call);
  }
  ncclResult_t result = ncclSuccess;
  for (const auto& [world, own] : worlds)
    if (const ncclResult_t each = world->start(own); each != ncclSuccess) result = each;
  return result;
}

ncclResult_t run(Group& all) {
  if (all.error != ncclSuccess) return all.error;
  const ncclResult_t jobs = run_jobs(all.jobs);
  if (jobs != ncclSuccess && jobs != ncclInProgress) return jobs;
  if (all.calls.empty()) return jobs;
  const ncclResult_t calls = start_calls(all.calls);
  return calls == ncclSuccess ? jobs : calls;
}

/// The calling thread's group, which is over from now on.
Group take() {
  Group all = std::move(group());
  group() = {};
  return all;
}

}  // namespace

bool is_in_group() { return group().depth != 0; }

ncclResult_t note_error(ncclResult_t result) {
  if (is_in_group() && result != ncclSuccess && result != ncclInProgress) group().error = result;
  return result;
}

ncclResult_t submit(const CommCall& call) {
  if (!is_in_group()) return call.comm->world->start({&call, 1});
  group().calls.push_back(call);
  return ncclSuccess;
}

ncclResult_t submit_job(ncclComm_t comm, std::function<ncclResult_t()> job) {
  if (is_in_group()) {
    group().jobs.push_back({.comm = comm, .run = std::move(job)});
    return ncclSuccess;
  }
  Job own{.comm = comm, .run = std::move(job)};
  if (comm->is_blocking) return own.run();
  run_behind(own);
  return ncclInProgress;
}

ncclResult_t group_start() {
  ++group().depth;
  return ncclSuccess;
}

ncclResult_t group_end() {
  if (!is_in_group()) return fail(ncclInvalidUsage, "ncclGroupEnd: not in a group call");
  if (--group().depth != 0) return ncclSuccess;
  Group all = take();
  return run(all);
}

ncclResult_t group_simulate_end(ncclSimInfo_t* sim_info) {
  if (!is_in_group()) return fail(ncclInvalidUsage, "ncclGroupSimulateEnd: not in a group call");
  if (--group().depth != 0) return ncclSuccess;
  const Group all = take();
  if (all.error != ncclSuccess) return all.error;
  if (sim_info == nullptr) return ncclSuccess;
  if (sim_info->magic != 0x74685283)
    return fail(ncclInvalidArgument,
                "ncclGroupSimulateEnd: simInfo was not set to NCCL_SIM_INFO_INITIALIZER");
  // What a copy of memory moves in a second, roughly.
  constexpr float kBytesPerMicrosecond = 5000;
  std::size_t bytes = 0;
  for (const CommCall& call : all.calls) bytes += call.count * bytes_of(call.type);
  sim_info->estimatedTime = static_cast<float>(bytes) / kBytesPerMicrosecond;
  return ncclSuccess;
}

}  // namespace riffle::nccl
