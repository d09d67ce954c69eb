// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/rendezvous.h"

#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <sys/random.h>

#include "libraries/nccl/errors.h"
#include "libraries/nccl/kernels.h"
#include "libraries/nccl/local_world.h"

namespace riffle::nccl {
namespace {

/// What is in an id.
struct Id {
  std::uint64_t mark;
  std::uint64_t number;
};
constexpr std::uint64_t kMark = 0x52494646'4e43434cULL;

/// The ranks of one communicator, as they come.
struct Place {
  int size = 0;
  std::map<int, int> devices;  ///< by rank
  ncclResult_t result = ncclInProgress;
  std::shared_ptr<World> world;
};

std::mutex places_mutex;
std::condition_variable places_changed;
std::map<std::uint64_t, std::shared_ptr<Place>>& places() {
  static auto* const all = new std::map<std::uint64_t, std::shared_ptr<Place>>;
  return *all;
}

/// Why the rank may not come; ncclSuccess: it may.
ncclResult_t check_arrival(const Place& place, int rank, int size, int device) {
  if (place.size != size)
    return fail(ncclInvalidArgument, "ranks of one communicator give different numbers of ranks: " +
                                         std::to_string(place.size) + " and " +
                                         std::to_string(size));
  for (const auto& [other, its_device] : place.devices) {
    if (other == rank)
      return fail(ncclInvalidUsage, "rank " + std::to_string(rank) + " is there twice");
    if (its_device == device)
      return fail(ncclInvalidUsage, "Duplicate GPU detected : rank " + std::to_string(rank) +
                                        " and rank " + std::to_string(other) +
                                        " both on CUDA device " + std::to_string(device));
  }
  return ncclSuccess;
}

}  // namespace

std::shared_ptr<World> make_local_world(std::vector<int> devices) {
  return std::make_shared<LocalWorld>(std::move(devices));
}

ncclResult_t make_id(ncclUniqueId& id) {
  Id own{.mark = kMark, .number = 0};
  if (getrandom(&own.number, sizeof own.number, 0) != sizeof own.number)
    return fail(ncclSystemError, "there are no random numbers for an id");
  std::memset(&id, 0, sizeof id);
  std::memcpy(&id, &own, sizeof own);
  return ncclSuccess;
}

ncclResult_t meet(const ncclUniqueId& id, int rank, int size, int device,
                  std::shared_ptr<World>& world) {
  Id known{};
  std::memcpy(&known, &id, sizeof known);
  if (known.mark != kMark)
    return fail(ncclInvalidArgument, "the id was not made by ncclGetUniqueId");
  std::unique_lock lock(places_mutex);
  std::shared_ptr<Place>& slot = places()[known.number];
  if (slot == nullptr) {
    slot = std::make_shared<Place>();
    slot->size = size;
  }
  const std::shared_ptr<Place> place = slot;
  if (const ncclResult_t bad = check_arrival(*place, rank, size, device); bad != ncclSuccess) {
    // The others would wait for ever.
    place->result = bad;
    places().erase(known.number);
    places_changed.notify_all();
    return bad;
  }
  place->devices[rank] = device;
  if (static_cast<int>(place->devices.size()) == size) {
    std::vector<int> devices;
    for (const auto& [each, its_device] : place->devices) devices.push_back(its_device);
    place->world = make_local_world(std::move(devices));
    place->result = ncclSuccess;
    places().erase(known.number);
    places_changed.notify_all();
  }
  places_changed.wait(lock, [&] { return place->result != ncclInProgress; });
  world = place->world;
  return place->result;
}

}  // namespace riffle::nccl
