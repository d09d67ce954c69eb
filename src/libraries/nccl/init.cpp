// SPDX-License-Identifier: Apache-2.0
// New communicators: of ranks that meet by an id, of one process's devices, and of some of another's ranks.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "libraries/nccl/comm.h"
#include "libraries/nccl/group.h"
#include "libraries/nccl/kernels.h"
#include "libraries/nccl/rendezvous.h"
#include "nccl_bodies.h"

namespace riffle::nccl {
namespace {

using std::string;

/// What a program's configuration may say; that of a later version has more, which changes nothing here.
ncclResult_t check_config(const ncclConfig_t& config, bool& is_blocking) {
  if (config.magic != 0xcafebeef || config.size < offsetof(ncclConfig_t, cgaClusterSize))
    return fail(ncclInvalidArgument,
                "ncclConfig_t argument not initialized via NCCL_CONFIG_INITIALIZER");
  if (config.blocking != NCCL_CONFIG_UNDEF_INT && config.blocking != 0 && config.blocking != 1)
    return fail(ncclInvalidArgument,
                "Invalid config blocking attribute value " + std::to_string(config.blocking));
  if (config.blocking != NCCL_CONFIG_UNDEF_INT) is_blocking = config.blocking != 0;
  if (config.size <= offsetof(ncclConfig_t, maxCTAs)) return ncclSuccess;
  const auto is_bad = [](int value, int least) {
    return value != NCCL_CONFIG_UNDEF_INT && value < least;
  };
  if (is_bad(config.cgaClusterSize, 0))
    return fail(ncclInvalidArgument, "Invalid config cgaClusterSize attribute value " +
                                         std::to_string(config.cgaClusterSize));
  if (is_bad(config.minCTAs, 1) || is_bad(config.maxCTAs, 1) ||
      (config.minCTAs != NCCL_CONFIG_UNDEF_INT && config.maxCTAs != NCCL_CONFIG_UNDEF_INT &&
       config.minCTAs > config.maxCTAs))
    return fail(ncclInvalidArgument, "Invalid config min/max channels attribute value " +
                                         std::to_string(config.minCTAs) + "/" +
                                         std::to_string(config.maxCTAs));
  return ncclSuccess;
}

std::unique_ptr<ncclComm> make_comm(int rank, int size, int device, bool is_blocking) {
  auto comm = std::make_unique<ncclComm>();
  comm->rank = rank;
  comm->size = size;
  comm->device = device;
  comm->is_blocking = is_blocking;
  return comm;
}

/// The handle is there at once: in a group, and where it does not block, it is set up later.
ncclResult_t show(ncclComm_t* out, std::unique_ptr<ncclComm> made,
                  std::function<ncclResult_t(ncclComm&)> set_up) {
  ncclComm_t const comm = made.release();
  *out = comm;
  const ncclResult_t result = submit_job(comm, [comm, set_up = std::move(set_up)] {
    const ncclResult_t own = set_up(*comm);
    comm->is_set_up = own == ncclSuccess;
    if (own == ncclSuccess)
      log_line("comm " + std::to_string(reinterpret_cast<std::uintptr_t>(comm)) + " rank " +
               std::to_string(comm->rank) + " nranks " + std::to_string(comm->size) + " cudaDev " +
               std::to_string(comm->device) + " - Init COMPLETE");
    return own;
  });
  if (result != ncclSuccess && result != ncclInProgress) {
    *out = nullptr;
    comm->mark = 0;
    delete comm;
  }
  return result;
}

ncclResult_t init_rank(ncclComm_t* out, int size, const ncclUniqueId& id, int rank,
                       const ncclConfig_t* config) {
  log_version();
  RIFFLE_NCCL_CUDA(cudaFree(nullptr));
  int device = 0;
  RIFFLE_NCCL_CUDA(cudaGetDevice(&device));
  if (out == nullptr) return fail(ncclInvalidArgument, "CommInitRank : newcomm argument is NULL");
  bool is_blocking = true;
  if (config != nullptr) RIFFLE_NCCL_TRY(check_config(*config, is_blocking));
  if (size < 1 || rank < 0 || rank >= size)
    return fail(ncclInvalidArgument,
                "Invalid rank requested : " + std::to_string(rank) + "/" + std::to_string(size));
  return show(out, make_comm(rank, size, device, is_blocking), [id](ncclComm& comm) {
    return meet(id, comm.rank, comm.size, comm.device, comm.meeting, comm.world);
  });
}

/// Which of the parent's ranks are in the new communicator, by their new ranks.
ncclResult_t members_of_split(ncclComm& parent, int color, int key, std::vector<int>& members) {
  struct Choice {
    int color;
    int key;
  };
  std::vector<int> everybody(static_cast<std::size_t>(parent.size));
  std::iota(everybody.begin(), everybody.end(), 0);
  const Choice own{color, key};
  Bytes bytes(sizeof own);
  std::memcpy(bytes.data(), &own, sizeof own);
  std::vector<Bytes> all;
  RIFFLE_NCCL_TRY(parent.world->exchange(parent.rank, everybody, bytes, all));
  std::vector<std::pair<int, int>> chosen;  // key, rank
  for (const int rank : everybody) {
    Choice other{};
    std::memcpy(&other, all[static_cast<std::size_t>(rank)].data(), sizeof other);
    if (other.color == color) chosen.emplace_back(other.key, rank);
  }
  std::ranges::sort(chosen);
  for (const auto& [its_key, rank] : chosen) members.push_back(rank);
  return ncclSuccess;
}

ncclResult_t join_part(ncclComm& parent, const std::vector<int>& members, ncclComm& comm) {
  const auto place = std::ranges::find(members, parent.rank);
  comm.rank = static_cast<int>(place - members.begin());
  comm.size = static_cast<int>(members.size());
  return parent.world->make_part(parent.rank, members, comm.rank, comm.world);
}

}  // namespace

ncclResult_t get_unique_id(ncclUniqueId* id) {
  if (id == nullptr) return fail(ncclInvalidArgument, "GetUniqueId : out argument is NULL");
  return make_id(*id);
}

ncclResult_t comm_init_rank(ncclComm_t* comm, int size, ncclUniqueId id, int rank) {
  return note_error(init_rank(comm, size, id, rank, nullptr));
}

ncclResult_t comm_init_rank_config(ncclComm_t* comm, int size, ncclUniqueId id, int rank,
                                   ncclConfig_t* config) {
  return note_error(init_rank(comm, size, id, rank, config));
}

/// The first id is enough.
ncclResult_t comm_init_rank_scalable(ncclComm_t* comm, int size, int rank, int id_count,
                                     ncclUniqueId* ids, ncclConfig_t* config) {
  if (ids == nullptr || id_count < 1 || id_count > size)
    return note_error(
        fail(ncclInvalidArgument, "CommInitRankScalable : " + std::to_string(id_count) +
                                      " ids for " + std::to_string(size) + " ranks"));
  return note_error(init_rank(comm, size, *ids, rank, config));
}

ncclResult_t comm_init_all(ncclComm_t* comms, int count, const int* devices) {
  log_version();
  if (comms == nullptr) return fail(ncclInvalidArgument, "CommInitAll : comms argument is NULL");
  if (count < 1)
    return fail(ncclInvalidArgument, "Invalid device count requested : " + std::to_string(count));
  int present = 0;
  RIFFLE_NCCL_CUDA(cudaGetDeviceCount(&present));
  std::vector<int> chosen(static_cast<std::size_t>(count));
  std::iota(chosen.begin(), chosen.end(), 0);
  if (devices != nullptr) std::copy_n(devices, count, chosen.begin());
  for (auto each = chosen.begin(); each != chosen.end(); ++each) {
    if (*each < 0 || *each >= present)
      return devices == nullptr
                 ? of_cuda(cudaErrorInvalidDevice, "CommInitAll")
                 : fail(ncclInvalidArgument, "Invalid device " + std::to_string(*each) + " (" +
                                                 std::to_string(present) + " devices)");
    if (std::find(chosen.begin(), each, *each) != each)
      return fail(ncclInvalidUsage, "device " + std::to_string(*each) + " is there twice");
  }
  const std::shared_ptr<World> world = make_local_world(chosen);
  std::vector<std::unique_ptr<ncclComm>> made;
  for (int rank = 0; rank < count; ++rank) {
    made.push_back(make_comm(rank, count, chosen[static_cast<std::size_t>(rank)], true));
    made.back()->world = world;
    made.back()->is_set_up = true;
  }
  for (std::size_t rank = 0; rank < made.size(); ++rank) comms[rank] = made[rank].release();
  return ncclSuccess;
}

ncclResult_t comm_split(ncclComm_t parent, int color, int key, ncclComm_t* out,
                        ncclConfig_t* config) {
  const auto split = [&] {
    RIFFLE_NCCL_TRY(check_ready(parent, "CommSplit"));
    if (out == nullptr) return fail(ncclInvalidArgument, "CommSplit : newcomm argument is NULL");
    bool is_blocking = parent->is_blocking;
    if (config != nullptr) RIFFLE_NCCL_TRY(check_config(*config, is_blocking));
    *out = nullptr;
    if (color < 0 && color != NCCL_SPLIT_NOCOLOR)
      return fail(ncclInvalidArgument, "CommSplit : invalid color " + std::to_string(color));
    if (color == NCCL_SPLIT_NOCOLOR)
      return submit_job(parent, [parent, key] {
        std::vector<int> members;
        return members_of_split(*parent, NCCL_SPLIT_NOCOLOR, key, members);
      });
    return show(out, make_comm(0, 1, parent->device, is_blocking), [=](ncclComm& comm) {
      std::vector<int> members;
      RIFFLE_NCCL_TRY(members_of_split(*parent, color, key, members));
      return join_part(*parent, members, comm);
    });
  };
  return note_error(split());
}

ncclResult_t comm_shrink(ncclComm_t parent, int* excluded, int excluded_count, ncclComm_t* out,
                         ncclConfig_t* config, int flags) {
  const auto shrink = [&] {
    RIFFLE_NCCL_TRY(check_ready(parent, "CommShrink"));
    if (out == nullptr || excluded == nullptr || excluded_count < 1)
      return fail(ncclInvalidArgument,
                  "CommShrink : newcomm or the list of excluded ranks is NULL or empty");
    if ((flags & ~NCCL_SHRINK_ABORT) != 0)
      return fail(ncclInvalidArgument, "CommShrink : invalid flags " + std::to_string(flags));
    bool is_blocking = parent->is_blocking;
    if (config != nullptr) RIFFLE_NCCL_TRY(check_config(*config, is_blocking));
    *out = nullptr;
    std::vector<int> members;
    const std::vector<int> without(excluded, excluded + excluded_count);
    for (const int rank : without)
      if (rank < 0 || rank >= parent->size)
        return fail(ncclInvalidArgument, "CommShrink : invalid rank " + std::to_string(rank));
    for (int rank = 0; rank < parent->size; ++rank)
      if (std::ranges::find(without, rank) == without.end()) members.push_back(rank);
    if (std::ranges::find(members, parent->rank) == members.end())
      return fail(ncclInvalidUsage, "CommShrink : an excluded rank must not call this");
    return show(out, make_comm(0, 1, parent->device, is_blocking),
                [=](ncclComm& comm) { return join_part(*parent, members, comm); });
  };
  return note_error(shrink());
}

}  // namespace riffle::nccl
